"""What a pack does not see: the arrows of an agent's machine that none of its scenarios walks."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lab.explore.machine import Arrow, arrows_of
from lab.record import Event

if TYPE_CHECKING:
    from grader.scenario import Pack


def not_walked(machine: Iterable[Arrow], pack: "Pack", agent: Path) -> list[Arrow]:
    """The arrows of the agent's machine that it does not walk while the pack is played, in order."""
    walked = {arrow for events in played(pack, agent) for arrow in arrows_of(events)}
    return sorted(set(machine) - walked)


def played(pack: "Pack", agent: Path) -> Iterator[tuple[Event, ...]]:
    """What happened in each scenario of a pack."""
    from grader.replay import Subject, grade

    yield from (result.record for result in grade(Subject(agent.name, agent), pack).scenarios)
