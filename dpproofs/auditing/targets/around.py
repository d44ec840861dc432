"""A target around another one, which answers for it unless told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Computed, Documented, Draws, Pair, Target


class Around(Target):
    """Hands everything on to another target."""

    def __init__(self, target: Target) -> None:
        self.target = target

    @property
    def about(self) -> About:  # type: ignore[override]  # that of the other
        return self.target.about

    @property
    def seeded(self) -> bool:
        return self.target.seeded

    @property
    def anywhere(self) -> bool:
        return self.target.anywhere

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        return self.target.draw(value, count, rng)

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        return self.target.outcomes(value, count, rng)

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
