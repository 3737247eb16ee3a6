"""A fence of audit events (PEP 578) around an agent: what a reservation agent has no use for is denied, and reported.

Actions are denied, not names, and some are judged by who asks: a dataclass looks into frames of its own accord. It
stops what is tried in plain Python. A fence is no jail; the walls around the process are the operating system's.

While it judges nothing may run that an agent can have exchanged: paths are read by a copy of `os.path` of its own.
"""

import importlib.util
import os
import sys
import types
from _thread import get_ident
from collections.abc import Callable, Sequence
from sys import _getframe
from typing import Any

Rule = Callable[[Any], str]
"""The arguments of an event in, what was tried in words out; nothing where it may be done."""

_STARTING = "start a process"
_PROCESSES = "os.fork os.forkpty os.exec os.spawn os.posix_spawn os.system os.startfile subprocess.Popen pty.spawn"
_SIGNALS = "os.kill os.killpg signal.pthread_kill"
_NETWORK = (
    "socket.connect socket.bind socket.sendto socket.sendmsg socket.getaddrinfo socket.gethostbyname "
    "socket.gethostbyaddr socket.getnameinfo urllib.Request http.client.connect ftplib.connect smtplib.connect "
    "imaplib.open poplib.connect nntplib.connect telnetlib.Telnet.open webbrowser.open"
)
_WRITING = (
    "os.mkdir os.rename os.remove os.rmdir os.link os.symlink os.truncate os.chmod os.chown os.utime os.setxattr "
    "os.removexattr os.chflags tempfile.mkstemp tempfile.mkdtemp"
)
_FRAMES = (
    "sys._getframe sys._current_frames sys._current_exceptions sys.settrace sys.setprofile sys.addaudithook "
    "gc.get_objects gc.get_referrers gc.get_referents"
)
_MEMORY = (
    "ctypes.dlsym ctypes.dlsym/handle ctypes.string_at ctypes.wstring_at ctypes.cdata ctypes.cdata/buffer "
    "ctypes.addressof ctypes.call_function ctypes.PyObj_FromPtr"
)
_LIMITS = "resource.setrlimit resource.prlimit"
_WAYS_ROUND = {"_xxsubinterpreters", "_interpreters", "_testcapi", "_testinternalcapi"}
_ZONES = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo")
_DEVICES = ("/dev/null", "/dev/urandom", "/dev/random", "/etc/localtime", os.devnull)
_CHANGING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_ROOT = os.path.abspath(os.path.join(__file__, *[os.pardir] * 4))
_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
_WORDS = tuple(os.path.join(_ROOT, *parts) for parts in (("lab", "protocol.py"), ("fake_api", "words.py")))
_STANDARD = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_INSPECT = f"{_STANDARD}inspect.py"
_READS_SOURCE = ("<frozen importlib._bootstrap_external>", f"{_STANDARD}tokenize.py")


def _own_paths() -> types.ModuleType:
    """`os.path` once more, with modules of its own under it: what is done to the library's does not reach it."""
    spec = importlib.util.find_spec(os.path.__name__)
    assert spec and spec.loader
    own = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own)
    for name, module in [each for each in vars(own).items() if isinstance(each[1], types.ModuleType)]:
        vars(own)[name] = types.ModuleType(name)
        vars(vars(own)[name]).update(vars(module))
    return own


_paths: Any = _own_paths()


class Ground:
    """Where an agent may look: the standard library, packages, and what it brought itself.

    `secret` are folders in which it may not read, wherever they lie. `folder` is true for an agent that was handed in
    as a folder, so that what lies beside it is its own; `siblings` lets it import its neighbours.
    """

    def __init__(self, path: str, packages: Sequence[str], secret: Sequence[str], siblings: bool, folder: bool) -> None:
        self._file = _paths.realpath(path)
        self._home = _paths.dirname(self._file) + os.sep
        self._packages = tuple(_paths.realpath(each) + os.sep for each in packages)
        self._shared = (_STANDARD, *self._packages, *(zone + os.sep for zone in _ZONES))
        self._secret = tuple(_paths.realpath(each) + os.sep for each in secret)
        self._siblings, self._folder = siblings, folder

    def may_read(self, path: str, by: str) -> bool:
        """Whether a file may be read, or a folder listed; `by` is the file of the code that does it."""
        real = _paths.realpath(path)
        inside = real + os.sep
        if real in (self._file, *_DEVICES) or real.startswith(_OURS) or real in _WORDS:
            return True
        if self._siblings and (inside == self._home or self._is_neighbour(real, by)):
            return True
        if inside.startswith(self._secret):
            return False
        return inside.startswith(self._shared) or (self._folder and inside.startswith(self._home))

    def _is_neighbour(self, real: str, by: str) -> bool:
        """A module beside the agent, read as one."""
        beside = _paths.dirname(real).removesuffix(f"{os.sep}__pycache__") + os.sep == self._home
        return beside and real.endswith((".py", ".pyc", ".so", ".pyd")) and by in _READS_SOURCE

    def whose(self, file: str) -> str:
        """Whose code a file holds: `standard`, `package`, `ours` or `agent`."""
        if file.startswith("<frozen ") or (file.startswith(_STANDARD) and "-packages" not in file):
            return "standard"
        if file.startswith(_OURS):
            return "ours"
        return "package" if _paths.realpath(file).startswith(self._packages) else "agent"

    def spell(self, path: str) -> str:
        """A path as a report shows it, alike in every run: the agent's own folder left out, no numbers of processes."""
        parts = _paths.abspath(path).removeprefix(self._home).split(os.sep)
        if parts[:2] == ["", "proc"]:
            parts = ["N" if part.isdigit() else part for part in parts]
        return os.sep.join(parts)


