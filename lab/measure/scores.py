"""What the intents experiment counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from lab.measure.parsers import INTENTS, TURNED, Reply
from lab.measure.sentences import Sentence
from lab.protocol import SLOTS

OUT_OF_FORM = "(none)"


@dataclass(frozen=True, slots=True)
class Score:
    """One parser's figures over all sentences; `seconds` is the median of a line.

    `slots_right` counts, of the `slots_said` values in the sentences, those heard as they should be; `made_up` are
    values heard where none was said; `dropped` are a model's words that were not in the line. `first` and
    `first_turned` count answers that are the enum's first value, in its own order and with it turned round. `answers`
    has what was wanted and heard of each line.
    """

    parser: str
    sentences: int
    kept: int
    intents_right: int
    slots_right: int
    slots_said: int
    made_up: int
    dropped: int
    first: int
    first_turned: int
    seconds: float
    confusion: dict[str, dict[str, int]]
    answers: list[dict[str, Any]]


def score(
    parser: str,
    sentences: Sequence[Sentence],
    replies: Sequence[Reply],
    turned: Sequence[Reply],
    seconds: Sequence[float],
) -> Score:
    """Count; `turned` are the replies with the enum turned round, or `replies` again where there is no enum."""
    pairs = list(zip(sentences, replies, strict=True))
    slots = [(getattr(sentence, slot), getattr(reply.heard, slot)) for sentence, reply in pairs for slot in SLOTS]
    return Score(
        parser=parser,
        sentences=len(pairs),
        kept=sum(reply.intent is not None for reply in replies),
        intents_right=sum(sentence.intent == reply.intent for sentence, reply in pairs),
        slots_right=sum(said is not None and said == heard for said, heard in slots),
        slots_said=sum(said is not None for said, _ in slots),
        made_up=sum(said is None and heard is not None for said, heard in slots),
        dropped=sum(reply.dropped for reply in replies),
        first=sum(reply.intent == INTENTS[0] for reply in replies),
        first_turned=sum(reply.intent == TURNED[0] for reply in turned),
        seconds=median(seconds),
        confusion=_confusion(pairs),
        answers=[_answer(sentence, reply) for sentence, reply in pairs],
    )


def _answer(sentence: Sentence, reply: Reply) -> dict[str, Any]:
    heard = reply.heard.to_wire()
    return {"line": sentence.line, "wanted": sentence.intent, "said": reply.intent, **{s: heard[s] for s in SLOTS}}


def _confusion(pairs: Sequence[tuple[Sentence, Reply]]) -> dict[str, dict[str, int]]:
    counted = Counter((sentence.intent, str(reply.intent or OUT_OF_FORM)) for sentence, reply in pairs)
    rows = [intent for intent in INTENTS if any(wanted == intent for wanted, _ in counted)]
    columns = [said for said in (*INTENTS, OUT_OF_FORM) if any(heard == said for _, heard in counted)]
    return {str(row): {str(column): counted[row, str(column)] for column in columns} for row in rows}
