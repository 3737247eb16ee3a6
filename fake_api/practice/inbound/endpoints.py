"""The inbound API as one table: what each endpoint takes, and what each kind of quote."""

from fake_api.practice.endpoints import Argument, Endpoint
from fake_api.practice.inbound.ids import ENCOUNTER, OPENING
from fake_api.practice.kinds import one_of

_CALL = Argument("call_id", "text")
_ACCOUNT = Argument("account_number", "account")
_OPENING = Argument("opening_id", OPENING)
_VISIT = Argument("encounter_id", ENCOUNTER)

QUOTES: dict[str, tuple[Argument, ...]] = {
    "book": (_ACCOUNT, _OPENING, Argument("reason", "text")),
    "reschedule": (_ACCOUNT, _VISIT, _OPENING),
    "cancel": (_ACCOUNT, _VISIT),
    "create": (
        Argument("name", "text"),
        Argument("date_of_birth", "date"),
        Argument("phone", "text"),
        Argument("sex", "text", required=False),
        Argument("state", "text", required=False),
        Argument("zip", "text", required=False),
    ),
    "refill": (
        _ACCOUNT,
        Argument("medication_id", "medication"),
        Argument("quantity", "quantity"),
        Argument("days_of_supply", "days_of_supply"),
    ),
    "payment": (
        _ACCOUNT,
        Argument("invoice_id", "invoice", required=False),
        Argument("amount_cents", "cents"),
        Argument("currency", "text"),
        Argument("reason", "text"),
    ),
    "message": (_ACCOUNT, Argument("provider_id", "integer"), Argument("text", "message")),
}

INBOUND = {
    endpoint.name: endpoint
    for endpoint in (
        Endpoint("hub/offices", "GET", "/hub/offices", "Every office: its zone, hours, closed days and visit reasons."),
        Endpoint(
            "hub/providers",
            "GET",
            "/hub/providers",
            "Every provider, or those of one office.",
            (Argument("office_id", "integer", required=False),),
        ),
        Endpoint(
            "hub/availability",
            "GET",
            "/hub/availability",
            "What is free for a reason; starts that are shared with another visit only where nothing else is.",
            (
                Argument("office_id", "integer"),
                Argument("reason", "text"),
                Argument("status", "status", required=False),
                Argument("age", "age", required=False),
                Argument("from_date", "date"),
                Argument("days", "days"),
                Argument("provider_id", "integer", required=False),
            ),
        ),
        Endpoint(
            "hub/provider_info",
            "GET",
            "/hub/provider_info",
            "One provider: where they sit, and the visit reasons that they see patients for.",
            (Argument("provider_id", "integer"),),
        ),
        Endpoint(
            "hub/route_patient",
            "GET",
            "/hub/route_patient",
            "The offices where a visit for this reason can be made, and what else has to be known to say so.",
            (
                Argument("reason", "text"),
                Argument("status", "status", required=False),
                Argument("age", "age", required=False),
            ),
        ),
        Endpoint(
            "inbound/lookup",
            "POST",
            "/inbound/lookup",
            "Patients by name, date of birth, phone or several of them, at most 20; the caller's phone only orders.",
            (
                _CALL,
                Argument("name", "text", required=False),
                Argument("date_of_birth", "date", required=False),
                Argument("phone", "phone", required=False),
                Argument("caller_phone", "text", required=False),
            ),
        ),
        Endpoint(
            "inbound/brief",
            "POST",
            "/inbound/brief",
            "One patient: visits, who may act for them, medications, invoices.",
            (_CALL, _ACCOUNT),
        ),
        Endpoint(
            "inbound/quote",
            "POST",
            "/inbound/quote",
            "Says exactly what a commit of its token would write, within fifteen minutes. Nothing changes.",
            (_CALL, Argument("kind", one_of(*QUOTES))),
            QUOTES,
        ),
        Endpoint(
            "inbound/commit",
            "POST",
            "/inbound/commit",
            "Writes what was quoted, once, if it is still so.",
            (_CALL, Argument("token", "text"), Argument("reason", "note"), Argument("flags", "flags")),
        ),
        Endpoint(
            "inbound/call/log",
            "POST",
            "/inbound/call/log",
            "What is kept of a call; the first log of a call stands.",
            (
                _CALL,
                Argument("transcript", "transcript"),
                Argument("accounts", "accounts"),
                Argument("end_reason", "text"),
                Argument("flags", "call_flags"),
            ),
            longest_body=4 * 1024 * 1024,
        ),
    )
}
