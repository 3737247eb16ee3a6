"""Scenarios and packs as files."""

from pathlib import Path

import pytest

from fake_api.data_error import DataError
from grader.scenario import load_pack
from tests.grader.conftest import WritePack

GOOD = """
title      = "A day"
capability = "happy"
why        = "because"

[[turn]]
caller = "Tuesday"
state  = "ASK_TIME"
record = ["find_open_times day=2026-09-15 -> ok"]
"""

THE_NINE = [
    ("happy", "ASK_DAY ASK_TIME ASK_NAME CONFIRM DONE"),
    ("no", "CONFIRM CONFIRM CONFIRM DONE"),
    ("no", "ASK_TIME CONFIRM ASK_TIME CONFIRM DONE"),
    ("retry", "CONFIRM DONE"),
    ("retry", "HANDOFF"),
    ("handoff", "ASK_NAME HANDOFF"),
    ("handoff", "ASK_TIME ASK_TIME HANDOFF"),
    ("irreversible", "CONFIRM HANDOFF"),
    ("irreversible", "CONFIRM ASK_TIME CONFIRM DONE"),
]


def test_the_core_pack_is_nine_stories_in_the_order_in_which_they_are_learnt() -> None:
    """Five capabilities, nine flows of states, and a why and a hint for each."""
    pack = load_pack()
    flows = [(each.capability, " ".join(turn.state for turn in each.turn)) for each in pack.scenarios.values()]
    assert flows == THE_NINE
    assert pack.capabilities == ("happy", "no", "retry", "handoff", "irreversible")
    assert all(each.why and each.hint for each in pack.scenarios.values())
    assert [each.needs for each in pack.scenarios.values()] == [(), *[("happy",)] * 8]


def test_a_folder_of_scenarios_is_a_pack(write_pack: WritePack) -> None:
    """A manifest may be left out; ten comes after two."""
    pack = load_pack(write_pack(**{"10-last": GOOD, "2-first": GOOD}))
    assert list(pack.scenarios) == ["2-first", "10-last"]
    assert pack.capabilities == ("happy",)
    assert pack.name == "mine"


@pytest.mark.parametrize("name", ["4-the-clinic-answers-late", "4", "the-clinic-answers-late"])
def test_a_scenario_is_named_in_full_or_by_its_number_or_its_words(name: str) -> None:
    """What a person types to see one scenario again is short."""
    assert load_pack().choose(name) == "4-the-clinic-answers-late"


def test_a_scenario_that_is_not_there_is_told_with_a_near_miss() -> None:
    """A slip in `--scenario` names the one that was meant."""
    with pytest.raises(DataError, match="did you mean 3-a-bare-no"):
        load_pack().choose("a-bare-know")


def test_the_hash_of_a_pack_is_that_of_its_text(write_pack: WritePack) -> None:
    """Other line ends are the same pack, one other letter is not."""
    folder = write_pack(one=GOOD)
    before = load_pack(folder).sha256
    (folder / "one.toml").write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert load_pack(folder).sha256 == before
    (folder / "one.toml").write_text(GOOD.replace("because", "Because"), encoding="utf-8")
    assert load_pack(folder).sha256 != before


@pytest.mark.parametrize(
    ("old", "new", "key", "told"),
    [
        ("title ", "titel ", "titel", "did you mean title?"),
        ('"ASK_TIME"', '"ASK_TIMES"', "turn[1].state", "did you mean ASK_TIME?"),
        ("-> ok", "-> fine", "turn[1].record[1]", "an outcome is one of"),
        ("find_open_times day", "find_open_time day", "turn[1].record[1]", "did you mean find_open_times?"),
        ('caller = "Tuesday"', "caller = no", "", "is not valid TOML"),
        ('caller = "Tuesday"', "caller = 10", "turn[1].caller", "must be text"),
        ("why ", 'clinic = "maple-stret"\nwhy ', "clinic", "did you mean maple-street?"),
        ("why ", 'plan = "read-flakey"\nwhy ', "plan", "did you mean read-flaky?"),
        ("why ", 'language = "eng"\nwhy ', "language", "did you mean en?"),
        ("why ", "points = -1\nwhy ", "points", "must be 0 or more"),
        ("why ", 'needs = ["happy"]\nwhy ', "needs", "its own capability"),
        ("why ", 'needs = ["hapy"]\nwhy ', "needs[1]", "must be one of"),
        (
            "[[turn]]",
            '[[failure]]\ntool = "bok"\noutcome = "timeout"\n[[turn]]',
            "failure[1].tool",
            "did you mean book?",
        ),
        (
            "[[turn]]",
            '[[failure]]\nwhen = "dya == 1"\noutcome = "timeout"\n[[turn]]',
            "failure[1].when",
            "did you mean day?",
        ),
        ("[[turn]]", "[turn]", "turn", "a list"),
    ],
)
def test_a_bad_scenario_is_told_with_file_and_key(
    write_pack: WritePack, old: str, new: str, key: str, told: str
) -> None:
    """What an instructor mistypes names its file, the way to it, and what was probably meant."""
    folder = write_pack(one=GOOD.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        load_pack(folder)
    assert caught.value.file == str(folder / "one.toml")
    assert caught.value.key == key
    assert told in str(caught.value)


def test_a_plan_is_named_or_written_out_but_not_both(write_pack: WritePack) -> None:
    """Two plans in one scenario leave open which one was meant."""
    both = 'plan = "calm"\n[[failure]]\ntool = "book"\noutcome = "timeout"\n'
    with pytest.raises(DataError, match="plan: is written out"):
        load_pack(write_pack(one=GOOD.replace("[[turn]]", f"{both}[[turn]]", 1)))


def test_a_capability_that_the_manifest_does_not_know_is_an_error(write_pack: WritePack) -> None:
    """The manifest fixes the capabilities, and a slip in a scenario is none more."""
    folder = write_pack(pack='capabilities = ["hapy"]', one=GOOD)
    with pytest.raises(DataError, match=r"one.toml: capability: .*did you mean hapy"):
        load_pack(folder)


def test_a_scenario_without_turns_is_an_error(write_pack: WritePack) -> None:
    """A story in which nobody speaks would pass whatever the agent does."""
    with pytest.raises(DataError, match="turn"):
        load_pack(write_pack(one=GOOD.partition("[[turn]]")[0]))


def test_a_pack_that_is_not_there_is_told(tmp_path: Path) -> None:
    """Neither a folder nor a name: the packs that ship are named, and an empty folder is no pack."""
    with pytest.raises(DataError, match="did you mean core"):
        load_pack("coer")
    with pytest.raises(DataError, match="holds no scenario"):
        load_pack(tmp_path)
