"""The one answer that no stand-in of the grammar may give by itself."""

from dataclasses import replace

from lab.protocol import Heard, Intent
from lab.understanding.context import Context
from lab.understanding.grammar import understand


def only_a_whole_yes(heard: Heard, line: str, state: str, context: Context) -> Heard:
    """A yes stays one only if the grammar hears a whole yes in the line too, and then it says nothing else."""
    if heard.intent != Intent.YES:
        return heard
    ours = understand(line, state, context)
    if ours.intent == Intent.YES:
        return ours
    says_more = bool(heard.values() or heard.unclear or heard.denied or heard.part_of_day or heard.choice)
    return replace(heard, intent=Intent.INFORM if says_more else Intent.UNKNOWN)
