"""A student's folder: made once, never overwritten, put back a file at a time."""

from collections.abc import Iterator
from pathlib import Path

from fake_api.shipped import shipped
from lab.course.course import AGENT, FIRST_PAGE, README, Course, Exercise
from lab.course.progress import FILE, FOLDER, Progress, save_progress
from lab.terminal import UsageError

IGNORED = ".gitignore"


def find_workspace(start: Path) -> Path:
    """The workspace that a folder is in. Raises UsageError."""
    for folder in (start, *start.parents):
        if (folder / FOLDER / FILE).is_file():
            return folder
    raise UsageError(
        "there is no course in this folder", "`lab init` makes one in a folder of its own: `lab init course`"
    )


def make_workspace(folder: Path, course: Course, progress: Progress) -> list[tuple[Path, bool]]:
    """Every file of a new workspace, and whether it was written; what is there stays. Raises UsageError or OSError."""
    agent = folder / AGENT
    if agent.is_file() and agent.read_bytes() == shipped(AGENT).read_bytes():
        raise UsageError(
            f"{folder} holds the finished agent, which is the answer to all exercises",
            "name another folder, as in `lab init course`",
        )
    files = list(_files(folder, course))  # all of them can be read, before the first is written
    made = [(path, _write_new(path, text)) for path, text in files]
    if not (folder / FOLDER / FILE).exists():
        save_progress(folder, progress)
    return made


def reset(folder: Path, exercise: Exercise) -> list[tuple[Path, Path | None]]:
    """Put an exercise's starter back; each file with where the old one is now, if there was one. Raises OSError."""
    return put(folder, exercise, exercise.starter)


def put(folder: Path, exercise: Exercise, source: Path) -> list[tuple[Path, Path | None]]:
    """An exercise's files from a folder of them, keeping each old one beside the new. Raises OSError."""
    done = []
    for name in exercise.sheet.files:
        path, text = folder / name, (source / name).read_text(encoding="utf-8")
        done.append((path, keep_beside(path)))
        path.write_text(text, encoding="utf-8", newline="\n")
    return done


def keep_beside(path: Path) -> Path | None:
    """Move a file to a name that is free: agent.py to agent.kept-1.py."""
    if not path.exists():
        return None
    number = 1
    while (kept := path.with_name(f"{path.stem}.kept-{number}{path.suffix}")).exists():
        number += 1
    path.replace(kept)
    return kept


def _files(folder: Path, course: Course) -> Iterator[tuple[Path, str]]:
    if (course.folder / FIRST_PAGE).exists():
        yield folder / README, (course.folder / FIRST_PAGE).read_text(encoding="utf-8")
    seen: set[str] = set()
    for exercise in course.exercises:
        for name in exercise.sheet.files:
            if name not in seen:
                seen.add(name)
                yield folder / name, (exercise.starter / name).read_text(encoding="utf-8")
        yield (
            folder / "exercises" / exercise.name / README,
            (exercise.folder / README).read_text(encoding="utf-8"),
        )
    if course.manifest.after:
        yield folder / "exercises" / course.manifest.after, course.after
    yield folder / IGNORED, f"{FOLDER}/\n*.kept-*\n"


def _write_new(path: Path, text: str) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True
