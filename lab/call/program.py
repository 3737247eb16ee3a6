"""Programs on the other end of a pipe: how one is started, what it gets of our environment, and how it is ended."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol

from lab.call.rules import FRIENDLY, Rules

OUT_OF_TIME = -int(getattr(signal, "SIGXCPU", 1 << 20))  # how a process ends that has had its processor time
HOST = Path(__file__).with_name("child") / "host.py"
NEEDED = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


class AgentFault(Exception):
    """The agent's process or its answers failed: a kind (one of `record.FAULTS`), words, and its own frames."""

    def __init__(self, kind: str, detail: str, trace: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind, self.detail, self.trace = kind, detail, trace


class Program(Protocol):
    """A running program: three pipes, and what a Popen can tell of how it ended."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None
    pid: int

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def end(self) -> None: ...


class Spawned(subprocess.Popen[bytes]):
    """A program that was started from here."""

    def end(self) -> None:
        """End it and, where there are process groups, all that it started."""
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        else:
            self.kill()
        self.wait()


def start(command: Sequence[str]) -> Program:
    """Start a program of anybody's, in a process group of its own. Raises AgentFault."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "READBACK"))}
    return _popen(command, kept)


def start_host(path: Path, rules: Rules = FRIENDLY) -> Program:
    """Start the process of a Python agent. Raises AgentFault."""
    return _popen(host_command(rules.for_agent(path)), host_environment())


def host_command(*arguments: str) -> list[str]:
    """How Python runs our host: without site and without the current folder."""
    return [sys.executable, "-s", "-S", "-P", "-B", str(HOST), *arguments]


def host_environment() -> dict[str, str]:
    """What Python needs to run, so that no key or token of the user's reaches a submission; hashes are always alike."""
    kept = {key: os.environ[key] for key in NEEDED if key in os.environ}
    return kept | {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}


def how_it_ended(code: int) -> str:
    """An exit code in words: a signal by its name."""
    if code >= 0:
        return f"its process ended by itself with code {code}"
    names = {int(known): known.name for known in signal.Signals}
    return f"its process was ended by {names.get(-code, f'signal {-code}')}"


def _popen(command: Sequence[str], environment: dict[str, str]) -> Program:
    try:
        return Spawned(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=os.name == "posix",
        )
    except OSError as error:
        raise AgentFault("crashed", f"{command[0]} can't be started: {error.strerror}") from None
