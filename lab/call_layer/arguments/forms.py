"""The forms that an argument may come in, kind by kind, and the one value that another form surely means."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from fake_api.data_error import near_miss
from lab.call_layer.arguments.words import key

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from lab.call_layer.arguments.schema import Field

_OLDEST = 120
_COUNT = re.compile(r"([+-]?\d{1,9}) *([^\W\d_]*)")
_MONEY = re.compile(r"\$? ?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,2})?")


@lru_cache(512)
def adapter(each: "Field") -> "TypeAdapter[Any]":
    from typing import Annotated

    from pydantic import BeforeValidator, StringConstraints, TypeAdapter
    from pydantic import Field as Limits

    limits: Any = {
        "count": Limits(ge=1, le=each.at_most, strict=True),
        "money": Limits(gt=0, le=each.at_most, allow_inf_nan=False),
    }.get(each.kind, StringConstraints(strip_whitespace=True, min_length=1, max_length=each.at_most, strict=True))
    kind: Any = {"count": int, "money": float}.get(each.kind, str)
    if each.kind == "choice":
        choice: Any = Literal[each.values]
        return TypeAdapter(Annotated[choice, BeforeValidator(lambda given: _choice(each, given))])
    annotated: Any = Annotated[kind, limits]
    if each.pattern or each.kind in _READERS:
        annotated = Annotated[annotated, BeforeValidator(lambda given, info: _read(each, given, info.context["today"]))]
    return TypeAdapter(annotated)


def surely_meant(each: "Field", given: Any, context: dict[str, Any]) -> Any:
    """The one value that was surely meant: what a list or a table holds alone, a comma for a point, a slip."""
    if isinstance(given, list | dict) and len(given) == 1:
        given = given[0] if isinstance(given, list) else next(iter(given.values()))
    elif each.kind == "money" and isinstance(given, str) and re.fullmatch(r"\d+,\d\d", given.strip()):
        given = given.strip().replace(",", ".")
    elif each.kind == "choice" and isinstance(given, str):
        near = near_miss(given, each.values)
        return near if near and not near_miss(given, [value for value in each.values if value != near]) else None
    else:
        return None
    try:
        return adapter(each).validate_python(given, context=context)
    except ValueError:
        return None


def _read(each: "Field", given: Any, today: dt.date) -> Any:
    if each.pattern and not (isinstance(given, str) and re.fullmatch(each.pattern, given.strip())):
        raise ValueError
    return _READERS[each.kind](each, given, today) if each.kind in _READERS else given


def _choice(each: "Field", given: Any) -> Any:
    """A value of the list however it is written: "Follow-Up" is follow_up; or a word that surely means one."""
    if not isinstance(given, str):
        return given
    known = {key(value): value for value in each.values} | {key(word): value for word, value in each.also.items()}
    return each.also.get(given.strip().casefold()) or known.get(key(given), given)


def _count(each: "Field", given: Any, today: dt.date) -> Any:
    """A number, or a number with its unit: "2 weeks" is 14 days."""
    if isinstance(given, float) and given.is_integer():
        return int(given)
    if not isinstance(given, str):
        return given if isinstance(given, int) and not isinstance(given, bool) else None
    match = _COUNT.fullmatch(given.strip())
    if not match or (match[2] and match[2].casefold() not in each.units):
        raise ValueError
    return int(match[1]) * each.units.get(match[2].casefold(), 1)


def _money(each: "Field", given: Any, today: dt.date) -> float:
    """ "45.50" and "$1,250" are amounts; "45,50" and a third decimal are not."""
    if isinstance(given, bool):
        raise ValueError
    text = given.strip() if isinstance(given, str) else str(given)
    if isinstance(given, str):
        match = _MONEY.fullmatch(text)
        if not match:
            raise ValueError
        text = (match[1] + (match[2] or "")).replace(",", "")
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError from None
    if not amount.is_finite() or amount != amount.quantize(Decimal("0.01")):
        raise ValueError
    return float(amount)


def _date(each: "Field", given: Any, today: dt.date) -> str:
    if not isinstance(given, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", given.strip()):
        raise ValueError
    day = dt.date.fromisoformat(given.strip())
    if each.past and not (today.year - _OLDEST <= day.year and day <= today):
        raise ValueError
    return day.isoformat()


def _phone(each: "Field", given: Any, today: dt.date) -> str:
    """Ten digits, never padded or cut; a leading 1 is the country's."""
    if not isinstance(given, str):
        raise ValueError
    number = re.sub(r"[\s().+-]", "", given)
    number = number[1:] if len(number) == 11 and number.startswith("1") else number
    if not re.fullmatch(r"[0-9]{10}", number):
        raise ValueError
    return f"{number[:3]}-{number[3:6]}-{number[6:]}"


_READERS: Mapping[str, Callable[["Field", Any, dt.date], Any]] = {
    "count": _count,
    "money": _money,
    "date": _date,
    "phone": _phone,
}
