"""The rules of the reservation agent's contract, in a line or two each, and which of them a failure breaks."""

from collections.abc import Sequence

from grader.matching import Line, Row
from lab.record import ToolCalled

RULES = {
    1: "Ask for the first missing of day, time and name; with all three in hand go straight to CONFIRM.",
    2: "Keep every value of a line, then look up a day that is new or changed, before replying. A time that is not "
    "open is dropped and asked again; so is a day with nothing open, while the wanted time is kept.",
    3: "Read back day, time and name on entering CONFIRM and after every change; book only in CONFIRM, only on a whole "
    "yes to a read-back that stands, once for each such yes.",
    4: "A no with a new value changes that slot alone; a denied value is dropped and asked for; a bare no drops the "
    'time. "Yes, but at three" is a correction.',
    5: "A look-up that times out is tried again at most twice, after 0.5 s and then 1.0 s, then a person takes over "
    "(clinic_unreachable); one that is refused is not repeated (clinic_refused).",
    6: "A booking that times out is never sent again: a person takes over (booking_unconfirmed). One that is refused "
    "drops the time, looks the day up again in the same turn and asks anew.",
    7: "A caller who asks for a person is handed off in the same turn, from any state, with no other tool call.",
    8: "Two lines in a row of which nothing could be used are handed off (not_understood); a used line begins the "
    "count anew, and an unused one never changes the state.",
    9: "A hand-off carries every slot held at that moment, and after DONE or HANDOFF nothing more is done.",
    10: "What was said but is unclear is asked back with its candidates, in the state that asks for it; what was clear "
    "in the same line is kept.",
    11: '"Say that again" and "what is open?" repeat the question; "never mind" and "goodbye" end the call, with '
    "nothing booked.",
}
"""By number. A failure that is told names the one it breaks."""

_BY_KIND = {"no_consent": 3, "not_held": 3, "resent": 6, "after_end": 9, "long_wait": 5, "sleep": 5, "real_sleep": 5}
_OF_THE_RECORD = ("missing_call", "unexpected_call", "arguments", "too_many_reads")
_BY_REASON = {
    "caller_asked": 7,
    "not_understood": 8,
    "clinic_unreachable": 5,
    "clinic_refused": 5,
    "booking_unconfirmed": 6,
}


def broken(kind: str, row: Row | None, expected: Sequence[Line], real: Sequence[Line]) -> int | None:
    """The rule that the lines of a turn break, `row` being the first that differs; None where the state decides."""
    if kind in _BY_KIND:
        return _BY_KIND[kind]
    call = next((line for line in (row.expected, row.real) if isinstance(line, ToolCalled)), None) if row else None
    if call is None or kind not in _OF_THE_RECORD:
        return None
    if call.nature == "irreversible":
        return 3
    if call.nature == "ends":
        return (
            9 if kind == "arguments" and len(_reasons([call, row.real if row else None])) == 1 else _handed_off([call])
        )
    if any(isinstance(line, ToolCalled) and line.nature == "read" and line.outcome != "ok" for line in real):
        return 5
    return _handed_off(expected) or 2


def worded(number: int | None) -> str:
    """A rule with its number, as a report tells it; nothing for none."""
    return f"rule {number}: {RULES[number]}" if number in RULES else ""


def _handed_off(lines: Sequence[Line]) -> int | None:
    """The rule of the hand-off among these lines, if there is one."""
    return next((_BY_REASON.get(reason) for reason in _reasons(lines)), None)


def _reasons(lines: Sequence[Line | None]) -> list[str]:
    """Why these lines hand off, each reason once."""
    ends = [line for line in lines if isinstance(line, ToolCalled) and line.nature == "ends"]
    return list(dict.fromkeys(str(line.arguments.get("reason")) for line in ends))
