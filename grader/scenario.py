"""Scenarios and packs: stories as data, read strictly."""

import datetime as dt
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from fake_api.clinic import load_clinic
from fake_api.data_error import DataError, near_miss, require_one_of
from fake_api.failures import Failure, FailurePlan, load_plan
from fake_api.reading import STRICT, read
from fake_api.shipped import shipped
from grader.expectation import Expected, read_line
from grader.rules import RULES
from lab.call.clinic_tools import ClinicTools
from lab.protocol import State
from lab.toolset import Tool

if TYPE_CHECKING:
    from fake_api.practice.trouble import TroublePlan
    from lab.call.call import Call

MANIFEST = "pack.toml"
LANGUAGES = ("en", "es")


@dataclass(frozen=True)
class Turn:
    """One caller line, the state that must follow it, and the record lines that must come out, in the notation.

    `caller_es` is the same line as a Spanish caller says it; `rule` stands before the scenario's.
    """

    __pydantic_config__ = STRICT
    tools: ClassVar[tuple[Tool, ...]] = ClinicTools.tools
    states: ClassVar[tuple[str, ...]] = tuple(State)

    caller: str
    state: str
    record: tuple[str, ...] = ()
    caller_es: str = ""
    rule: int | None = None

    def __post_init__(self) -> None:
        require_one_of("state", self.state, self.states)
        _check_rule(self.rule)
        _ = self.expected

    def before(self, call: "Call") -> None:
        """What happens before the caller speaks: at the clinic nothing does."""

    @cached_property
    def expected(self) -> tuple[Expected, ...]:
        """The record lines as events. Raises DataError with the line's key."""
        return tuple(_expected(f"record[{number}]", line, self.tools) for number, line in enumerate(self.record, 1))


@dataclass(frozen=True)
class Scenario:
    """A story of one call: lines, a failure plan, and the record that must come out.

    `needs` are capabilities without which this one can't be judged. `now` is wall-clock time in the clinic's zone.
    A plan is a name (`plan`) or written out (`failure`). `partial`: the turns before a fault bring their share of the
    points. `rule` is the number of the agent's contract that it is about, `more_hints` follow `hint`, each plainer.
    `toolset` says what the agent has to work with; what is at a `practice` reads `grader.at_practice`, at its
    `front-desk` `grader.at_front_desk`.
    """

    __pydantic_config__ = STRICT

    title: str
    capability: str
    why: str
    turn: tuple[Turn, ...]
    hint: str = ""
    needs: tuple[str, ...] = ()
    now: dt.datetime | None = None
    language: str = "en"
    clinic: str = "maple-street"
    plan: str | None = None
    failure: tuple[Failure, ...] = ()
    points: float = 1
    partial: bool | None = None
    hidden: bool = False
    rule: int | None = None
    more_hints: tuple[str, ...] = ()
    toolset: Literal["clinic", "practice", "front-desk"] = "clinic"
    world: str = "maple"

    def __post_init__(self) -> None:
        require_one_of("language", self.language, LANGUAGES)
        if not self.turn:
            raise DataError("needs at least one [[turn]]", key="turn")
        if self.points < 0:
            raise DataError(f"must be 0 or more, not {self.points:g}", key="points")
        if self.plan and self.failure:
            raise DataError("is written out in [[failure]] already; leave one of the two out", key="plan")
        _check_rule(self.rule)
        if self.capability in self.needs:
            raise DataError(f"a scenario can't need its own capability, {self.capability}", key="needs")
        self._check_names()

    def _check_names(self) -> None:
        found("clinic", load_clinic, self.clinic)
        found("plan", load_plan, self.plan or "calm")

    @property
    def failure_plan(self) -> "FailurePlan | TroublePlan":
        """The plan, by name or as written out here."""
        if self.failure:
            return FailurePlan("scenario", failures=self.failure)
        return load_plan(self.plan or "calm")

    def seat(self, model: Any, configuration: Any) -> dict[str, Any]:
        """What else its call is placed with: nothing, where an agent of anybody's takes it."""
        return {}

    def judge_log(self, log: str) -> str:
        """What is wrong with a call's log, in words; nothing where none is owed."""
        return ""

    def spoken_in(self, language: str) -> "Scenario":
        """The same story with a caller of that language, where its lines are written in it; else as it is."""
        if language != "es" or self.language == "es" or not all(turn.caller_es for turn in self.turn):
            return self
        return replace(self, language=language, turn=tuple(replace(turn, caller=turn.caller_es) for turn in self.turn))


