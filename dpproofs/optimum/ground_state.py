"""The ground state of -u'' + |y|^p u = E u, and its energy between proved bounds.

The even solution with u(0) = 1 is a double power series in y^2 and y^(p+2), summed in ball
arithmetic. If it is positive and rising at some Y with Y^p > E, it stays so, and E is below the
ground energy; if it is negative there, E is above. docs/schroedinger.md has the proof.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.formulas.enclosure import ball, exactly

if TYPE_CHECKING:
    import flint

    from dpproofs.mechanisms.formulas.enclosure import Exact

GUESSED = Fraction(1, 10**11)  # around an estimate in double precision
BITS = 320
REACH = 360.0  # -log of the density at the end of a table
KNOTS = 6000


class NotDecided(DpproofsError):
    """The sign of a solution was not decided at the working precision."""


def ground_energy(cost: Exact, digits: int = 15) -> tuple[Fraction, Fraction]:
    """Bounds on the least E for which -u'' + |y|^cost u = E u has a bounded solution.

    Parameters
    ----------
    cost
        In [1/4, 16].
    digits
        Their distance is below 10^-digits; from 1 to 30.

    Raises
    ------
    BadInput
        When an argument is outside its domain.
    NotDecided
        When the working precision did not suffice.
    """
    power = exactly("cost", cost, "0.25", "16")
    if not 1 <= digits <= 30:
        raise BadInput("digits", digits, "an integer in [1, 30]")
    return _bracket(power, digits)


@cache
def _bracket(power: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    from flint import ctx

    near = Fraction(_estimate(float(power)))
    low, high = near - GUESSED, near + GUESSED
    with ctx.workprec(BITS):
        if _is_above(low, power, digits) or not _is_above(high, power, digits):
            raise NotDecided(f"an estimate of the energy of |y|^{power} is wrong: {float(near)}")
        while high - low > Fraction(1, 10**digits):
            middle = (low + high) / 2
            above = _is_above(middle, power, digits)
            low, high = (low, middle) if above else (middle, high)
    return low, high


def _estimate(power: float) -> float:
    """The energy to about twelve digits: w = (log u)' of the decaying solution vanishes at 0."""
    from scipy.optimize import brentq

    def at_zero(energy: float) -> float:
        return float(_inwards(power, energy, far_out(power, 1.5, 40.0), None)[0][-1])

    root: float = brentq(at_zero, 0.9, 1.6, xtol=1e-14, rtol=1e-14)
    return root


def _inwards(power: float, energy: float, end: float, places: Array | None) -> tuple[Array, Array]:
    """w = (log u)' and log u on the way from far out to 0: w' = |y|^p - E - w^2.

    In this direction errors die out.
    """
    from scipy.integrate import solve_ivp

    height = end**power - energy
    start = -math.sqrt(height) - power * end ** (power - 1) / (4 * height)

    def riccati(y: float, state: Any) -> list[float]:
        return [abs(y) ** power - energy - state[0] ** 2, state[0]]

    found = solve_ivp(
        riccati, (end, 0.0), [start, 0.0], method="DOP853", t_eval=places, rtol=1e-13, atol=1e-14
    )
    return found.y[0], found.y[1]


def _is_above(energy: Fraction, power: Fraction, digits: int) -> bool:
    """Whether an energy is above that of the ground state; proved, whatever is answered."""
    from flint import arb

    p, e = float(power), float(energy)
    # From the turning point on the growing solution gains the factor e^(2 int sqrt(V - E)).
    wanted = 6 + 1.2 * digits * math.log(10)
    place = max(e ** (1 / p), 1.0)
    grown = 0.0
    while grown < wanted:
        place += 0.01
        grown += 0.02 * math.sqrt(max(0.0, place**p - e))
    value, rise = _even_solution(energy, power, Fraction(math.ceil(place * 100), 100))
    if bool(value < 0):
        return True
    # Only below this energy has the even solution at most one zero on the half-line.
    one_zero = (arb.pi() / 2) ** (2 * ball(power) / ball(power + 2))
    if bool(value > 0) and bool(rise > 0) and bool(ball(energy) < one_zero):
        return False
    raise NotDecided(f"the sign of a solution for |y|^{power} was not decided")


