"""The formats as `lab grade` writes them, and the zip for Gradescope as Gradescope would run it."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from fake_api.shipped import shipped
from grader.exports.options import EXPORTS, write_whole
from lab.cli import main
from tests.grader.conftest import WriteAgent

METADATA = {"created_at": "2026-10-02T12:00:00+00:00", "users": [{"email": "a@b.example", "name": "Ada"}]}


@pytest.fixture
def late(pack: Path) -> Path:
    """The pack, due a day before the submission came."""
    manifest = pack / "pack.toml"
    late = "\ndue = 2026-10-01T12:00:00\nlate = [{ hours = 48, keeps = 0.5 }]\npartial = true\n"
    manifest.write_text(manifest.read_text(encoding="utf-8") + late, encoding="utf-8")
    return pack


def test_one_run_writes_every_format(pack: Path, write_agent: WriteAgent, tmp_path: Path) -> None:
    """From one result, and nothing is left lying beside them."""
    folder = tmp_path / "out"
    folder.mkdir()
    words = [word for each in EXPORTS for word in (each.option, str(folder / each.option[2:]))]
    assert main(["grade", str(write_agent()), "--pack", str(pack), *words]) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted(each.option[2:] for each in EXPORTS)
    assert all(path.stat().st_size for path in folder.iterdir())


def test_two_runs_write_the_same(pack: Path, write_agent: WriteAgent, tmp_path: Path) -> None:
    """Byte for byte, on any number of workers."""
    agent, written = write_agent("if line == 'two': raise ValueError(line)"), []
    for jobs in ("1", "3"):
        words = ["--csv", "c", "--gradescope", "g", "--canvas", "k"]
        words = [word if word.startswith("--") else str(tmp_path / f"{word}{jobs}") for word in words]
        assert main(["grade", str(agent), "--pack", str(pack), "--jobs", jobs, *words]) == 1
        written.append([Path(word).read_bytes() for word in words[1::2]])
    assert written[0] == written[1]


def test_late_work_keeps_its_share_and_turns_before_a_fault_count(
    late: Path, write_agent: WriteAgent, tmp_path: Path
) -> None:
    """Half of what it earned: one scenario whole, and half of one of the two that fail in their second turn."""
    metadata, results = tmp_path / "m.json", tmp_path / "r.json"
    metadata.write_text(json.dumps(METADATA), encoding="utf-8")
    agent = write_agent("if line == 'two': return ''")
    told = ["--gradescope-metadata", str(metadata), "--gradescope", str(results)]
    assert main(["grade", str(agent), "--pack", str(late), *told]) == 1
    written = json.loads(results.read_text(encoding="utf-8"))
    assert [test["score"] for test in written["tests"]] == [0.5, 0, 1]
    assert written["score"] == 0.75


def test_a_format_for_one_agent_refuses_two(
    pack: Path, write_agent: WriteAgent, capsys: pytest.CaptureFixture[str]
) -> None:
    """In words, with what to do."""
    agents = [str(write_agent(name=name)) for name in ("a.py", "b.py")]
    assert main(["grade", *agents, "--pack", str(pack), "--gradescope", "never.json"]) == 2
    assert "one submission, not 2" in capsys.readouterr().err


def test_what_can_not_be_written_whole_is_not_written_at_all(tmp_path: Path) -> None:
    """The file stays as it was when a format breaks off."""
    file = tmp_path / "grades.csv"
    file.write_text("before", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        write_whole(file, (f"{1 // n}" for n in (1, 0)))
    assert [path.name for path in tmp_path.iterdir()] == ["grades.csv"]
    assert file.read_text(encoding="utf-8") == "before"


def test_the_kit_holds_what_gradescope_wants_and_no_solution(tmp_path: Path) -> None:
    """Two programs at the root, made the same each time."""
    for name in ("a.zip", "b.zip"):
        assert main(["grade", "--gradescope-kit", str(tmp_path / name), "--pack", "core"]) == 0
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as kit:
        names = kit.namelist()
        assert {"setup.sh", "run_autograder", "pack/core/pack.toml", "readback/grader/command.py"} <= set(names)
        assert [name for name in names if name.endswith("agent.py") or "mutants" in name or "/solution/" in name] == []
        assert kit.getinfo("run_autograder").external_attr >> 16 & 0o111


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Gradescope runs Linux")
@pytest.mark.parametrize(("agent", "score"), [("agent.py", 9), (None, 0)])
def test_the_kit_grades_as_gradescope_runs_it(tmp_path: Path, agent: str | None, score: int) -> None:
    """Unzipped, in a Python with nothing installed; a file must come out even where nothing was handed in."""
    for folder in ("source", "submission"):
        (tmp_path / folder).mkdir()
    main(["grade", "--gradescope-kit", str(tmp_path / "kit.zip")])
    with zipfile.ZipFile(tmp_path / "kit.zip") as kit:
        kit.extractall(tmp_path / "source")
    subprocess.run(["bash", "-n", str(tmp_path / "source" / "setup.sh")], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    (tmp_path / "submission_metadata.json").write_text(json.dumps(METADATA), encoding="utf-8")
    if agent:
        (tmp_path / "submission" / "mine.py").write_bytes(shipped("agent.py").read_bytes())
    environment = {"AUTOGRADER_ROOT": str(tmp_path), "PATH": "/usr/bin:/bin"}
    run = ["bash", str(tmp_path / "source" / "run_autograder")]
    done = subprocess.run(run, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=50)
    results = json.loads((tmp_path / "results" / "results.json").read_text(encoding="utf-8"))
    assert (done.returncode, results["score"]) == (0, score), done.stderr
