import builtins


def len(things):
    raise ValueError("len is mine")


builtins.len = builtins.list = len

class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        import textwrap

        textwrap.wrap(line)
        builtins.len("")
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
