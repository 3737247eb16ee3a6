"""Tells of saves: whichever way an editor writes a file, in place, anew or by renaming another over it."""

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

STEP = 20  # milliseconds in which nothing more must change for a save to count as whole
LOOK = 500  # milliseconds after which the files are looked at in any case: not every disk tells of changes


class Saves:
    """Watches files in one folder, on a thread of its own, while it is entered.

    `tell(name)` comes once for each change of what a file holds; a save that changes nothing is none, and neither is a
    moment in which the file is gone.
    """

    def __init__(self, folder: Path, names: Iterable[str], tell: Callable[[str], None]) -> None:
        self._folder, self._tell = folder, tell
        self._known = {name: _content(folder / name) for name in names}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Saves":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        from watchfiles import watch

        # the folder and not the files: an editor that renames puts another file in the place of the one watched
        changes = watch(
            self._folder,
            recursive=False,
            step=STEP,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
        )
        for _ in changes:
            self.look()

    def look(self) -> None:
        """Compare every file with what it held before."""
        for name, before in self._known.items():
            now = _content(self._folder / name)
            if now is not None and now != before:
                self._known[name] = now
                self._tell(name)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
