import os


class ReservationAgent:
    greeting = "Hello."
    state = "LISTEN"

    def __init__(self, tools, understand, sleep, setting):
        self.hear = os.system
