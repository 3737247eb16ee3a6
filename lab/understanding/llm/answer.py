"""What a model answered, as data: exactly what the schema asks for, or nothing."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lab.protocol import SLOTS
from lab.understanding.llm.question import LONGEST_WORDS

LONGEST_ANSWER = 10_000


@dataclass(frozen=True, slots=True)
class Said:
    """An answer that kept its form: an intent of the enum, and for each slot the words that the model points at."""

    intent: str
    words: Mapping[str, str]


def read_said(answer: object, intents: Sequence[str]) -> Said | None:
    """Read an answer, or None if it is not exactly what the schema asks for; never raises."""
    said = _json(answer)
    if not isinstance(said, dict) or set(said) != {"intent", *SLOTS} or said["intent"] not in intents:
        return None
    words = {slot: said[slot] for slot in SLOTS if said[slot] is not None}
    if not all(isinstance(text, str) and len(text) <= LONGEST_WORDS for text in words.values()):
        return None
    return Said(said["intent"], {slot: text for slot, text in words.items() if text.strip()})


def _json(answer: object) -> Any:
    if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
        return None
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return None
