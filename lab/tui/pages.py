"""Markdown of ours on a screen: links stay words, and code is in the few inks of the house."""

from typing import Any

from pygments.token import Token  # type: ignore[import-untyped]
from textual.content import Content
from textual.highlight import HighlightTheme, highlight
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownFence

from lab.tui.draw import ACCENT, MUTED, STRONG


class Inks(HighlightTheme):
    """Textual's own would be too faint on our paper."""

    STYLES: dict[Any, str] = {  # noqa: RUF012 - declared so by Textual
        Token.Comment: MUTED,
        Token.Keyword: ACCENT,
        Token.Literal.String: MUTED,
        Token.Name.Class: STRONG,
        Token.Name.Function: STRONG,
    }


class PageCode(MarkdownFence):
    """A block of code; what is no language is plain."""

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        return highlight(code, language=language or "text", theme=Inks)


class PageText(Markdown):
    """A page of the course, or a hint."""

    BLOCKS = {**Markdown.BLOCKS, "fence": PageCode, "code_block": PageCode}  # noqa: RUF012 - declared so by Textual

    def __init__(self) -> None:
        super().__init__(open_links=False)
