"""What is said in place of a model's reply: the fixed lines first, and no claim that the record does not hold."""

from collections.abc import Callable, Collection, Sequence

from lab.call_layer.shapes import Reply

Claims = Callable[[str, str], Collection[str]]
"""Which writes a text in a language claims to have happened."""


def finish(
    reply: str, fixed: Sequence[str], whole: str, allowed: Collection[str], claimed: Collection[str], truth: str
) -> Reply:
    """`whole` alone, if there is one; else the fixed lines and the reply, or the truth where the reply is none."""
    false = sorted(set(claimed) - set(allowed))
    notes = tuple(f"claimed {claim}, which the record does not hold" for claim in false)
    if whole:
        return Reply(whole, notes)
    said = truth if false else reply.strip()
    return Reply(" ".join((*fixed, said)).strip(), notes)
