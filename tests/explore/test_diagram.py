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


PARSE = """
import { JSDOM } from "jsdom";
globalThis.window = new JSDOM("").window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");
const parsed = await mermaid.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(parsed));
"""


def test_a_real_mermaid_takes_the_diagram(machine: Machine, tmp_path: Path) -> None:
    """The npm package parses it as a state diagram."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        pytest.skip("Node.js is not installed")
    where = subprocess.run([npm, "root", "--global"], capture_output=True, text=True).stdout.strip()
    if not all((Path(where) / package).is_dir() for package in ("mermaid", "jsdom")):
        pytest.skip("the npm packages mermaid and jsdom are not installed (npm install --global mermaid jsdom)")
    (tmp_path / "node_modules").symlink_to(where)
    (tmp_path / "parse.mjs").write_text(PARSE, encoding="utf-8")
    done = subprocess.run(
        [node, "parse.mjs"], cwd=tmp_path, input=mermaid(machine), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["diagramType"] == "stateDiagram"


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
