"""The zip that Gradescope takes: `setup.sh` and `run_autograder` at its root, the grader, and the pack.

Neither the finished agent nor a solution is in it, since a submission runs in the same image.
"""

import io
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from grader.exports.options import write_whole_bytes
from grader.scenario import load_pack, pack_folder

ROOM = Path(__file__).resolve().parents[2]
LEFT_OUT = (
    *("lab/tui", "lab/console", "lab/course", "lab/measure", "lab/explore", "lab/shipped", "lab/middleware"),
    *("fake_api/practice", "grader/mutants", "grader/packs/extended", "grader/packs/practice", "grader/exports/kit"),
)
REQUIREMENTS = "pydantic>=2.10,<3\nrule-engine>=5.1,<6\ntzdata\n"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the zip is the same whenever it is made


def write_kit(path: Path, pack: str, language: str = "en", hints: int = 0) -> None:
    """Write the zip for a pack, by name or folder. Raises DataError or OSError."""
    load_pack(pack)  # what can't be graded with is told now, not on Gradescope
    words = ["--language", language, *["--hint"] * hints]
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as kit:
        for name in ("setup.sh", "run_autograder"):
            _add(kit, name, resources.files("grader.exports").joinpath("kit", name).read_bytes(), executable=True)
        _add(kit, "requirements.txt", REQUIREMENTS.encode())
        _add(kit, "options", f"{' '.join(words)}\n".encode())
        folder = pack_folder(pack).resolve()
        for file in sorted(folder.glob("*.toml")):
            _add(kit, f"pack/{folder.name}/{file.name}", file.read_bytes())
        for name, file in sorted(_grader_files()):
            _add(kit, f"readback/{name}", file.read_bytes())
    write_whole_bytes(path, zipped.getvalue())


def _grader_files() -> Iterator[tuple[str, Path]]:
    for room in ("lab", "grader", "fake_api"):
        for file in (ROOM / room).rglob("*"):
            name = file.relative_to(ROOM).as_posix()
            if file.is_file() and "__pycache__" not in name and not name.startswith(LEFT_OUT):
                yield name, file


def _add(kit: zipfile.ZipFile, name: str, content: bytes, executable: bool = False) -> None:
    about = zipfile.ZipInfo(name, _EPOCH)
    about.external_attr = (0o100755 if executable else 0o100644) << 16
    about.compress_type = zipfile.ZIP_DEFLATED
    about.create_system = 3  # or the bits that say it may be run are not read
    kit.writestr(about, content.replace(b"\r\n", b"\n") if executable else content)
