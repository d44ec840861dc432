"""Outputs that Laplace noise has in an interval, by their density alone: a second way to a loss.

Nothing here is shared with `dpproofs.privacy.enclosed`: no normalising constant and no profile is
taken from a formula, only integrals by quadrature, and places found by bisection.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import mpmath

from dpproofs.auditing.suite.noise import DIGITS, Real

KNOWN = 64  # inputs whose total is kept: the same ones are asked for again and again
PARTS = 8  # of the interval, whose ends are inputs and outputs that are tried


@dataclass(frozen=True)
class BoundedOutputs:
    """At x the output y has density proportional to e^{-|y - x|/scale} on [lower, upper].

    Numbers are exactly what they are; scale > 0, lower < upper.
    """

    scale: float
    lower: float
    upper: float

    @property
    def ends(self) -> tuple[Real, Real]:
        """Of the interval."""
        return mpmath.mpf(self.lower), mpmath.mpf(self.upper)

    def least_delta(self, epsilon: float, sensitivity: float) -> Real:
        """The larger of two divergences, those between ``lower`` and its neighbour: a lower bound.

        The neighbour is ``lower + sensitivity``, or ``upper`` where that is nearer.
        """
        here, growth = self.ends[0], mpmath.exp(mpmath.mpf(epsilon))
        there = self._neighbour(here, sensitivity)
        f, g = self._density(here), self._density(there)
        return max(
            self._excess(f, lambda y: growth * g(y), there),
            self._excess(g, lambda y: growth * f(y), there),
        )

    def largest_loss(self, sensitivity: float) -> Real:
        """The largest privacy loss over a grid of inputs and outputs: a lower bound."""
        low, high = self.ends
        places = [low + k * (high - low) / PARTS for k in range(PARTS + 1)]
        losses = [mpmath.mpf(0)]
        for x in places[:-1]:
            f, g = self._density(x), self._density(self._neighbour(x, sensitivity))
            losses += [abs(mpmath.log(f(y) / g(y))) for y in places]
        return max(losses)

    def at_most(self, x: Real, y: Real) -> Real:
        """The probability of an output <= y at the input x."""
        low, _ = self.ends
        ends = sorted({low, y, x} if low < x < y else {low, y})
        return mpmath.quad(self._density(x), ends)

    def stays(self, x: Real) -> Real:
        """The probability that Laplace noise added to x stays in the interval."""
        return self._total(x) / (2 * mpmath.mpf(self.scale))

    def _neighbour(self, x: Real, sensitivity: float) -> Real:
        return min(x + mpmath.mpf(sensitivity), self.ends[1])

    def _density(self, x: Real) -> Callable[[Real], Real]:
        scale, total = mpmath.mpf(self.scale), self._total(x)
        return lambda y: mpmath.exp(-abs(y - x) / scale) / total

    def _total(self, x: Real) -> Real:
        return _integral(self, x, mpmath.mp.prec)

    def pieces(self, kink: Real) -> list[Real]:
        """Ends of pieces that quadrature is good at: around a kink, short where the density is."""
        low, high = self.ends
        steps = [side * mpmath.mpf(self.scale) * 4**k for k in range(-1, 4) for side in (-1, 1)]
        places = {place + step for place in (low, kink) for step in (0, *steps)}
        return sorted({low, high, *(place for place in places if low < place < high)})

    def _excess(self, f: Callable[[Real], Real], g: Callable[[Real], Real], kink: Real) -> Real:
        """The integral of max(0, f - g), which changes its sign once at most in a piece."""
        total = mpmath.mpf(0)
        for low, high in pairwise(self.pieces(kink)):
            a, b = low, high
            if f(low) > g(low) or f(high) > g(high):
                if f(low) <= g(low):
                    a = _change(lambda y: f(y) > g(y), high, low)
                elif f(high) <= g(high):
                    b = _change(lambda y: f(y) > g(y), low, high)
                total += mpmath.quad(lambda y: f(y) - g(y), [a, b])
        return total


@lru_cache(maxsize=KNOWN)
def _integral(outputs: BoundedOutputs, x: Real, precision: int) -> Real:
    """Of e^{-|y - x|/scale} over the interval, at a precision in bits."""
    with mpmath.workprec(precision):
        scale = mpmath.mpf(outputs.scale)
        return mpmath.quad(lambda y: mpmath.exp(-abs(y - x) / scale), outputs.pieces(x))


def _change(holds: Callable[[Real], bool], inside: Real, outside: Real) -> Real:
    """Where a condition ends, by bisection."""
    for _ in range(4 * DIGITS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside
