"""The inbound API of the small practice, asked as a front desk asks it."""

from collections.abc import Callable
from typing import Any

import pytest

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice
from fake_api.practice.inbound.api import open_inbound
from fake_api.practice.wire import Request, Transport
from tests.practice.inbound.front_desk import FrontDesk


@pytest.fixture
def inbound(practice: Practice, clock: FakeClock) -> Transport:
    return open_inbound(practice, clock)


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
