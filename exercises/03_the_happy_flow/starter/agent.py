"""A reservation agent: it books an opening for a caller, once, after a whole yes.

in state   when the caller says           the agent                             and is then in
any        what is missing                keeps it, looks up the day            ASK_DAY, ASK_TIME, ASK_NAME or CONFIRM
CONFIRM    a whole yes                    books                                 DONE

It asks for the first of day, time and name that is missing; with all three it reads them back (CONFIRM).
"""

from datetime import date, time

from lab.protocol import SLOTS, Heard, Intent, State

ASKING = {"day": State.ASK_DAY, "time": State.ASK_TIME, "name": State.ASK_NAME, None: State.CONFIRM}
SPOKEN = 6  # as many open times as a caller can keep in mind


class ReservationAgent:
    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.say = {key: both[setting.language == "es"] for key, both in PHRASES.items()}
        self.greeting = f"{setting.clinic}. {self.say[State.LISTEN]}"
        self.state = State.LISTEN
        self.slots = dict.fromkeys(SLOTS)
        self.openings = None  # of the day held; None until it has been looked up
        self.offer = ()  # the values last offered

    def hear(self, line: str) -> str:
        if self.state == State.DONE:
            return self.say["over"]
        return self.move(self.understand(line, self.state))

    # What moves the agent from state to state
    def move(self, heard: Heard) -> str:
        # TODO: keep what was said; in CONFIRM a yes books; anything else asks on
        return self.question()

    # TODO: ask(heard) sets self.state and self.offer, and returns the question
    # TODO: book() books what self.slots holds, and is DONE

    # What the agent keeps, and what it looks up
    # TODO: keep(heard) puts each value into a slot that is still empty
    # TODO: check_openings() looks up a new day, and drops a day or a time that can't be had

    # What the agent says
    def choices(self, slot: str, heard: Heard) -> tuple:
        """What to offer for a slot: its candidates; for a time else the open ones, from the wanted one on."""
        if slot in heard.unclear or slot != "time":
            return heard.unclear.get(slot, ())
        later = [opening for opening in self.openings or () if heard.time is None or opening > heard.time]
        return tuple((later or self.openings or ())[:SPOKEN])

    def question(self) -> str:
        asked = self.say[self.state].format(what=self.read_back())
        offered = self.say["or"].join(self.spoken(value) for value in self.offer)
        return f"{asked} {offered}?" if offered else asked

    def read_back(self) -> str:
        return self.say["what"].format(**{slot: self.spoken(value) for slot, value in self.slots.items()})

    def spoken(self, value: date | time | str) -> str:
        if isinstance(value, date):
            return self.say["date"].format(day=value, dia=DIAS[value.weekday()], mes=MESES[value.month - 1])
        return f"{value:%H:%M}" if isinstance(value, time) else str(value)


PHRASES = {  # in English and in Spanish
    State.LISTEN: ("How can I help you?", "¿En qué puedo ayudarle?"),
    State.ASK_DAY: ("Which day would you like?", "¿Qué día le viene bien?"),
    State.ASK_TIME: ("What time would you like?", "¿A qué hora?"),
    State.ASK_NAME: ("What name shall I put it under?", "¿A nombre de quién?"),
    State.CONFIRM: ("{what}. Shall I book that?", "{what}. ¿Lo reservo?"),
    "booked": ("Booked: {what}. Goodbye.", "Reservado: {what}. Adiós."),
    "what": ("{day} at {time} for {name}", "El {day} a las {time} a nombre de {name}"),
    "date": ("{day:%A} {day.day} {day:%B}", "{dia} {day.day} de {mes}"),
    "or": (" or ", " o "),
    "closed": ("Nothing is open on {day}. ", "No hay nada libre el {day}. "),
    "not_open": ("{time} is not open. ", "A las {time} no hay hueco. "),
    "over": ("This call is over. Goodbye.", "Esta llamada ha terminado. Adiós."),
}
DIAS = "lunes martes miércoles jueves viernes sábado domingo".split()
MESES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
