"""What is graded so far, a line each in a file: a run can be stopped in any way and taken up again.

The result model as JSON: tuples as lists, bytes as hexadecimal, times in ISO 8601.
"""

import datetime as dt
import json
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints, overload

from fake_api.data_error import DataError
from grader.result import Submission

VERSION = 1


class Journal:
    """Submissions by key, each with the digest of what was graded; the last line of a key counts."""

    def __init__(self, path: Path, conditions: str) -> None:
        """Start anew. `conditions` are those of the whole run: with others nothing that is here counts."""
        self.path, self._conditions = path, conditions
        self._places: dict[str, int] = {}
        self._digests: dict[str, str] = {}
        self._file = path.open("w+b")
        self._write({"readback_graded": VERSION, "conditions": conditions})

    @classmethod
    def taken_up(cls, path: Path, conditions: str) -> "Journal":
        """The same with what an earlier run has graded under the same conditions. Raises DataError or OSError."""
        if not path.exists():
            return cls(path, conditions)
        journal = cls.__new__(cls)
        journal.path, journal._conditions, journal._places, journal._digests = path, conditions, {}, {}
        journal._file = path.open("r+b")
        try:
            if journal._read_head() == conditions:
                journal._read_places()
                return journal
        except DataError:
            journal.close()
            raise
        journal.close()
        return cls(path, conditions)

    def has(self, key: str, digest: str) -> bool:
        """Whether this very thing is graded."""
        return self._digests.get(key) == digest

    def add(self, key: str, digest: str, submission: Submission) -> None:
        """Keep it, on the disk."""
        place = self._write({"key": key, "digest": digest, "submission": to_json(submission)})
        self._places[key], self._digests[key] = place, digest

    def __getitem__(self, key: str) -> Submission:
        self._file.seek(self._places[key])
        read: Submission = from_json(Submission, json.loads(self._file.readline())["submission"])
        return read

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def close(self) -> None:
        """No more is written, and none can be read."""
        self._file.close()

    def _write(self, value: Mapping[str, Any]) -> int:
        place = self._file.seek(0, 2)
        self._file.write(json.dumps(value, ensure_ascii=True).encode() + b"\n")
        self._file.flush()
        return place

    def _read_head(self) -> str:
        head = _line(self._file.readline())
        if head.get("readback_graded") != VERSION:
            problem = "is no list of what is graded, or one of another version; take it away, or leave out --resume"
            raise DataError(problem, file=str(self.path))
        return str(head["conditions"])

    def _read_places(self) -> None:
        place = self._file.tell()
        while line := self._file.readline():
            told = _line(line)
            if "submission" not in told:  # the run ended while it wrote this
                self._file.truncate(place)
                return
            self._places[told["key"]], self._digests[told["key"]] = place, told["digest"]
            place = self._file.tell()


class InOrder(Sequence[Submission]):
    """Submissions of a journal in the order of the class, each read when it is asked for."""

    def __init__(self, journal: Journal, keys: Sequence[str]) -> None:
        self._journal, self._keys = journal, [key for key in keys if key in journal]

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Submission]:
        return (self._journal[key] for key in self._keys)

    @overload
    def __getitem__(self, place: int) -> Submission: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Submission]: ...
    def __getitem__(self, place: int | slice) -> Submission | Sequence[Submission]:
        if isinstance(place, slice):
            return [self._journal[key] for key in self._keys[place]]
        return self._journal[self._keys[place]]


def to_json(value: Any) -> Any:
    """The result model, or a part of it, as JSON values."""
    if is_dataclass(value):
        told = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: to_json(each) for name, each in told.items() if each not in ((), "", None)}
    if isinstance(value, tuple):
        return [to_json(each) for each in value]
    if isinstance(value, bytes):
        return value.hex()
    return value.isoformat() if isinstance(value, dt.datetime) else value


def from_json(kind: Any, value: Any) -> Any:
    """What `to_json` wrote; what it left out is as it is unless told otherwise."""
    if is_dataclass(kind):
        hints: dict[str, Any] = _hints(kind)  # type: ignore[arg-type]
        read = {name: from_json(hints[name], each) for name, each in value.items()}
        empty = {each.name: "" for each in fields(kind) if each.name not in read and hints[each.name] is str}
        return kind(**{**empty, **read})  # type: ignore[operator]
    if get_origin(kind) is tuple:
        return tuple(from_json(get_args(kind)[0], each) for each in value)
    if get_origin(kind) is types.UnionType:
        only = next(each for each in get_args(kind) if each is not type(None))
        return None if value is None else from_json(only, value)
    if kind is bytes:
        return bytes.fromhex(value)
    return dt.datetime.fromisoformat(value) if kind is dt.datetime else value


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return {name: str if get_origin(hint) is Literal else hint for name, hint in get_type_hints(kind).items()}


def _line(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line) if line.endswith(b"\n") else {}
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
