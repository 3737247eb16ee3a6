import asyncio

beside = set()


async def heartbeat():
    while True:
        await asyncio.sleep(60)


class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    async def hear(self, line):
        task = asyncio.create_task(heartbeat())
        beside.add(task)
        task.add_done_callback(beside.discard)
        await asyncio.sleep(0)
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return await asyncio.wait_for(self.words(), 5)

    async def words(self):
        return "Yes."
