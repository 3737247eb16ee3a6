"""A class from the folder to the marks, as an instructor runs it."""

import json
import os
import shutil
import signal
import subprocess
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grader.mutant import load_mutants, write_mutant
from tests.grader.conftest import RIGHT as RIGHT_AGENTS
from tests.grader.many.conftest import ROOT, WRONG, HandIn, command, lab

HOSTILE = Path(__file__).parents[2] / "hostile"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="classes are timed and told for POSIX")


def written(path: Path) -> dict[str, Any]:
    """The JSON of a class, durations left out."""
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    told.pop("seconds")
    return told


def rows(path: Path) -> dict[str, tuple[int, float]]:
    """Per id how many passed, and the mark."""
    return {each["id"]: (each["passed"], each["mark"]) for each in written(path)["submissions"]}


def started(*words: object, cwd: Path) -> "subprocess.Popen[str]":
    """`lab` with these words, while it runs."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command(*words), cwd=cwd, env=environment, stderr=subprocess.PIPE, text=True)


def wait_for_some(folder: Path, running: "subprocess.Popen[str]") -> None:
    """Until three of a class are graded."""
    journal = folder.with_name(f"{folder.name}.graded.jsonl")
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert running.poll() is None, running.communicate()[1]
        time.sleep(0.01)


def test_a_class_is_graded_and_taken_up_again(hand_in: HandIn, pack: Path, tmp_path: Path) -> None:
    """A mark for everybody, exit code 0; what has not changed is not graded again, what has is."""
    folder = hand_in(ada=None, ben=WRONG, **{"05": "\0"})
    (folder / "nobody").mkdir()
    how = ("grade", folder, "--pack", pack, "--json", tmp_path / "class.json", "--jobs", "1")
    done = lab(*how, cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert rows(tmp_path / "class.json") == {"05": (0, 0), "ada": (3, 3), "ben": (0, 0), "nobody": (0, 0)}
    assert "a fence of audit events" in done.stdout
    first = written(tmp_path / "class.json")
    (folder / "ben.py").write_text((folder / "ada.py").read_text(encoding="utf-8"), encoding="utf-8")
    again = lab(*how, "--resume", cwd=tmp_path)
    assert "3 of 4 are graded already" in again.stderr
    assert rows(tmp_path / "class.json")["ben"] == (3, 3)
    (folder / "ben.py").write_text(WRONG, encoding="utf-8")
    lab(*how, "--resume", "--fail-under", "1", cwd=tmp_path)
    assert written(tmp_path / "class.json") == first


def test_a_package_is_open_to_a_class_by_name_only(hand_in: HandIn, pack: Path, tmp_path: Path) -> None:
    """The refusal says which word lets it in; the neighbours of a file are not there to be imported."""
    folder = hand_in(ada="import pytest\n", ben="import ada\n")
    done = lab("grade", folder, "--pack", pack, "--json", "-", "--jobs", "1", cwd=tmp_path)
    ada, ben = (each["scenarios"][0]["failure"]["what"] for each in json.loads(done.stdout)["submissions"])
    assert "--allow pytest lets it in" in ada
    assert "No module named 'ada'" in ben


def test_a_pack_that_can_not_be_read_costs_nobody_a_point(hand_in: HandIn, pack: Path, tmp_path: Path) -> None:
    """It is our side's fault: exit code 2, and nothing is graded."""
    (pack / "4-bad.toml").write_text('title = "no more"\n', encoding="utf-8")
    done = lab("grade", hand_in(ada=None), "--pack", pack, cwd=tmp_path)
    assert done.returncode == 2
    assert "4-bad.toml" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("option", ["--gradescope", "--classroom50"])
