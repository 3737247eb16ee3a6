import signal

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        if line == "three":
            signal.raise_signal(signal.SIGSTOP)
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
