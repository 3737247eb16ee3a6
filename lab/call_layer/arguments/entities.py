"""What a caller may mean: the practice's offices and providers, and what is on the file that this call has open."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from lab.call_layer.arguments.phrases import month_name, phrase
from lab.call_layer.arguments.words import generic_words

_IN = " in "  # as a practice writes when it was: "Blood test in August"

Kind = Literal["patient", "medication", "invoice", "provider", "office"]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entity:
    """One of them: the id that code writes, and a label that a person can choose by at a glance.

    `names` are what it is called in full, each enough by itself; `hints` are words that tell it from others once
    it is clear what is spoken of: a strength, a given name.
    """

    kind: Kind
    id: int | str
    label: str
    names: tuple[str, ...]
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """All that this caller may mean, as the practice's API answered it.

    `file` is the brief of the patient whom the call is about, once verified; `granted` are the briefs that authorise
    the caller. Nobody else is in it, so nobody else can come out.
    """

    offices: Sequence[Row] = ()
    providers: Sequence[Row] = ()
    file: Row | None = field(default=None, hash=False)
    granted: tuple[Row, ...] = field(default=(), hash=False)
    language: str = "en"

    def entities(self, kind: str) -> tuple[Entity, ...]:
        """Those of a kind, in a fixed order."""
        return tuple(sorted(_told_apart([*_MAKERS[kind](self)]), key=lambda entity: (entity.label, str(entity.id))))

    def medication(self, medication_id: object) -> Row | None:
        return _row(self.file, "medications", "medication_id", medication_id)

    def invoice(self, invoice_id: object) -> Row | None:
        return _row(self.file, "invoices", "invoice_id", invoice_id)

    @property
    def files(self) -> tuple[Row, ...]:
        """The verified patient's file, and those that authorise the caller; each once."""
        briefs = (self.file, *self.granted) if self.file else self.granted
        return tuple({brief["account_number"]: brief for brief in briefs if brief}.values())


def _offices(scope: Scope) -> Iterable[Entity]:
    for row in scope.offices:
        yield Entity("office", row["office_id"], _office_label(row["name"], scope.language), (row["name"],))


def _providers(scope: Scope) -> Iterable[Entity]:
    offices = {row["office_id"]: row["name"] for row in scope.offices}
    for row in scope.providers:
        whole = f"{row['given']} {row['family']}".strip()
        at = [offices[each] for each in row.get("office_ids", ()) if each in offices]
        label = ", ".join((f"Dr. {whole}", *(_office_label(each, scope.language) for each in at)))
        names = (whole, f"{row['family']}, {row['given']}", row["family"])
        given = (row["given"],) if row["given"] else ()
        yield Entity("provider", row["provider_id"], label, names, (*given, *at))


def _medications(scope: Scope) -> Iterable[Entity]:
    for row in (scope.file or {}).get("medications", ()):
        name, strength = row["name"], row["strength"]
        named = f"{name} {strength}".strip()
        filled = dt.date.fromisoformat(row["last_filled"]) if row.get("last_filled") else None
        label = phrase("medication", scope.language, name=named, month=month_name(filled, scope.language))
        number = row["medication_id"]
        digits = number.removeprefix("RX-")
        hints = tuple(each for each in (strength, strength.partition(" ")[0]) if each)
        yield Entity("medication", number, label if filled else named, (named, name, number, digits), hints)


def _invoices(scope: Scope) -> Iterable[Entity]:
    for row in (scope.file or {}).get("invoices", ()):
        number, issued = row["invoice_id"], dt.date.fromisoformat(row["issued"])
        month, left = month_name(issued, scope.language), f"{row['balance_cents'] / 100:,.2f}"
        about, _, when = row["about"].partition(_IN)
        dated = row["about"] if when else phrase("dated", scope.language, about=about, month=month)
        label = phrase("invoice", scope.language, about=dated, left=left)
        last = number.rpartition("-")[2]
        short = last.lstrip("0")
        counted = (f"{word} {short}" for word in sorted(generic_words("invoice")))
        names = (number, number.removeprefix("INV-"), row["about"], about, last, *counted)
        yield Entity("invoice", number, label, names, (short, month))


def _patients(scope: Scope) -> Iterable[Entity]:
    for brief in scope.files:
        name = brief["name"]
        given, _, rest = name.partition(" ")
        turned = (f"{rest}, {given}",) if rest else ()
        yield Entity("patient", brief["account_number"], name, (name, *turned), (given, rest) if rest else ())


_MAKERS: Mapping[str, Callable[[Scope], Iterable[Entity]]] = {
    "office": _offices,
    "provider": _providers,
    "medication": _medications,
    "invoice": _invoices,
    "patient": _patients,
}


def _told_apart(entities: list[Entity]) -> Iterable[Entity]:
    """Labels that would be alike carry the number that is printed on the box or the bill."""
    labels = [entity.label for entity in entities]
    for entity in entities:
        printed = entity.kind in ("medication", "invoice") and labels.count(entity.label) > 1
        yield replace(entity, label=f"{entity.label} ({entity.id})") if printed else entity


def _office_label(name: str, language: str) -> str:
    """ "North" is "North office"; a name that says what it is stays."""
    told = any(word in name.casefold() for word in phrase("offices", language).split())
    return name if told else phrase("office", language, name=name)


def _row(brief: Row | None, rows: str, key: str, value: object) -> Row | None:
    return next((row for row in (brief or {}).get(rows, ()) if row[key] == value), None)
