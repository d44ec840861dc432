"""How an object or a function draws noise."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpproofs.auditing.targets.signature import parameters_of


@dataclass(frozen=True)
class Drawing:
    """Something that draws noise.

    Attributes
    ----------
    method
        From a number of draws to draws.
    size, generator
        The names by which it takes the number and a NumPy generator; empty for its first position,
        and where it takes none.
    """

    method: Any
    size: str
    generator: str

    @classmethod
    def by(cls, method: Any, generator: str = "rng") -> Drawing:
        """By calling that."""
        names = parameters_of(method)
        taken = ("size", generator)
        return cls(method, *(name if name in names else "" for name in taken))

    @classmethod
    def of(cls, subject: Any) -> Drawing | None:
        """How an object draws: by ``sample(size, rng=)`` or ``rvs(size, random_state=)``."""
        for method, generator in (("sample", "rng"), ("rvs", "random_state")):
            draws = getattr(subject, method, None)
            if callable(draws) and not inspect.isclass(subject):
                return cls.by(draws, generator)
        return None

    def __call__(self, count: int, rng: np.random.Generator) -> Any:
        options: dict[str, Any] = {self.generator: rng} if self.generator else {}
        if self.size:
            return self.method(**{self.size: count}, **options)
        return self.method(count, **options)
