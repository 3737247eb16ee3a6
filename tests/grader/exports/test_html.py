"""The page: everything in it is text, nothing comes from elsewhere, and a real browser opens it from disk."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grader.class_report import class_report
from grader.exports.html import page
from grader.result import ClassResult

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)


class Reader(HTMLParser):
    """The tags and the attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attributes}


@pytest.fixture
def text(graded: ClassResult) -> str:
    """The page as it is written."""
    return "".join(page(graded, class_report(graded, {"the finished agent": graded.submissions[2].sketch})))


def test_nothing_in_it_runs_or_comes_from_elsewhere(text: str) -> None:
    """No script, no link, no source, no handler, whatever students wrote."""
    reader = Reader()
    reader.feed(text)
    assert not {"script", "link", "img", "iframe", "a", "object"} & set(reader.tags)
    assert {name for name in reader.attributes if name.startswith("on") or name in ("src", "href")} == set()
    assert not re.search(r"url\(|@import", text)
    assert not re.search("[\x00-\x08\x0b-\x1f]", text)


def test_what_students_wrote_is_text(text: str) -> None:
    """A tag in a name is shown, not obeyed."""
    assert "::error::&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert r"\x1b[2J\x00]]&gt;&lt;/failure&gt;" in text


def test_it_tells_the_class_and_every_submission(text: str, graded: ClassResult) -> None:
    """Marks, scenarios, who wrote alike, and each failure with its rule."""
    assert text.count("<details>") == len(graded.submissions)
    for part in ("mean 2.75, median 2.5", "alike: 007, =1+1", "@late is like the finished agent", "rule 2: look up"):
        assert part in text
    assert "secret print" not in text


@pytest.mark.long
@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
def test_a_browser_opens_it_from_disk(text: str, tmp_path: Path) -> None:
    """What it shows is what was written, and it asks for nothing else."""
    file = tmp_path / "class.html"
    file.write_text(text, encoding="utf-8", errors="backslashreplace")
    assert BROWSER
    alone = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    shown = subprocess.run([BROWSER, *alone, file.as_uri()], capture_output=True, text=True, timeout=50, check=True)
    assert "<h2>Submissions</h2>" in shown.stdout
    assert shown.stdout.count("<details>") == 6
    assert shown.stdout.count("<script") == 0
