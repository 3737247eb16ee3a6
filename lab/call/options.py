"""The options that arrange a call, as every command has them on its command line."""

import argparse
import datetime as dt
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.understanding.named import SECONDS, UNDERSTANDINGS, understanding_named

if TYPE_CHECKING:
    from lab.call.place import Arrangement
    from lab.understanding.context import Understanding


def add_setting_options(parser: argparse.ArgumentParser) -> Any:
    """Where and when a line is said: `--clinic --language --now`. Answers their group, for more of the kind."""
    group = parser.add_argument_group("where and when")
    group.add_argument("--clinic", default="maple-street", metavar="NAME", help="a clinic's name, or its TOML file")
    group.add_argument(
        "--language", "--lang", default="en", choices=("en", "es"), help="what the caller speaks (en unless told)"
    )
    group.add_argument(
        "--now",
        type=_now,
        metavar="TIME",
        help="when the call starts, as 2026-09-14T09:00 on the clinic's wall, or `real` for the machine's time",
    )
    return group


def add_call_options(parser: argparse.ArgumentParser) -> None:
    """Everything that a live call can be arranged with; `arrangement` reads it."""
    parser.add_argument(
        "agent",
        nargs="?",
        type=Path,
        metavar="AGENT.py",
        help="the agent's file; left out: agent.py in this folder, else the finished one that ships",
    )
    setting = add_setting_options(parser)
    setting.add_argument("--real-time", action="store_true", help="let the waits of a call be felt")
    setting.add_argument("--plan", default="calm", metavar="NAME", help="a failure plan's name, or its TOML file")
    setting.add_argument(
        "--toolset",
        choices=("clinic", "practice", "front-desk"),
        default="clinic",
        help="what the agent works with: the clinic's two tools (unless told), a desk over a medical practice, "
        "or a practice's front desk, where a model sits (--model)",
    )
    setting.add_argument("--world", default="maple", metavar="NAME", help="a practice's name, or its TOML file (maple)")
    add_front_desk_options(parser)
    group = parser.add_argument_group("the agent and the call")
    group.add_argument(
        "--command", type=_words, default=(), metavar='"PROGRAM ..."', help="call a program that speaks PROTOCOL.md"
    )
    group.add_argument(
        "--in-process", action="store_true", help="run the agent in this very process, where breakpoint() works"
    )
    group.add_argument("--save", type=Path, metavar="FILE", help="write the record to FILE while the call goes on")
    add_understanding_options(parser)


def add_front_desk_options(parser: argparse.ArgumentParser) -> None:
    """Who answers in an agent's place, and which model sits there; `seat_options` reads it."""
    group = parser.add_argument_group("the front desk")
    group.add_argument(
        "--agent",
        dest="seat",
        choices=("front-desk",),
        help="a model in the seat and the call layer before the practice, in place of an agent's file",
    )
    group.add_argument(
        "--model",
        choices=("policy", "script", "liar", "chat"),
        help="who sits there: plain code (unless told), steps of --script, one that errs, a language model (--llm-url)",
    )
    group.add_argument("--script", type=Path, metavar="FILE", help="the steps of --model script, as TOML or JSON")
    group.add_argument("--model-seed", type=int, default=0, metavar="N", help="what the liar errs by")
    group.add_argument("--model-rate", type=_rate, metavar="R", help="the liar's chance, from 0 to 1, of each error")
    group.add_argument("--caller-phone", metavar="NUMBER", help="the number that the front desk sees calling")
    group.add_argument(
        "--layer", type=Path, metavar="FILE", help="what of the call layer is off; left out: call-layer.toml, if there"
    )


def seat_options(args: argparse.Namespace) -> dict[str, Any]:
    """What these options say of the front desk, as `Arrangement` takes it. Raises UsageError, DataError or OSError."""
    chosen = args.model or args.script or args.caller_phone or args.layer or args.model_rate is not None
    if args.seat is None and getattr(args, "toolset", "") != "front-desk" and not chosen:
        return {}
    from lab.call_layer.configuration import FILE, Configuration, read_configuration
    from lab.front_desk.models import Choice, model_named

    file = args.layer or Path(FILE)
    choice = Choice(args.script, args.model_seed, args.model_rate, args.llm_url, args.llm_model, args.llm_seconds)
    return {
        "toolset": "front-desk",
        "model": model_named(args.model or ("script" if args.script else "policy"), choice),
        "configuration": read_configuration(file) if args.layer or file.exists() else Configuration(),
        "caller_phone": args.caller_phone,
        "log_folder": log_folder(),
    }


def add_understanding_options(parser: argparse.ArgumentParser) -> None:
    """What hears the caller's lines, and how it is reached; `chosen_understanding` reads it."""
    group = parser.add_argument_group("understanding")
    group.add_argument(
        "--understanding",
        choices=tuple(UNDERSTANDINGS),
        default="grammar",
        help="what hears the caller: our grammar (unless told), a language model, chance, or a beginner's word lists",
    )
    add_model_options(group)


def add_model_options(group: Any) -> None:
    """How a language model is reached, and what settles chance; `model_options` reads it."""
    group.add_argument(
        "--llm-url",
        metavar="URL",
        help="an OpenAI-compatible endpoint, its key in READBACK_LLM_KEY; left out: the model of `lab model get`",
    )
    group.add_argument("--llm-model", metavar="NAME", help="the model's name at the endpoint, or a GGUF file here")
    group.add_argument(
        "--llm-seconds", type=_seconds, default=SECONDS, metavar="N", help=f"one answer's deadline ({SECONDS:g})"
    )
    group.add_argument("--random-seed", type=int, default=0, metavar="N", help="what the random understanding draws by")


def chosen_understanding(args: argparse.Namespace) -> "Understanding | None":
    """What these options choose, none for our own grammar. Raises UnderstandingUnavailable."""
    if args.understanding == "grammar":
        return None
    return understanding_named(args.understanding, **model_options(args))


def model_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of `add_model_options` as `understanding_named` takes them."""
    return {"url": args.llm_url, "model": args.llm_model, "seconds": args.llm_seconds, "seed": args.random_seed}


def arrangement(args: argparse.Namespace) -> "Arrangement":
    """The call that these options ask for."""
    from lab.call.place import Arrangement

    return Arrangement(
        agent=args.agent,
        command=args.command,
        clinic=args.clinic,
        plan=args.plan,
        language=args.language,
        now=args.now,
        real_time=args.real_time,
        in_process=args.in_process,
        understanding=chosen_understanding(args),
        **{"toolset": args.toolset, "world": args.world, **seat_options(args)},
    )


def _now(text: str) -> dt.datetime | str:
    if text == "real":
        return text
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 2026-09-14T09:00, nor `real`") from None


def log_folder() -> Path:
    """Where logs of calls wait that could not be delivered, and what calls flagged."""
    from platformdirs import user_state_path

    return user_state_path("readback", appauthor=False) / "call-logs"


def _rate(text: str) -> float:
    rate = float(text)
    if not 0 <= rate <= 1:
        raise argparse.ArgumentTypeError(f"a chance lies between 0 and 1, not at {text}")
    return rate


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"a deadline lies between 0 and 3600 seconds, not at {text}")
    return seconds


def _words(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} can't be split into words: {error}") from None
    if not words:
        raise argparse.ArgumentTypeError("a command has at least a program's name")
    return tuple(word.strip('"') if os.name == "nt" else word for word in words)
