# class ReservationAgent:
#     todo
