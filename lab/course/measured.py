"""Checks a student's figures by measuring again, and their wrong sentences by hearing them again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from time import monotonic
from typing import Any

from fake_api.data_error import require_one_of
from fake_api.reading import STRICT, read
from lab.course.course import Exercise
from lab.course.verdict import CheckResult, NextThing, Part, Verdict
from lab.measure.intents import context_of, measure
from lab.measure.parsers import parser_named
from lab.measure.progress import Progress
from lab.measure.scores import Score
from lab.measure.sentences import SHIPPED, Sentences, load_sentences
from lab.understanding import UnderstandingUnavailable
from lab.understanding.named import SECONDS

FILE, OWN = "measured.toml", "sentences.toml"
SENTENCES, WRONG = 10, 3
NEEDED = ("grammar", "keywords")
PARSERS = (*NEEDED, "random", "llm")
OPEN = -1


class _Silent(Progress):
    def step(self, doing: str) -> None:
        """A check draws no bar of its own."""


@dataclass(frozen=True)
class Figures:
    """Of one parser: how many intents and how many slots were heard right; -1 is still open."""

    __pydantic_config__ = STRICT

    intents_right: int
    slots_right: int


@dataclass(frozen=True)
class Wrong:
    """A sentence that a parser heard wrong: the intent that it should have, and the one it got."""

    __pydantic_config__ = STRICT

    parser: str
    line: str
    wanted: str
    heard: str


@dataclass(frozen=True)
class Measured:
    """The student's file: figures by parser for the shipped sentences and for their own, and sentences heard wrong."""

    __pydantic_config__ = STRICT

    shipped: Mapping[str, Figures]
    own: Mapping[str, Figures]
    wrong: tuple[Wrong, ...] = ()

    def __post_init__(self) -> None:
        for name in (*self.shipped, *self.own, *(each.parser for each in self.wrong)):
            require_one_of("parser", name, PARSERS)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing written down, beside what was measured again; `told` is there when it is not right."""

    name: str
    verdict: Verdict
    told: NextThing | None = None


def check_measured(exercise: Exercise, folder: Path) -> CheckResult:
    """Every figure and every sentence. Raises DataError if a file can't be read."""
    began = monotonic()
    written, own = read(folder / FILE, Measured), load_sentences(folder / OWN)
    notes: list[str] = []
    heard: dict[tuple[str, str], Score] = {}
    for where, sentences, named in (("shipped", load_sentences(SHIPPED), written.shipped), ("own", own, written.own)):
        for parser in dict.fromkeys((*NEEDED, *named, *(each.parser for each in written.wrong))):
            try:
                heard[where, parser] = _measure(parser, sentences)
            except UnderstandingUnavailable as error:
                notes.append(f"{where}.{parser} was not measured again: {error}")
    found = [_enough(own), *_figures(written, heard), *_wrong(written, heard)]
    parts = tuple(Part(each.name, each.name, each.verdict) for each in found)
    told = next((each.told for each in found if each.told), None)
    return CheckResult(exercise, parts, told, seconds=monotonic() - began, notes=tuple(notes))


def _measure(parser: str, sentences: Sentences) -> Score:
    made = parser_named(parser, {"url": None, "model": None, "seconds": SECONDS, "seed": 0})
    return measure(made, sentences, context_of(sentences), _Silent(0))


def _enough(own: Sentences) -> Finding:
    count = len({sentence.line for sentence in own.sentence})
    name = f"ten sentences in {OWN}"
    if count >= SENTENCES:
        return Finding(name, "passed")
    why = "A few sentences show what you expect. The tenth shows what you did not."
    how = 'Write down what people really say on the phone: half a sentence, "hmm, Thursday?", a no with a reason.'
    return Finding(name, "failed", NextThing(name, name, f"there are {count} different ones so far", why, how))


def _figures(written: Measured, heard: Mapping[tuple[str, str], Score]) -> Iterator[Finding]:
    for where, named in (("shipped", written.shipped), ("own", written.own)):
        for parser in dict.fromkeys((*NEEDED, *named)):
            if (where, parser) in heard:
                yield from _compared(where, parser, named.get(parser), heard[where, parser])


def _compared(where: str, parser: str, said: Figures | None, score: Score) -> Iterator[Finding]:
    command = "lab measure intents" + (f" --file {OWN}" if where == "own" else "")
    for key in (each.name for each in fields(Figures)):
        name = f"{where}.{parser} {key}"
        wrote, right = getattr(said, key, OPEN), getattr(score, key)
        if wrote == right:
            yield Finding(name, "passed")
        elif wrote == OPEN:
            why = "Measure it and write down what you see; a guess teaches nothing."
            yield Finding(name, "not checked", NextThing(name, name, "this is still open", why, f"`{command}`"))
        else:
            what = f"you wrote {wrote}, and measured again it is {right}"
            why = "A figure is worth something because anybody who measures again finds the same."
            yield Finding(name, "failed", NextThing(name, name, what, why, f"`{command}`, column {parser}"))


def _wrong(written: Measured, heard: Mapping[tuple[str, str], Score]) -> Iterator[Finding]:
    answers = {(parser, answer["line"]): answer for (_, parser), score in heard.items() for answer in score.answers}
    seen: set[tuple[str, str]] = set()
    for number in range(1, max(WRONG, len(written.wrong)) + 1):
        name = f"wrong sentence {number}"
        each = written.wrong[number - 1] if number <= len(written.wrong) else None
        if each is None or each.line in ("", "?"):
            yield Finding(name, "not checked", NextThing(name, name, "this is still open", *_STILL_OPEN))
            continue
        key = each.parser, each.line
        problem = _not_wrong(each, answers.get(key), key in seen)
        seen.add(key)
        yield Finding(name, "failed", NextThing(name, name, problem, *_NO_SUCH)) if problem else Finding(name, "passed")


_STILL_OPEN = (
    "A figure says how often, a sentence says why. Three wrong ones teach more than a percentage.",
    "The report of `lab measure intents` lists what was heard wrong: copy three of them into [[wrong]].",
)
_NO_SUCH = (
    "It should be a sentence that was measured, of which this parser heard another intent than was meant.",
    "Copy a line of the report as it stands.",
)


def _not_wrong(each: Wrong, answer: dict[str, Any] | None, twice: bool) -> str:
    """Why this is no sentence that was heard wrong; nothing if it is one."""
    if twice:
        return f'"{each.line}" stands here twice'
    if answer is None:
        return f'no sentence that {each.parser} heard reads "{each.line}"'
    said = answer["said"] or "nothing"
    if (answer["wanted"], said) != (each.wanted, each.heard):
        return f'in "{each.line}" the intent is {answer["wanted"]}, and {each.parser} hears {said}'
    return f'{each.parser} hears "{each.line}" as it should be' if said == each.wanted else ""
