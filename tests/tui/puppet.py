"""An agent on strings: the first word of each line says what it does."""

import sys
from datetime import date, time

from lab.protocol import ToolError, ToolTimeout

DAY, TEN = date(2026, 9, 15), time(10)


class ReservationAgent:
    greeting = "Puppet here."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.state = "LISTEN"

    def hear(self, line):
        word, _, rest = line.partition(" ")
        return getattr(self, f"do_{word}", self.do_say)(rest or "Hm.")

    def do_say(self, rest):
        return rest

    def do_hear(self, rest):
        self.understand(f"hear {rest}", self.state)
        return "I see."

    def do_look(self, rest):
        try:
            self.tools.find_open_times(DAY)
        except (ToolTimeout, ToolError):
            return "No answer."
        return "Found some."

    def do_book(self, rest):
        try:
            self.tools.book(DAY, TEN, "Jamie")
        except (ToolTimeout, ToolError) as error:
            return f"Not booked: {type(error).__name__}."
        return "Booked."

    def do_go(self, rest):
        self.state = rest
        return "There."

    def do_print(self, rest):
        sys.stdout.write(rest + "\n")
        return "Printed."

    def do_nothing(self, rest):
        return "  "

    def do_crash(self, rest):
        return {}["time"]
