class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        print("\x1b[2J\x1b]0;title\x07 \x00 ]]></system-out> ::error::no =HYPERLINK(1)")
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
