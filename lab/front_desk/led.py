"""A model that can be led astray for a few steps: a scenario scripts what it does wrong, and it goes on by itself."""

from collections import deque
from collections.abc import Iterable

from lab.front_desk.model import Model, Step, Talk


class Led:
    """Takes the steps it is led to, then its own."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._steps: deque[Step] = deque()

    @property
    def name(self) -> str:
        return self._model.name

    def lead(self, steps: Iterable[Step]) -> None:
        """Take these first, in place of whatever was left of the last."""
        self._steps = deque(steps)

    def next(self, talk: Talk) -> Step:
        return self._steps.popleft() if self._steps else self._model.next(talk)
