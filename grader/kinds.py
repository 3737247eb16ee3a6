"""The kinds of failure, one sentence each; of several in one turn the first of this table is told."""

from lab.call.invariants import INVARIANTS

PROCESS = {
    "raised": "the agent's code raised an exception",
    "exited": "the agent's code called exit",
    "crashed": "the agent's process ended in the middle of the call",
    "timed_out": "the agent took too long to answer",
    "bad_answer": "the agent answered with something that is no answer",
}
"""What ends a call from the agent's side of the wire."""

KINDS = {
    **PROCESS,
    **{name: text for name, text in INVARIANTS.items() if name != "silent"},
    "missing_call": "a tool call that belongs here did not come",
    "unexpected_call": "a tool was called that does not belong here",
    "arguments": "the right tool was called with other arguments",
    "too_many_reads": "looked up more often than a clinic would bear",
    "sleep": "waited for another time than agreed, or at another moment",
    "real_sleep": "waited with the machine's time in place of the sleep that it was handed",
    "state": "is in another state after this line",
    "silent": INVARIANTS["silent"],
}


def first(kinds: list[str]) -> str:
    """The kind that is told; one that this table does not know comes after the process's."""
    order = list(KINDS)
    return min(kinds, key=lambda kind: order.index(kind) if kind in KINDS else len(PROCESS))
