"""The whole of a Python agent's process, run as a script: a seat for the agent, behind a wire, a finder and a fence.

`host.py RULES` is the process of one agent; `host.py --stem DESCRIPTOR` forks mothers, each of which forks an agent's.
It imports nothing of ours but its own parts and the words, and little else: every scenario starts one.
"""

import builtins
import json
import os
import sys
import time
import types
from collections.abc import Callable
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
if __name__ == "__main__":
    sys.path.append(ROOT)  # for the imports that follow, and closed again before an agent is loaded

from lab.call.child import bounds, fence, importable, plain, seat, wire
from lab.call.child.mother import Mother, Stem

FAILED = seat.FAILED


def serve(line: wire.Wire, agent: seat.Seat, rules: dict[str, Any], finder: importable.OnlyTheWords) -> None:
    """Answer the bench until it hangs up."""
    limits = bounds.Bounds(rules["memory"])
    limits.set()
    if rules["fence"]:
        ground = fence.Ground(rules["path"], rules["packages"], rules["secret"], rules["siblings"], rules["folder"])
        sys.addaudithook(fence.Fence(ground, line.denied))
    methods: dict[str, Callable[[dict[str, Any]], Any]] = {
        "start": agent.start,
        "hear": agent.hear,
        "end": lambda params: _goodbye(finder),
    }
    while True:
        message = line.listen()
        limits.turn(rules["cpu_start" if message["method"] == "start" else "cpu_turn"])
        try:
            line.answer({"id": message["id"], "result": methods[message["method"]](message["params"])})
        except plain.AgentFailed as failed:
            data = {"kind": failed.kind, "trace": failed.trace}
            line.answer({"id": message["id"], "error": {"code": FAILED, "message": failed.detail, "data": data}})


def be_an_agent(rules: dict[str, Any], code: Any = None) -> None:
    """Take the standard descriptors for the bench, and serve it; never returns."""
    path = rules["path"]
    home = os.path.dirname(path) if rules["siblings"] else ""
    line = wire.private_wire()
    finder = importable.OnlyTheWords(ROOT, rules["packages"], rules["allow"], home)
    sys.meta_path.insert(0, finder)
    sys.path.extend([*rules["packages"], *([home] if home else [])])
    sys.argv = [path]
    _lend_builtins()
    agent = seat.Seat(path, line.request, code)
    time.sleep = agent.slept_for_real
    serve(line, agent, rules, finder)


def _lend_builtins() -> None:
    """What an agent does to the builtins it does to a copy: its own code sees it, ours and the library's does not."""
    lent = types.ModuleType("builtins")
    vars(lent).update(vars(builtins))
    sys.modules["builtins"] = lent


def _goodbye(finder: importable.OnlyTheWords) -> dict[str, Any]:
    """What is left when a call is over: packages that the agent used, threads that still run."""
    import threading

    threads = [each.name for each in threading.enumerate() if each is not threading.main_thread()]
    return {"packages": sorted(finder.imported), "threads": sorted(threads)}


def _shut_the_door() -> None:
    """Forget how our own parts were imported; an agent finds the words alone."""
    sys.path.remove(ROOT)
    for name in [name for name in sys.modules if name.startswith("lab.call")]:
        del sys.modules[name]
    del sys.modules["lab"].call


def main() -> None:
    """`host.py RULES` or `host.py --stem DESCRIPTOR`; rules are JSON, as `lab.call.rules` writes them."""
    _shut_the_door()
    if sys.argv[1] != "--stem":
        be_an_agent(json.loads(sys.argv[1]))
        return
    asked = Stem(int(sys.argv[2])).run()  # returns in a mother
    be_an_agent(*Mother(*asked).run())  # returns in a child


if __name__ == "__main__":
    main()
