"""An agent at work: loads an `agent.py`, answers `start`, `hear` and `end`, and asks for everything else.

This is the agent's side. It imports nothing of ours but the words, and little else: every scenario starts one.
"""

import datetime as dt
import importlib.util
import inspect
import os
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any

from lab.call.child.plain import AgentFailed, describe, plain, plain_text, read_answer, state_name
from lab.protocol import Heard, Setting, ToolError, ToolTimeout

TIMEOUT, REJECTED, INVALID, FAILED = -32001, -32002, -32602, -32000
LARGEST_SOURCE = 1_000_000
MOST_STATES = 100
MOST_FRAMES = 100
HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
Request = Callable[[str, dict[str, Any]], Any]


class RequestFailed(Exception):
    """The bench answered a request with an error: a code of the protocol and its data."""

    def __init__(self, code: int, message: str, data: dict[str, Any]) -> None:
        super().__init__(message)
        self.code, self.data = code, data


class Seat:
    """An agent at work. `request(method, params)` asks the bench, and answers or raises RequestFailed."""

    def __init__(self, path: str, request: Request, code: Any = None) -> None:
        self._code = code
        self._path = os.path.abspath(path)
        self._name = os.path.basename(path)
        self._bench = self._request = request
        self._agent_class: Any = None
        self._agent: Any = None
        self._tools: Any = None
        self._setting: Any = None
        self._travel: Any = None
        self._loop: Any = None

    def start(self, params: dict[str, Any]) -> dict[str, Any]:
        """Load the file (once), make an agent for one call, and answer its greeting, state and states."""
        return self._guarded(lambda: self._start(params["tools"], params["setting"]) | self._marked(params))

    def hear(self, params: dict[str, Any]) -> dict[str, Any]:
        """One caller line in; the agent's reply and state out. With marks, it is first led back to one."""
        if self._travel:
            self._travel.leave(params)
        return self._guarded(lambda: self._hear(params["line"]) | (self._travel.arrive() if self._travel else {}))

    def _hear(self, line: str) -> dict[str, Any]:
        return {"reply": self._reply(self._agent.hear(line)), "state": self._state()}

    def _marked(self, params: dict[str, Any]) -> dict[str, Any]:
        """Where the agent is, for a bench that asks for it with `mark`: attributes that make no difference."""
        if "mark" not in params:
            return {}
        _, marks, travel = beside("canonical", "marks", "travel")
        handed = [self, self._tools, *vars(self._tools).values(), self._setting]
        places = marks.Marks(self._agent, sys.modules["agent"], handed, params["mark"], params["copies"])
        self._travel = travel.Travel(places, self._bench, RequestFailed)
        self._request = self._travel.request
        arrived: dict[str, Any] = self._travel.arrive()
        return arrived

    def _start(self, tools: list[dict[str, Any]], setting: dict[str, Any]) -> dict[str, Any]:
        if self._agent_class is None:
            self._agent_class = load_agent(self._path, self._code)
        check_signature(self._agent_class, self._name)
        self._setting = Setting(**{**setting, "today": dt.date.fromisoformat(setting["today"])})
        self._tools = Tools(tools, self._ask)
        self._agent = self._agent_class(self._tools, self._understand, self._sleep, self._setting)
        states = getattr(self._agent, "states", None)
        if isinstance(states, list | tuple) and len(states) > MOST_STATES:
            raise AgentFailed("bad_answer", f"has {len(states)} states, more than {MOST_STATES}")
        return {
            "greeting": plain_text(getattr(self._agent, "greeting", None), "greeting"),
            "state": self._state(),
            "states": [state_name(state) for state in states] if isinstance(states, list | tuple) else None,
        }

    def _guarded(self, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        try:
            return work()
        except AgentFailed:
            raise
        except SystemExit as error:
            raise AgentFailed("exited", f"called exit({_shown(error.code)})", self._frames(error)) from None
        except BaseException as error:
            no_keyboard = " (a call has no keyboard)" if isinstance(error, EOFError) else ""
            raise AgentFailed("raised", describe(error) + no_keyboard, self._frames(error)) from None

    def _frames(self, error: BaseException) -> str:
        """The agent's own part of a traceback; nothing where it has seen to it that there is none to be had."""
        try:
            return self._own_frames(error)
        except BaseException:
            return ""

    def _own_frames(self, error: BaseException) -> str:
        import traceback

        home = os.path.dirname(self._path)
        frames = traceback.extract_tb(error.__traceback__, limit=-MOST_FRAMES)
        own = [frame for frame in frames if frame.filename.startswith(home + os.sep)]
        own = [frame for frame in own if not frame.filename.startswith(HERE)]
        text = "".join(traceback.StackSummary.from_list(own).format())
        if isinstance(error, SyntaxError):
            text += "".join(traceback.format_exception_only(error)[:-1]).replace("\ufeff", "")
        return text.replace(home + os.sep, "")[-4000:]

    def _reply(self, reply: Any) -> str:
        return plain_text(self._awaited(reply) if inspect.isawaitable(reply) else reply, "what hear() returns")

    def _awaited(self, reply: Any) -> Any:
        import asyncio  # a tenth of the process's start, and few agents need it

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(reply)

    def _state(self) -> str:
        return state_name(getattr(self._agent, "state", None))

    def _understand(self, line: str, state: Any = None) -> Any:
        asked = self._state() if state is None else state_name(state)
        return Heard.from_wire(self._ask("understand", {"line": plain_text(line, "the line"), "state": asked}))

    def _sleep(self, seconds: float) -> None:
        self._ask("sleep", {"seconds": plain(seconds)})

    def slept_for_real(self, seconds: Any) -> None:
        """What stands in place of `time.sleep`: the bench is told, and its clock moves on instead."""
        if threading.current_thread() is threading.main_thread():
            self._ask("sleep", {"seconds": plain(seconds), "real": True})
        else:
            real_sleep(seconds)

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        try:
            return self._request(method, params)
        except RequestFailed as error:
            if error.code == TIMEOUT:
                raise ToolTimeout(str(error)) from None
            raise ToolError(str(error.data.get("reason", "invalid"))) from None


real_sleep = time.sleep


class Tools:
    """The tools that a call has, each as a method, as the start message names them."""

    def __init__(self, tools: list[dict[str, Any]], ask: Request) -> None:
        for tool in tools:
            setattr(self, tool["name"], _method(tool, ask))


def _shown(code: Any) -> str:
    """What exit was called with, if it is one of the things that it should be."""
    if type(code) in (int, bool, str, type(None)):
        try:
            return f"{code!r:.80}"
        except ValueError:  # a number of more digits than Python likes to write
            return "a number"
    return f"a {type(code).__name__}"


def _method(tool: dict[str, Any], ask: Request) -> Callable[..., Any]:
    names = [parameter["name"] for parameter in tool["parameters"]]

    def call(*values: Any, **named: Any) -> Any:
        extra = {f"argument_{n}": value for n, value in enumerate(values[len(names) :], len(names) + 1)}
        arguments = {**dict(zip(names, values, strict=False)), **extra, **named}
        wire = {name: plain(value) for name, value in arguments.items()}
        return read_answer(tool["answers"], ask("tool", {"name": tool["name"], "arguments": wire}))

    call.__name__ = call.__qualname__ = tool["name"]
    return call


def load_agent(path: str, code: Any = None) -> Any:
    """The class `ReservationAgent` of a file or its code. Raises AgentFailed, or whatever the file raises."""
    name = os.path.basename(path)
    module = types.ModuleType("agent")
    module.__file__ = path
    module.__dict__["__builtins__"] = vars(sys.modules["builtins"])
    sys.modules["agent"] = module
    exec(code or compile(read_source(path), path, "exec"), module.__dict__)
    found = getattr(module, "ReservationAgent", None)
    if found is None:
        raise AgentFailed("raised", f"{name} defines no ReservationAgent")
    return found


def read_source(path: str) -> bytes:
    """The bytes of an agent's file. Raises AgentFailed if they can't be Python source."""
    with open(path, "rb") as file:
        source = file.read(LARGEST_SOURCE + 1)
    if len(source) > LARGEST_SOURCE or b"\0" in source:
        raise AgentFailed("raised", f"{os.path.basename(path)} is not Python source")
    return source


def beside(*names: str) -> list[Any]:
    """Modules of this folder by their paths, the only way in for our own code here; each may import those before it."""
    specs = [
        importlib.util.spec_from_file_location(f"lab.call.child.{name}", os.path.join(HERE, f"{name}.py"))
        for name in names
    ]
    modules = [importlib.util.module_from_spec(spec) for spec in specs if spec]
    sys.modules |= {module.__name__: module for module in modules}
    for module in modules:
        assert module.__spec__ and module.__spec__.loader
        module.__spec__.loader.exec_module(module)
    for module in modules:
        del sys.modules[module.__name__]
    return modules


def check_signature(agent_class: Any, name: str) -> None:
    """Raises AgentFailed with what was found, unless the class takes what it is handed."""
    wanted = "ReservationAgent(tools, understand, sleep, setting)"
    try:
        signature = inspect.signature(agent_class)
        signature.bind(None, None, None, None)
    except ValueError:
        return  # no signature to be had: trying is the only way to know
    except TypeError:
        found = f"ReservationAgent{signature}" if inspect.isclass(agent_class) else f"a {type(agent_class).__name__}"
        raise AgentFailed("raised", f"expected {wanted}, {name} has {found}") from None
