"""What the caller's line leaves of a model's answer: words that are in it, as the grammar hears them."""

from dataclasses import dataclass, field, replace

from lab.protocol import Heard, Span
from lab.understanding.context import Context
from lab.understanding.grammar import understand
from lab.understanding.llm.answer import Said
from lab.understanding.tokens import tokenise
from lab.understanding.whole_yes import only_a_whole_yes

ASKING = {"day": "ASK_DAY", "time": "ASK_TIME", "name": "ASK_NAME"}


@dataclass(frozen=True, slots=True)
class Checked:
    """What the agent is told, and the slots for which the model gave words that the line does not have."""

    heard: Heard = field(default_factory=Heard)
    invented: tuple[str, ...] = ()


def check(said: Said, line: str, state: str, context: Context) -> Checked:
    """Keep of an answer what the line bears out.

    A day and a time are what the grammar hears in the words, as if the agent had asked for that slot; a name is what it
    hears there, or else the words themselves.
    """
    heard, invented = Heard(said.intent), []
    for slot, words in said.words.items():
        place = find(words, line)
        if place:
            heard = _with_slot(heard, slot, line, place, context)
        else:
            invented.append(slot)
    return Checked(only_a_whole_yes(heard, line, state, context), tuple(invented))


def find(words: str, line: str) -> tuple[int, int] | None:
    """The first place in the line, as `(start, end)`, where these words follow each other; signs don't count."""
    wanted, (there, places) = _words(words)[0], _words(line)
    for n in range(len(there) - len(wanted) + 1 if wanted else 0):
        if there[n : n + len(wanted)] == wanted:
            return places[n][0], places[n + len(wanted) - 1][1]
    return None


def _words(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The words of a text without its signs, and where each stands."""
    tokens = tokenise(text)
    at = [at for at, word in enumerate(tokens.words) if word[:1].isalnum()]
    return [tokens.words[each] for each in at], [tokens.span(each, each + 1) for each in at]


def _with_slot(heard: Heard, slot: str, line: str, place: tuple[int, int], context: Context) -> Heard:
    start, end = place
    ours = understand(line[start:end], ASKING[slot], context)
    if slot == "name" and ours.name is None and slot not in {*ours.unclear, *ours.denied}:
        ours = replace(ours, name=_as_name(line[start:end]), spans=(Span(slot, 0, end - start),))
    spans = (Span(span.what, span.start + start, span.end + start) for span in ours.spans if span.what != "intent")
    return replace(
        heard,
        part_of_day=heard.part_of_day or ours.part_of_day,
        choice=heard.choice if ours.choice is None else ours.choice,
        denied=heard.denied | ours.denied & {slot},
        unclear={**heard.unclear, **{key: ours.unclear[key] for key in ours.unclear if key == slot}},
        spans=(*heard.spans, *spans),
        **{slot: getattr(ours, slot)},
    )


def _as_name(words: str) -> str | None:
    return " ".join(words.split()) if any(sign.isalpha() for sign in words) else None
