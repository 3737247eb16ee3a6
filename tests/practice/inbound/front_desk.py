"""What the tests of the inbound API say again and again."""

from dataclasses import dataclass
from typing import Any

from fake_api.practice.wire import Answer, Request, Transport

JAMIE, SOFIA, SUKARNO, NIAMH, ALEX = (f"A-{number}" for number in range(50211, 50216))
TUESDAY = "2026-09-15"


@dataclass
class FrontDesk:
    """One call's view of the API: its own call_id in every body."""

    transport: Transport
    call_id: str = "call-1"

    def ask(self, endpoint: str, **arguments: Any) -> Answer:
        call = {"call_id": self.call_id} if endpoint.startswith("inbound/") else {}
        return self.transport(Request(endpoint, {**call, **arguments}))

    def told(self, endpoint: str, **arguments: Any) -> Any:
        """The result of an answer that went well."""
        answer = self.ask(endpoint, **arguments)
        assert answer.status == 200, answer.body
        assert answer.body["ok"] is True
        return answer.body["result"]

    def refused(self, endpoint: str, **arguments: Any) -> tuple[int, str, str | None]:
        """The status, code and field of an answer that says no."""
        return said_no(self.ask(endpoint, **arguments))

    def openings(self, office: int = 1, reason: str = "sick_visit", **changes: Any) -> list[dict[str, Any]]:
        """What is free on Tuesday 15 September, soonest first."""
        asked = {"status": "established", "age": 40, "from_date": TUESDAY, "days": 1, **changes}
        known = {key: value for key, value in asked.items() if value is not None}
        return list(self.told("hub/availability", office_id=office, reason=reason, **known)["openings"])

    def opening(self, starts: str, provider: int = 88, **asked: Any) -> str:
        """The id of the one that a doctor has at that time."""
        ids = {(each["starts"][11:16], each["provider_id"]): each["opening_id"] for each in self.openings(**asked)}
        return str(ids[starts, provider])

    def quote(self, kind: str, **arguments: Any) -> dict[str, Any]:
        return dict(self.told("inbound/quote", kind=kind, **arguments))

    def book(self, account: str = JAMIE, starts: str = "09:00", **asked: Any) -> dict[str, Any]:
        """A quote for a sick visit with Dr. Ana Reyes."""
        opening = self.opening(starts, **asked)
        return self.quote("book", account_number=account, opening_id=opening, reason="sick_visit")

    def commit(self, quote: dict[str, Any]) -> Answer:
        return self.ask("inbound/commit", token=quote["token"], reason=None, flags={})

    def written(self, quote: dict[str, Any]) -> dict[str, Any]:
        """What a commit that went well has written."""
        answer = self.commit(quote)
        assert answer.status == 200, answer.body
        return dict(answer.body["result"]["written"])

    def visits(self, account: str = JAMIE) -> list[dict[str, Any]]:
        return list(self.told("inbound/brief", account_number=account)["visits"])

    def booked(self, account: str = JAMIE) -> list[str]:
        """The starts of a patient's visits that stand."""
        return [visit["starts"] for visit in self.visits(account) if visit["status"] == "booked"]


def said_no(answer: Answer) -> tuple[int, str, str | None]:
    assert answer.body["ok"] is False
    return answer.status, answer.body["error"]["code"], answer.body["error"].get("field")
