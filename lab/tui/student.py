"""Where a student's course is, seen from the folder in which the app was started."""

from pathlib import Path

from fake_api.data_error import DataError
from lab.course.bench import Bench, open_bench
from lab.course.course import load_course
from lab.course.progress import BadProgress, Progress
from lab.course.words import Words
from lab.course.workspace import find_workspace, make_workspace
from lab.terminal import UsageError

FOLDER = Path("course")
"""Where `lab init` makes a workspace unless it is told another place."""

CAN_NOT_OPEN = (UsageError, BadProgress, DataError, OSError)


def find_course() -> Path | None:
    """The workspace that we are in, or the one in `course` below; nothing where there is none."""
    for start in (Path.cwd(), FOLDER.resolve()):
        try:
            return find_workspace(start)
        except UsageError:
            continue
    return None


def open_course(folder: Path, language: str | None) -> Bench:
    """Its bench, in Spanish if that was asked for. Raises what is in CAN_NOT_OPEN."""
    return open_bench(folder, "es" if language == "es" else None)


def begin_course(language: str | None) -> Bench:
    """Make the workspace, and open it. Raises what is in CAN_NOT_OPEN."""
    spoken = language or "en"
    make_workspace(FOLDER, load_course(None, spoken), Progress(language=spoken))
    return open_course(FOLDER.resolve(), language)


def how_far(language: str | None) -> tuple[bool, str]:
    """Whether a course has been begun, and how far it is: `4 of 7 done, next: retrying a read`."""
    folder = find_course()
    if folder is None:
        return False, "not begun"
    try:
        bench = open_course(folder, language)
        done = sum(row.state == "done" for row in bench.rows())
        now = bench.current()
    except CAN_NOT_OPEN as error:
        return True, str(error)
    words = Words(bench.course.language)
    so_far = words("progress", done=done, of=len(bench.course.exercises))
    return bool(bench.progress.exercises), (
        f"{so_far}, {words('next')}: {now.title(words.language)}" if now else so_far
    )