def test_a_format_for_one_is_refused_before_a_class_is_graded(
    hand_in: HandIn, pack: Path, tmp_path: Path, option: str
) -> None:
    """Nobody waits for a class and then has no report of it."""
    done = lab("grade", hand_in(ada=None, ben=None), "--pack", pack, option, tmp_path / "one.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} holds one submission, not 2" in done.stderr
    assert "1 of 2" not in done.stderr


def test_a_mark_to_reach_is_an_exit_code(hand_in: HandIn, pack: Path, tmp_path: Path) -> None:
    """For a build; without it a class is no failure."""
    folder = hand_in(ada=None, ben=WRONG)
    assert lab("grade", folder, "--pack", pack, "--fail-under", "50", "--jobs", "1", cwd=tmp_path).returncode == 1


@pytest.mark.long
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_keeps_what_is_done(hand_in: HandIn, pack: Path, tmp_path: Path, blow: int) -> None:
    """Ctrl-C and kill -9: no worker is left, the next run takes it up, and the report is that of a run without."""
    names = [f"student{n}" for n in range(16)]
    folder = hand_in(**dict.fromkeys(names))
    how = ("grade", folder, "--pack", pack, "--jobs", "2", "--json", tmp_path / "class.json")
    running = started(*how, cwd=tmp_path)
    wait_for_some(folder, running)
    running.send_signal(blow)
    told = running.communicate()[1]
    assert running.returncode == (130 if blow == signal.SIGINT else -9)
    assert "Traceback" not in told
    done = lab(*how, "--resume", cwd=tmp_path)
    assert (done.returncode, "are graded already" in done.stderr) == (0, True), done.stderr
    taken_up = written(tmp_path / "class.json")
    assert lab(*how, cwd=tmp_path).returncode == 0
    assert written(tmp_path / "class.json") == taken_up
    assert [each["id"] for each in taken_up["submissions"]] == sorted(names)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_mixed_class_is_graded_alike_on_one_worker_and_on_three(tmp_path: Path) -> None:
    """Right, wrong and hostile: but for the durations the reports are equal byte for byte."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    told = tomllib.loads((HOSTILE / "verdicts.toml").read_text(encoding="utf-8"))
    hangs = [name for name, right in told.items() if "timeout" in right["verdicts"]]
    quick = [name for name in told if name not in hangs]
    for path in [*RIGHT_AGENTS.glob("*.py"), *(HOSTILE / name for name in [*hangs[:2], *quick[::2]])]:
        shutil.copy(path, folder)
    for name, mutant in list(load_mutants().items())[::8]:
        write_mutant(name, mutant, folder)
    reports = []
    for jobs in (1, 3):
        file = tmp_path / f"{jobs}.json"
        done = lab("grade", folder, "--allow", "transitions", "--json", file, "--jobs", jobs, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        reports.append(file.read_bytes().partition(b'"seconds"')[0])
    assert reports[0] == reports[1]


@pytest.mark.long
def test_a_class_is_graded_on_a_cluster(hand_in: HandIn, pack: Path, tmp_path: Path) -> None:
    """Two workers behind a Dask scheduler find what two processes find, also when one of them dies mid-way."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    folder = hand_in(**{f"student{n:02}": WRONG if n % 3 else None for n in range(24)})
    how = ("grade", folder, "--pack", pack, "--json", tmp_path / "class.json")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        running = started(*how, "--cluster", cluster.scheduler_address, cwd=tmp_path)
        wait_for_some(folder, running)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        told = running.communicate()[1]
    assert (running.returncode, "Traceback" in told) == (0, False), told
    on_the_cluster = written(tmp_path / "class.json")
    (tmp_path / "class.json").unlink()
    lab(*how, cwd=tmp_path)
    assert written(tmp_path / "class.json") == on_the_cluster


@pytest.mark.long
def test_a_cluster_that_is_not_there_is_told(hand_in: HandIn, tmp_path: Path) -> None:
    """In words: what is missing, be it Dask or the scheduler, and what to do."""
    done = lab("grade", hand_in(ada=None), "--cluster", "tcp://127.0.0.1:9", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
