import faulthandler

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        faulthandler.dump_traceback_later(0.05, exit=True)
        while True:
            pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
