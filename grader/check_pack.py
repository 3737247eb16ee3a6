"""Proves a pack by the wrong agents: which of them it catches, by which scenario, and which scenario it could spare."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

from fake_api.shipped import shipped
from grader.mutant import Mutant, write_mutant
from grader.paper import Paper, padded
from grader.replay import Subject, nursery, play, stem_ahead
from grader.scenario import Pack, split_name
from lab.call.nursery import Stem

Fails = Mapping[str, str]
"""The scenarios that an agent fails, each with its kind, judged without blocking."""


@dataclass(frozen=True, slots=True)
class PackCheck:
    """A pack against the wrong agents; `right` is what the finished agent fails, which must be nothing."""

    pack: str
    scenarios: tuple[str, ...]
    caught: Mapping[str, Fails]
    right: Fails

    @property
    def uncaught(self) -> list[str]:
        """Wrong agents that pass every scenario."""
        return [mutant for mutant, fails in self.caught.items() if not fails]

    @property
    def sparable(self) -> list[str]:
        """Scenarios that catch no wrong agent which no other scenario catches."""
        return [name for name in self.scenarios if not any(fails.keys() == {name} for fails in self.caught.values())]

    @property
    def idle(self) -> list[str]:
        """Scenarios that catch no wrong agent at all."""
        return [name for name in self.scenarios if not any(name in fails for fails in self.caught.values())]


def check_pack(pack: Pack, mutants: Mapping[str, Mutant], tell: Callable[[str], None] = lambda name: None) -> PackCheck:
    """Play every scenario with every wrong agent, and with the finished one; `tell` hears who is next."""
    caught = {}
    finished = shipped(pack.agent)
    with TemporaryDirectory() as folder, stem_ahead(Subject(finished.name, finished)) as stem:
        for name, mutant in mutants.items():
            tell(name)
            caught[name] = fails(pack, write_mutant(name, mutant, Path(folder)), stem)
        tell("the finished agent")
        return PackCheck(pack.name, tuple(pack.scenarios), caught, fails(pack, finished, stem))


def check_front_desk(pack: Pack, parts: Sequence[str], tell: Callable[[str], None] = lambda name: None) -> PackCheck:
    """The same where no agent's file is graded: the policy behind a call layer without one of its parts."""
    from lab.call_layer.configuration import Configuration
    from lab.front_desk.policy import Policy

    caught = {}
    for part in parts:
        tell(f"without {part}")
        caught[part] = _fails(pack, Subject("policy", model=Policy, configuration=Configuration((part,))))
    tell("the whole call layer")
    return PackCheck(pack.name, tuple(pack.scenarios), caught, _fails(pack, Subject("policy", model=Policy)))


def fails(pack: Pack, agent: Path, stem: Stem | None = None) -> Fails:
    """What an agent fails, each scenario by itself; what only the grader could not do is told as its fault."""
    return _fails(pack, Subject(agent.name, agent), stem)


def _fails(pack: Pack, subject: Subject, stem: Stem | None = None) -> Fails:
    with nursery(subject, stem) as nest, ThreadPoolExecutor(cpu_count()) as pool:
        played = list(pool.map(lambda each: play(subject, each[0], each[1], nest), pack.scenarios.items()))
    return {
        each.name: each.failure.kind if each.failure else each.verdict for each in played if each.verdict != "passed"
    }


def told(check: PackCheck, paper: Paper) -> Iterator[str]:
    """The table, wrong agents by scenarios, and what it shows."""
    width = max((len(name) for name in check.caught), default=0)
    yield from _heads(check.scenarios, width)
    for name, failing in check.caught.items():
        marks = "".join(paper.sign("bad") if each in failing else "." for each in check.scenarios)
        yield f"{padded(name, width)}  {marks}  {len(failing) or 'nothing catches it'}"
    yield ""
    yield from _list("fails with the finished agent, and so is wrong itself", [*check.right])
    yield f"{len(check.caught) - len(check.uncaught)} of {len(check.caught)} wrong agents are caught"
    yield from _list("nothing catches", check.uncaught)
    yield from _list("catches none of them", check.idle)
    yield from _list("catches only what others catch too", [name for name in check.sparable if name not in check.idle])


def _heads(names: tuple[str, ...], width: int) -> Iterator[str]:
    """The scenarios' numbers, or their places where they have none, read downwards."""
    numbers = [split_name(name)[0] if split_name(name)[0] != name else str(n) for n, name in enumerate(names, 1)]
    deep = max(map(len, numbers), default=0)
    for row in range(deep):
        yield f"{'':{width}}  {''.join(number.rjust(deep)[row] for number in numbers)}"


def _list(title: str, names: list[str]) -> Iterator[str]:
    if names:
        yield f"{title}: {', '.join(names)}"
