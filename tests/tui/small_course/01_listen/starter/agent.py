"""An agent that does the first turn of any scenario right, and then asks for the day again."""

from datetime import date


class ReservationAgent:
    greeting = "Forgetful here."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.state = tools, "LISTEN"

    def hear(self, line):
        if self.state == "LISTEN":
            self.tools.find_open_times(date(2026, 9, 15))
            self.state = "CONFIRM"
            return "All right?"
        self.state = "ASK_DAY"
        return "Which day?"
