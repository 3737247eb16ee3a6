"""Which rule of the contract a failure breaks, and what is said of it."""

from dataclasses import replace

import pytest

from grader.judge import judge
from grader.rules import RULES, worded
from tests.grader.conftest import ALL_THREE, BOOK, FIND, READ_BACK, Story, one_turn

LATE = "find_open_times day=2026-09-15 -> timeout"
PERSON = "hand_off reason=caller_asked day=2026-09-15"


@pytest.mark.parametrize(
    ("expected", "happened", "rule"),
    [
        ((FIND,), (), 2),
        ((), (BOOK,), 3),
        ((FIND, "sleep 0.5"), (FIND,), 5),
        ((LATE, "sleep 0.5", FIND), (LATE, "sleep 1.0", FIND), 5),
        ((LATE, "sleep 0.5", FIND), (LATE, "sleep 0.5"), 5),
        ((PERSON,), (), 7),
        ((PERSON,), ("hand_off reason=caller_asked",), 9),
        ((PERSON,), (FIND, PERSON), 7),
        (("hand_off reason=not_understood",), (), 8),
        ((FIND,), (FIND,), 4),
    ],
)
def test_the_rule_is_that_of_the_first_difference(
    expected: tuple[str, ...], happened: tuple[str, ...], rule: int
) -> None:
    """What the lines are about decides; where only the state is wrong, what the scenario is about."""
    scenario = replace(one_turn("CONFIRM", *expected), rule=4)
    failure = judge(scenario, Story().says(ALL_THREE, *happened, then="ASK_DAY").record)
    assert failure
    assert failure.rule == worded(rule)


def test_a_turn_may_name_its_own_rule() -> None:
    """It stands before all else."""
    scenario = one_turn("CONFIRM", FIND)
    scenario = replace(scenario, turn=(replace(scenario.turn[0], rule=10),))
    failure = judge(scenario, Story().says(ALL_THREE, then=READ_BACK).record)
    assert failure
    assert failure.rule.startswith("rule 10: ")


def test_every_rule_has_its_words() -> None:
    """Eleven of them; none for what breaks no rule."""
    assert list(RULES) == list(range(1, 12))
    assert worded(None) == ""
