"""What is not finite: long calls in the words of real callers on a chaotic clinic, the shortest that goes wrong."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from fake_api.failures import load_plan
from fake_api.reading import STRICT, read
from lab.call.nursery import AVAILABLE, Nursery
from lab.call.place import Arrangement, place_call
from lab.record import FAULTS, CallEnded, InvariantBroken, Record

PHRASINGS = Path(__file__).with_name("phrasings.toml")
LONGEST_CALL = 25  # lines


class NeedsHypothesis(Exception):
    """Hypothesis, which shrinks a call, is not installed."""


@dataclass(frozen=True)
class Phrasings:
    """Lines with gaps, and what fills them."""

    __pydantic_config__ = STRICT

    lines: tuple[str, ...]
    days: tuple[str, ...]
    times: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """The smallest call that went wrong: the seed of its chaos, and what happened."""

    seed: int
    record: Record

    @property
    def kind(self) -> str:
        """The first broken invariant, or how the agent's process failed."""
        return next(filter(None, map(_kind, self.record.events)))


def search_at_random(
    agent: Path, calls: int, seed: int = 0, watch: Callable[[int], None] = lambda n: None
) -> Wrong | None:
    """Place so many random calls; of those that go wrong, the smallest. Raises NeedsHypothesis or AgentFault."""
    try:
        from hypothesis import HealthCheck, find, settings
        from hypothesis.errors import NoSuchExample
    except ImportError:
        raise NeedsHypothesis from None
    quiet = settings(
        max_examples=calls,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    with Nursery(agent) if AVAILABLE else nullcontext() as nest:
        placed = 0

        def goes_wrong(script: tuple[list[str], int]) -> bool:
            nonlocal placed
            placed += 1
            watch(placed)
            return any(map(_kind, _talk(agent, nest, *script).events))

        try:
            lines, chaos = find(_scripts(), goes_wrong, settings=quiet, random=Random(seed))
        except NoSuchExample:
            return None
        return Wrong(chaos, _talk(agent, nest, lines, chaos))


def _scripts() -> Any:
    from hypothesis import strategies as st

    said = read(PHRASINGS, Phrasings)
    fill = {"day": said.days, "time": said.times, "name": said.names}

    @st.composite
    def line(draw: Any) -> str:
        text: str = draw(st.sampled_from(said.lines))
        for gap, words in fill.items():
            while f"{{{gap}}}" in text:
                text = text.replace(f"{{{gap}}}", draw(st.sampled_from(words)), 1)
        return text

    return st.tuples(st.lists(line(), min_size=1, max_size=LONGEST_CALL), st.integers(0, 9999))


def _talk(agent: Path, nest: Nursery | None, lines: list[str], seed: int) -> Record:
    plan = replace(load_plan("chaos"), seed=seed)
    with place_call(Arrangement(agent, plan=plan, nursery=nest)) as call:
        call.open()
        for line in lines:
            if call.over:
                break
            call.hear(line)
        call.finish()
        return call.record


def _kind(event: object) -> str:
    if isinstance(event, InvariantBroken):
        return event.name
    return event.why if isinstance(event, CallEnded) and event.why in FAULTS else ""
