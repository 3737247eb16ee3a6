"""A scene as text: what each panel says. Pure functions; nothing here is read as markup."""

import datetime as dt
from collections.abc import Iterable, Iterator
from itertools import pairwise

from textual.content import Content

from lab.call.view import CallView, SlotView
from lab.protocol import SLOTS, Heard, Span, spell
from lab.record import FAULTS, AgentReplied, CallEnded, CallerSaid, Event, InvariantBroken, Slept, ToolCalled, notation
from lab.terminal import literal
from lab.tui.rows import Row
from lab.tui.scene import NoCall, Scene

ACCENT, ALARM, MUTED, STRONG = "$accent", "$error", "$text-muted", "bold"

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


def styled(text: str, style: str = "") -> Content:
    """Literal text in one style."""
    return Content.styled(literal(text), style) if style else Content(literal(text))


def joined(parts: Iterable[Content], between: str = "\n") -> Content:
    """Parts in order with the same between them."""
    return Content(between).join(parts)


BENCH, STEP = styled("bench  ", MUTED), Content("  ")


# The phone line


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


# The state


def flow(scene: Scene) -> Content:
    """The states in their order with the present one lit, and the way taken, in words."""
    visited = set(scene.view.way)
    branch = [state for state in scene.states if state == "HANDOFF"]
    chain = [state for state in scene.states if state not in branch]
    lit = [_lit(state, scene.view.state, visited) for state in chain]
    rows = [joined(lit, " ─ "), *(Content.assemble("└ ", _lit(state, scene.view.state, visited)) for state in branch)]
    return joined([*rows, way(scene.view)])


def way(view: CallView) -> Content:
    """The way taken: `way  listen → confirm`."""
    steps = " → ".join(map(_plain, view.way)) or "not begun"
    return Content.assemble(("way  ", MUTED), literal(steps))


def lit_state(state: str) -> Content:
    """The present state, lit."""
    return Content.assemble(("▐", ACCENT), (literal(state.replace("_", " ")), f"{ACCENT} reverse bold"), ("▌", ACCENT))


def _lit(state: str, present: str, visited: set[str]) -> Content:
    return lit_state(state) if state == present else styled(_plain(state), "" if state in visited else MUTED)


def _plain(state: str) -> str:
    return state.replace("_", " ").lower()


# What was heard


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


def human(slot: str, value: str) -> str:
    """A slot's value for a person: `Tue 15 Sep`, `10:00`, or the text itself."""
    if slot != "day":
        return value
    day = dt.date.fromisoformat(value)
    return f"{day:%a} {day.day} {day:%b}"


# The record


def row(event: Event | NoCall) -> Row | None:
    """An event in the one notation; at the right the entry of the plan that fired."""
    if isinstance(event, NoCall):
        return None
    text = styled(notation(event))
    match event:
        case InvariantBroken():
            return Row(styled(f"✗ {notation(event)}", f"{ALARM} bold"), STEP)
        case CallerSaid() | CallEnded():
            return Row(text.stylize(STRONG))
        case ToolCalled(rule=rule, outcome=outcome):
            failed = outcome != "ok" and " -> " in text.plain
            text = text.stylize(ALARM, text.plain.rindex(" -> ")) if failed else text
            return Row(text, STEP, styled(f"◂ rule {rule}", ACCENT) if rule is not None else Content(""))
        case Slept():
            return Row(text.stylize(MUTED), STEP)
        case AgentReplied(state=state):
            return Row(text.stylize(ACCENT, 0, len(f"=> {state}")), STEP)
    return Row(text, STEP)


# The failure plan


def failures(scene: Scene) -> Content:
    """Each entry of the plan with its number and whether it is waiting, armed or used."""
    if not scene.entries:
        return styled("Nothing fails. F2 breaks the next call.", MUTED)
    looks = {"used": MUTED, "armed": f"{ALARM} bold"}
    widest = max(len(literal(what)) for _, what, _ in scene.entries)
    return joined(
        Content.assemble((f"{number} ", MUTED), f"{literal(what):<{widest}}", "  ", (state, looks.get(state, "")))
        for number, what, state in scene.entries
    )


# The bars


def header(scene: Scene, width: int) -> Content:
    """Agent, clinic, plan and clock, and how the call stands; what does not fit is left out."""
    wide = width >= 110
    name = Content.assemble((" Readback  ", f"{ACCENT} bold")) if wide else Content(" ")
    clinic, plan = ("clinic: ", "plan: ") if wide else ("", "")
    facts = (scene.agent, clinic + scene.clinic, plan + scene.plan, clock(scene, wide))
    left = name + literal(" · ".join(filter(None, facts)))
    right = Content.assemble((f" {standing(scene)} ", MUTED))
    return left.truncate(max(width - right.cell_length, 0), ellipsis=True, pad=True) + right


def clock(scene: Scene, wide: bool) -> str:
    """The call's time: `Mon 14 Sep 2026 09:00:01`, or without the year."""
    now = scene.now
    return f"{now:%a} {now.day} {now:%b} {f'{now.year} ' if wide else ''}{now:%H:%M:%S}" if now else ""


def standing(scene: Scene) -> str:
    """How the call stands, in words: `call 3, open`."""
    if scene.no_call:
        how = "no line"
    elif scene.ended:
        how = "ended"
    elif scene.head is None:
        how = "calling"
    else:
        how = "open"
    return f"call {scene.number}, {how}"


def strip(scene: Scene, width: int) -> Content:
    """State, slots and the last line of the record, in two lines."""
    first = Content.assemble(lit_state(scene.view.state), "  ", slots_short(scene.view))
    last = styled(notation(scene.view.events[-1])) if scene.view.events else styled("nothing yet", MUTED)
    second = Content.assemble(("▸ ", MUTED), last)
    return joined(line.truncate(max(width, 0), ellipsis=True) for line in (first, _flat(second)))


def _flat(text: Content) -> Content:
    return text.first_line


def hints(pairs: Iterable[tuple[str, str]]) -> Content:
    """Keys and their words, as a border shows them."""
    return joined((Content.assemble((key, ACCENT), f" {word}") for key, word in pairs), "  ")


def printed(scene: Scene) -> Content:
    """What the agent printed; it goes nowhere else."""
    return styled(scene.printed.rstrip()) if scene.printed.strip() else styled("It has printed nothing.", MUTED)


# A replay


def turn_title(number: int, caller: str) -> Content:
    """A turn's number and what the caller says in it."""
    return Content.assemble((f"turn {number}  ", STRONG), literal(caller))


def labelled(label: str, text: str, style: str = "") -> Content:
    """A word, and what there is to say about it."""
    return Content.assemble((f"{label:<7}", style or MUTED), (literal(text), style))
