"""The appointment type follows from facts, and a missing fact is named, not guessed."""

import datetime as dt

import pytest

from fake_api.practice.rules import Facts, Resolved, Rule, Unresolved, resolve

DAY = dt.date(2026, 9, 15)
RULES = (
    Rule("checkup", "1001", "general", status="established", age_from=18),
    Rule("checkup", "1002", "long", status="new", age_from=18),
    Rule("checkup", "1020", "general", age_to=17),
    Rule("sick", "1010", "general", status="established"),
    Rule("sick", "1011", "general", status="new"),
    Rule("travel", "1040", "general", status="established"),
    Rule("flu shot", "1030", "general", office_id=2),
)
ADULT, CHILD = dt.date(1985, 4, 3), dt.date(2012, 6, 21)


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        (Facts(1, "checkup", "established", ADULT), Resolved(("1001",), "general")),
        (Facts(1, "checkup", "new", ADULT), Resolved(("1002",), "long")),
        (Facts(1, "checkup", None, ADULT), Unresolved(("patient_status",))),
        (Facts(1, "checkup", None, CHILD), Resolved(("1020",), "general")),
        (Facts(1, "checkup", "established", None), Resolved(("1001", "1020"), "general", ("date_of_birth",))),
        (Facts(1, "checkup", "new", None), Unresolved(("date_of_birth",))),
        (Facts(1, "checkup", None, None), Unresolved(("patient_status", "date_of_birth"))),
        (Facts(1, "sick", None, None), Resolved(("1010", "1011"), "general", ("patient_status",))),
        (Facts(1, "travel", None, ADULT), Unresolved(("patient_status",))),
        (Facts(1, "travel", "new", ADULT), Unresolved()),
        (Facts(1, "flu shot", "new", ADULT), Unresolved()),
        (Facts(2, "flu shot", None, None), Resolved(("1030",), "general")),
        (Facts(1, "haircut", "new", ADULT), Unresolved()),
    ],
)
def test_only_what_holds_whatever_is_unknown_is_told(facts: Facts, outcome: Resolved | Unresolved) -> None:
    """An unknown fact counts with every value it could have."""
    assert resolve(RULES, facts, DAY) == outcome


def test_the_age_is_that_of_the_day_of_the_visit() -> None:
    """The day before an eighteenth birthday is a child's visit, the birthday itself an adult's."""
    facts = Facts(1, "checkup", "established", dt.date(2008, 9, 16))
    assert resolve(RULES, facts, dt.date(2026, 9, 15)) == Resolved(("1020",), "general")
    assert resolve(RULES, facts, dt.date(2026, 9, 16)) == Resolved(("1001",), "general")


def test_a_leap_day_birthday_comes_in_march() -> None:
    """Born on 29 February, eighteen on 1 March of a common year."""
    facts = Facts(1, "checkup", "established", dt.date(2008, 2, 29))
    assert resolve(RULES, facts, dt.date(2026, 2, 28)) == Resolved(("1020",), "general")
    assert resolve(RULES, facts, dt.date(2026, 3, 1)) == Resolved(("1001",), "general")
