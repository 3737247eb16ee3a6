"""The inbound API of the small practice, asked as a front desk asks it."""

from collections.abc import Callable
from typing import Any

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.failing import Failing
from fake_api.practice.http_client import HttpTransport
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.trouble import load_trouble
from fake_api.practice.wire import Request, Transport
from tests.practice.conftest import Reach, patience
from tests.practice.inbound.front_desk import FrontDesk


@pytest.fixture
def in_process(practice: Practice, clock: FakeClock) -> Transport:
    return open_inbound(practice, clock)


@pytest.fixture(params=["in process", "http"])
def reach(request: pytest.FixtureRequest, in_process: Transport, clock: FakeClock) -> Reach:
    """The API under a failure plan, over either transport."""
    if request.param == "in process":
        return lambda plan: Failing(in_process, load_trouble(plan), clock)
    url = request.getfixturevalue("url")
    request.getfixturevalue("latest").inbound = in_process
    call = request.node.nodeid.encode("ascii", "replace").decode()
    return lambda plan: HttpTransport(url, plan, call_id=call, patience=patience(plan))


@pytest.fixture
def inbound(reach: Reach) -> Transport:
    return reach("calm")


@pytest.fixture
def desk(inbound: Transport) -> FrontDesk:
    return FrontDesk(inbound)


@pytest.fixture
def record_system(practice: Practice) -> Callable[..., Any]:
    """Somebody at the practice who works on the rows directly, behind the front desk's back."""

    def ask(endpoint: str, **arguments: Any) -> Any:
        answer = practice(Request(endpoint, arguments, "staff"))
        assert answer.status == 200, answer.body
        return answer.body

    return ask
