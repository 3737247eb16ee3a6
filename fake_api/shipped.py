"""Where the things lie that ship with Readback, in a clone and in a wheel alike."""

from pathlib import Path

from fake_api.data_error import DataError, near_miss, quote

_ROOT = Path(__file__).resolve().parent.parent
_PACKED = _ROOT / "lab" / "shipped"  # only a wheel has it: there, nothing of ours may lie beside the packages


def shipped(*parts: str) -> Path:
    """The path of something that ships: `shipped("agent.py")`, `shipped("fake_api", "plans")`."""
    packed = _PACKED.joinpath(*parts)
    return packed if packed.exists() else _ROOT.joinpath(*parts)


def names(kind: str) -> list[str]:
    """What ships of a kind (`clinic`, `plan`), by name."""
    return sorted(path.stem for path in _folder(kind).glob("*.toml"))


def find_named(kind: str, name_or_path: str | Path) -> Path:
    """The file of a shipped `clinic` or `plan`, or the path itself; raises DataError for a name that is neither."""
    named = _folder(kind) / f"{name_or_path}.toml"
    if str(name_or_path) in names(kind):
        return named
    if isinstance(name_or_path, Path) or name_or_path.endswith(".toml") or Path(name_or_path).name != name_or_path:
        return Path(name_or_path)
    problem = f"no {kind} is called {quote(name_or_path)} (there are {', '.join(names(kind))}; a file ends in .toml)"
    raise DataError(problem, suggestion=near_miss(name_or_path, names(kind)))


def _folder(kind: str) -> Path:
    return shipped("fake_api", f"{kind}s")
