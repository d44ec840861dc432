"""Exact laws: probabilities of sets as balls, from the formulas of a mechanism and from no draw."""

from contextlib import contextmanager
from fractions import Fraction

import flint
import sympy as sp
from flint import arb

from dpproofs.deriving.balls import ball as value_of
from dpproofs.deriving.balls import exact
from dpproofs.mechanisms import IntegerMechanism
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.log_concave import LogConcave

BITS = 512
CLOSE = arb(2) ** -256  # to which equality is seen


class RealLaw:
    """Noise with an even density, and an atom at 0 at most."""

    def __init__(self, noise):
        self.tail = noise._exact_tail()

    def beyond(self, x):
        """P(X > x)."""
        return self.tail(x) if x >= 0 else 1 - self.tail(-x)

    def at(self, x):
        """P(X = x)."""
        return 1 - 2 * self.tail(x) if x == 0 else arb(0)

    def mass(self, intervals, points):
        """The probability of a union of disjoint open intervals, and of points outside of them."""
        inside = (self.beyond(low) - self.beyond(high) - self.at(high) for low, high in intervals)
        return sum(inside, arb(0)) + sum((self.at(x) for x in points), arb(0))


class IntegerLaw:
    """Noise on the integers, by its symbolic description."""

    def __init__(self, noise):
        described = noise.symbolic()
        given = {v.symbol: Fraction(getattr(noise, v.symbol.name)) for v in described.domain}
        epsilon = {s: noise.exact_epsilon for s in given if s.name == "epsilon"}
        self.at_parameters = {s: exact(value) for s, value in (given | epsilon).items()}
        for short, meaning in described.definitions:
            self.at_parameters[short] = value_of(meaning, self.at_parameters)
        whole = {s: sp.Rational(f.numerator, f.denominator) for s, f in given.items()}
        self.x = described.x
        self.pieces = [
            (p.density, p.lower.subs(whole), p.upper.subs(whole), p.index) for p in described.pieces
        ]
        self.known = {}

    def at(self, n):
        """P(X = n)."""
        if n not in self.known:
            self.known[n] = self._at(abs(n))
        return self.known[n]

    def _at(self, n):
        for density, start, end, index in self.pieces:
            k, here = 0, {self.x: exact(Fraction(n))}
            if index is not None:
                first, step = start.subs(index, 0), start.subs(index, 1) - start.subs(index, 0)
                k = max(int((n - first) // step), 0)
                here[index] = exact(Fraction(k))
            lower, upper = (x if index is None else x.subs(index, k) for x in (start, end))
            if lower <= n < upper:
                return value_of(density, self.at_parameters | here).real
        raise AssertionError(f"no piece holds {n}")

    def mass(self, intervals, points):
        """The probability of a union of disjoint open intervals, and of points outside of them."""
        inside = {n for low, high in intervals for n in range(low.__floor__() + 1, high.__ceil__())}
        inside |= {int(x) for x in points if x.denominator == 1}
        return sum(map(self.at, inside), arb(0))


class LogConcaveLaw(RealLaw):
    """Log-concave noise on the integers."""

    def __init__(self, noise):
        self.noise = noise

    def beyond(self, x):
        """P(X > x)."""
        return self.noise._exact_from(x.__floor__() + 1)

    def at(self, x):
        """P(X = x)."""
        return self.noise._exact_mass(abs(int(x))) if x.denominator == 1 else arb(0)


class SelectionLaw:
    """The outcome for one data set."""

    def __init__(self, mechanism, costs, weights):
        rate = Fraction(mechanism.rate)
        levels = [Fraction(level) for level in mechanism.levels(costs).tolist()]
        least = min(levels)
        masses = [
            w * (-ball(rate * (v - least))).exp() for w, v in zip(weights, levels, strict=True)
        ]
        whole = sum(masses, arb(0))
        self.masses = [mass / whole for mass in masses]

    def mass(self, _intervals, points):
        """The probability of a set of outcomes."""
        return sum((self.masses[int(n)] for n in points), arb(0))


def law_of(noise):
    """The law of noise."""
    if isinstance(noise, LogConcave):
        return LogConcaveLaw(noise)
    return IntegerLaw(noise) if isinstance(noise, IntegerMechanism) else RealLaw(noise)


def excess(p, q, epsilon, delta):
    """The largest P(S) - e^epsilon P'(S) - delta of a set and its complement, either way."""
    growth, most, worst = ball(epsilon).exp(), ball(delta), arb(-1)
    for a, b in [(p, q), (q, p), (1 - p, 1 - q), (1 - q, 1 - p)]:
        worst = worst.max(a - growth * b - most)
    return worst


def kept(worst):
    """Whether there is no excess, to 77 digits; fails when that cannot be told."""
    assert worst.rad() < CLOSE, "the probabilities are not known well enough"
    return bool(worst.mid() <= CLOSE)


@contextmanager
def precise():
    """Ball arithmetic at enough bits, given back afterwards."""
    before, flint.ctx.prec = flint.ctx.prec, BITS
    try:
        yield
    finally:
        flint.ctx.prec = before
