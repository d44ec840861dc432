"""Notice when a sampler gives the same draws twice: it is seeded alike each time, or anew."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.target import Draws

FIRST = 64  # draws from which it is told how surprising a coincidence is
BITS = 96.0  # a coincidence of probability 2^-96 is none, among all pairs of runs that there are
LONGEST = 512  # draws in a row that are compared
EVERY = 16  # one run in so many is remembered, chosen by its contents: then others find it again
MOST = 1 << 11  # remembered for an input; beyond it, fewer are
FACTOR = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2^64
MODULUS = 1 << 64

Codes = NDArray[np.uint64]


@dataclass
class Runs:
    """What is remembered of the draws at one input.

    Attributes
    ----------
    window
        How many draws in a row are compared.
    every
        Of the runs, those with a hash divisible by this are remembered.
    starts, seen
        The hashes of runs with which something began, and of the others.
    """

    window: int
    every: int = EVERY
    starts: set[int] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)

    def again(self, hashes: Codes) -> bool:
        """Whether some run was there before, here or earlier; remembers these."""
        start = int(hashes[0])
        some = hashes[1:][hashes[1:] % np.uint64(self.every) == 0].tolist()
        fresh = {start, *some}
        known = len(fresh) <= len(some) or not fresh.isdisjoint(self.starts | self.seen)
        self.seen.update(some)
        if len(self.starts) < MOST:
            self.starts.add(start)
        while len(self.seen) > MOST:
            self.every *= 2
            self.seen = {code for code in self.seen if code % self.every == 0}
        return known


class Repeats:
    """Runs of successive draws so far, by input.

    Draws that are handed out twice are no evidence, and would count twice. Runs are compared at one
    input only, since the draws at two inputs may depend on each other in any way.
    """

    def __init__(self, known: Iterable[tuple[Hashable, Runs]] = ()) -> None:
        self._runs = dict(known)

    @property
    def known(self) -> list[tuple[Hashable, Runs]]:
        """What it remembers: for another `Repeats` to start from."""
        return sorted(self._runs.items(), key=repr)

    def seen(self, value: Hashable, draws: Draws) -> bool:
        """Whether a run of these draws was there before at this input, beyond coincidence."""
        runs = self._runs.get(value)
        window = _window(draws) if runs is None else runs.window
        if not 0 < window <= len(draws):
            return False
        if runs is None:
            runs = self._runs[value] = Runs(window)
        return runs.again(_hashes(_codes(draws), window))


def same_at_both(here: Draws, there: Draws) -> bool:
    """Whether numbers that vary are the same at both inputs, draw for draw, beyond coincidence.

    Answers that a sampler overwrites look like this, and so does noise that is drawn once and kept.
    Integers may well agree; a constant is private.
    """
    if here.shape != there.shape or here.dtype.kind != "f" or not len(here):
        return False
    if (_codes(here[:1]) != _codes(there[:1])).any() or not 0 < _window(here) <= len(here):
        return False
    finite = here[np.isfinite(here)]
    return bool((finite % 1 != 0).any()) and bool((_codes(here) == _codes(there)).all())


def _window(draws: Draws) -> int:
    """How many draws in a row do not come again by chance; 0 where all would be too few."""
    first = draws[:FIRST]
    if not len(first):
        return 0
    _, counts = np.unique(_codes(first), return_counts=True)  # where a NaN is like another
    pairs, alike = math.comb(len(first), 2), sum(math.comb(count, 2) for count in counts.tolist())
    agree = (alike + 1) / (pairs + 1)  # about the probability that two draws agree
    window = math.ceil(BITS / -math.log2(agree)) if agree < 1 else 0
    return window if window <= LONGEST else 0


def _codes(draws: Draws) -> Codes:
    """One number a draw, the same for the same draw wherever it is drawn."""
    if draws.ndim > 1:
        powers = np.full(draws.shape[1], FACTOR, dtype=np.uint64).cumprod(dtype=np.uint64)
        places = np.concatenate([np.ones(1, dtype=np.uint64), powers[:-1]])[::-1]
        return np.asarray(_codes(draws.ravel()).reshape(draws.shape) @ places)
    if draws.dtype.kind in "US":
        labels, places = np.unique(draws, return_inverse=True)
        return np.array([crc32(str(x).encode()) for x in labels], dtype=np.uint64)[places]
    if draws.dtype.kind == "f":
        draws = draws.astype(np.float64)
    return np.ascontiguousarray(draws).astype(draws.dtype, copy=False).view(np.uint64)


def _hashes(codes: Codes, window: int) -> Codes:
    """A hash of each run of so many successive codes (Rabin and Karp, modulo 2^64)."""
    mixed = (codes ^ (codes >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    count = len(codes)
    powers = np.full(count, FACTOR, dtype=np.uint64).cumprod(dtype=np.uint64)
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), (mixed * powers).cumsum(dtype=np.uint64)])
    inverse = np.full(count, pow(FACTOR, -1, MODULUS), dtype=np.uint64).cumprod(dtype=np.uint64)
    runs = (sums[window:] - sums[:-window]) * inverse[: count - window + 1]
    return np.asarray(runs ^ (runs >> np.uint64(32)))
