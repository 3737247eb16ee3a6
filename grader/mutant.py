"""Wrong agents, each the finished one with a single sin: kept as an edit, so that none can rot unseen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fake_api.data_error import DataError, require_one_of
from fake_api.reading import STRICT, read
from fake_api.shipped import shipped
from grader.kinds import KINDS


@dataclass(frozen=True)
class Edit:
    """A passage of the finished agent, and what stands there instead."""

    __pydantic_config__ = STRICT

    find: str
    replace: str


@dataclass(frozen=True)
class Mutant:
    """One sin: the edits that commit it, and for each pack the scenarios that fail, with the kind of failure.

    `of` is the finished agent that is edited.
    """

    __pydantic_config__ = STRICT

    sin: str
    edit: tuple[Edit, ...]
    fails: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    of: str = "agent.py"

    def __post_init__(self) -> None:
        for pack, scenarios in self.fails.items():
            for name, kind in scenarios.items():
                require_one_of(f"fails.{pack}.{name}", kind, tuple(KINDS))

    def apply(self, source: str) -> str:
        """The finished agent's text with the sin in it. Raises DataError if a passage is not there exactly once."""
        for number, edit in enumerate(self.edit, 1):
            times = source.count(edit.find)
            if times != 1:
                problem = f"stands {times} times in the agent, and must stand there once: {edit.find.strip()}"
                raise DataError(problem, key=f"edit[{number}].find")
            source = source.replace(edit.find, edit.replace)
        return source


def load_mutants(of: str = "agent.py") -> dict[str, Mutant]:
    """Every wrong agent that ships, of this finished one, by name. Raises DataError."""
    found = {path.stem: read(path, Mutant) for path in sorted(_folder().rglob("*.toml"))}
    return {name: mutant for name, mutant in found.items() if mutant.of == of}


def write_mutant(name: str, mutant: Mutant, folder: Path) -> Path:
    """The wrong agent as a file `NAME.py` in a folder. Raises DataError or OSError."""
    path = folder / f"{name}.py"
    try:
        text = mutant.apply(shipped(mutant.of).read_text(encoding="utf-8"))
    except DataError as error:
        raise DataError(error.problem, key=error.key, file=str(_file(name))) from None
    path.write_text(text, encoding="utf-8")
    return path


def record_fails(name: str, pack: str, fails: Mapping[str, str]) -> None:
    """Write beside a wrong agent which scenarios of a pack it fails, in place of what stood there. Raises OSError."""
    path = _file(name)
    head, *tables = re.split(r"^(?=\[fails\.)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    kept = [table for table in tables if not table.startswith(f"[fails.{pack}]")]
    lines = "".join(f'{scenario} = "{kind}"\n' for scenario, kind in fails.items())
    told = sorted([*kept, *([f"[fails.{pack}]\n{lines}"] if lines else [])])
    path.write_text("\n\n".join(map(str.rstrip, [head, *told])) + "\n", encoding="utf-8", newline="\n")


def _file(name: str) -> Path:
    return next(_folder().rglob(f"{name}.toml"), _folder() / f"{name}.toml")


def _folder() -> Path:
    return shipped("grader", "mutants")
