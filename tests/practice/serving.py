"""A server of the tests' own, in a thread, whose practice each test replaces."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

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
