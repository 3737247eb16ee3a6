class Everything:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __str__(self):
        return "ASK_DAY"

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        self.state = Everything()
        return "Yes."
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