class Fence:
    """An audit hook: `report` is told in words what was tried, before the agent's exception is raised."""

    def __init__(self, ground: Ground, packages: bool) -> None:
        """`packages`: some are open to the agent, and may do what only packages have a use for."""
        self._ground, self._packages = ground, packages
        self._report: Callable[[str], None] = _to_nobody
        self._looking: set[int] = set()
        self._rules = self._all_rules()
        _close_back_doors()

    def stand(self, report: Callable[[str], None]) -> None:
        """From now on, and for as long as the process lives."""
        self._report = report
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: Any) -> None:
        rule = self._rules.get(event)
        if rule is None or get_ident() in self._looking:
            return
        tried = rule(arguments)
        if tried:
            self._report(tried)
            raise PermissionError(f"an agent may not {tried}")

    def _all_rules(self) -> dict[str, Rule]:
        """What is to be said of each event that matters."""
        by_anyone = ((_PROCESSES, _STARTING), (_SIGNALS, "send a signal to a process"), (_WRITING, "change files"))
        rules = {event: _always(words) for events, words in by_anyone for event in events.split()}
        rules |= {event: _always("reach the network") for event in _NETWORK.split()}
        rules |= {event: self._unless("lift its limits", "ours") for event in _LIMITS.split()}
        rules |= dict.fromkeys(_FRAMES.split(), self._if_the_agent_itself)
        rules |= {event: self._unless_package("reach into memory") for event in _MEMORY.split()}
        return rules | {
            "open": self._open,
            "os.listdir": self._list,
            "os.scandir": self._list,
            "import": lambda given: "get round the fence" if given[0] in _WAYS_ROUND else "",
            "ctypes.dlopen": self._load,
            "mmap.__new__": lambda given: "" if given[0] == -1 else "map a file into memory",
            "sqlite3.connect": lambda given: "" if given[0] == ":memory:" else "open a database",
            "socket.__new__": self._socket,
        }

    def _open(self, given: Any) -> str:
        path, _, flags = given
        if isinstance(path, int):
            return "" if path in (0, 1, 2) else "use a descriptor that is not its own"
        if not isinstance(path, str | bytes):
            return "open a file under a name that is none"
        path = _text(path)
        if isinstance(flags, int) and flags & _CHANGING:
            return "" if path == os.devnull else f"write to {self._ground.spell(path)}"
        return "" if self._ground.may_read(path, self._caller()) else f"read {self._ground.spell(path)}"

    def _list(self, given: Any) -> str:
        path = "." if given[0] is None else given[0]
        if not isinstance(path, str | bytes):
            return "list a folder"
        path = _text(path)
        return "" if self._ground.may_read(path, self._caller()) else f"list {self._ground.spell(path)}"

    def _socket(self, given: Any) -> str:
        """A pair of sockets is how asyncio wakes itself; on Windows such a pair is made of two that connect."""
        pair = any(frame.f_code.co_name.endswith("socketpair") for frame in self._asking())
        return "" if pair or given[1] == getattr(sys.modules.get("socket"), "AF_UNIX", None) else "reach the network"

    def _if_the_agent_itself(self, given: Any) -> str:
        files = map(_file, self._asking())
        asking = next((file for file in files if file != _INSPECT), "")  # which only passes on what it is asked
        return "look into other code" if self._ground.whose(asking) == "agent" else ""

    def _unless(self, words: str, allowed: str) -> Rule:
        return lambda given: "" if self._asker() == allowed else words

    def _unless_package(self, words: str) -> Rule:
        """Code says itself which file it is from, so where no package is open none is believed to be one."""
        return self._unless(words, "package") if self._packages else _always(words)

    def _load(self, given: Any) -> str:
        return "" if given[0] is None else self._unless_package("load a library")(given)

    def _asker(self) -> str:
        """On whose behalf it happens: the first code outside of the standard library."""
        found = (self._ground.whose(_file(frame)) for frame in self._asking())
        return next((each for each in found if each != "standard"), "agent")

    def _caller(self) -> str:
        return next(map(_file, self._asking()), "")

    def _asking(self) -> list[types.FrameType]:
        """The frames in which it happens, innermost first, this file's left out."""
        frames = []
        self._looking.add(get_ident())  # to look at who asks is an event as well
        frame: types.FrameType | None = _getframe(1)
        self._looking.discard(get_ident())
        while frame is not None:
            if _file(frame) != __file__:
                frames.append(frame)
            frame = frame.f_back
        return frames


def _text(path: str | bytes) -> str:
    """A path as text of exactly that type, whose methods are nobody's own."""
    return str.__str__(path) if isinstance(path, str) else bytes.decode(path, "utf-8", "surrogateescape")


def _file(frame: types.FrameType) -> str:
    return str.__str__(frame.f_code.co_filename)


def _to_nobody(tried: str) -> None:
    """The fence does not stand yet."""


def _always(words: str) -> Rule:
    return lambda given: words


def _close_back_doors() -> None:
    """One way to start a process raises no event by itself."""
    try:
        import _posixsubprocess
    except ImportError:
        return
    vars(_posixsubprocess)["fork_exec"] = lambda *arguments: sys.audit("os.fork")
