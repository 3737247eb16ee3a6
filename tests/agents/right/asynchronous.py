"""A right agent in another style: coroutines all the way down, and states of an enumeration of its own."""

import asyncio
import enum

from lab.protocol import Heard, ToolError, ToolTimeout

Where = enum.Enum("Where", "LISTEN ASK_DAY ASK_TIME ASK_NAME CONFIRM DONE HANDOFF")
NOTHING = Heard()


class Person(Exception):
    """A person has to take over, for a reason."""


class ReservationAgent:
    greeting = "Hello! What would you like?"

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.state = Where.LISTEN
        self.slots = {"day": None, "time": None, "name": None}
        self.times = None
        self.strikes = 0

    async def hear(self, line):
        await asyncio.sleep(0)
        if self.state in (Where.DONE, Where.HANDOFF):
            return "Goodbye."
        try:
            return await self.answer(self.understand(line))
        except Person as person:
            self.state = Where.HANDOFF
            self.tools.hand_off(str(person), **self.slots)
            return "Let me find somebody for you."

    async def answer(self, heard):
        news = heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice
        confirming = self.state is Where.CONFIRM
        match heard.intent:
            case "human":
                raise Person("caller_asked")
            case "goodbye":
                self.state = Where.DONE
                return "Goodbye. There is no booking."
            case "yes" if confirming:
                self.strikes = 0
                return await self.book()
            case "no" if confirming and not news:
                self.slots["time"] = None
            case "repeat" | "book":
                pass
            case _ if not news:
                self.strikes += 1
                if self.strikes == 2:
                    raise Person("not_understood")
                return f"Pardon? {self.question(heard)}"
        self.strikes = 0
        self.keep(heard)
        return await self.ask(heard)

    def keep(self, heard):
        day = self.slots["day"]
        self.slots |= dict.fromkeys([*heard.denied, *heard.unclear]) | heard.values()
        if heard.choice and self.times:
            few = self.times[:6]
            offered = dict(enumerate(few, 1)) | {n - len(few): time for n, time in enumerate(few)}
            self.slots["time"] = offered.get(heard.choice, self.slots["time"])
        if day != self.slots["day"]:
            self.times = None

    async def ask(self, heard):
        if self.slots["day"] and self.times is None:
            self.times = await self.look_up()
        if self.times == []:
            self.slots["day"] = self.times = None
        if self.times and self.slots["time"] not in self.times:
            self.slots["time"] = None
        missing = [slot for slot, value in self.slots.items() if value is None]
        unclear = [slot for slot in missing if slot in heard.unclear]
        self.state = Where[f"ASK_{(unclear + missing)[0].upper()}"] if missing else Where.CONFIRM
        return self.question(heard)

    async def look_up(self):
        for wait in (0, 0.5, 1.0):
            if wait:
                self.sleep(wait)
            try:
                return self.tools.find_open_times(self.slots["day"])
            except ToolTimeout:
                await asyncio.sleep(0)
            except ToolError:
                raise Person("clinic_refused") from None
        raise Person("clinic_unreachable")

    async def book(self):
        try:
            self.tools.book(**self.slots)
        except ToolTimeout:
            raise Person("booking_unconfirmed") from None
        except ToolError:
            self.slots["time"] = self.times = None
            return await self.ask(NOTHING)
        self.state = Where.DONE
        return "All done, goodbye."

    def question(self, heard):
        if self.state is Where.CONFIRM:
            day, time, name = self.slots.values()
            return f"Is {name} on {day:%A}, {day.day} {day:%B}, at {time:%H:%M} right?"
        slot = self.state.name.removeprefix("ASK_").lower()
        choices = heard.unclear.get(slot) or (self.times[:6] if slot == "time" and self.times else ())
        return f"What is the {slot}? {' '.join(str(choice) for choice in choices)}"
