"""What a class has handed in: a folder of files, of folders with an `agent.py`, or the zip of a learning platform."""

import contextlib
import hashlib
import os
import stat
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.roster import Student
from lab.call.child.seat import LARGEST_SOURCE
from lab.terminal import UsageError

AGENT = "agent.py"
MOST_FILES = 200  # of one submission that count


@dataclass(frozen=True, slots=True)
class Handed:
    """One submission. `key` is its file's or folder's name, `path` the agent's file, none if there is nothing to grade.

    `folder`: what lies beside the agent is part of it. `problem` says what is wrong, `note` what its owner should know.
    """

    key: str
    id: str
    name: str = ""
    path: Path | None = None
    folder: bool = False
    problem: str = ""
    note: str = ""
    handed_in: str = ""

    def digest(self) -> str:
        """Changes with anything that was handed in."""
        told = hashlib.sha256(repr((self.id, self.name, self.folder, self.problem, self.handed_in)).encode())
        for path in self._files():
            with contextlib.suppress(OSError), path.open("rb") as file:
                told.update(f"{path.name} ".encode() + hashlib.sha256(file.read(LARGEST_SOURCE + 1)).digest())
        return told.hexdigest()

    def _files(self) -> Sequence[Path]:
        if self.path is None:
            return ()
        return sorted(_below(self.path.parent))[:MOST_FILES] if self.folder else (self.path,)


@contextlib.contextmanager
def handed_in(places: Sequence[Path], roster: Sequence[Student] = ()) -> Iterator[list[Handed]]:
    """Everything in these files, folders and zips, in the roster's order; a zip is unpacked for as long as it takes.

    Raises UsageError.
    """
    with contextlib.ExitStack() as stack:
        found = [each for place in places for each in sorted(_at(place, stack, len(places) > 1), key=_key)]
        found = list(_each_its_own(found))
        yield _called_by_name(found, roster) if roster else found


def is_class(place: Path) -> bool:
    """Whether this is more than one submission: a zip, or a folder that is not itself one."""
    return place.suffix.lower() == ".zip" or (place.is_dir() and not (place / AGENT).is_file())


def one_of(place: Path, called: str = "") -> Handed:
    """The submission that a file is, or a folder with an agent in it."""
    if not place.is_dir():
        return Handed(place.name, called or place.stem, path=place, problem=_wrong_with(place))
    called = called or place.name
    agent = place / AGENT
    if not os.path.lexists(agent):
        sources = [path for path in _below(place) if path.suffix == ".py"]
        if len(sources) != 1:
            return Handed(place.name, called, problem=f"there is no {AGENT}")
        agent = sources[0]
    return Handed(place.name, called, path=agent, folder=True, problem=_wrong_with(agent))


def _key(handed: Handed) -> str:
    return handed.key


def _each_its_own(found: Iterable[Handed]) -> Iterator[Handed]:
    """Keys and ids that nobody shares, whatever lies where."""
    seen: Counter[str] = Counter()
    for each in found:
        seen.update({f"key {each.key}", f"id {each.id}"})
        times = max(seen[f"key {each.key}"], seen[f"id {each.id}"])
        yield replace(each, key=f"{each.key} ({times})", id=f"{each.id} ({times})") if times > 1 else each


def _at(place: Path, stack: contextlib.ExitStack, several: bool) -> Iterable[Handed]:
    if place.suffix.lower() == ".zip" and place.is_file():
        unpacked = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="readback-")))
        _unpack(place, unpacked)
        return _inside(_only_folder(unpacked))
    return _inside(place) if is_class(place) else [one_of(place, str(place) if several else "")]


def _inside(folder: Path) -> Iterable[Handed]:
    for path in folder.iterdir():
        if path.name.startswith((".", "__")):
            continue
        if path.is_dir() or path.suffix == ".py":
            yield one_of(path)


def _only_folder(folder: Path) -> Path:
    """Some platforms put everything into one folder more."""
    inside = [path for path in folder.iterdir() if not path.name.startswith((".", "__"))]
    only = inside[0] if len(inside) == 1 and inside[0].is_dir() else None
    return only if only and is_class(only) and any(path.is_dir() for path in only.iterdir()) else folder


def _wrong_with(path: Path) -> str:
    try:
        mode = path.stat().st_mode
    except OSError:
        return f"{path.name} is not there" if not path.is_symlink() else f"{path.name} points to nothing"
    if not stat.S_ISREG(mode):
        return f"{path.name} is {'a folder' if stat.S_ISDIR(mode) else 'no file'}"
    try:
        path.open("rb").close()
    except OSError as error:
        return f"{path.name} can't be read: {error.strerror}"
    return ""


def _below(folder: Path) -> list[Path]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return [path for path in files if "__pycache__" not in path.parts and not path.name.startswith(".")]


def _unpack(file: Path, folder: Path) -> None:
    """Every entry below the folder, whatever it is called, and no more of it than can be source."""
    try:
        with zipfile.ZipFile(file) as archive:
            for entry in archive.infolist():
                name = PurePosixPath(entry.filename.replace("\\", "/"))
                parts = [part.replace(":", "_") for part in name.parts if part not in ("/", "..", ".")]
                if entry.is_dir() or not parts:
                    continue
                target = folder.joinpath(*parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(entry) as source:
                    target.write_bytes(source.read(LARGEST_SOURCE + 1))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError) as error:
        raise UsageError(f"{file} can't be unpacked: {error}", "unpack it yourself, and name the folder") from None


def _called_by_name(found: Sequence[Handed], roster: Sequence[Student]) -> list[Handed]:
    """A row for every name on the roster, then what nobody on it has handed in."""
    theirs: dict[str, list[Handed]] = {student.id: [] for student in roster}
    strangers: list[Handed] = []
    for each in found:
        student = next((student for student in roster if student.handed_in_as(each.id, exactly=True)), None)
        student = student or next((student for student in roster if student.handed_in_as(each.id)), None)
        (theirs[student.id] if student else strangers).append(each)
    return [*(_of(student, theirs[student.id]) for student in roster), *strangers]


def _of(student: Student, handed: Sequence[Handed]) -> Handed:
    if not handed:
        return Handed(student.id, student.id, student.name, problem="nothing was handed in")
    *_, last = sorted(handed, key=_when)
    note = f"handed in {len(handed)} times; this is {last.key}" if len(handed) > 1 else ""
    return replace(last, id=student.id, name=student.name, note=note, handed_in=student.handed_in)


def _when(handed: Handed) -> tuple[int, str]:
    """Platforms number what is handed in again: agent-1.py comes after agent.py."""
    number = Path(handed.key).stem.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0, handed.key
