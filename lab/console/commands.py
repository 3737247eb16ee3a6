"""The slash commands: one table, from which help, completion and near misses are made."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fake_api.failures import OUTCOMES, TOOLS, Failure
from fake_api.reading import DataError, near_miss, require_one_of
from fake_api.shipped import names
from lab import terminal
from lab.call.place import NoSuchAgent, plans_at
from lab.call.program import AgentFault
from lab.console.session import Session
from lab.console.tables import aligned, heard_rows, slot_rows
from lab.record import lines

if TYPE_CHECKING:
    from fake_api.practice.trouble import Trouble

DONE, NOT_DONE = "done", "not-done"
LONGEST_WAIT = 366 * 86_400
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)([dhms])")
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command: its arguments ([not needed]), what it does, and what may follow the words typed so far."""

    name: str
    arguments: str
    help: str
    run: Callable[..., None]
    choices: Callable[[tuple[str, ...]], Iterable[str]] = lambda words: ()

    @property
    def usage(self) -> str:
        return f"{self.name} {self.arguments}".rstrip()


def obey(session: Session, line: str) -> None:
    """Do what a line that starts with a slash says; what can't be done is told, and the session goes on."""
    try:
        command, words = read(line)
        command.run(session, *words)
    except BrokenPipeError:
        raise
    except (terminal.UsageError, DataError, NoSuchAgent, AgentFault, OSError, ValueError) as error:
        session.face.aside(str(terminal.explain(error)))


def read(line: str) -> tuple[Command, tuple[str, ...]]:
    """The command of a line and its words; the last argument may have spaces. Raises UsageError."""
    name, *rest = line.strip().split(maxsplit=1)
    command = COMMANDS.get(name)
    if command is None:
        meant = near_miss(name.removeprefix("/"), (known.removeprefix("/") for known in COMMANDS))
        raise terminal.UsageError(
            f"there is no {name}", f"did you mean /{meant}?" if meant else "/help shows what there is"
        )
    takes = command.arguments.split()
    words = tuple(rest[0].split(maxsplit=max(len(takes) - 1, 0))) if rest else ()
    needed = [word for word in takes if not word.startswith("[")]
    if not len(needed) <= len(words) <= len(takes):
        raise terminal.UsageError(f"{name} takes {command.arguments or 'nothing'}", command.help)
    return command, words


def completions(typed: str) -> list[str]:
    """What the last word of a slash command may become."""
    *before, last = typed.split(" ")
    if not before:
        known: Iterable[str] = COMMANDS
    else:
        command = COMMANDS.get(before[0])
        known = command.choices(tuple(word for word in before[1:] if word)) if command else ()
    return [word for word in known if word.startswith(last)]


def failure(tool: str, outcome: str, detail: str = "") -> Failure:
    """What `/fail` was told: `book timeout done`, `book rejected opening_taken`, `find_open_times slow 2.5`."""
    require_one_of("outcome", outcome, OUTCOMES)
    if outcome == "slow":
        return Failure(tool, outcome=outcome, seconds=_number(detail or "2.5"))
    if outcome == "rejected":
        return Failure(tool, outcome=outcome, reason=detail or None)
    if detail:
        require_one_of("detail", detail, (DONE, NOT_DONE))
    return Failure(tool, outcome=outcome, committed=detail == DONE)


def trouble(tool: str, outcome: str, detail: str = "") -> "Trouble":
    """The same at a practice: `create timeout done`, `create conflict SLOT_TAKEN`, `month slow 3`."""
    from fake_api.practice.trouble import Trouble

    match outcome:
        case "slow":
            return Trouble(tool, outcome=outcome, seconds=_number(detail or "2.5"))
        case "too_many":
            return Trouble(tool, outcome=outcome, retry_after=detail or None)
        case "conflict" | "rejected" | "refused" | "busy":
            return Trouble(tool, outcome=outcome, reason=detail or None)
    if detail:
        require_one_of("detail", detail, (DONE, NOT_DONE))
    return Trouble(tool, outcome=outcome, committed=detail == DONE)


