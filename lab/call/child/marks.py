"""Where an agent has been: its state kept under a fingerprint, so that a search can send it back there.

Part of the agent's process, and loaded there only when the bench asks for marks. What the agent was handed is not
copied: its tools, its understanding and its sleep are the same objects before and after.
"""

import enum
import io
import pickle
import re
import sys
import types
from collections.abc import Callable, Container, Iterable, Mapping
from hashlib import blake2b
from typing import Any

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
_CODE = (types.ModuleType, type, *_FUNCTIONS)
_ADDRESS = re.compile(r"\d{9,}")
_PLAIN = (str, bytes, bool, int, float, complex, type(None))


class Marks:
    """Copies of one agent's state: of itself, of its module's data, and of its classes' data."""

    def __init__(
        self, agent: Any, module: types.ModuleType, handed: Iterable[Any], ignored: Iterable[str] = ()
    ) -> None:
        """`handed` are not copied, and attributes named in `ignored` make no difference."""
        self._agent, self._module = agent, module
        self._ignored = frozenset(ignored)
        self._whole = {id(thing): thing for thing in (agent, module, *handed)}
        self._copies: dict[str, bytes] = {}
        self._names: dict[bytes, str] = {}

    def mark(self) -> dict[str, Any]:
        """Keep this state: `mark` is the fingerprint, equal for equal states; `kept` says whether one can go back."""
        _settle_dice()
        data = [_data(owner) for owner in self._owners()]
        try:
            copy = self._copy(data)
            name = self._names.get(copy) or self._keep(copy, self._fingerprint(data))
        except Exception:  # a generator, a lock, a class made on the fly: whatever it is, it can't be copied
            return {"mark": self._fingerprint(data), "kept": False}
        return {"mark": name, "kept": name in self._copies}

    def go(self, mark: str) -> None:
        """Be in that state again. Raises LookupError for one that was not kept."""
        for owner, data in zip(self._owners(), self._read(self._copies[mark]), strict=True):
            _replace(owner, data)
        _settle_dice()

    def _keep(self, copy: bytes, name: str) -> str:
        """Take a copy as that of a state, if what it gives back is that state indeed."""
        if name not in self._copies and self._fingerprint(self._read(copy)) == name:
            self._copies[name] = copy
        self._names[copy] = name
        return name

    def _copy(self, data: list[dict[str, Any]]) -> bytes:
        written = io.BytesIO()
        _Writer(written, self._whole).dump(data)
        return written.getvalue()

    def _read(self, copy: bytes) -> list[dict[str, Any]]:
        data: list[dict[str, Any]] = _Reader(io.BytesIO(copy), self._whole).load()
        return data

    def _fingerprint(self, data: list[dict[str, Any]]) -> str:
        agent, *others = data
        counted = [{name: value for name, value in agent.items() if name not in self._ignored}, *others]
        reading = _Canonical(self._whole)
        mark = reading.of(counted)
        # some libraries key their tables by `id(thing)`, which is another number each time
        return _Canonical(self._whole, reading.ids).of(counted) if reading.has_addresses else mark

    def _owners(self) -> list[Any]:
        classes = [each for each in vars(self._module).values() if isinstance(each, type)]
        own = [each for each in classes if each.__module__ == self._module.__name__ and not issubclass(each, enum.Enum)]
        return [self._agent, self._module, *own]


class Travel:
    """Leads an agent back to its marks, and answers for the bench what the bench has foreseen.

    A search says the same line at the same place again and again, each time with another ending of a tool call, so
    it sends along what was asked and answered before that call: `[method, params, result, error]`, in order.
    """

    def __init__(self, marks: Marks, ask: Callable[[str, dict[str, Any]], Any], failed: Callable[..., Exception]):
        self._marks, self._ask, self._failed = marks, ask, failed
        self._foreseen: list[list[Any]] = []
        self._passed = 0

    def leave(self, params: dict[str, Any]) -> None:
        """Before a line: go where it is said `from`, and take note of what is `foreseen`."""
        if "from" in params:
            self._marks.go(params["from"])
        self._foreseen, self._passed = list(params.get("foreseen", ())), 0

    def arrive(self) -> dict[str, Any]:
        """After a line: where the agent is now, and how much of what was foreseen came true."""
        return self._marks.mark() | self._came_true()

    def request(self, method: str, params: dict[str, Any]) -> Any:
        """Ask the bench, unless it has answered beforehand."""
        if not self._foreseen or self._foreseen[0][:2] != [method, params]:
            self._foreseen = []
            return self._ask(method, params | self._came_true())
        _, _, answer, error = self._foreseen.pop(0)
        self._passed += 1
        if error:
            raise self._failed(*error)
        return answer

    def _came_true(self) -> dict[str, int]:
        passed, self._passed = self._passed, 0
        return {"foreseen": passed} if passed else {}


