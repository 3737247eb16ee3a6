"""What the arguments experiment found: every trial of a model, and shares with how sure they are."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from lab.measure.argument_trials import SETTINGS, TRACED, Bench, Setting, Trial, draws, misheard, passes, play

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

    `untraced` is how many calls provenance alone flags, and how many of those were right.
    """

    model: str
    trials: Mapping[str, Sequence[Trial]]
    misheard: Mapping[str, Share]
    untraced: tuple[Share, Share]


def simulate(bench: Bench, model: str, count: int, seed: int, rate: float, step: Callable[[str], None]) -> Outcome:
    """The same calls under every setting, so many of each."""
    trials: dict[str, list[Trial]] = {}
    for setting in SETTINGS:
        trials[setting.name] = _played(bench, setting, count, seed, rate)
        step(setting.name)
    flagged = [trial for trial in _played(bench, TRACED, count, seed, rate) if trial.flagged]
    right = sum(not trial.cause for trial in flagged)
    untraced = Share(len(flagged), count), Share(right, len(flagged))
    return Outcome(model, trials, mishear(bench, count, seed), untraced)


def _played(bench: Bench, setting: Setting, count: int, seed: int, rate: float) -> list[Trial]:
    return [play(bench, at, slip, setting, dice) for at, slip, dice in draws(bench, count, seed, rate)]


def mishear(bench: Bench, count: int, seed: int) -> Mapping[str, Share]:
    """Of so many calls in which another was heard than was meant: how many reach execution."""
    dice, every = random.Random(seed), list(misheard(bench))
    drawn = dice.choices(every, k=count)
    settings = {"all layers but the echo": frozenset({"echo"}), "all layers": frozenset[str]()}
    return {name: Share(sum(passes(bench, each, off) for each in drawn), count) for name, off in settings.items()}
