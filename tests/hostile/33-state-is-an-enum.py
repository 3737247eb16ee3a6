import enum


class Mine(enum.IntEnum):
    ASK_DAY = 1
    DONE = 2

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        self.state = Mine.ASK_DAY if line == "one" else Mine.DONE
        return "Yes."
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
