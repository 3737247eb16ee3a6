"""How a model gets an argument wrong: every slip of a case, by cause, and the rule that tells the cause of any."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.resolution import resolve
from lab.call_layer.arguments.schema import Field, Fitted, fit, sheet
from lab.call_layer.arguments.words import key
from lab.measure.argument_cases import TODAY, Case, Cases

SHARES = {"identity": 0.48, "missing optional": 0.19, "format": 0.14, "invented": 0.11, "unit or scale": 0.08}
"""What the arguments that are wrong are wrong in, as published for one such loop."""

CAUSES = tuple(SHARES)
SCALES = (7, 10, 30, 60, 100, 1000)

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Slip:
    """One argument of a call, wrong; `value` is none where it was left out."""

    cause: str
    argument: str
    value: Any = field(hash=False)

    def of(self, arguments: Arguments) -> dict[str, Any]:
        """The whole call with the slip in it."""
        rest = {name: value for name, value in arguments.items() if name != self.argument}
        return rest if self.value is None else {**rest, self.argument: self.value}


def slips(cases: Cases, case: Case) -> tuple[Slip, ...]:
    """Every slip of a case that this experiment knows."""
    found = [slip for name, value in case.arguments.items() for slip in _of(cases, case, name, value)]
    return (*found, *_made_up(case))


def differences(case: Case, given: Arguments, scope: Scope) -> dict[str, str]:
    """The arguments in which a call is not the right one, each with its cause."""
    fields = sheet()[case.tool]
    names = dict.fromkeys((*case.arguments, *given))
    causes = {name: _cause(case, name, given.get(name), fields.get(name), scope) for name in names}
    return {name: cause for name, cause in causes.items() if cause}


def _cause(case: Case, name: str, given: Any, each: Field | None, scope: Scope) -> str:
    """What is wrong with one argument; empty: nothing."""
    right = case.arguments.get(name)
    if given == right and type(given) is not bool:
        return ""
    if given is None:
        return "missing optional"
    if right is None or each is None:
        return "invented"
    if each.kind == "entity":
        return _identity_cause(given, right, each.of, scope)
    if isinstance(given, int | float) and isinstance(right, int | float):
        return "unit or scale" if _is_scaled(given, right) else "invented"
    return "format" if _is_same(case, name, given) or type(given) is not type(right) else "invented"


def _identity_cause(given: Any, right: Any, kind: str, scope: Scope) -> str:
    if not isinstance(given, str):
        return "format"
    entities = scope.entities(kind)
    fits = resolve(given, entities, scope.language).fits
    return "" if fits and fits == resolve(str(right), entities, scope.language).fits else "identity"


def _is_scaled(given: float, right: float) -> bool:
    return any(round(right * each, 6) == given or round(given * each, 6) == right for each in SCALES)


def _is_same(case: Case, name: str, given: Any) -> bool:
    """Whether it is the right value, written otherwise: by the sheet, or by its letters and digits alone."""
    right = case.arguments[name]
    fitted = fit(case.tool, {**case.arguments, name: given}, TODAY)
    if isinstance(fitted, Fitted) and fitted.arguments.get(name) == right:
        return True
    return sorted(key(str(given))) == sorted(key(str(right)))


def _of(cases: Cases, case: Case, name: str, value: Any) -> Iterator[Slip]:
    each = sheet()[case.tool][name]
    if each.optional:
        yield Slip("missing optional", name, None)
    if each.kind in _MAKERS:
        yield from _MAKERS[each.kind](cases, case, name, value)
    elif each.kind == "phone":
        yield Slip("format", name, value.replace("-", ""))
        yield Slip("format", name, [value])
    elif name == "text":
        yield Slip("invented", name, f"{value}, and I need an appointment")


def _of_entity(cases: Cases, case: Case, name: str, value: str) -> Iterator[Slip]:
    """A neighbour by name and by number, a number with a digit changed, one that does not exist, a stranger's."""
    each, scope = sheet()[case.tool][name], cases.told(case).scope
    right = set(case.means.values())
    for entity in scope.entities(each.of):
        if entity.id not in right:
            yield Slip("identity", name, entity.names[0])
            if isinstance(entity.id, str):
                yield Slip("identity", name, entity.id)
    number = case.means.get(each.fills)
    if isinstance(number, str):
        yield Slip("identity", name, f"{number[:-1]}{(int(number[-1]) + 5) % 10}")
    if each.of in ("medication", "invoice"):
        yield Slip("identity", name, "RX-9018" if each.of == "medication" else "INV-2026-0999")
        yield Slip("identity", name, _strangers(cases, case, each.of))
    yield Slip("format", name, [value])
    yield Slip("format", name, {"name": value})


def _strangers(cases: Cases, case: Case, kind: str) -> str:
    other = next(held for name, held in cases.file.items() if name != case.file)
    rows = other[f"{kind}s"]
    return str(rows[0][f"{kind}_id"])


def _of_count(cases: Cases, case: Case, name: str, value: int) -> Iterator[Slip]:
    scaled = [value * 10, value * 60]
    scaled += [value // each for each in (7, 30) if value % each == 0]
    yield from (Slip("unit or scale", name, each) for each in scaled)
    yield Slip("format", name, f"{value} {sheet()[case.tool][name].unit}")
    yield Slip("format", name, str(value))
    yield Slip("format", name, [value])


def _of_money(cases: Cases, case: Case, name: str, value: float) -> Iterator[Slip]:
    yield from (Slip("unit or scale", name, each) for each in (round(value * 100), value * 1000, round(value / 100, 3)))
    yield Slip("format", name, f"${value:,.2f}")
    yield Slip("format", name, f"{value:.2f}".replace(".", ","))


def _of_date(cases: Cases, case: Case, name: str, value: str) -> Iterator[Slip]:
    year, month, day = value.split("-")
    yield Slip("format", name, f"{month}/{day}/{year}")
    yield Slip("format", name, f"{day}{month}{year}")


def _of_choice(cases: Cases, case: Case, name: str, value: str) -> Iterator[Slip]:
    yield Slip("format", name, value.capitalize() if value.islower() else value.lower())
    yield Slip("format", name, [value])
    yield Slip("invented", name, {"USD": "GBP"}.get(value, "bill"))


_MAKERS: Mapping[str, Callable[[Cases, Case, str, Any], Iterator[Slip]]] = {
    "entity": _of_entity,
    "count": _of_count,
    "money": _of_money,
    "date": _of_date,
    "choice": _of_choice,
}


def _made_up(case: Case) -> Iterator[Slip]:
    """Arguments that nobody spoke of: one that the tool has, and one that it has not."""
    inventions = {"invoice": "INV-2026-0999", "doctor": "Luz Peña", "office": "Harbor West", "first_day": "2026-10-05"}
    inventions |= {"phone": "212-555-0100", "zip": "10001", "sex": "female"}
    for name, each in sheet()[case.tool].items():
        if each.optional and name not in case.arguments and name in inventions:
            yield Slip("invented", name, inventions[name])
    yield Slip("invented", "priority", "high")
