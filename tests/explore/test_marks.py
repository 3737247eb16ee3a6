"""Marks: an agent's state kept, told apart by what matters, and put back."""

import types
from collections import deque
from typing import Any

import pytest

from lab.call.child.marks import Marks
from lab.call.child.travel import Travel

MODULE = types.ModuleType("agent")


class Agent:
    """As much of an agent as has a state."""

    def __init__(self, **state: Any) -> None:
        self.__dict__.update(state)


def marked(agent: object, module: types.ModuleType = MODULE, **given: Any) -> str:
    return Marks(agent, module, given.pop("handed", ()), **given).mark()["mark"]


def test_an_agent_goes_back_to_where_it_was() -> None:
    """Values, lists within lists and attributes that came later: all as before, and the agent is the same object."""
    agent = Agent(slots={"day": None}, said=[["hello"]])
    marks = Marks(agent, MODULE, ())
    first = marks.mark()["mark"]
    agent.slots["day"] = "Tuesday"
    agent.said[0].append("again")
    agent.later = 1
    assert marks.mark()["mark"] != first
    marks.go(first)
    assert vars(agent) == {"slots": {"day": None}, "said": [["hello"]]}
    assert marks.mark() == {"mark": first, "kept": True}


def test_a_mark_that_was_never_made_is_refused() -> None:
    """There is no going where nobody has been."""
    with pytest.raises(LookupError):
        Marks(Agent(), MODULE, ()).go("nowhere")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"x", "y", "z"}, {"z", "y", "x"}),
        (["ab", "ab"], ["ab", "".join(["a", "b"])]),
        (deque([1]), deque([1])),
    ],
)
def test_equal_states_have_one_mark(one: object, other: object) -> None:
    """Which object it is makes no state, as long as it can't change."""
    assert marked(Agent(held=one)) == marked(Agent(held=other))


@pytest.mark.parametrize(("one", "other"), [(1, True), ("1", 1), ([], ()), ({}, None), (0, 0.0)])
def test_different_states_have_different_marks(one: object, other: object) -> None:
    """What compares equal and is no less another thing is told apart."""
    assert marked(Agent(held=one)) != marked(Agent(held=other))


def test_a_state_that_holds_itself_has_a_mark() -> None:
    """A list within itself, and an agent that refers to itself, come to an end."""
    loop: list[Any] = []
    loop.append(loop)
    agent = Agent(loop=loop)
    agent.me = agent
    assert marked(agent)


def test_the_modules_and_the_classes_data_are_part_of_the_state() -> None:
    """A counter beside the class, and one on it, go back too."""
    module = types.ModuleType("agent")
    module.count, module.Agent = 0, type("Agent", (Agent,), {"__module__": "agent", "shared": []})
    agent = module.Agent()
    marks = Marks(agent, module, ())
    first = marks.mark()["mark"]
    module.count += 1
    module.Agent.shared.append("leak")
    assert marks.mark()["mark"] != first
    marks.go(first)
    assert (module.count, module.Agent.shared) == (0, [])


def test_what_was_handed_in_stays_the_same_object() -> None:
    """Tools are not copied, wherever in the state they are kept."""
    tools = Agent()
    agent = Agent(kept={"tools": tools})
    marks = Marks(agent, MODULE, [tools])
    first = marks.mark()["mark"]
    agent.kept = {}
    marks.go(first)
    assert agent.kept["tools"] is tools


def test_functions_that_close_over_the_agent_still_do_afterwards() -> None:
    """A table of lambdas works on the agent that went back, not on a copy."""
    agent = Agent(count=0)

    def table(me: Agent) -> dict[str, Any]:
        return {"up": lambda: vars(me).update(count=me.count + 1)}

    agent.table = table(agent)
    marks = Marks(agent, MODULE, ())
    first = marks.mark()["mark"]
    agent.table["up"]()
    marks.go(first)
    agent.table["up"]()
    assert agent.count == 1


