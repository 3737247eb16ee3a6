"""A right agent in another style: every state is an object that knows what it does with a line."""

from lab.protocol import ToolError, ToolTimeout


class Handed(Exception):
    """A person has to go on, for this reason."""


class Visit:
    """What the caller wants, and what the clinic has open on that day."""

    def __init__(self, tools, sleep):
        self.tools, self.sleep = tools, sleep
        self.day = self.time = self.name = self.open = None

    @property
    def held(self):
        return {"day": self.day, "time": self.time, "name": self.name}

    def change(self, slot, value):
        if slot == "day" and value != self.day:
            self.open = None
        setattr(self, slot, value)

    def check(self):
        if self.day is None:
            return
        if self.open is None:
            self.open = self.look_up()
        if not self.open:
            self.day = self.open = None
        elif self.time not in self.open:
            self.time = None

    def look_up(self, waits=(0.5, 1.0)):
        try:
            return self.tools.find_open_times(self.day)
        except ToolError:
            raise Handed("clinic_refused") from None
        except ToolTimeout:
            if not waits:
                raise Handed("clinic_unreachable") from None
        self.sleep(waits[0])
        return self.look_up(waits[1:])

    def book(self):
        try:
            self.tools.book(self.day, self.time, self.name)
            return True
        except ToolTimeout:
            raise Handed("booking_unconfirmed") from None
        except ToolError:
            self.time = self.open = None
            return False


class Open:
    """A state in which the caller may say anything."""

    slot = None
    answers = ("book", "repeat")

    def __init__(self, visit, offered=()):
        self.visit, self.offered = visit, tuple(offered)

    @property
    def name(self):
        return f"ASK_{self.slot.upper()}" if self.slot else "LISTEN"

    def is_news(self, heard):
        return any([heard.values(), heard.denied, heard.unclear, heard.part_of_day, heard.choice])

    def helps(self, heard):
        return self.is_news(heard) or heard.intent in self.answers

    def after(self, heard):
        """The state that comes next."""
        for slot in ("day", "time", "name"):
            if slot in heard.denied or slot in heard.unclear:
                self.visit.change(slot, None)
        if self.slot and heard.choice:
            place = heard.choice - (heard.choice > 0)
            if -len(self.offered) <= place < len(self.offered):
                self.visit.change(self.slot, self.offered[place])
        for slot, value in heard.values().items():
            self.visit.change(slot, value)
        return self.onward(heard.unclear)

    def onward(self, unclear):
        self.visit.check()
        missing = [slot for slot, value in self.visit.held.items() if value is None]
        for slot in [slot for slot in missing if slot in unclear] + missing:
            usual = (self.visit.open or ())[:6] if slot == "time" else ()
            return ASKING[slot](self.visit, unclear.get(slot, usual))
        return Confirm(self.visit)

    def words(self):
        return f"Please tell me the {self.slot or 'day'}. {' / '.join(map(str, self.offered))}"


class AskDay(Open):
    slot = "day"


class AskTime(Open):
    slot = "time"


class AskName(Open):
    slot = "name"


class Confirm(Open):
    name = "CONFIRM"
    answers = ("book", "repeat", "yes", "no")

    def after(self, heard):
        if heard.intent == "yes":
            return Done() if self.visit.book() else self.onward({})
        if heard.intent == "no" and not self.is_news(heard):
            self.visit.change("time", None)
        return super().after(heard)

    def words(self):
        return f"{self.visit.name}: {self.visit.day:%A %d %B}, {self.visit.time:%H:%M}. Yes?"


class Done:
    name = "DONE"

    def words(self):
        return "Good day to you."


class HandOff(Done):
    name = "HANDOFF"


ASKING = {"day": AskDay, "time": AskTime, "name": AskName}


class ReservationAgent:
    greeting = "You have reached the clinic."

    def __init__(self, tools, understand, sleep, setting):
        self.understand, self.hand_off = understand, tools.hand_off
        self.visit = Visit(tools, sleep)
        self.now = Open(self.visit)
        self.lost = False

    @property
    def state(self):
        return self.now.name

    def hear(self, line):
        if not isinstance(self.now, Done):
            heard = self.understand(line, self.state)
            try:
                self.now = self.following(heard)
            except Handed as reason:
                self.hand_off(str(reason), **self.visit.held)
                self.now = HandOff()
        return self.now.words()

    def following(self, heard):
        if heard.intent == "human":
            raise Handed("caller_asked")
        if heard.intent == "goodbye":
            return Done()
        helped = self.now.helps(heard)
        if not helped and self.lost:
            raise Handed("not_understood")
        self.lost = not helped
        return self.now.after(heard) if helped else self.now
