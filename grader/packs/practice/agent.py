"""The finished agent of a practice, in English and in Spanish: it books, moves or cancels a visit over a desk's tools.

It asks for the first of these that is missing: name, date of birth, the reason, the office, a start, a doctor. It
never makes up a start: it picks one of those listed. What it reads aloud is the sentence that the desk hands out, and
the same act asked for again, after a whole yes, is what writes.
"""

import re
from datetime import date, datetime, time

from lab.protocol import Heard, Intent

REASONS = {  # in English and in Spanish, as is whatever is heard and said
    "checkup": ("check-?up|physical", r"\bchequeo|revisi[oó]n"),
    "sick_visit": ("sick|ill|fever|cough|cold", r"\benferm|\bmal\b|fiebre|\btos\b|resfri"),
    "vaccination": ("vaccin|shot", "vacuna"),
}
ACTS = {
    "reschedule": (r"\b(move|reschedule)\b", r"\b(mover|aplazar|cambiar (la|mi|una) cita)\b"),
    "cancel": (r"\bcancel\b", r"\b(cancelar|anular)\b"),
}
STATUSES = {
    "new": (r"\bnew\b|\bfirst\b|never|^no\W*$", r"\bnuev|\bprimera\b|\bnunca\b|^no\W*$"),
    "established": ("before|already|established|yes", r"\bantes\b|\bya\b|\bs[ií]\b"),
}
ROW = re.compile(r"  (?:morning|afternoon), Dr\. (.+?): (.+)")
STATES = ("LISTEN", "ASK_NAME", "ASK_BIRTH", "ASK_REASON", "ASK_STATUS", "ASK_OFFICE", "ASK_TIME", "ASK_DOCTOR")
STATES += ("CONFIRM", "DONE", "HANDOFF")
LONGEST_LIST = 14  # days in one calendar


class Person(Exception):
    """The agent can't go on: the reason is what the person who takes over is told."""


