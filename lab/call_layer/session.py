"""What one call knows: who calls, who is served, what is listed, what waits for a yes, and what must not be touched."""

from dataclasses import dataclass, field
from typing import Any, Literal

from fake_api.clock import Clock
from lab.call_layer.configuration import Configuration
from lab.call_layer.executor import Executor
from lab.call_layer.flows import Facts
from lab.call_layer.practice import Brief, Directory, Opening, Row, Visit, read_doctors, read_offices
from lab.call_layer.references import Table, openings_table, visits_table
from lab.call_layer.shapes import Refusal
from lab.call_layer.spoken import Speech


class Stopped(Exception):
    """A step of the layer refused a tool call: nothing of it was done."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is on the line; `relation` is what they are to the patient, if they call for someone else."""

    name: str
    for_other: bool
    relation: str = ""


@dataclass(slots=True)
class Quote:
    """What waits for its whole yes; `aloud` says that the read-back was the last thing said, `yes` that it was met."""

    number: int
    kind: str
    token: str = field(repr=False)
    writes: Row
    sentence: str
    account: str
    words: dict[str, Any]
    before: Brief | None
    aloud: bool = False
    yes: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a tool call: `event` is what the flows go by (none: they stay), the rest as in `Handled`."""

    result: dict[str, Any]
    event: str = ""
    outcome: Literal["ok", "rejected", "timeout"] = "ok"
    reason: str | None = None
    words: dict[str, Any] | None = None
    filled: dict[str, Any] = field(default_factory=dict)
    spoken: str = ""
    whole: bool = False
    sentence: str = ""
    quote: int = 0


class Session:
    """The state of one call; nothing of it lives anywhere else."""

    def __init__(
        self,
        executor: Executor,
        clock: Clock,
        configuration: Configuration,
        *,
        call_id: str,
        language: str,
        caller_phone: str | None,
    ) -> None:
        self.executor, self.clock, self.configuration = executor, clock, configuration
        self.call_id, self.caller_phone = call_id, caller_phone
        self.speech = Speech(language)
        self.offers: Table[Opening] = openings_table(configuration.references)
        self.visits: Table[Visit] = visits_table(configuration.references)
        self.caller: Caller | None = None
        self.patient: Brief | None = None
        self.several = False
        self.quote: Quote | None = None
        self.quotes = 0
        self.task = ""
        self.turn = 0
        self.offered_at = 0
        self.searched = self.taken = self.mismatches = self.idle = 0
        self.written: list[str] = []
        self.claimable: set[str] = set()
        self.accounts: list[str] = []
        self.locked: set[str] = set()
        self.tasks: list[str] = []
        self.flags: set[str] = set()
        self.named = self.born = False
        self._directory: Directory | None = None

    @property
    def language(self) -> str:
        return self.speech.language

    @property
    def directory(self) -> Directory:
        """Offices and doctors, read once in a call; raises what the executor raises."""
        if self._directory is None:
            offices = self.executor.ask("hub/offices", read_offices)
            self._directory = Directory(offices, self.executor.ask("hub/providers", read_doctors))
        return self._directory

    def facts(self) -> Facts:
        """What the guards of the flows may ask for."""
        return {
            "task": self.task,
            "identity": "stands" if self.patient else "several" if self.several else "none",
            "searched": min(self.searched, 3),
            "offers": min(len(self.offers), 2),
            "visits": min(len(self.visits), 2),
            "taken": min(self.taken, 3),
            "mismatches": min(self.mismatches, 3),
            "done": min(len(self.written), 1),
            "idle": min(self.idle, 4),
            "locked": self.is_locked,
            "named": self.named,
            "born": self.born,
        }

    @property
    def is_locked(self) -> bool:
        return bool(self.locked) and (self.patient is None or self.patient.account_number in self.locked)

    def serve(self, patient: Brief) -> None:
        """This patient is served from now on."""
        if self.patient is None or self.patient.account_number != patient.account_number:
            self.forget()
        self.patient, self.several, self.searched = patient, False, 0
        if patient.account_number not in self.accounts:
            self.accounts.append(patient.account_number)

    def forget(self) -> None:
        """Nobody is served, nothing is listed, and nothing waits for a yes."""
        self.patient, self.several = None, False
        self.end_quote()
        self.clear()

    def clear(self) -> None:
        """What was listed may have changed."""
        self.offers.clear()
        self.visits.clear()

    def end_quote(self) -> None:
        self.quote = None

    def require_patient(self) -> Brief:
        """Who is served; raises Stopped where nobody is yet."""
        if self.patient is None:
            text = "It is not known yet who this is about."
            raise Stopped(Refusal("checks", "VERIFY_FIRST", text, "Call find_patient first.", ("patient",)))
        return self.patient
