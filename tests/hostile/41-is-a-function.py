def ReservationAgent(line):
    return line