class ReservationAgent:
    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.today = tools, understand, setting.today
        self.spanish = setting.language == "es"
        self.words = {key: both[self.spanish] for key, both in PHRASES.items()}
        self.greeting = f"{setting.clinic}. {self.words['LISTEN']}"
        self.states = STATES
        self.state = "LISTEN"
        self.act = "book"
        self.known = dict.fromkeys(("name", "born", "reason", "office", "doctor", "day", "time"))
        self.patient = self.visit = self.offices = None
        self.offers, self.searched = [], None  # what the latest search found, and what was searched for
        self.wanted = None  # the arguments of the act that waits for its yes
        self.unused = 0

    def hear(self, line: str) -> str:
        if self.state in ("DONE", "HANDOFF"):
            return self.words["over"]
        heard = self.understand(line, self.state)
        try:
            return self.answer(line, heard)
        except Person as reason:
            self.tools.hand_off(str(reason))
            self.state = "HANDOFF"
            return self.words["HANDOFF"]

    def answer(self, line: str, heard: Heard) -> str:
        act = self.found(ACTS, line)
        if heard.intent == Intent.HUMAN and not act:
            raise Person("caller_asked")
        if heard.intent == Intent.GOODBYE:
            return self.end("DONE")
        if self.state == "CONFIRM" and heard.intent == Intent.YES:
            return self.do()
        self.act = act or self.act
        if not (self.keep(line, heard) or act) and heard.intent not in (Intent.BOOK, Intent.NO, Intent.REPEAT):
            self.unused += 1
            if self.unused == 2:
                raise Person("not_understood")
            return self.words["sorry"]
        self.unused = 0
        return self.ask()

    def keep(self, line: str, heard: Heard) -> bool:
        """Take over every value of a line; a bare no drops the time that was read back."""
        news = {"reason": self.found(REASONS, line), "born": heard.born, "office": named(line, self.offices or ())}
        news["doctor"] = named(line, {doctor for _, _, doctor in self.offers})
        news |= {"name": None if self.patient else heard.name, "day": heard.day, "time": heard.time}
        status = self.found(STATUSES, line) if self.state == "ASK_STATUS" else None
        if status:
            self.tools.note_status(status)
        if self.state == "CONFIRM" and heard.intent == Intent.NO and not any(news.values()):
            self.known["time"] = None
        if news["day"] or news["time"]:
            self.known["doctor"] = None  # another start may be another doctor's
        self.known |= {key: value for key, value in news.items() if value}
        return bool(status or any(news.values()))

    def ask(self) -> str:
        """Ask for what is missing; with all of it have the sentence to read aloud."""
        if not self.patient:
            if not self.known["name"]:
                return self.say("ASK_NAME")
            if not self.known["born"]:
                return self.say("ASK_BIRTH")
            self.find_patient()
            if not self.patient:
                return self.say("ASK_NAME", self.words["not found"])
        if self.act != "book" and not self.visit:
            references = self.tools.list_visits().get("references", ())
            if len(references) != 1:
                return self.end("no visit") if not references else self.person("not_understood")
            (self.visit,) = references
        if self.act == "cancel":
            return self.read_back({"visit": self.visit})
        return self.ask_opening()

    def ask_opening(self) -> str:
        if not self.known["reason"]:
            return self.say("ASK_REASON")
        if question := self.search():
            return question
        fits = [offer for offer in self.offers if self.fits(offer)]
        if not (self.known["day"] and self.known["time"]) or not fits:
            near = [offer for offer in self.offers if offer[1].date() == self.known["day"]] or self.offers
            listed = "; ".join(self.spoken(start) for _, start, _ in near[:3])
            return self.say("ASK_TIME", self.words["ASK_TIME"].format(listed or self.words["nothing"]))
        if len(fits) > 1:
            doctors = self.words["or"].join(f"Dr. {doctor}" for _, _, doctor in fits)
            return self.say("ASK_DOCTOR", self.words["ASK_DOCTOR"].format(doctors))
        moved = {"visit": self.visit} if self.act == "reschedule" else {}
        return self.read_back(moved | {"reference": fits[0][0]})

    def fits(self, offer) -> bool:
        _, start, doctor = offer
        at = (start.date(), start.time()) == (self.known["day"], self.known["time"])
        return at and self.known["doctor"] in (None, doctor)

    def search(self) -> str:
        """Look up what is open, unless that is known already; answers the question that has to be asked first."""
        day, wanted = self.known["day"], (self.known["reason"], self.known["office"])
        first = day if day and not self.in_range(day) else None
        if self.searched == wanted and self.offers and not first:
            return ""
        result = self.tools.find_openings(reason=wanted[0], office=wanted[1], first_day=first)
        if result["code"] == "calendar":
            self.searched, self.offers = wanted, list(read_calendar(result["text"], self.today))
            return ""
        if result["code"] == "appointment_type_unresolved":
            return self.say("ASK_STATUS")
        if result["code"] == "needs_input" and "office" in result["text"]:
            self.offices = re.findall(r"\w+", result["text"].partition("There are: ")[2])
            return self.say("ASK_OFFICE", self.words["ASK_OFFICE"].format(self.words["or"].join(self.offices)))
        return self.person("clinic_unreachable" if result["code"] == "unreachable" else "clinic_refused")

    def in_range(self, day: date) -> bool:
        return (day - self.today).days <= LONGEST_LIST or any(start.date() == day for _, start, _ in self.offers)

    def find_patient(self) -> None:
        result = self.tools.find_patient(name=self.known["name"], date_of_birth=self.known["born"])
        if result["code"] == "unreachable":
            raise Person("clinic_unreachable")
        self.patient = result["code"] == "patient_found"
        if not self.patient:
            self.known["name"] = self.known["born"] = None

    def read_back(self, wanted: dict) -> str:
        """Ask for the act, and say what the desk wants to be said."""
        self.wanted = wanted
        return self.take(getattr(self.tools, self.act)(**wanted))

    def do(self) -> str:
        return self.take(getattr(self.tools, self.act)(**self.wanted))

    def take(self, result: dict) -> str:
        """What the desk answered to an act, as something to say."""
        code, text = result["code"], result["text"]
        if code == "done":
            return self.end("done", text)
        if result.get("sentence"):
            return self.say("CONFIRM", result["sentence"])
        if code == "appointment_type_unresolved" and result.get("missing"):
            return self.say("ASK_STATUS")
        if code == "busy":
            return self.say("CONFIRM", self.words["busy"])
        if code in ("slot_unavailable", "offer_ended") and self.act != "cancel":
            self.known["time"] = self.searched = self.visit = None
            return f"{self.words['gone']} {self.ask()}"
        return self.person("booking_unconfirmed" if code == "indeterminate_write" else "clinic_refused")

    def say(self, state: str, text: str = "") -> str:
        """Go into a state, and say this, or else what is always said there."""
        self.state = state
        return text or self.words[state]

    def end(self, words: str, told: str = "") -> str:
        return self.say("DONE", self.words[words].format(told))

    def spoken(self, start: datetime) -> str:
        day, month = DIAS[start.weekday()], MESES[start.month - 1]
        return self.words["start"].format(start=start, dia=day, mes=month)

    def found(self, patterns: dict, line: str) -> str | None:
        """The first of these whose words are in the line."""
        return next((key for key, both in patterns.items() if re.search(both[self.spanish], line, re.IGNORECASE)), None)

    def person(self, reason: str) -> str:
        raise Person(reason)


