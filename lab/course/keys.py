"""Single keys from a terminal, on a thread of its own, and the terminal as it was when it is over."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

LOOK = 0.1  # seconds after which the thread looks whether it should stop
END = ""
"""What is told at the end of the input."""

Tell = Callable[[str], None]


class Keys:
    """While it is entered, `tell(key)` comes for each key that is pressed. It needs a terminal on stdin."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._stop = threading.Event()
        self._before: Any = None

    def __enter__(self) -> "Keys":
        if os.name != "nt":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
        self._stop.clear()
        read = _read_windows if os.name == "nt" else _read
        self._thread = threading.Thread(target=read, args=(self._tell, self._stop))
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()
        if os.name != "nt":
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    @contextlib.contextmanager
    def released(self) -> Iterator[None]:
        """Somebody else has the keyboard for a while."""
        self.__exit__(None, None, None)
        try:
            yield
        finally:
            self.__enter__()


class TypedKeys:
    """Where stdin is no terminal: the first letter of each line is a key, and the end of the input is the end."""

    def __init__(self, tell: Tell) -> None:
        # nothing stops a thread that waits for a pipe, so it may not keep the process
        self._thread = threading.Thread(target=_read_lines, args=(tell,), daemon=True)

    def __enter__(self) -> "TypedKeys":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """The thread ends with the process."""

    @contextlib.contextmanager
    def released(self) -> Iterator[None]:
        """A pipe has no keyboard that somebody else could have."""
        yield


def _read(tell: Tell, stop: threading.Event) -> None:
    import select

    descriptor = sys.stdin.fileno()
    while not stop.is_set():
        if select.select([descriptor], [], [], LOOK)[0]:
            pressed = os.read(descriptor, 32)
            if not pressed:
                tell(END)
                return
            tell(pressed.decode("utf-8", "replace"))


def _read_windows(tell: Tell, stop: threading.Event) -> None:
    import msvcrt

    while not stop.wait(LOOK / 2):
        while msvcrt.kbhit():  # type: ignore[attr-defined]
            tell(msvcrt.getwch())  # type: ignore[attr-defined]


def _read_lines(tell: Tell) -> None:
    for line in sys.stdin or ():
        tell(line.strip()[:1] or " ")
    tell(END)
