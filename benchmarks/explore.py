"""How long it takes to search every dialogue of an agent: `python benchmarks/explore.py [AGENT.py ...]`.

With no name: the finished agent. For each: states, edges, turns that its process played, the share of edges that led
to where one had been, seconds on the clock, and seconds of the processor (ours and the agent's).
"""

import os
import sys
import time
from pathlib import Path

from fake_api.shipped import shipped
from lab.explore.alphabet import load_alphabet
from lab.explore.driver import Driver
from lab.explore.report import merged_share
from lab.explore.search import Search, explore
from lab.terminal import say

HEAD = "| agent | states | of the agent | edges | turns | merged | lines | found | complete | seconds | processor |"
RULE = "|---|--:|--:|--:|--:|--:|--:|---|---|--:|--:|"


def main(agents: list[Path]) -> None:
    """Print one row for each agent."""
    say(HEAD)
    say(RULE)
    for agent in agents:
        began, worked = time.monotonic(), processor()
        with Driver(agent, load_alphabet()) as driver:
            search = explore(driver)
        say(row(agent.name, search, time.monotonic() - began, processor() - worked))


def row(name: str, search: Search, seconds: float, worked: float) -> str:
    """One line of the table."""
    places = len({point.place.mark for point in search.points.values()})
    turns = sum(map(len, search.turns.values()))
    cells = [name, f"{len(search.points):,}", f"{places:,}", f"{search.edges:,}", f"{turns:,}"]
    cells += [f"{merged_share(search):.1%}", str(search.depth), ", ".join(search.findings) or "nothing"]
    cells += [search.stopped_by or "yes", f"{seconds:.1f}", f"{worked:.1f}"]
    return f"| {' | '.join(cells)} |"


def processor() -> float:
    """Seconds of the processor so far: this process's, and those of its children that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or [shipped("agent.py")])
