"""What the system holds an agent's process to: processor time, memory, files. Where it has no such limits, nothing."""

import contextlib
import faulthandler
import math
import time
from collections.abc import Iterator

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

OPEN_FILES = 64
LARGEST_FILE = 1 << 20


class Bounds:
    """Limits that the process itself can't lift. `cpu` are seconds for one turn, `memory` bytes; 0 is no limit."""

    def __init__(self, memory: int, files: bool = True) -> None:
        """With `files` there is also a limit to how many are open, and how large one is."""
        self._memory, self._files = memory, files

    def set(self) -> None:
        """Once, before the agent is loaded."""
        if resource is None or not self._memory:
            return
        _lower(resource.RLIMIT_AS, self._memory)
        _lower(resource.RLIMIT_CORE, 0)
        if self._files:
            _lower(resource.RLIMIT_FSIZE, LARGEST_FILE)
            _lower(resource.RLIMIT_NOFILE, OPEN_FILES)

    def turn(self, cpu: float) -> None:
        """From now on so many seconds more of the processor's time."""
        if resource is None or not cpu:
            return
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        wanted = math.ceil(time.process_time() + cpu)
        resource.setrlimit(resource.RLIMIT_CPU, (wanted if hard < 0 else min(wanted, hard), hard))


@contextlib.contextmanager
def held(memory: int, seconds: float) -> Iterator[None]:
    """Bounds for what is done meanwhile, and no longer: after so many seconds of the machine's time the process ends.

    By a thread, since the first process of a world of its own is not ended by any signal of the processor's time.
    """
    if resource is None or not memory:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if before[1] < 0 else min(memory, before[1]), before[1]))
    faulthandler.dump_traceback_later(seconds, exit=True, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        resource.setrlimit(resource.RLIMIT_AS, before)


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))
