"""The whole of a Python agent's process, run as a script: a seat for the agent, behind a wire, a finder and a fence.

`host.py RULES` is the process of one agent; `host.py --stem DESCRIPTOR` forks mothers, each of which forks an agent's.
It imports nothing of ours but its own parts and the words, and little else: every scenario starts one.
"""

import builtins
import json
import os
import sys
import threading
import types
from collections.abc import Callable
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
if __name__ == "__main__":
    sys.path.append(ROOT)  # for the imports that follow, and closed again before an agent is loaded

from lab.call.child import bounds, fence, importable, plain, seat, waiting, wire
from lab.call.child.mother import Mother, Stem

FAILED = seat.FAILED
_join = threading.Thread.join  # an agent's own threads may be joined in another way
GRACE = 0.02  # seconds for each thread that is about to end when the call does
DEEPEST = 10_000  # calls within calls
MOST_THREADS = 5  # that are told


class Place:
    """All that can be put up before an agent's process is forked: its finder, its fence, its streams and its code."""

    def __init__(self, rules: dict[str, Any], code: Any = None) -> None:
        self.rules, self.code = rules, code
        path, packages = rules["path"], rules["packages"]
        home = os.path.dirname(path) if rules["siblings"] else ""
        self.finder = importable.OnlyTheWords(ROOT, packages, rules["allow"], home)
        sys.meta_path.insert(0, self.finder)
        sys.path.extend([*packages, *([home] if home else [])])
        sys.argv = [path]
        ground = fence.Ground(path, packages, rules["secret"], rules["siblings"], rules["folder"])
        open_packages = rules["allow"] is None or bool(rules["allow"])
        self.fence = fence.Fence(ground, open_packages) if rules["fence"] else None
        wire.replace_streams()
        _lend_builtins()

    def serve(self) -> None:
        """Take the standard descriptors for the bench, and answer it until it hangs up; never returns."""
        line = wire.private_wire()
        agent = seat.Seat(self.rules["path"], line.request, self.code)
        waiting.stand_in_for_time(agent.slept_for_real)
        waiting.keep_recursion_shallow(DEEPEST)
        self.finder.after[waiting.ASYNCIO] = waiting.stand_in_for_asyncio(agent.slept_for_real)
        listen = line.listen
        if self.rules["branches"]:
            listen = seat.beside("branches")[0].Branches(line).listen
        limits = bounds.Bounds(self.rules["memory"], self.rules["fence"])
        limits.set()
        self._close(line)
        answers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "start": agent.start,
            "hear": agent.hear,
            "end": lambda params: _goodbye(self.finder),
        }
        while True:
            message = listen()
            limits.turn(self.rules["cpu_start" if message["method"] == "start" else "cpu_turn"])
            try:
                line.answer({"id": message["id"], "result": answers[message["method"]](message["params"])})
            except plain.AgentFailed as failed:
                data = {"kind": failed.kind, "trace": failed.trace}
                line.answer({"id": message["id"], "error": {"code": FAILED, "message": failed.detail, "data": data}})

    def _close(self, line: wire.Wire) -> None:
        """Let the fence stand, where no frame that an agent can get hold of leads to it."""
        stand, self.fence = self.fence, None
        if stand:
            stand.stand(line.denied)


def _lend_builtins() -> None:
    """What an agent does to the builtins it does to a copy: its own code sees it, ours and the library's does not."""
    lent = types.ModuleType("builtins")
    vars(lent).update(vars(builtins))
    sys.modules["builtins"] = lent


def _goodbye(finder: importable.OnlyTheWords) -> dict[str, Any]:
    """What is left when a call is over: packages that the agent used, threads that would keep its process up."""
    lasting = [each for each in threading.enumerate() if each is not threading.main_thread() and not each.daemon]
    for each in lasting:
        _join(each, GRACE)
    threads = [str(each.name) for each in lasting if each.is_alive()]
    return {"packages": sorted(finder.imported), "threads": sorted(threads)[:MOST_THREADS]}


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
        Place(json.loads(sys.argv[1])).serve()
    line, rules = Stem(int(sys.argv[2])).run()  # returns in a mother
    mother = Mother(line, rules)
    place = Place(rules, mother.compiled())
    mother.run()  # returns in a child
    place.serve()


if __name__ == "__main__":
    main()
