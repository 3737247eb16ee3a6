"""A small practice that every test may ask and break."""

import datetime as dt
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.wire import Answer, Request
from fake_api.practice.world import World, load_world

NEW_YORK = ZoneInfo("America/New_York")


@pytest.fixture(scope="session")
def maple() -> World:
    return load_world("maple")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(dt.datetime(2026, 9, 14, 9, 0, tzinfo=NEW_YORK))


@pytest.fixture
def practice(maple: World, clock: FakeClock) -> Practice:
    return open_practice(maple, clock)


@pytest.fixture
def ask(practice: Practice) -> Callable[..., Answer]:
    def ask(endpoint: str, **arguments: Any) -> Answer:
        return practice(Request(endpoint, arguments))

    return ask
