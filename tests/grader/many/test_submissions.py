"""What counts as handed in, and by whom."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from fake_api.data_error import DataError
from grader.roster import load_roster
from grader.submissions import Handed, handed_in, is_class
from lab.terminal import UsageError
from tests.grader.many.conftest import HandIn


def found(*places: Path, roster: Path | None = None) -> list[Handed]:
    """What is found there, with paths that may be gone."""
    with handed_in(places, load_roster(roster) if roster else ()) as handed:
        return handed


def zipped(path: Path, **entries: str) -> Path:
    """A zip with these entries, `__` for a slash and `_py` for the ending."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in entries.items():
            archive.writestr(name.replace("__", "/").replace("_py", ".py"), text)
    return path


def test_a_folder_of_files_and_of_folders_is_a_class(hand_in: HandIn) -> None:
    """Each file, and each folder with an agent in it, by its name; what a computer adds by itself does not count."""
    folder = hand_in(ben=None, **{"007": None, ".hidden": None})
    for name, file in (("ada", "agent.py"), ("cleo", "my_agent.py"), ("dan", "notes.txt"), ("__MACOSX", "agent.py")):
        (folder / name).mkdir()
        (folder / name / file).touch()
    assert is_class(folder)
    assert not is_class(folder / "ada")
    assert [(each.id, each.folder, each.problem) for each in found(folder)] == [
        ("007", False, ""),
        ("ada", True, ""),
        ("ben", False, ""),
        ("cleo", True, ""),
        ("dan", False, "there is no agent.py"),
    ]


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX")
def test_what_can_not_be_read_is_nothing_submitted(hand_in: HandIn) -> None:
    """A dangling link, a folder of that name, a pipe: each has its row and its words."""
    folder = hand_in()
    (folder / "link.py").symlink_to("nowhere.py")
    (folder / "folder").mkdir()
    (folder / "folder" / "agent.py").mkdir()
    os.mkfifo(folder / "pipe.py")
    problems = {each.id: each.problem for each in found(folder, folder / "gone.py")}
    assert problems == {
        "folder": "agent.py is a folder",
        "link": "link.py points to nothing",
        "pipe": "pipe.py is no file",
        str(folder / "gone.py"): "gone.py is not there",
    }


def test_a_zip_is_unpacked_below_its_own_folder(tmp_path: Path) -> None:
    """Names that would lead elsewhere lead nowhere; one folder more around everything is looked into."""
    file = zipped(tmp_path / "all.zip", export__ada__agent_py="x = 1", export__ben__agent_py="x = 2")
    assert [each.id for each in found(file)] == ["ada", "ben"]
    nasty = tmp_path / "nasty.zip"
    with zipfile.ZipFile(nasty, "w") as archive:
        for name in ("../../evil.py", "/etc/root.py", "C:\\windows.py", 'a,"b" \U0001f600.py'):
            archive.writestr(name, "x = 1")
    with handed_in([nasty]) as handed:
        assert all(each.path and "readback-" in str(each.path.resolve()) for each in handed)
        assert sorted(each.id for each in handed) == ["C_", 'a,"b" \U0001f600', "etc", "evil"]
    assert not (tmp_path.parent / "evil.py").exists()


def test_a_zip_that_is_none_is_told(tmp_path: Path) -> None:
    """With what to do."""
    (tmp_path / "all.zip").write_bytes(b"no zip")
    with pytest.raises(UsageError, match="can't be unpacked"):
        found(tmp_path / "all.zip")


def test_a_roster_gives_names_order_and_a_row_to_everybody(hand_in: HandIn, tmp_path: Path) -> None:
    """By folder, id, or an id in a longer name; who is on no roster comes last, who handed in twice counts once."""
    folder = hand_in(lovelace_007_881_agent=None, **{"lovelace_007_881_agent-1": None, "boole": None, "stranger": None})
    roster = tmp_path / "roster.csv"
    roster.write_text("\ufeffName,ID,Folder\nCurie,010,\nBoole,009,boole\nLovelace,007,\n", encoding="utf-8")
    told = [(each.id, each.name, each.problem, each.note) for each in found(folder, roster=roster)]
    assert told == [
        ("010", "Curie", "nothing was handed in", ""),
        ("009", "Boole", "", ""),
        ("007", "Lovelace", "", "handed in 2 times; this is lovelace_007_881_agent-1.py"),
        ("stranger", "", "", ""),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,idd\nAda,1\n", "did you mean idd"),
        ("id\n1\n1\n", "line 3: 1 is there twice"),
        ("id,name\n,Ada\n", "line 2: has no id"),
        ("id,submitted\n1,soon\n", "line 2, handed_in: 'soon' is no time"),
    ],
)
def test_a_roster_with_a_slip_is_told(tmp_path: Path, text: str, words: str) -> None:
    """File, line, and what is meant."""
    (tmp_path / "roster.csv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_roster(tmp_path / "roster.csv")
    assert words.partition(": ")[2] in str(error.value)
    assert words.partition(":")[0] in str(error.value)


def test_two_of_one_name_have_a_row_each(hand_in: HandIn, tmp_path: Path) -> None:
    """A file and a folder of one name, or two files named on the command line."""
    folder = hand_in(ada=None)
    (folder / "ada").mkdir()
    (folder / "ada" / "agent.py").touch()
    assert [each.id for each in found(folder)] == ["ada", "ada (2)"]
    assert len({each.key for each in found(folder, folder)}) == 4


def test_a_digest_changes_with_what_is_handed_in(hand_in: HandIn) -> None:
    """And with nothing else: not with where it lies."""
    folder = hand_in(ada=None, ben="x = 1")
    before = [each.digest() for each in found(folder)]
    moved = folder.rename(folder.with_name("moved"))
    assert [each.digest() for each in found(moved)] == before
    (moved / "ben.py").write_text("x = 2", encoding="utf-8")
    after = [each.digest() for each in found(moved)]
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


def test_an_entry_is_read_no_further_than_source_can_be_long(tmp_path: Path) -> None:
    """A zip that would unpack to gigabytes is cut, entry by entry."""
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.py", io.BytesIO(b" " * 5_000_000).getvalue())
    with handed_in([file]) as (bomb,):
        assert bomb.path
        assert bomb.path.stat().st_size == 1_000_001
