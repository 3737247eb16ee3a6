"""A right agent in another style: a state machine of the `transitions` library, its conditions tried in order."""

from transitions import Machine

from lab.protocol import SLOTS, State, ToolError, ToolTimeout

OVER = ["DONE", "HANDOFF"]
LIVE = [state.value for state in State if state not in OVER]


class ReservationAgent:
    greeting = "Hello, what can I do for you?"

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.day = self.time = self.name = self.openings = self.heard = None
        self.missed = 0
        self.words = ""
        add = Machine(self, states=[*LIVE, *OVER], initial="LISTEN", auto_transitions=False).add_transition
        add("line", OVER, None, after="say_over")
        add("line", LIVE, "HANDOFF", conditions="wants_person", before="to_person")
        add("line", LIVE, "DONE", conditions="says_goodbye", after="say_goodbye")
        add("line", LIVE, "HANDOFF", conditions=["is_noise", "was_noise"], before="to_person_lost")
        add("line", LIVE, None, conditions="is_noise", after="say_again")
        add("line", "CONFIRM", None, conditions="is_yes", after="try_to_book")
        add("line", LIVE, None, after="take")
        for slot in SLOTS:
            add("settle", "*", f"ASK_{slot.upper()}", conditions=f"{slot}_unclear", after=f"ask_{slot}")
        for slot in SLOTS:
            add("settle", "*", f"ASK_{slot.upper()}", unless=f"has_{slot}", after=f"ask_{slot}")
        add("settle", "*", "CONFIRM", after="read_back")
        add("booked", "CONFIRM", "DONE")
        add("give_up", "*", "HANDOFF")

    def hear(self, line):
        self.heard = self.understand(line, self.state)
        self.line()
        return self.words

    # conditions
    def wants_person(self):
        return self.heard.intent == "human"

    def says_goodbye(self):
        return self.heard.intent == "goodbye"

    def has_news(self):
        heard = self.heard
        return bool(heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice)

    def is_noise(self):
        answered = self.state == "CONFIRM" and self.heard.intent in ("yes", "no")
        return not (self.has_news() or answered or self.heard.intent in ("book", "repeat"))

    def was_noise(self):
        return self.missed == 1

    def is_yes(self):
        return self.heard.intent == "yes"

    def has_day(self):
        return self.day is not None

    def has_time(self):
        return self.time is not None

    def has_name(self):
        return self.name is not None

    def day_unclear(self):
        return "day" in self.heard.unclear and self.day is None

    def time_unclear(self):
        return "time" in self.heard.unclear and self.time is None

    def name_unclear(self):
        return "name" in self.heard.unclear and self.name is None

    # what happens on the way
    def take(self):
        self.missed = 0
        heard, day_before = self.heard, self.day
        for slot in SLOTS:
            if slot in heard.denied or slot in heard.unclear:
                setattr(self, slot, None)
        for slot, value in heard.values().items():
            setattr(self, slot, value)
        if heard.choice and self.openings:
            offered = self.openings[:6]
            place = heard.choice - 1 if heard.choice > 0 else len(offered) + heard.choice
            self.time = offered[place] if 0 <= place < len(offered) else self.time
        if self.state == "CONFIRM" and heard.intent == "no" and not self.has_news():
            self.time = None
        if self.day != day_before:
            self.openings = None
        self.check()

    def check(self):
        if self.day and self.openings is None and (reason := self.look_up()):
            self.to_person(reason)
            self.give_up()
            return
        if self.openings == []:
            self.day = self.openings = None
        if self.openings and self.time not in self.openings:
            self.time = None
        self.settle()

    def look_up(self):
        waits = [0.5, 1.0]
        while True:
            try:
                self.openings = self.tools.find_open_times(day=self.day)
                return None
            except ToolTimeout:
                if not waits:
                    return "clinic_unreachable"
                self.sleep(waits.pop(0))
            except ToolError:
                return "clinic_refused"

    def try_to_book(self):
        try:
            self.tools.book(day=self.day, time=self.time, name=self.name)
        except ToolTimeout:
            self.to_person("booking_unconfirmed")
            self.give_up()
        except ToolError:
            self.time = self.openings = None
            self.check()
        else:
            self.booked()
            self.words = "Done. Goodbye!"

    def to_person(self, reason="caller_asked"):
        self.tools.hand_off(reason=reason, day=self.day, time=self.time, name=self.name)
        self.words = "I am putting you through."

    def to_person_lost(self):
        self.to_person("not_understood")

    # words
    def say_over(self):
        self.words = "Goodbye."

    def say_goodbye(self):
        self.words = "Nothing has been booked. Goodbye."

    def say_again(self):
        self.missed += 1
        self.words = "Once more, please?"

    def ask_day(self):
        days = self.heard.unclear.get("day", ())
        self.words = "What day? " + " or ".join(f"{day:%A %B} {day.day}" for day in days)

    def ask_time(self):
        times = self.heard.unclear.get("time") or (self.openings or ())[:6]
        self.words = "What time? " + " or ".join(f"{time:%H:%M}" for time in times)

    def ask_name(self):
        self.words = "Who is it for? " + " or ".join(self.heard.unclear.get("name", ()))

    def read_back(self):
        self.words = f"For {self.name}: {self.day:%A, %B} {self.day.day}, {self.time:%H:%M}. Yes?"
