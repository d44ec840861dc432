"""Exact draws of integers, many at a time: random words are looked up among exact probabilities.

A magnitude M lies beyond m when a uniform V in (0, 1) is below t_m = P(M > m). The first 63 binary
digits of V are a random integer, which is compared with the floors of 2^63 t_m: integers, proved in
ball arithmetic. Where it equals one of them, which happens once in 2^63 draws for each m, further
digits of V and of t_m decide (`lattice.Quantile`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms.formulas.lattice import Quantile, Undecided

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.coins import Coins
    from dpproofs.mechanisms.formulas.enclosure import Ball

Beyond: TypeAlias = "Callable[[int], Ball]"
Words: TypeAlias = NDArray[np.uint64]

DIGITS = 63  # of V at first: the bit that is left of a word is a sign
PRECISIONS = (192, 384, 768, 1536)  # bits at which floors are tried


@dataclass(frozen=True, eq=False)
class Inversion:
    """Magnitudes by inversion of their distribution.

    Attributes
    ----------
    floors
        The floors of 2^DIGITS P(M > m), for m downwards to 0: increasing, from 0.
    beyond
        From m to P(M > m), a ball at the working precision.
    """

    floors: Words
    beyond: Beyond

    @classmethod
    def of(cls, tails: Callable[[], Iterable[Ball]], beyond: Beyond) -> Inversion:
        """From the balls of P(M > m) at the working precision, for m = 0, 1, ...

        Raises
        ------
        Undecided
            When some floor is not known at any precision.
        """
        from flint import ctx

        for bits in PRECISIONS:
            with ctx.workprec(bits):
                found = _floors(tails())
            if found is not None:
                return cls(np.array(found[::-1], dtype=np.uint64), beyond)
        raise Undecided("a probability is not known well enough")

    def magnitudes(self, digits: Words, coins: Coins) -> NDArray[np.int64]:
        """The magnitudes that the first digits of V stand for; the coins say further ones."""
        place = np.searchsorted(self.floors, digits, side="right")
        found = np.asarray(self.floors.size - place, dtype=np.int64)
        # The last floor is 0, so that there is always one at or below the digits.
        for doubtful in np.flatnonzero(self.floors[place - 1] == digits).tolist():
            known = Quantile(coins, int(digits[doubtful]), DIGITS)
            while known.below(self._half_beyond, Fraction(int(found[doubtful]))):
                found[doubtful] += 1
        return found

    def signed(self, words: Words, coins: Coins) -> NDArray[np.int64]:
        """Magnitudes with a sign, from words of 64 bits."""
        found = self.magnitudes(words >> np.uint64(64 - DIGITS), coins)
        return np.where(words & np.uint64(1), -found, found)

    def _half_beyond(self, m: Fraction) -> Ball:
        """What a quantile in (0, 1/2) is compared with."""
        return self.beyond(int(m)) / 2


def _floors(tails: Iterable[Ball]) -> list[int] | None:
    """The floors up to the first that is 0; None where the precision does not tell one."""
    found: list[int] = []
    for tail in tails:
        scaled = tail * (1 << DIGITS)
        if scaled < 1:  # a ball around 0 has no floor
            return [*found, 0]
        floor = scaled.floor().unique_fmpz()
        if floor is None:
            return None
        found.append(int(floor))
    return None
