"""Exact random choices: rational probabilities and exponentials of rationals, no rounding.

Source: Canonne, Kamath & Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020,
Algorithms 1 and 2.
"""

from __future__ import annotations

import secrets
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

POOL = 512  # bytes fetched at a time


class Coins:
    """A source of independent random choices, made of random bits with integers alone.

    Parameters
    ----------
    rng
        None for the operating system's bits, or anything that `numpy.random.default_rng` takes.
    """

    def __init__(self, rng: np.random.Generator | np.random.BitGenerator | int | None) -> None:
        self._bytes = secrets.token_bytes if rng is None else np.random.default_rng(rng).bytes
        self._pool, self._left = 0, 0

    def bits(self, count: int) -> int:
        """That many fair bits, as an integer below 2^count."""
        while self._left < count:
            self._pool |= int.from_bytes(self._bytes(POOL), "little") << self._left
            self._left += 8 * POOL
        taken = self._pool & ((1 << count) - 1)
        self._pool >>= count
        self._left -= count
        return taken

    def words(self, count: int) -> NDArray[np.uint64]:
        """So many words of 64 fair bits."""
        return np.frombuffer(self._bytes(8 * count), dtype="<u8").astype(np.uint64, copy=False)

    def below(self, end: int) -> int:
        """An integer from 0 to end - 1, all equally likely, for end >= 1."""
        count = (end - 1).bit_length()
        while (value := self.bits(count)) >= end:
            pass
        return value

    def many_below(self, end: int, count: int) -> NDArray[np.int64]:
        """So many integers from 0 to end - 1, all equally likely, for 1 <= end <= 2^63."""
        mask = np.uint64((1 << (end - 1).bit_length()) - 1)
        found = np.empty(0, np.int64)
        while found.size < count:
            values = self.words(count - found.size) & mask
            found = np.append(found, values[values < end].astype(np.int64))
        return found

    def happens(self, numerator: int, denominator: int) -> bool:
        """True with probability numerator/denominator."""
        return self.below(denominator) < numerator

    def decays(self, x: Fraction) -> bool:
        """True with probability exp(-x), for x >= 0 (Algorithm 1)."""
        whole, part = divmod(x.numerator, x.denominator)
        return all(self._tosses(1, 1, 1) for _ in range(whole)) and self._tosses(
            part, x.denominator, 1
        )

    def two_over_e(self) -> bool:
        """True with probability 2/e: Algorithm 1 for exp(-1), given its first fair coin."""
        return self._tosses(1, 1, 3)

    def geometric(self, x: Fraction) -> int:
        """k >= 0 with probability (1 - b) b^k, b = exp(-x), for x > 0 (from Algorithm 2)."""
        s, t = x.numerator, x.denominator
        while not self._tosses(start := self.below(t), t, 1):
            pass
        steps = 0
        while self._tosses(1, 1, 1):
            steps += 1
        return (start + t * steps) // s

    def _tosses(self, numerator: int, denominator: int, place: int) -> bool:
        """Whether the first k >= place at which a coin of chance x/k fails is odd.

        For x = numerator/denominator in [0, 1] and place 1 that has probability exp(-x).
        """
        while self.happens(numerator, denominator * place):
            place += 1
        return place % 2 == 1
