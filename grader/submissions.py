"""What a class has handed in: a folder of files, of folders with an `agent.py`, or the zip of a learning platform."""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.roster import Student
from grader.unpack import BROKEN, innermost, unpack
from grader.whose import Whose
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
        if self.path is None or self.problem:
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
        below = _below(place)
        sources = [path for path in below if path.name.lower() == AGENT] or [
            path for path in below if path.suffix.lower() == ".py"
        ]
        if len(sources) != 1:
            several = f"there are {len(sources)} files that it could be, and none is" if sources else "there is no"
            return Handed(place.name, called, problem=f"{several} {AGENT}")
        agent = sources[0]
    problem = _wrong_with(agent) or ("" if _is_within(agent, place) else f"{agent.name} is a link that leads elsewhere")
    return Handed(place.name, called, path=agent, folder=True, problem=problem)


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
    if _is_zip(place):
        unpacked = _place_for(stack)
        try:
            unpack(place, unpacked)
        except BROKEN as error:
            raise UsageError(f"{place} can't be unpacked: {error}", "unpack it yourself, and name the folder") from None
        folder = innermost(unpacked)
        return [replace(one_of(folder, place.stem), key=place.name)] if _is_one(folder) else _inside(folder, stack)
    return _inside(place, stack) if is_class(place) else [one_of(place, str(place) if several else "")]


def _inside(folder: Path, stack: contextlib.ExitStack) -> Iterable[Handed]:
    """Everything that is somebody's; a link is nobody's own work, and what a computer adds by itself does not count."""
    for path in folder.iterdir():
        if path.name.startswith((".", "__")):
            continue
        if path.is_dir():
            zips = [each for each in path.iterdir() if _is_zip(each)]
            alone = len(zips) == 1 and not any(each.suffix.lower() == ".py" for each in _below(path))
            yield replace(_zipped(zips[0], stack), key=path.name, id=path.name) if alone else one_of(path)
        elif _is_zip(path):
            yield _zipped(path, stack)
        elif path.suffix.lower() == ".py":
            problem = f"{path.name} is a link that leads elsewhere" if path.is_symlink() and path.exists() else ""
            yield replace(one_of(path), problem=problem) if problem else one_of(path)


def _zipped(file: Path, stack: contextlib.ExitStack) -> Handed:
    """What somebody handed in as a zip."""
    unpacked = _place_for(stack)
    try:
        unpack(file, unpacked, MOST_FILES)
    except BROKEN as error:
        return Handed(file.name, file.stem, problem=f"{file.name} can't be unpacked: {error}")
    return replace(one_of(unpacked, file.stem), key=file.name)


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip" and path.is_file()


def _is_one(folder: Path) -> bool:
    return any(path.name.lower() == AGENT for path in folder.iterdir() if path.is_file())


def _place_for(stack: contextlib.ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="readback-")))


def _is_within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


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


def _called_by_name(found: Sequence[Handed], roster: Sequence[Student]) -> list[Handed]:
    """A row for every name on the roster, then what nobody on it has handed in."""
    theirs: dict[str, list[Handed]] = {student.id: [] for student in roster}
    strangers: list[Handed] = []
    whose = Whose(roster)
    for each in found:
        student = whose.of(each.id)
        (theirs[student.id] if student else strangers).append(each)
    return [*(_of(student, theirs[student.id]) for student in roster), *strangers]


def _of(student: Student, handed: Sequence[Handed]) -> Handed:
    if not handed:
        return Handed(student.id, student.id, student.name, problem="nothing was handed in")
    *_, last = sorted(handed, key=_when)
    note = f"handed in {len(handed)} times; this is {last.key}" if len(handed) > 1 else ""
    return replace(last, id=student.id, name=student.name, note=note, handed_in=student.handed_in)


def _when(handed: Handed) -> tuple[bool, int, str]:
    """Of several the agent counts; and platforms number what is handed in again: agent-1.py comes after agent.py."""
    stem, _, number = Path(handed.key).stem.rpartition("-")
    again = number.isdecimal() and len(number) < 5
    name = stem if again else Path(handed.key).stem
    return name.lower().endswith("agent"), int(number) if again else 0, handed.key
