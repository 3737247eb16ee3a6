"""What a model is asked: the messages, and the JSON schema that its answer is held to."""

from collections.abc import Sequence
from typing import Any

from lab.protocol import SLOTS, Intent

LONGEST_LINE = 600
"""Of a longer line the model gets this many characters: nobody says more in one breath, and its memory is small."""

LONGEST_WORDS = 40

# what differs from line to line stands last, so that a server need not read the rest again
INSTRUCTIONS = """You hear callers of a clinic's reservation desk. Answer in JSON. "intent" is what the caller wants:
{meanings}
"day", "time" and "name" are the caller's own words for it, copied letter by letter, or null where there are none.
{asked}"""

MEANINGS = {
    Intent.BOOK: "asks for an appointment",
    Intent.INFORM: "gives or corrects a day, a time or a name",
    Intent.YES: "agrees, and says nothing else",
    Intent.NO: "disagrees",
    Intent.HUMAN: "wants a person, or to cancel or move a visit",
    Intent.REPEAT: "wants the question again",
    Intent.GOODBYE: "ends the call",
    Intent.UNKNOWN: "anything else",
}

ASKED = {
    "ASK_DAY": "The desk has just asked for the day.",
    "ASK_TIME": "The desk has just asked for the time.",
    "ASK_NAME": "The desk has just asked for the name.",
    "CONFIRM": "The desk has just read back a day, a time and a name, and asked whether to book them.",
}


def messages(line: str, state: str, intents: Sequence[str]) -> list[dict[str, str]]:
    """The chat to send: the line is the caller's message, and stays data."""
    meanings = "\n".join(f"- {intent}: {MEANINGS[Intent(intent)]}" for intent in intents)
    instructions = INSTRUCTIONS.format(asked=ASKED.get(state, ""), meanings=meanings)
    return [{"role": "system", "content": instructions}, {"role": "user", "content": line[:LONGEST_LINE]}]


def schema(intents: Sequence[str]) -> dict[str, Any]:
    """The JSON schema of an answer; the order of the intents is the order of its enum."""
    words = {"anyOf": [{"type": "string", "maxLength": LONGEST_WORDS}, {"type": "null"}]}
    return {
        "type": "object",
        "properties": {"intent": {"type": "string", "enum": list(intents)}, **dict.fromkeys(SLOTS, words)},
        "required": ["intent", *SLOTS],
        "additionalProperties": False,
    }


def response_format(form: dict[str, Any]) -> dict[str, Any]:
    """A schema as an OpenAI-compatible endpoint takes it."""
    return {"type": "json_schema", "json_schema": {"name": "heard", "strict": True, "schema": form}}
