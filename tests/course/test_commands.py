"""The doctor, and a class."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from lab.course import doctor
from tests.course.conftest import Lab


def test_a_machine_that_has_all_is_told_so(tmp_path: Path) -> None:
    """Every look finds something, nothing fails, and each warning says what to do."""
    found = {each.what: each for each in doctor.examine(tmp_path)}
    assert len(found) == len(doctor.LOOKS)
    assert not [each for each in found.values() if each.level == "FAIL"], found
    assert all(each.advice for each in found.values() if each.level != "OK")
    assert found["a call"].level == found["watching saves"].level == "OK"


def test_what_is_missing_fails_with_what_to_do(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old Python, a package that is not there, a progress file that is none; and the exit code says so."""
    lab("init")
    (tmp_path / "course" / ".readback" / "progress.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(doctor, "PYTHON", (9, 0))
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-package",))
    code, out, _ = lab("doctor", folder="course")
    assert code == 1
    assert out.count("FAIL") == 3
    assert "pip install no-such-package" in out and "install Python" in out and "move that file away" in out


def test_a_look_that_breaks_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor never falls ill."""

    def broken(folder: Path) -> doctor.Finding:
        raise RuntimeError("ouch")

    monkeypatch.setattr(doctor, "LOOKS", {"that": broken})
    (finding,) = doctor.examine(tmp_path)
    assert finding.level == "WARN" and "ouch" in finding.found


def test_a_narrow_window_is_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a full disk, and an encoding without our signs."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(doctor, "ROOM", sys.maxsize)
    assert doctor.size(tmp_path).level == "WARN"
    assert doctor.disk(tmp_path).level == "WARN"


@pytest.fixture
def students(lab: Lab, tmp_path: Path) -> Path:
    """Ada has done the first exercise, Bob has given up on it, and Eve's file is none."""
    lab("init")
    shutil.copytree(tmp_path / "course", tmp_path / "class" / "bob")
    lab("solution", "1", "--give-up", folder="class/bob")
    shutil.copytree(tmp_path / "class" / "bob", tmp_path / "class" / "ada")
    lab("solution", "1", "--give-up", "--write", folder="class/ada")
    lab("check", "1", folder="class/ada")
    lab("check", "2", folder="class/ada")
    shutil.copytree(tmp_path / "course", tmp_path / "class" / "eve [bold]")
    (tmp_path / "class" / "eve [bold]" / ".readback" / "progress.json").write_text("{}", encoding="utf-8")
    return tmp_path / "class"


def test_a_class_is_a_table(lab: Lab, students: Path) -> None:
    """A row for each, a sign for each exercise, and who can't be read is told beside it."""
    code, out, err = lab("class-progress", "class")
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert rows["ada"].endswith("1 of 7") and rows["ada"].split()[1:3] == ["✓", "✗"]
    assert rows["bob"].endswith("0 of 7") and rows["bob"].split()[1:3] == ["?", "–"]
    assert code == 2 and "eve [bold]: " in err and "ada" not in err


def test_a_class_for_a_program(lab: Lab, students: Path) -> None:
    """Each student's own file, by name."""
    read = json.loads(lab("class-progress", "class", "--json")[1])
    assert set(read) == {"ada", "bob"}
    assert read["ada"]["exercises"]["01_the_nature_of_tools"]["passed"]


def test_no_class_is_told(lab: Lab) -> None:
    """With what is looked for."""
    code, _, err = lab("class-progress", ".")
    assert code == 2 and ".readback/progress.json" in err
