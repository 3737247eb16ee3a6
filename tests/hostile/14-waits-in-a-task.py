import asyncio


class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    async def hear(self, line):
        await asyncio.gather(asyncio.wait_for(asyncio.sleep(3), 10), asyncio.sleep(0))
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
