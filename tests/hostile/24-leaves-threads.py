import threading
import time


def chatter():
    while True:
        print("still here")
        time.sleep(1)

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        threading.Thread(target=chatter).start()
        threading.Thread(target=chatter, daemon=True).start()
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
