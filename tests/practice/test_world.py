"""A world file is read strictly, and says what is wrong where."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fake_api.clock import FakeClock
from fake_api.data_error import DataError
from fake_api.practice.emr import open_practice
from fake_api.practice.store import Store
from fake_api.practice.world import World, load_world
from fake_api.reading import parse

SMALL = """
name = "One room"
[[office]]
id = 1
name = "Only"
zone = "America/New_York"
hours = { mon = ["08:00-12:00"] }
[[provider]]
id = 1
given = "Ana"
family = "Reyes"
[[column]]
id = 1
office = 1
provider = 1
lanes = ["general"]
[[type]]
code = "1001"
name = "Check-up"
minutes = 30
[[rule]]
reason = "checkup"
code = "1001"
lane = "general"
[[patient]]
id = 1
name = "Jamie Rivera"
born = 1985-04-03
phone = "212-555-0142"
"""


@pytest.mark.parametrize(
    ("written", "instead", "key"),
    [
        ("minutes = 30", "minutes = 20", "type[1].minutes"),
        ('code = "1001"\nname', 'code = "10"\nname', "type[1].code"),
        ("office = 1", "office = 3", "column[1].office"),
        ("provider = 1", "provider = 3", "column[1].provider"),
        ('lane = "general"', 'lane = "genral"', "rule[1].lane"),
        ('code = "1001"\nlane', 'code = "1002"\nlane', "rule[1].code"),
        ("America/New_York", "America/Old_York", "office[1].zone"),
        ("mon = [", "mo = [", "office[1].hours"),
        ("08:00-12:00", "8-12", "office[1].hours.mon"),
        ("08:00-12:00", "12:00-08:00", "office[1].hours.mon"),
        ("phone =", "telephone =", "patient[1].telephone"),
    ],
)
def test_a_fault_is_named_by_its_key(written: str, instead: str, key: str) -> None:
    """Whatever is wrong, the key's path says where."""
    assert written in SMALL
    with pytest.raises(DataError) as fault:
        parse(SMALL.replace(written, instead), World)
    assert fault.value.key == key


def test_two_visits_in_one_place_are_no_world(clock: FakeClock) -> None:
    """A world that books a column beyond its capacity cannot be opened."""
    visit = '[[appointment]]\npatient = 1\ncolumn = 1\ncode = "1001"\nstarts = 2026-09-14T08:00:00\n'
    with pytest.raises(DataError, match="appointment"):
        open_practice(parse(SMALL + visit * 2, World), clock)


def test_an_unknown_world_names_a_near_miss() -> None:
    """A slip in a world's name is answered with the name that was meant."""
    with pytest.raises(DataError, match="did you mean maple"):
        load_world("mapel")


CHART = """
[[may_act]]
patient = 1
name = "Sam Rivera"
relation = "husband"
allowed = true
[[medication]]
id = "RX-1234"
patient = 1
name = "lisinopril"
strength = "10 mg"
quantity = 30
days_of_supply = 30
refills = 2
fills = [{ day = 2026-08-01, quantity = 30 }]
[[invoice]]
id = "INV-2026-0042"
patient = 1
about = "Sick visit"
cents = 100
issued = 2026-08-01
paid = 50
"""


@pytest.mark.parametrize(
    ("written", "instead", "key"),
    [
        ("allowed = true", "allowed = 1", "may_act[1].allowed"),
        ("allowed = true", "alowed = true", "may_act[1].alowed"),
        ('patient = 1\nname = "Sam', 'patient = 2\nname = "Sam', "may_act[1].patient"),
        ("RX-1234", "RX-12", "medication[1].id"),
        ("quantity = 30\ndays", "quantity = 0\ndays", "medication[1].quantity"),
        ("refills = 2", "refills = -1", "medication[1].refills"),
        (
            "fills = [{ day = 2026-08-01, quantity = 30 }]",
            "fills = [{ day = 2026-08-01 }]",
            "medication[1].fills[1].quantity",
        ),
        ("INV-2026-0042", "INV-42", "invoice[1].id"),
        ("cents = 100", "cents = 0", "invoice[1].cents"),
        ("paid = 50", "paid = 101", "invoice[1].paid"),
        ("issued = 2026-08-01", 'issued = "August"', "invoice[1].issued"),
    ],
)
def test_a_fault_in_a_chart_is_named_by_its_key(written: str, instead: str, key: str) -> None:
    """Who may act, medications and invoices are read as strictly as the rest."""
    parse(SMALL + CHART, World)
    assert written in CHART
    with pytest.raises(DataError) as fault:
        parse(SMALL + CHART.replace(written, instead), World)
    assert fault.value.key == key


@pytest.mark.parametrize(
    ("line", "key"),
    [('sex = "F"', "patient[1].sex"), ('state = "ny"', "patient[1].state"), ('zip = "123"', "patient[1].zip")],
)
def test_a_patient_in_other_words_names_the_key(line: str, key: str) -> None:
    """Sex, state and zip are written in one way."""
    with pytest.raises(DataError) as fault:
        parse(f"{SMALL}{line}\n", World)
    assert fault.value.key == key


@pytest.mark.parametrize("table", ["may_act", "medication", "invoice"])
def test_what_is_there_twice_is_told(table: str) -> None:
    """The same id, or the same person named for one patient, comes once."""
    begin = CHART.index(f"[[{table}]]")
    end = CHART.find("[[", begin + 2)
    with pytest.raises(DataError, match="is there twice") as fault:
        parse(SMALL + CHART + CHART[begin : end if end > 0 else None], World)
    assert fault.value.key == f"{table}[2]"


def test_a_file_of_another_version_is_not_opened(tmp_path: Path) -> None:
    """A practice's file from before is refused in plain words, and left as it is."""
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as old:
        old.execute("CREATE TABLE patients (id)")
    with pytest.raises(DataError, match="another version"):
        Store(file)
