"""The arguments experiment: what its layers promise over every case and every slip, and what it prints."""

import json

import pytest

from fake_api.data_error import DataError
from lab.call_layer.arguments.own_words import heard
from lab.call_layer.arguments.refusal import Question
from lab.call_layer.arguments.schema import sheet
from lab.call_layer.arguments.steps import LAYERS
from lab.call_layer.shapes import Refusal
from lab.cli import main
from lab.front_desk.model import Asked, Done, Step, Talk
from lab.measure.argument_cases import load_cases
from lab.measure.argument_outcome import Share, simulate
from lab.measure.argument_slips import CAUSES, SHARES, differences, slips
from lab.measure.argument_trials import RATE, SETTINGS, Bench, misheard, passes, play
from lab.measure.argument_writers import Seeded, call_of, chat, liar

BENCH = Bench(load_cases())
CASES = BENCH.cases.case
EVERY = [(at, slip) for at, case in enumerate(CASES) for slip in slips(BENCH.cases, case)]
ALL = frozenset[str]()


def test_there_are_sixty_cases_of_every_tool_with_arguments_in_both_languages():
    """Six tools, English and Spanish, cases with one right call and cases with one right question."""
    assert len(CASES) == 60
    assert {case.language for case in CASES} == {"en", "es"}
    assert {case.tool for case in CASES} >= {"request_refill", "take_payment", "message_provider", "find_openings"}
    assert sum(bool(case.asks) for case in CASES) >= 6


@pytest.mark.parametrize("at", range(60))
def test_a_right_call_goes_on_or_becomes_the_right_question(at):
    """No right argument of the sixty is refused; what only the caller knows is asked, and nothing else is."""
    case, taken = CASES[at], BENCH.take(at, CASES[at].arguments, ALL)
    if case.asks:
        assert isinstance(taken.stopped, Question)
        assert taken.stopped.argument == case.asks
    else:
        assert taken.stopped is None
        assert dict(taken.filled) == dict(case.means)


def test_no_identity_reaches_execution_that_the_callers_own_words_do_not_mean():
    """Of every slip that goes on, each id that code filled in is what the caller's lines resolve to."""
    for at, slip in EVERY:
        case, taken = CASES[at], BENCH.take(at, slip.of(CASES[at].arguments), ALL)
        if taken.stopped is None:
            scope = BENCH.cases.told(case).scope
            for name in taken.resolved:
                each = sheet()[case.tool][name]
                own = heard(case.says, scope.entities(each.of), case.language).entity
                assert own and own.id == taken.filled[each.fills]


def test_no_suggestion_is_wrong():
    """Whoever takes one has the right call, or the right question."""
    taken_up = 0
    for at, slip in EVERY:
        arguments = slip.of(CASES[at].arguments)
        stopped = BENCH.take(at, arguments, ALL).stopped
        if isinstance(stopped, Refusal) and stopped.suggestion is not None:
            taken_up += 1
            again = BENCH.take(at, {**arguments, stopped.argument: stopped.suggestion}, ALL)
            asked = isinstance(again.stopped, Question) and again.stopped.argument == CASES[at].asks
            assert asked or (again.stopped is None and not BENCH.wrong(at, again)), (CASES[at], slip, stopped)
    assert taken_up > 200


def test_the_rule_tells_the_cause_of_every_slip():
    """Identity, missing optional, format, invented, unit or scale: each by a rule, none by where it came from."""
    for at, slip in EVERY:
        case = CASES[at]
        found = differences(case, slip.of(case.arguments), BENCH.cases.told(case).scope)
        assert found == {slip.argument: slip.cause}
    assert {slip.cause for _, slip in EVERY} == set(CAUSES)


def test_what_was_misheard_passes_every_layer_and_is_heard_in_the_echo():
    """The plausible wrong argument: with the echo the caller hears who is meant, without it nobody does."""
    every = list(misheard(BENCH))
    assert sum(passes(BENCH, each, frozenset({"echo"})) for each in every) > len(every) / 2
    assert not any(passes(BENCH, each, ALL) for each in every)


def test_the_model_errs_at_the_published_rate_in_the_published_shares():
    """Within what chance allows, and the same calls under every setting."""
    drawn = [written.cause for written in Seeded(RATE).writes(BENCH, 20_000, seed=3) if written.cause]
    assert 0.083 < len(drawn) / 20_000 < 0.097
    for cause, share in SHARES.items():
        assert abs(drawn.count(cause) / len(drawn) - share) < 0.04


def test_the_same_seed_gives_the_same_trials():
    """Nothing else is drawn from."""
    writer = Seeded(RATE)
    once, again = (
        [play(BENCH, each, writer.again, SETTINGS[-1]) for each in writer.writes(BENCH, 300, seed=5)] for _ in range(2)
    )
    assert once == again


