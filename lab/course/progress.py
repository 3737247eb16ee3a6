"""How far a student has come, in one small file that a person can read and an instructor can gather."""

import dataclasses
import datetime as dt
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

VERSION = 1
FOLDER, FILE = ".readback", "progress.json"


class BadProgress(ValueError):
    """The progress file can't be read; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One exercise: when it was passed (ISO 8601, UTC), how often it was checked, how many hints were shown."""

    passed: str = ""
    checks: int = 0
    hints: int = 0
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """All exercises by name, with the course (empty for the one that ships) and the language they are shown in."""

    course: str = ""
    language: str = "en"
    exercises: Mapping[str, Standing] = field(default_factory=dict)

    def of(self, exercise: str) -> Standing:
        """How an exercise stands; untouched is a standing too."""
        return self.exercises.get(exercise, Standing())

    def changed(self, exercise: str, **changes: Any) -> "Progress":
        """The same with some of one exercise's standing changed."""
        standing = replace(self.of(exercise), **changes)
        return replace(self, exercises={**self.exercises, exercise: standing})

    def passed(self, exercise: str) -> "Progress":
        """The same with an exercise passed now, unless it was passed before."""
        return self if self.of(exercise).passed else self.changed(exercise, passed=_now())

    def to_wire(self) -> dict[str, Any]:
        exercises = {name: dataclasses.asdict(standing) for name, standing in self.exercises.items()}
        return {"readback_progress": VERSION, "course": self.course, "language": self.language, "exercises": exercises}


def load_progress(workspace: Path) -> Progress:
    """The progress of a workspace. Raises BadProgress or OSError."""
    path = workspace / FOLDER / FILE
    try:
        wire = json.loads(path.read_text(encoding="utf-8"))
        if wire["readback_progress"] != VERSION:
            raise ValueError(f"its version is {wire['readback_progress']!r}, and this bench reads {VERSION}")
        standings = {str(name): _standing(each) for name, each in wire["exercises"].items()}
        return Progress(str(wire["course"]), str(wire["language"]), standings)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadProgress(f"{path} is no progress file: {error}") from None


def save_progress(workspace: Path, progress: Progress) -> None:
    """Write it whole or not at all, so that whoever reads it never sees half of it. Raises OSError."""
    folder = workspace / FOLDER
    folder.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, prefix=FILE)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            json.dump(progress.to_wire(), file, ensure_ascii=False, indent=2)
            file.write("\n")
        Path(name).replace(folder / FILE)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _standing(wire: Mapping[str, Any]) -> Standing:
    standing = Standing(**wire)
    for each in dataclasses.fields(Standing):
        value = getattr(standing, each.name)
        if type(value) is not type(each.default):
            raise ValueError(f"{each.name} can't be {value!r:.40}")
    return standing


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
