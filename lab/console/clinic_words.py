"""What can be typed to the clinic, word by word."""

import datetime as dt
from collections.abc import Callable, Iterator

from fake_api.data_error import DataError, near_miss
from fake_api.failures import Failure
from fake_api.shipped import names
from lab.course.clinic_line import Answered, ClinicLine
from lab.protocol import State, spell
from lab.terminal import UsageError
from lab.understanding import Context, understand

HELP = """\
find DAY             find_open_times: what is open that day (tuesday, 2026-09-15)
book DAY TIME NAME   book an opening (book tuesday 10:00 Jamie)
holds                what the clinic's book holds
plan [NAME]          begin again under another plan of failures; alone: which there are
break TOOL OUTCOME   let the next call of a tool fail (timeout, rejected); `done` after a timeout: the clinic did it
quit                 leave"""


class ByHand:
    """A person on the line with the clinic. Raises DataError for a clinic or a plan that is none."""

    def __init__(self, plan: str, clinic: str) -> None:
        self._clinic = clinic
        self.line = ClinicLine(plan, clinic)

    @property
    def about(self) -> str:
        """Who is on the line, and when."""
        line = self.line
        return f"{line.data.name} · plan {line.plan.name} · {line.now:%A %d %B %Y, %H:%M} · type help, or quit"

    def obey(self, text: str) -> Iterator[str]:
        """Do what a line says; the lines that come of it, and of a mistake what to do."""
        word, _, rest = text.strip().partition(" ")
        if not word:
            return
        try:
            if word not in WORDS:
                meant = near_miss(word, WORDS)
                raise UsageError(f"there is no {word!r}", f"did you mean {meant}?" if meant else "help lists the words")
            yield from WORDS[word](self, rest.strip())
        except UsageError as error:
            yield f"{error}; {error.advice}"
        except DataError as error:
            yield str(error)

    def help(self, rest: str) -> Iterator[str]:
        yield HELP

    def holds(self, rest: str) -> Iterator[str]:
        yield from _held(self.line.holds)

    def find(self, rest: str) -> Iterator[str]:
        yield from _told(self.line.call("find_open_times", day=self._day(rest)))

    def book(self, rest: str) -> Iterator[str]:
        words = rest.split(maxsplit=2)
        if len(words) < 3:
            raise UsageError("a booking takes a day, a time and a name", "book tuesday 10:00 Jamie")
        day, time, name = words
        yield from _told(self.line.call("book", day=self._day(day), time=_time(time), name=name))

    def plan(self, rest: str) -> Iterator[str]:
        if rest:
            self.line = ClinicLine(rest, self._clinic)
            yield self.about
        else:
            yield f"the plans: {', '.join(names('plan'))}; now: {self.line.plan.name}"

    def break_next(self, rest: str) -> Iterator[str]:
        words = rest.split()
        if len(words) < 2 or words[2:] not in ([], ["done"]):
            raise UsageError("say which tool, and what comes of it", "break book timeout done")
        tool = {"find": "find_open_times"}.get(words[0], words[0])
        failure = Failure(tool, outcome=words[1], committed=words[2:] == ["done"])
        self.line.arm(failure)
        yield f"next {failure}"

    def _day(self, text: str) -> dt.date:
        context = Context(self.line.now, "en", self.line.data.week)
        day = understand(text, State.ASK_DAY, context).day
        if day is None:
            raise UsageError(f"{text!r} is no one day", "write tuesday, or 2026-09-15")
        return day


WORDS: dict[str, Callable[[ByHand, str], Iterator[str]]] = {
    "find": ByHand.find,
    "find_open_times": ByHand.find,
    "book": ByHand.book,
    "holds": ByHand.holds,
    "plan": ByHand.plan,
    "break": ByHand.break_next,
    "help": ByHand.help,
}


def _time(text: str) -> dt.time:
    try:
        return dt.time.fromisoformat(text.zfill(5))
    except ValueError:
        raise UsageError(f"{text!r} is no time", "write 10:00") from None


def _told(done: Answered) -> Iterator[str]:
    yield done.line
    yield f"  the agent learns  {_learnt(done)}"
    yield from _held(done.holds)


def _learnt(done: Answered) -> str:
    match done.event.outcome:
        case "timeout":
            return "ToolTimeout, and nothing else"
        case "rejected":
            return f'ToolError("{done.event.reason}")'
    if done.event.name == "book":
        return "the reservation"
    return " ".join(spell(time) or "" for time in done.times) or "an empty list: nothing is open"


def _held(lines: tuple[str, ...]) -> Iterator[str]:
    for number, line in enumerate(lines or ("nothing",)):
        yield f"  {'the clinic holds' if number == 0 else '':16}  {line}"
