"""What a model asks for is refused before any request, unless the caller's own lines bear it out."""

import datetime as dt
from dataclasses import replace

import pytest

from lab.call_layer.checks import CHECKS, Identity, MayAct, OpenQuote, Situation, check
from lab.call_layer.tools import BY_NAME, KINDS
from tests.call_layer.callers import OFFERED, heard_by

BORN = dt.date(1985, 3, 4)
WHO = ("my name is Jamie Fox", "ASK_BIRTH: March 4th 1985")
JAMIE = Identity("Jamie Fox", BORN, turn=2)
ANA = MayAct("Ana Fox", "daughter", allowed=True)
BEN = MayAct("Ben Fox", "son", allowed=False)


def known(*more: str, language: str = "en", **situation: object) -> Situation:
    """A caller whose identity stands, and what they said since."""
    given = {"identity": JAMIE, "openings": OFFERED, "openings_since": 3, **situation}
    return Situation(heard_by(*WHO, *more, language=language), language, **given)


def code(situation: Situation, tool: str, off: tuple[str, ...] = (), **arguments: object) -> str | None:
    """The code with which a tool call is refused, or none."""
    refusal = check(situation, BY_NAME[tool], arguments, off)
    return refusal.code if refusal else None


NEW = {"name": "Jamie Fox", "date_of_birth": "1985-03-04", "phone": "212-555-0142"}
FOUND = {"name": "Jamie Fox", "date_of_birth": "1985-03-04"}
FIRST = {"opening": OFFERED[0].reference}
CALLED = "ASK_PHONE: 212-555-0142"

REFUSED = {
    "VERIFY_FIRST": (replace(known("ASK_TIME: the first one"), identity=None), "quote_booking", FIRST),
    "CALLER_HAS_NOT_CHOSEN": (known("ASK_TIME: Tuesday"), "quote_booking", FIRST),
    "READ_BACK_REQUIRED": (known("CONFIRM: yes"), "commit", {}),
    "DOB_NOT_FROM_CALLER": (known(CALLED), "find_patient", {**FOUND, "date_of_birth": "1985-04-03"}),
    "VALUE_MISSING": (known(), "quote_new_patient", NEW),
    "NOT_AUTHORIZED": (
        known("my name is Ben Fox", third_party=True, caller="Ben Fox", may_act=(ANA, BEN)), "list_visits", {},
    ),
    "NOT_DENIED": (
        known("my name is Ana Fox", third_party=True, caller="Ana Fox", may_act=(ANA, BEN)),
        "transfer",
        {"reason": "not_authorized"},
    ),
}  # fmt: skip
"""For each check something that it alone refuses."""


@pytest.mark.parametrize("refused", REFUSED)
def test_each_check_refuses_what_no_other_does(refused):
    """With it the call is refused by its code; switched off, the very same call goes through."""
    situation, tool, arguments = REFUSED[refused]
    assert code(situation, tool, **arguments) == refused
    assert code(situation, tool, off=(f"checks.{refused}",), **arguments) is None


def test_the_checks_stand_in_their_order():
    """The first that refuses is told: identity before choice, choice before consent."""
    assert [each.code for each in CHECKS] == list(REFUSED)
    nobody = Situation(heard_by("hello"), openings=OFFERED)
    assert code(nobody, "quote_booking", opening=OFFERED[0].reference) == "VERIFY_FIRST"
    assert code(nobody, "commit") == "VERIFY_FIRST"
    assert code(nobody, "commit", off=("checks.VERIFY_FIRST",)) == "READ_BACK_REQUIRED"


@pytest.mark.parametrize("refused", REFUSED)
def test_a_refusal_says_what_is_wrong_and_what_to_do(refused):
    """Two sentences for the model, and no id in either."""
    situation, tool, arguments = REFUSED[refused]
    refusal = check(situation, BY_NAME[tool], arguments)
    assert refusal.step == "checks" and refusal.text.endswith((".", "?")) and refusal.next.endswith(".")
    assert "A-5" not in f"{refusal.text}{refusal.next}"


@pytest.mark.parametrize(
    "tool", ["find_openings", "list_visits", "commit", *sorted(set(KINDS) - {"quote_new_patient"})]
)
def test_nothing_about_a_visit_before_the_identity_stands(tool):
    """Not even with a name and a birth date in the lines: the lookup has to find the one person."""
    assert code(Situation(heard_by(*WHO)), tool) == "VERIFY_FIRST"


def test_an_identity_that_the_caller_did_not_give_does_not_stand():
    """A model that found somebody by a name or a birth date of its own has found nobody."""
    said = heard_by("my name is Jamie Fox", "my number is 212-555-0142")
    refusal = check(Situation(said, identity=JAMIE), BY_NAME["list_visits"], {})
    assert (refusal.code, refusal.missing) == ("VERIFY_FIRST", ("date_of_birth",))


def test_of_two_with_one_name_nobody_is_named():
    """What separates them is asked for, and not read out."""
    refusal = check(replace(known(), identity=JAMIE._replace(matches=2)), BY_NAME["list_visits"], {})
    assert (refusal.code, refusal.missing) == ("VERIFY_FIRST", ("phone",))
    assert "Fox" not in f"{refusal.text}{refusal.next}"


def test_whose_visit_it_is_comes_late():
    """The daughter gave her own name first: after "it's for my father" her own file is closed again."""
    late = known("it is for my father")
    assert code(late, "list_visits") == "VERIFY_FIRST"
    father = Identity("Robert Fox", dt.date(1950, 1, 2), turn=5)
    lines = (*WHO, "it is for my father", "his name is Robert Fox", "ASK_BIRTH: January 2nd 1950")
    known_father = Situation(
        heard_by(*lines), "en", father, True, "Jamie Fox", (MayAct("Jamie Fox", "daughter", True),)
    )
    assert code(known_father, "list_visits") is None
    assert code(replace(known_father, identity=JAMIE._replace(turn=5)), "list_visits") == "VERIFY_FIRST"


