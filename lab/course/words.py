"""What the course says about itself, by key and language."""

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("words.toml")
LANGUAGES = ("en", "es")


class Words:
    """The interface's sentences in one language: `words("passed", number=3, title=...)`."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._at = LANGUAGES.index(language)

    def __call__(self, key: str, **values: object) -> str:
        return _table()[key][self._at].format(**values)


@cache
def _table() -> dict[str, list[str]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