@dataclass(frozen=True)
class Late:
    """Work that comes up to so many hours after the pack is due keeps this share of its points."""

    __pydantic_config__ = STRICT

    hours: float
    keeps: float

    def __post_init__(self) -> None:
        if not 0 <= self.keeps <= 1:
            raise DataError(f"is a share from 0 to 1, not {self.keeps:g}", key="keeps")


@dataclass(frozen=True)
class _Manifest:
    __pydantic_config__ = STRICT

    title: str = ""
    capabilities: tuple[str, ...] = ()
    partial: bool = False
    due: dt.datetime | None = None
    late: tuple[Late, ...] = ()
    allow: tuple[str, ...] = ()
    agent: str = "agent.py"

    def __post_init__(self) -> None:
        if self.late and self.due is None:
            raise DataError("says what late work keeps, and `due` is missing", key="late")


@dataclass(frozen=True)
class Pack:
    """Scenarios by name, in order, and their capabilities in the order in which they are learnt.

    `sha256` changes with the text of any of its files, and with nothing else. `due` is wall-clock time where the
    grader runs; `late` says what is kept after it, and after the last of its spans nothing is. `allow` are packages
    that an agent may import. `agent` is the finished one that ships and passes it.
    """

    name: str
    title: str
    capabilities: tuple[str, ...]
    scenarios: Mapping[str, Scenario]
    sha256: str
    due: dt.datetime | None = None
    late: tuple[Late, ...] = ()
    allow: tuple[str, ...] = ()
    folder: str = ""
    agent: str = "agent.py"

    def kept(self, handed_in: dt.datetime | None) -> float:
        """The share of the points that counts for work that came at this time; all of it if none is known."""
        if self.due is None or handed_in is None:
            return 1.0
        due = self.due if handed_in.tzinfo is None else self.due.astimezone()
        late = handed_in - due
        if late <= dt.timedelta():
            return 1.0
        spans = sorted(self.late, key=lambda span: span.hours)
        return next((span.keeps for span in spans if late <= dt.timedelta(hours=span.hours)), 0.0)

    def spoken_in(self, language: str) -> "Pack":
        """The same pack with callers of that language, wherever a scenario has its lines in it."""
        return replace(self, scenarios={name: each.spoken_in(language) for name, each in self.scenarios.items()})

    def choose(self, name: str) -> str:
        """A scenario's full name, from that or its number or the words after it; raises DataError."""
        for full in self.scenarios:
            if name in (full, *split_name(full)):
                return full
        problem = f'pack {self.name} has no scenario "{name}" (it has {", ".join(self.scenarios)})'
        short = {split_name(full)[1]: full for full in self.scenarios}
        raise DataError(problem, suggestion=near_miss(name, self.scenarios) or short.get(near_miss(name, short) or ""))


def split_name(name: str) -> tuple[str, str]:
    """A scenario's number, if its name begins with one, and the words after it: `4-late` is `4` and `late`."""
    number, _, words = name.partition("-")
    return (number, words) if number.isdecimal() and words else (name, name)


