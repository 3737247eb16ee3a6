from asyncio import run, sleep

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        run(sleep(3))
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
