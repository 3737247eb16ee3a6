"""What the caller finally asked for, beside what stands in the record system; what was said in between is no matter."""

from collections.abc import Mapping, Sequence
from typing import Any

from lab.call.consent import Values, fold
from lab.record import AgentReplied, CallEnded, Event, ToolCalled, write_value


def appointment_datetime_correct(events: Sequence[Event]) -> bool:
    """Whether each visit made or moved in the call is at the day and time that the caller last asked for.

    So is a call that has written nothing, and one whose end asks no record system. Where a booking was answered
    as done, there has to be one.
    """
    return not misplaced(events)


def misplaced(events: Sequence[Event]) -> str:
    """In words what stands that was not asked for, or was asked for and does not stand; empty where all is right."""
    ended = next((event for event in events if isinstance(event, CallEnded)), None)
    if ended is None or ended.standing is None:
        return ""
    if any(event.layers.quote for event in events if isinstance(event, ToolCalled) and event.layers):
        return _not_agreed(events, ended)
    days, times, _ = fold(events).held
    asked = f"asked for was {_any_of(days)} {_any_of(times)}"
    for visit in ended.standing:
        if visit["day"] not in days or visit["time"] not in times:
            return f"{write_value(visit['day'])} {write_value(visit['time'])} stands in the record system; {asked}"
    return f"nothing stands in the record system; {asked}" if _is_promised(events) and not ended.standing else ""


def _not_agreed(events: Sequence[Event], ended: CallEnded) -> str:
    """Where writes are quoted first: each visit stands as it was read aloud before its commit, and no other does."""
    read: AgentReplied | None = None
    agreed: list[tuple[AgentReplied, ToolCalled]] = []
    for event in events:
        if isinstance(event, AgentReplied):
            read = event
        elif isinstance(event, ToolCalled) and event.acts and event.outcome != "rejected" and read:
            agreed.append((read, event))
    for visit in ended.standing or ():
        fits = [pair for pair in agreed if _reads_out(pair[0], visit)]
        if not fits:
            where = (
                f"{write_value(visit['day'])} {write_value(visit['time'])} with {visit['doctor']} for {visit['name']}"
            )
            return f"{where} stands in the record system, and was not read aloud"
        agreed.remove(fits[0])
    promised = [act for _, act in agreed if act.outcome == "ok" and act.arguments.get("act") in ("book", "reschedule")]
    return "nothing stands in the record system of what was answered as done" if promised else ""


def _reads_out(reply: AgentReplied, visit: Mapping[str, Any]) -> bool:
    names = (visit["name"], visit["doctor"].rpartition(" ")[2])
    return visit["day"] in reply.days and visit["time"] in reply.times and all(name in reply.reply for name in names)


def _is_promised(events: Sequence[Event]) -> bool:
    """The last act that was answered as done took an opening."""
    done = [event for event in events if isinstance(event, ToolCalled) and event.acts and event.outcome == "ok"]
    return bool(done) and "reference" in done[-1].arguments


def _any_of(values: Values) -> str:
    return " or ".join(sorted(map(write_value, values))) or "left open"