def test_what_cannot_be_copied_has_a_mark_and_is_not_kept() -> None:
    """A generator's place in its code and its variables make its state."""

    def talk() -> Any:
        yield from range(9)

    agent = Agent(talk=talk())
    marks = Marks(agent, MODULE, ())
    before = marks.mark()
    next(agent.talk)
    after = marks.mark()
    assert (before["kept"], after["kept"]) == (False, False)
    assert before["mark"] != after["mark"]


def test_ignored_attributes_make_no_state() -> None:
    """A log may grow as it likes."""
    assert marked(Agent(log=[], n=1), ignored=["log"]) == marked(Agent(log=["a line"], n=1), ignored=["log"])


def test_slots_are_part_of_the_state() -> None:
    """An agent without a dict goes back too, also to having no value."""

    class Slotted:
        __slots__ = ("day", "time")

    agent = Slotted()
    agent.day = "Tuesday"
    marks = Marks(agent, MODULE, ())
    first = marks.mark()["mark"]
    agent.day, agent.time = "Wednesday", "ten"
    marks.go(first)
    assert (agent.day, hasattr(agent, "time")) == ("Tuesday", False)


def test_what_the_bench_foresaw_is_not_asked_again() -> None:
    """Foreseen answers are taken in order until the agent asks something else; the bench is told how many."""
    asked: list[Any] = []
    travel = Travel(Marks(Agent(), MODULE, ()), lambda *request: asked.append(request), RuntimeError)
    travel.leave(
        {
            "line": "hello",
            "foreseen": [["sleep", {"seconds": 1}, "slept", None], ["sleep", {"seconds": 2}, "slept", None]],
        }
    )
    assert travel.request("sleep", {"seconds": 1}) == "slept"
    travel.request("sleep", {"seconds": 5})
    travel.request("sleep", {"seconds": 2})
    assert asked == [("sleep", {"seconds": 5, "foreseen": 1}), ("sleep", {"seconds": 2})]


def test_a_foreseen_failure_fails() -> None:
    """An error that was foreseen is raised as the real one would be."""
    travel = Travel(Marks(Agent(), MODULE, ()), lambda *request: None, lambda *error: RuntimeError(*error))
    travel.leave({"line": "hello", "foreseen": [["tool", {}, None, [-32001, "timeout", {}]]]})
    with pytest.raises(RuntimeError, match="timeout"):
        travel.request("tool", {})


def test_a_table_keyed_by_identity_makes_no_state() -> None:
    """What some libraries do: the number of a thing, alone or within a text, counts as the thing."""

    def tabled() -> Agent:
        thing = [1]
        return Agent(thing=thing, table={id(thing): "x", f"on@{id(thing)}": "y"})

    one, other = tabled(), tabled()
    assert one.table != other.table
    assert marked(one) == marked(other)
    assert marked(Agent(number=123456789012)) != marked(Agent(number=123456789013))


def test_a_generator_within_a_generator_is_part_of_the_state() -> None:
    """What the inner one has come to counts too."""

    def inner() -> Any:
        yield 1
        yield 2

    def outer() -> Any:
        yield from inner()

    agent = Agent(talk=outer())
    marks = Marks(agent, MODULE, ())
    next(agent.talk)
    before = marks.mark()["mark"]
    next(agent.talk)
    assert marks.mark()["mark"] != before


class Forgetful:
    """Loses what it knew when it is copied."""

    def __init__(self, known: str) -> None:
        self.known = known

    def __getstate__(self) -> dict[str, str]:
        return {}


class Unreadable:
    """Can be copied, and the copy can't be read."""

    def __setstate__(self, state: object) -> None:
        raise RecursionError

    def __getstate__(self) -> dict[str, str]:
        return {"a": "b"}


@pytest.mark.parametrize("held", [Forgetful("Tuesday"), Unreadable()])
def test_a_copy_that_gives_back_something_else_is_not_kept(held: object) -> None:
    """There is a mark, and no going back there."""
    assert Marks(Agent(held=held), MODULE, ()).mark()["kept"] is False
