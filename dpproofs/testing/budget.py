"""One error budget for a whole session, divided over checks in the order in which they are made."""

from __future__ import annotations

from dataclasses import dataclass

RESERVE = 1 / 16  # of the budget, for workers that take the place of crashed ones


@dataclass
class Ledger:
    """Hands out levels that never sum to more than alpha, however many checks there are.

    Check k gets ``alpha n/((n + k - 1)(n + k))``, n being how many were planned. The levels of the
    first k sum to ``alpha k/(n + k)``, which is below alpha for every k. Each of the first n is at
    least alpha/(4 n), a quarter of what dividing by a number known beforehand would give. A wrong
    plan costs power, never the guarantee.

    Attributes
    ----------
    alpha
        The budget, in (0, 1).
    planned
        At least 1; fixed before the first check.
    made
        How many levels were handed out.
    """

    alpha: float
    planned: int = 1
    made: int = 0

    def next(self) -> float:
        """The level of the next check."""
        self.made += 1
        n, k = self.planned, self.made
        return self.alpha * n / ((n + k - 1) * (n + k))

    @property
    def spent(self) -> float:
        """The sum of the levels handed out."""
        return self.alpha * self.made / (self.planned + self.made)


def share_of_worker(number: int, workers: int) -> float:
    """The part of a session's budget that a worker may hand out.

    Those that a session starts with, numbers 0 to workers - 1, share all but the reserve evenly. A
    worker that replaces a crashed one has the next number, and half of what is left of the reserve.
    """
    if number < workers:
        return (1 - RESERVE) / workers
    return RESERVE * 2.0 ** -(number - workers + 1)
