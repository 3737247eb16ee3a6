"""The app in a browser, served from this machine; it needs `pip install 'readback[web]'`.

Only this machine can reach it unless --host says otherwise, and only the page that it serves may talk to it: whoever
can type into the app runs your agent with your rights."""

import argparse
import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab import terminal

if TYPE_CHECKING:
    from textual_serve.server import Server

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab web` takes."""
    parser.add_argument("agent", nargs="?", metavar="AGENT.py", help="the agent's file, as for `lab call`")
    parser.add_argument("--plan", default="calm", metavar="NAME", help="a failure plan's name, or its TOML file")
    parser.add_argument("--host", default=LOOPBACK[0], metavar="ADDRESS", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="on which port (8000)")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Raises UsageError, NoSuchAgent or OSError."""
    from lab.call.place import which_agent

    if find_spec("textual_serve") is None:
        raise terminal.UsageError("the part that serves a browser is not installed", "pip install 'readback[web]'")
    agent = which_agent(Path(args.agent) if args.agent else None)
    if args.host not in LOOPBACK:
        terminal.complain(f"anybody who reaches {args.host} can now run {agent} on this machine")
    terminal.complain(f"http://{args.host}:{args.port}/ shows the app; Ctrl-C ends it")
    server(app_command(agent, args.plan), args.host, args.port).serve()
    return terminal.OK


def app_command(agent: Path, plan: str) -> str:
    """What is run for each visitor, as one line for the shell."""
    words = [sys.executable, "-m", "lab", "call", str(agent), "--plan", plan]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def server(command: str, host: str, port: int) -> "Server":
    """A server of the app that listens to its own page only."""
    from textual_serve.server import Server

    class OwnPageOnly(Server):  # type: ignore[misc]
        """Another site that is open in the same browser could else type into the app."""

        async def _make_app(self) -> Any:
            app = await super()._make_app()
            app.middlewares.append(_own_page_only(host, port))
            return app

        def initialize_logging(self) -> None:
            """Not a line for each file that a browser asks for."""

        async def on_startup(self, app: Any) -> None:
            """Says nothing: what there is to say was said."""

    return OwnPageOnly(command, host=host, port=port, title="Readback")


def _own_page_only(host: str, port: int) -> Any:
    from aiohttp import web

    names = LOOPBACK if host in LOOPBACK else (host,)
    here = {f"[{name}]:{port}" if ":" in name else f"{name}:{port}" for name in names}

    async def check(request: web.Request, handler: Any) -> Any:
        origin = request.headers.get("Origin", "").partition("://")[2]
        # a name that was made to point here is no name of ours
        asked = request.headers.get("Host", "") if host in LOOPBACK else ""
        if (origin and origin not in here) or (asked and asked not in here):
            raise web.HTTPForbidden(text="this page is served to itself only")
        return await handler(request)

    return web.middleware(check)
