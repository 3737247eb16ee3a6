"""A right agent in another style: a chart of the `python-statemachine` library, with its guards and its actions."""

from statemachine import State, StateMachine

from lab.protocol import ToolError, ToolTimeout


class Chart(StateMachine):
    LISTEN = State(initial=True)
    ASK_DAY = State()
    ASK_TIME = State()
    ASK_NAME = State()
    CONFIRM = State()
    DONE = State(final=True)
    HANDOFF = State(final=True)

    asks_day = ASK_DAY.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    asks_time = ASK_TIME.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    asks_name = ASK_NAME.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    reads_back = CONFIRM.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    ends = DONE.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)
    hands_off = HANDOFF.from_(LISTEN, ASK_DAY, ASK_TIME, ASK_NAME, CONFIRM)

    def __init__(self, agent):
        self.agent = agent
        super().__init__()

    def on_asks_day(self):
        days = self.agent.unclear.get("day", ())
        return f"Which day? {' or '.join(f'{day:%A} the {day.day}.' for day in days)}"

    def on_asks_time(self):
        times = self.agent.unclear.get("time") or (self.agent.open_times or [])[:6]
        return f"What time? {' or '.join(f'{time:%H:%M}' for time in times)}"

    def on_asks_name(self):
        return "In whose name?"

    def on_reads_back(self):
        held = self.agent.held
        return f"I have {held['day']:%A %d %B}, {held['time']:%H:%M}, {held['name']}. Shall I?"

    def on_hands_off(self, reason):
        held = {slot: value for slot, value in self.agent.held.items() if value}
        self.agent.tools.hand_off(reason=reason, **held)
        return "Somebody will be with you."


class ReservationAgent:
    greeting = "Good day! Shall we find you a time?"

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.held = {"day": None, "time": None, "name": None}
        self.open_times, self.unclear, self.puzzled = None, {}, 0
        self.chart = Chart(self)

    @property
    def state(self):
        return next(iter(self.chart.configuration)).id

    def hear(self, line):
        if self.state in ("DONE", "HANDOFF"):
            return "Goodbye."
        heard = self.understand(line, self.state)
        news = heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice
        answered = self.state == "CONFIRM" and heard.intent in ("yes", "no")
        if heard.intent == "human":
            return self.chart.hands_off(reason="caller_asked")
        if heard.intent == "goodbye":
            self.chart.ends()
            return "As you wish. Goodbye."
        if not news and not answered and heard.intent not in ("book", "repeat"):
            self.puzzled += 1
            return self.chart.hands_off(reason="not_understood") if self.puzzled == 2 else "Could you say that again?"
        self.puzzled = 0
        if answered and heard.intent == "yes":
            return self.book()
        if answered and not news:
            self.held["time"] = None
        return self.keep(heard)

    def keep(self, heard):
        before = self.held["day"]
        self.unclear = heard.unclear
        self.held |= dict.fromkeys((*heard.denied, *heard.unclear))
        self.held |= heard.values()
        if heard.choice and self.open_times:
            offered = self.open_times[:6]
            place = heard.choice - 1 if heard.choice > 0 else heard.choice
            self.held["time"] = offered[place] if -len(offered) <= place < len(offered) else self.held["time"]
        if self.held["day"] != before:
            self.open_times = None
        return self.go_on()

    def go_on(self):
        if self.held["day"] and self.open_times is None:
            problem = self.look_up()
            if problem:
                return self.chart.hands_off(reason=problem)
        if self.open_times == []:
            self.held["day"] = self.open_times = None
        if self.open_times and self.held["time"] not in self.open_times:
            self.held["time"] = None
        missing = [slot for slot, value in self.held.items() if value is None]
        first = next((slot for slot in missing if slot in self.unclear), next(iter(missing), None))
        return self.chart.send(f"asks_{first}" if first else "reads_back")

    def look_up(self, tries=3):
        while tries:
            tries -= 1
            try:
                self.open_times = self.tools.find_open_times(self.held["day"])
                return None
            except ToolTimeout:
                if tries:
                    self.sleep(1.0 / tries)
            except ToolError:
                return "clinic_refused"
        return "clinic_unreachable"

    def book(self):
        try:
            self.tools.book(**self.held)
        except ToolTimeout:
            return self.chart.hands_off(reason="booking_unconfirmed")
        except ToolError:
            self.held["time"] = self.open_times = None
            return self.go_on()
        self.chart.ends()
        return "Booked. Goodbye!"
