"""What was heard: each slot with its words, and why."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from textual.content import Content

from lab.call.view import CallView, SlotView
from lab.protocol import SLOTS, Heard, Span, spell
from lab.terminal import literal
from lab.tui.draw.ink import ALARM, MUTED, STRONG, human, joined, styled
from lab.tui.scene import Scene


def slots(scene: Scene) -> Content:
    """Each slot with its value and the words that gave it, or with its candidates."""
    return joined(_slot_row(slot, view) for slot, view in zip(SLOTS, scene.view.slots, strict=True))


def slots_short(view: CallView) -> Content:
    """The slots in one line."""
    parts = (_short(slot, seen) for slot, seen in zip(SLOTS, view.slots, strict=True))
    return joined(parts, " · ")


def why(scene: Scene) -> Content:
    """What was heard in the last line, and which words gave what."""
    heard, line = scene.view.heard, scene.view.line
    if heard is None:
        return styled("Nothing heard yet.", MUTED)
    facts = [("intent", str(heard.intent)), *_facts(heard)]
    known = {name for name, _ in facts}
    facts += [(span.what, "") for span in heard.spans if span.what not in known]
    rows = (_fact(name, value, words(line, heard.spans, name)) for name, value in dict(facts).items())
    return joined([Content.assemble((f"{'line':<12}", MUTED), marked(line, heard.spans)), *rows])


def words(line: str, spans: Iterable[Span], what: str) -> str:
    """The words of a line that gave something."""
    return " … ".join(line[span.start : span.end] for span in spans if span.what == what)


def marked(line: str, spans: Iterable[Span]) -> Content:
    """A line with the words that were used underlined."""
    used = sorted({place for span in spans for place in (span.start, span.end)} | {0, len(line)})
    inside = [(span.start, span.end) for span in spans]
    pieces = (
        (literal(line[a:b]), "underline" if any(start <= a and b <= end for start, end in inside) else "")
        for a, b in pairwise(used)
    )
    return Content.assemble(*pieces)


def _facts(heard: Heard) -> Iterator[tuple[str, str]]:
    """All that a line gave, by name, written out."""
    for slot, value in heard.values().items():
        yield slot, human(slot, spell(value) or "")
    for slot, candidates in heard.unclear.items():
        yield slot, f"{' or '.join(human(slot, spell(value) or '') for value in candidates)}?"
    yield from ((slot, "refused") for slot in SLOTS if slot in heard.denied)
    if heard.part_of_day:
        yield "part_of_day", heard.part_of_day
    if heard.choice is not None:
        yield "choice", f"number {heard.choice}" if heard.choice > 0 else "the last one"


def _fact(name: str, value: str, source: str) -> Content:
    told = Content.assemble((f"{literal(name.replace('_', ' ')):<12}", MUTED), literal(value))
    return told + Content.assemble(("  from ", MUTED), f"“{literal(source)}”") if source else told


def _slot_row(slot: str, view: SlotView) -> Content:
    words = Content.assemble("  ", (f"“{literal(view.words)}”", MUTED)) if view.words else Content("")
    if view.candidates:
        value = styled(f"unclear: {' or '.join(human(slot, item) for item in view.candidates)}?", ALARM)
    else:
        value = styled(f"{human(slot, view.value):<12}", STRONG) if view.value else styled("—", MUTED)
    return Content.assemble((f"{slot:<6}", MUTED), value, words)


def _short(slot: str, view: SlotView) -> Content:
    if view.candidates:
        return Content.assemble((f"{slot} ", MUTED), (f"unclear ({len(view.candidates)})", ALARM))
    return Content.assemble((f"{slot} ", MUTED), literal(human(slot, view.value)) if view.value else ("—", MUTED))
