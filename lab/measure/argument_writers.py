"""Who writes the arguments: the seeded model, the liar of the front desk, or a real language model."""

import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from lab.call_layer.arguments.schema import parameters, sheet
from lab.call_layer.shapes import ModelTool, Refusal
from lab.front_desk.model import Asked, Caller, Done, Entry, Model, Step, Talk
from lab.measure.argument_cases import TODAY, Case
from lab.measure.argument_slips import SHARES, Arguments, Slip, differences, slips
from lab.measure.argument_trials import MENDED, Bench
from lab.protocol import Heard

LIES = 0.1
"""The chance of each of the liar's ways to err."""


class Written(NamedTuple):
    """A call as it was written: its case, its arguments, what is wrong with them (empty: nothing), and further dice."""

    at: int
    arguments: Arguments
    cause: str
    dice: random.Random


class Writer(Protocol):
    """Writes calls, and writes one again that was refused; `idle` counts cases in which it called something else."""

    name: str
    idle: int

    def writes(self, bench: Bench, count: int, seed: int) -> Iterator[Written]: ...

    def again(self, bench: Bench, written: Written, refusal: Refusal) -> Arguments: ...


@dataclass
class Seeded:
    """Errs at the published rate, in the published shares, and corrects itself as such models do."""

    rate: float
    name: str = "seeded"
    idle: int = 0

    def writes(self, bench: Bench, count: int, seed: int) -> Iterator[Written]:
        dice, cases = random.Random(seed), bench.cases.case
        for _ in range(count):
            at, slip = self._drawn(bench, dice)
            arguments = slip.of(cases[at].arguments) if slip else dict(cases[at].arguments)
            yield Written(at, arguments, slip.cause if slip else "", random.Random(dice.random()))

    def again(self, bench: Bench, written: Written, refusal: Refusal) -> Arguments:
        return retry(bench, written, refusal)

    def _drawn(self, bench: Bench, dice: random.Random) -> tuple[int, Slip | None]:
        """A wrong call is of any case that can be got wrong in the way that was drawn."""
        if dice.random() >= self.rate:
            return dice.randrange(len(bench.cases.case)), None
        return dice.choice(bench.slips[dice.choices(tuple(SHARES), tuple(SHARES.values()))[0]])


def retry(bench: Bench, written: Written, refusal: Refusal) -> dict[str, Any]:
    """The suggestion; without one the right value, or as often another wrong one."""
    name, case, dice = refusal.argument or "", bench.cases.case[written.at], written.dice
    rest = {key: value for key, value in written.arguments.items() if key != name}
    if refusal.suggestion is not None:
        return {**rest, name: refusal.suggestion}
    right = case.arguments.get(name)
    if dice.random() < MENDED:
        return rest if right is None else {**rest, name: right}
    others = [each.value for each in slips(bench.cases, case) if each.argument == name and each.value is not None]
    return {**rest, name: dice.choice(others)} if others else dict(written.arguments)


@dataclass
class Seat:
    """Whatever can sit at the front desk: it is shown the lines and the tools, and writes its call."""

    name: str
    model: Callable[[Case, int], Model]
    once: bool = False
    asks_again: bool = False
    idle: int = 0

    def writes(self, bench: Bench, count: int, seed: int) -> Iterator[Written]:
        """So many, the cases in turn; or each case once, whatever is asked for."""
        cases = list(enumerate(bench.cases.case))
        for number, (at, case) in enumerate(
            itertools.islice(itertools.cycle(cases), len(cases) if self.once else count)
        ):
            arguments = call_of(self.model(case, seed + number).next(talk(case)), case.tool)
            if arguments is None:
                self.idle += 1
                continue
            found = differences(case, arguments, bench.cases.told(case).scope)
            yield Written(at, arguments, next(iter(found.values()), ""), random.Random(f"{seed} {number}"))

    def again(self, bench: Bench, written: Written, refusal: Refusal) -> Arguments:
        if not self.asks_again:
            return retry(bench, written, refusal)
        case = bench.cases.case[written.at]
        told = {"ok": False, "code": refusal.code, "text": refusal.text, "next": refusal.next}
        done = Done(Asked(case.tool, dict(written.arguments)), told)
        found = call_of(self.model(case, 0).next(talk(case, done)), case.tool)
        return written.arguments if found is None else found


@dataclass(frozen=True)
class Right:
    """Writes the one right call of a case: what the liar makes something else of."""

    case: Case
    name: str = "right"

    def next(self, talk: Talk) -> Step:
        return Step(calls=(Asked(self.case.tool, dict(self.case.arguments)),))


def liar() -> Seat:
    from lab.front_desk.liar import Liar

    return Seat("liar", lambda case, seed: Liar(seed, LIES, honest=Right(case)))


def chat(made: Callable[[], Model]) -> Seat:
    """A real model, asked once for each case, and again where it was refused."""
    return Seat("chat", lambda case, seed: made(), once=True, asks_again=True)


def talk(case: Case, *more: Entry) -> Talk:
    """A case as a model is shown it."""
    lines = tuple(Caller(line, Heard()) for line in case.says)
    tools = tuple(ModelTool(name, name.replace("_", " "), "read", parameters(name)) for name in sheet())
    shown = tuple(tool for tool in tools if tool.name in _SHOWN)
    guidance = "The caller is known. Call the one tool that does what they want, with their own words."
    return Talk(case.language, TODAY, "Maple Street", (*lines, *more), shown, guidance, "CHOOSE_TASK")


_SHOWN = ("request_refill", "take_payment", "message_provider", "find_openings", "find_patient", "quote_new_patient")


def call_of(step: Step, tool: str) -> dict[str, Any] | None:
    """The arguments of the one call of this tool; what is no object, or is one as text, is read as far as it can be."""
    if len(step.calls) != 1 or step.calls[0].name != tool:
        return None
    arguments = step.calls[0].arguments
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return None
    return dict(arguments) if isinstance(arguments, Mapping) else None
