"""A function of data sets, which takes them as lists of records whatever it takes itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dpproofs.auditing.target import Draws, Target
from dpproofs.auditing.targets.around import Around


class OfRecords(Around):
    """Makes a data set of each list of records, anew for each call, and hands it to the target.

    Parameters
    ----------
    target
        What draws at data sets.
    make
        From a list of records to a data set of its kind, as `dpproofs.auditing.data_sets` has them.
    """

    def __init__(self, target: Target, make: Callable[[Sequence[Any]], Any]) -> None:
        super().__init__(target)
        self.make = make

    @property
    def sized(self) -> bool:
        """Whether the target may be called for many draws at once."""
        return bool(getattr(self.target, "sized", False))

    def one_by_one(self) -> OfRecords:
        """The same, called for one draw at a time."""
        target: Any = self.target
        return OfRecords(target.one_by_one(), self.make)

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        return self.target.draw(self.make(value), count, rng)

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        return self.target.outcomes(self.make(value), count, rng)
