"""A deadline on the machine's time for work that can't be told to stop."""

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; raises TimeoutError if that takes longer, and leaves the work to end by itself.

    A socket's own timeout is none: an answer that drips in byte by byte resets it forever.
    """
    done: queue.SimpleQueue[tuple[Result | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:
            done.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        result, error = done.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError from None
    if error:
        raise error
    return result  # type: ignore[return-value] # there is a result where there is no error
