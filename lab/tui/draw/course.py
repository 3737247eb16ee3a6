"""The course: its exercises with their state, and the one next thing, short or in full."""

from textual.content import Content

from grader.paper import Paper
from lab.course import show
from lab.course.bench import Row
from lab.course.course import Course
from lab.course.verdict import CheckResult
from lab.course.words import Words
from lab.record import quote
from lab.tui.draw.ink import ACCENT, ALARM, MUTED, STRONG, joined, styled

SIGNS = {"done": "✓", "given up": "?", "now": "▶", "open": "·"}
LABEL = 12
"""Cells in which the course's own drawing has its labels."""


def exercise_row(row: Row, words: Words) -> Content:
    """A sign for its state, its number and its title."""
    title = f"{SIGNS[row.state]} {row.exercise.number} {row.exercise.title(words.language)}"
    return styled(title, STRONG if row.state == "now" else "")


def course_header(rows: tuple[Row, ...], course: Course, words: Words, width: int) -> Content:
    """The course, and how much of it is done."""
    done = sum(row.state == "done" for row in rows)
    right = f"{show.bar(done, len(rows), Paper())} {words('progress', done=done, of=len(rows))} "
    left = Content.assemble((" Readback  ", f"{ACCENT} bold"), styled(course.title))
    return left.truncate(max(width - len(right), 0), ellipsis=True, pad=True) + styled(right, MUTED)


def standing_of(row: Row, words: Words) -> Content:
    """`4 · The "no" to the confirmation, now, hints: 1`."""
    facts = [f"{row.exercise.number} · {row.exercise.title(words.language)}", words(row.state.replace(" ", "_"))]
    facts += [words("optional")] if row.exercise.sheet.optional else []
    facts += [words("hints_seen", count=row.standing.hints)] if row.standing.hints else []
    return styled(", ".join(facts))


def sum_of(result: CheckResult, words: Words) -> str:
    """`███░░ 2 of 3 scenarios`."""
    count = words(show.COUNTED[result.exercise.sheet.check], done=result.done, of=len(result.own))
    return f"{show.bar(result.done, len(result.own), Paper())} {count}"


def next_thing(result: CheckResult, words: Words) -> Content:
    """The one next thing in two sentences: what happened, and what to do if that is known."""
    told = result.next_thing
    if result.problem:
        return _failed(words("cant_check"), result.problem)
    if told:
        turn = f"{words('turn', turn=told.turn)} {quote(told.caller)}: " if told.caller else ""
        return _failed(told.title, f"{turn}{told.what}", told.next)
    title = result.exercise.title(words.language)
    return styled(f"✓ {words('passed', number=result.exercise.number, title=title)}", f"{ACCENT} bold")


def verdict(result: CheckResult, course: Course, words: Words, width: int) -> Content:
    """The same with all that is known: where, what was expected, what happened, why, what next."""
    first, *lines = show.verdict(result, course, Paper(width), words)
    head = styled(first, f"{ACCENT if result.passed else ALARM} bold")
    return joined([head, *(_beside(line) for line in lines)])


def _failed(title: str, *texts: str) -> Content:
    head = Content.assemble(("✗ ", f"{ALARM} bold"), styled(title, STRONG))
    return joined([head, *(styled(text) for text in texts if text)])


def _beside(line: str) -> Content:
    return Content.assemble((line[:LABEL], MUTED), line[LABEL:])
