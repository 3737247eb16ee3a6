"""A model that knows nothing: a seeded draw of an intent and of words, in perfect form."""

import json
from random import Random
from typing import Any

from lab.protocol import SLOTS
from lab.understanding.llm.question import LONGEST_WORDS

INVENTED = {"day": "Friday the 13th", "time": "half past ten", "name": "Alex Morgan"}
LONGEST_STRETCH = 4


class ChanceModel:
    """Answers each slot with nothing, with some words of the line, or with words that nobody said."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def complete(self, messages: list[dict[str, str]], schema: dict[str, Any]) -> str:
        """Draw an answer; the seed and what is asked settle it, whatever was asked before and by whom."""
        draw = Random(f"{self._seed} {messages}")
        line = messages[-1]["content"].split()
        intent = draw.choice(schema["properties"]["intent"]["enum"])
        words = {slot: draw.choice((None, _stretch(line, draw), INVENTED[slot])) for slot in SLOTS}
        return json.dumps({"intent": intent, **words})


def _stretch(line: list[str], draw: Random) -> str:
    start = draw.randrange(len(line))
    return " ".join(line[start : start + draw.randint(1, LONGEST_STRETCH)])[:LONGEST_WORDS]
