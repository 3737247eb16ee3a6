"""The log of a call: written at every hang-up, whoever hung up; what can't be delivered is kept for the next start."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab.call_layer.executor import Busy, Executor, NotDone, Rejected, Unclear

TRIES = 5
WAIT = 0.5
ENDPOINT = "inbound/call/log"
_SUFFIX = ".call-log.json"


def deliver(executor: Executor, body: Mapping[str, Any], sleep: Any) -> bool:
    """Sends a log, at most five times while the practice is busy or says nothing clear; raises Rejected."""
    for tries_left in reversed(range(TRIES)):
        try:
            executor.ask(ENDPOINT, _logged, **body)
        except (Busy, Unclear):
            if tries_left:
                sleep(WAIT)
        else:
            return True
    return False


def keep(folder: Path, call_id: str, body: Mapping[str, Any]) -> Path:
    """Puts a log on the disk, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub(r'[^A-Za-z0-9_.-]', '_', call_id)[:100]}{_SUFFIX}"
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps({"call_id": call_id, **body}, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
    return path


def send_kept(folder: Path, send: Any) -> int:
    """Sends what earlier calls left, each once; returns how many arrived. One that is refused or unreadable stays."""
    arrived = 0
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            body = json.loads(path.read_text(encoding="utf-8"))
            send(body.pop("call_id"), body)
        except (OSError, ValueError, KeyError, AttributeError, NotDone):
            continue
        path.unlink(missing_ok=True)
        arrived += 1
    return arrived


def _logged(result: Any) -> bool:
    if result["logged"] is not True:
        raise ValueError("not logged")
    return True


__all__ = ["ENDPOINT", "TRIES", "Rejected", "deliver", "keep", "send_kept"]
