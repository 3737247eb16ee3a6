"""What a person can let fail next, by hand; each strikes once, ahead of the plan."""

from dataclasses import dataclass

from fake_api.failures import Failure
from lab.tui.actions import Action


@dataclass(frozen=True, slots=True)
class Break:
    """A failure to arm, and what it teaches."""

    id: str
    title: str
    about: str
    failure: Failure


BREAKS = (
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

ARMING = tuple(Action(item.id, f"arm('{item.id}')", "break", item.title, item.about) for item in BREAKS)
"""The same as actions of the palette."""
