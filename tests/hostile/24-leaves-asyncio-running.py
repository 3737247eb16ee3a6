import asyncio
import threading

LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever).start()

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
