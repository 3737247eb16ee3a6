"""What may never happen in any call, whoever the agent is; each with the words that tell it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lab.call.consent import Consent, step
from lab.protocol import SLOTS
from lab.record import AgentReplied, CallEnded, CallerSaid, Event, InvariantBroken, Slept, ToolCalled, write_value

LONGEST_WAIT = 1.5

INVARIANTS = {
    "no_consent": "booked without a whole yes to a read-back that stands",
    "resent": "sent a booking again after one that timed out",
    "not_held": "booked something else than what the caller said",
    "after_end": "called a tool after the call was done or handed off",
    "long_wait": f"kept the caller waiting for more than {LONGEST_WAIT} seconds in one look-up",
    "silent": "said nothing while the call was open",
}
"""Every invariant by name, in the order in which a failure is told."""


@dataclass(slots=True)
class Watch:
    """Reads a call's events as they come and says which invariant each one breaks."""

    consent: Consent = field(default_factory=Consent)
    waited: float = 0.0

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
            case CallerSaid():
                self.waited = 0

    def _tool(self, event: ToolCalled) -> Iterator[tuple[str, str]]:
        if self.consent.over:
            yield "after_end", f"{INVARIANTS['after_end']}: {event.name}"
        if event.outcome == "ok":
            self.waited = 0
        if not event.acts:
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
