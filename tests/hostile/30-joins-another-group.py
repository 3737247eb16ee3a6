import os
import threading


class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        os.setpgid(0, os.getpgid(os.getppid()))
        if line == "three":
            lock = threading.Lock()
            lock.acquire()
            lock.acquire()
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
