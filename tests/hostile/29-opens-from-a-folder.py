import os

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        place = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
        try:
            os.open("../../../../../../etc/passwd", os.O_RDONLY, dir_fd=place)
        except OSError:
            pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
