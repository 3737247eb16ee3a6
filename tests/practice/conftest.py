"""A small practice that every test may ask and break, in process and over HTTP."""

import datetime as dt
import socket
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.failing import Failing
from fake_api.practice.http_client import HttpTransport
from fake_api.practice.trouble import load_trouble
from fake_api.practice.wire import Answer, Request, Transport
from fake_api.practice.world import World, load_world
from tests.practice.serving import Latest, serving

Reach = Callable[[str], Transport]
"""A transport to the practice under a failure plan."""

PATIENCE = 0.5
"""Seconds for which a test waits where no answer is to come."""


def patience(plan: str) -> float:
    """Where one is to come, even a busy machine has the time."""
    silent = any(trouble.outcome in ("timeout", "slow") for trouble in load_trouble(plan).troubles)
    return PATIENCE if silent else 10.0


@pytest.fixture(scope="session")
def maple() -> World:
    return load_world("maple")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(dt.datetime(2026, 9, 14, 9, 0, tzinfo=ZoneInfo("America/New_York")))


@pytest.fixture
def practice(maple: World, clock: FakeClock) -> Practice:
    return open_practice(maple, clock)


@pytest.fixture(scope="session")
def latest() -> Latest:
    return Latest()


@pytest.fixture(scope="session")
def url(latest: Latest) -> Iterator[str]:
    with serving(latest) as url:
        yield url


@pytest.fixture
def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(params=["in process", "http"])
def reach(request: pytest.FixtureRequest, practice: Practice, clock: FakeClock) -> Reach:
    if request.param == "in process":
        return lambda plan: Failing(practice, load_trouble(plan), clock)
    url = request.getfixturevalue("url")
    request.getfixturevalue("latest").practice = practice
    return lambda plan: HttpTransport(
        url, plan, call_id=request.node.nodeid.encode("ascii", "replace").decode(), patience=patience(plan)
    )


@pytest.fixture
def ask(reach: Reach) -> Callable[..., Answer]:
    transport = reach("calm")

    def ask(endpoint: str, **arguments: Any) -> Answer:
        return transport(Request(endpoint, arguments))

    return ask
