"""The agent of a practice. It books a visit over a desk's tools: by reference, and once.

The desk answers every call with a `code`, and a `text` in words. An act is asked for twice: at first the desk hands
out the sentence to read aloud; the second time, after the caller's yes, it writes.
"""

import re
from datetime import date, datetime, time

from lab.protocol import Heard, Intent

REASONS = {"checkup": "check-?up|physical", "sick_visit": "sick|ill|fever|cough|cold", "vaccination": "vaccin|shot"}
ROW = re.compile(r"  (?:morning|afternoon), Dr\. (.+?): (.+)")
STATES = ("LISTEN", "ASK_NAME", "ASK_BIRTH", "ASK_REASON", "ASK_OFFICE", "ASK_TIME", "ASK_DOCTOR")
STATES += ("CONFIRM", "DONE", "HANDOFF")


class Person(Exception):
    """The agent can't go on: the reason is what the person who takes over is told."""


class ReservationAgent:
    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.today = tools, understand, setting.today
        self.greeting = f"{setting.clinic}. How can I help you?"
        self.states, self.state = STATES, "LISTEN"
        self.known = dict.fromkeys(("name", "born", "reason", "office", "doctor", "day", "time"))
        self.found = False  # whether the caller is on file
        self.offices = ()
        self.offers = []  # of the latest search: reference, start, doctor
        self.searched = None  # the reason and the office of that search
        self.reference = None  # what was read aloud, and waits for its yes
        self.unused = 0

    def hear(self, line: str) -> str:
        if self.state in ("DONE", "HANDOFF"):
            return "This call is over. Goodbye."
        try:
            return self.answer(line, self.understand(line, self.state))
        except Person as reason:
            self.tools.hand_off(str(reason))
            self.state = "HANDOFF"
            return "I'll put you through to a person."

    def answer(self, line: str, heard: Heard) -> str:
        if heard.intent == Intent.HUMAN:
            raise Person("caller_asked")
        if heard.intent == Intent.GOODBYE:
            return self.say("DONE", "All right. Goodbye.")
        if self.state == "CONFIRM" and heard.intent == Intent.YES:
            return self.act()
        if not self.keep(line, heard) and heard.intent not in (Intent.BOOK, Intent.NO, Intent.REPEAT):
            self.unused += 1
            if self.unused == 2:
                raise Person("not_understood")
            return "Sorry, I didn't get that."
        self.unused = 0
        return self.ask()

    def keep(self, line: str, heard: Heard) -> bool:
        """Take over every value of a line; a bare no drops the time that was read back."""
        news = {"reason": found(REASONS, line), "born": heard.born, "office": named(line, self.offices)}
        news["doctor"] = named(line, {doctor for _, _, doctor in self.offers})
        news |= {"name": None if self.found else heard.name, "day": heard.day, "time": heard.time}
        if self.state == "CONFIRM" and heard.intent == Intent.NO and not any(news.values()):
            self.known["time"] = None
        if news["day"] or news["time"]:
            self.known["doctor"] = None  # another start may be another doctor's
        self.known |= {key: value for key, value in news.items() if value}
        return any(news.values())

    def ask(self) -> str:
        """Ask for the first thing that is missing; with all of it have the sentence to read aloud."""
        if not self.found:
            if not self.known["name"]:
                return self.say("ASK_NAME", "What is your name?")
            if not self.known["born"]:
                return self.say("ASK_BIRTH", "And your date of birth?")
            self.find_patient()
            if not self.found:
                return self.say("ASK_NAME", "I can't find that. What is the full name?")
        if not self.known["reason"]:
            return self.say("ASK_REASON", "What is the visit for: a check-up, feeling sick, a vaccination?")
        return self.search() or self.choose()

    def find_patient(self) -> None:
        result = self.tools.find_patient(name=self.known["name"], date_of_birth=self.known["born"])
        if result["code"] == "unreachable":
            raise Person("clinic_unreachable")
        self.found = result["code"] == "patient_found"
        if not self.found:
            self.known["name"] = self.known["born"] = None

    def search(self) -> str:
        """Look up what is open, unless that is known; answers the question that has to be asked first."""
        wanted = (self.known["reason"], self.known["office"])
        # TODO: a list is known as long as the same is wanted as was searched for (`self.searched`)
        result = self.tools.find_openings(reason=wanted[0], office=wanted[1])
        if result["code"] == "calendar":
            # TODO: keep what was searched for, and what `read_calendar(result["text"], self.today)` finds in the answer
            return ""
        if result["code"] == "needs_input":
            self.offices = re.findall(r"\w+", result["text"].partition("There are: ")[2])
            return self.say("ASK_OFFICE", f"Which office: {' or '.join(self.offices)}?")
        raise Person("clinic_unreachable" if result["code"] == "unreachable" else "clinic_refused")

    def choose(self) -> str:
        """The one opening of the latest list that the caller named; else ask on."""
        fits = []  # TODO: every opening of the list that fits what the caller said
        if not fits:
            listed = "; ".join(f"{start:%A} {start.day} {start:%B} at {start:%H:%M}" for _, start, _ in self.offers[:3])
            return self.say("ASK_TIME", f"What day and time would you like? There is {listed or 'nothing just now'}.")
        if len(fits) > 1:
            return self.say("ASK_DOCTOR", f"With {' or '.join(f'Dr. {doctor}' for _, _, doctor in fits)}?")
        # TODO: exactly one fits: its reference, as it stands in the list, is what `act` books
        return self.act()

    def fits(self, offer) -> bool:
        """Whether an opening is the one that was named: day and time, and the doctor if one was."""
        # TODO: `offer` is (reference, start, doctor); what the caller said is in `self.known`
        return False

    def act(self) -> str:
        """Ask the desk for the booking, and do what its answer asks for."""
        result = self.tools.book(reference=self.reference)
        code = result["code"]
        if code == "done":
            return self.say("DONE", f"{result['text']} Goodbye.")
        if result.get("sentence"):
            return self.say("CONFIRM", result["sentence"])
        raise Person("clinic_refused")  # exercise 2 tells its answers apart

    def say(self, state: str, text: str) -> str:
        self.state = state
        return text


def found(words: dict, line: str) -> str | None:
    return next((key for key, pattern in words.items() if re.search(pattern, line, re.IGNORECASE)), None)


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
