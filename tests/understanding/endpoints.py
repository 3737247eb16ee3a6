"""An OpenAI-compatible endpoint on this very machine, with a model in it that says what a test wants."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[dict[str, Any]], tuple[int, bytes]]
"""A request's JSON to a status and a body; it may also raise ConnectionError to hang up without a word."""


def completion(content: Any) -> tuple[int, bytes]:
    """A chat completion with this content, as every such server answers."""
    message = {"role": "assistant", "content": content}
    return 200, json.dumps({"choices": [{"index": 0, "message": message}]}).encode()


def says(intent: str = "inform", **words: str | None) -> tuple[int, bytes]:
    """A chat completion in perfect form: this intent, these words for the slots."""
    return completion(json.dumps({"intent": intent, "day": None, "time": None, "name": None, **words}))


class FakeEndpoint:
    """What was asked (`requests`, `headers`), and `reply`, which a test may change; `held` answers wait for the end."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.ending = threading.Event()
        self.url = ""

    def held(self, request: dict[str, Any]) -> tuple[int, bytes]:
        """A reply that never comes while the test runs."""
        self.ending.wait()
        return says()


@contextmanager
def endpoint(reply: Reply) -> Iterator[FakeEndpoint]:
    """Serve on a free port of the loopback until the block ends."""
    fake = FakeEndpoint(reply)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            fake.requests.append({"path": self.path, **request})
            fake.headers.append(dict(self.headers))
            try:
                status, body = fake.reply(request)
            except ConnectionError:
                return
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", body.decode())
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:  # the client has stopped waiting
            pass

    with Server(("127.0.0.1", 0), Handler) as server:
        fake.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield fake
        finally:
            fake.ending.set()
            server.shutdown()
            thread.join()
