"""The phone line: who said what, and what the bench has to say about it."""

from textual.content import Content

from lab.record import FAULTS, AgentReplied, CallEnded, CallerSaid, Event, InvariantBroken
from lab.tui.draw.ink import ACCENT, ALARM, MUTED, joined, styled
from lab.tui.rows import Row
from lab.tui.scene import NoCall

FAULT = {
    "raised": "The agent raised an error",
    "exited": "The agent called exit",
    "crashed": "The agent's process ended",
    "timed_out": "The agent gave no answer in its time",
    "bad_answer": "The agent's answer does not fit",
}
ENDED = {
    "done": "The agent has ended the call.",
    "handed off": "The agent has handed the call to a person",
    "hung up": "You hung up.",
    "interrupted": "The call was interrupted.",
}
WRITTEN = {
    "done": "A booking is written down.",
    "not done": "Nothing is booked.",
    "unknown": "Nobody knows whether it is booked.",
}


BENCH = styled("bench  ", MUTED)


def spoken(event: Event | NoCall) -> Row | None:
    """What an event adds to the transcript, or why nobody answers; a blank line goes before each turn."""
    match event:
        case CallerSaid(line=line):
            return Row(styled(line), styled("you    ", ACCENT), gap=True)
        case AgentReplied(reply=reply):
            return Row(styled(reply) if reply.strip() else styled("(says nothing)", MUTED), styled("agent  ", MUTED))
        case InvariantBroken(text=text):
            return Row(styled(f"✗ {text}", f"{ALARM} bold"), BENCH)
        case CallEnded():
            return Row(_ending(event), BENCH, gap=True)
        case NoCall(why=why):
            return Row(joined([styled(f"✗ {why}", ALARM), styled("Then F6 calls again.", MUTED)]), BENCH)
    return None


def _ending(event: CallEnded) -> Content:
    if event.why in FAULTS:
        parts = [styled(f"✗ {FAULT[event.why]}: {event.detail}", f"{ALARM} bold")]
        parts += [styled(event.trace.rstrip())] if event.trace.strip() else []
        parts += [styled("Mend the agent's file and save it: F5 loads it again and says the same lines.", MUTED)]
        return joined(parts)
    why = ENDED.get(event.why, event.why)
    why += f" ({event.detail})." if event.detail else "" if why.endswith(".") else "."
    return styled(f"{why} {WRITTEN[event.written]} F6 calls again.", MUTED)
