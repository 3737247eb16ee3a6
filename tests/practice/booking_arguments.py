"""What the record system's tests say again and again."""

from collections.abc import Callable
from typing import Any

from fake_api.practice.wire import Answer

Ask = Callable[..., Answer]
JAMIE, SOFIA, SUKARNO, NIAMH, ALEX = range(50211, 50216)


def place(**changes: Any) -> dict[str, Any]:
    """Tuesday 15 September at 9:00 with Dr. Ana Reyes, as the record system wants it written."""
    usual = {
        "columnId": 1207,
        "profileId": 88,
        "startDatetime": "2026-09-15T09:00:00-04:00",
        "duration": 30,
        "appointmentTypeId": "1010",
    }
    return usual | changes
