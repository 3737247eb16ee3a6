"""Servers of the tests' own: one in a thread, whose practice each test replaces, and one that may be killed."""

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import uvicorn

from fake_api.practice.emr import Practice
from fake_api.practice.server import make_app
from fake_api.practice.wire import Answer, Request, Transport


class Latest:
    """Stands where a practice and its front desk's API stand, and asks those that are set."""

    name = "Tests"

    def __init__(self) -> None:
        self.practice: Practice | None = None
        self.inbound: Transport | None = None

    def ask_inbound(self, request: Request) -> Answer:
        assert self.inbound
        return self.inbound(request)

    def in_writing(self, request: Request) -> Answer:
        assert self.practice
        return self.practice.in_writing(request)


@contextmanager
def serving(latest: Latest) -> Iterator[str]:
    """The URL of a server on a free port of this machine, until the block ends."""
    config = uvicorn.Config(
        make_app(latest, latest.ask_inbound), port=0, log_level="critical", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


_SERVE = """
import argparse, sys
from lab import serve
parser = argparse.ArgumentParser()
serve.add_arguments(parser)
serve.run(parser.parse_args(sys.argv[1:]))
"""


def serve_file(file: Path, port: int) -> "subprocess.Popen[bytes]":
    """A server in a process of its own, as `lab serve` is, that answers by now and may be killed."""
    command = [sys.executable, "-c", _SERVE, "--file", str(file), "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _wait_until_it_answers(port, server)
    return server


def _wait_until_it_answers(port: int, server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        with suppress(OSError), closing(http.client.HTTPConnection("127.0.0.1", port, timeout=1)) as connection:
            connection.request("GET", "/offices")
            if connection.getresponse().status == 200:
                return
    raise AssertionError("the server did not start")
