"""A right agent in another style: a table of rules, tried from the top; the first that fits says what to do."""

from lab.protocol import ToolError, ToolTimeout

QUESTIONS = {"day": "Which day suits you?", "time": "At what time?", "name": "And your name, please?"}
OFFERED = 6


class ReservationAgent:
    greeting = "Reservations, good day. How can I help?"

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.state = "LISTEN"
        self.memory = {"day": None, "time": None, "name": None}
        self.open_times = None
        self.candidates = {}
        self.lost = 0
        self.rules = [
            (lambda heard: self.state in ("DONE", "HANDOFF"), lambda heard: "Goodbye."),
            (lambda heard: heard.intent == "human", lambda heard: self.give_up("caller_asked")),
            (lambda heard: heard.intent == "goodbye", lambda heard: self.leave("Goodbye then. Nothing was booked.")),
            (self.is_useless, self.puzzled),
            (lambda heard: self.state == "CONFIRM" and heard.intent == "yes", self.book),
            (lambda heard: True, self.go_on),
        ]

    def hear(self, line):
        heard = self.understand(line, self.state)
        return next(act(heard) for fits, act in self.rules if fits(heard))

    def has_news(self, heard):
        return bool(heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice)

    def is_useless(self, heard):
        answer = self.state == "CONFIRM" and heard.intent in ("yes", "no")
        return not (self.has_news(heard) or answer or heard.intent in ("book", "repeat"))

    def puzzled(self, heard):
        self.lost += 1
        return self.give_up("not_understood") if self.lost > 1 else f"I did not follow. {self.question()}"

    def go_on(self, heard):
        self.lost = 0
        day_before = self.memory["day"]
        self.candidates = dict(heard.unclear)
        self.memory |= dict.fromkeys([*heard.denied, *heard.unclear]) | heard.values()
        if heard.choice and self.open_times:
            self.choose(heard.choice)
        if self.state == "CONFIRM" and heard.intent == "no" and not self.has_news(heard):
            self.memory["time"] = None
        return self.look_and_ask(self.memory["day"] != day_before)

    def choose(self, number):
        offered = self.open_times[:OFFERED]
        place = number - 1 if number > 0 else len(offered) + number
        if 0 <= place < len(offered):
            self.memory["time"] = offered[place]

    def look_and_ask(self, anew):
        if anew:
            self.open_times = None
        if self.memory["day"] and self.open_times is None:
            refusal = self.look_up()
            if refusal:
                return self.give_up(refusal)
        if self.open_times == []:
            self.memory["day"] = self.open_times = None
        if self.open_times and self.memory["time"] not in self.open_times:
            self.memory["time"] = None
        missing = [slot for slot, value in self.memory.items() if value is None]
        first = next((slot for slot in missing if slot in self.candidates), missing[0] if missing else None)
        self.state = f"ASK_{first.upper()}" if first else "CONFIRM"
        return self.question()

    def look_up(self):
        for pause in (0.5, 1.0, None):
            try:
                self.open_times = self.tools.find_open_times(self.memory["day"])
                return None
            except ToolError:
                return "clinic_refused"
            except ToolTimeout:
                if pause:
                    self.sleep(pause)
        return "clinic_unreachable"

    def book(self, heard):
        try:
            self.tools.book(self.memory["day"], self.memory["time"], self.memory["name"])
        except ToolTimeout:
            return self.give_up("booking_unconfirmed")
        except ToolError:
            self.memory["time"] = None
            return "Too late for that one. " + self.look_and_ask(anew=True)
        return self.leave("That is settled, see you then.")

    def give_up(self, reason):
        known = {slot: value for slot, value in self.memory.items() if value is not None}
        self.tools.hand_off(reason, **known)
        self.state = "HANDOFF"
        return "One moment, a colleague takes over."

    def leave(self, words):
        self.state = "DONE"
        return words

    def question(self):
        if self.state == "CONFIRM":
            day, time, name = self.memory.values()
            return f"{name}, {day:%A} {day.day} {day:%B}, {time:%H:%M}. Correct?"
        if self.state == "LISTEN":
            return self.greeting
        slot = self.state.removeprefix("ASK_").lower()
        offered = self.candidates.get(slot) or ((self.open_times or [])[:OFFERED] if slot == "time" else [])
        return f"{QUESTIONS[slot]} {', '.join(map(self.spoken, offered))}"

    def spoken(self, value):
        if hasattr(value, "hour"):
            return f"{value:%H:%M}"
        return f"{value:%A} {value.day} {value:%B}" if hasattr(value, "year") else value
