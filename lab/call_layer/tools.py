"""The tools of the front desk as a model sees them; what it must not write is filled by code."""

from collections.abc import Mapping
from typing import Any

from lab.call_layer.arguments.schema import parameters, sheet
from lab.call_layer.shapes import ModelTool
from lab.toolset import Nature

TASKS = ("book", "reschedule", "cancel", "new_patient", "refill", "payment", "message", "person")
READ_SECONDS = 8.0
"""How long a tool that only looks something up waits for each answer, on the call's clock."""
COMMIT_SECONDS = 10.0

Schema = Mapping[str, Any]

_DAY: Schema = {"type": "string", "format": "date"}
_PHONE: Schema = {"type": "string", "description": "the number as the caller said it"}
_OPENING: Schema = {"type": "string", "description": "one of the openings listed, exactly as listed"}
_VISIT: Schema = {"type": "string", "description": "one of the visits listed, exactly as listed"}
_REASON: Schema = {"type": "string", "description": "what the visit is for"}


def _text(about: str) -> Schema:
    return {"type": "string", "description": about}


def _tool(
    name: str, about: str, nature: Nature, needed: Mapping[str, Schema], may: Mapping[str, Schema], *filled: str
) -> ModelTool:
    caps = parameters(name)["properties"] if name in sheet() else {}
    properties = {key: {**caps.get(key, {}), **schema} for key, schema in {**needed, **may}.items()}
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(needed),
        "additionalProperties": False,
    }
    return ModelTool(name, about, nature, schema, filled)


TOOLS = (
    _tool(
        "note_caller",
        "Note who is on the line, and whether they call for themselves.",
        "read",
        {
            "caller_name": _text("who is on the line"),
            "calling_for": {"type": "string", "enum": ["self", "someone_else"]},
        },
        {"relation": _text("what the caller is to the patient, if someone else: mother, son, neighbour")},
    ),
    _tool(
        "find_patient",
        "Find the patient on file, by the name and the date of birth that the caller said.",
        "read",
        {"name": _text("the patient's name"), "date_of_birth": _DAY},
        {"phone": _PHONE},
        "call_id",
        "caller_phone",
    ),
    _tool(
        "choose_task",
        "Say what the caller wants.",
        "read",
        {"task": {"type": "string", "enum": list(TASKS)}},
        {},
    ),
    _tool(
        "find_openings",
        "List the times that are free, fourteen days from the first day on.",
        "read",
        {"reason": _REASON},
        {
            "office": _text("the office's name"),
            "doctor": _text("the doctor's name"),
            "first_day": _DAY,
            "seen_before": {"type": "boolean", "description": "whether the patient has been here, if that is asked"},
        },
        "status",
        "age",
    ),
    _tool("list_visits", "List the patient's visits that lie ahead.", "read", {}, {}, "account_number"),
    _tool(
        "quote_booking",
        "Prepare to book the opening that the caller chose; it is read aloud, and waits for a yes.",
        "read",
        {"opening": _OPENING, "reason": _REASON},
        {},
        "account_number",
        "opening_id",
    ),
    _tool(
        "quote_reschedule",
        "Prepare to move a visit to the opening that the caller chose; it is read aloud, and waits for a yes.",
        "read",
        {"visit": _VISIT, "opening": _OPENING},
        {},
        "account_number",
        "encounter_id",
        "opening_id",
    ),
    _tool(
        "quote_cancel",
        "Prepare to cancel a visit; it is read aloud, and waits for a yes.",
        "read",
        {"visit": _VISIT},
        {},
        "account_number",
        "encounter_id",
    ),
    _tool(
        "quote_new_patient",
        "Prepare to put a new patient on file; it is read aloud, and waits for a yes.",
        "read",
        {"name": _text("the patient's name"), "date_of_birth": _DAY, "phone": _PHONE},
        {
            "sex": {"type": "string", "enum": ["female", "male", "other"]},
            "state": _text("two letters, such as NY"),
            "zip": _text("five digits"),
        },
    ),
    _tool(
        "request_refill",
        "Prepare a refill of one of the patient's medications; it is read aloud, and waits for a yes.",
        "read",
        {
            "medication": _text("as the caller named it, or the number on its label"),
            "quantity": {"type": "integer", "minimum": 1},
            "days_of_supply": {"type": "integer", "minimum": 1},
        },
        {},
        "account_number",
        "medication_id",
    ),
    _tool(
        "take_payment",
        "Prepare a payment; it is read aloud, and waits for a yes.",
        "read",
        {
            "amount": {"type": "number", "description": "in whole units of the currency: 25.50 is 25 dollars 50"},
            "currency": {"type": "string", "enum": ["USD"]},
            "reason": {"type": "string", "enum": ["invoice", "copay", "deposit", "other"]},
        },
        {"invoice": _text("as the caller named it, or the number on the bill")},
        "account_number",
        "invoice_id",
    ),
    _tool(
        "message_provider",
        "Prepare a message to a doctor; it is read aloud, and waits for a yes.",
        "read",
        {"provider": _text("the doctor's name"), "text": _text("the message")},
        {},
        "account_number",
        "provider_id",
    ),
    _tool(
        "commit",
        "Do what was read aloud and met with a whole yes.",
        "irreversible",
        {},
        {"reason": _text("why, in a few words")},
        "token",
        "flags",
    ),
    _tool("leave_message", "Leave a message for the practice's staff.", "read", {"text": _text("the message")}, {}),
    _tool(
        "transfer",
        "Hand the call to a person; it ends your part.",
        "ends",
        {"reason": _text("why, in a few words")},
        {"emergency": {"type": "boolean", "description": "only if it may not wait"}},
    ),
)

BY_NAME = {tool.name: tool for tool in TOOLS}

KINDS = {
    "quote_booking": "book",
    "quote_reschedule": "reschedule",
    "quote_cancel": "cancel",
    "quote_new_patient": "create",
    "request_refill": "refill",
    "take_payment": "payment",
    "message_provider": "message",
}
"""What each tool that prepares a write asks a quote for."""

HIDDEN = (
    "account_number",
    "call_id",
    "caller_phone",
    "encounter_id",
    "opening_id",
    "provider_id",
    "office_id",
    "token",
)
"""Keys of the practice's API that no model gets to see."""
