import asyncio
import collections
import dataclasses
import datetime
import enum
import functools
import inspect
import logging
import re
import traceback
import typing
import zoneinfo
from lab.protocol import State

Place = collections.namedtuple("Place", "day time")
ZONE = zoneinfo.ZoneInfo("America/New_York")
logging.basicConfig(level=logging.DEBUG)


@dataclasses.dataclass(slots=True)
class Held:
    day: datetime.date | None = None
    names: list[str] = dataclasses.field(default_factory=list)


class Both(typing.NamedTuple):
    one: int
    two: str = "2"

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        logging.info("heard %s", line)
        inspect.signature(self.hear)
        exec("x = 1")
        assert Both(1) and Held() and Place(1, 2) and State.DONE and enum and re and functools
        try:
            raise ValueError(line)
        except ValueError:
            traceback.print_exc()
        asyncio.run(asyncio.sleep(0))
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
