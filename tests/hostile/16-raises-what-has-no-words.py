class Wordless(Exception):
    def __str__(self):
        raise KeyboardInterrupt

    __repr__ = __str__

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        raise Wordless
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
