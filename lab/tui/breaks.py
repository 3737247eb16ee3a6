"""What a person can let fail next, by hand; each strikes once, ahead of the plan."""

from dataclasses import dataclass

from fake_api.failures import Failure
from fake_api.practice.trouble import Trouble
from lab.tui.actions import Action


@dataclass(frozen=True, slots=True)
class Break:
    """A failure to arm, and what it teaches."""

    id: str
    title: str
    about: str
    failure: Failure | Trouble


AT_CLINIC = (
    Break(
        "booking-lost-done",
        "next booking times out, done",
        "The clinic writes it down, and the answer is lost.",
        Failure("book", outcome="timeout", committed=True),
    ),
    Break(
        "booking-lost",
        "next booking times out, not done",
        "It never reaches the clinic, and no answer comes.",
        Failure("book", outcome="timeout"),
    ),
    Break(
        "opening-taken",
        "next booking is refused: opening taken",
        "Someone else takes the opening a moment before.",
        Failure("book", outcome="rejected", reason="opening_taken"),
    ),
    Break(
        "read-lost",
        "next look-up times out",
        "No answer to the next find_open_times; asking again does no harm.",
        Failure("find_open_times", outcome="timeout"),
    ),
    Break(
        "read-refused",
        "next look-up is refused",
        "The clinic says no to the next find_open_times, and would say it again.",
        Failure("find_open_times", outcome="rejected", reason="maintenance"),
    ),
)

AT_PRACTICE = (
    Break(
        "write-lost-done",
        "next booking gets no answer, done",
        "The practice writes it down, and the answer is lost.",
        Trouble("create", outcome="timeout", committed=True),
    ),
    Break(
        "write-lost",
        "next booking gets no answer, not done",
        "It never reaches the practice, and no answer comes.",
        Trouble("create", outcome="timeout"),
    ),
    Break(
        "start-taken",
        "next booking is refused: start taken",
        "Someone else takes the start a moment before.",
        Trouble("create", outcome="conflict"),
    ),
    Break(
        "no-in-a-200",
        "next booking is a 200 that says no",
        "Only who reads the body knows that nothing was written.",
        Trouble("create", outcome="rejected"),
    ),
    Break(
        "visits-lost",
        "next look at the visits fails",
        "Whether a lost booking was written can't be read back; a second try may do.",
        Trouble("appointments", outcome="server_error"),
    ),
    Break(
        "month-lost",
        "next search fails once",
        "No answer to the next month that is read; asking again does no harm.",
        Trouble("month", outcome="timeout"),
    ),
)

AT_FRONT_DESK = (
    Break(
        "commit-lost-done",
        "next commit gets no answer, done",
        "The practice writes it down, and the answer is lost.",
        Trouble("inbound/commit", outcome="timeout", committed=True),
    ),
    Break(
        "commit-lost",
        "next commit gets no answer, not done",
        "It never reaches the practice, and no answer comes.",
        Trouble("inbound/commit", outcome="timeout"),
    ),
    Break(
        "commit-busy",
        "next commit finds the schedule busy",
        "Nothing was written; a second try may do.",
        Trouble("inbound/commit", outcome="busy"),
    ),
)

BREAKS = {"clinic": AT_CLINIC, "practice": AT_PRACTICE, "front-desk": AT_FRONT_DESK}
"""What can be broken, by the tools of the call."""

ARMING = tuple(Action(item.id, f"arm('{item.id}')", "break", item.title, item.about) for item in AT_CLINIC)
"""The clinic's as actions of the palette; F2 has those of each call."""
