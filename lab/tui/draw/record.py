"""The record in its one notation, what fails in it, and what the agent printed."""

from textual.content import Content

from lab.record import (
    AgentReplied,
    CallEnded,
    CallerSaid,
    Event,
    InvariantBroken,
    Refused,
    Slept,
    ToolCalled,
    beneath,
    notation,
)
from lab.terminal import literal
from lab.tui.draw.ink import ACCENT, ALARM, MUTED, STRONG, joined, styled
from lab.tui.rows import Row
from lab.tui.scene import NoCall, Scene

STEP = Content("  ")


def row(event: Event | NoCall) -> Row | None:
    """An event in the one notation, its layers below it; at the right the entry of the plan that fired."""
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
            text = joined([text, *(styled(f"  {line}", MUTED) for line in beneath(event))])
            return Row(text, STEP, styled(f"◂ rule {rule}", ACCENT) if rule is not None else Content(""))
        case Refused(code=code):
            text = text.stylize(ALARM, 0, len(f"refused {code}"))
            return Row(joined([text, *(styled(f"  {line}", MUTED) for line in beneath(event))]), STEP)
        case Slept():
            return Row(text.stylize(MUTED), STEP)
        case AgentReplied(state=state):
            return Row(text.stylize(ACCENT, 0, len(f"=> {state}")), STEP)
    return Row(text, STEP)


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


def printed(scene: Scene) -> Content:
    """What the agent printed; it goes nowhere else."""
    return styled(scene.printed.rstrip()) if scene.printed.strip() else styled("It has printed nothing.", MUTED)
