"""A right agent in another style: plain strings for states, no imports of ours, a chain of plain ifs."""


def kind(error):
    """A timeout or a refusal, told apart by name alone."""
    return type(error).__name__


class ReservationAgent:
    greeting = "Clinic. Yes?"
    state = "LISTEN"

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.day = self.time = self.name = self.times = None
        self.blank = 0
        self.last = self.greeting

    def hear(self, line):
        self.last = self.turn(self.understand(line, self.state)) or self.last
        return self.last

    def turn(self, h):
        if self.state == "DONE" or self.state == "HANDOFF":
            return "Bye."
        if h.intent == "human":
            return self.person("caller_asked")
        if h.intent == "goodbye":
            self.state = "DONE"
            return "Bye, then."
        news = h.day or h.time or h.name or h.denied or h.unclear or h.part_of_day or h.choice
        if self.state == "CONFIRM" and h.intent == "yes":
            return self.book(h)
        refused = self.state == "CONFIRM" and h.intent == "no"
        if not news and not refused and h.intent not in {"book", "repeat"}:
            self.blank += 1
            return self.person("not_understood") if self.blank == 2 else None
        self.blank = 0
        if h.intent == "repeat" and not news and self.state != "LISTEN":
            return None
        if not news and refused:
            self.time = None
        self.keep(h)
        return self.ask(h)

    def keep(self, h):
        if "day" in h.denied or "day" in h.unclear or (h.day and h.day != self.day):
            self.day, self.times = h.day, None
        if "time" in h.denied or "time" in h.unclear or h.time:
            self.time = h.time
        if "name" in h.denied or "name" in h.unclear or h.name:
            self.name = h.name
        if h.choice and self.times:
            few = self.times[:6]
            place = h.choice - 1 if h.choice > 0 else len(few) + h.choice
            if 0 <= place < len(few):
                self.time = few[place]

    def book(self, h):
        try:
            self.tools.book(self.day, self.time, self.name)
        except Exception as error:
            if kind(error) == "ToolTimeout":
                return self.person("booking_unconfirmed")
            self.time = self.times = None
            return self.ask(h)
        self.state = "DONE"
        return "It is booked."

    def ask(self, h):
        if self.day and self.times is None:
            for wait in (0.5, 1.0, 0):
                try:
                    self.times = self.tools.find_open_times(self.day)
                    break
                except Exception as error:
                    if kind(error) != "ToolTimeout":
                        return self.person("clinic_refused")
                    if wait == 0:
                        return self.person("clinic_unreachable")
                    self.sleep(wait)
            if not self.times:
                self.day = self.times = None
        if self.times and self.time not in self.times:
            self.time = None
        for slot in ("day", "time", "name"):
            if slot in h.unclear:
                self.state = "ASK_" + slot.upper()
                return f"Which {slot}: " + " or ".join(self.say(value) for value in h.unclear[slot]) + "?"
        for slot in ("day", "time", "name"):
            if not getattr(self, slot):
                self.state = "ASK_" + slot.upper()
                few = ", ".join(map(self.say, self.times[:6])) if slot == "time" and self.times else ""
                return f"Your {slot}? {few}"
        self.state = "CONFIRM"
        return f"{self.say(self.day)}, {self.say(self.time)}, {self.name}. Shall I?"

    def say(self, value):
        if hasattr(value, "hour"):
            return f"{value.hour}:{value.minute:02}"
        return f"{value:%A} {value:%B} {value.day}" if hasattr(value, "year") else value

    def person(self, reason):
        self.state = "HANDOFF"
        self.tools.hand_off(reason, self.day, self.time, self.name)
        return "Here is a person."
