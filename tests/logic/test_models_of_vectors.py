"""Examples of noise for vectors: a density that is none, or of something else, is told."""

from __future__ import annotations

import pytest
import sympy as sp

from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.vectors import Levels, PrivateVector, Staircase

D = sp.Symbol("D", integer=True, positive=True)
r, x = sp.Symbol("r", nonnegative=True), OWN["x"]
zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
ON = Domain((index(D, 1),))
GIVEN = (Given("N", "norm", dimension=D), Given("X", "vector", on="N"), Given("rho", "function", 1))
X, rho = GIVEN[1:]

#: Noise whose density falls by e over 1, and the radii of its levels.
LAPLACE = sp.exp(-r) / sp.gamma(D + 1)
RADII = sp.Max(0, -sp.log(r * sp.gamma(D + 1)))
#: The staircase with the first radius 1 and the ratio 1/2 has this density, up to its mass.
STEPS = half ** sp.Max(0, sp.ceiling(r - 1))
MASS = half * sp.lerchphi(half, -D, 1)  # of STEPS: half of the balls' volumes


def fits(claim, density, radii=RADII):
    """Whether an example is one of a hypothesis about X and rho."""
    found = Statement(
        id="a.b", paper="a", item="1", title="t", printed_latex="l", parameters=ON, given=GIVEN,
        hypotheses=(Goal(claim, ON),),
        printed=(Goal(that(0) <= rho(x), ON & positive(x)),),
        examples=({"X": sp.Lambda((r,), density), "rho": sp.Lambda((r,), radii)},),
    )  # fmt: skip
    problem = misfit(found, tries=60)
    assert problem == "" or "fail" in problem or "cannot be evaluated" in problem
    return problem == ""


def private(epsilon, reach=one):
    return PrivateVector(X(), sp.S(epsilon), zero, reach)


LEVELS = Levels(X(), x, rho(x))
STAIRCASE = Staircase(X(), half, one, one)


def test_what_is_so_is_not_contradicted():
    assert fits(private(1), LAPLACE)
    assert fits(private(2), LAPLACE)
    assert fits(LEVELS, LAPLACE)
    assert fits(STAIRCASE, STEPS / MASS)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("claim", "density"),
    [
        (private(1, sp.Integer(2)), LAPLACE),
        (private(half), LAPLACE),
        (private(1), 0 * r),  # no probability
        (private(1), 3 * LAPLACE),
        (private(0), LAPLACE),
        (private(0), one + 0 * r),  # private, and of infinite mass
        (private(-1), 0 * r),
        (STAIRCASE, LAPLACE),
        (STAIRCASE, STEPS),
        (STAIRCASE, STEPS**2),
        (Staircase(X(), one, one, one), one + 0 * r),
        (Staircase(X(), sp.Integer(2), one, one), 2 ** sp.floor(r)),
        (Staircase(X(), half, 2 * one, one), STEPS / MASS),
    ],
)
def test_what_is_not_so_is_seen(claim, density):
    assert not fits(claim, density)


@pytest.mark.parametrize("radii", [0 * r, RADII - 1, RADII + 1, 2 * RADII, RADII / 2, one - r])
def test_radii_of_other_levels_are_seen(radii):
    assert not fits(LEVELS, LAPLACE, radii)
