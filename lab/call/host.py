"""The agent's side: loads an `agent.py`, answers `start`, `hear` and `end`, and asks for everything else.

Run as a script it is the whole of the agent's process, and talks JSON-RPC over what were its stdin and stdout.
It imports nothing of ours but `lab.protocol` and `fake_api.words`, and little else: every scenario starts one.
"""

import contextlib
import datetime as dt
import importlib.machinery
import importlib.util
import inspect
import json
import os
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any

ALLOWED = {"lab", "lab.protocol", "fake_api", "fake_api.words"}
OURS = ("lab", "fake_api", "grader")
TIMEOUT, REJECTED, INVALID, FAILED = -32001, -32002, -32602, -32000
LARGEST_SOURCE = 1_000_000
Request = Callable[[str, dict[str, Any]], Any]


class AgentFailed(Exception):
    """What the author's code did wrong: a kind (`raised`, `exited`, `bad_answer`), words, and its own frames."""

    def __init__(self, kind: str, detail: str, trace: str = "") -> None:
        super().__init__(detail)
        self.kind, self.detail, self.trace = kind, detail, trace


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
        travel = beside("marks")
        handed = [self, self._tools, *vars(self._tools).values(), self._setting]
        marks = travel.Marks(self._agent, sys.modules["agent"], handed, params["mark"])
        self._travel = travel.Travel(marks, self._bench, RequestFailed)
        self._request = self._travel.request
        arrived: dict[str, Any] = self._travel.arrive()
        return arrived

    def _start(self, tools: list[dict[str, Any]], setting: dict[str, Any]) -> dict[str, Any]:
        from lab.protocol import Setting

        if self._agent_class is None:
            self._agent_class = load_agent(self._path, self._code)
        check_signature(self._agent_class, self._name)
        self._setting = Setting(**{**setting, "today": dt.date.fromisoformat(setting["today"])})
        self._tools = Tools(tools, self._ask)
        self._agent = self._agent_class(self._tools, self._understand, self._sleep, self._setting)
        states = getattr(self._agent, "states", None)
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
            raise AgentFailed("exited", f"called exit({error.code!r:.80})", self._frames(error)) from None
        except BaseException as error:
            no_keyboard = " (a call has no keyboard)" if isinstance(error, EOFError) else ""
            raise AgentFailed("raised", describe(error) + no_keyboard, self._frames(error)) from None

    def _frames(self, error: BaseException) -> str:
        import traceback

        home = os.path.dirname(self._path)
        own = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(home + os.sep)]
        own = [frame for frame in own if frame.filename != __file__]
        text = "".join(traceback.StackSummary.from_list(own).format())
        if isinstance(error, SyntaxError):
            text += "".join(traceback.format_exception_only(error)[:-1])
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
        from lab.protocol import Heard

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
        from lab.protocol import ToolError, ToolTimeout

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


def _method(tool: dict[str, Any], ask: Request) -> Callable[..., Any]:
    names = [parameter["name"] for parameter in tool["parameters"]]

    def call(*values: Any, **named: Any) -> Any:
        extra = {f"argument_{n}": value for n, value in enumerate(values[len(names) :], len(names) + 1)}
        arguments = {**dict(zip(names, values, strict=False)), **extra, **named}
        wire = {name: plain(value) for name, value in arguments.items()}
        return read_answer(tool["answers"], ask("tool", {"name": tool["name"], "arguments": wire}))

    call.__name__ = call.__qualname__ = tool["name"]
    return call


def read_answer(kind: str, answer: Any) -> Any:
    """What a tool answered, as the types an author works with."""
    from lab.protocol import Reservation

    if kind == "times":
        return [dt.time.fromisoformat(item) for item in answer]
    if kind == "reservation":
        return Reservation(dt.date.fromisoformat(answer["day"]), dt.time.fromisoformat(answer["time"]), answer["name"])
    return answer


def load_agent(path: str, code: Any = None) -> Any:
    """The class `ReservationAgent` of a file or its code. Raises AgentFailed, or whatever the file raises."""
    name = os.path.basename(path)
    module = types.ModuleType("agent")
    module.__file__ = path
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


