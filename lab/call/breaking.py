"""What of a call can be broken by hand: the plan under its tools, a clinic's or a practice's."""

from typing import Any, Protocol, runtime_checkable

from lab.call.call import Call


class Failing(Protocol):
    """A plan on its way through a call, to which more can be added by hand: a Failure, or a practice's Trouble."""

    @property
    def plan(self) -> Any: ...

    def arm(self, failure: Any) -> None: ...

    def entries(self) -> tuple[tuple[int, str, str], ...]:
        """Every entry: its number, what it does in words, and `armed`, `used` or `waiting`."""
        ...


@runtime_checkable
class _Breakable(Protocol):
    failing: Failing


def failing_under(call: Call | None) -> Failing | None:
    """What fails as planned under a call's tools; none where nothing does."""
    return call.toolset.failing if call and isinstance(call.toolset, _Breakable) else None
