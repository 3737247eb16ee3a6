"""The one error of understanding: what should hear the caller is not there."""


class UnderstandingUnavailable(Exception):
    """Nothing hears the caller: what happened, why, and what to do next."""

    def __init__(self, what: str, why: str, advice: str) -> None:
        super().__init__(f"{what}: {why}; {advice}")
        self.what, self.why, self.advice = what, why, advice
