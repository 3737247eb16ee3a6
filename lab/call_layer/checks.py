"""What is refused before any request: seven checks in order, each over what the caller really said.

Whether the caller said yes, chose, or named a value is read from their lines (`Evidence`), never taken from a model.
"""

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from lab.call_layer.chosen import Offered, left_of, settled
from lab.call_layer.claims import turns_away
from lab.call_layer.evidence import Evidence
from lab.call_layer.names import name_key
from lab.call_layer.shapes import ModelTool, Refusal

Arguments = Mapping[str, Any]


class Identity(NamedTuple):
    """Whom the lookup found: the name and birth date it was asked for, in which turn, and how many matched."""

    name: str
    born: dt.date
    turn: int
    matches: int = 1


class MayAct(NamedTuple):
    """A person that the patient's file names, and whether they may act for the patient."""

    name: str
    relation: str
    allowed: bool


class OpenQuote(NamedTuple):
    """The quote that stands, its kind, and whether the caller consented to it and the consent is not spent."""

    number: int
    kind: str
    consented: bool


@dataclass(frozen=True, slots=True)
class Situation:
    """What a check may look at.

    `openings` and `visits` are what was offered last, since the turns beside them. `caller` is the name of a third
    party, as noted; empty where the patient calls. `may_act` is what the patient's file says of such people.
    """

    evidence: Evidence
    language: str = "en"
    identity: Identity | None = None
    third_party: bool = False
    caller: str = ""
    may_act: tuple[MayAct, ...] = ()
    openings: tuple[Offered, ...] = ()
    openings_since: int = 0
    visits: tuple[Offered, ...] = ()
    visits_since: int = 0
    quote: OpenQuote | None = None

    @property
    def is_third_party(self) -> bool:
        """Whether somebody else calls for the patient, as noted or as the caller's own lines say."""
        return self.third_party or self.evidence.for_other is not None

    def entry(self) -> MayAct | None:
        """What the file says of the caller; none where it does not name them."""
        key = name_key(self.caller)
        return next((each for each in self.may_act if key and name_key(each.name) == key), None)


class Check(NamedTuple):
    """A check, by its code, and the tools that it is for (none: all)."""

    code: str
    tools: frozenset[str]
    refuse: Callable[[Situation, ModelTool, Arguments], Refusal | None]

    @property
    def name(self) -> str:
        """As a configuration switches it off."""
        return f"checks.{self.code}"


def check(situation: Situation, tool: ModelTool, arguments: Arguments, off: Collection[str] = ()) -> Refusal | None:
    """The first refusal of a tool call, in the order of CHECKS; `off` names checks that are left out."""
    asked = (each for each in CHECKS if each.name not in off and (not each.tools or tool.name in each.tools))
    refusals = (each.refuse(situation, tool, arguments) for each in asked)
    return next(filter(None, refusals), None)


def _refusal(code: str, text: str, next_step: str, **more: Any) -> Refusal:
    return Refusal("checks", code, text, next_step, **more)


