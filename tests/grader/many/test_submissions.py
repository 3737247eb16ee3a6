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


def zipped(path: Path, *entries: str) -> Path:
    """A zip with these entries."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in entries:
            archive.writestr(name, "x = 1")
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
    file = zipped(tmp_path / "all.zip", "export/ada/agent.py", "export/ben/agent.py")
    assert [each.id for each in found(file)] == ["ada", "ben"]
    names = ("../../evil.py", "/etc/root.py", "C:\\windows.py", 'a,"b" \U0001f600.py')
    nasty = zipped(tmp_path / "nasty.zip", *names)
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


@pytest.mark.parametrize(
    ("entries", "ids"),
    [
        (("ada\\agent.py", "ben\\agent.py"), ["ada", "ben"]),
        (("all/ada.py", "all/ben.py", "__MACOSX/all/._ada.py", "all/.DS_Store"), ["ada", "ben"]),
        (("export/all/ada/agent.py", "export/all/ben/agent.py"), ["ada", "ben"]),
        (("ada/src/app/agent.py", "ada/src/app/words.py", "ben/Agent.PY"), ["ada", "ben"]),
        (("ada", "ada/agent.py"), ["ada"]),
        (("王" * 120 + ".py",), ["王" * 60]),
        (("agent.py", "words.py"), ["all"]),
    ],
    ids=["windows", "macos", "two-folders-more", "deep", "file-and-folder", "long", "one-project"],
)
def test_a_zip_is_read_however_it_was_made(tmp_path: Path, entries: tuple[str, ...], ids: list[str]) -> None:
    """By any system and any hand; each submission is one row, with an agent in it."""
    handed = found(zipped(tmp_path / "all.zip", *entries))
    assert [(each.id, each.problem) for each in handed] == [(name, "") for name in ids]


def test_names_in_a_zip_that_does_not_say_how_they_are_written(tmp_path: Path) -> None:
    """Archives of some systems hold UTF-8 without the flag for it."""
    file = zipped(tmp_path / "all.zip", "JosXX/agent.py", "ada/agent.py")
    file.write_bytes(file.read_bytes().replace(b"JosXX", "José".encode()))
    assert [each.id for each in found(file)] == ["José", "ada"]


def test_a_student_may_hand_in_a_zip(tmp_path: Path, hand_in: HandIn) -> None:
    """Alone or as the only thing in a folder; one that is none is nothing submitted, and stops nobody else."""
    folder = hand_in()
    zipped(folder / "ada.zip", "project/agent.py", "project/words.py")
    (folder / "ben").mkdir()
    zipped(folder / "ben" / "mine.zip", "agent.py")
    (folder / "cleo.zip").write_bytes(b"no zip")
    ada, ben, cleo = found(folder)
    assert [(each.id, each.folder, each.problem) for each in (ada, ben)] == [("ada", True, ""), ("ben", True, "")]
    assert "cleo.zip can't be unpacked" in cleo.problem


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX")
def test_a_link_is_nobodys_own_work(tmp_path: Path, hand_in: HandIn) -> None:
    """What leads to another's file, or anywhere else, earns nothing; within one's own it may lead where it likes."""
    folder = hand_in(ben=None)
    (folder / "ada.py").symlink_to("ben.py")
    for name, target in (("cleo", "../ben.py"), ("dan", "/etc/passwd"), ("eve", "mine.py")):
        (folder / name).mkdir()
        (folder / name / "agent.py").symlink_to(target)
    (folder / "eve" / "mine.py").touch()
    told = {each.id: "link" in each.problem for each in found(folder)}
    assert told == {"ada": True, "ben": False, "cleo": True, "dan": True, "eve": False}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are POSIX")
@pytest.mark.timeout(10)
def test_a_pipe_is_not_waited_for(hand_in: HandIn) -> None:
    """Nobody will ever write to it."""
    folder = hand_in()
    os.mkfifo(folder / "ada.py")
    (pipe,) = found(folder)
    assert pipe.digest() == pipe.digest()


@pytest.mark.parametrize(
    ("roster", "key", "whose"),
    [
        ("id,name\njane_s,Jane\n", "HW1_jane_s_attempt_2026-10-01_agent.py", "jane_s"),
        ("id,name\ns1,José Peña\n", "Jose\u0301 Pen\u0303a_124_assignsubmission_file_", "s1"),
        ('id,name\ns1,"Peña, José"\n', "penajose_LATE_124_457_agent-2.py", "s1"),
        ("id,name\nada,Ada\n", "ADA.py", "ada"),
        ("id;name\nada;Ada\n", "ada.py", "ada"),
        ("id,name\ns1,Ada Lovelace\ns2,Ada Lovelace\n", "Ada Lovelace_124_file_.py", None),
        ("id,name\n457,Other\n124,Ada\n", "peajose_124_457_agent.py", "124"),
        ('Student,ID,SIS User ID\n    Points Possible,,\n"Lovelace, Ada",7,007\n', "someone_7_881_agent.py", "007"),
    ],
    ids=[
        "blackboard",
        "moodle",
        "canvas",
        "case",
        "semicolons",
        "two-of-one-name",
        "the-first-counts",
        "canvas-export",
    ],
)
def test_whose_a_file_is(tmp_path: Path, hand_in: HandIn, roster: str, key: str, whose: str | None) -> None:
    """Platforms name a file after its student, each in its own way; what fits two is left to the instructor."""
    folder = hand_in(**{key.removesuffix(".py"): None})
    file = tmp_path / "roster.csv"
    file.write_text(roster, encoding="utf-8")
    assert [each.id for each in found(folder, roster=file) if not each.problem] == [whose or key.removesuffix(".py")]


def test_of_several_files_of_one_student_the_agent_counts(tmp_path: Path, hand_in: HandIn) -> None:
    """And of several agents the last."""
    names = ("ada_1_2_agent", "ada_1_3_agent-1", "ada_1_4_words")
    folder = hand_in(**dict.fromkeys(names))
    file = tmp_path / "roster.csv"
    file.write_text("id\nada\n", encoding="utf-8")
    (ada,) = found(folder, roster=file)
    assert ada.note == "handed in 3 times; this is ada_1_3_agent-1.py"


def test_a_roster_that_is_not_in_utf_8_is_told(tmp_path: Path) -> None:
    """With what to do; that of a spreadsheet in UTF-16 is read."""
    file = tmp_path / "roster.csv"
    file.write_bytes("id\tname\nada\tAdá\n".encode("utf-16"))
    assert load_roster(file)[0].name == "Adá"
    file.write_bytes("id,name\nada,Adá\n".encode("cp1252"))
    with pytest.raises(DataError, match="not written in UTF-8"):
        load_roster(file)
