class ReservationAgent:
    def hear(self, line):
        if line:
	    return line
