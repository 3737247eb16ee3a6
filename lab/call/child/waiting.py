"""What waits with the machine's time: in an agent's process it tells the bench instead, whose clock moves on."""

import sys
import time
import types
from collections.abc import Callable
from typing import Any

Tell = Callable[[Any], None]
"""Takes the seconds that an agent wanted to wait."""

ASYNCIO = "asyncio.tasks"


def stand_in_for_time(tell: Tell) -> None:
    """In place of `time.sleep`."""
    time.sleep = tell


def stand_in_for_asyncio(tell: Tell) -> Callable[[types.ModuleType], None]:
    """In place of `asyncio.sleep`, once that module is loaded, where the turn waits for it."""

    def exchange(tasks: Any) -> None:
        real = tasks.sleep

        async def sleep(delay: float, result: Any = None) -> Any:
            if delay > 0 and _is_waited_for(tasks.current_task()):
                tell(delay)
                delay = 0
            return await real(delay, result)

        tasks.sleep = sleep

    return exchange


def _is_waited_for(task: Any) -> bool:
    """Whether the library waits for this task; what goes on beside the call may wait as it likes."""
    callbacks = [callback for callback, _ in getattr(task, "_callbacks", None) or ()]
    return any(
        not isinstance(callback, types.BuiltinMethodType) and getattr(callback, "__module__", "") != "agent"
        for callback in callbacks
    )


def keep_recursion_shallow(deepest: int) -> None:
    """However deep an agent wants to go: else now its time would run out first, and now its memory."""
    real = sys.setrecursionlimit
    sys.setrecursionlimit = lambda limit: real(min(limit, deepest))
