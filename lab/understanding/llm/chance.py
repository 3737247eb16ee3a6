"""A model that knows nothing: a seeded draw of an intent and of words, in perfect form."""

import json
from random import Random
from typing import Any

from lab.protocol import SLOTS

INVENTED = {"day": "Friday the 13th", "time": "half past ten", "name": "Alex Morgan"}
LONGEST_STRETCH = 4


class ChanceModel:
    """Answers each slot with nothing, with some words of the line, or with words that nobody said."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def complete(self, messages: list[dict[str, str]], schema: dict[str, Any]) -> str:
        """Draw an answer; the same seed and the same lines give the same answers."""
        line = messages[-1]["content"].split()
        intent = self._random.choice(schema["properties"]["intent"]["enum"])
        words = {slot: self._random.choice((None, self._stretch(line), INVENTED[slot])) for slot in SLOTS}
        return json.dumps({"intent": intent, **words})

    def _stretch(self, line: list[str]) -> str:
        start = self._random.randrange(len(line))
        return " ".join(line[start : start + self._random.randint(1, LONGEST_STRETCH)])[:40]
