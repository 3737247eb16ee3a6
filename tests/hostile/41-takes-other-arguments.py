class ReservationAgent:
    def __init__(self, tools):
        self.tools = tools
