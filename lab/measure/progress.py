"""How far a long experiment is, for whoever waits at a terminal."""

import sys
from types import TracebackType

WIDTH = 30


class Progress:
    """A bar on stderr that is gone when the work is done; where stderr is no terminal there is none."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._seen = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        return self

    def step(self, doing: str) -> None:
        """One more piece of the work is done; `doing` says which kind."""
        self._done += 1
        full = WIDTH * self._done // self._total
        self._write(f"\r{'█' * full}{'░' * (WIDTH - full)} {self._done}/{self._total} {doing}\x1b[K")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._seen:
            sys.stderr.write(text)
            sys.stderr.flush()
