"""The arrows between the rooms, and what a command may load."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"textual", "prompt_toolkit", "pydantic", "rule_engine", "asyncio"}


def loaded(code: str) -> set[str]:
    """The heavy packages in `sys.modules` of a fresh process that has run this code."""
    ask = "import sys; sys.stdout = sys.stderr\n" + code
    ask += f"\nsys.__stdout__.write(' '.join({HEAVY!r} & {{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, timeout=30, check=True)
    return set(done.stdout.split())


def test_arrows_point_down() -> None:
    """No room imports one that stands above it or beside it."""
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "words",
    [["--help"], ["--version"], ["grade", "--help"], ["chat", "--help"], ["show", "--help"], ["hear", "--help"]],
)
def test_help_is_light(words: list[str]) -> None:
    """What only prints its help loads nothing heavy."""
    assert loaded(f"from lab.cli import main\ntry: main({words})\nexcept SystemExit: pass") == set()


def test_a_chat_in_a_pipe_loads_no_screen() -> None:
    """`lab chat` through a pipe loads neither Textual nor prompt_toolkit, and no expressions."""
    used = loaded("from lab.cli import main\nimport io, sys; sys.stdin = io.StringIO('')\nmain(['chat'])")
    assert used.isdisjoint({"textual", "prompt_toolkit", "rule_engine"})


def test_the_packages_themselves_are_light() -> None:
    """Importing `lab` or `fake_api` loads nothing heavy."""
    assert loaded("import lab, fake_api, lab.protocol, lab.record") == set()


@pytest.mark.parametrize("words", [["chat"], ["grade", "--scenario", "1"], ["grade", "--help"], ["chat", "--help"]])
def test_the_front_desk_is_loaded_where_it_is_used(words: list[str]) -> None:
    """A call to the clinic, and a help, know nothing of models in a seat nor of what stands before them."""
    code = "import io, sys; sys.stdin = io.StringIO(''); sys.stdout = sys.stderr\nfrom lab.cli import main\n"
    code += f"try: main({words})\nexcept SystemExit: pass\n"
    code += (
        "sys.__stdout__.write(' '.join(name for name in sys.modules if 'front_desk' in name or 'call_layer' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == []
