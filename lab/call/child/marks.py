"""Where an agent has been: its state kept under a fingerprint, so that a search can send it back there.

Part of the agent's process, and loaded there only when the bench asks for marks. What the agent was handed is not
copied: its tools, its understanding and its sleep are the same objects before and after.
"""

import enum
import io
import os
import pickle
import sys
import threading
import types
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from lab.call.child.canonical import CACHE, CODE, Canonical, attributes_of, holds_nothing, never_changes

DESCRIPTORS = (types.MemberDescriptorType, types.GetSetDescriptorType)
_BY_NAME = {types.FunctionType, types.ModuleType}
MOST_KEPT = 256 << 20  # bytes of copies
Data = list[dict[str, Any]]


class Marks:
    """Copies of one agent's state: of itself, and of the data of its modules and its classes."""

    def __init__(
        self,
        agent: Any,
        module: types.ModuleType,
        handed: Iterable[Any],
        ignored: Iterable[str] = (),
        copying: bool = True,
    ) -> None:
        """`handed` are not copied, and names in `ignored` (of an attribute, or in the module) make no difference."""
        self._agent, self._module, self._copying = agent, module, copying
        self._ignored = frozenset(ignored)
        self._handed = {f"handed {n}": thing for n, thing in enumerate(handed)}
        self._neighbours: tuple[int, list[types.ModuleType]] = 0, []
        self._code: dict[str, tuple[Any, str]] = {}
        self._texts: list[tuple[int, str]] = []
        self._copies: dict[str, bytes] = {}
        self._names: dict[bytes, str] = {}
        self._size = 0

    def mark(self, history: str = "") -> dict[str, Any]:
        """The fingerprint of this state, equal for equal states; `kept` says whether one can go back.

        A state that can't be looked into is equal to no other: it goes by its `history`, and `opaque` names what is
        in the way.
        """
        _settle_dice()
        state = _State(self._owners(), self._handed, self._ignored)
        try:
            return {"mark": self._keep(state), "kept": True}
        except Exception:  # a generator, a lock, a class made on the fly: whatever it is, it can't be copied
            mark, opaque = state.fingerprint()
        opaque |= {"threads" for each in threading.enumerate() if each is not threading.main_thread()}
        if opaque:
            mark = blake2b(history.encode(), digest_size=12).hexdigest()
        return {"mark": mark, "kept": False, "opaque": sorted(opaque)}

    def go(self, mark: str) -> None:
        """Be in that state again. Raises LookupError for one that was not kept."""
        state = _State(self._owners(), self._handed, self._ignored)
        copied = self._read(self._copies[mark], state)
        for owner, now, then in zip(state.owners.values(), state.data, copied, strict=True):
            _replace(owner, now, then)
        _settle_dice()

    def _keep(self, state: "_State") -> str:
        """Take a copy, if what it gives back is this state indeed. Raises whatever speaks against it."""
        if not self._copying:
            raise NotCopied
        self._compare(state.code_texts())
        copy = self._copy(state)
        if copy not in self._names:
            self._size += 2 * len(copy)
            name, opaque = state.fingerprint()
            if name not in self._copies and (opaque or state.fingerprint(self._read(copy, state))[0] != name):
                raise NotCopied
            if self._size > MOST_KEPT:
                raise NotCopied
            self._copies.setdefault(name, copy)
            self._names[copy] = name
        return self._names[copy]

    def _compare(self, texts: list[tuple[int, str]]) -> None:
        """No copy is made of what code holds, so that must never change. Raises NotCopied."""
        self._texts = self._texts or texts
        if texts != self._texts:
            raise NotCopied

    def _copy(self, state: "_State") -> bytes:
        written = io.BytesIO()
        _Writer(written, state, self._code).dump(state.data)
        return written.getvalue()

    def _read(self, copy: bytes, state: "_State") -> Data:
        data: Data = _Reader(io.BytesIO(copy), state.things, self._code).load()
        return data

    def _owners(self) -> dict[str, Any]:
        """The agent, its module and those beside it, and their classes."""
        modules = [self._module, *self._beside()]
        names = {each.__name__ for each in modules}
        classes = [each for module in modules for each in vars(module).values() if _is_a_class_of(names, each)]
        return {"agent": self._agent} | {f"{each.__name__} {n}": each for n, each in enumerate((*modules, *classes))}

    def _beside(self) -> list[types.ModuleType]:
        if self._neighbours[0] != len(sys.modules):
            home = os.path.dirname(getattr(self._module, "__file__", os.devnull)) + os.sep
            self._neighbours = len(sys.modules), [each for each in [*sys.modules.values()] if _lies_in(home, each)]
        return [each for each in self._neighbours[1] if each is not self._module]


class NotCopied(Exception):
    """A state that a copy would not give back."""


class _State:
    """What there is to see of an agent at one moment."""

    def __init__(self, owners: dict[str, Any], handed: Mapping[str, Any], ignored: frozenset[str]) -> None:
        self.owners, self._ignored = owners, ignored
        self.things = {**handed, **owners}
        self.names = {id(thing): name for name, thing in self.things.items()}
        parts = [parts_of(owner) for owner in owners.values()]
        self.data: Data = [data for data, _ in parts]
        self._code = [code for _, code in parts]
        self._own = {each.__name__ for each in owners.values() if isinstance(each, types.ModuleType)}

    def fingerprint(self, data: Data | None = None) -> tuple[str, set[str]]:
        """Of this state, or of a copy of it; and what could not be looked into."""
        reading = self._read(data or self.data)
        if reading[0].has_addresses:
            # some libraries key their tables by `id(thing)`, which is another number each time
            reading = self._read(data or self.data, {*reading[0].changeable, *self.names})
        return reading[1], reading[0].opaque

    def code_texts(self) -> list[tuple[int, str]]:
        """What there is of code, and what it holds (in a closure, a default, a cache). Raises NotCopied."""
        return [(id(code), self.text_of(code)) for code in self._all_code()]

    def text_of(self, code: Any) -> str:
        """What this code holds. Raises NotCopied if that may change in itself, or is held by data too."""
        if _is_bare(code) or getattr(code, "__module__", "agent") not in self._own:
            return ""
        reading = Canonical(self.names, self._own)
        text = reading.of(code)
        values = (value for data in self.data for value in data.values())
        shared = {id(value) for value in values if not (isinstance(value, CODE) or never_changes(value))}
        held = reading.changeable
        if reading.opaque or any(number in shared or not holds_nothing(held[number]) for number in held):
            raise NotCopied
        return text

    def _read(self, data: Data, ids: Iterable[int] = ()) -> tuple[Canonical, str]:
        canonical = Canonical(self.names, self._own, frozenset(ids))
        kept = [{name: value for name, value in each.items() if name not in self._ignored} for each in data]
        told = [canonical.attributes(each) for each in kept]
        code = [canonical.of(each) for each in self._all_code() if not _is_bare(each)]
        waiting = sorted(canonical.of(task) for task in _tasks())
        return canonical, blake2b(repr((told, code, waiting)).encode(), digest_size=12).hexdigest()

    def _all_code(self) -> Iterable[Any]:
        for code in self._code:
            for name, thing in code.items():
                if id(thing) not in self.names and name not in self._ignored:
                    yield thing


def parts_of(owner: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an object, a module or a class holds: its data, and its code (functions, caches, classes within it)."""
    if not isinstance(owner, type | types.ModuleType):
        return attributes_of(owner), {}
    data: dict[str, Any] = {}
    code: dict[str, Any] = {}
    for name, thing in vars(owner).items():
        if type(thing) is types.FunctionType or isinstance(thing, (*CODE, CACHE)):
            code[name] = thing
        elif not name.startswith(("__", "_abc_")) and not isinstance(thing, DESCRIPTORS):
            data[name] = thing
    return data, code


class _Writer(pickle.Pickler):
    """Copies data; what is code, or was handed in, is named in its place."""

    def __init__(self, file: io.BytesIO, state: _State, code: dict[str, tuple[Any, str]]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._state, self._names, self._code = state, state.names, code

    def persistent_id(self, thing: Any) -> str | None:
        name = self._names.get(id(thing))
        if name is not None or type(thing) not in _BY_NAME:
            return name
        name = f"code {id(thing)}"
        text = self._state.text_of(thing)
        if self._code.setdefault(name, (thing, text))[1] != text:
            raise NotCopied
        return name


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, things: Mapping[str, Any], code: Mapping[str, tuple[Any, str]]) -> None:
        super().__init__(file)
        self._things, self._code = things, code

    def persistent_load(self, name: Any) -> Any:
        return self._things[name] if name in self._things else self._code[name][0]


def _is_bare(code: Any) -> bool:
    """A function that holds nothing, as almost all are."""
    if type(code) is not types.FunctionType or code.__closure__ or code.__kwdefaults__ or code.__dict__:
        return False
    return all(never_changes(value) for value in code.__defaults__ or ())


def _is_a_class_of(modules: set[str], thing: Any) -> bool:
    return isinstance(thing, type) and thing.__module__ in modules and not issubclass(thing, enum.Enum)


def _lies_in(home: str, module: types.ModuleType) -> bool:
    ours = module.__name__.partition(".")[0] in ("lab", "fake_api")
    file = getattr(module, "__file__", None) or ""
    return file.startswith(home) and not ours and "-packages" not in file


def _tasks() -> Iterable[Any]:
    """What waits in a loop of asyncio, whoever holds it."""
    tasks = vars(sys.modules["asyncio.tasks"]) if "asyncio.tasks" in sys.modules else {}
    known = (each for name in ("_all_tasks", "_scheduled_tasks", "_eager_tasks") for each in tasks.get(name, ()))
    return [task for task in known if not task.done()]


def _replace(owner: Any, now: dict[str, Any], then: dict[str, Any]) -> None:
    for name in now.keys() - then.keys():
        delattr(owner, name)
    put = setattr if isinstance(owner, type | types.ModuleType) else object.__setattr__
    for name, value in then.items():
        put(owner, name, value)


def _settle_dice() -> None:
    """An agent that varies its words by chance does so alike each time it comes to the same place."""
    if dice := sys.modules.get("random"):
        dice.seed(0)
