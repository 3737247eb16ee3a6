"""The intents experiment: its figures are counted right, its files are read strictly, its output is plain."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lab.cli import main
from lab.measure.intents import FORM
from lab.measure.parsers import Reply
from lab.measure.scores import score
from lab.measure.sentences import Sentence, load_sentences
from lab.protocol import Heard
from tests.understanding.endpoints import endpoint, says

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the experiment with these options, and answers the parsers' figures by name."""

    def run_with(*options: str) -> dict[str, Any]:
        assert main(["measure", "intents", "--json", *options]) == 0
        return {figures["parser"]: figures for figures in json.loads(capsys.readouterr().out)["parsers"]}

    return run_with


def test_the_grammar_hears_all_that_ships_and_the_word_lists_do_not(run: Run) -> None:
    """Eight sentences; the word lists take the Thursday sentence for information, and a correction for a yes."""
    figures = run("--parser", "grammar", "--parser", "keywords")
    assert (figures["grammar"]["intents_right"], figures["grammar"]["slots_right"]) == (8, 7)
    answers = {answer["line"]: answer for answer in figures["keywords"]["answers"]}
    assert answers["I need to see the doctor on Thursday afternoon"]["said"] == "inform"
    assert answers["yes, but make it three"]["said"] == "yes"
    assert figures["keywords"]["intents_right"] == 3


def enum_of(request: dict[str, Any]) -> list[str]:
    """The intents in the order in which a request's schema has them."""
    intents: list[str] = request["response_format"]["json_schema"]["schema"]["properties"]["intent"]["enum"]
    return intents


def test_a_model_that_says_the_first_intent_of_its_list_is_caught(run: Run) -> None:
    """It keeps the format perfectly, and with the list turned round it says the first one again."""
    with endpoint(lambda request: says()) as fake:

        def first(request: dict[str, Any]) -> tuple[int, bytes]:
            return says(enum_of(request)[0], name="Dr. Smith")

        fake.reply = first
        figures = run("--parser", "llm", "--llm-url", fake.url)["llm"]
    orders = [enum_of(request) for request in fake.requests]
    assert orders == [orders[0]] * 8 + [orders[0][::-1]] * 8
    assert (figures["kept"], figures["first"], figures["first_turned"]) == (8, 8, 8)
    assert (figures["intents_right"], figures["slots_right"]) == (2, 0)
    assert (figures["dropped"], figures["made_up"]) == (8, 0)
    assert figures["confusion"]["human"]["book"] == 1


def test_a_model_is_counted_by_its_own_yes(run: Run, tmp_path: Path) -> None:
    """An agent would not be told of a yes to "not yet", but the experiment shows that the model heard one."""
    file = tmp_path / "own.toml"
    file.write_text('[[sentence]]\nline = "not yet"\nintent = "unknown"\nstate = "CONFIRM"\n', encoding="utf-8")
    with endpoint(lambda request: says("yes")) as fake:
        figures = run("--file", str(file), "--llm-url", fake.url, "--parser", "llm")["llm"]
    assert figures["intents_right"] == 0
    assert figures["answers"][0]["said"] == "yes"


def test_an_answer_out_of_form_is_counted_as_such(run: Run) -> None:
    """It is no intent at all, and has a column of its own."""
    with endpoint(lambda request: says("order_pizza")) as fake:
        figures = run("--parser", "llm", "--llm-url", fake.url)["llm"]
    assert (figures["kept"], figures["confusion"]["yes"]) == (0, {"(none)": 1})


def test_chance_is_measured_alike_every_time(run: Run) -> None:
    """Two runs with one seed give the same answers."""
    assert run("--parser", "random")["random"]["answers"] == run("--parser", "random")["random"]["answers"]


