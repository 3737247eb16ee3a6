"""A practice of three visits that answers at once: the inbound API's words, and nothing behind them."""

import datetime as dt
import itertools
from collections.abc import Callable
from typing import Any

from fake_api.practice.wire import Answer, Request

PATIENT = "A-50211"
NAME, BORN, PHONE = "Jamie Fox", "1985-04-03", "212-555-0142"
Row = dict[str, Any]
Act = Callable[[], Answer]
Spoil = Callable[[Request, Act], Answer]


def yes(result: Any) -> Answer:
    return Answer(200, {"ok": True, "result": result})


def no(status: int, code: str, field: str = "") -> Answer:
    error = {"code": code, "message": code} | ({"field": field} if field else {})
    return Answer(status, {"ok": False, "error": error})


class Answering:
    """One patient, openings from the fifteenth on; `spoil` may change, delay or withhold an answer, or the act."""

    def __init__(self, spoil: Spoil = lambda request, act: act()) -> None:
        self.requests: list[Request] = []
        self.written: list[Row] = []
        self.logs: list[Row] = []
        self.visits = [_visit("E-70031", "2026-09-16T10:00:00-04:00", 91, 1)]
        self.may_act: list[Row] = [{"name": "Ana Fox", "relation": "mother", "allowed": True}]
        self.medications = [_medication("RX-1234", "lisinopril", refills=1)]
        self.spoil = spoil
        self._quotes: dict[str, Row] = {}
        self._numbers = itertools.count(1)

    def __call__(self, request: Request) -> Answer:
        self.requests.append(request)
        return self.spoil(request, lambda: yes(getattr(self, _DOES[request.endpoint])(dict(request.arguments))))

    def sent(self, endpoint: str) -> list[Row]:
        return [dict(request.arguments) for request in self.requests if request.endpoint == endpoint]

    def offices(self, _: Row) -> Any:
        return [{"office_id": 1, "name": "North", "zone": "America/New_York", "hours": [], "reasons": ["checkup"]}]

    def providers(self, _: Row) -> Any:
        who = ((88, "Ana", "Reyes"), (91, "Bruno", "Reyes"))
        return [{"provider_id": id, "given": given, "family": family, "office_ids": [1]} for id, given, family in who]

    def route(self, _: Row) -> Any:
        return {"resolved": True, "missing": [], "office_ids": [1]}

    def availability(self, given: Row) -> Any:
        first = max(given["from_date"], "2026-09-15")
        day = dt.date.fromisoformat(first)
        starts = [f"{day + dt.timedelta(days=n)}T{hour}:00:00-04:00" for n in range(2) for hour in ("09", "11", "14")]
        return {"openings": [_opening(f"O:{start}", start, 88) for start in starts]}

    def lookup(self, given: Row) -> Any:
        row = {"account_number": PATIENT, "name": NAME, "date_of_birth": BORN, "phone": PHONE, "exact": True}
        return {"matches": [row] if given.get("name", NAME) == NAME else []}

    def brief(self, given: Row) -> Any:
        who = {"account_number": given["account_number"], "name": NAME, "date_of_birth": BORN, "phone": PHONE}
        file = {"status": "established", "visits": list(self.visits), "may_act": self.may_act}
        return who | file | {"medications": self.medications, "invoices": []}

    def quote(self, given: Row) -> Any:
        token = f"token-{next(self._numbers)}"
        writes = {key: value for key, value in given.items() if key not in ("call_id", "opening_id")}
        writes |= {"name": given.get("name", NAME)}
        if "opening_id" in given:
            writes |= {"starts": given["opening_id"][2:], "provider_id": 88, "office_id": 1}
        if given["kind"] == "refill":
            writes["medication"] = "lisinopril 10 mg"
        if given["kind"] == "cancel":
            visit = next(each for each in self.visits if each["encounter_id"] == given["encounter_id"])
            writes |= {key: visit[key] for key in ("starts", "provider_id", "office_id")}
        self._quotes[token] = writes
        return {"token": token, "expires_at": "2026-09-14T23:00:00-04:00", "writes": writes}

    def commit(self, given: Row) -> Any:
        writes = self._quotes[given["token"]]
        self.written.append(writes)
        match writes["kind"]:
            case "book":
                self.visits.append(_visit("E-70032", writes["starts"], 88, 1))
            case "reschedule" | "cancel":
                visit = next(each for each in self.visits if each["encounter_id"] == writes["encounter_id"])
                visit |= {"starts": writes["starts"], "provider_id": writes["provider_id"]}
                visit["status"] = "cancelled" if writes["kind"] == "cancel" else "booked"
            case "create":
                return {"kind": "create", "written": {**writes, "account_number": "A-50300", "status": "new"}}
        return {"kind": writes["kind"], "written": dict(writes)}

    def log(self, given: Row) -> Any:
        self.logs.append(given)
        return {"logged": True}


_DOES = {
    "hub/offices": "offices",
    "hub/providers": "providers",
    "hub/route_patient": "route",
    "hub/availability": "availability",
    "inbound/lookup": "lookup",
    "inbound/brief": "brief",
    "inbound/quote": "quote",
    "inbound/commit": "commit",
    "inbound/call/log": "log",
}


def _visit(encounter: str, starts: str, provider: int, office: int) -> Row:
    where = {"encounter_id": encounter, "starts": starts, "provider_id": provider, "office_id": office}
    return where | {"minutes": 30, "status": "booked", "version": 1}


def _medication(id: str, name: str, refills: int) -> Row:
    filled = [{"filled": f"2026-0{month}-14", "quantity": 30} for month in range(3, 9)]
    about = {"medication_id": id, "name": name, "strength": "10 mg", "quantity": 30, "days_of_supply": 30}
    return about | {"refills_left": refills, "last_filled": "2026-08-14", "history": filled}


def _opening(id: str, starts: str, provider: int) -> Row:
    return {
        "opening_id": id,
        "provider_id": provider,
        "office_id": 1,
        "starts": starts,
        "minutes": 30,
        "shared": False,
    }
