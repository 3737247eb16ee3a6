"""What fits into a schedule column, counted at once, and counted as anybody would."""

import datetime as dt
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from fake_api.practice.columns import Column, Wanted, best_places, read_column
from fake_api.practice.times import wall
from tests.middleware.conftest import NEW_YORK

TUESDAY = dt.date(2026, 9, 15)
EIGHT = int(dt.datetime(2026, 9, 15, 8, tzinfo=NEW_YORK).timestamp()) // 60
ticks = st.integers(0, 40)
visits = st.lists(st.tuples(ticks, st.integers(1, 8)), max_size=12)
shift = st.tuples(st.integers(0, 20), st.integers(1, 24)).map(lambda each: (each[0], each[0] + each[1]))


def column(visits: list[tuple[int, int]], shifts: list[tuple[int, int]], **other: int) -> Column:
    """A column with visits and shifts in quarters of an hour after eight, as the record system tells one."""
    clocks = [[f"{8 + tick // 4:02}:{tick % 4 * 15:02}" for tick in span] for span in shifts]
    row = {
        "columnId": 1,
        "profileId": 1,
        "routing": ["general"],
        "capacity": 1,
        "step": 15,
        "buffer": 0,
        "shifts": [["tue", *clock] for clock in clocks],
        "booked": [[EIGHT + 15 * at for at, _ in visits], [EIGHT + 15 * (at + long) for at, long in visits]],
    }
    return read_column(row | other)


def touching(visits: list[tuple[int, int]], start: int, ticks: int, buffer: int) -> int:
    """Visits of which any part, buffers included, lies in the time of a new one with its own buffer."""
    return sum(at < start + ticks + buffer and start < at + long + buffer for at, long in visits)


@given(visits, st.lists(shift, max_size=3), st.integers(1, 6), st.integers(0, 2), st.integers(1, 3))
@example([(0, 2)], [(4, 12), (0, 8)], 2, 0, 1)
def test_each_start_has_room_exactly_where_it_fits(
    visits: list[tuple[int, int]], shifts: list[tuple[int, int]], ticks: int, buffer: int, capacity: int
) -> None:
    """In shifts that overlap too, and with visits in any order."""
    one = column(visits, shifts, buffer=15 * buffer, capacity=capacity)
    wanted = Wanted("general", ("1001",), 15 * ticks)
    inside = {start for opens, closes in shifts for start in range(opens, closes - ticks + 1)}
    counts = {start: touching(visits, start, ticks, buffer) for start in sorted(inside)}
    for shared, room in ((True, capacity), (False, 1)):
        found = best_places([one], TUESDAY, wanted, EIGHT - 1, "America/New_York", shared)
        assert [((start - EIGHT) // 15, booked) for start, _, booked in found] == [
            (start, booked) for start, booked in counts.items() if booked < room
        ]


@given(st.lists(visits, min_size=2, max_size=4), st.booleans())
def test_the_columns_of_a_doctor_collapse_to_the_emptiest(drawn: list[list[tuple[int, int]]], shared: bool) -> None:
    """At each start the one with the fewest visits then, of those the one with the fewest on the whole."""
    columns = [column(each, [(0, 16)], columnId=n, capacity=2) for n, each in enumerate(drawn)]
    found = best_places(columns, TUESDAY, Wanted("general", ("1001",), 30), EIGHT - 1, "America/New_York", shared)
    for start, taken, booked in found:
        ranks = {each.id: (each.count(start, 30), len(each.begins), each.id) for each in columns}
        assert ranks[taken.id] == min(ranks.values())
        assert booked == ranks[taken.id][0]


def test_an_hour_that_comes_twice_is_in_order() -> None:
    """On 1 November a shift that ends at half past one ends after the next has begun."""
    sunday = dt.date(2026, 11, 1)
    one = replace(column([], []), shifts=((6, 0, 90), (6, 90, 180)), step=30)
    starts = one.starts(sunday, 30, "America/New_York")
    told = [f"{wall(start, 'America/New_York'):%H:%M}" for start in starts]
    assert told == ["00:00", "00:30", "01:00", "01:30", "01:00", "01:30", "02:00", "02:30"]
