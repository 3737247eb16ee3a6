"""What the caller has agreed to: one pure fold over a call's events, and the only one.

Live calls, the judge and the search over all dialogues read `Consent`; nobody keeps a second account.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from lab.protocol import SLOTS, Heard, Intent
from lab.record import AgentReplied, CallerSaid, Event, Layers, LineHeard, ToolCalled

Values = frozenset[Any]
NOTHING: Values = frozenset()
BUSY = "busy"
"""The reason of an act that was not even looked at: the consent stands, and the same may be asked for once more."""

TASK_FOR_STAFF = "leave_message"
"""A tool that writes nothing of a patient's, and so needs no yes."""


@dataclass(frozen=True, slots=True)
class Quote:
    """An act on an account, and its own sentence, which is `read` while it is the last thing said."""

    number: int
    sentence: str
    account: str = ""
    read: bool = False
    yes: bool = False


class Consent(NamedTuple):
    """`held` has for each slot the values that may be booked; `yes` is a whole yes that has not been spent.

    A slot usually holds one value; after a choice ("the second one") it holds all that had been offered, until the
    agent's read-back says which. `read_back` has the slots said by the agent since one of them changed. Where what is
    to be done is quoted first, it is the quote's sentence that is read back, and nothing else counts. `acts` are the
    kinds of what was done, `doubtful` the accounts of which nobody knows whether it was.
    """

    held: tuple[Values, Values, Values] = (NOTHING, NOTHING, NOTHING)
    offered: tuple[Values, Values] = (NOTHING, NOTHING)  # days and times that a choice may mean
    read_back: frozenset[str] = frozenset()
    yes: bool = False
    unknown: bool = False  # an irreversible call timed out
    written: bool = False
    over: bool = False  # handed off, or said to be done
    before: "Consent | None" = None  # as it was before this line, until the agent asks or acts
    quote: Quote | None = None
    acts: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()

    @property
    def stands(self) -> bool:
        """A read-back stands: the agent has said day, time and name, and none has changed since."""
        return self.read_back.issuperset(SLOTS)

    def holds(self, slot: str, value: Any) -> bool:
        """The value is one that the caller's words allow."""
        return (same_name(value) if slot == "name" else value) in self.held[SLOTS.index(slot)]


NO_CONSENT = Consent()


def fold(events: Iterable[Event], start: Consent = NO_CONSENT) -> Consent:
    """The consent after these events."""
    for event in events:
        start = step(start, event)
    return start


def step(now: Consent, event: Event) -> Consent:
    """The consent after one more event."""
    match event:
        case CallerSaid(heard=heard):
            quote = _answered(now.quote, event)
            heard_here = _hear(now._replace(yes=False, before=None, quote=quote), heard)
            return heard_here._replace(yes=heard.intent == Intent.YES and now.stands, before=now)
        case LineHeard(said=True, heard=heard):
            # what the agent was told outranks our own reading of the line; the yes stays our grammar's
            return _hear(now.before or now, heard)._replace(yes=now.yes, before=None, quote=now.quote)
        case ToolCalled():
            return _called(now._replace(before=None), event)
        case AgentReplied():
            return _replied(now._replace(yes=False, before=None), event)
    return now


