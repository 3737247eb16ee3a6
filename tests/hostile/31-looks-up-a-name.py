import asyncio

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        async def ask():
            await asyncio.get_running_loop().getaddrinfo("example.com", 80)

        try:
            asyncio.run(ask())
        except Exception:
            pass
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
