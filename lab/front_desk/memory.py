"""What plain code in the model's seat keeps in mind of a call: what was said, asked and answered so far."""

from collections.abc import Mapping, Sequence
from typing import Any

from lab.front_desk.model import Caller, Done, Entry, Said, Talk
from lab.front_desk.notes import Notes
from lab.front_desk.rows import Row


class Memory:
    """Follows one call, entry by entry."""

    def __init__(self) -> None:
        self._notes: Notes | None = None
        self._read: Entry | None = None
        self._step = ""
        self._failed: dict[str, int] = {}
        self._openings: list[Row] = []
        self._visits: list[Row] = []
        self._offered_at = 0
        self._read_out: Sequence[Row] = ()
        self._opening: Row | None = None
        self._visit: Row | None = None
        self._last: Done | None = None
        self._asked: set[str] = set()
        self._calling = ""
        self._doing = ""
        self._question = ("", "")
        self._said_last = ""
        self._lookup = ""
        self._for_other = False
        self._field = ""
        self._seen_before: bool | None = None

    @property
    def _heard(self) -> Any:
        return self._said.heard

    @property
    def _said(self) -> Notes:
        assert self._notes, "a call has begun before anybody is asked"
        return self._notes

    def _follow(self, talk: Talk) -> None:
        """Catch up with all that happened since it was asked last: not every step was its own."""
        self._notes = self._notes or Notes(talk.language, talk.today)
        seen = [at for at, entry in enumerate(talk.entries) if entry is self._read]
        for entry in talk.entries[seen[-1] + 1 if seen else 0 :]:
            match entry:
                case Caller():
                    self._last, self._failed = None, {}
                    self._notes.hear(entry, self._step, self._said_last in ("caller", "patient", "spell"))
                case Said(text=text):
                    self._spoke(text)
                case Done():
                    self._take(entry)
            self._read = entry
        self._step = talk.step

    def _spoke(self, text: str) -> None:
        """What was really said; a question of its own counts as asked only then."""
        key, question = self._question
        self._said_last = key if question and question in text else ""
        if self._said_last:
            self._asked.add(key)

    def _take(self, done: Done) -> None:
        """Note what a tool has answered."""
        self._last = done
        result, name = done.result, done.asked.name
        if result.get("ok") is not True and name == self._calling:
            self._failed[name] = self._failed.get(name, 0) + 1
        if name == "find_openings" and "openings" in result:
            self._openings, self._offered_at = list(result["openings"]), self._said.turn
        if name == "list_visits" and "visits" in result:
            self._visits, self._visit = list(result["visits"]), None
        if name == "choose_task" and result.get("ok") is True and isinstance(done.asked.arguments, Mapping):
            self._doing = str(done.asked.arguments.get("task"))
        if name == "find_patient":
            self._lookup = str(result.get("code"))
        if name == "note_caller" and result.get("ok") is True:
            self._note_whose(done.asked.arguments)
        if result.get("code") == "PATIENT_MAY_EXIST":
            self._said.task, self._said.then = self._said.then, ""
        if name == "commit" and result.get("ok") is True:
            self._forget_task()
        if result.get("code") in ("SLOT_TAKEN", "SAME_TIME"):
            self._said.time = self._said.choice = None
        if result.get("code") == "SLOT_TAKEN":
            self._openings = []
        if result.get("code") == "NOT_BUILDABLE":
            self._field = str(result.get("field") or "")

    def _note_whose(self, noted: Any) -> None:
        other = isinstance(noted, Mapping) and noted.get("calling_for") == "someone_else"
        if other != self._for_other:
            self._for_other, self._lookup = other, ""
            self._openings, self._visits, self._visit, self._opening = [], [], None, None
        if other and self._said.patient == self._said.caller:
            self._said.patient = ""
        elif not other:
            self._said.patient = self._said.patient or self._said.caller

    def _forget_task(self) -> None:
        said = self._said
        said.task, said.then = said.then, ""
        if not said.task:
            said.reason = ""
            said.day = None
        said.part = said.doctor = ""
        said.time = said.choice = None
        self._openings, self._visits, self._visit, self._opening = [], [], None, None

    def _code(self) -> str:
        return str(self._last.result.get("code", "")) if self._last else ""

    def _just(self, *names: str) -> bool:
        return self._last is not None and self._last.asked.name in names
