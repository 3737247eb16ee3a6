import signal

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        while True:
            pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