def load_pack(name_or_path: str | Path = "core") -> Pack:
    """A pack that ships, by name, or the folder at a path; raises DataError."""
    folder = pack_folder(name_or_path)
    files = sorted((path for path in folder.glob("*.toml") if path.name != MANIFEST), key=_order)
    if not files:
        raise DataError("holds no scenario (a scenario is a .toml file)", file=str(folder))
    manifest = read(folder / MANIFEST, _Manifest) if (folder / MANIFEST).exists() else _Manifest()
    scenarios = {path.stem: _told(read(path, _kind(path)), manifest) for path in files}
    capabilities = manifest.capabilities or tuple(dict.fromkeys(each.capability for each in scenarios.values()))
    for path, scenario in zip(files, scenarios.values(), strict=True):
        _check_capabilities(str(path), scenario, capabilities)
    name = folder.resolve().name
    told = (manifest.due, manifest.late, manifest.allow, str(folder.resolve()), finished_agent(folder))
    return Pack(name, manifest.title or name, capabilities, scenarios, _sha256(folder), *told)


def _told(scenario: Scenario, manifest: _Manifest) -> Scenario:
    """The scenario with what its pack says for all that do not say it themselves."""
    return replace(scenario, partial=manifest.partial) if scenario.partial is None else scenario


def finished_agent(name_or_path: str | Path) -> str:
    """The file that ships and passes this pack, before the pack is read; raises DataError."""
    folder = pack_folder(name_or_path)
    if (folder / MANIFEST).exists():
        return read(folder / MANIFEST, _Manifest).agent
    return _FINISHED[next(map(_toolset, sorted(folder.glob("*.toml"))), "")]


FRONT_DESK = "front-desk"
"""What a pack names as its finished agent where no file of anybody's is graded."""
_FINISHED = {"": "agent.py", "practice": "grader/packs/practice/agent.py", FRONT_DESK: FRONT_DESK}


def _toolset(path: Path) -> str:
    """What a scenario's agent has to work with, where that is no clinic, before the scenario is read."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    found = re.search(r"""^toolset\s*=\s*["'](practice|front-desk)["']""", text, re.MULTILINE)
    return found[1] if found else ""


def _kind(path: Path) -> type[Scenario]:
    """A practice's scenarios have keys of their own, and what reads them is loaded where there are some."""
    toolset = _toolset(path)
    if not toolset:
        return Scenario
    if toolset == "practice":
        from grader.at_practice import PracticeScenario

        return PracticeScenario
    from grader.at_front_desk import FrontDeskScenario

    return FrontDeskScenario


def pack_folder(name_or_path: str | Path) -> Path:
    """Where a pack lies; raises DataError."""
    packs = shipped("grader", "packs")
    known = sorted(path.name for path in packs.iterdir() if path.is_dir())
    if str(name_or_path) in known:
        return packs / name_or_path
    folder = Path(name_or_path)
    if folder.is_dir():
        return folder
    problem = f'there is no pack "{name_or_path}": it is no folder, and those that ship are {", ".join(known)}'
    raise DataError(problem, suggestion=near_miss(name_or_path, known))


def _order(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.stem)]


def _check_capabilities(file: str, scenario: Scenario, capabilities: tuple[str, ...]) -> None:
    try:
        require_one_of("capability", scenario.capability, capabilities)
        earlier = capabilities[: capabilities.index(scenario.capability)]
        for number, need in enumerate(scenario.needs, 1):
            require_one_of(f"needs[{number}]", need, earlier)
    except DataError as error:
        raise DataError(error.problem, key=error.key, suggestion=error.suggestion, file=file) from None


def _sha256(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.toml"), key=lambda path: path.name):
        # a checkout on Windows may have other line ends, and is the same pack
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _expected(key: str, line: str, tools: tuple[Tool, ...]) -> Expected:
    try:
        return read_line(line, tools)
    except DataError as error:
        raise DataError(error.problem, key=key, suggestion=error.suggestion) from None


def _check_rule(number: int | None) -> None:
    if number is not None and number not in RULES:
        raise DataError(f"is the number of a rule, 1 to {len(RULES)}, not {number}", key="rule")


def found(key: str, load: object, name: str) -> None:
    """Nothing, if there is such a thing; raises DataError under the key that names it."""
    assert callable(load)
    try:
        load(name)
    except DataError as error:
        problem = f"{error.file}: {error.problem}" if error.file else error.problem
        raise DataError(problem, key=key, suggestion=error.suggestion) from None
