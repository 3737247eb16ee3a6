"""An agent as a beginner writes it at the end of the course; the mistakes of beginners.toml are made in it."""

from lab.protocol import Heard, State, ToolError, ToolTimeout

FREE = ("DONE", "HANDOFF")


class ReservationAgent:
    greeting = "Clinic, hello?"

    def __init__(self, tools, understand, sleep, setting):
        self.tools = tools
        self.understand = understand
        self.sleep = sleep
        self.state = "LISTEN"
        self.slots = {"day": None, "time": None, "name": None}
        self.times = None
        self.lost = 0

    def hear(self, line):
        if self.state in FREE:
            return "Goodbye."
        heard = self.understand(line, self.state)
        if heard.intent == "human":
            return self.person("caller_asked")
        if heard.intent == "goodbye":
            self.state = "DONE"
            return "Goodbye."
        if heard.intent == "yes" and self.state == "CONFIRM":
            return self.book()
        if heard.intent == "unknown" or (heard.intent in ("yes", "no") and self.state != "CONFIRM"):
            self.lost = self.lost + 1
            if self.lost == 2:
                return self.person("not_understood")
            return "Sorry, once more please?"
        self.lost = 0
        news = self.keep(heard)
        if heard.intent == "no" and not news:
            self.slots["time"] = None
        return self.ask(heard)

    def keep(self, heard):
        news = False
        for slot in self.slots:
            if slot in heard.values() or slot in heard.denied or slot in heard.unclear:
                value = heard.values().get(slot)
                if slot == "day" and value != self.slots["day"]:
                    self.times = None
                self.slots[slot] = value
                news = True
        return news

    def ask(self, heard):
        if self.slots["day"] and self.times is None:
            waits = [0.5, 1.0]
            while self.times is None:
                try:
                    self.times = self.tools.find_open_times(self.slots["day"])
                except ToolTimeout:
                    if not waits:
                        return self.person("clinic_unreachable")
                    self.sleep(waits.pop(0))
                except ToolError:
                    return self.person("clinic_refused")
        if self.times and self.slots["time"] not in self.times:
            self.slots["time"] = None
        for slot in heard.unclear:
            self.state = "ASK_" + slot.upper()
            return f"Which {slot} do you mean?"
        for slot in self.slots:
            if self.slots[slot] is None:
                self.state = State["ASK_" + slot.upper()]
                return f"And the {slot}?"
        self.state = "CONFIRM"
        return "{day:%A %d %B}, {time:%H:%M}, {name}. Is that right?".format(**self.slots)

    def book(self):
        try:
            self.tools.book(self.slots["day"], self.slots["time"], self.slots["name"])
        except ToolTimeout:
            return self.person("booking_unconfirmed")
        except ToolError:
            self.slots["time"] = None
            self.times = None
            return self.ask(Heard())
        self.state = "DONE"
        return "It is booked."

    def person(self, reason):
        self.tools.hand_off(reason, self.slots["day"], self.slots["time"], self.slots["name"])
        self.state = "HANDOFF"
        return "Please wait for a person."
