"""What a practice and the desk before it cost: `python benchmarks/practice.py [--sizes 1000 1000000] [--seconds 3]`.

A search by its processor time and its requests; a booking's own share beside the record system's; both for practices of
50 providers and so many appointments. Then requests a second over HTTP, beside a bare FastAPI hello on this machine.
"""

import argparse
import asyncio
import datetime as dt
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

from fake_api.clock import FakeClock
from fake_api.practice.emr import Practice, open_practice
from fake_api.practice.generate import generate
from fake_api.practice.store import Store
from fake_api.practice.times import zone_of
from fake_api.practice.wire import Answer, Request
from fake_api.practice.world import Patient
from lab.middleware.calendar import Calendar
from lab.middleware.desk import Desk
from lab.middleware.directory import read_directory
from lab.middleware.emr import Emr
from lab.middleware.tokens import Keys
from lab.protocol import Heard, Intent
from lab.terminal import say

NOW = dt.datetime(2026, 9, 14, 9, 0, tzinfo=zone_of("America/New_York"))
CALLER = Patient(1, "Jamie Rivera", dt.date(1985, 4, 3), "212-555-0142", "established")
KEYS = Keys("bench", {"bench": b"signs nothing that outlives a benchmark"})
CONNECTIONS = 16
VISITS_LATELY = 32_000
"""How many starts 50 providers have in the days that a search reads."""
READS = {
    "offices": ["/offices"],
    "patient": [f"/patients?phone=212555{n:04}" for n in range(10_000)],
    "visits": [f"/appointments?patientId={50_000 + n}" for n in range(20_000)],
    "day": [
        f"/schedule/day?officeId=1&profileId={100 + doctor}&date={dt.date(2025, 10, 1) + dt.timedelta(days=day)}"
        for day in range(360)
        for doctor in range(12)
    ],
    "month": [f"/schedule/month?officeId=1&month=2026-{month:02}" for month in range(1, 13)] * 10,
}
"""What is asked over HTTP: each path once, but for what few clients can ask otherwise."""
_ROOT = Path(__file__).resolve().parents[1]
_HELLO = """
import sys, uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.get("/hello")
async def hello(): return {"hello": "world"}
uvicorn.run(app, port=int(sys.argv[1]), log_level="critical", access_log=False)
"""
_PRACTICE = """
import sys, argparse
from lab import serve
parser = argparse.ArgumentParser()
serve.add_arguments(parser)
serve.run(parser.parse_args(["--port", sys.argv[1], "--file", sys.argv[2]]))
"""


class Timed:
    """A transport that knows how long the record system itself took, in seconds."""

    def __init__(self, practice: Practice) -> None:
        self._practice = practice
        self.seconds = 0.0

    def __call__(self, request: Request) -> Answer:
        began = time.process_time()
        answer = self._practice(request)
        self.seconds += time.process_time() - began
        return answer


def main() -> None:
    """Print every figure beside what is to be reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 100_000, 1_000_000])
    parser.add_argument(
        "--per-office", type=int, nargs="+", default=[12, 50], help="how many of the 50 share an office"
    )
    parser.add_argument("--full", type=float, nargs="+", default=[0.03, 0.8], help="the share of the starts taken now")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each server is asked")
    args = parser.parse_args()
    # the days that are searched are equally full in every size, so that nothing but the history grows
    for per_office, full, size in product(args.per_office, args.full, args.sizes):
        if size >= VISITS_LATELY * full:
            measure_desk(size, per_office, full, args.rounds)
    if args.seconds:
        measure_http(args.seconds)


def measure_desk(appointments: int, per_office: int, full: float, rounds: int) -> None:
    """One line for a practice of so many appointments."""
    world = generate(1, providers=50, appointments=appointments, per_office=per_office, lately=full)
    world = replace(world, patient=(*world.patient, CALLER))
    clock = FakeClock(NOW)
    practice = open_practice(world, clock)
    del world
    gc.collect()
    gc.freeze()
    timed = Timed(practice)
    emr = Emr(timed, clock)
    desk = Desk(emr, read_directory(emr), clock, KEYS)
    desk.call("find_patient", {"name": CALLER.name, "date_of_birth": CALLER.born.isoformat()})
    searches, own, system, requests = [], [], [], 0
    for n in range(rounds):
        before = practice.requests.total()
        began = time.process_time()
        calendar = desk.call("find_openings", {"reason": "checkup", "office": "Office 1"})
        assert isinstance(calendar, Calendar) and calendar.text
        searches.append(time.process_time() - began)
        requests = max(requests, practice.requests.total() - before)
        reference = calendar.offers[n % len(calendar.offers)].reference
        asked = desk.call("book", {"reference": reference})
        desk.said(getattr(asked, "sentence", ""))
        desk.heard(Heard(intent=Intent.YES))
        timed.seconds, began = 0.0, time.process_time()
        assert desk.call("book", {"reference": reference}).code == "done"
        own.append(time.process_time() - began - timed.seconds)
        system.append(timed.seconds)
        desk.layers.clear()
        desk.offers._ever.clear()
    say(
        f"{per_office} in an office {full:.0%} full, {appointments:>9,} appointments:"
        f" a search {ms(searches)} ms (to reach: under 20), {requests} requests (2);"
        f" a booking's own {ms(own)} ms (under 1), the record system's {ms(system)} ms"
    )


def ms(seconds: list[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.2f}"


def measure_http(seconds: float) -> None:
    """Requests a second of a bare hello and of the practice's reads, turn about, and each read's share of hello."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "practice.db"
        with closing(Store(file)) as store:
            store.fill(generate(1, providers=12, appointments=100_000, lately=0.3))
        with serving(_HELLO, 8801), serving(_PRACTICE, 8802, str(file)):
            for name, paths in READS.items():
                pairs = [(rate(8801, ["/hello"], seconds / 6), rate(8802, paths, seconds / 6)) for _ in range(6)]
                hello, read = (statistics.median(each) for each in zip(*pairs, strict=True))
                share = statistics.median(read / hello for hello, read in pairs)
                say(f"{name}: {read:,.0f} a second, hello {hello:,.0f}: {share:.0%} (to reach: 2,000, or 80%)")


def rate(port: int, paths: list[str], seconds: float) -> float:
    """Requests a second for these paths, one after another."""
    return asyncio.run(load(port, paths, seconds))


@contextmanager
def serving(script: str, port: int, *words: str) -> Iterator[None]:
    """A server in a process of its own, until the block ends."""
    environment = os.environ | {"PYTHONPATH": str(_ROOT)}
    server = subprocess.Popen(
        [sys.executable, "-c", script, str(port), *words], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                rate(port, ["/docs"], 0)
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


async def load(port: int, paths: list[str], seconds: float) -> float:
    """Requests a second over connections that are kept; raises OSError where nobody listens."""
    began = time.perf_counter()
    asked = (ask(port, paths[n::CONNECTIONS] or paths, began + seconds) for n in range(CONNECTIONS if seconds else 1))
    return sum(await asyncio.gather(*asked)) / (time.perf_counter() - began)


async def ask(port: int, paths: list[str], until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while count == 0 or time.perf_counter() < until:
        writer.write(f"GET {paths[count % len(paths)]} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.split(b":")[1]))
        count += 1
    writer.close()
    return count


if __name__ == "__main__":
    main()
