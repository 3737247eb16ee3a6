"""What an agent may import: the standard library, the words of ours, and packages that were let in."""

import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

WORDS = {"lab", "lab.protocol", "fake_api", "fake_api.words"}
OURS = ("lab", "fake_api", "grader")


class OnlyTheWords:
    """A finder that stands before all others. `allowed` are packages by name, None for all that are installed.

    `after` says what is done to a module of the library once it is loaded.
    """

    def __init__(self, root: str, packages: Sequence[str], allowed: Sequence[str] | None, home: str) -> None:
        self._root, self._packages, self._home = root, list(packages), home
        self._allowed = None if allowed is None else frozenset(allowed)
        self.imported: set[str] = set()
        self.after: dict[str, Callable[[types.ModuleType], None]] = {}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """A spec of our words, nothing for what others are to find. Raises ModuleNotFoundError for what is closed."""
        top = name.partition(".")[0]
        if top in OURS:
            return self._word(name)
        if name in self.after:
            return self._changed(name, path)
        if name != top or top in sys.stdlib_module_names or self._for_a_package():
            return None
        if self._home and importlib.machinery.PathFinder.find_spec(top, [self._home]):
            return None
        if importlib.machinery.PathFinder.find_spec(top, self._packages):
            if self._allowed is not None and top not in self._allowed:
                raise ModuleNotFoundError(f"{top} is not open to agents here (--allow {top} lets it in)", name=top)
            self.imported.add(top)
        return None

    def _word(self, name: str) -> importlib.machinery.ModuleSpec | None:
        if name not in WORDS:
            raise ModuleNotFoundError(f"an agent has lab.protocol to import, and not {name}", name=name)
        place = os.path.join(self._root, *name.split("."))
        if os.path.isdir(place):
            init = os.path.join(place, "__init__.py")
            return importlib.util.spec_from_file_location(name, init, submodule_search_locations=[place])
        return importlib.util.spec_from_file_location(name, f"{place}.py")

    def _changed(self, name: str, path: Any) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec and spec.loader:
            load = spec.loader.exec_module

            def exec_module(module: types.ModuleType) -> None:
                load(module)
                self.after[name](module)

            vars(spec.loader)["exec_module"] = exec_module
        return spec

    def _for_a_package(self) -> bool:
        """A package that was let in brings what it needs itself."""
        frame: types.FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        return frame is not None and frame.f_code.co_filename.startswith(tuple(self._packages))
