"""A line to what was heard: a closed grammar of days, times, names and answers in English and Spanish."""

from lab.understanding.births import birth_date, without_birth_dates
from lab.understanding.context import Context, Mentions
from lab.understanding.grammar import mentions, understand
from lab.understanding.unavailable import UnderstandingUnavailable

__all__ = [
    "Context",
    "Mentions",
    "UnderstandingUnavailable",
    "birth_date",
    "mentions",
    "understand",
    "without_birth_dates",
]