def named(line: str, names) -> str | None:
    """The one of these names whose words, or whose first word, are in the line."""
    said = [name for name in names if name.casefold() in line.casefold()]
    said = said or [name for name in names if re.search(rf"\b{re.escape(name.split()[0])}\b", line, re.IGNORECASE)]
    return said[0] if len(said) == 1 else None


def read_calendar(text: str, today: date):
    """Each opening listed: its reference, its start, its doctor."""
    for row in filter(None, map(ROW.fullmatch, text.splitlines())):
        for opening in row[2].split("; "):
            clock, reference, _ = opening.split()
            day = datetime.strptime(f"{reference[:5]}-{today.year}", "%b%d-%Y").date()
            day = day if day >= today else day.replace(year=today.year + 1)
            yield reference, datetime.combine(day, time.fromisoformat(clock)), row[1]


PHRASES = {
    "LISTEN": ("How can I help you?", "¿En qué puedo ayudarle?"),
    "ASK_NAME": ("What is your name?", "¿Cómo se llama?"),
    "ASK_BIRTH": ("And your date of birth?", "¿Y su fecha de nacimiento?"),
    "ASK_REASON": (
        "What is the visit for: a check-up, feeling sick, a vaccination?",
        "¿Para qué es la cita: una revisión, porque está enfermo, una vacuna?",
    ),
    "ASK_STATUS": ("Have you been here before, or are you new?", "¿Ha venido antes, o es su primera vez?"),
    "ASK_OFFICE": ("Which office: {}?", "¿En qué consulta: {}?"),
    "ASK_TIME": ("What day and time would you like? There is {}.", "¿Qué día y a qué hora? Libre: {}."),
    "ASK_DOCTOR": ("With {}?", "¿Con {}?"),
    "HANDOFF": ("I'll put you through to a person.", "Le paso con una persona."),
    "DONE": ("All right. Goodbye.", "De acuerdo. Adiós."),
    "done": ("{} Goodbye.", "{} Adiós."),
    "over": ("This call is over. Goodbye.", "Esta llamada ha terminado. Adiós."),
    "sorry": ("Sorry, I didn't get that.", "Perdone, no le he entendido."),
    "not found": ("I can't find that. What is the full name?", "No lo encuentro. ¿Cuál es el nombre completo?"),
    "no visit": ("No visit lies ahead. Goodbye.", "No tiene ninguna cita. Adiós."),
    "nothing": ("nothing just now", "nada por ahora"),
    "start": (
        "{start:%A} {start.day} {start:%B} at {start:%H:%M}",
        "el {dia} {start.day} de {mes} a las {start:%H:%M}",
    ),
    "or": (" or ", " o "),
    "busy": ("The practice is busy. Shall I try once more?", "La consulta está ocupada. ¿Lo intento otra vez?"),
    "gone": ("That can't be booked any more.", "Eso ya no se puede reservar."),
}
DIAS = "lunes martes miércoles jueves viernes sábado domingo".split()
MESES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
