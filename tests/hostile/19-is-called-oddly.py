import threading
import time

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        threading.Thread(target=time.sleep, args=(3600,), name="\x1b[2J::error::\ud800=1+1").start()
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
