"""Text that students chose, made harmless for what reads it: a spreadsheet, an XML parser, a build log."""

import contextlib
import os
import re
import secrets
from collections.abc import Iterator

from lab.terminal import literal, say

_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def one_line(text: str) -> str:
    """Without anything that steers a terminal or ends a line."""
    return literal(" ".join(text.split("\n"))).replace("\t", " ").strip()


def cell(text: str) -> str:
    """A spreadsheet's cell that stays text: what would be a formula gets an apostrophe before it."""
    plain = one_line(text)
    return f"'{plain}" if plain.startswith(_FORMULA) else plain


def xml_text(text: str) -> str:
    """Without the characters that no XML file may hold; each is shown as its escape."""
    return _NOT_XML.sub(lambda found: found.group().encode("unicode_escape").decode("ascii"), text)


@contextlib.contextmanager
def no_commands() -> Iterator[None]:
    """Nothing that is said meanwhile is a command to GitHub's runner, which reads them out of any log."""
    if os.environ.get("GITHUB_ACTIONS") != "true":
        yield
        return
    token = secrets.token_hex(16)
    say(f"::stop-commands::{token}")
    try:
        yield
    finally:
        say(f"::{token}::")
