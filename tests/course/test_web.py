"""The app in a browser: reachable from this machine, by its own page only."""

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.course.run_lab import ROOT
from lab.tui.web import app_command
from tests.course.conftest import Lab

PATIENCE = 30  # seconds
served = pytest.mark.skipif(
    importlib.util.find_spec("textual_serve") is None, reason="the extra [web] is not installed"
)


def test_without_its_extra_it_says_what_to_install(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is served, and nobody has to guess."""
    monkeypatch.setattr("lab.tui.web.find_spec", lambda name: None)
    code, _, err = lab("web")
    assert code == 2 and "pip install 'readback[web]'" in err


def test_what_is_run_for_a_visitor_is_one_line(tmp_path: Path) -> None:
    """A path with a space, or with more than that, stays one word."""
    line = app_command(tmp_path / "my agent; rm.py", "calm")
    assert "my agent; rm.py'" in line or os.name == "nt"


@pytest.fixture
def port() -> Iterator[int]:
    """Where a server of ours is listening."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    running = subprocess.Popen(
        [sys.executable, "-m", "lab", "web", "--port", str(number)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield number
    finally:
        running.terminate()
        running.wait(timeout=PATIENCE)


@served
@pytest.mark.long
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_page_a_call_and_no_stranger(port: int) -> None:
    """The page comes, the call opens in it and hears what is typed; another site's page gets nothing."""
    import asyncio

    assert asyncio.run(_visit(port)) == {"page": 200, "stranger": 403, "other name": 403, "socket of a stranger": 403}


async def _visit(port: int) -> dict[str, int]:
    import asyncio

    import aiohttp

    url, stranger = f"http://127.0.0.1:{port}/", {"Origin": "http://elsewhere.example"}
    async with aiohttp.ClientSession() as session:
        seen = {"page": await _come_up(session, url)}
        for name, headers in (("stranger", stranger), ("other name", {"Host": "elsewhere.example"})):
            async with session.get(url, headers=headers) as answer:
                seen[name] = answer.status
        async with session.get(f"{url}ws", headers=stranger) as answer:
            seen["socket of a stranger"] = answer.status
        async with session.ws_connect(f"{url}ws?width=120&height=30") as line, asyncio.timeout(PATIENCE):
            await _read_until(line, "How can I help you?")
            await line.send_json(["stdin", "Tuesday at ten\r"])
            await _read_until(line, "What name")
    return seen


async def _come_up(session: Any, url: str) -> int:
    """The status of the page, as soon as anybody listens."""
    import asyncio

    import aiohttp

    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with session.get(url) as answer:
                    return int(answer.status)
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.05)


async def _read_until(line: Any, wanted: str) -> None:
    seen = ""
    while wanted not in seen:
        message = await line.receive()
        seen += message.data.decode("utf-8", "replace") if isinstance(message.data, bytes) else ""
