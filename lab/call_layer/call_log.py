"""The log of a call: written at every hang-up, whoever hung up; what can't be delivered is kept for the next start."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fake_api.clock import Clock
from fake_api.practice.wire import Transport
from lab.call_layer.configuration import Configuration
from lab.call_layer.executor import Executor, NotDone, Rejected
from lab.call_layer.session import Session

TRIES = 5
WAIT = 0.5
ENDPOINT = "inbound/call/log"
FLAGS = ("human_review", "emergency", "identity")
_SUFFIX = ".call-log.json"
_REFUSED = ".refused-log.json"
_LONGEST_LINE = 2000
_MOST_LINES = 1000


def body(session: Session, by: str, why: str, transcript: Sequence[str]) -> dict[str, Any]:
    """What is kept of a call: its lines, then what the staff have to do, whose files were open, why it ended."""
    lines = [line.strip()[:_LONGEST_LINE] or "(silence)" for line in transcript][:_MOST_LINES]
    flags = session.flags | ({"identity"} if session.identity and session.patient is None else set())
    return {
        "transcript": [*lines, *(f"for the staff: {task}"[:_LONGEST_LINE] for task in session.tasks)],
        "accounts": session.accounts,
        "end_reason": f"{by}: {why}"[:200],
        "flags": {flag: flag in flags for flag in FLAGS},
    }


def deliver(executor: Executor, body: Mapping[str, Any], clock: Clock) -> bool:
    """Sends a log, at most five times while the practice is busy or says nothing clear."""
    for tries_left in reversed(range(TRIES)):
        try:
            return executor.once(ENDPOINT, _logged, **body)
        except Rejected:
            return False
        except NotDone:
            if tries_left:
                clock.sleep(WAIT)
    return False


def keep(folder: Path, call_id: str, body: Mapping[str, Any]) -> Path:
    """Puts a log on the disk, whole or not at all; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub(r'[^A-Za-z0-9_-]', '_', call_id)[:100]}{_SUFFIX}"
    draft = path.with_suffix(".part")
    draft.touch(mode=0o600)  # what was said in a call is nobody else's to read
    draft.write_text(json.dumps({"call_id": call_id, **body}, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
    return path


def send_kept(folder: Path, api: Transport, clock: Clock) -> int:
    """Sends what earlier calls left, each once; returns how many arrived.

    One that is refused is put aside under another name, one that can't be read stays. The first that gets no clear
    answer ends it: a caller is on the line, and the practice is out of reach.
    """
    arrived = 0
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            Executor(api, clock, kept["call_id"], Configuration()).send(ENDPOINT, _logged, kept)
        except Rejected:
            path.replace(path.with_name(path.name.removesuffix(_SUFFIX) + _REFUSED))
        except NotDone:
            break
        except (OSError, ValueError, KeyError, TypeError):
            continue
        else:
            path.unlink(missing_ok=True)
            arrived += 1
    return arrived


def _logged(result: Any) -> bool:
    if result["logged"] is not True:
        raise ValueError("not logged")
    return True
