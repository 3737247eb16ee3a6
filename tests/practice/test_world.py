"""A world file is read strictly, and says what is wrong where."""

import pytest

from fake_api.clock import FakeClock
from fake_api.data_error import DataError
from fake_api.practice.emr import open_practice
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
