"""What the arguments experiment found: every trial of a model, and shares with how sure they are."""

import random
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from math import sqrt

from lab.measure.argument_trials import SETTINGS, TRACED, Bench, Setting, Trial, misheard, passes, play
from lab.measure.argument_writers import Writer, Written

_SURE = 1.96  # standard deviations: 95 percent


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies, with 95 percent confidence (Wilson)."""
        if not self.whole:
            return 0.0, 1.0
        n, p, z = self.whole, self.part / self.whole, _SURE
        middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))

    @property
    def percent(self) -> str:
        return f"{self.part / self.whole:.1%}" if self.whole else "-"

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.percent} ({low:.1%}-{high:.1%})" if self.whole else "-"


@dataclass(frozen=True)
class Outcome:
    """All trials of a model under each setting, in the settings' order, and what became of what was misheard.

    `untraced` is how many calls provenance alone flags, and how many of those were right; `idle` in how many cases
    the model called another tool or none.
    """

    model: str
    trials: Mapping[str, Sequence[Trial]]
    misheard: Mapping[str, Share]
    untraced: tuple[Share, Share]
    idle: int = 0


def simulate(bench: Bench, writer: Writer, count: int, seed: int, step: Callable[[str], None]) -> Outcome:
    """The same calls under every setting, so many of each. Raises ModelUnavailable."""
    trials: dict[str, list[Trial]] = {}
    written = list(writer.writes(bench, count, seed))
    for setting in SETTINGS:
        trials[setting.name] = _played(bench, writer, written, setting)
        step(setting.name)
    flagged = [trial for trial in _played(bench, writer, written, TRACED) if trial.flagged]
    right = sum(not trial.cause for trial in flagged)
    untraced = Share(len(flagged), len(written)), Share(right, len(flagged))
    return Outcome(writer.name, trials, mishear(bench, count, seed), untraced, writer.idle)


def _played(bench: Bench, writer: Writer, written: Sequence[Written], setting: Setting) -> list[Trial]:
    # every setting meets the same dice
    fresh = (each._replace(dice=copy(each.dice)) for each in written)
    return [play(bench, each, writer.again, setting) for each in fresh]


def mishear(bench: Bench, count: int, seed: int) -> Mapping[str, Share]:
    """Of so many calls in which another was heard than was meant: how many reach execution."""
    dice, every = random.Random(seed), list(misheard(bench))
    drawn = dice.choices(every, k=count)
    settings = {"all layers but the echo": frozenset({"echo"}), "all layers": frozenset[str]()}
    return {name: Share(sum(passes(bench, each, off) for each in drawn), count) for name, off in settings.items()}
