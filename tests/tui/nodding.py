"""An agent of four states that needs no tools: it nods, asks, and says goodbye."""


class ReservationAgent:
    greeting = "Nodding here."

    def __init__(self, tools, understand, sleep, setting):
        self.state, self.understand = "LISTEN", understand

    def hear(self, line):
        if self.understand(line, self.state).intent == "goodbye":
            self.state = "DONE"
            return "Goodbye."
        self.state = "ASK_DAY" if self.state == "CONFIRM" else "CONFIRM"
        return "Hm."