def _verify_first(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """The identity stands on one match of the lookup, with a name and a birth date that the caller said."""
    evidence, identity = situation.evidence, situation.identity
    if _creates(situation, tool):
        return None
    if identity is None:
        return _refusal(
            "VERIFY_FIRST",
            "Nobody has been identified yet.",
            "Ask for the patient's full name and date of birth, then call find_patient.",
            missing=("name", "date_of_birth"),
        )
    if identity.matches != 1:
        return _refusal(
            "VERIFY_FIRST",
            f"{identity.matches} people on file fit; who is meant does not stand.",
            "Ask for the phone number on file, then call find_patient with it. Read out nothing of what was found.",
            missing=("phone",),
        )
    since = evidence.for_other if situation.is_third_party else None
    if since is not None and (identity.turn < since or not evidence.says_name(identity.name, since)):
        return _refusal(
            "VERIFY_FIRST",
            "The caller says that it is for somebody else; whose file this is does not stand any more.",
            "Ask for the name and date of birth of the patient, not of the caller, then call find_patient again.",
            missing=("name", "date_of_birth"),
        )
    missing = _unsaid(evidence, {"name": identity.name, "date_of_birth": identity.born.isoformat()})
    if missing:
        return _refusal(
            "VERIFY_FIRST",
            f"The caller never said {' or '.join(missing)}.",
            "Ask the caller for it, then call find_patient with what they say.",
            missing=missing,
        )
    return None


def _has_not_chosen(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """The caller's lines since the offer leave exactly the opening, and the visit, that the model names."""
    lists = {
        "visit": (situation.visits, situation.visits_since),
        "opening": (situation.openings, situation.openings_since),
    }
    for argument, (offered, since) in lists.items():
        reference = arguments.get(argument)
        # a reference that is in no table is for the next step to refuse
        if reference is None or reference not in {each.reference for each in offered}:
            continue
        # once it is clear which visit is to move, the words are about where to
        which = settled if tool.name == "quote_reschedule" and argument == "visit" else left_of
        left = which(situation.evidence, offered, since)
        if [each.reference for each in left] != [reference]:
            return _not_chosen(argument, reference, left, offered)
    return None


def _not_chosen(argument: str, given: str, left: tuple[Offered, ...], offered: tuple[Offered, ...]) -> Refusal:
    one = left[0].reference if len(left) == 1 else None
    if one:
        text = f"The caller's words leave {one}, not {given}."
        next_step = f"Use {one}, or ask the caller which {argument} they want."
    elif left:
        text = f"The caller's words leave {len(left)} of {len(offered)}; they have not chosen."
        next_step = f"Say what tells these apart and ask which {argument} they want; quote when they have answered."
    else:
        text = f"Nothing that was offered fits the caller's words, so {given} is not what they want."
        next_step = "Say what there is, or search again for what the caller asked for."
    return _refusal("CALLER_HAS_NOT_CHOSEN", text, next_step, argument=argument, given=given, suggestion=one)


def _read_back_required(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """A commit needs a whole yes to the read-back of the quote that stands."""
    if situation.quote is None:
        return _refusal(
            "READ_BACK_REQUIRED",
            "No quote stands: there is nothing that the caller could have said yes to.",
            "Make a quote first; it is read back to the caller, and a whole yes lets you commit.",
        )
    if situation.quote.consented:
        return None
    return _refusal(
        "READ_BACK_REQUIRED",
        "The caller has not said a whole yes to the read-back of this quote.",
        "Wait for the caller's answer. On a yes call commit; on anything else find out what to change.",
    )


def _birth_not_from_caller(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """A date of birth is one that the caller said."""
    if not _unsaid(situation.evidence, {"date_of_birth": arguments.get("date_of_birth")}):
        return None
    return _refusal(
        "DOB_NOT_FROM_CALLER",
        "The caller has not said that date of birth, or not clearly.",
        "Ask for the date of birth, with the month as a word and the whole year.",
        missing=("date_of_birth",),
        argument="date_of_birth",
        given=arguments.get("date_of_birth"),
    )


def _value_missing(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """Every value that only a caller can know was said by them, and those that are required are there."""
    required = [key for key in tool.parameters.get("required", ()) if key in SAID_BY_CALLER]
    absent = tuple(key for key in required if arguments.get(key) in (None, ""))
    unsaid = _unsaid(situation.evidence, {**arguments, "date_of_birth": None})  # that has a check of its own
    if not absent and not unsaid:
        return None
    missing = (*absent, *unsaid)
    return _refusal(
        "VALUE_MISSING",
        f"The caller never said: {', '.join(missing)}.",
        "Ask the caller for it, or leave it out where it is not required; make nothing up.",
        missing=missing,
        argument=unsaid[0] if unsaid else None,
        given=arguments.get(unsaid[0]) if unsaid else None,
    )


def _not_authorized(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """A third party is one whom the patient's file names, and allows."""
    if not situation.is_third_party or _creates(situation, tool):
        return None
    if not situation.caller or not situation.evidence.says_name(situation.caller):
        return _refusal(
            "NOT_AUTHORIZED",
            "Somebody calls for the patient, and who that is has not been said.",
            "Ask for the caller's own full name and call note_caller with it.",
            missing=("caller_name",),
        )
    entry = situation.entry()
    if entry and entry.allowed:
        return None
    text = (
        "The patient's file does not allow this caller to act"
        if entry
        else "The patient's file does not name this caller"
    )
    return _refusal(
        "NOT_AUTHORIZED",
        f"{text}: nothing about the patient may be said or done.",
        "Say that you can't speak about this patient's visits with them, and offer a message to the staff or a person.",
        argument="caller_name",
        given=situation.caller,
    )


def _not_denied(situation: Situation, tool: ModelTool, arguments: Arguments) -> Refusal | None:
    """Nobody is turned away whom the patient's file allows."""
    entry = situation.entry() if situation.is_third_party else None
    words = " ".join(str(arguments.get(key, "")) for key in ("reason", "text"))
    if entry is None or not entry.allowed or not turns_away(words, situation.language):
        return None
    return _refusal(
        "NOT_DENIED",
        f"The patient's file allows {entry.name} ({entry.relation}) to act.",
        "Do not turn the caller away: go on with what they called for.",
        given=words.strip(),
    )


def _creates(situation: Situation, tool: ModelTool) -> bool:
    """Whether this commits a new patient, of whom no file can tell anything yet."""
    return tool.name == "commit" and situation.quote is not None and situation.quote.kind == "create"


def _said_birth(evidence: Evidence, value: str) -> bool:
    try:
        return evidence.says_birth(dt.date.fromisoformat(value))
    except ValueError:
        return False


SAID_BY_CALLER: Mapping[str, Callable[[Evidence, Any], bool]] = {
    "name": lambda evidence, value: evidence.says_name(value),
    "date_of_birth": _said_birth,
    "phone": lambda evidence, value: evidence.says_phone(value),
    "caller_name": lambda evidence, value: evidence.says_name(value),
    "sex": lambda evidence, value: evidence.says_sex(value),
    "state": lambda evidence, value: evidence.says_state(value),
    "zip": lambda evidence, value: evidence.says_digits(value),
}
"""Values that only the caller can know, and how their lines are searched for one."""


def _unsaid(evidence: Evidence, values: Arguments) -> tuple[str, ...]:
    """The values among these that the caller never said."""
    given = {key: str(values[key]) for key in SAID_BY_CALLER if values.get(key) not in (None, "")}
    return tuple(key for key, value in given.items() if not SAID_BY_CALLER[key](evidence, value))


_QUOTES = frozenset({"quote_booking", "quote_reschedule", "quote_cancel"})
_OF_PATIENT = _QUOTES | {
    "find_openings", "list_visits", "commit", "request_refill", "take_payment", "message_provider",
}  # fmt: skip
_WITH_BIRTH = frozenset({"find_patient", "quote_new_patient"})

CHECKS: tuple[Check, ...] = (
    Check("VERIFY_FIRST", _OF_PATIENT, _verify_first),
    Check("CALLER_HAS_NOT_CHOSEN", _QUOTES, _has_not_chosen),
    Check("READ_BACK_REQUIRED", frozenset({"commit"}), _read_back_required),
    Check("DOB_NOT_FROM_CALLER", _WITH_BIRTH, _birth_not_from_caller),
    Check("VALUE_MISSING", _WITH_BIRTH | {"note_caller"}, _value_missing),
    Check("NOT_AUTHORIZED", _OF_PATIENT, _not_authorized),
    Check("NOT_DENIED", frozenset({"transfer", "leave_message"}), _not_denied),
)
"""The checks in their order; the first that refuses is the one that is told."""
