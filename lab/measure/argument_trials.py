"""One call of a model that errs at set rates, through the argument layers, without anything being carried out."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lab.call_layer.arguments.entities import Entity
from lab.call_layer.arguments.refusal import Question
from lab.call_layer.arguments.schema import sheet
from lab.call_layer.arguments.steps import LAYERS, Taken, take
from lab.call_layer.shapes import Refusal
from lab.measure.argument_cases import Cases
from lab.measure.argument_slips import CAUSES, Arguments, Slip, differences, slips

if TYPE_CHECKING:
    from lab.measure.argument_writers import Written

    Again = Callable[["Bench", Written, Refusal], Arguments]

RATE = 0.09
"""How many calls have a wrong argument, as published (0.91 are right)."""
STAGES = {"the tool is the right one": 0.99, "the answer is understood": 0.96, "it ends when it should": 0.98}
"""The other stages of the loop, as published; they are drawn beside the arguments, for the whole."""
MENDED = 0.5
"""How often a model whose argument was refused without a suggestion finds the right one by itself."""

First = Literal["sent", "refused", "asked"]
Final = Literal["right", "asked", "wrong", "stopped"]


@dataclass(frozen=True, slots=True)
class Setting:
    """Which layers are on, by the name of the last."""

    name: str
    off: frozenset[str]


SETTINGS = (
    Setting("none", frozenset(LAYERS)),
    *(Setting(f"+ {name}", frozenset(LAYERS[at:])) for at, name in enumerate(LAYERS, 1)),
)
TRACED = Setting("provenance alone", frozenset(LAYERS) - {"provenance"})


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one call.

    `cause` is what was wrong with it as the model wrote it (empty: nothing), `first` and `suggested` what the layers
    said to that, `mended` whether the one retry was right (none: there was none), `final` what it came to, and `wrong`
    the causes of what was sent and wrong. `whole`: the other stages of the loop went well. `must_ask`: only a question
    is right.
    """

    cause: str
    first: First
    suggested: bool = False
    mended: bool | None = None
    final: Final = "right"
    wrong: frozenset[str] = frozenset()
    flagged: bool = False
    whole: bool = True
    must_ask: bool = False


@dataclass
class Bench:
    """The cases, their slips, and what the layers made of every call so far."""

    cases: Cases
    _taken: dict[tuple[Any, ...], Taken] = field(default_factory=dict)

    @cached_property
    def slips(self) -> Mapping[str, tuple[tuple[int, Slip], ...]]:
        """Every slip with the place of its case, by cause."""
        every = [(at, slip) for at, case in enumerate(self.cases.case) for slip in slips(self.cases, case)]
        return {cause: tuple(pair for pair in every if pair[1].cause == cause) for cause in CAUSES}

    def take(
        self, at: int, arguments: Arguments, off: frozenset[str], answer: str = "", *, alone: bool = False
    ) -> Taken:
        """What the layers make of a call in a case, after one more line of its caller, or after that line alone."""
        known = (at, json.dumps(arguments, sort_keys=True), off, answer, alone)
        if known not in self._taken:
            case = self.cases.case[at]
            told = self.cases.told(case)
            said = () if alone else told.lines
            told = replace(told, lines=(*said, answer)) if answer else told
            self._taken[known] = take(case.tool, arguments, told, off)
        return self._taken[known]

    def wrong(self, at: int, taken: Taken) -> frozenset[str]:
        """The causes in which what is sent is not the right call."""
        case = self.cases.case[at]
        found = differences(case, taken.arguments, self.cases.told(case).scope)
        fields = sheet()[case.tool]
        for name in tuple(found):
            filled = fields[name].fills if name in fields else ""
            if filled and taken.filled.get(filled) == case.means.get(filled, ""):
                del found[name]
        return frozenset(found.values()) or (frozenset({"not asked"}) if case.asks else frozenset())


def play(bench: Bench, written: "Written", again: "Again", setting: Setting) -> Trial:
    """The call, and one more try or the caller's answer where the layers want one."""
    at, off, case = written.at, setting.off, bench.cases.case[written.at]
    whole = all(written.dice.random() < chance for chance in STAGES.values())
    first = bench.take(at, written.arguments, off)
    trial = Trial(written.cause, _kind(first), flagged=bool(first.flags), whole=whole, must_ask=bool(case.asks))
    if isinstance(first.stopped, Refusal):
        second = bench.take(at, again(bench, written, first.stopped), off)
        done = _judged(replace(trial, suggested=first.stopped.suggestion is not None), bench, at, second, "stopped")
        return replace(done, mended=done.final in ("right", "asked"))
    if isinstance(first.stopped, Question) and first.stopped.argument != case.asks:
        return _judged(trial, bench, at, _answered(bench, at, first.stopped, off), "stopped")
    return _judged(trial, bench, at, first, "asked")


def _answered(bench: Bench, at: int, question: Question, off: frozenset[str]) -> Taken:
    """The caller says which one, or what number; the model writes that."""
    case = bench.cases.case[at]
    each = sheet()[case.tool][question.argument]
    if each.kind != "entity":
        return bench.take(at, case.arguments, off)
    meant = [entity for entity in bench.cases.told(case).scope.entities(each.of) if entity.id in case.means.values()]
    if not meant:
        return bench.take(at, case.arguments, off, "no, nobody in particular")
    answer = meant[0].label
    return bench.take(at, {**case.arguments, question.argument: answer}, off, answer)


def _judged(trial: Trial, bench: Bench, at: int, taken: Taken, stopped: Final) -> Trial:
    case = bench.cases.case[at]
    flagged = trial.flagged or bool(taken.flags)
    if isinstance(taken.stopped, Question):
        right = taken.stopped.argument == case.asks
        return replace(trial, final="asked" if right else "stopped", flagged=flagged)
    if taken.stopped is not None:
        return replace(trial, final="stopped", flagged=flagged)
    wrong = bench.wrong(at, taken)
    return replace(trial, final="wrong" if wrong else "right", wrong=wrong, flagged=flagged)


def _kind(taken: Taken) -> First:
    if taken.stopped is None:
        return "sent"
    return "asked" if isinstance(taken.stopped, Question) else "refused"


class Misheard(NamedTuple):
    """The wrong argument that passes: what was heard is real, well-formed and said, and not what was meant."""

    at: int
    argument: str
    meant: Entity
    heard: Entity


def misheard(bench: Bench) -> Iterator[Misheard]:
    """Every case in which another that is in scope could have been heard."""
    for at, case in enumerate(bench.cases.case):
        for name, each in sheet()[case.tool].items():
            if each.kind == "entity" and each.fills in case.means:
                entities = bench.cases.told(case).scope.entities(each.of)
                (meant,) = (entity for entity in entities if entity.id == case.means[each.fills])
                yield from (Misheard(at, name, meant, other) for other in entities if other != meant)


def passes(bench: Bench, slip: Misheard, off: frozenset[str]) -> bool:
    """Whether it reaches execution: no layer stops it, and nothing that is said names another than was meant."""
    arguments = {**bench.cases.case[slip.at].arguments, slip.argument: slip.heard.label}
    taken = bench.take(slip.at, arguments, off, slip.heard.label, alone=True)
    told = taken.resolved.get(slip.argument, slip.meant.label)
    return taken.stopped is None and told == slip.meant.label