def beside(name: str) -> Any:
    """A module of this folder by its path, which is the only way in for our own code here."""
    path = os.path.join(os.path.dirname(__file__), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"readback_{name}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def state_name(state: Any) -> str:
    """A state as plain text: the text itself, an enum's text, or else its name."""
    import enum

    if isinstance(state, enum.Enum) and not isinstance(state, str):
        state = state.value if isinstance(state.value, str) else state.name
    if not isinstance(state, str):
        raise AgentFailed("bad_answer", f"state must be a State or its name, not {type(state).__name__}")
    return str.__str__(state)


def plain_text(value: Any, what: str) -> str:
    """Text of exactly that type; nothing at all counts as an empty text."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise AgentFailed("bad_answer", f"{what} must be text, not {type(value).__name__}")
    return str.__str__(value)


def plain(value: Any) -> Any:
    """An argument as a JSON value, by its exact type; what has none is named for what it is."""
    if value is None or type(value) in (bool, int, str):
        return value
    if type(value) is float:
        return value if abs(value) < float("inf") else str(value)
    if type(value) is dt.time:
        bare = not (value.second or value.microsecond or value.tzinfo)
        return value.strftime("%H:%M") if bare else value.isoformat()
    if type(value) is dt.date or type(value) is dt.datetime:
        return value.isoformat()
    if type(value) in (list, tuple):
        return [plain(item) for item in value]
    if isinstance(value, str):
        return str.__str__(value)
    return f"<{type(value).__name__}>"


def describe(error: BaseException) -> str:
    """An exception in one line, even if its own text raises."""
    import traceback

    try:
        return "".join(traceback.format_exception_only(error)).strip().splitlines()[-1][:500]
    except BaseException:
        return type(error).__name__


class OnlyTheWords:
    """Of our packages an agent's process finds the words, and nothing else."""

    def __init__(self, root: str) -> None:
        self._root = root

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in OURS:
            return None
        if name not in ALLOWED:
            raise ModuleNotFoundError(f"an agent has lab.protocol to import, and not {name}", name=name)
        place = os.path.join(self._root, *name.split("."))
        if os.path.isdir(place):
            init = os.path.join(place, "__init__.py")
            return importlib.util.spec_from_file_location(name, init, submodule_search_locations=[place])
        return importlib.util.spec_from_file_location(name, f"{place}.py")


class Wire:
    """JSON-RPC, one message a line, on descriptors that nothing else in the process knows."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._in = os.fdopen(incoming, "r", encoding="utf-8", newline="\n")
        self._out = os.fdopen(outgoing, "w", encoding="utf-8", newline="\n")
        self._number = 0

    def receive(self) -> dict[str, Any]:
        line = self._in.readline()
        if not line:
            os._exit(0)
        message: dict[str, Any] = json.loads(line)
        return message

    def send(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._out.flush()

    def request(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        answer = self.receive()
        if "error" in answer:
            error = answer["error"]
            raise RequestFailed(error["code"], error["message"], error.get("data") or {})
        return answer["result"]


def serve(wire: Wire, seat: Seat) -> None:
    """Answer the bench until it hangs up."""
    methods: dict[str, Callable[[dict[str, Any]], Any]] = {
        "start": seat.start,
        "hear": seat.hear,
        "end": lambda params: None,
    }
    while True:
        message = wire.receive()
        try:
            wire.send({"id": message["id"], "result": methods[message["method"]](message["params"])})
        except AgentFailed as failed:
            data = {"kind": failed.kind, "trace": failed.trace}
            wire.send({"id": message["id"], "error": {"code": FAILED, "message": failed.detail, "data": data}})


def private_wire() -> Wire:
    """Take stdin and stdout for the protocol; what the agent prints goes to stderr, and its keyboard is empty."""
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)
    return wire


def nursery(line: Any) -> None:
    """Fork a child for each request; return only in a child, with the descriptors handed over in place."""
    import socket

    ended: dict[int, int] = {}
    while True:
        message, descriptors, _, _ = socket.recv_fds(line, 256, 3)
        if not message:
            os._exit(0)
        request = json.loads(message)
        if "fork" not in request:
            line.send(str(exit_code(request["ended"], ended)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            line.close()
            for standard, descriptor in enumerate(descriptors):
                os.dup2(descriptor, standard)
                os.close(descriptor)
            return
        with contextlib.suppress(OSError):  # the child may have been faster
            os.setpgid(pid, pid)
        for descriptor in descriptors:
            os.close(descriptor)
        line.send(str(pid).encode())


def handed_over(descriptor: int) -> Any:
    """The socket behind a descriptor that the bench left open for us."""
    import socket

    return socket.socket(fileno=descriptor)


def exit_code(pid: int, ended: dict[int, int], running: int = 1 << 20) -> int:
    """How a child ended, negative for a signal; `running` while it has not."""
    if pid not in ended:
        found, status = os.waitpid(pid, os.WNOHANG)
        if not found:
            return running
        ended[pid] = os.waitstatus_to_exitcode(status)
    return ended[pid]


def compiled(path: str) -> Any:
    """The agent's code ahead of its calls; None if it does not compile, which each call then tells in its own way."""
    try:
        return compile(read_source(path), path, "exec")
    except Exception:
        return None


def main() -> None:
    """`host.py [--nursery DESCRIPTOR] AGENT SITE_PACKAGES...`: be the process of one agent, or of many calls of it."""
    arguments = sys.argv[1:]
    line = handed_over(int(arguments[1])) if arguments[0] == "--nursery" else None
    path, *packages = arguments[2:] if line else arguments
    here = os.path.abspath(__file__)
    sys.meta_path.insert(0, OnlyTheWords(os.path.dirname(os.path.dirname(os.path.dirname(here)))))
    sys.path.extend([*packages, os.path.dirname(path)])
    sys.argv = [path]
    code = None
    if line:
        import lab.protocol  # noqa: F401  # once for all children

        code = compiled(path)
        nursery(line)
    wire = private_wire()
    seat = Seat(path, wire.request, code)
    time.sleep = seat.slept_for_real
    serve(wire, seat)


if __name__ == "__main__":
    main()