def _even_solution(
    energy: Fraction, power: Fraction, place: Fraction
) -> tuple[flint.arb, flint.arb]:
    """u and u' at a place with Y^p > E, with all that was left out of the series."""
    from flint import arb

    y = ball(place)
    square, mixed = ball(-energy) * y * y, y ** ball(power + 2)
    grown = (abs(square) + mixed).upper()
    # Row m holds the terms a y^(2 j + (p + 2) k) with j + k = m, by k.
    row, value, slope, m = [arb(1)], arb(1), arb(0), 0
    while True:
        m += 1
        before, row = row, []
        for k in range(m + 1):
            degree = Fraction(2 * (m - k)) + (power + 2) * k
            term = arb(0)
            if k < m:
                term += square * before[k]
            if k > 0:
                term += mixed * before[k - 1]
            row.append(term / ball(degree * (degree - 1)))
        for k, term in enumerate(row):
            value += term
            slope += term * ball(Fraction(2 * (m - k)) + (power + 2) * k)
        size = sum((abs(term).upper() for term in row), arb(0))
        ratio = grown / ((2 * m + 2) * (2 * m + 1))
        # A degree grows from row to row by at most p + 2, so also times the degree rows fall.
        if bool(ratio < arb(0.25)) and bool(size * m < arb(2) ** (-BITS // 2)):
            rest = (size * ball(power + 2) * (m + 1)).upper()
            return value + arb(0, rest), (slope + arb(0, 4 * rest)) / y


# -- the state in double precision -----------------------------------------------------------------


@dataclass(frozen=True)
class GroundState:
    """log u(y), its slope, and the tail of u^2, for y >= 0 on a table of knots.

    Attributes
    ----------
    energy
        E.
    knots
        Places from 0 on, increasing.
    log_density, slopes
        Of the normalised density u^2 on the whole line, and its derivative, at the knots.
    log_tails
        Logarithm of the mass beyond each knot.
    """

    power: float
    energy: float
    knots: Array
    log_density: Array
    slopes: Array
    log_tails: Array

    @classmethod
    def of(cls, cost: float) -> GroundState:
        """Solve for the logarithm of the state from far out inwards."""
        low, high = ground_energy(cost, 13)
        energy = float((low + high) / 2)
        end = far_out(cost, energy)
        # A finer table near 0, where the potential is not smooth.
        knots = end * np.linspace(0, 1, KNOTS) ** 1.5
        slope, log_u = (each[::-1] for each in _inwards(cost, energy, end, knots[::-1]))
        return _normalised(cost, energy, knots, 2 * (log_u - log_u[0]), 2 * slope)

    def log_pdf(self, y: Array) -> Array:
        """Logarithm of the density at y >= 0; beyond the table along its last tangent."""
        inside = np.minimum(y, self.knots[-1])
        beyond = self.slopes[-1] * (y - inside)
        return np.asarray(self._curve(self.log_density, self.slopes)(inside) + beyond)

    def log_tail(self, y: Array) -> Array:
        """Logarithm of the mass beyond y >= 0."""
        inside = np.minimum(y, self.knots[-1])
        hazards = -np.exp(self.log_density - self.log_tails)
        beyond = self.slopes[-1] * (y - inside)
        return np.asarray(self._curve(self.log_tails, hazards)(inside) + beyond)

    def _curve(self, values: Array, slopes: Array) -> Any:
        from scipy.interpolate import CubicHermiteSpline

        return CubicHermiteSpline(self.knots, values, slopes)


def far_out(cost: float, energy: float, depth: float = REACH) -> float:
    """Where the density has fallen to e^-depth."""
    place: float = max(energy ** (1 / cost), 1.0)
    fallen, step = 0.0, 0.01
    while fallen < depth:
        place += step
        fallen += 2 * step * math.sqrt(max(0.0, math.pow(place, cost) - energy))
        step = min(0.01 * place, 0.5)
    return place


def _normalised(
    cost: float, energy: float, knots: Array, log_density: Array, slopes: Array
) -> GroundState:
    from scipy.interpolate import CubicHermiteSpline

    nodes, weights = np.polynomial.legendre.leggauss(8)
    curve = CubicHermiteSpline(knots, log_density, slopes)
    half = np.diff(knots)[:, None] / 2
    inside = np.sum(np.exp(curve(knots[:-1, None] + half * (nodes + 1))) * weights * half, axis=1)
    last = math.exp(log_density[-1]) / -slopes[-1]  # beyond the table, to first order
    tails = np.cumsum(np.append(last, inside[::-1]))[::-1]
    total = math.log(2 * tails[0])
    return GroundState(cost, energy, knots, log_density - total, slopes, np.log(tails) - total)