class _Writer(pickle.Pickler):
    """Copies data; what is code, or was handed in, is named in its place."""

    def __init__(self, file: io.BytesIO, whole: dict[int, Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._whole = whole

    def persistent_id(self, thing: Any) -> int | None:
        number = id(thing)
        if number in self._whole:
            return number
        if isinstance(thing, types.ModuleType) or (isinstance(thing, types.FunctionType) and self._is_fixed(thing)):
            self._whole[number] = thing
            return number
        return None

    def _is_fixed(self, function: types.FunctionType) -> bool:
        """It closes over nothing that changes; the agent itself does not, since it is restored in its place."""
        inside = [cell.cell_contents for cell in function.__closure__ or ()]
        return all(id(each) in self._whole or isinstance(each, (*_PLAIN, *_CODE)) for each in inside)


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, whole: dict[int, Any]) -> None:
        super().__init__(file)
        self._whole = whole

    def persistent_load(self, number: Any) -> Any:
        return self._whole[number]


class _Canonical:
    """Each thing as a short text, equal for equal data, whatever its identity and the order of its dicts and sets."""

    def __init__(self, whole: dict[int, Any], ids: Container[int] = ()) -> None:
        """`ids` are numbers that stand for things, so that which number it is does not count."""
        self._whole, self._ids = whole, ids
        self.has_addresses = False
        self._open: dict[int, int] = {}  # how deep each thing lies that is being looked into
        self._known: dict[int, tuple[Any, str]] = {}  # with the thing itself, so that no other takes its place

    def of(self, thing: Any) -> str:
        if type(thing) in _PLAIN:
            return _ADDRESS.sub(self._address, f"{type(thing).__name__} {thing!r}")
        if id(thing) in self._open:
            return f"again {len(self._open) - self._open[id(thing)]}"
        if id(thing) in self._whole and not isinstance(thing, types.FunctionType):
            return f"handed {type(thing).__name__}"
        if id(thing) not in self._known:
            self._open[id(thing)] = len(self._open)
            inside = repr((type(thing).__qualname__, *self._inside(thing)))
            del self._open[id(thing)]
            self._known[id(thing)] = thing, blake2b(inside.encode("utf-8", "replace"), digest_size=12).hexdigest()
        return self._known[id(thing)][1]

    @property
    def ids(self) -> Container[int]:
        """The number of everything that was looked into."""
        return {*self._known, *self._whole}

    def _address(self, digits: re.Match[str]) -> str:
        self.has_addresses = True
        return "id" if int(digits[0]) in self._ids else digits[0]

    def _inside(self, thing: Any) -> Iterable[str]:
        if isinstance(thing, enum.Enum):
            return [thing.name]
        if isinstance(thing, Mapping):
            return sorted(f"{self.of(key)}: {self.of(value)}" for key, value in thing.items())
        if isinstance(thing, list | tuple):
            return map(self.of, thing)
        if isinstance(thing, set | frozenset):
            return sorted(map(self.of, thing))
        if isinstance(thing, types.FunctionType):
            return thing.__qualname__, *(self.of(cell.cell_contents) for cell in thing.__closure__ or ())
        if isinstance(thing, types.MethodType):
            return thing.__func__.__qualname__, self.of(thing.__self__)
        if isinstance(thing, types.GeneratorType | types.CoroutineType):
            return self._paused(thing)
        return self._other(thing)

    def _paused(self, thing: Any) -> Iterable[str]:
        frame = getattr(thing, "gi_frame", None) or getattr(thing, "cr_frame", None)
        if not frame:
            return [thing.__qualname__]
        waits_for = getattr(thing, "gi_yieldfrom", None) or getattr(thing, "cr_await", None)
        return thing.__qualname__, str(frame.f_lasti), self.of(frame.f_locals), self.of(waits_for)

    def _other(self, thing: Any) -> Iterable[str]:
        if isinstance(thing, _CODE):
            return [thing.__name__]
        data = _data(thing)
        if data or type(thing).__module__ == "agent":
            return [self.of(data)]
        try:
            _, *parts = thing.__reduce_ex__(2)
        except Exception:  # it can't be looked into: all of its kind count as equal
            return ["opaque"]
        return [self.of(list(part) if hasattr(part, "__next__") else part) for part in parts]


def _data(owner: Any) -> dict[str, Any]:
    """What an object, a module or a class holds besides its code."""
    named = dict(getattr(owner, "__dict__", {}))
    if isinstance(owner, type | types.ModuleType):
        code = (*_CODE, property, staticmethod, classmethod, types.MemberDescriptorType, types.GetSetDescriptorType)
        return {k: v for k, v in named.items() if not k.startswith(("__", "_abc_")) and not isinstance(v, code)}
    for name in _slots(type(owner)):
        if hasattr(owner, name):
            named[name] = getattr(owner, name)
    return named


def _replace(owner: Any, data: dict[str, Any]) -> None:
    for name in set(_data(owner)) - set(data):
        delattr(owner, name)
    if isinstance(owner, type | types.ModuleType):
        for name, value in data.items():
            setattr(owner, name, value)
        return
    for name, value in data.items():
        object.__setattr__(owner, name, value)


def _slots(kind: type) -> list[str]:
    written = (base.__dict__.get("__slots__", ()) for base in kind.__mro__)
    names = [name for names in written for name in ([names] if isinstance(names, str) else names)]
    return [name for name in names if name not in ("__dict__", "__weakref__")]


def _settle_dice() -> None:
    """An agent that varies its words by chance does so alike each time it comes to the same place."""
    if dice := sys.modules.get("random"):
        dice.seed(0)
