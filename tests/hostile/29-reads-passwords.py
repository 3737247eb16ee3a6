import os

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        try:
            os.read(os.open("/etc/passwd", os.O_RDONLY), 100)
        except OSError:
            pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
