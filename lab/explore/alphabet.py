"""What a search tries, as data: the caller's acts, and what may become of a tool call."""

from dataclasses import dataclass
from pathlib import Path

from fake_api.clinic import load_clinic
from fake_api.data_error import DataError, near_miss
from fake_api.failures import Failure
from fake_api.reading import STRICT, read

SHIPPED = Path(__file__).with_name("alphabet.toml")


@dataclass(frozen=True)
class Act:
    """Something a caller may say: a name, the line, and (in a record's notation) what must be heard in it."""

    __pydantic_config__ = STRICT

    name: str
    line: str
    heard: str | None = None


@dataclass(frozen=True)
class Alphabet:
    """All that is tried: acts in their order, failures that may strike any call, the clinic, and two bounds.

    `after_end` names the acts that are tried after DONE and HANDOFF. `failures_in_a_turn` is the most calls that
    fail between a line and its reply, one right after another. Raises DataError.
    """

    __pydantic_config__ = STRICT

    act: tuple[Act, ...]
    failure: tuple[Failure, ...] = ()
    clinic: str = "two-days"
    language: str = "en"
    after_end: tuple[str, ...] = ()
    failures_in_a_turn: int = 4

    def __post_init__(self) -> None:
        if not self.act:
            raise DataError("needs at least one [[act]]", key="act")
        names = [act.name for act in self.act]
        for number, name in enumerate(names, 1):
            if name in names[: number - 1]:
                raise DataError(f"there are two acts of this name: {name}", key=f"act[{number}].name")
        for number, name in enumerate(self.after_end, 1):
            if name not in names:
                raise DataError(
                    f"there is no act {name!r}", key=f"after_end[{number}]", suggestion=near_miss(name, names)
                )
        load_clinic(self.clinic)

    def acts(self, over: bool) -> tuple[Act, ...]:
        """The acts to try in an open call, or in one that is over."""
        return tuple(act for act in self.act if act.name in self.after_end) if over else self.act


def load_alphabet(path: Path = SHIPPED) -> Alphabet:
    """Read an alphabet's TOML file; raises DataError."""
    return read(path, Alphabet)
