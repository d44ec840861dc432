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
from heapq import heappop, heappush
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
CHECKED = 16  # terms between two looks at what is left of a series


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


def near_energy(power: Fraction) -> Fraction:
    """The energy to about twelve digits, which nothing has proved."""
    return Fraction(_estimate(float(power)))


@cache
def _bracket(power: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    from flint import ctx

    near = near_energy(power)
    low, high = near - GUESSED, near + GUESSED
    with ctx.workprec(BITS):
        if is_above(low, power, digits) or not is_above(high, power, digits):
            raise NotDecided(f"an estimate of the energy of |y|^{power} is wrong: {float(near)}")
        while high - low > Fraction(1, 10**digits):
            middle = (low + high) / 2
            above = is_above(middle, power, digits)
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


def growth_to(energy: float, power: Fraction, digits: float) -> Fraction:
    """Where the growing solution has gained so many digits, or the other one lost as many."""
    wanted, p = digits * math.log(10), float(power)
    place = max(energy ** (1 / p), 1.0)
    grown = 0.0
    while grown < wanted:
        place += 0.01
        grown += 0.01 * math.sqrt(max(0.0, place**p - energy))
    return Fraction(math.ceil(place * 100), 100)


def is_above(energy: Fraction, power: Fraction, digits: int) -> bool:
    """Whether an energy, not nearer than 10^-digits, is above that of the ground state; proved.

    Raises
    ------
    NotDecided
        When the working precision did not suffice.
    """
    from flint import arb

    # From the turning point on the growing solution has to gain as much as the energy is near.
    place = growth_to(float(energy), power, 3 / math.log(10) + 0.6 * digits)
    value, rise, _, _ = solution(ball(energy), power, ball(place))
    if bool(value < 0):
        return True
    # Only below this energy has the even solution at most one zero on the half-line.
    one_zero = (arb.pi() / 2) ** (2 * ball(power) / ball(power + 2))
    if bool(value > 0) and bool(rise > 0) and bool(ball(energy) < one_zero):
        return False
    raise NotDecided(f"the sign of a solution for |y|^{power} was not decided")


def solution(
    energy: flint.arb, power: Fraction, place: flint.arb
) -> tuple[flint.arb, flint.arb, flint.arb, flint.arb]:
    """u, u', and the derivatives of both by E, at a place > 0, with all that was left out.

    A term a y^d brings -E a y^(d+2) and a y^(d+p+2), over the product of the degree and the one
    below; a term of the derivative by E brings the same, and one of u brings -a y^(d+2) to it.
    """
    from flint import arb, ctx, fmpq

    unit = power.denominator  # degrees are counted in parts of 1
    over = place * place
    near, far = 2 * unit, power.numerator + 2 * unit
    to_near, to_far = -energy * over, place ** ball(power + 2)
    grown = abs(to_near) + to_far
    value, slope, value_e, slope_e = arb(1), arb(0), arb(0), arb(0)
    waiting = {near: (to_near, -over), far: (to_far, arb(0))}
    degrees, done = [near, far], 0
    while True:
        i = heappop(degrees)
        degree = arb(fmpq(i, unit))
        weight = degree * (degree - 1)
        a, b = (part / weight for part in waiting.pop(i))
        value, value_e = value + a, value_e + b
        slope, slope_e = slope + a * degree, slope_e + b * degree
        ways = ((i + near, to_near * a, to_near * b - over * a), (i + far, to_far * a, to_far * b))
        for j, brought, brought_e in ways:
            if j not in waiting:
                heappush(degrees, j)
                waiting[j] = brought, brought_e
            else:
                there, there_e = waiting[j]
                waiting[j] = there + brought, there_e + brought_e
        done += 1
        if done % CHECKED or not weight > 4 * grown:
            continue
        # All further terms sum to S <= (what waits + g S)/weight; those of v have S over^2 beside.
        waits, waits_e = (
            sum(map(abs, each), arb(0)) for each in zip(*waiting.values(), strict=True)
        )
        rest = waits / (weight - grown)
        rest_e = (waits_e + over * rest) / (weight - grown)
        steep = (waits + grown * rest) / (degree - 1)
        steep_e = (waits_e + grown * rest_e + over * rest) / (degree - 1)
        if bool(rest + rest_e + steep + steep_e < arb(2) ** (-ctx.prec // 2)):
            value, value_e = (x + _about(y) for x, y in ((value, rest), (value_e, rest_e)))
            slope, slope_e = (x + _about(y) for x, y in ((slope, steep), (slope_e, steep_e)))
            return value, slope / place, value_e, slope_e / place


def _about(size: flint.arb) -> flint.arb:
    """Anything whose magnitude is at most this."""
    from flint import arb

    return arb(0, size.upper())


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