def seconds(amount: str) -> float:
    """`+16m`, `+1h30m`, `+2d` in seconds. Raises ValueError."""
    parts = _AMOUNT.findall(amount)
    if not parts or "+" + "".join(number + unit for number, unit in parts) != amount:
        raise ValueError(
            f"a clock only goes forward, by days, hours, minutes or seconds such as +16m or +1h30m, not {amount}"
        )
    total = sum(float(number) * _SECONDS[unit] for number, unit in parts)
    if total > LONGEST_WAIT:
        raise ValueError("nobody stays on the line for more than a year")
    return total


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"slow takes seconds, such as 2.5, not {text}") from None


def _state(session: Session) -> None:
    session.face.answer(f"{session.view.state}  (the way here: {' '.join(session.view.way) or 'none'})")


def _slots(session: Session) -> None:
    session.face.answer("\n".join(slot_rows(session.view)))


def _heard(session: Session) -> None:
    heard = session.view.heard
    session.face.answer("\n".join(heard_rows(heard, session.view.line)) if heard else "nothing yet")


def _record(session: Session) -> None:
    session.face.answer("\n".join(lines(session.view.events)))


def _plan(session: Session, name: str = "") -> None:
    if name:
        session.place(plan=name)
        return
    rows = [("plan", plan, about) for plan, about in plans_at(session.arranged.toolset)]
    now = [(f"{number}", text, state) for number, text, state in session.failing.entries()]
    session.face.answer("\n".join([*aligned(rows), f"now {session.failing.plan.name}", *aligned(now)]))


def _fail(session: Session, tool: str, outcome: str, detail: str = "") -> None:
    armed = (failure if session.at_clinic else trouble)(tool, outcome, detail)
    session.failing.arm(armed)
    session.face.answer(f"armed: next {armed}")


def _time(session: Session, amount: str = "") -> None:
    if amount:
        session.wait(seconds(amount))
    session.face.answer(f"{session.call.clock.now():%A %d %B %Y %H:%M:%S %Z}")


def _save(session: Session, file: str) -> None:
    session.save(Path(file).expanduser())


def _hang_up(session: Session) -> None:
    session.close()


def _silence(session: Session) -> None:
    session.say("")


def _reload(session: Session) -> None:
    session.place()


def _help(session: Session) -> None:
    session.face.answer("\n".join(aligned((command.usage, command.help) for command in COMMANDS.values())))


def _quit(session: Session) -> None:
    session.leaving = True


def _plans(words: tuple[str, ...]) -> Iterable[str]:
    return () if words else names("plan")


def _amounts(words: tuple[str, ...]) -> Iterable[str]:
    return () if words else ("+1m", "+16m", "+1h", "+1d")


def _failures(words: tuple[str, ...]) -> Iterable[str]:
    match words:
        case ():
            return TOOLS
        case ("find_open_times",):
            return OUTCOMES
        case (_,):
            return [outcome for outcome in OUTCOMES if outcome != "changed"]
        case ("book", "timeout"):
            return DONE, NOT_DONE
        case ("book", "rejected"):
            return "opening_taken", "refused"
        case (_, "slow"):
            return "1", "2.5", "10"
    return ()


_TABLE = (
    Command("/state", "", "the agent's state, and the way to it", _state),
    Command("/slots", "", "day, time and name as they were last heard", _slots),
    Command("/heard", "", "what was heard in the last line, and in which words", _heard),
    Command("/record", "", "the whole call so far", _record),
    Command("/plan", "[NAME]", "call again with a failure plan; alone: the plans, and what fails now", _plan, _plans),
    Command(
        "/fail",
        "TOOL OUTCOME [DETAIL]",
        "what fails next: book timeout done, or at a practice create conflict",
        _fail,
        _failures,
    ),
    Command("/time", "[+16m]", "let time pass on the call's clock; alone: what it says", _time, _amounts),
    Command("/silence", "", "let the caller say nothing for a turn", _silence),
    Command("/reload", "", "call again, with the agent as it is on disk now", _reload),
    Command("/save", "FILE", "write the record to a file, now and until the call ends", _save),
    Command("/hangup", "", "hang up", _hang_up),
    Command("/help", "", "this list", _help),
    Command("/quit", "", "hang up and leave, as Ctrl-D does", _quit),
)
COMMANDS = {command.name: command for command in _TABLE}