def test_the_counts_are_of_values_not_of_silences() -> None:
    """A right, a wrong and a missed value, and one nobody said; a slot rightly left alone is not counted."""
    said = (
        Sentence("...", "inform", name="Ana"),
        Sentence("...", "inform", name="Jo"),
        Sentence("...", "book", name="Li"),
    )
    replies = (
        Reply("inform", Heard("inform", name="Ana")),
        Reply("yes", Heard("inform", name="Bo", part_of_day="morning")),
        Reply(None, Heard(), 2),
    )
    counted = score("some", said, replies, replies, [3.0, 1.0, 2.0])
    assert (counted.slots_right, counted.slots_said, counted.made_up, counted.dropped) == (1, 3, 0, 2)
    assert (counted.kept, counted.intents_right, counted.seconds) == (2, 1, 2.0)
    assert counted.confusion == {
        "book": {"inform": 0, "yes": 0, "(none)": 1},
        "inform": {"inform": 1, "yes": 1, "(none)": 0},
    }
    unsaid = score("some", [Sentence("...", "no")], [Reply("no", Heard("no", name="No"))], [], [1.0])
    assert (unsaid.slots_said, unsaid.made_up) == (0, 1)


def test_the_text_has_figures_a_matrix_bars_and_what_they_mean(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain text on stdout, at most 80 columns of it for the shipped parsers, and nothing on stderr in a pipe."""
    assert main(["measure", "intents", "--parser", "grammar", "--parser", "keywords", "--parser", "random"]) == 0
    out, err = capsys.readouterr()
    assert "8/8 (100%)" in out
    assert "keywords: wanted (down), heard (across)" in out
    assert "▇" in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 120
    assert err == ""


def test_a_missing_model_is_told_and_the_others_are_measured(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without being asked for it by name, the experiment goes on without it."""
    assert main(["measure", "intents", "--llm-model", str(tmp_path / "none.gguf")]) == 0
    assert "llm was not measured" in capsys.readouterr().out


def test_a_model_that_was_asked_for_and_is_not_there_is_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Asked for by name, its absence is told in three parts and is the exit code."""
    assert main(["measure", "intents", "--parser", "llm", "--llm-model", str(tmp_path / "none.gguf")]) == 2
    err = capsys.readouterr().err
    assert "why" in err
    assert "next" in err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "sentence"),
        ("sentence = []", "holds no sentence"),
        ('[[sentence]]\nline = "hi"\nintent = "bok"', "did you mean book"),
        ('[[sentence]]\nline = "hi"\nintent = "book"\nstate = "CONFRM"', "did you mean CONFIRM"),
        ('[[sentence]]\nline = "hi"\nintent = "book"\nnmae = "Ana"', "did you mean name"),
        ('[[sentence]]\nline = " "\nintent = "book"', "is empty"),
        ('[[sentence]]\nline = "hi"\nintent = "book"\ntime = "25:00"', "time"),
        ('language = "de"\n[[sentence]]\nline = "hi"\nintent = "book"', "must be one of en, es"),
        ("[[sentence]\n", "not valid TOML"),
    ],
)
def test_a_file_of_sentences_is_read_strictly(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error has the file's name, the place, and what was probably meant."""
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["measure", "intents", "--file", str(file)]) == 2
    err = capsys.readouterr().err
    assert "own.toml" in err
    assert told in err


def test_a_spanish_file_is_heard_in_spanish(run: Run, tmp_path: Path) -> None:
    """The language and the time are the file's."""
    file = tmp_path / "propias.toml"
    file.write_text(
        'language = "es"\nnow = 2026-09-14T09:00:00\nclinic = "calle-arce"\n'
        '[[sentence]]\nline = "pasado mañana a las diez y media"\nintent = "inform"\n'
        "day = 2026-09-16\ntime = 10:30:00\n",
        encoding="utf-8",
    )
    figures = run("--file", str(file), "--parser", "grammar")["grammar"]
    assert (figures["slots_right"], figures["slots_said"]) == (2, 2)


def test_the_form_in_the_help_is_one_that_is_read(run: Run, tmp_path: Path) -> None:
    """What `--help` shows can be copied into a file, and the grammar hears it as it says."""
    file = tmp_path / "shown.toml"
    file.write_text(FORM.partition("\n")[2], encoding="utf-8")
    figures = run("--file", str(file), "--parser", "grammar")["grammar"]
    assert (figures["intents_right"], figures["slots_right"], figures["slots_said"]) == (1, 2, 2)


def test_one_of_the_eight_is_the_thursday_sentence() -> None:
    """The exercise speaks of it."""
    shipped = load_sentences().sentence
    assert len(shipped) == 8
    assert "I need to see the doctor on Thursday afternoon" in [sentence.line for sentence in shipped]
