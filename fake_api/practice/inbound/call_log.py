"""What is kept of a call that is over."""

import json
from typing import Any

from fake_api.practice.inbound.drafts import Moment
from fake_api.practice.inbound.ids import account_number


def log(
    at: Moment,
    call_id: str,
    transcript: tuple[str, ...],
    accounts: tuple[int, ...],
    end_reason: str,
    flags: dict[str, bool],
) -> Any:
    """Keeps the first log of a call, however often it is sent."""
    told = (json.dumps(value) for value in (transcript, [account_number(each) for each in accounts]))
    row = (call_id, *told, end_reason, json.dumps(flags), at.now.isoformat())
    with at.store.writing() as db:
        db.execute("INSERT INTO call_logs VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
    return {"logged": True}
