"""A right agent in another style: it keeps what happened, and works out everything else anew from that each time."""

from lab.protocol import ToolError, ToolTimeout

SLOTS = "day", "time", "name"
ENDS = {"human": "caller_asked", "puzzled": "not_understood"}


class ReservationAgent:
    greeting = "Welcome, this is the desk."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.history = []  # (what, of what): heard, open, gone, offered, state, puzzled

    def hear(self, line):
        if self.state in ("DONE", "HANDOFF"):
            return "Bye."
        heard = self.understand(line, self.state)
        what = self.meaning(heard)
        return getattr(self, f"on_{what}")(heard)

    # What can be worked out
    def last(self, wanted, otherwise=None):
        return next((value for what, value in reversed(self.history) if what == wanted), otherwise)

    @property
    def state(self):
        return self.last("state", "LISTEN")

    @property
    def held(self):
        slots = dict.fromkeys(SLOTS)
        for what, value in self.history:
            if what == "heard":
                slots |= dict.fromkeys((*value.denied, *value.unclear)) | value.values()
            elif what == "chosen":
                slots |= value
            elif what == "gone":
                slots[value] = None
        return slots

    @property
    def open(self):
        """The open times of the day held, if they are known."""
        day, times = self.last("open", (None, None))
        return times if day == self.held["day"] else None

    def meaning(self, heard):
        if heard.intent in ("human", "goodbye"):
            return heard.intent
        news = heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice
        if self.state == "CONFIRM" and heard.intent == "yes":
            return "yes"
        if self.state == "CONFIRM" and heard.intent == "no" and not news:
            return "no"
        if news or heard.intent in ("book", "repeat"):
            return "words"
        return "nothing_more" if self.history[-1:] == [("puzzled", True)] else "nothing"

    # What it does
    def on_human(self, heard):
        return self.hand_off("caller_asked")

    def on_goodbye(self, heard):
        return self.end("DONE")

    def on_nothing(self, heard):
        self.history.append(("puzzled", True))
        return f"Come again? {self.question()}"

    def on_nothing_more(self, heard):
        return self.hand_off("not_understood")

    def on_no(self, heard):
        self.history.append(("gone", "time"))
        return self.go_on({})

    def on_words(self, heard):
        offered = self.last("offered", ())
        place = heard.choice - 1 if heard.choice and heard.choice > 0 else heard.choice
        self.history.append(("heard", heard))
        if place is not None and -len(offered) <= place < len(offered) and self.state.startswith("ASK_"):
            self.history.append(("chosen", {self.state[4:].lower(): offered[place]}))
        return self.go_on(heard.unclear)

    def on_yes(self, heard):
        try:
            self.tools.book(**self.held)
        except ToolTimeout:
            return self.hand_off("booking_unconfirmed")
        except ToolError:
            self.history += [("gone", "time"), ("open", (None, None))]
            return self.go_on({})
        return self.end("DONE")

    def go_on(self, unclear):
        if self.held["day"] and self.open is None and (reason := self.look_up()):
            return self.hand_off(reason)
        if self.held["day"] and not self.open:
            self.history += [("gone", "day"), ("open", (None, None))]
        if self.held["day"] and self.held["time"] and self.held["time"] not in self.open:
            self.history.append(("gone", "time"))
        wanted = [slot for slot in SLOTS if self.held[slot] is None]
        slot = next(iter([each for each in wanted if each in unclear] + wanted), None)
        times = (self.open or [])[:6] if slot == "time" else ()
        self.history += [("offered", unclear.get(slot, times)), ("state", f"ASK_{slot.upper()}" if slot else "CONFIRM")]
        return self.question()

    def look_up(self):
        day, waits = self.held["day"], [0.5, 1.0]
        while True:
            try:
                self.history.append(("open", (day, self.tools.find_open_times(day))))
                return None
            except ToolError:
                return "clinic_refused"
            except ToolTimeout:
                if not waits:
                    return "clinic_unreachable"
                self.sleep(waits.pop(0))

    def hand_off(self, reason):
        self.tools.hand_off(reason, **self.held)
        return self.end("HANDOFF")

    def end(self, state):
        self.history.append(("state", state))
        return "That is all from me."

    def question(self):
        held, offered = self.held, self.last("offered", ())
        if self.state == "CONFIRM":
            return f"{held['day']:%A the %d of %B} at {held['time']:%H:%M} under {held['name']}, do I book that?"
        return f"What about the {self.state[4:].lower() or 'day'}? {', '.join(map(str, offered))}"
