class ReservationAgent:
    greeting = "Hello."
    heard = []

    def __init__(self, tools, understand, sleep, setting):
        self.state = "LISTEN"

    def hear(self, line):
        self.heard.append(line)
        self.state = "ASK_DAY" if len(self.heard) == 1 else "DONE"
        return "Yes."
