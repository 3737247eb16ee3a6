"""What one call knows: who calls, who is served, what is listed, what waits for a yes, and what must not be touched."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fake_api.clock import Clock
from lab.call_layer.arguments.refusal import Question
from lab.call_layer.checks import Identity, MayAct, OpenQuote, Situation
from lab.call_layer.chosen import Offered
from lab.call_layer.configuration import Configuration
from lab.call_layer.evidence import Evidence
from lab.call_layer.executor import Executor
from lab.call_layer.flows import Facts
from lab.call_layer.practice import Brief, Directory, Opening, Row, Visit, read_brief, read_doctors, read_offices
from lab.call_layer.references import Table, openings_table, visits_table
from lab.call_layer.shapes import Refusal
from lab.call_layer.spoken import Speech
from lab.protocol import Heard


class Stopped(Exception):
    """A step of the layer refused a tool call: nothing of it was done."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class Asked(Exception):
    """A step of the layer needs the caller's word first; the question is asked by code."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.code)
        self.question = question


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
        self.stale = False  # the file was written to since it was read
        self.identity: Identity | None = None
        self.evidence = Evidence(language)
        self.results: list[Mapping[str, Any]] = []
        self.confirmed: set[tuple[str, Any]] = set()
        self.preview: Question | None = None
        self.question: Question | None = None
        self.chosen: dict[int, str] = {}
        self.held_emergency = False
        self.quote: Quote | None = None
        self.quotes = 0
        self.legacy_quotes: dict[str, int] = {}
        self.task = ""
        self.task_since = 0  # what was said for a task before has nothing to do with the next
        self.turn = 0
        self.offered_at = self.listed_at = 0
        self.reason = ""  # what the openings were listed for
        self.searched = self.taken = self.mismatches = 0
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
            offices, office_rows = self.executor.ask("hub/offices", read_offices)
            doctors, doctor_rows = self.executor.ask("hub/providers", read_doctors)
            self._directory = Directory(offices, doctors, office_rows, doctor_rows)
        return self._directory

    def facts(self) -> Facts:
        """What the guards of the flows may ask for."""
        return {
            "task": self.task,
            "identity": "stands" if self.patient else "several" if self.identity else "none",
            "searched": min(self.searched, 3),
            "offers": min(len(self.offers), 2),
            "visits": min(len(self.visits), 2),
            "taken": min(self.taken, 3),
            "mismatches": min(self.mismatches, 3),
            "done": min(len(self.written), 1),
            "locked": self.is_locked,
            "named": self.named,
            "born": self.born,
        }

    @property
    def is_locked(self) -> bool:
        return bool(self.locked) and (self.patient is None or self.patient.account_number in self.locked)

    def hear(self, line: str, heard: Heard) -> None:
        """The caller said this."""
        self.turn += 1
        self.evidence = self.evidence.hear(line, heard, self.turn, self.clock.now())
        last = self.evidence.lines[-1]
        self.named = self.named or bool(last.names)
        self.born = self.born or bool(last.births)

    def serve(self, patient: Brief) -> None:
        """This patient is served from now on."""
        if self.patient is None or self.patient.account_number != patient.account_number:
            self.forget()
        self.patient, self.searched, self.stale = patient, 0, False
        if patient.account_number not in self.accounts:
            self.accounts.append(patient.account_number)

    def refresh(self) -> None:
        """The file as it is now, where something was written to it since it was read; raises NotDone."""
        if self.patient and self.stale:
            account = self.patient.account_number
            self.patient = self.executor.ask("inbound/brief", read_brief, account_number=account)
            self.stale = False

    def forget(self) -> None:
        """Nobody is served, nothing is listed, and nothing waits for a yes."""
        self.patient = self.identity = None
        self.end_quote()
        self.clear()

    def clear(self) -> None:
        """What was listed may have changed."""
        self.offers.clear()
        self.visits.clear()

    def end_quote(self) -> None:
        self.quote = None

    def tables(self) -> Mapping[str, tuple[Table[Opening] | Table[Visit], str, str]]:
        """For each argument that is a reference: its table, the id it stands for, and the tool that lists."""
        return {
            "opening": (self.offers, "opening_id", "find_openings"),
            "visit": (self.visits, "encounter_id", "list_visits"),
        }

    def situation(self) -> Situation:
        """What the checks may look at."""
        caller, patient, quote = self.caller, self.patient, self.quote
        return Situation(
            self.evidence,
            self.language,
            self.identity,
            caller is not None and caller.for_other,
            caller.name if caller and caller.for_other else "",
            tuple(MayAct(*each) for each in patient.may_act) if patient else (),
            self._offered(self.offers),
            self.offered_at,
            self._offered(self.visits),
            self.listed_at,
            OpenQuote(quote.number, quote.kind, quote.yes) if quote else None,
        )

    def _offered(self, table: Table[Opening] | Table[Visit]) -> tuple[Offered, ...]:
        return table.offered(self.directory) if len(table) else ()

    def require_patient(self) -> Brief:
        """Who is served; raises Stopped where nobody is yet."""
        if self.patient is None:
            text = "It is not known yet who this is about."
            raise Stopped(Refusal("checks", "VERIFY_FIRST", text, "Call find_patient first.", ("patient",)))
        return self.patient