@pytest.mark.parametrize("layer", ["schema", "resolution", "consistency"])
def test_each_layer_switched_off_lets_something_wrong_through(layer):
    """What one layer stops, no other does."""
    off = frozenset({layer, "echo"})
    through = [
        (at, slip)
        for at, slip in EVERY
        if BENCH.take(at, slip.of(CASES[at].arguments), ALL).stopped
        and BENCH.take(at, slip.of(CASES[at].arguments), off).stopped is None
        and BENCH.wrong(at, BENCH.take(at, slip.of(CASES[at].arguments), off))
    ]
    assert through


def test_each_layer_makes_it_no_worse():
    """Right arguments rise with every layer, and wrong identities fall to none."""
    outcome = simulate(BENCH, Seeded(0.5), 2_000, 1, lambda name: None)
    right = [sum(trial.final in ("right", "asked") for trial in trials) for trials in outcome.trials.values()]
    assert right == sorted(right)
    assert not any("identity" in trial.wrong for trial in outcome.trials[SETTINGS[-1].name])
    assert len(SETTINGS) == len(LAYERS) + 1


def test_the_liars_arguments_reach_nobody_else() -> None:
    """Whatever it writes for the sixty cases, no wrong identity goes on with all layers, and some do without."""
    outcome = simulate(BENCH, liar(), 1_200, 1, lambda name: None)
    assert outcome.idle > 0
    assert not any("identity" in trial.wrong for trial in outcome.trials[SETTINGS[-1].name])
    assert any(trial.wrong for trial in outcome.trials[SETTINGS[0].name])


class Puppet:
    """A model that writes the same call whatever it is shown, and the suggestion once it is told one."""

    name = "puppet"

    def next(self, talk: Talk) -> Step:
        last = talk.entries[-1]
        told = last.result["next"].partition(' = "')[2].rstrip('"') if isinstance(last, Done) else ""
        right = told or "metformin"
        return Step(calls=(Asked("request_refill", {"medication": right, "quantity": 30, "days_of_supply": 30}),))


def test_a_real_model_is_asked_once_for_each_case_and_again_where_it_was_refused() -> None:
    """What it calls besides the case's tool is counted apart."""
    outcome = simulate(BENCH, chat(Puppet), 10, 1, lambda name: None)
    refills = sum(case.tool == "request_refill" for case in CASES)
    assert (len(outcome.trials["none"]), outcome.idle) == (refills, 60 - refills)
    assert any(trial.mended for trial in outcome.trials[SETTINGS[-1].name])


@pytest.mark.parametrize("arguments", ["[1]", "no JSON", None, 3, ["a"]])
def test_what_is_no_object_is_no_call(arguments: object) -> None:
    """Never a fault of ours."""
    assert call_of(Step(calls=(Asked("request_refill", arguments),)), "request_refill") is None


def test_an_interval_holds_its_share():
    """It lies around the share, narrows with more draws, and stays within nothing and all."""
    few, many = Share(5, 10).interval, Share(5_000, 10_000).interval
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert Share(0, 100).interval[0] == 0.0
    assert str(Share(0, 0)) == "-"


def test_the_table_and_the_plot_say_that_it_is_a_simulation(capsys, tmp_path):
    """Before and after, the published figures beside them, and a picture."""
    assert main(["measure", "arguments", "--draws", "200", "--svg", str(tmp_path / "plot.svg")]) == 0
    shown = capsys.readouterr().out
    assert "simulation" in shown
    assert "published" in shown
    assert "misheard" in shown.casefold()
    assert "<svg" in (tmp_path / "plot.svg").read_text()


def test_every_figure_is_there_by_name(capsys):
    """One JSON object: settings, intervals, published figures, and what was assumed."""
    assert main(["measure", "arguments", "--draws", "100", "--model", "liar", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["simulation"] is True
    assert [each["layers"] for each in found["settings"]] == [setting.name for setting in SETTINGS]
    assert found["published"]["identity wrong at execution"] == {"before": "4.3%", "after": "0%"}
    assert {"low", "high", "count", "of"} == set(found["settings"][0]["arguments right"])


def test_a_case_of_ones_own_that_is_wrong_is_told(tmp_path):
    """File, key and a near miss."""
    path = tmp_path / "cases.toml"
    path.write_text(
        'office = []\nprovider = []\n[file]\n[[case]]\nsays = ["hi"]\ntool = "request_refil"\narguments = {}\n'
    )
    with pytest.raises(DataError, match="request_refill"):
        load_cases(path)


def test_a_model_that_gives_no_answer_is_told_in_a_sentence(capsys):
    """Where it was looked for, and what to do."""
    words = ["measure", "arguments", "--model", "chat", "--llm-url", "http://127.0.0.1:9/v1", "--llm-seconds", "1"]
    assert main(words) == 2
    assert "gave no answer" in capsys.readouterr().err
