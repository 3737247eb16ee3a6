"""Serves a practice's record system over HTTP, so that an agent in any language can be tried against it."""

import argparse
import datetime as dt
import logging
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lab import terminal

if TYPE_CHECKING:
    from fake_api.practice.emr import Practice
    from fake_api.practice.wire import Transport

LOOPBACK = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--world", default="maple", help="a practice that ships, or a world file (maple)")
    parser.add_argument("--file", type=Path, help="keep what is booked in this file; without it, in memory")
    parser.add_argument("--plan", default="calm", help="the failure plan of requests that choose none (calm)")
    parser.add_argument("--host", default=LOOPBACK, help=f"where to listen ({LOOPBACK}: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="the port (8000)")
    parser.add_argument("--now", default="2026-09-14T09:00:00", help="when its clock starts, or `real`")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; raises UsageError without the extra, DataError for a bad world, plan or file."""
    try:
        import uvicorn

        from fake_api.practice.server import make_app
    except ImportError:
        raise terminal.UsageError("serve needs FastAPI and uvicorn", 'pip install "readback[serve]"') from None
    from fake_api.practice.trouble import load_trouble

    practice, inbound = _apis(args)
    app = make_app(practice, inbound, load_trouble(args.plan))
    if args.host != LOOPBACK:
        terminal.complain(f"lab: listening on {args.host}: whoever reaches this machine can read and write there")
    # a plan that keeps an answer back is no fault of the server's
    logging.getLogger("uvicorn.error").addFilter(lambda record: "returned without" not in record.getMessage())
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    with _listening(args.host, args.port) as listener:
        terminal.say(f"http://{args.host}:{listener.getsockname()[1]}/docs")
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    return terminal.OK


def _listening(host: str, port: int) -> socket.socket:
    """Raises UsageError where nobody may listen, or somebody does."""
    if not 0 <= port <= 65535:
        raise terminal.UsageError(
            f"--port {port} is no port", "a port is a number up to 65535; 0 takes any that is free"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
        # asyncio sends small answers at once only on sockets that say they are TCP
        return socket.socket(listener.family, listener.type, socket.IPPROTO_TCP, fileno=listener.detach())
    except OSError as fault:
        problem = f"can't listen on {host}:{port}: {fault.strerror}"
        raise terminal.UsageError(problem, "name another --port") from None


def _apis(args: argparse.Namespace) -> "tuple[Practice, Transport]":
    """The record system, and what a front desk may ask, over the same rows and by the same clock."""
    from fake_api.clock import RealTimeClock
    from fake_api.practice.emr import Practice
    from fake_api.practice.inbound.api import open_inbound
    from fake_api.practice.store import Store
    from fake_api.practice.times import zone_of
    from fake_api.practice.world import load_world

    store = Store(args.file)
    if store.is_new:
        store.fill(load_world(args.world))
    (zone,) = store.one("SELECT zone FROM offices ORDER BY id")
    clock = RealTimeClock(_start(args.now, zone_of(zone)))
    practice = Practice(store, clock)
    return practice, open_inbound(practice, clock)


def _start(text: str, zone: dt.tzinfo) -> dt.datetime:
    """A time without an offset is the first office's."""
    if text == "real":
        return dt.datetime.now(zone)
    try:
        start = dt.datetime.fromisoformat(text)
    except ValueError:
        raise terminal.UsageError(f"--now {text!r} is no time", "write it as 2026-09-14T09:00:00, or `real`") from None
    return start if start.tzinfo else start.replace(tzinfo=zone)
