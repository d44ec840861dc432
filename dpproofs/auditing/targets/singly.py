"""A target that is asked for one draw a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpproofs.auditing.labels import Failure
from dpproofs.auditing.target import Draws
from dpproofs.auditing.targets.around import Around
from dpproofs.auditing.targets.outputs import outcomes_of


class Singly(Around):
    """Calls another target for one draw at a time.

    Draws that a sampler makes in one call may depend on each other.
    """

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        return np.concatenate([self.target.draw(value, 1, rng) for _ in range(count)])

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        found = [each for _ in range(count) for each in self.target.outcomes(value, 1, rng)]
        failed = any(isinstance(outcome, Failure) for outcome in found)
        return found if failed else outcomes_of(found, count, self.about.name)
