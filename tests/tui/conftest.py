"""The terminal of whoever runs the tests must not change a verdict."""

import pytest


@pytest.fixture(autouse=True)
def no_terminal_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the surrounding terminal reaches the app."""
    for name in ("NO_COLOR", "COLUMNS", "LINES", "COLORTERM", "FORCE_COLOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
