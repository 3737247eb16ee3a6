"""A right agent in another style: it never asks for `understand`, and hears with regular expressions of its own."""

import re
from datetime import time, timedelta

from lab.protocol import State, ToolError, ToolTimeout

WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
HOURS = {word: hour for hour, word in enumerate(WORDS, 1)}
TIME = re.compile(
    rf"(?P<half>half past )?\b(?P<hour>\d\d?|{'|'.join(WORDS)})\b(?::(?P<minute>\d\d)| (?P<thirty>thirty))?"
    r"(?: o'clock)?(?: ?(?P<noon>[ap])\.?m\b| in the (?P<part>morning|afternoon))?"
)
NAME = re.compile(r"(?:the name is|my name is|i'm|this is) (?P<name>[\w' .-]+)", re.IGNORECASE)
YES = re.compile(r"(yes|yeah|right|correct|please|that's|sure|ok|okay|[ ,.!])+")


class ReservationAgent:
    greeting = "Good morning, reservations."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.today = tools, sleep, setting.today
        self.state = State.LISTEN
        self.kept = {}
        self.openings = None
        self.nothing = 0

    def hear(self, line):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        low, said = line.lower(), self.find(line)
        if re.search(r"\b(person|human|someone|somebody|operator)\b", low):
            return self.person("caller_asked")
        if re.search(r"\b(never mind|goodbye|bye)\b", low):
            self.state = State.DONE
            return "Goodbye, nothing is booked."
        if self.state == "CONFIRM" and YES.fullmatch(low):
            return self.book()
        refused = self.state == "CONFIRM" and re.match(r"no\b", low)
        if not said and not refused and not re.search(r"\b(book|appointment|hello|again|open|free)\b", low):
            self.nothing += 1
            return self.person("not_understood") if self.nothing == 2 else "I missed that. " + self.question()
        self.nothing = 0
        if refused and not said:
            self.kept.pop("time", None)
        if said.get("day", self.kept.get("day")) != self.kept.get("day"):
            self.openings = None
        self.kept.update(said)
        return self.ask()

    def find(self, line):
        found, rest = {}, line
        if named := NAME.search(line):
            found["name"] = named["name"].strip(" .")
            rest = line[: named.start()]
        rest = rest.lower()
        if day := self.day(rest):
            found["day"] = day
        if clock := TIME.search(re.sub(r"\d\d?(st|nd|rd|th)", "", rest)):
            hour = int(HOURS.get(clock["hour"], clock["hour"]))
            late = clock["noon"] == "p" or clock["part"] == "afternoon" or (not clock["noon"] and hour < 8)
            minute = 30 if clock["half"] or clock["thirty"] else int(clock["minute"] or 0)
            found["time"] = time(hour + 12 * (late and hour < 12), minute)
        return found

    def day(self, text):
        if number := re.search(r"\b(\d\d?)(?:st|nd|rd|th)\b", text):
            ahead = (self.today + timedelta(n) for n in range(62))
            return next((day for day in ahead if day.day == int(number[1])), None)
        for number, weekday in enumerate(WEEKDAYS):
            if weekday in text:
                return self.today + timedelta((number - self.today.weekday() - 1) % 7 + 1)
        return self.today + timedelta(1) if "tomorrow" in text else None

    def ask(self):
        if "day" in self.kept and self.openings is None:
            for wait in (0.5, 1.0, None):
                try:
                    self.openings = self.tools.find_open_times(self.kept["day"])
                    break
                except ToolTimeout:
                    if wait is None:
                        return self.person("clinic_unreachable")
                    self.sleep(wait)
                except ToolError:
                    return self.person("clinic_refused")
        if self.openings == []:
            del self.kept["day"]
            self.openings = None
        if self.openings and self.kept.get("time") not in self.openings:
            self.kept.pop("time", None)
        missing = next((slot for slot in ("day", "time", "name") if slot not in self.kept), None)
        self.state = State[f"ASK_{missing.upper()}"] if missing else State.CONFIRM
        return self.question()

    def question(self):
        if self.state == "CONFIRM":
            return f"So {self.kept['day']:%A %B %d} at {self.kept['time']:%H:%M}, {self.kept['name']}?"
        wanted = self.state.removeprefix("ASK_").lower()
        few = " ".join(f"{opening:%H:%M}" for opening in (self.openings or [])[:5])
        return f"Please tell me the {wanted}. {few if wanted == 'time' else ''}"

    def book(self):
        try:
            self.tools.book(**self.kept)
        except ToolTimeout:
            return self.person("booking_unconfirmed")
        except ToolError:
            del self.kept["time"]
            self.openings = None
            return "Gone. " + self.ask()
        self.state = State.DONE
        return "Booked."

    def person(self, reason):
        self.tools.hand_off(reason, **self.kept)
        self.state = State.HANDOFF
        return "A person will help you."
