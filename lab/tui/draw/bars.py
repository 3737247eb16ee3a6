"""The bars: who is on the line, and the whole right side in two lines."""

from textual.content import Content

from lab.record import notation
from lab.terminal import literal
from lab.tui.draw.heard import slots_short
from lab.tui.draw.ink import ACCENT, MUTED, joined, styled
from lab.tui.draw.state import lit_state
from lab.tui.scene import Scene


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
    return joined(line.truncate(max(width, 0), ellipsis=True) for line in (first, second))