@pytest.mark.parametrize(
    ("lines", "opening", "refused"),
    [
        (["ASK_TIME: Tuesday at nine"], 0, None),
        (["ASK_TIME: the second one"], 1, None),
        (["ASK_TIME: Tuesday at nine"], 1, "CALLER_HAS_NOT_CHOSEN"),
        (["ASK_TIME: yes"], 0, "CALLER_HAS_NOT_CHOSEN"),
        ([], 0, "CALLER_HAS_NOT_CHOSEN"),
        (["ASK_TIME: Tuesday at nine", "CONFIRM: no"], 0, "CALLER_HAS_NOT_CHOSEN"),
        (["ASK_TIME: Friday"], 0, "CALLER_HAS_NOT_CHOSEN"),
    ],
)
def test_a_quote_is_for_what_the_caller_chose(lines, opening, refused):
    """Exactly one opening is left by the lines since the offer, and it is the one that the model names."""
    assert code(known(*lines), "quote_booking", opening=OFFERED[opening].reference) == refused


def test_what_is_left_is_suggested_where_it_is_one():
    """The model named another one."""
    refusal = check(known("ASK_TIME: Wednesday"), BY_NAME["quote_booking"], {"opening": OFFERED[0].reference})
    assert refusal.suggestion == OFFERED[2].reference


def test_of_two_visits_the_caller_chooses_too():
    """Neither cancelled nor moved before it is clear which; the only one needs no choosing."""
    two = known("I want to cancel my visit", visits=OFFERED[:2], visits_since=3)
    assert code(two, "quote_cancel", visit=OFFERED[0].reference) == "CALLER_HAS_NOT_CHOSEN"
    assert code(replace(two, visits=OFFERED[:1]), "quote_cancel", visit=OFFERED[0].reference) is None


@pytest.mark.parametrize(("consented", "refused"), [(True, None), (False, "READ_BACK_REQUIRED")])
def test_a_commit_needs_the_consent_of_that_quote(consented, refused):
    """Whatever the caller's last line was."""
    assert code(known("CONFIRM: yes", quote=OpenQuote(1, "book", consented)), "commit") == refused


def test_a_new_patient_has_no_file_to_be_verified_by():
    """Their quote is for values that they said themselves."""
    created = Situation(heard_by(*WHO, CALLED), quote=OpenQuote(1, "create", consented=True))
    assert code(created, "commit") is None
    assert code(created, "quote_new_patient", **NEW) is None


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"phone": "212-555-0199"}, ("phone",)),
        ({"name": "Jamie Foxx"}, ("name",)),
        ({"sex": "female"}, ("sex",)),
        ({"state": "NY", "zip": "10001"}, ("state", "zip")),
        ({"phone": None}, ("phone",)),
    ],
)
def test_nothing_is_written_that_the_caller_did_not_say(given, missing):
    """Neither a required value nor one that may be left out."""
    refusal = check(Situation(heard_by(*WHO, CALLED)), BY_NAME["quote_new_patient"], {**NEW, **given})
    assert (refusal.code, refusal.missing) == ("VALUE_MISSING", missing)


@pytest.mark.parametrize(
    ("caller", "refused"),
    [("Ana Fox", None), ("Ben Fox", "NOT_AUTHORIZED"), ("Eve Fox", "NOT_AUTHORIZED"), ("", "NOT_AUTHORIZED")],
)
def test_a_third_party_acts_only_where_the_file_allows_it(caller, refused):
    """Allowed, denied, not named, and who has not said who they are."""
    situation = known(f"my name is {caller or 'nobody'}", third_party=True, caller=caller, may_act=(ANA, BEN))
    assert code(situation, "list_visits") == refused
    assert code(situation, "quote_cancel", visit="x") == refused


def test_a_third_party_is_who_they_said_they_are():
    """A model that notes an allowed name which the caller never said opens nothing."""
    situation = known("my name is Eve Stone", third_party=True, caller="Ana Fox", may_act=(ANA,))
    assert code(situation, "list_visits") == "NOT_AUTHORIZED"


def test_a_third_party_is_heard_even_where_the_model_notes_none():
    """The caller's own line says that it is for somebody else."""
    lines = ("it's for my mother", *WHO)
    situation = Situation(heard_by(*lines), "en", JAMIE._replace(turn=3), may_act=(ANA,))
    assert code(situation, "list_visits") == "NOT_AUTHORIZED"


def test_who_may_act_is_not_turned_away_and_others_may_be():
    """By a transfer or a message that says they are not allowed; other reasons are no turning away."""
    allowed = known("my name is Ana Fox", third_party=True, caller="Ana Fox", may_act=(ANA, BEN))
    assert code(allowed, "transfer", reason="the caller is not authorized") == "NOT_DENIED"
    assert code(allowed, "leave_message", text="daughter is not on file") == "NOT_DENIED"
    assert code(allowed, "transfer", reason="caller asked for a person") is None
    assert code(replace(allowed, caller="Ben Fox"), "transfer", reason="not_authorized") is None
    assert code(known(), "transfer", reason="not_authorized") is None


@pytest.mark.parametrize("tool", ["choose_task", "transfer", "leave_message"])
def test_what_concerns_no_patient_is_never_refused_here(tool):
    """A caller of whom nothing is known can still say what they want, leave word, and reach a person."""
    assert code(Situation(heard_by("hello")), tool, task="book", reason="asked", text="hello") is None
