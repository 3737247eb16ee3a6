"""A right agent in another style: nothing ever changes; each line makes a new call out of the old one."""

import dataclasses
import datetime
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from lab.protocol import Heard, ToolError, ToolTimeout

NOTHING = MappingProxyType({})


@dataclass(frozen=True)
class Wish:
    day: datetime.date | None = None
    time: datetime.time | None = None
    name: str | None = None

    def with_news(self, heard, chosen):
        gone = dict.fromkeys((*heard.denied, *heard.unclear))
        return replace(self, **gone | chosen | heard.values())

    def missing(self):
        return [slot for slot, value in dataclasses.asdict(self).items() if value is None]


@dataclass(frozen=True)
class Phone:
    state: str = "LISTEN"
    wish: Wish = field(default_factory=Wish)
    open: tuple | None = None
    offered: tuple = ()
    puzzled: int = 0
    reason: str = ""


class ReservationAgent:
    greeting = "Hello! Reservations."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.phone = Phone()

    @property
    def state(self):
        return self.phone.state

    def hear(self, line):
        if self.state in ("DONE", "HANDOFF"):
            return "We are done."
        self.phone = self.after(self.phone, self.understand(line, self.state))
        if self.phone.reason:
            self.tools.hand_off(self.phone.reason, **dataclasses.asdict(self.phone.wish))
        return say(self.phone)

    def after(self, phone, heard):
        match heard:
            case Heard(intent="human"):
                return handed(phone, "caller_asked")
            case Heard(intent="goodbye"):
                return replace(phone, state="DONE")
            case Heard(intent="yes") if phone.state == "CONFIRM":
                return self.booked(phone)
            case Heard(intent="no") if phone.state == "CONFIRM" and not has_news(heard):
                return self.onward(replace(phone, wish=replace(phone.wish, time=None), puzzled=0))
            case Heard(intent="book" | "repeat"):
                return self.noted(phone, heard)
            case _ if has_news(heard):
                return self.noted(phone, heard)
            case _ if phone.puzzled:
                return handed(phone, "not_understood")
        return replace(phone, puzzled=1)

    def noted(self, phone, heard):
        wish = phone.wish.with_news(heard, choice(phone, heard.choice))
        known = phone.open if wish.day == phone.wish.day else None
        return self.onward(replace(phone, wish=wish, open=known, puzzled=0), heard.unclear)

    def onward(self, phone, unclear=NOTHING):
        if phone.wish.day and phone.open is None:
            phone = self.looked_up(phone)
        if phone.reason:
            return phone
        if phone.open == ():
            phone = replace(phone, open=None, wish=replace(phone.wish, day=None))
        if phone.open and phone.wish.time not in phone.open:
            phone = replace(phone, wish=replace(phone.wish, time=None))
        match sorted(phone.wish.missing(), key=lambda slot: slot not in unclear):
            case []:
                return replace(phone, state="CONFIRM", offered=())
            case ["time", *_] if "time" not in unclear:
                return replace(phone, state="ASK_TIME", offered=(phone.open or ())[:6])
            case [slot, *_]:
                return replace(phone, state=f"ASK_{slot.upper()}", offered=tuple(unclear.get(slot, ())))

    def looked_up(self, phone):
        for pause in (None, 0.5, 1):
            if pause:
                self.sleep(pause)
            try:
                return replace(phone, open=tuple(self.tools.find_open_times(day=phone.wish.day)))
            except ToolTimeout:
                pass
            except ToolError:
                return handed(phone, "clinic_refused")
        return handed(phone, "clinic_unreachable")

    def booked(self, phone):
        try:
            self.tools.book(**dataclasses.asdict(phone.wish))
        except ToolTimeout:
            return handed(phone, "booking_unconfirmed")
        except ToolError:
            return self.onward(replace(phone, wish=replace(phone.wish, time=None), open=None, puzzled=0))
        return replace(phone, state="DONE")


def has_news(heard):
    return bool(heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice)


def choice(phone, number):
    if number is None or phone.state[:4] != "ASK_":
        return {}
    place = number - 1 if number > 0 else len(phone.offered) + number
    return {phone.state[4:].lower(): phone.offered[place]} if 0 <= place < len(phone.offered) else {}


def handed(phone, reason):
    return replace(phone, state="HANDOFF", reason=reason)


def say(phone):
    match phone:
        case Phone(state="CONFIRM", wish=Wish(day, time, name)):
            return f"I have {day:%B} {day.day} ({day:%A}), {time.hour}:{time.minute:02}, {name}. Correct?"
        case Phone(state="HANDOFF" | "DONE"):
            return "Thank you for calling."
    return f"{phone.state[4:].capitalize() or 'Yes'}? {'; '.join(map(str, phone.offered))}"
