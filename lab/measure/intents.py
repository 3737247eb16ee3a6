"""How well do a closed grammar, a beginner's word lists, chance and a language model hear what a caller wants?

Each hears the same sentences. A model is held to a JSON schema, so that its format is perfect; whether the content is
right is another question, and so is whether it listens at all: one that answers with the first intent of the schema's
list is caught by turning the list round."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from lab import terminal
from lab.call.options import add_model_options, model_options
from lab.understanding import Context, UnderstandingUnavailable
from lab.understanding.named import UNDERSTANDINGS

if TYPE_CHECKING:
    from lab.measure.parsers import Hear, Parser, Reply
    from lab.measure.progress import Progress
    from lab.measure.scores import Score
    from lab.measure.sentences import Sentences


FORM = """a file of sentences (TOML; `language`, `now` and `clinic` may stand at its top):

  [[sentence]]
  line   = "make it Thursday at three"
  state  = "CONFIRM"      # the question it answers; LISTEN unless told
  intent = "inform"       # book, inform, yes, no, human, repeat, goodbye or unknown
  day    = 2026-09-17     # each slot only where the line says it
  time   = "15:00"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `lab measure intents` takes."""
    parser.epilog = FORM
    parser.add_argument("--file", type=Path, metavar="FILE", help="your own sentences, in the form below")
    parser.add_argument(
        "--parser",
        action="append",
        choices=tuple(UNDERSTANDINGS),
        help="measure this one only (may be given more than once); all of them unless told",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_model_options(parser.add_argument_group("the models"))


def run(args: argparse.Namespace) -> int:
    """Measure and report. Raises DataError, or UnderstandingUnavailable for a parser that was asked for by name."""
    from lab.measure.progress import Progress
    from lab.measure.report import as_json, as_text
    from lab.measure.sentences import SHIPPED, load_sentences

    sentences = load_sentences(args.file or SHIPPED)
    context = context_of(sentences)
    parsers, missing = _parsers(args)
    passes = sum(2 if parser.turned else 1 for parser in parsers)
    with Progress(passes * len(sentences.sentence)) as progress:
        scores = [measure(parser, sentences, context, progress) for parser in parsers]
    terminal.say((as_json if args.json else as_text)(scores, missing))
    return terminal.OK


def measure(parser: "Parser", sentences: "Sentences", context: Context, progress: "Progress") -> "Score":
    """One parser's figures. Raises UnderstandingUnavailable."""
    from lab.measure.scores import score

    def hear_all(hear: "Hear") -> "Iterator[tuple[Reply, float]]":
        for sentence in sentences.sentence:
            began = perf_counter()
            yield hear(sentence.line, sentence.state, context), perf_counter() - began
            progress.step(parser.name)

    replies, seconds = zip(*hear_all(parser.hear), strict=True)
    turned = [reply for reply, _ in hear_all(parser.turned)] if parser.turned else replies
    return score(parser.name, sentences.sentence, replies, turned, seconds)


def context_of(sentences: "Sentences") -> Context:
    """When, where and in which language the sentences are said. Raises DataError for no such clinic."""
    from zoneinfo import ZoneInfo

    from fake_api.clinic import load_clinic
    from lab.call.place import start_time

    clinic = load_clinic(sentences.clinic)
    return Context(start_time(sentences.now, ZoneInfo(clinic.zone)), sentences.language, clinic.week)


def _parsers(args: argparse.Namespace) -> "tuple[list[Parser], dict[str, str]]":
    """Those asked for, and why the others are missing."""
    from lab.measure.parsers import parser_named

    found, missing = [], {}
    for name in args.parser or UNDERSTANDINGS:
        try:
            found.append(parser_named(name, model_options(args)))
        except UnderstandingUnavailable as error:
            if args.parser or args.llm_url:
                raise
            missing[name] = str(error)
    return found, missing
