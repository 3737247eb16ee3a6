"""Refills, payments and messages to a doctor, as plain code runs them: what was said, and what is still to be asked.

Everything goes to the tool in the caller's own words; what is meant by them is not for this seat to say.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from lab.call_layer.arguments.words import is_generic, is_ignored, words_of
from lab.front_desk.model import Asked, Caller, Done, Said, Step, Talk
from lab.front_desk.notes import words
from lab.protocol import Intent

Arguments = dict[str, Any]
_WRITTEN = re.compile(r"\$ ?(\d+)(?:\.(\d\d))?\b|\b(\d+)\.(\d\d)\b")
_ANSWERS = (Intent.YES, Intent.NO, Intent.REPEAT)
_DOCTOR = re.compile(r"\b(?i:dra?|doctora?)\.?\s+((?!(?i:that|que)\b)[^\W\d_][\w’'-]*(?:\s[A-ZÁÉÍÓÚ][\w’'-]*)*)")


def refill(talk: Talk) -> Step:
    """The next step of a refill: what is missing is asked for, one thing at a time."""
    said: Arguments = {}
    for caller in lines(talk, "refill"):
        said.pop(_not_found_before(talk, caller), None)
        _hear_refill(caller.line, talk.language, said, _question_before(talk, caller))
    return _asked_or_called(talk, "request_refill", said, ("medication", "quantity", "days"))


def payment(talk: Talk) -> Step:
    """The next step of a payment; which bill it is for only where the caller names one."""
    said: Arguments = {}
    spoken = lines(talk, "payment")
    for caller in spoken:
        said.pop(_not_found_before(talk, caller), None)
        if _question_before(talk, caller) != "amount" or _names_amount(caller.line, talk.language):
            _hear_payment(caller.line, talk.language, said)
    if said.get("reason") == "other" and (bill := _generic(spoken, talk.language)):
        said |= {"reason": "invoice", "invoice": bill}
    return _asked_or_called(talk, "take_payment", said, ("amount",))


def message(talk: Talk) -> Step | None:
    """The next step of a message to a doctor; none where no doctor was named, or nobody may be written to."""
    said: Arguments = {}
    for caller in lines(talk, "message"):
        _hear_message(caller, talk.language, said)
    if "provider" not in said or not talk.offers("message_provider"):
        return None
    return _asked_or_called(talk, "message_provider", said, ("text",))


def lines(talk: Talk, task: str) -> list[Caller]:
    """The caller's lines since they wanted this; what they said before that they did not say of it."""
    started = 0
    for at, entry in enumerate(talk.entries):
        if isinstance(entry, Done) and entry.asked.name in ("choose_task", "commit") and entry.result.get("ok") is True:
            started = at
    before = [entry for entry in talk.entries[:started] if isinstance(entry, Caller) and _wants(entry, talk, task)]
    return [*before[-1:], *(entry for entry in talk.entries[started:] if isinstance(entry, Caller))]


def _wants(caller: Caller, talk: Talk, task: str) -> bool:
    pattern = words(talk.language)["tasks"][task]
    return caller.heard.intent == task or re.search(pattern, caller.line, re.IGNORECASE) is not None


def _asked_or_called(talk: Talk, tool: str, said: Arguments, needed: Sequence[str]) -> Step:
    missing = next((name for name in needed if name not in said), None)
    if missing:
        return Step(str(_words(talk.language)["say"][missing]))
    names = {"days": "days_of_supply"}
    arguments = {names.get(name, name): value for name, value in said.items()}
    last = talk.entries[-1]
    told = last.result if isinstance(last, Done) and last.asked == Asked(tool, arguments) else {}
    if told.get("argument") and told.get("suggestion") is not None:
        arguments[told["argument"]] = told["suggestion"]
    elif told:
        say = _words(talk.language)["say"]
        return Step(str(told.get("ask") or say.get(told.get("code"), say["refused"])))
    return Step(calls=(Asked(tool, arguments),))


def _question_before(talk: Talk, caller: Caller) -> str:
    """Which value had been asked for when the caller said this: a number alone answers that."""
    at = next(at for at, entry in enumerate(talk.entries) if entry is caller)
    asked = next((entry.text for entry in reversed(talk.entries[:at]) if isinstance(entry, Said)), "")
    return next((key for key in ("quantity", "days", "amount") if _words(talk.language)["say"][key] in asked), "")


