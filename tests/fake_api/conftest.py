"""A clinic on a clock, for the tests of this room."""

import datetime as dt
from collections.abc import Callable

import pytest

from fake_api.clinic import ClinicData, Hours, load_clinic
from fake_api.clock import START, FakeClock
from fake_api.failures import FailingClinic, FailurePlan
from fake_api.tools import Clinic

ALL_DAY = ((dt.time(0), dt.time(23, 59)),)


@pytest.fixture
def maple() -> ClinicData:
    return load_clinic("maple-street")


@pytest.fixture
def clock(maple: ClinicData) -> FakeClock:
    return FakeClock(START.replace(tzinfo=maple.timezone))


@pytest.fixture
def clinic(maple: ClinicData, clock: FakeClock) -> Clinic:
    return Clinic(maple, clock)


@pytest.fixture
def failing(clinic: Clinic, clock: FakeClock) -> Callable[..., FailingClinic]:
    """The clinic under the failures given, or under a whole plan."""

    def build(*failures, plan: FailurePlan | None = None) -> FailingClinic:
        return FailingClinic(clinic, plan or FailurePlan(failures=failures), clock)

    return build


@pytest.fixture
def never_shut() -> ClinicData:
    """Open around the clock on every day of the week, in New York."""
    return ClinicData(name="Night Watch", hours=Hours(*[ALL_DAY] * 7), horizon_days=400)
