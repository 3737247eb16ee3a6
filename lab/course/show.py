"""Draws what a check found, and how a course stands; computes nothing."""

from collections.abc import Iterable, Iterator, Sequence

from grader.paper import Paper, cells, wrapped
from lab.course.bench import Hint, Row
from lab.course.course import Course, Exercise
from lab.course.verdict import CheckResult, NextThing
from lab.course.words import Words
from lab.record import indented, quote
from lab.terminal import literal

WIDEST = 100
MOST_LINES, MOST_PRINTED = 5, 3
COUNTED = {"scenarios": "scenarios", "nature": "answers", "measured": "figures", "arguments": "calls", "flows": "calls"}


def title_line(result: CheckResult, paper: Paper, words: Words) -> str:
    """Number and title on the left, how far it is on the right."""
    exercise = result.exercise
    left = f"{exercise.number} · {literal(exercise.title(words.language))}"
    if not result.own:
        return paper.paint(left, "strong")
    count = words(COUNTED[exercise.sheet.check], done=result.done, of=len(result.own))
    return ends(left, f"{bar(result.done, len(result.own), paper)} {count}", paper, "strong")


def ends(left: str, right: str, paper: Paper, how: str = "") -> str:
    """One text at the left end of a line, another at its right end."""
    gap = max(2, _width(paper) - cells(left) - cells(right))
    return f"{paper.paint(left, how)}{' ' * gap}{right}".rstrip()


def bar(done: int, of: int, paper: Paper, width: int = 10) -> str:
    """A bar that is full when all is done; its figure always stands beside it."""
    full = width * done // of if of else 0
    marks = ("█", "░") if paper.unicode else ("#", ".")
    return marks[0] * full + marks[1] * (width - full)


def verdict(result: CheckResult, course: Course, paper: Paper, words: Words) -> Iterator[str]:
    """The one next thing; or that all is well."""
    if result.problem:
        yield f"{paper.paint(paper.sign('bad'), 'bad')} {words('cant_check')}"
        yield from labelled("what", result.problem, paper, words)
    elif result.next_thing:
        yield from _next_thing(result.next_thing, result.exercise, course, paper, words)
    else:
        text = words("passed", number=result.exercise.number, title=result.exercise.title(words.language))
        yield paper.paint(f"{paper.sign('good')} {literal(text)}", "good")
    for note in result.notes:
        yield from labelled("note", note, paper, words)


def _next_thing(told: NextThing, exercise: Exercise, course: Course, paper: Paper, words: Words) -> Iterator[str]:
    yield f"{paper.paint(paper.sign('bad'), 'bad')} {paper.paint(literal(told.title), 'strong')}"
    owner = next((each for each in course.exercises if told.part in each.scenarios), exercise)
    if owner is not exercise:
        yield f"  {words('from_earlier', number=owner.number)}"
    if told.caller:
        yield from labelled("turn", words("caller_says", line=quote(told.caller)), paper, words, turn=told.turn)
    elif told.part in owner.scenarios:
        yield f"  {words('opening')}"
    yield from labelled("what", told.what, paper, words)
    yield from _block("where", told.where, paper, words)
    if told.part not in owner.scenarios:
        yield from _block("seen", told.happened, paper, words)
    elif not told.where:
        yield from _block("expected", told.expected, paper, words)
        yield from _block("happened", told.happened, paper, words)
    yield from _block("printed", told.printed.splitlines()[-MOST_PRINTED:], paper, words)
    yield from labelled("why", told.why, paper, words)
    yield from labelled("next", told.next, paper, words)


def labelled(key: str, text: str, paper: Paper, words: Words, **values: object) -> Iterator[str]:
    """A label and a paragraph beside it; nothing for an empty text."""
    if text:
        yield from _beside(words(key, **values), wrapped(literal(text), _width(paper) - 12))


def _block(key: str, lines: Sequence[str], paper: Paper, words: Words) -> Iterator[str]:
    """A label and lines of code or of a record beside it, the first ones where there are many."""
    if lines:
        shown = [*lines[:MOST_LINES], *(["…"] if len(lines) > MOST_LINES else [])]
        width = _width(paper) - 12
        yield from _beside(words(key), [part for line in shown for part in _folded(literal(line), width)])


def _folded(line: str, width: int) -> list[str]:
    """A line as it stands if it fits; else folded, so that what belongs to it is seen to."""
    if cells(line) <= width:
        return [line]
    first, *rest = wrapped(line, width - 2)
    return [first, *(f"  {part}" for part in rest)]


def _beside(label: str, lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f"  {label if number == 0 else '':9} {line}".rstrip()


def hint_lines(hint: Hint, exercise: Exercise, paper: Paper, words: Words) -> Iterator[str]:
    """A hint, and how to get the next."""
    yield paper.paint(words("hint", number=hint.number, of=hint.of), "strong")
    yield from markdown(hint.text, paper)
    last = hint.number == hint.of
    yield paper.paint(words("hint_last" if last else "hint_more", exercise=exercise.number), "dim")


def markdown(text: str, paper: Paper) -> Iterator[str]:
    """A hint's Markdown as plain lines: paragraphs wrapped, code as it stands."""
    inside = False
    for paragraph in literal(text).split("\n\n"):
        for line in paragraph.split("\n") if "```" in paragraph or inside else [paragraph.replace("\n", " ")]:
            if line.startswith("```"):
                inside = not inside
            elif inside:
                yield f"    {line}"
            else:
                yield from (f"  {part}" for part in wrapped(line, _width(paper) - 2))
        yield ""


def standing(rows: Sequence[Row], course: Course, paper: Paper, words: Words) -> Iterator[str]:
    """The whole course: each exercise with its state, and the sum."""
    done = sum(row.state == "done" for row in rows)
    total = f"{bar(done, len(rows), paper)} {words('progress', done=done, of=len(rows))}"
    yield ends(literal(course.title), total, paper, "strong")
    for row in rows:
        sign = {"done": "good", "now": "here"}.get(row.state, "blocked")
        state = words(row.state.replace(" ", "_"))
        state += f", {words('optional')}" if row.exercise.sheet.optional else ""
        state += f", {words('hints_seen', count=row.standing.hints)}" if row.standing.hints else ""
        title = f"{row.exercise.number} · {literal(row.exercise.title(words.language))}"
        yield ends(f"{paper.sign(sign)} {title}", state, paper, "strong" if row.state == "now" else "")


def record_lines(told: NextThing | None, words: Words) -> list[str]:
    """The whole call that failed, in the one notation."""
    return [literal(indented(event)) for event in told.record] if told and told.record else [words("no_record")]


def _width(paper: Paper) -> int:
    return min(paper.width, WIDEST)
