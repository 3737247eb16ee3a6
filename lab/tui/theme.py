"""Our two themes, dark and light: ink on paper, one accent for what is alive, one for what went wrong."""

from textual.theme import Theme

TEXT_PAIRS = tuple(
    (ink, paper)
    for ink in ("foreground", "text", "text-muted", "text-disabled", "accent", "error")
    for paper in ("background", "surface", "panel")
)
"""Which colours of text may stand on which ground; each pair has a contrast of 4.5 to 1 or more."""


def _theme(name: str, dark: bool, ink: str, muted: str, accent: str, error: str, papers: tuple[str, str, str]) -> Theme:
    background, surface, panel = papers
    line = "#3b4453" if dark else "#c9c4b8"
    variables = {
        "text": ink,
        "text-muted": muted,
        "text-disabled": muted,
        "border": accent,
        "border-blurred": line,
        "block-cursor-foreground": background,
        "block-cursor-background": accent,
        "block-cursor-blurred-foreground": ink,
        "block-cursor-blurred-background": panel,
        "input-cursor-foreground": background,
        "input-cursor-background": ink,
        "input-selection-background": line,
        "input-selection-foreground": ink,
        "screen-selection-background": line,
        "screen-selection-foreground": ink,
        "scrollbar": line,
        "scrollbar-hover": muted,
        "scrollbar-active": accent,
        "scrollbar-background": background,
        "scrollbar-background-hover": background,
        "scrollbar-background-active": background,
        "scrollbar-corner-color": background,
        "line": line,
    }
    return Theme(
        name=name,
        dark=dark,
        primary=accent,
        secondary=muted,
        accent=accent,
        success=accent,
        warning=error,
        error=error,
        foreground=ink,
        background=background,
        surface=surface,
        panel=panel,
        boost=panel,
        variables=variables,
    )


DARK = _theme("readback-dark", True, "#dde2ea", "#97a2b4", "#6ccbb9", "#f2a07f", ("#14171d", "#191d25", "#222833"))
LIGHT = _theme("readback-light", False, "#23272e", "#5a616d", "#0a655a", "#9c3517", ("#faf8f3", "#f3f0e9", "#e8e4da"))
