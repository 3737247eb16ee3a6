"""The commands that a page shows, and what is shown to come of them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`lab ([a-z-]+)[^`]*`")
PROMPT, TYPED = "$ lab ", "clinic> "


@dataclass
class Shown:
    """A command of a page: its words, the lines typed into it, and the lines that must come out, in this order."""

    words: list[str]
    typed: list[str] = field(default_factory=list)
    output: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"lab {shlex.join(self.words)}"


def shown_in(markdown: str) -> Iterator[Shown]:
    """Every command in a `console` block."""
    for block in _BLOCK.findall(markdown):
        shown: Shown | None = None
        for line in block.splitlines():
            if line.startswith(PROMPT):
                if shown:
                    yield shown
                shown = Shown(shlex.split(line.removeprefix(PROMPT)))
            elif shown and line.startswith(TYPED):
                shown.typed.append(line.removeprefix(TYPED))
            elif shown and line.strip():
                shown.output.append(line)
        if shown:
            yield shown


def named_in(markdown: str) -> set[str]:
    """The commands that are named in the running text."""
    return set(_INLINE.findall(markdown))


def missing_output(shown: Shown, real: str) -> str | None:
    """The first line that is shown and did not come, or came in another order."""
    left = iter(real.splitlines())
    for wanted in shown.output:
        if not any(line.rstrip() == wanted.rstrip() for line in left):
            return wanted
    return None
