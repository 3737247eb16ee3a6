"""A reservation agent: it books an opening for a caller, once, after a whole yes.

in state   when the caller says           the agent                             and is then in
any        a value, or what is unclear    keeps it, looks up a new day          ASK_DAY, ASK_TIME, ASK_NAME or CONFIRM
CONFIRM    a whole yes                    books                                 DONE
CONFIRM    a bare no                      drops the time                        ASK_TIME
any        anything, the clinic is down   hands off                             HANDOFF

It asks for the first of day, time and name that is missing; with all three it reads them back (CONFIRM).
"""

from datetime import date, time

from lab.protocol import SLOTS, Heard, Intent, State, ToolError, ToolTimeout

ASKING = {"day": State.ASK_DAY, "time": State.ASK_TIME, "name": State.ASK_NAME, None: State.CONFIRM}
WAITS = (0.5, 1.0)  # seconds before the second and the third try of a read
SPOKEN = 6  # as many open times as a caller can keep in mind


class NeedsPerson(Exception):
    """The agent can't go on: the reason is what the person who takes over is told."""


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
        if self.state in (State.DONE, State.HANDOFF):
            return self.say["over"]
        try:
            return self.move(self.understand(line, self.state))
        except NeedsPerson as need:
            return self.hand_off(str(need))

    # What moves the agent from state to state
    def move(self, heard: Heard) -> str:
        confirming = self.state == State.CONFIRM
        news = self.keep(heard)
        if confirming and heard.intent == Intent.YES:
            return self.book()
        if confirming and heard.intent == Intent.NO and not news:
            self.slots["time"] = None
        return self.ask(heard)

    def ask(self, heard: Heard) -> str:
        """Ask for what is unclear, else for the first slot that is missing, else for the yes."""
        notice = self.check_openings()
        missing = [slot for slot in SLOTS if self.slots[slot] is None]
        unclear = [slot for slot in missing if slot in heard.unclear]
        slot = next(iter(unclear + missing), None)
        self.state = ASKING[slot]
        self.offer = self.choices(slot, heard)
        return notice + self.question()

    def book(self) -> str:
        self.tools.book(**self.slots)
        self.state = State.DONE
        return self.say["booked"].format(what=self.read_back())

    def hand_off(self, reason: str) -> str:
        self.tools.hand_off(reason, **self.slots)
        self.state = State.HANDOFF
        return self.say["person"]

    # What the agent keeps, and what it looks up
    def keep(self, heard: Heard) -> bool:
        """Take over every value of a line, drop what is denied or unclear; says whether there was any of it."""
        values = heard.values()
        for slot in SLOTS:
            if slot in values or slot in heard.denied or slot in heard.unclear:
                value = values.get(slot)
                if slot == "day" and value != self.slots["day"]:
                    self.openings = None
                self.slots[slot] = value
        return bool(values or heard.denied or heard.unclear)

    def check_openings(self) -> str:
        """Look up a day that is new; drop a day with nothing open, or a time that is not, and say so."""
        day, wanted = self.slots["day"], self.slots["time"]
        if day is None:
            return ""
        if self.openings is None:
            self.openings = self.read_openings(day)
        if not self.openings:
            self.slots["day"] = self.openings = None
            return self.say["closed"].format(day=self.spoken(day))
        if wanted is None or wanted in self.openings:
            return ""
        self.slots["time"] = None
        return self.say["not_open"].format(time=self.spoken(wanted))

    def read_openings(self, day: date) -> list[time]:
        for wait in (0, *WAITS):
            if wait:
                self.sleep(wait)
            try:
                return self.tools.find_open_times(day)
            except ToolTimeout:  # nothing was written by asking, so asking again does no harm
                continue
            except ToolError:
                raise NeedsPerson("clinic_refused") from None
        raise NeedsPerson("clinic_unreachable")

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
    "person": ("I'll put you through to a person.", "Le paso con una persona."),
}
DIAS = "lunes martes miércoles jueves viernes sábado domingo".split()
MESES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
