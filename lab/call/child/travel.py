"""How an agent is led from place to place for a search, within its own process."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from lab.call.child.marks import Marks


class Travel:
    """Leads an agent back to its marks, and answers for the bench what the bench has foreseen.

    A search says the same line at the same place again and again, each time with another ending of a tool call, so
    it sends along what was asked and answered before that call: `[method, params, result, error]`, in order.
    """

    def __init__(self, marks: Marks, ask: Callable[[str, dict[str, Any]], Any], failed: Callable[..., Exception]):
        self._marks, self._ask, self._failed = marks, ask, failed
        self._foreseen: list[list[Any]] = []
        self._passed = 0
        self._history = ""

    def leave(self, params: dict[str, Any]) -> None:
        """Before a line: go where it is said `from`, and take note of what is `foreseen`."""
        if "from" in params:
            self._marks.go(params["from"])
        self._foreseen, self._passed = list(params.get("foreseen", ())), 0
        self._note(params["line"])

    def arrive(self) -> dict[str, Any]:
        """After a line: where the agent is now, and how much of what was foreseen came true."""
        return self._marks.mark(self._history) | self._came_true()

    def request(self, method: str, params: dict[str, Any]) -> Any:
        """Ask the bench, unless it has answered beforehand."""
        if not self._foreseen or self._foreseen[0][:2] != [method, params]:
            self._foreseen = []
            return self._told(method, params)
        _, _, answer, error = self._foreseen.pop(0)
        self._passed += 1
        self._note(method, params, error or answer)
        if error:
            raise self._failed(*error)
        return answer

    def _told(self, method: str, params: dict[str, Any]) -> Any:
        try:
            answer = self._ask(method, params | self._came_true())
        except Exception as error:
            self._note(method, params, [getattr(error, "code", 0), str(error), getattr(error, "data", {})])
            raise
        self._note(method, params, answer)
        return answer

    def _note(self, *said: Any) -> None:
        """What the agent was told so far makes its history."""
        self._history = blake2b(f"{self._history} {said!r}".encode(), digest_size=12).hexdigest()

    def _came_true(self) -> dict[str, int]:
        passed, self._passed = self._passed, 0
        return {"foreseen": passed} if passed else {}
