"""Notice when two runs of a sampler give the same draws: it is seeded alike each time."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from hashlib import sha256

import numpy as np

from dpproofs.audit.target import Draws

FIRST = 64  # draws of a run that are compared
BITS = 64.0  # a coincidence of probability 2^-64 is none


class Repeats:
    """The beginnings of the runs so far, by input.

    Draws that are handed out twice are no evidence, and would count twice. Runs are compared at one
    input only, since the draws at two inputs may depend on each other in any way.
    """

    def __init__(self, known: Iterable[tuple[Hashable, str]] = ()) -> None:
        self._seen = set(known)

    @property
    def known(self) -> list[tuple[Hashable, str]]:
        """What it remembers: for another `Repeats` to start from."""
        return sorted(self._seen, key=repr)

    def seen(self, value: Hashable, draws: Draws) -> bool:
        """Whether an earlier run at this input began like this one, beyond coincidence."""
        first = draws[:FIRST]
        _, counts = np.unique(first, axis=0, return_counts=True)
        # The probability that two draws agree, about.
        agree = float(np.sum((counts / len(first)) ** 2)) if len(first) else 1.0
        if -len(first) * math.log2(agree) < BITS:
            return False
        run = (value, sha256(first.tobytes()).hexdigest())
        known = run in self._seen
        self._seen.add(run)
        return known
