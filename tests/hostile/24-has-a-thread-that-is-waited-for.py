import threading
import time


class Endless(threading.Thread):
    def join(self, timeout=None):
        while True:
            pass


def wait():
    time.sleep(3600)

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        Endless(target=wait).start()
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
