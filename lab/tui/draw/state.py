"""Where the agent is, and the way there."""

from textual.content import Content

from lab.call.view import CallView
from lab.terminal import literal
from lab.tui.draw.ink import ACCENT, MUTED, joined, styled
from lab.tui.scene import Scene


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
