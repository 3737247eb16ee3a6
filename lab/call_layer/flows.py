"""Guided flows: which tools there are at each step of a call, what comes next, and where the practice's no leads."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from fake_api import expressions
from fake_api.data_error import DataError, near_miss
from fake_api.reading import STRICT, read

FILE = Path(__file__).with_name("flows.toml")

Facts = Mapping[str, str | int | bool]

KNOWN: Facts = {
    "task": "",
    "identity": "none",
    "searched": 0,
    "offers": 0,
    "visits": 0,
    "taken": 0,
    "mismatches": 0,
    "done": 0,
    "locked": False,
    "named": False,
    "born": False,
}
"""What a guard may ask for, as it is when a call begins."""

HEARS = ("LISTEN", "ASK_NAME", "ASK_BIRTH", "ASK_DAY", "ASK_TIME", "CONFIRM")
_TASK = "TASK"


@dataclass(frozen=True)
class Offered:
    """A tool of a step, and when it is there."""

    __pydantic_config__ = STRICT

    name: str
    when: str | None = None


@dataclass(frozen=True)
class Say:
    """What comes next at a step, and how the caller's line after it is heard."""

    __pydantic_config__ = STRICT

    hears: str
    next: str
    when: str | None = None


@dataclass(frozen=True)
class Go:
    """Where a tool, a code or a line leads; `next` is told in place of what the step there says."""

    __pydantic_config__ = STRICT

    on: tuple[str, ...]
    to: str
    when: str | None = None
    next: str = ""


@dataclass(frozen=True)
class Step:
    """A step of a call; the `last` has no tools."""

    __pydantic_config__ = STRICT

    name: str
    say: tuple[Say, ...]
    tools: tuple[Offered, ...] = ()
    go: tuple[Go, ...] = ()
    last: bool = False


@dataclass(frozen=True)
class Flows:
    """Every step, the first of them, which step a task is, and what leads on from everywhere. Raises DataError."""

    __pydantic_config__ = STRICT

    start: str
    tasks: Mapping[str, str]
    step: tuple[Step, ...]
    always: tuple[Go, ...] = ()

    def __post_init__(self) -> None:
        names = [step.name for step in self.step]
        leads = [("start", self.start), *((f"tasks.{task}", name) for task, name in self.tasks.items())]
        leads += [(f"{where}.to", go.to) for where, go in self._ways() if go.to != _TASK]
        for key, name in leads:
            if name not in names:
                raise DataError(f"there is no step {name!r:.40}", key=key, suggestion=near_miss(name, names))
        for number, step in enumerate(self.step, 1):
            if not step.say or step.say[-1].when is not None:
                raise DataError(
                    "the last one says what comes next in every other case: no `when`", key=f"step[{number}].say"
                )

    def _ways(self) -> list[tuple[str, Go]]:
        own = [(f"step[{n}].go[{m}]", go) for n, step in enumerate(self.step, 1) for m, go in enumerate(step.go, 1)]
        return own + [(f"always[{number}]", go) for number, go in enumerate(self.always, 1)]

    def named(self, name: str) -> Step:
        return next(step for step in self.step if step.name == name)

    def knows(self, event: str) -> bool:
        """Whether a tool, a code or a line leads anywhere from every step."""
        return any(event in go.on for go in self.always)

    def guards(self) -> list[str]:
        """Every `when` in the file."""
        ways = [*self.always, *(go for step in self.step for go in step.go)]
        whens = [tool.when for step in self.step for tool in step.tools]
        whens += [say.when for step in self.step for say in step.say]
        return [when for when in (*whens, *(go.when for go in ways)) if when is not None]


@cache
def load_flows(path: Path = FILE) -> Flows:
    """The flows of a file; raises DataError."""
    return read(path, Flows)


class Way:
    """One call's way through the flows."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self.step = flows.named(flows.start)
        self._next = ""

    def tools(self, facts: Facts) -> tuple[str, ...]:
        """The tools that are there now."""
        return tuple(tool.name for tool in self.step.tools if _holds(tool.when, facts))

    def guidance(self, facts: Facts) -> str:
        return self._next or self._say(facts).next

    def hears(self, facts: Facts) -> str:
        return self._say(facts).hears

    def go(self, event: str, facts: Facts) -> bool:
        """Follow where a tool, a code or a line leads; false if nowhere."""
        if self.step.last:
            return False
        ways = (go for go in (*self.step.go, *self._flows.always) if event in go.on and _holds(go.when, facts))
        way = next(ways, None)
        if way is None:
            self._next = ""
            return False
        self.step, self._next = self._flows.named(self._target(way, facts)), way.next
        return True

    def _target(self, way: Go, facts: Facts) -> str:
        return self._flows.tasks.get(str(facts["task"]), "CHOOSE_TASK") if way.to == _TASK else way.to

    def _say(self, facts: Facts) -> Say:
        return next(say for say in self.step.say if _holds(say.when, facts))


def _holds(when: str | None, facts: Facts) -> bool:
    return when is None or _verdict(when, tuple(facts.items()))


# the facts are few and small, and a guard is asked for at every tool call
@lru_cache(maxsize=16_384)
def _verdict(when: str, facts: tuple[tuple[str, str | int | bool], ...]) -> bool:
    return expressions.holds(when, dict(facts), KNOWN)
