"""The machine: its arrows, its pictures, and which of its steps a pack does not walk."""

import json
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grader.scenario import load_pack
from lab.explore.coverage import not_walked
from lab.explore.diagram import mermaid, svg, text, ways
from lab.explore.driver import Driver
from lab.explore.machine import Arrow, machine_of, said
from lab.explore.search import explore
from lab.protocol import Heard
from tests.explore.conftest import alphabet

Machine = frozenset[Arrow]


@pytest.fixture(scope="module")
def machine() -> Machine:
    """The finished agent's machine, as far as a few acts show it."""
    from fake_api.shipped import shipped

    with Driver(shipped("agent.py"), alphabet("all", "day", "yes", "no", "goodbye", "a person", "noise")) as driver:
        return machine_of(explore(driver))


def test_an_arrow_says_what_was_said_and_what_became_of_the_tools(machine: Machine) -> None:
    """Without values: what matters is which slots there were, and what failed."""
    assert Arrow("LISTEN", "day and time and name", "", "CONFIRM") in machine
    assert Arrow("LISTEN", "day", "find_open_times late", "ASK_TIME") in machine
    assert Arrow("CONFIRM", "yes", "book rejected", "ASK_TIME") in machine
    assert Arrow("CONFIRM", "yes", "book timeout", "HANDOFF") in machine
    assert not any(arrow.start == "DONE" for arrow in machine)


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (Heard("no", name="Jamie"), "no, name"),
        (Heard("no", denied=frozenset({"day"})), "not that day"),
        (Heard("inform", name="Jamie", unclear={"day": ()}), "name, unclear day"),
        (Heard("human", name="Jamie"), "a person"),
        (Heard("inform", choice=2), "a choice"),
        (Heard(), "nothing of use"),
        (Heard("move_a_visit"), "move_a_visit"),
    ],
)
def test_what_was_heard_in_words(heard: Heard, words: str) -> None:
    """Slots by name, refusals and doubts told, and a person before all else."""
    assert said(heard) == words


def test_what_all_states_have_in_common_is_drawn_once(machine: Machine) -> None:
    """Goodbye and a person lead out of every open state, and are not drawn from each."""
    drawn = ways(machine)
    assert [way.when for way in drawn if (way.start, way.end) == ("any", "DONE")] == [("goodbye",)]
    assert not any("a person" in way.when for way in drawn if way.start != "any")


def test_the_terminal_shows_where_the_call_is(machine: Machine) -> None:
    """The present state is pointed at, and no line is too long for a screen."""
    lines = text(machine, lit="CONFIRM").splitlines()
    assert [line for line in lines if line.startswith("▶")] == ["▶ CONFIRM"]
    assert max(map(len, lines)) <= 108


def test_the_svg_is_one_and_has_every_state(machine: Machine) -> None:
    """It parses, each state has its box, and the present one is lit."""
    root = ElementTree.fromstring(svg(machine, lit="ASK_TIME"))
    boxes = [element.get("class") for element in root.iter() if (element.get("class") or "").startswith("box")]
    words = " ".join("".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text"))
    assert (boxes.count("box lit"), boxes.count("box end")) == (1, 2)
    assert all(state in words for state in ("LISTEN", "ASK_TIME", "CONFIRM", "DONE", "HANDOFF"))


@pytest.fixture(scope="session")
def real_mermaid(request: pytest.FixtureRequest) -> Path:
    """A folder with the npm packages in it, installed once."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        pytest.skip("Node.js is not installed")
    folder = request.config.cache.mkdir("mermaid")
    words = [npm, "install", "--prefer-offline", "--no-audit", "--no-fund", "mermaid@11", "jsdom@29"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"npm can't install mermaid and jsdom: {done.stderr.strip().splitlines()[-1]}")
    return folder


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_real_mermaid_draws_the_diagram(machine: Machine, real_mermaid: Path) -> None:
    """The npm package reads it as a state diagram, and every state and each label is in its picture."""
    (real_mermaid / "draw.mjs").write_text((Path(__file__).parent / "draw.mjs").read_text("utf-8"), "utf-8")
    done = subprocess.run(
        ["node", "draw.mjs"], cwd=real_mermaid, input=mermaid(machine), capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    drawn = json.loads(done.stdout)
    words = " ".join(ElementTree.fromstring(drawn["svg"]).itertext())
    assert drawn["type"] == "stateDiagram"
    assert all(state in words for state in ("LISTEN", "ASK_DAY", "ASK_TIME", "CONFIRM", "DONE", "HANDOFF"))
    assert all(word in words for word in ("goodbye", "rejected"))


def test_the_mermaid_text_has_a_line_for_every_way(machine: Machine) -> None:
    """Inside the frame what happens between open states, from the frame what all of them do."""
    lines = [line.strip() for line in mermaid(machine).splitlines()]
    assert lines[:3] == ["stateDiagram-v2", "state open_call {", "[*] --> LISTEN"]
    assert "open_call --> DONE: goodbye" in lines
    assert sum(" --> " in line for line in lines) == len(ways(machine)) + 3


def test_the_steps_that_a_pack_does_not_walk_are_told(machine: Machine, finished: Path) -> None:
    """The nine scenarios book and lose a booking; none of them hears a person asked for at once."""
    missed = not_walked(machine, load_pack("core"), finished)
    assert Arrow("LISTEN", "a person", "", "HANDOFF") in missed
    assert Arrow("CONFIRM", "yes", "book timeout", "HANDOFF") not in missed
    assert set(missed) < machine
