"""What the intents experiment prints."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from lab.measure.plot import bars
from lab.measure.scores import OUT_OF_FORM, Score
from lab.measure.table import percent, table
from lab.record import quote

LESSON = """\
A kept format says nothing about the content: a schema holds the form, and only what can be checked holds the rest.
What is heard wrong does little harm inside the state machine: what was missed is asked for, what was misheard is
read back before anything is booked, and a yes books only where the grammar hears a whole yes too."""


def as_text(scores: Sequence[Score], missing: Mapping[str, str]) -> str:
    """A table, a confusion matrix for each parser, a chart, and what it means."""
    return "\n\n".join(_parts(scores, missing))


def as_json(scores: Sequence[Score], missing: Mapping[str, str]) -> str:
    """Every figure by name."""
    return json.dumps({"parsers": [asdict(score) for score in scores], "missing": dict(missing)})


def _parts(scores: Sequence[Score], missing: Mapping[str, str]) -> Iterator[str]:
    yield _figures(scores)
    yield from map(_matrix, scores)
    if wrong := [line for score in scores for line in _heard_wrong(score)]:
        yield "\n".join(["heard wrong:", *wrong])
    yield _chart(scores)
    yield LESSON
    yield from (f"{name} was not measured: {why}" for name, why in missing.items())


def _figures(scores: Sequence[Score]) -> str:
    def row(name: str, *cells: object) -> tuple[object, ...]:
        return (name, *cells)

    return table(
        ("", *(score.parser for score in scores)),
        (
            row("format kept", *(percent(score.kept, score.sentences) for score in scores)),
            row("intents right", *(percent(score.intents_right, score.sentences) for score in scores)),
            row("slots right", *(percent(score.slots_right, score.slots_said) for score in scores)),
            row("slots made up", *(score.made_up for score in scores)),
            row("words not in the line, dropped", *(score.dropped for score in scores)),
            row("says the first intent of the list", *(percent(score.first, score.sentences) for score in scores)),
            row("the same, list turned round", *(percent(score.first_turned, score.sentences) for score in scores)),
            row("time a line, median", *(_span(score.seconds) for score in scores)),
        ),
    )


def _matrix(score: Score) -> str:
    columns = list(next(iter(score.confusion.values())))
    rows = [(wanted, *(heard[column] or "." for column in columns)) for wanted, heard in score.confusion.items()]
    return f"{score.parser}: wanted (down), heard (across)\n{table(('', *columns), rows)}"


def _heard_wrong(score: Score) -> Iterator[str]:
    for answer in score.answers:
        if answer["said"] != answer["wanted"]:
            said = answer["said"] or OUT_OF_FORM
            yield f"  {score.parser}: {quote(answer['line'])} wanted {answer['wanted']}, heard {said}"


def _chart(scores: Sequence[Score]) -> str:
    intents = {score.parser: 100 * score.intents_right / score.sentences for score in scores}
    slots = {score.parser: 100 * score.slots_right / score.slots_said for score in scores if score.slots_said}
    charts = [
        bars("intents right, in percent", intents, 100),
        bars("slots right, in percent", slots, 100) if slots else "",
    ]
    return "\n".join(charts).rstrip()


def _span(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.2g} ms"
