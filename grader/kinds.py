"""The kinds of failure, one sentence each; of several in one turn the first of this table is told."""

from collections.abc import Mapping

from grader.result import Verdict
from lab.call.invariants import INVARIANTS

PROCESS = {
    "tampering": "the agent did something that no agent may do",
    "raised": "the agent's code raised an exception",
    "exited": "the agent's code called exit",
    "crashed": "the agent's process ended in the middle of the call",
    "timed_out": "the agent took too long to answer",
    "too_many_calls": "the agent asked again and again",
    "bad_answer": "the agent answered with something that is no answer",
}
"""What ends a call from the agent's side of the wire."""

WHY_PROCESS = "The caller is left with a dead line, and nobody knows what was done."
"""Why it matters, whatever the scenario is about."""

HINTS = {
    "tampering": "An agent needs its tools, `understand`, `sleep` and its `print`. Take out what the sentence names.",
    "raised": "The last line of the traceback is where it stopped. Catch what a tool may raise.",
    "exited": "An agent ends a call by its state, DONE or HANDOFF, never by ending the program.",
    "crashed": "An agent ends a call by its state, DONE or HANDOFF, never by ending the program.",
    "timed_out": "Look for a loop that never ends, or for something that waits; a call has no keyboard.",
    "too_many_calls": "A tool that failed may fail for ever: count the attempts, and hand off after the third.",
    "bad_answer": "`hear` returns what the agent says, as text; `state` is a State, or the name of one.",
}
"""Where to look, for a fault of the process."""

NO_PYTHON = "Python could not even read the file: look above the caret, and at the end of the line before."

VERDICTS: Mapping[str, Verdict] = {
    "tampering": "tampering",
    "timed_out": "timeout",
    "crashed": "crash",
    "too_many_calls": "failed",
}
"""The failures of a process that have a verdict of their own; the others are errors."""

KINDS = {
    **PROCESS,
    **{name: text for name, text in INVARIANTS.items() if name != "silent"},
    "missing_call": "a tool call that belongs here did not come",
    "not_refused": "a tool call that had to be refused was not",
    "unexpected_call": "a tool was called that does not belong here",
    "arguments": "the right tool was called with other arguments",
    "too_many_reads": "looked up more often than a clinic would bear",
    "sleep": "waited for another time than agreed, or at another moment",
    "real_sleep": "waited with the machine's time in place of the sleep that it was handed",
    "state": "is in another state after this line",
    "silent": INVARIANTS["silent"],
    "wrong_appointment": "what stands in the record system is not what the caller last asked for",
    "wrong_log": "the log of the call did not arrive, or says something else",
    "leak": "what one call left behind changed the next in the same process",
    "nothing_submitted": "there is nothing to grade",
}

LEAK = "leak"


def verdict_of(kind: str) -> Verdict:
    """What a scenario is that failed in this way."""
    return VERDICTS.get(kind, "error") if kind in PROCESS else "failed"


def first(kinds: list[str]) -> str:
    """The kind that is told; one that this table does not know comes after the process's."""
    order = list(KINDS)
    return min(kinds, key=lambda kind: order.index(kind) if kind in KINDS else len(PROCESS))
