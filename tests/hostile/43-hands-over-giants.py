class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        for thing in (10 ** 5000, [[[[[[[[[[[[[]]]]]]]]]]]]], {"a": 1}, "\ud800", float("nan"), "x" * 10 ** 7):
            try:
                self.tools.find_open_times(thing)
            except Exception:
                pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
