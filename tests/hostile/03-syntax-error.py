class ReservationAgent:
    def hear(self, line)
        return line
