"""What holds for every line, found by search: no exception, no past, no value out of nothing."""

import datetime as dt

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lab.protocol import SLOTS, Heard, State
from lab.understanding import Context, birth_date, mentions, understand
from lab.understanding.items import read_items
from lab.understanding.lexicon import lexicon
from lab.understanding.tokens import tokenise
from tests.understanding.hearing import HOURS

LANGUAGES = st.sampled_from(["en", "es"])
STATES = st.sampled_from(list(State))
NOW = st.datetimes(dt.datetime(2024, 1, 1), dt.datetime(2031, 12, 31), timezones=st.just(dt.UTC))
TOLD = [
    *sorted(lexicon("en").single),
    *sorted(lexicon("es").single),
    *(
        "10:30",
        "3pm",
        "15th",
        "9/15",
        "31/04",
        "2026-02-30",
        "24:00",
        "29.2.",
        "1.º",
        "half past",
        "next week",
        "0",
        "00:00",
    ),
]
ANY_LINE = st.text(max_size=60) | st.lists(st.sampled_from(TOLD), max_size=12).map(" ".join)
FILLERS = {"en": ["um", "uh", "er", "like"], "es": ["eh", "pues", "em"]}
SAID = {
    "en": [
        "on Tuesday the 15th at half past nine", "September 15th at 10 am", "tomorrow at two thirty", "the 31st",
        "a week from Tuesday", "not Tuesday", "Tuesday, no, Wednesday", "next Tuesday at noon", "15 September 2026",
    ],
    "es": [
        "el martes 15 a las nueve y media", "el 15 de septiembre a las 10 de la mañana", "pasado mañana a las tres",
        "el próximo martes a mediodía", "mañana por la mañana", "cuatro menos cuarto",
    ],
}  # fmt: skip


def _dates(heard: Heard) -> list[dt.date]:
    return [date for date in (heard.day, *heard.unclear.get("day", ())) if isinstance(date, dt.date)]


def _values(heard: Heard) -> tuple[object, ...]:
    unclear = {slot: heard.unclear[slot] for slot in ("day", "time") if slot in heard.unclear}
    return heard.day, heard.time, heard.part_of_day, unclear, heard.denied & {"day", "time"}


@settings(max_examples=400, deadline=None)
@given(line=ANY_LINE, state=STATES, language=LANGUAGES, now=NOW)
@example("\u0301\u0301", "ASK_DAY", "en", dt.datetime(2026, 9, 14, tzinfo=dt.UTC))
@example("٣ ٣ ٣/٤/٢٠٢٦", "ASK_DAY", "en", dt.datetime(2026, 9, 14, tzinfo=dt.UTC))
@example("in 99999999999 years", "ASK_DAY", "en", dt.datetime(2026, 9, 14, tzinfo=dt.UTC))
@example("in 9999 years", "ASK_DAY", "en", dt.datetime(2026, 9, 14, tzinfo=dt.UTC))
@example("29 February 2099 the 31st of the month", "ASK_DAY", "en", dt.datetime(2026, 9, 14, tzinfo=dt.UTC))
def test_no_line_breaks_it_and_no_day_is_past(line: str, state: str, language: str, now: dt.datetime) -> None:
    """Any text at any moment: an answer, no past day, and spans that lie in the line for all that was heard."""
    heard = understand(line, state, Context(now, language, HOURS))
    assert all(date >= now.date() for date in _dates(heard))
    told = {span.what for span in heard.spans}
    part = {"part_of_day"} if heard.part_of_day else set()
    assert {*heard.values(), *heard.unclear, *heard.denied, *part} <= told
    assert all(0 <= span.start < span.end <= len(line) for span in heard.spans)
    assert not heard.values().keys() & heard.unclear.keys()
    assert set(heard.unclear) <= set(SLOTS)
    assert all(heard.unclear.values())


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_pattern_of_the_tables_can_be_said(language: str) -> None:
    """A line made from each pattern, in each state, on a day at either end of a month: read without a fault."""
    table = lexicon(language)
    numbers = [*map(str, range(61)), "00", "05", "09", "0930", "1430", "1899", "1999", "2000", "2026", "2030", "2099"]
    words = [
        *table.single,
        *(" ".join(key) for pairs in table.phrases.values() for same in pairs.values() for key, _ in same),
    ]
    said: dict[str, list[str]] = {}
    for text in [*numbers, *(f"{n}{suffix}" for n in numbers[:32] for suffix in sorted(table.suffixes)), *words]:
        items = read_items(tokenise(text), table)
        if len(items.letters) == 3:
            said.setdefault(items.letters[1], []).append(text)
    said |= {entry.letter: [sign] for sign, entry in table.signs.items()}
    for rule in table.rules(""):
        for pick in (0, -1):
            parts = [[said[letter][pick] for letter in each.letters if letter in said] for each in rule.elements]
            line = " ".join(words[pick] for words in parts if words)
            for now in (dt.datetime(2026, 1, 31, 9, tzinfo=dt.UTC), dt.datetime(2028, 3, 1, 2, tzinfo=dt.UTC)):
                for state in (State.LISTEN, State.ASK_DAY, State.ASK_TIME):
                    understand(line, state, Context(now, language, HOURS))
                birth_date(line, now.date(), language)


@settings(max_examples=200, deadline=None)
@given(line=ANY_LINE, language=LANGUAGES, now=NOW)
def test_mentions_and_dates_of_birth_never_break(line: str, language: str, now: dt.datetime) -> None:
    """Any text at any moment; a date of birth is never to come."""
    mentions(line, Context(now, language, {}))
    born = birth_date(line, now.date(), language)
    assert born is None or all(date <= now.date() for date in born.candidates)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), language=LANGUAGES)
def test_a_filler_changes_nothing(data: st.DataObject, language: str) -> None:
    """ "On um Tuesday" is "on Tuesday": a filler between any two words leaves every value as it was."""
    line = data.draw(st.sampled_from(SAID[language]))
    words = line.split()
    words.insert(data.draw(st.integers(0, len(words))), data.draw(st.sampled_from(FILLERS[language])))
    context = Context(dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC), language, HOURS)
    assert _values(understand(" ".join(words), "LISTEN", context)) == _values(understand(line, "LISTEN", context))


@settings(max_examples=100, deadline=None)
@given(data=st.data(), language=LANGUAGES)
def test_paraphrases_are_heard_alike(data: st.DataObject, language: str) -> None:
    """Capitals, a full stop, politeness, and an accent written apart make no difference."""
    line = data.draw(st.sampled_from(SAID[language]))
    context = Context(dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC), language, HOURS)
    polite = {"en": "please", "es": "por favor"}[language]
    apart = line.replace("ó", "o\u0301").replace("ñ", "n\u0303")
    for other in (line.upper(), line + ".", f"{line} {polite}", f"  {line}  ", apart):
        assert _values(understand(other, "LISTEN", context)) == _values(understand(line, "LISTEN", context))


@settings(max_examples=100, deadline=None)
@given(date=st.dates(dt.date(2026, 9, 11), dt.date(2027, 9, 9)), time=st.times())
def test_what_a_record_writes_is_heard_as_written(date: dt.date, time: dt.time) -> None:
    """A day and a time in digits come back as they are."""
    context = Context(dt.datetime(2026, 9, 10, 9, tzinfo=dt.UTC), "en", HOURS)
    heard = understand(f"{date.isoformat()} {time:%H:%M}", "LISTEN", context)
    assert heard.day == date
    # from one to noon, without a leading zero, the half of the day is not written
    assert heard.time is not None
    assert heard.time.minute == time.minute
    assert heard.time.hour % 12 == time.hour % 12
