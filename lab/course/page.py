"""An exercise's README: a title, sections, and hints that are shown one at a time."""

from dataclasses import dataclass

SECTIONS = (
    "What the caller lives through",
    "The idea",
    "The task",
    "Done when",
    "Think about",
    "In the field",
    "Hints",
)
"""What every page has, in this order."""


@dataclass(frozen=True, slots=True)
class Page:
    """`text` is the Markdown without its hints; `sections` are the headings as they stand, hints included."""

    title: str
    text: str
    hints: tuple[str, ...]
    sections: tuple[str, ...]


def read_page(markdown: str) -> Page:
    """Take a README apart; never raises, whatever is missing."""
    title = next((line[2:].strip() for line in markdown.splitlines() if line.startswith("# ")), "")
    text, _, after = markdown.partition("\n## Hints\n")
    _, *hints = f"\n{after}".split("\n### ")
    sections = tuple(line[3:].strip() for line in _prose(markdown) if line.startswith("## "))
    return Page(title, text.strip() + "\n", tuple(hint.partition("\n")[2].strip() for hint in hints), sections)


def _prose(markdown: str) -> list[str]:
    """The lines outside of code blocks."""
    prose, inside = [], False
    for line in markdown.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            prose.append(line)
    return prose
