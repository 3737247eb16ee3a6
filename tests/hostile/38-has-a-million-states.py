class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"

    def __init__(self, tools, understand, sleep, setting):
        self.states = [f"S{n}" for n in range(1_000_000)] + ["LISTEN"]

    def hear(self, line):
        return "Yes."
