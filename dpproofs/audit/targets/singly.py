"""A target that is asked for one draw a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.outcomes import conform, form_of
from dpproofs.audit.target import About, Computed, Documented, Draws, Pair, Target


class Singly(Target):
    """Calls another target for one draw at a time.

    Draws that a sampler makes in one call may depend on each other.
    """

    def __init__(self, target: Target) -> None:
        self.target = target

    @property
    def about(self) -> About:  # type: ignore[override]  # the same, however it is called
        return self.target.about

    @property
    def seeded(self) -> bool:
        return self.target.seeded

    @property
    def anywhere(self) -> bool:
        return self.target.anywhere

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        return np.concatenate([self.target.draw(value, 1, rng) for _ in range(count)])

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        found = [each for _ in range(count) for each in self.target.outcomes(value, 1, rng)]
        form = form_of(found)
        return found if form is None or form.kind != "number" else conform(found, form)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        return self.target.pairs(claim)

    def landmarks(self) -> Sequence[float]:
        return self.target.landmarks()

    def computed(self) -> Computed | None:
        return self.target.computed()

    def documented(self, value: Any) -> Documented | None:
        return self.target.documented(value)

    def available(self) -> int | None:
        return self.target.available()

    def close(self) -> None:
        self.target.close()
