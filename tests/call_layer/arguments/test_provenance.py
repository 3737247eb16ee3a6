"""Where an identifier came from, and the queue of those that came from nowhere."""

import datetime as dt
import json

import pytest

from lab.call import options
from lab.call_layer.arguments.provenance import Flag, flags
from lab.call_layer.arguments.review import FILE, judge, note, queue
from lab.cli import main
from tests.call_layer.arguments.files import refill, taken

AT = dt.datetime(2026, 9, 14, 9, 0, tzinfo=dt.UTC)
FLAG = Flag("request_refill", "medication", "RX-9999")


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("RX-1234", "it says 1234"),
        ("RX-1234", "one two three four"),
        ("RX-1234", "twelve thirty-four"),
        ("1234", "RX-1234"),
        ("INV-2026-0042", "INV 2026 00 42"),
        ("lisinopril", "something for my heart"),
        ("90", "a refill"),
    ],
)
def test_what_was_said_in_any_form_is_grounded(value, line):
    """Containment after normalising is enough, and what is no identifier is not looked at."""
    assert flags("request_refill", {"medication": value}, [line], []) == ()


def test_what_a_tool_returned_is_grounded():
    """However deep in a result it stands."""
    results = [{"medications": [{"label": "metformin", "medication": "RX-3456"}]}]
    assert flags("request_refill", {"medication": "RX-3456"}, ["my metformin"], results) == ()


@pytest.mark.parametrize("value", ["RX-9999", "INV-2026-0043", "00f1a2b3-bc8e-4e2d-9c11-0123456789ab"])
def test_what_traces_to_nothing_is_flagged(value):
    """An invented number, or one with one character changed."""
    (flag,) = flags("request_refill", {"medication": value}, ["my metformin, INV-2026-0042"], [{"a": "RX-1234"}])
    assert (flag.code, flag.value) == ("argument_not_grounded", value)


def test_a_flag_never_stops_a_call():
    """It goes to the queue; without the layer nobody hears of it."""
    call = ("request_refill", refill("RX-3456"), "my metformin, please")
    assert taken(*call).stopped is None
    assert taken(*call).flags == (Flag("request_refill", "medication", "RX-3456"),)
    assert taken(*call, off=("provenance",)).flags == ()


def test_the_queue_keeps_what_was_flagged_and_what_was_made_of_it(tmp_path, capsys):
    """`lab review` shows what nobody looked at, and notes a verdict."""
    note(tmp_path, "C-1", AT, [FLAG, Flag("take_payment", "invoice", "INV-[/bold]-1")])
    note(tmp_path, "C-2", AT, [])
    assert main(["review", str(tmp_path)]) == 0
    assert "INV-[/bold]-1" in capsys.readouterr().out
    assert main(["review", str(tmp_path), "--fine", "1"]) == 0
    assert main(["review", str(tmp_path), "--json"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["number"] for line in shown[1:]] == [2]
    assert [entry.verdict for entry in queue(tmp_path)] == ["fine", ""]


def test_an_entry_that_is_not_there_is_told(tmp_path, capsys):
    """The number is wrong, and nothing is changed."""
    assert main(["review", str(tmp_path), "--wrong", "3"]) == 2
    assert "there is no entry 3" in capsys.readouterr().err
    with pytest.raises(IndexError):
        judge(tmp_path, 1, "fine")


def test_a_line_that_was_cut_off_does_not_hide_the_others(tmp_path):
    """A crash in the middle of a line loses that line alone."""
    note(tmp_path, "C-1", AT, [FLAG])
    with (tmp_path / FILE).open("a") as file:
        file.write('{"call_id": "C-2", "at"')
    assert [entry.call_id for entry in queue(tmp_path)] == ["C-1"]


def test_without_a_folder_it_is_the_one_that_calls_leave_their_logs_in(tmp_path, monkeypatch, capsys):
    """What a call to the front desk flagged is there for whoever asks."""
    monkeypatch.setattr(options, "log_folder", lambda: tmp_path)
    note(tmp_path, "C-1", AT, [FLAG])
    assert main(["review"]) == 0
    assert "RX-9999" in capsys.readouterr().out
