class Maker(type):
    def __call__(cls, *given):
        return None


class ReservationAgent(metaclass=Maker):
    def hear(self, line):
        return "Yes."
