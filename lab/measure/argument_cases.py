"""The sixty cases: what a caller said, and the one right call, or the one right question."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fake_api.data_error import DataError, require_one_of
from fake_api.reading import STRICT, read
from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.schema import sheet
from lab.call_layer.arguments.steps import Told

SHIPPED = Path(__file__).with_name("argument_cases.toml")
TODAY = dt.date(2026, 9, 14)

Value = str | int | float


@dataclass(frozen=True)
class Case:
    """A caller's lines, the right tool and arguments, and the ids it acts on; or the argument to ask about."""

    __pydantic_config__ = STRICT

    says: tuple[str, ...]
    tool: str
    arguments: Mapping[str, Value] = field(hash=False)
    means: Mapping[str, Value] = field(default_factory=dict, hash=False)
    asks: str = ""
    file: str = ""
    language: str = "en"

    def __post_init__(self) -> None:
        require_one_of("tool", self.tool, tuple(sheet()))
        for name in self.arguments:
            require_one_of("arguments", name, tuple(sheet()[self.tool]))
        if self.asks:
            require_one_of("asks", self.asks, tuple(self.arguments))


@dataclass(frozen=True)
class Cases:
    """A practice's offices and providers, the files of its patients, and the cases."""

    __pydantic_config__ = STRICT

    office: tuple[Mapping[str, Any], ...]
    provider: tuple[Mapping[str, Any], ...]
    file: Mapping[str, Mapping[str, Any]]
    case: tuple[Case, ...]

    def __post_init__(self) -> None:
        for number, each in enumerate(self.case, 1):
            if each.file and each.file not in self.file:
                raise DataError(f"there is no file {each.file!r}", key=f"case[{number}].file")

    def told(self, case: Case) -> Told:
        """What is known when the case's tool is called."""
        scope = Scope(self.office, self.provider, self.brief(case.file), (), case.language)
        return Told(TODAY, scope, case.says, (self.shown(case),))

    def brief(self, name: str) -> Mapping[str, Any] | None:
        """A patient's file as the practice's API answers it."""
        if not name:
            return None
        medications = [_medication(row) for row in self.file[name].get("medications", ())]
        return {**self.file[name], "medications": medications}

    def shown(self, case: Case) -> list[str]:
        """What a tool has told the model so far: the numbers on the boxes and bills of the open file."""
        held = self.file.get(case.file, {})
        medications = [row["medication_id"] for row in held.get("medications", ())]
        return [*medications, *(row["invoice_id"] for row in held.get("invoices", ()))]


@cache
def load_cases(path: Path = SHIPPED) -> Cases:
    """Read a file of cases. Raises DataError."""
    return read(path, Cases)


def _medication(row: Mapping[str, Any]) -> dict[str, Any]:
    history = [{"filled": row["last_filled"], "quantity": quantity} for quantity in row.get("history", ())]
    return {**row, "history": history}
