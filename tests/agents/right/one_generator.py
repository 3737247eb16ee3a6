"""A right agent in another style: the whole call is one generator, which waits wherever the caller speaks."""

from lab.protocol import ToolError, ToolTimeout

ORDER = ("day", "time", "name")


class Person(Exception):
    """Somebody else has to go on."""


class Goodbye(Exception):
    """The caller wants nothing more."""


class ReservationAgent:
    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.state = "LISTEN"
        self.visit = {}
        self.open = None
        self.unclear = {}
        self.call = self.conversation()
        self.greeting = next(self.call)

    def hear(self, line):
        return self.call.send(self.understand(line, self.state))

    def conversation(self):
        try:
            words = yield from self.until_booked()
        except Goodbye:
            words = "Then nothing is booked. Goodbye."
        except Person as why:
            self.tools.hand_off(str(why), **self.visit)
            self.state = "HANDOFF"
            words = "Hold the line, please."
        while True:
            if self.state != "HANDOFF":
                self.state = "DONE"
            yield words
            words = "Goodbye."

    def until_booked(self):
        heard = yield from self.a_line_of_use("Reservations, what can I do for you?")
        while True:
            if self.state == "CONFIRM" and heard.intent == "yes":
                if self.book():
                    return "It is booked. Goodbye."
            else:
                self.take(heard)
            self.look_up()
            heard = yield from self.a_line_of_use(self.question())

    def a_line_of_use(self, words):
        for _ in range(2):
            heard = yield words
            if heard.intent == "human":
                raise Person("caller_asked")
            if heard.intent == "goodbye":
                raise Goodbye
            answers = ("book", "repeat", *(("yes", "no") if self.state == "CONFIRM" else ()))
            if self.says_something(heard) or heard.intent in answers:
                return heard
            words = f"I beg your pardon? {words}"
        raise Person("not_understood")

    def says_something(self, heard):
        return any((heard.values(), heard.denied, heard.unclear, heard.part_of_day, heard.choice))

    def take(self, heard):
        before = self.visit.get("day")
        self.unclear = heard.unclear
        for slot in (*heard.denied, *heard.unclear):
            self.visit.pop(slot, None)
        if heard.choice and self.open:
            offered = dict(enumerate(self.open[:6], 1))
            chosen = offered.get(heard.choice if heard.choice > 0 else len(offered) + 1 + heard.choice)
            self.visit |= {"time": chosen} if chosen else {}
        elif self.state == "CONFIRM" and heard.intent == "no" and not self.says_something(heard):
            del self.visit["time"]
        self.visit |= heard.values()
        if self.visit.get("day") != before:
            self.open = None

    def look_up(self):
        if "day" not in self.visit:
            return
        if self.open is None:
            self.open = self.patiently(self.visit["day"])
        if not self.open:
            del self.visit["day"]
            self.open = None
        elif self.visit.get("time") not in self.open:
            self.visit.pop("time", None)

    def patiently(self, day):
        for pause in (0.5, 1.0, None):
            try:
                return self.tools.find_open_times(day)
            except ToolError:
                raise Person("clinic_refused") from None
            except ToolTimeout:
                if pause:
                    self.sleep(pause)
        raise Person("clinic_unreachable")

    def book(self):
        try:
            self.tools.book(**self.visit)
        except ToolTimeout:
            raise Person("booking_unconfirmed") from None
        except ToolError:
            del self.visit["time"]
            self.open = None
            return False
        return True

    def question(self):
        wanting = [slot for slot in ORDER if slot not in self.visit]
        slot = next((slot for slot in wanting if slot in self.unclear), next(iter(wanting), None))
        if slot is None:
            self.state = "CONFIRM"
            return f"{self.visit['name']}, {self.visit['day']:%A %B %d} at {self.visit['time']:%H:%M}: is that right?"
        self.state = f"ASK_{slot.upper()}"
        candidates = self.unclear.get(slot) or (self.open or [])[:6] * (slot == "time")
        return f"The {slot}, please? {' or '.join(map(self.said, candidates))}"

    def said(self, value):
        return value if isinstance(value, str) else f"{value:%A %B %d}" if hasattr(value, "year") else f"{value:%H:%M}"
