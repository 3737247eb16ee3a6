"""The workspace, the progress file, and what the bench keeps of a check."""

import json
from pathlib import Path

import pytest

from lab.course.bench import Bench
from lab.course.course import AGENT, Course
from lab.course.progress import FILE, FOLDER, BadProgress, Progress, load_progress, save_progress
from lab.course.workspace import keep_beside, make_workspace, reset
from lab.terminal import UsageError


@pytest.fixture
def bench(course: Course, tmp_path: Path) -> Bench:
    """A fresh workspace."""
    make_workspace(tmp_path, course, Progress())
    return Bench(course, tmp_path)


def test_a_workspace_has_every_page_and_no_answer(bench: Bench, course: Course) -> None:
    """The first page, one for each exercise, the files to be written; and no solution lies in it."""
    pages = {str(path.relative_to(bench.workspace)) for path in bench.workspace.glob("**/*.md")}
    assert pages == {
        "README.md",
        "exercises/what_you_built.md",
        *(f"exercises/{each.name}/README.md" for each in course.exercises),
    }
    answers = {path.read_bytes() for each in course.exercises for path in each.solution.glob("*.*") if path.is_file()}
    assert not answers & {path.read_bytes() for path in bench.workspace.glob("*.*") if path.is_file()}
    assert "finished agent" in (bench.workspace / "README.md").read_text(encoding="utf-8")


def test_nothing_is_ever_overwritten(bench: Bench, course: Course) -> None:
    """A second time writes what is missing, keeps the rest, and keeps the progress."""
    (bench.workspace / AGENT).write_text("mine", encoding="utf-8")
    (bench.workspace / "tools.toml").unlink()
    bench.give_up(course.exercises[0])
    made = {path.name: written for path, written in make_workspace(bench.workspace, course, Progress())}
    assert made["tools.toml"] and not made[AGENT]
    assert (bench.workspace / AGENT).read_text(encoding="utf-8") == "mine"
    assert bench.progress.of(course.exercises[0].name).gave_up


def test_the_folder_of_the_finished_agent_is_no_workspace(course: Course, tmp_path: Path) -> None:
    """At a clone's root the answer would be graded."""
    (tmp_path / AGENT).write_bytes((course.exercises[-1].solution / AGENT).read_bytes())
    with pytest.raises(UsageError, match="the answer"):
        make_workspace(tmp_path, course, Progress())


def test_a_starter_is_put_back_beside_what_was_written(bench: Bench, course: Course) -> None:
    """Twice, and both old files are there."""
    fourth = course.exercises[3]
    for text in ("one", "two"):
        (bench.workspace / AGENT).write_text(text, encoding="utf-8")
        reset(bench.workspace, fourth)
    assert (bench.workspace / AGENT).read_bytes() == (course.exercises[2].solution / AGENT).read_bytes()
    kept = [bench.workspace / f"agent.kept-{n}.py" for n in (1, 2)]
    assert [path.read_text(encoding="utf-8") for path in kept] == ["one", "two"]


def test_what_is_not_there_needs_no_keeping(tmp_path: Path) -> None:
    """A missing file leaves no trace."""
    assert keep_beside(tmp_path / AGENT) is None and not list(tmp_path.iterdir())


def test_git_ignores_the_progress_and_what_was_kept(bench: Bench) -> None:
    """The two things that are nobody's work."""
    assert (bench.workspace / ".gitignore").read_text(encoding="utf-8").split() == [f"{FOLDER}/", "*.kept-*"]


def test_progress_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """And can be read by a person: one key a line."""
    progress = Progress(language="es").changed("one", checks=2, hints=1).passed("one")
    save_progress(tmp_path, progress)
    assert load_progress(tmp_path) == progress
    assert '\n      "checks": 2,\n' in (tmp_path / FOLDER / FILE).read_text(encoding="utf-8")


def test_half_a_progress_file_is_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing breaks off, the old file stands, and nothing lies about."""
    save_progress(tmp_path, Progress())

    def broken(*words: object, **more: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(json, "dump", broken)
    with pytest.raises(OSError, match="full"):
        save_progress(tmp_path, Progress(language="es"))
    assert load_progress(tmp_path).language == "en"
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [FILE]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"readback_progress": 2, "course": "", "language": "en", "exercises": {}}',
        '{"readback_progress": 1, "course": "", "language": "en", "exercises": {"a": {"checks": "many"}}}',
        '{"readback_progress": 1, "course": "", "language": "en", "exercises": {"a": {"mark": 1}}}',
        '{"readback_progress": 1, "course": "", "language": "en", "exercises": {"a": {"gave_up": 1}}}',
    ],
)
def test_a_progress_file_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    """By its name, and never by a traceback."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(BadProgress, match=r"progress\.json is no progress file"):
        load_progress(tmp_path)


def test_a_check_is_counted_and_a_pass_is_kept(bench: Bench, course: Course) -> None:
    """Failing later does not take it away."""
    first = course.exercises[0]
    assert bench.current() is first
    assert not bench.check(first).passed
    (bench.workspace / "tools.toml").write_bytes((first.solution / "tools.toml").read_bytes())
    assert bench.check(first).passed
    (bench.workspace / "tools.toml").write_bytes((first.starter / "tools.toml").read_bytes())
    assert not bench.check(first).passed
    standing = bench.progress.of(first.name)
    assert standing.checks == 3 and standing.passed
    assert [row.state for row in bench.rows()] == ["done", "now", *["open"] * 5]