def same_name(name: str) -> str:
    """A name as it is compared: one Unicode form, no case, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def _answered(quote: Quote | None, said: CallerSaid) -> Quote | None:
    """A whole yes to the sentence just read stands until it is used; whatever changes something ends the quote."""
    heard = said.heard
    if quote is None or not said.line.strip():
        return quote
    if heard.intent == Intent.YES:
        return replace(quote, yes=quote.yes or quote.read)
    changes = heard.values() or heard.denied or heard.unclear or heard.choice is not None or heard.part_of_day
    if changes or heard.intent in (Intent.NO, Intent.HUMAN, Intent.GOODBYE):
        return None
    return replace(quote, yes=False)


def reads(reply: str, sentence: str) -> bool:
    """Whether the words of the sentence stand in the reply, in their order and next to each other."""
    return f" {_words(same_name(sentence))} " in f" {_words(same_name(reply))} "


def _hear(now: Consent, heard: Heard) -> Consent:
    held, offered = list(now.held), list(now.offered)
    for n, slot in enumerate(SLOTS):
        value = getattr(heard, slot)
        if value is not None:
            held[n] = frozenset({same_name(value) if slot == "name" else value})
        elif slot in heard.denied or slot in heard.unclear:
            held[n] = NOTHING
        elif heard.choice is not None and slot != "name":
            held[n] |= offered[n]
        if slot in heard.unclear and slot != "name":
            offered[n] = frozenset(heard.unclear[slot])
    refused = heard.intent == Intent.NO or tuple(held) != now.held
    return now._replace(
        held=(held[0], held[1], held[2]),
        offered=(offered[0], offered[1]),
        read_back=frozenset() if refused else now.read_back,
    )


def _called(now: Consent, event: ToolCalled) -> Consent:
    if event.nature == "ends":
        return now._replace(over=True, acts=now.acts | {event.name})
    if event.name == TASK_FOR_STAFF and event.outcome == "ok":
        now = now._replace(acts=now.acts | {event.name})
    if event.layers:
        now = _filled(now, event.layers, event.nature == "read" and event.outcome == "ok")
        if event.layers.quote:
            return _quoted(now, event, event.layers)
        if event.layers.sentence:
            return now._replace(yes=False, read_back=frozenset())
    if isinstance(event.answer, list) and event.outcome == "ok":
        return now._replace(offered=(now.offered[0], now.offered[1] | frozenset(event.answer)))
    if event.nature != "irreversible" or event.outcome == "invalid":
        return now
    if event.reason == BUSY:
        return now
    if event.outcome == "rejected":
        return now._replace(yes=False, held=(now.held[0], NOTHING, now.held[2]), read_back=frozenset())
    return now._replace(yes=False, written=True, unknown=now.unknown or event.outcome == "timeout")


def _quoted(now: Consent, event: ToolCalled, layers: Layers) -> Consent:
    """A quote waits to be read aloud; a commit spends it, whatever came of that."""
    if layers.sentence:
        return now._replace(quote=Quote(layers.quote, layers.sentence, account_of(layers)))
    if not event.acts:
        return now
    account = account_of(layers) or (now.quote.account if now.quote else "")
    now = now._replace(quote=None)
    if event.outcome == "ok":
        return now._replace(written=True, acts=now.acts | {str(event.arguments.get("act", event.name))})
    if event.outcome == "timeout":
        return now._replace(unknown=True, doubtful=now.doubtful | {account})
    return now


def account_of(layers: Layers) -> str:
    """Whose chart a call is about, as code filled it in; empty where nobody's is known."""
    return str(layers.filled.get("account_number", ""))


def _filled(now: Consent, layers: Layers, found: bool) -> Consent:
    """A patient found bears the name on file; an act that waits for its read-back proposes what was left open."""
    day, time, name = (_one(slot, layers.filled.get(slot)) for slot in SLOTS)
    if found:
        return now._replace(held=(now.held[0], now.held[1], name or now.held[2]))
    if not layers.sentence:
        return now
    return now._replace(held=(now.held[0] or day, now.held[1] or time, now.held[2] or name))


def _one(slot: str, value: Any) -> Values:
    return frozenset({same_name(value) if slot == "name" else value}) if value else NOTHING


def _replied(now: Consent, event: AgentReplied) -> Consent:
    said = (event.days, event.times, _names_in(event.reply, now.held[2]))
    # a read-back that names one of several offered values settles which one is meant
    held = [held & said[n] or held for n, held in enumerate(now.held)]
    read = {slot for n, slot in enumerate(SLOTS) if now.held[n] & said[n]}
    over = now.over or event.state in ("DONE", "HANDOFF")
    quote = now.quote and replace(now.quote, read=reads(event.reply, now.quote.sentence))
    return now._replace(held=(held[0], held[1], held[2]), read_back=now.read_back | read, over=over, quote=quote)


def _names_in(reply: str, names: Values) -> Values:
    text = f" {_words(same_name(reply))} " if names else ""
    return frozenset(name for name in names if f" {_words(name)} " in text)


@lru_cache(maxsize=1024)
def _words(text: str) -> str:
    """Its words alone, a space between two."""
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())
