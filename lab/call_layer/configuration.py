"""Which steps and checks of the layer are on: all of them, unless someone compares."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fake_api.data_error import DataError, near_miss
from fake_api.reading import STRICT, read

SWITCHES = {
    "flows": "at each step only its own tools are there",
    "normalise": "dates, names, phones and states are written in one form",
    "schema": "arguments fit the tool, and nothing is added to them",
    "checks": "nothing goes out that the caller has not said, chosen or confirmed",
    "checks.VERIFY_FIRST": "nothing about a visit before it is known who calls",
    "checks.CALLER_HAS_NOT_CHOSEN": "a quote only where the caller's words leave one opening",
    "checks.READ_BACK_REQUIRED": "a commit only on a whole yes to the read-back of that very quote",
    "checks.DOB_NOT_FROM_CALLER": "a date of birth is one that the caller said",
    "checks.VALUE_MISSING": "a required value is one that the caller said",
    "checks.NOT_AUTHORIZED": "nobody acts for a patient whose file does not allow it",
    "checks.NOT_DENIED": "nobody is turned away whom the file allows",
    "checks.EMERGENCY_HELD": "an emergency that nobody spoke of is asked for twice",
    "references": "openings and visits are named by what was listed in this call",
    "resolution": "what a person said becomes the one entity that is meant, or a question",
    "consistency": "arguments fit each other and what is on file",
    "provenance": "an argument that nobody said and no tool returned is noted",
    "fill": "code writes every id",
    "executor": "an answer is waited for, read and believed with care",
    "executor.limit": "an answer that comes too late counts as none",
    "executor.retry": "a request that was not taken for want of room is sent once more",
    "executor.look_again": "a write of which nobody knows is looked for in the brief, once",
    "executor.lock": "after a write of which nobody knows, nothing more is written for that patient",
    "spoken": "code says what was written, and what is about to be",
    "claims": "a reply that claims a write which did not happen is replaced",
    "triage": "a line that may not wait goes to a person at once",
    "call_log": "every call is logged when it ends",
}
"""Every step and check by name; one with a point in it is a part of the one before the point."""

FILE = "call-layer.toml"
"""Where a front desk looks for what is switched off: in the folder in which it starts."""
SCHEMES = ("projection", "counter")


def require_known(names: Iterable[str]) -> None:
    """Raises DataError, with a near miss, unless each is a step or a check."""
    for name in names:
        if name not in SWITCHES:
            raise DataError(f"there is no step or check {name!r:.40}", key="off", suggestion=near_miss(name, SWITCHES))


@dataclass(frozen=True)
class Configuration:
    """What is switched off (a name takes its parts with it), and how openings are named; raises DataError."""

    __pydantic_config__ = STRICT

    off: tuple[str, ...] = ()
    references: str = "projection"

    def __post_init__(self) -> None:
        object.__setattr__(self, "off", tuple(sorted(set(self.off))))
        require_known(self.off)
        if self.references not in SCHEMES:
            raise DataError(f"must be one of {', '.join(SCHEMES)}", key="references")

    def has(self, name: str) -> bool:
        """Whether a step or check is on."""
        return name not in self.off and name.partition(".")[0] not in self.off

    @property
    def is_null(self) -> bool:
        """Nothing stands between the model and the practice: its arguments go as they are."""
        return not any(map(self.has, SWITCHES))

    def without(self, names: Iterable[str]) -> "Configuration":
        return Configuration((*self.off, *names), self.references)

    def also(self, names: Iterable[str]) -> "Configuration":
        """With these switched on again; a part of what is off as a whole leaves its other parts off."""
        wanted = set(names)
        off = {name for name in SWITCHES if not self.has(name)}
        off -= {name for name in off if name in wanted or name.partition(".")[0] in wanted}
        off -= {name.partition(".")[0] for name in wanted}
        return Configuration(tuple(off), self.references)


NULL = Configuration(tuple(SWITCHES))
"""The legacy path: every tool at every moment, the model's arguments as they are, and what comes back as it is."""


def read_configuration(path: Path) -> Configuration:
    """What a file switches off; raises DataError."""
    return read(path, Configuration)


def write_configuration(configuration: Configuration) -> str:
    """The text of such a file."""
    whole = [name for name in configuration.off if "." not in name]
    parts = [name for name in configuration.off if name.partition(".")[0] not in whole]
    rows = "".join(f'    "{name}", # {SWITCHES[name]}\n' for name in sorted((*whole, *parts)))
    listed = f"[\n{rows}]" if rows else "[]"
    return f'# The call layer: what is switched off.\noff = {listed}\nreferences = "{configuration.references}"\n'
