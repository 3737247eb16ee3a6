"""A draft: exactly what would be written, and what it was compared with; made for a quote, and again at its commit."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from fake_api.practice.store import Store
from fake_api.practice.wire import Refused


class Moment(NamedTuple):
    """What a request meets: the rows, the time, and itself as it came."""

    store: Store
    now: dt.datetime
    given: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Draft:
    """`writes` is told, `seen` is what it rests on, and both are compared at the commit; all of it is JSON.

    Two quotes with the same `change` are one change: the first that is committed ends the other. `again` are further
    arguments with which the draft is made again.
    """

    change: str
    writes: Mapping[str, Any] = field(hash=False)
    seen: Mapping[str, Any] = field(default_factory=dict, hash=False)
    again: Mapping[str, Any] = field(default_factory=dict, hash=False)


def not_buildable(key: str, why: str) -> Refused:
    """What was asked for cannot be written, and which value is to blame."""
    return Refused(409, "NOT_BUILDABLE", key, f"{key} {why}")
