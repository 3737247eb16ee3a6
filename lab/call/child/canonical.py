"""What an agent holds as a short text: equal for two agents only if all that can follow is equal too.

Order counts in a dict or a set, since code can see it, and it counts whether two names mean one thing or two equal
ones. What can't be looked into is named in `opaque`.
"""

import copyreg
import enum
import functools
import gc
import re
import sys
import types
import weakref
from collections.abc import Container, Iterable, Mapping
from hashlib import blake2b
from typing import Any

ATOMS = (str, bytes, bool, int, float, complex, type(None), type(...), type(NotImplemented))
CACHE = type(functools.lru_cache(str))
CODE = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, property, staticmethod, classmethod)
_PAUSED = {types.GeneratorType: "gi", types.CoroutineType: "cr", types.AsyncGeneratorType: "ag"}
_NEVER_CHANGE = {"datetime", "decimal", "fractions", "zoneinfo", "re", "uuid", "pathlib", "operator", "typing"}
_FIXED = (tuple, frozenset, range, enum.Enum, types.GenericAlias, types.UnionType, types.MethodType, types.CellType)
_LONG = (str, bytes)
LONG = 10_000  # from here on what a text says is told by its digest
_ADDRESS = re.compile(r"\d{9,}")
_MADE_BY_A_CLASS_STATEMENT = 1 << 9, 1 << 8  # on the heap, and not immutable


class Canonical:
    """Reads one state. `named` are things by id that only have a name, and `own` the names of the agent's modules."""

    def __init__(self, named: Mapping[int, str], own: Container[str], ids: Container[int] = ()) -> None:
        """`ids` are numbers that stand for things, so that which number it is does not count."""
        self._named, self._own, self._ids = named, own, ids
        self.has_addresses = False
        self.opaque: set[str] = set()
        self._met: dict[int, tuple[int, Any]] = {}
        self._alive: list[Any] = []  # what was made only to be read: its id must not become another thing's

    @property
    def changeable(self) -> dict[int, Any]:
        """Everything that was looked into and may change, by its id."""
        return {number: thing for number, (_, thing) in self._met.items()}

    def of(self, thing: Any) -> str:
        """The text of one thing."""
        kind = type(thing)
        if kind in _LONG and len(thing) > LONG:
            return f"{kind.__name__} {_digest(thing if kind is not str else thing.encode('utf-8', 'replace'))}"
        if kind in ATOMS:
            return _ADDRESS.sub(self._address, f"{kind.__name__} {thing!r}")
        if kind is tuple:
            return f"({' '.join(map(self.of, thing))})"
        number = id(thing)
        if number in self._named:
            return self._named[number]
        if number in self._met:
            return f"#{self._met[number][0]}"
        if kind is dict or kind is list or not never_changes(thing):
            self._met[number] = len(self._met), thing
        if kind is list:
            return f"[{' '.join(map(self.of, thing))}]"
        if kind is dict:
            return f"{{{' '.join(self._items(thing))}}}"
        inside = repr((kind.__qualname__, *self._inside(thing)))
        return _digest(inside.encode("utf-8", "replace"))

    def attributes(self, data: dict[str, Any]) -> Iterable[str]:
        """Attributes, whose order nobody asks for."""
        return [f"{name}={self.of(data[name])}" for name in sorted(data)]

    def _address(self, digits: re.Match[str]) -> str:
        self.has_addresses = True
        return "id" if int(digits[0]) in self._ids else digits[0]

    def _inside(self, thing: Any) -> Iterable[str]:
        if isinstance(thing, enum.Enum):
            return [thing.name]
        if isinstance(thing, CODE):
            return self._code(thing)
        if isinstance(thing, types.MethodType):
            return self.of(thing.__func__), self.of(thing.__self__)
        if isinstance(thing, types.CellType):
            return self._each(_in_cell(thing))
        if type(thing) in _PAUSED:
            return self._paused(thing)
        if isinstance(thing, weakref.ref):
            return [self.of(thing())]
        if isinstance(thing, CACHE):
            return self._cache(thing)
        if type(thing).__name__ in ("lock", "RLock"):
            return [repr(thing).split()[0]]  # <locked or <unlocked
        if type(thing).__module__ == "_asyncio":
            return self._task(thing)
        return self._data(thing)

    def _each(self, things: Iterable[Any]) -> list[str]:
        return [self.of(thing) for thing in things]

    def _code(self, code: Any) -> Iterable[str]:
        if isinstance(code, property):
            return self._each((code.fget, code.fset, code.fdel))
        if isinstance(code, staticmethod | classmethod):
            return [self.of(code.__func__)]
        if isinstance(code, types.BuiltinFunctionType):
            bound = code.__self__
            return code.__qualname__, "" if isinstance(bound, types.ModuleType | type) else self.of(bound)
        if isinstance(code, types.ModuleType | enum.EnumMeta) or getattr(code, "__module__", "") not in self._own:
            return [code.__name__]
        return self._class(code) if isinstance(code, type) else self._function(code)

    def _class(self, kind: type) -> Iterable[str]:
        return kind.__qualname__, *self.attributes({k: v for k, v in vars(kind).items() if _is_told(k, v)})

    def _function(self, function: types.FunctionType) -> Iterable[str]:
        code = function.__code__
        fixed = [const for const in code.co_consts if type(const) in ATOMS]
        return (
            f"{function.__qualname__} {code.co_code.hex()} {fixed}",
            *self._each((*(function.__defaults__ or ()), *(function.__closure__ or ()))),
            *self.attributes(function.__kwdefaults__ or {}),
            *self.attributes(vars(function)),
        )

    def _paused(self, thing: Any) -> Iterable[str]:
        """How far it has come, and all that it holds: variables, what it iterates over, what it waits for."""
        frame = getattr(thing, f"{_PAUSED[type(thing)]}_frame")
        place = frame.f_lasti if frame else "done"
        code = (types.FrameType, types.CodeType, types.FunctionType)
        held = [each for each in gc.get_referents(thing) if not isinstance(each, code)]
        return thing.__qualname__, str(place), *self._each(held)

    def _cache(self, thing: Any) -> Iterable[str]:
        """What functools remembers, in the order in which it was asked for; how often does not count."""
        held = gc.get_referents(thing)
        remembered = next(each for each in held if isinstance(each, dict))
        plain = [value for value in remembered.values() if type(value).__name__ != "_lru_list_elem"]
        rest = [each for each in held if each is not remembered and type(each).__name__ != "_lru_list_elem"]
        return self._each((*remembered, *plain, *rest))

    def _task(self, thing: Any) -> Iterable[str]:
        """A future or a task of asyncio."""
        state = f"{thing.done()} {thing.cancelled()}"
        coroutine = thing.get_coro() if hasattr(thing, "get_coro") else None
        if thing.done():
            failed = None if thing.cancelled() else thing.exception()
            return state, repr(failed), "" if failed or thing.cancelled() else self.of(thing.result())
        return state, self.of(coroutine), self.of(getattr(thing, "_fut_waiter", None))

    def _data(self, thing: Any) -> Iterable[str]:
        """An object: its attributes, and what it holds as the built-in that it is."""
        if is_the_loop(thing):
            return []
        kind: Any = type(thing)
        library = kind.__module__ not in self._own and kind.__reduce__ is not object.__reduce__
        attributes = {} if library else attributes_of(thing)
        return *self.attributes(attributes), *self._content(thing, library)

    def _content(self, thing: Any, library: bool) -> Iterable[str]:
        if isinstance(thing, dict | types.MappingProxyType):
            return *self._items(thing), self.of(getattr(thing, "default_factory", None))
        if isinstance(thing, list | tuple | set | frozenset):
            return self._each(thing)
        if isinstance(thing, bytearray):
            return [self.of(bytes(thing))]
        if any(thing is stream for stream in (sys.stdin, sys.stdout, sys.stderr)):
            return [thing.name]
        return self._reduced(thing) if library or _built_in(type(thing)) is not object else ()

    def _items(self, thing: Mapping[Any, Any]) -> Iterable[str]:
        return [f"{self.of(key)}: {self.of(value)}" for key, value in thing.items()]

    def _reduced(self, thing: Any) -> Iterable[str]:
        reduce = copyreg.dispatch_table.get(type(thing))
        try:
            parts: Any = reduce(thing) if reduce else thing.__reduce_ex__(4)
        except Exception:
            self.opaque.add(f"{type(thing).__module__}.{type(thing).__qualname__}".removeprefix("builtins."))
            return ["opaque"]
        if isinstance(parts, str):
            return [parts]
        parts = [list(part) if hasattr(part, "__next__") else part for part in parts[1:]]
        self._alive.append(parts)
        return self._each(each for part in parts for each in (part if isinstance(part, tuple | list) else [part]))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def never_changes(thing: Any) -> bool:
    """It is what it holds, so that it does not count whether it is one thing or two."""
    kind = type(thing)
    if kind in ATOMS or isinstance(thing, _FIXED) or kind.__module__ in _NEVER_CHANGE:
        return True
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)


