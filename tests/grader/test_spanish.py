"""The nine with a caller who speaks Spanish: the same story, and nothing of ours may tell the two apart."""

import pytest

from fake_api.shipped import shipped
from grader.replay import Subject, grade
from grader.scenario import load_pack
from lab.record import AgentReplied, Event, Slept, ToolCalled, notation

CORE = load_pack("core")


@pytest.mark.parametrize("name", CORE.scenarios)
def test_every_line_is_there_in_spanish(name: str) -> None:
    """Each turn has its `caller_es`, and is another line than the English one."""
    english, spanish = CORE.scenarios[name], CORE.spoken_in("es").scenarios[name]
    assert spanish.language == "es"
    assert all(en.caller != es.caller or en.caller.isalpha() for en, es in zip(english.turn, spanish.turn, strict=True))
    assert [turn.record for turn in spanish.turn] == [turn.record for turn in english.turn]


def test_the_finished_agent_does_the_same_in_both() -> None:
    """Nine of nine, and the same states, calls and waits turn by turn."""
    subject = Subject("agent.py", shipped("agent.py"))
    english, spanish = (grade(subject, CORE.spoken_in(language)) for language in ("en", "es"))
    assert english.passed == spanish.passed == 9
    for one, other in zip(english.scenarios, spanish.scenarios, strict=True):
        assert deeds(one.record) == deeds(other.record), one.name


def test_a_story_without_spanish_lines_stays_as_it_is() -> None:
    """A line that is missing in a language is no line to be said in it."""
    story = CORE.scenarios["6-a-person-please"]
    assert story.spoken_in("en") is story
    assert story.spoken_in("es").spoken_in("es").turn[0].caller.startswith("El viernes")


def deeds(events: tuple[Event, ...]) -> list[tuple[int, str]]:
    """What an agent did, without a word that was said."""
    kept = (event for event in events if isinstance(event, AgentReplied | ToolCalled | Slept))
    return [(event.turn, event.state if isinstance(event, AgentReplied) else notation(event)) for event in kept]
