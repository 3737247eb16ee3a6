"""A call as one frozen picture, folded from its events; every panel and prompt draws this and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lab.protocol import SLOTS, Heard, State, spell
from lab.record import AgentReplied, CallEnded, CallerSaid, Event, LineHeard, ToolCalled


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot as it was last heard: the value written out, the caller's words for it, or its candidates."""

    value: str = ""
    words: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallView:
    """What a person sees of a call: its state and the way there, the slots, the lines spoken, the events, the end."""

    state: str = State.LISTEN
    way: tuple[str, ...] = ()
    slots: tuple[SlotView, SlotView, SlotView] = (SlotView(), SlotView(), SlotView())
    heard: Heard | None = None
    line: str = ""
    spoken: tuple[tuple[str, str], ...] = ()  # ("agent" or "caller", text)
    events: tuple[Event, ...] = ()
    ended: CallEnded | None = None


def fold_view(events: Iterable[Event], view: CallView = CallView()) -> CallView:
    """The picture after these events."""
    for event in events:
        view = add(view, event)
    return view


def add(view: CallView, event: Event) -> CallView:
    """The picture after one more event."""
    view = replace(view, events=(*view.events, event))
    match event:
        case CallerSaid(line=line, heard=heard):
            return _heard(replace(view, spoken=(*view.spoken, ("caller", line)), line=line), line, heard)
        case LineHeard(said=True, line=line, heard=heard):
            return _heard(view, line, heard)
        case ToolCalled(name="book", outcome="rejected", layers=layers) if not (layers and layers.sentence):
            return replace(view, slots=(view.slots[0], SlotView(), view.slots[2]))
        case AgentReplied(reply=reply, state=state):
            way = view.way if view.way[-1:] == (state,) else (*view.way, state)
            return replace(view, state=state, way=way, spoken=(*view.spoken, ("agent", reply)))
        case CallEnded():
            return replace(view, ended=event)
    return view


def _heard(view: CallView, line: str, heard: Heard) -> CallView:
    slots = [_slot(slot, old, line, heard) for slot, old in zip(SLOTS, view.slots, strict=True)]
    return replace(view, heard=heard, slots=(slots[0], slots[1], slots[2]))


def _slot(slot: str, old: SlotView, line: str, heard: Heard) -> SlotView:
    words = " … ".join(line[span.start : span.end] for span in heard.spans if span.what == slot)
    value = getattr(heard, slot)
    if value is not None:
        return SlotView(spell(value) or "", words)
    if slot in heard.unclear:
        return SlotView("", words, tuple(spell(item) or "" for item in heard.unclear[slot]))
    return SlotView() if slot in heard.denied else old
