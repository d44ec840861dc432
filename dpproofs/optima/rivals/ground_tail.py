"""The mass of a ground state beyond a place, to any precision, in ball arithmetic.

Let u be the even solution of -u'' + |y|^p u = E u with u(0) = 1, and v its derivative by E. Then
(u' v - u v')' = u^2, so that the mass up to a place is u' v - u v' there, without an integral.
docs/schroedinger.md has the proof, and bounds what lies beyond the last place that is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.optima.rivals.ground_state import (
    NotDecided,
    growth_to,
    is_above,
    near_energy,
    solution,
)

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

LEVEL = 64  # digits of the energy, or a multiple of so many
LOST = 10  # bits of working precision for a digit of the energy
NEWTON = 12  # steps, each of which doubles the digits
SPARE = 24  # digits of the energy beyond those that a tail needs


def tail_of(power: Fraction, budget: Fraction, place: Fraction, bits: int) -> Ball:
    r"""The mass beyond a place >= 0, within 2^-bits, of noise X with E \|X\|^power = budget."""
    digits = LEVEL * -(-(SPARE + bits * 5 // 8) // LEVEL)
    return Level.of(power, digits).tail(budget, place)


@dataclass(frozen=True)
class Level:
    """What is known of a ground state when its energy is known to so many digits.

    Attributes
    ----------
    power, digits
        The potential is \\|y\\|^power; the bounds are at most 10^-digits apart.
    energy
        Bounds.
    last
        The last place that is looked at.
    inside, beyond
        The integral of u^2 up to there, and from there on.
    """

    power: Fraction
    digits: int
    energy: tuple[Fraction, Fraction]
    last: Fraction
    inside: Ball
    beyond: Ball

    @classmethod
    @cache
    def of(cls, power: Fraction, digits: int) -> Level:
        """Solve for the energy, and for all of the mass."""
        from flint import arb, ctx

        with ctx.workprec(LOST * digits):
            energy = _energy(power, digits)
            # There the solution has fallen by digits/4, and errors of the energy grow to as many.
            last = growth_to(float(sum(energy) / 2), power, digits / 4)
            e = _between(energy)
            u, rise, v, rise_v = solution(e, power, ball(last))
            # The logarithmic slope of a solution that fades is at most -(V - E)^(1/2) from there.
            most = (u * u / (2 * (ball(last) ** ball(power) - e).sqrt())).upper()
            return cls(power, digits, energy, last, rise * v - u * rise_v, arb(most / 2, most / 2))

    def tail(self, budget: Fraction, place: Fraction) -> Ball:
        """The mass beyond a place, in units of the noise that has the budget."""
        from flint import arb, ctx

        if place == 0:
            return arb(0.5)
        with ctx.workprec(LOST * self.digits):
            # By the virial theorem E|Y|^p = 2 E/(p + 2), for the state as it is.
            e, p = _between(self.energy), ball(self.power)
            y = ball(place) * (2 * e / ((p + 2) * ball(budget))) ** (1 / p)
            whole = 2 * (self.inside + self.beyond)
            if y >= ball(self.last):
                return arb(0).union(self.beyond / whole)
            u, rise, v, rise_v = solution(e, self.power, y)
            return (self.inside + self.beyond - (rise * v - u * rise_v)) / whole


def _energy(power: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Bounds that are proved, around what Newton's method finds."""
    energy = near_energy(power)
    place = ball(growth_to(float(energy), power, 0.6 * digits + 3))
    close = Fraction(1, 2 * 10**digits)
    for _ in range(NEWTON):
        u, _, v, _ = solution(ball(energy), power, place)
        step = rational((u / v).mid())
        energy -= step
        if abs(step) < close / 100:
            break
    low, high = energy - close, energy + close
    if is_above(low, power, digits) or not is_above(high, power, digits):
        raise NotDecided(f"the energy for |y|^{power} was not found to {digits} digits")
    return low, high


def _between(energy: tuple[Fraction, Fraction]) -> Ball:
    low, high = energy
    return ball(low).union(ball(high))
