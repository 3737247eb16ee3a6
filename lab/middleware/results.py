"""What a tool of the desk answers: one frozen type for each outcome. `code` and `text` are all that a model sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from lab.middleware.spoken import Place


@dataclass(frozen=True, slots=True)
class Result:
    """An outcome in words; `code` is the same for every one of its kind."""

    text: str
    code: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class NeedsInput(Result):
    """Something is missing: a choice as listed, or the read-back of `sentence`."""

    sentence: str = ""
    code: ClassVar[str] = "needs_input"


@dataclass(frozen=True, slots=True)
class ReadBackMismatch(NeedsInput):
    """What was read aloud is not what is to be done; `differs` names the coordinates. Nothing was written."""

    differs: tuple[str, ...] = ()
    code: ClassVar[str] = "read_back_mismatch"


@dataclass(frozen=True, slots=True)
class OfferEnded(Result):
    """The token cannot be used. `log` tells expired from invalid; the text does not."""

    log: str = ""
    code: ClassVar[str] = "offer_ended"


@dataclass(frozen=True, slots=True)
class TypeUnresolved(Result):
    """No appointment type can be told; `missing` names the facts that would decide."""

    missing: tuple[str, ...] = ()
    code: ClassVar[str] = "appointment_type_unresolved"


@dataclass(frozen=True, slots=True)
class SlotUnavailable(Result):
    """The schedule is not as it was offered; nothing was written."""

    why: str = ""
    code: ClassVar[str] = "slot_unavailable"


@dataclass(frozen=True, slots=True)
class WriteRefused(Result):
    """The practice said no for a reason that has nothing to do with the schedule; nothing was written."""

    reason: str = ""
    code: ClassVar[str] = "refused"


@dataclass(frozen=True, slots=True)
class PracticeBusy(Result):
    """Too many requests: nothing was written, and the consent stands."""

    code: ClassVar[str] = "busy"


@dataclass(frozen=True, slots=True)
class Unreachable(Result):
    """A look-up was not answered; nothing was written."""

    code: ClassVar[str] = "unreachable"


@dataclass(frozen=True, slots=True)
class IndeterminateWrite(Result):
    """Nobody can tell whether it was written; nothing more is written for this patient in this call."""

    code: ClassVar[str] = "indeterminate_write"


@dataclass(frozen=True, slots=True)
class Done(Result):
    """It stands in the record system, and this alone may be spoken of as done."""

    act: Literal["book", "reschedule", "cancel"] = "book"
    place: Place | None = None
    found_by_reading_back: bool = False
    code: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class PatientFound(Result):
    """The one person on file who fits."""

    name: str = ""
    code: ClassVar[str] = "patient_found"


@dataclass(frozen=True, slots=True)
class Noted(Result):
    """A fact was noted."""

    code: ClassVar[str] = "noted"


@dataclass(frozen=True, slots=True)
class Visits(Result):
    """A patient's booked visits that lie ahead, by reference."""

    references: Sequence[str] = ()
    code: ClassVar[str] = "visits"


class Stopped(Exception):
    """A step that ends the act, with its result."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.code)
        self.result = result
