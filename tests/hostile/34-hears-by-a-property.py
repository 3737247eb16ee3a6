class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"

    def __init__(self, tools, understand, sleep, setting):
        self.lines = []

    @property
    def hear(self):
        return lambda line: (self.lines.append(line), setattr(self, "state", "ASK_DAY" if line == "one" else "DONE"), "Yes.")[2]
