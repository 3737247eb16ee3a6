"""The clinic's words: what it answers, and the two ways in which it does not."""

import datetime as dt
from typing import NamedTuple


class ToolTimeout(Exception):
    """No answer came. For an irreversible tool that means "we do not know", not "it did not happen"."""


class ToolError(Exception):
    """The clinic refused; the same request gets the same answer again.

    `reason` is a word: `opening_taken`, `not_open`, `closed`, `past` or `too_far_ahead` from the clinic itself,
    `invalid` for arguments that do not fit, and whatever word a failure plan gives.
    """

    def __init__(self, reason: str = "refused") -> None:
        super().__init__(reason)
        self.reason = reason


class Reservation(NamedTuple):
    """What the clinic wrote down: one opening (a date and a start time in the clinic's zone) for one name."""

    day: dt.date
    time: dt.time
    name: str
