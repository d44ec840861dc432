"""Noise that is not monotone and beats P_alpha: the distributions behind the errata.

Both families are uniform noise with a ripple. The line is cut into cells of width Delta/4 (or
Delta/3), k periods of 4 (or 3) cells make the support, and within a period the masses are
proportional to (k-1, k, k, k-1) (or (k-1, k, k-1)), with delta = 1/k.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, real
from dpproofs.kernel.proposition import Integral, Relation, Sum, that
from dpproofs.kernel.terms import Mass, Moved, at_least, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import ON, PRIVATE, SENSITIVITY, Delta, X, delta, x

k, m = sp.symbols("k m", integer=True, positive=True)
j = sp.Symbol("j", integer=True)
_left, _cell = sp.Symbol("l", real=True), sp.Symbol("w", positive=True)

# -- power: delta = 1/k for every integer k >= 2 --------------------------------------------------

RIPPLE2 = Domain((SENSITIVITY, index(k, 2)))
_total2 = 2 * k * (2 * k - 1)
_period2 = ((k - 1) / _total2, k / _total2, k / _total2, (k - 1) / _total2)

POWER = Delta**2 * (k**2 / 12 - 1 / (16 * (2 * k - 1)))
UNIFORM_POWER = Delta**2 * k**2 / 12

#: The printed optimality, applied to this noise, and what is true instead.
POWER_PRINTED = Goal(that(UNIFORM_POWER) <= POWER, RIPPLE2)
POWER_BEATEN = Goal(that(POWER) < UNIFORM_POWER, RIPPLE2)

# -- amplitude: delta = 1/k for every odd k = 2m + 1 >= 3 ----------------------------------------

RIPPLE1 = Domain((SENSITIVITY, index(m, 1)))
_odd = 2 * m + 1
_total1 = _odd * (3 * _odd - 2)
_period1 = ((_odd - 1) / _total1, _odd / _total1, (_odd - 1) / _total1)

AMPLITUDE = Delta * (_odd / 4 - 1 / (6 * _odd * (3 * _odd - 2)))
UNIFORM_AMPLITUDE = Delta * _odd / 4

AMPLITUDE_PRINTED = Goal(that(UNIFORM_AMPLITUDE) <= AMPLITUDE, RIPPLE1)
AMPLITUDE_BEATEN = Goal(that(AMPLITUDE) < UNIFORM_AMPLITUDE, RIPPLE1)


def gain(masses: Sequence[sp.Expr], periods: sp.Expr, cells: int) -> sp.Expr:
    """The sum of the positive parts of q_i - q_(i - cells) over a support of whole periods.

    Cells of the first period that come too early to have a partner count in full.
    """
    size = len(masses)
    total = sp.Integer(0)
    for place, here in enumerate(masses):
        back, partner = divmod(place - cells, size)
        missing = -back  # so many of the first periods have no partner for this cell
        total += missing * here + (periods - missing) * sp.Max(0, here - masses[partner])
    return total


def gains(masses: Sequence[sp.Expr], periods: sp.Expr, on: Domain) -> tuple[Goal, ...]:
    """The (0, 1/periods) constraint for every shift by whole cells up to Delta."""
    return tuple(Goal(that(gain(masses, periods, cells)) <= 1 / periods, on)
        for cells in range(1, len(masses) + 1))


POWER_PRIVATE = gains(_period2, k, RIPPLE2)
AMPLITUDE_PRIVATE = gains(_period1, _odd, RIPPLE1)


def show_private(proof: Proof, *shifts: tuple[Goal, str]) -> None:
    """The constraint at whole cells, and between them by interpolation."""
    for goal, why in shifts:
        proof.concludes(goal, by="sign", because=why)
    t, one, two, most = sp.symbols("t u v q", nonnegative=True)
    unit = Variable(t, sp.Integer(0), sp.Integer(1), "[]")
    bounded = Domain((between(most, 0, 1), Variable(one, sp.Integer(0), most, "[]"),
            Variable(two, sp.Integer(0), most, "[]"), unit))
    proof.shows(Relation((1 - t) * one + t * two, "<=", most), on=bounded, by="sign",
        because="a shift by j + t cells compares a part 1 - t of each cell with the j-th and a "
        "part t with the (j+1)-st neighbour, so its gain lies between theirs")


def show_power(proof: Proof) -> None:
    """The rippled noise is private and its power is smaller than that of the uniform noise."""
    show_private(proof,
        (POWER_PRIVATE[0], ("cells of width Delta/4 have the masses (k-1, k, k, k-1)/(2k (2k-1)), "
            "in k periods. A set gains most under a shift by one cell where the mass is larger "
            "than one cell before: in the first cell of all, and in the second one of each "
            "period")),
        (POWER_PRIVATE[1], ("under a shift by two cells a set gains the first two cells, and what "
            "the third cell of each period and the second one of the later periods have more than "
            "two cells before")),
        (POWER_PRIVATE[2], ("under a shift by three cells a set gains the first three cells, and "
            "what the third one of each later period has more than three cells before")),
        (POWER_PRIVATE[3], ("under a shift by Delta a set gains the first period, as all "
            "others are alike")))
    proof.shows(
        Integral(x**2 / _cell, x, _left, _left + _cell, _left**2 + _left * _cell + _cell**2 / 3),
        by="integral", because="uniform noise on a cell of width w that begins at l has this power",
        antiderivative=x**3 / (3 * _cell), on=Domain((real(_left),)) & between(_cell, 0, sp.oo))
    width = Delta / 4
    cells = ((mass, Delta * (j - k / 2) + at * width) for at, mass in enumerate(_period2))
    period = sum((mass * (place**2 + place * width + width**2 / 3) for mass, place in cells),
        sp.Integer(0))
    proof.shows(Sum(sp.factor(period), j, sp.Integer(0), k - 1, POWER), on=RIPPLE2, by="sum",
        because="add up over the periods, of which the one with number j begins at Delta (j - "
            "k/2): each of its four cells adds its mass times the power of uniform noise on it")


def show_amplitude(proof: Proof) -> None:
    """The rippled noise is private and its amplitude is smaller than that of the uniform noise."""
    show_private(proof,
        (AMPLITUDE_PRIVATE[0], ("cells of width Delta/3 have the masses (2m, 2m+1, 2m)/((2m+1) "
            "(6m+1)), in 2m + 1 periods. A set gains most under a shift by one cell where the mass "
            "is larger than one cell before: in the first cell of all, and in the middle one of "
            "each period")),
        (AMPLITUDE_PRIVATE[1], ("under a shift by two cells a set gains the first two cells, and "
            "what the middle one of each later period has more than two cells before")),
        (AMPLITUDE_PRIVATE[2], ("under a shift by Delta a set gains the first period, as all "
            "others are alike")))
    centre = Delta * (_period1[0] * 2 / 3 + _period1[1] / 12)
    outer = Delta * (_period1[0] * (j - sp.Rational(1, 3)) + _period1[1] * j + _period1[2]
            * (j + sp.Rational(1, 3)))
    half = sp.factor((AMPLITUDE - centre) / 2)
    proof.shows(Sum(sp.factor(outer), j, sp.Integer(1), m, half), on=RIPPLE1, by="sum",
        because="each cell right of the central period lies on one side of 0 and contributes its "
        "mass times its midpoint")
    proof.shows(that(centre + 2 * half) == AMPLITUDE, on=RIPPLE1, by="identity",
        because="add both sides and the central period, whose outer cells have their midpoints at "
        "Delta/3 and -Delta/3 and whose middle cell has amplitude Delta/12")


# -- amplitude: a lower bound for every noise distribution ----------------------------------------

LOWER_BOUND = Goal(Expected(X(), x, x, ">=", (1 - delta) * Delta), ON)


def show_lower_bound(proof: Proof) -> None:
    """No noise has an amplitude below (1 - delta) Delta, monotone or not."""
    on = ON & between(x, 0, Delta)
    private = proof.assumes(PRIVATE, because="any (0, delta)-private noise")
    start = at_least(x - Delta)
    said = proof.shows(that(Mass(X(), start)) <= Mass(X(), Moved(start, Delta)) + delta, on=on,
        by="privacy", uses=(private,), set=start, shift=Delta,
        because="the constraint for the half line [x - Delta, oo) and the shift Delta")
    same = proof.shows(that(Mass(X(), Moved(start, Delta))) == Mass(X(), at_least(x)), on=on,
        by="measure", because="which moves it to [x, oo)")
    rest = proof.shows(that(Mass(X(), start) + Mass(X(), interval(-sp.oo, x - Delta))) == 1, on=on,
        by="measure", because="what is left of it has the rest of the mass")
    outside = proof.follows(
        that(1 - delta) <= Mass(X(), at_least(x)) + Mass(X(), interval(-sp.oo, x - Delta)), said,
        same, rest, on=on, because="mass at least 1 - delta lies outside [x - Delta, x): what is "
            "on its left, and what the half line keeps when it is moved")
    proof.applies("layer cake", on=ON, uses=(outside,), noise=X(), bound=1 - delta, width=Delta,
        because="integration over x in (0, Delta) gives a bound for every noise distribution")
