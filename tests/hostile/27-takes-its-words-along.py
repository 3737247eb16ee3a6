import sys
import traceback

traceback.extract_tb = traceback.format_exception_only = None
sys.modules["traceback"] = None

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        raise ValueError("I take the words along")
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