def _not_found_before(talk: Talk, caller: Caller) -> str:
    """Which value the practice knew nothing of when the caller said this: it is named anew."""
    at = next(at for at, entry in enumerate(talk.entries) if entry is caller)
    for entry in reversed(talk.entries[:at]):
        if isinstance(entry, Caller):
            return ""
        if isinstance(entry, Done) and entry.result.get("code") == "not_found":
            return str(entry.result.get("argument") or "")
    return ""


def _after_the_wish(line: str, task: str, language: str) -> str:
    """What a line names after it has said what is wanted; who calls, and that they do, stands before."""
    found = re.search(words(language)["tasks"][task], line, re.IGNORECASE)
    after = line[found.end() :] if found else line
    return after if re.search(r"\w{3}", after) else line


def _hear_refill(line: str, language: str, said: Arguments, asked: str = "") -> None:
    text = _plain(_after_the_wish(line, "refill", language), language)
    numbers = [word for word in text.split() if word.isdecimal()]
    if asked in ("quantity", "days") and numbers and set(_named(text, "medication", language)) == {numbers[0]}:
        said[asked] = int(numbers[0])
        return
    if found := _found("quantity", text, language):
        said["quantity"] = int(found[1])
    if found := _found("days", text, language):
        said["days"] = int(found[1])
    elif found := _found("weeks", text, language):
        said["days"] = 7 * int(found[1])
    _hear_name("medication", text, language, said)


def _names_amount(line: str, language: str) -> bool:
    return bool(_WRITTEN.search(line) or _found("amount", _plain(line, language), language))


def _hear_payment(line: str, language: str, said: Arguments) -> None:
    text = _plain(_WRITTEN.sub(" ", _after_the_wish(line, "payment", language)), language)
    reason = next((name for name in ("copay", "deposit") if _found(name, _plain(line, language), language)), "")
    said.setdefault("currency", "USD")
    if found := _WRITTEN.search(line) or _found("amount", text, language):
        whole, cents, *_ = *filter(None, found.groups()), "0"
        said["amount"] = int(whole) + int(cents) / 100
    bare = re.sub(_words(language)["amount"], " ", text)
    _hear_name("invoice", bare, language, said)
    said["reason"] = reason or ("invoice" if "invoice" in said else said.get("reason", "other"))


def _hear_message(caller: Caller, language: str, said: Arguments) -> None:
    line = caller.line
    if found := _DOCTOR.search(line):
        said["provider"] = f"Dr. {found[1].strip()}"
        if told := re.search(_words(language)["that"], line[found.end() :], re.IGNORECASE):
            said["text"] = (told[1] or told[2]).strip()
    elif "provider" in said and "text" not in said:
        said["text"] = line.strip()
    elif "provider" in said and caller.heard.choice is None and caller.heard.intent not in _ANSWERS:
        said["provider"] = line.strip()


def _hear_name(name: str, text: str, language: str, said: Arguments) -> None:
    """What a line calls the thing: its words but for numbers, units and small talk; an answer adds to what was said."""
    kept = _named(text, name, language)
    if not kept:
        return
    before = "" if _found("starts", text, language) else said.get(name, "")
    said[name] = " ".join(dict.fromkeys((*before.split(), *kept)))


def _named(text: str, name: str, language: str) -> list[str]:
    table = _words(language)
    bare = re.sub("|".join(table[unit] for unit in ("quantity", "days", "weeks")), " ", text)
    return [word for word in bare.split() if word not in table["light"] and not is_ignored(word, name)]


def _generic(spoken: Sequence[Caller], language: str) -> str:
    """The word for a bill, where the caller spoke of one and did not say which."""
    said = (word for caller in spoken for word in words_of(caller.line, language))
    return next((word for word in said if is_generic(word, "invoice")), "")


def _found(name: str, text: str, language: str) -> re.Match[str] | None:
    return re.search(_words(language)[name], text)


def _plain(line: str, language: str) -> str:
    return " ".join(words_of(line, language))


@cache
def _words(language: str) -> Mapping[str, Any]:
    text = files("lab.front_desk").joinpath("errands.toml").read_text("utf-8")
    table: Mapping[str, Any] = tomllib.loads(text)[language]
    return table


ERRANDS: Mapping[str, Callable[[Talk], Step]] = {"REFILL": refill, "PAYMENT": payment}
"""What is done at each step of the flows that is an errand."""
