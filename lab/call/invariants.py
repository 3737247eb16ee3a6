"""What may never happen in any call, whoever the agent is; each with the words that tell it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from lab.call.consent import Consent, account_of, step
from lab.protocol import SLOTS
from lab.record import (
    AgentReplied,
    CallEnded,
    CallerSaid,
    Event,
    InvariantBroken,
    Layers,
    Slept,
    ToolCalled,
    write_value,
)

LONGEST_WAIT = 1.5

INVARIANTS = {
    "no_consent": "booked without a whole yes to a read-back that stands",
    "resent": "sent a booking again after one that timed out",
    "not_held": "booked something else than what the caller said",
    "after_end": "called a tool after the call was done or handed off",
    "long_wait": f"kept the caller waiting for more than {LONGEST_WAIT} seconds in one look-up",
    "false_claim": "said that something is done which the record does not hold",
    "silent": "said nothing while the call was open",
}
"""Every invariant by name, in the order in which a failure is told."""

Claims = Callable[[str], frozenset[str]]
"""Which writes a text claims to have been done: `booked`, `moved`, ..."""

DONE_BY = {
    "booked": {"book"},
    "moved": {"reschedule"},
    "cancelled": {"cancel"},
    "created": {"create"},
    "refilled": {"refill"},
    "paid": {"payment"},
    "sent": {"message", "leave_message"},
    "transferred": {"transfer", "hand_off"},
}
"""For each claim the acts that make it true; one that does not say what was done is true after any."""


def front_desk_claims(language: str) -> Claims:
    """What the front desk's replies are held to, in a call of that language."""
    from lab.call_layer.claims import claims  # its tables are read only where a model speaks

    return lambda text: claims(text, language)


@dataclass(slots=True)
class Watch:
    """Reads a call's events as they come and says which invariant each one breaks."""

    consent: Consent = field(default_factory=Consent)
    waited: float = 0.0
    claims: Claims | None = None  # where a model speaks, what it says is held against what was done

    def see(self, event: Event) -> list[InvariantBroken]:
        """The invariants that this event breaks, in order."""
        names = list(self._broken_by(event))
        self.consent = step(self.consent, event)
        return [InvariantBroken(event.turn, name, text) for name, text in names]

    def _broken_by(self, event: Event) -> Iterator[tuple[str, str]]:
        match event:
            case ToolCalled():
                yield from self._tool(event)
            case Slept(seconds=seconds):
                self.waited += max(seconds, 0)
                if self.waited > LONGEST_WAIT + 1e-9 >= self.waited - max(seconds, 0) + 1e-9:
                    yield "long_wait", INVARIANTS["long_wait"]
            case AgentReplied(reply=reply):
                self.waited = 0
                if not reply.strip() and not (event.turn and self.consent.over):
                    yield "silent", INVARIANTS["silent"]
                for claim in self._false(reply):
                    yield "false_claim", f"{INVARIANTS['false_claim']}: {claim}"
            case CallerSaid():
                self.waited = 0

    def _tool(self, event: ToolCalled) -> Iterator[tuple[str, str]]:
        if self.consent.over:
            yield "after_end", f"{INVARIANTS['after_end']}: {event.name}"
        if event.outcome == "ok":
            self.waited = 0
        if not event.acts:
            return
        if event.layers and event.layers.quote:
            yield from self._commit(event.layers)
            return
        if self.consent.unknown:
            yield "resent", INVARIANTS["resent"]
        elif not (self.consent.yes and self.consent.stands):
            yield "no_consent", f"{INVARIANTS['no_consent']}; {_lacking(self.consent)}"
        said = {**event.arguments, **(event.layers.filled if event.layers else {})}
        for slot in SLOTS:
            value = said.get(slot)
            if value is not None and not self.consent.holds(slot, value):
                yield "not_held", f"{INVARIANTS['not_held']}: {slot}={write_value(value)}"
                return

    def _commit(self, layers: Layers) -> Iterator[tuple[str, str]]:
        quote = self.consent.quote
        account = account_of(layers) or (quote.account if quote else "")
        if account in self.consent.doubtful:
            yield "resent", INVARIANTS["resent"]
        elif quote is None or quote.number != layers.quote:
            yield "no_consent", f"{INVARIANTS['no_consent']}; no quote waits for one, or another does"
        elif not quote.yes:
            lacks = "the caller's line was no whole yes" if quote.read else "its sentence was not read aloud"
            yield "no_consent", f"{INVARIANTS['no_consent']}; {lacks}"

    def _false(self, reply: str) -> Iterator[str]:
        """What a reply claims and the record lacks; a question that is read aloud claims nothing."""
        if self.claims is None:
            return
        quote, acts = self.consent.quote, self.consent.acts
        own = reply.replace(quote.sentence, " ") if quote else reply
        yield from (claim for claim in sorted(self.claims(own)) if acts.isdisjoint(DONE_BY.get(claim, acts)))


def _lacking(consent: Consent) -> str:
    """What a consent lacks, in words: it tells an author which half to mend."""
    unsaid = [slot for slot in SLOTS if slot not in consent.read_back]
    return f"not read back: {', '.join(unsaid)}" if unsaid else "the caller's line was no whole yes, or was used up"


def check(events: Iterable[Event]) -> list[InvariantBroken]:
    """Every invariant that these events break; breaks already noted among them are passed over."""
    watch = Watch()
    return [
        broken for event in events if not isinstance(event, InvariantBroken | CallEnded) for broken in watch.see(event)
    ]
