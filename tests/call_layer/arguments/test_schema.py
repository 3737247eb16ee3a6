"""What an argument must look like, and the refusal that says so."""

import pytest

from lab.call_layer.arguments.schema import Fitted, cents, fit, parameters, sheet
from lab.call_layer.shapes import Refusal
from lab.call_layer.tools import TOOLS
from tests.call_layer.arguments.files import TODAY, payment, refill, taken


def fitted(tool, **arguments):
    """The arguments as the tool takes them."""
    found = fit(tool, arguments, TODAY)
    assert isinstance(found, Fitted), found
    return found.arguments


def refused(tool, **arguments):
    """The refusal that must come."""
    found = fit(tool, arguments, TODAY)
    assert isinstance(found, Refusal), found
    assert found.code == "invalid_arguments"
    return found


@pytest.mark.parametrize(
    "amount", [50000.01, 455000, "50,001", -1, 0, float("nan"), float("inf"), 10.005, True, "4,55,0"]
)
def test_an_amount_beyond_its_cap_or_form_is_refused(amount):
    """A slipped decimal point is a refusal that names the field, what was given and the limit, and guesses nothing."""
    found = refused("take_payment", **payment(amount))
    assert (found.argument, found.suggestion) == ("amount", None)
    assert "50,000" in found.text


@pytest.mark.parametrize(
    ("given", "amount"), [(45.5, 45.5), ("45.50", 45.5), ("$1,250", 1250.0), (50000, 50000.0), (0.01, 0.01)]
)
def test_an_amount_is_read_without_loss(given, amount):
    """Digits, cents, thousands and a dollar sign are one amount, to the cent."""
    found = fitted("take_payment", **payment(given))
    assert found["amount"] == amount
    assert cents(found["amount"]) == round(amount * 100)


@pytest.mark.parametrize(
    ("given", "days"), [(14, 14), ("14", 14), ("2 weeks", 14), ("dos semanas", None), ("30 days", 30)]
)
def test_a_count_with_its_unit_is_worth_what_it_says(given, days):
    """The unit is in the field's name, so "2 weeks" is 14 days and never 2; what is no number is refused."""
    found = fit("request_refill", refill("lisinopril", days=given), TODAY)
    assert (found.arguments["days_of_supply"] if isinstance(found, Fitted) else None) == days


@pytest.mark.parametrize("given", [1800, 366, 0, -30, "2 years", "half", None, True, 3.5, [30], {"days": 30}])
def test_a_count_beyond_its_cap_or_in_another_unit_is_refused(given):
    """Seconds for days, or a unit that the field does not have, goes nowhere."""
    assert refused("request_refill", **refill("lisinopril", days=given)).argument == "days_of_supply"


@pytest.mark.parametrize("given", ["new_patient", "New-Patient", "NEW PATIENT"])
def test_a_closed_list_does_not_mind_how_a_value_is_written(given):
    """Case, hyphens and spaces do not make another value."""
    assert fitted("choose_task", task=given)["task"] == "new_patient"


def test_a_value_that_is_not_in_the_list_is_told_the_list():
    """A slip away from one value there is a suggestion; far from all there is only the list."""
    near, far = refused("choose_task", task="rescedule"), refused("choose_task", task="juggle")
    assert near.suggestion == "reschedule"
    assert far.suggestion is None
    assert all(value in far.text for value in sheet()["choose_task"]["task"].values)


@pytest.mark.parametrize(
    ("argument", "given", "meant"),
    [("amount", "45,50", 45.5), ("amount", [120], 120.0), ("currency", ["USD"], "USD"), ("amount", "1,2", None)],
)
def test_a_form_that_can_mean_one_value_only_is_suggested(argument, given, meant):
    """A value alone in a list, a comma before two digits; what could be two things is not guessed at."""
    found = refused("take_payment", **(payment(1) | {argument: given}))
    assert (found.argument, found.suggestion) == (argument, meant)


def test_what_a_tool_does_not_know_is_left_out_and_noted():
    """A harmless extra key stops nothing, and one that would grant a consent has no power."""
    found = fit("commit", {"reason": "as read back", "confirmed": True}, TODAY)
    assert found.arguments == {"reason": "as read back"}
    assert "confirmed" in found.notes[0]


@pytest.mark.parametrize("given", ["1885-03-04", "2026-09-15", "03/04/1985", "1985-02-30", "1985-3-4", 19850403])
def test_a_date_of_birth_is_a_past_iso_date_of_a_living_person(given):
    """Anything else is asked for again."""
    assert refused("find_patient", name="Jamie", date_of_birth=given).argument == "date_of_birth"


@pytest.mark.parametrize("given", ["212-555-014", "212-555-01422", "2125550142 x136", 2125550142])
def test_a_phone_number_is_never_padded_or_cut(given):
    """Nine digits, eleven, or an extension glued on: refused."""
    assert refused("find_patient", name="Jamie", date_of_birth="1985-04-03", phone=given).argument == "phone"


def test_what_a_model_sees_is_made_of_the_same_sheet():
    """Every tool's JSON Schema has its fields, its caps and nothing that code fills in."""
    shown = parameters("take_payment")
    assert shown["required"] == ["amount", "currency", "reason"]
    assert shown["properties"]["amount"]["maximum"] == 50000
    assert not {"invoice_id", "account_number"} & set(shown["properties"])


def test_switched_off_a_slipped_decimal_point_goes_through():
    """What the schema alone stops is sent without it."""
    slipped = refill("metformin", days=3650)
    line = "the metformin, ninety tablets"
    assert taken("request_refill", slipped, line).stopped.argument == "days_of_supply"
    assert taken("request_refill", slipped, line, off=("schema",)).stopped is None


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_what_a_model_is_shown_and_what_it_is_held_to_are_the_same(tool):
    """The same arguments, the same of them required, the same closed lists."""
    fields = sheet().get(tool.name, {})
    shown = {name: schema for name, schema in tool.parameters["properties"].items() if schema.get("type") != "boolean"}
    assert set(shown) == set(fields)
    assert set(tool.parameters["required"]) == {name for name, each in fields.items() if not each.optional}
    for name, each in fields.items():
        assert tuple(shown[name].get("enum", ())) == each.values