def holds_nothing(thing: Any) -> bool:
    """It is code, or an object without attributes, or an empty list: there is nothing in it so far."""
    if isinstance(thing, list | dict | set | bytearray):
        return not thing
    return isinstance(thing, CODE) or (_built_in(type(thing)) is object and not attributes_of(thing))


def attributes_of(thing: Any) -> dict[str, Any]:
    """What an object holds by name."""
    named = dict(getattr(thing, "__dict__", {}))
    for name in _slots(type(thing)):
        if hasattr(thing, name):
            named[name] = getattr(thing, name)
    return named


def is_the_loop(thing: Any) -> bool:
    """asyncio's loop, which is the bench's here; tasks that wait in it are looked into by themselves."""
    return any(each.__name__ == "AbstractEventLoop" for each in type(thing).__mro__)


def _is_told(name: str, value: Any) -> bool:
    """Of a class: what its author wrote, and not what Python notes down beside it."""
    return isinstance(value, types.FunctionType) or not name.startswith(("__", "_abc_"))


def _in_cell(cell: types.CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # a name that has no value yet
        return ()


def _built_in(kind: type) -> type:
    """What a class comes down to that no class statement made."""
    on_heap, immutable = _MADE_BY_A_CLASS_STATEMENT
    while kind.__flags__ & on_heap and not kind.__flags__ & immutable and kind.__base__:
        kind = kind.__base__
    return kind


def _slots(kind: type) -> Iterable[str]:
    for base in kind.__mro__:
        written = base.__dict__.get("__slots__", ())
        for name in [written] if isinstance(written, str) else written:
            if not name.startswith("__"):
                yield name
            elif not name.endswith("__"):
                yield f"_{base.__name__.lstrip('_')}{name}"
