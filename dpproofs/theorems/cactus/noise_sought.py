"""The objects of Sections II and III: kernels, costs within a budget, and densities in steps."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from dpproofs.kernel.assertions import Even, Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, at_least, interval
from dpproofs.theorems.cactus.setting import half, i
from dpproofs.theorems.samples import laplace

alpha, beta, C = sp.symbols("alpha beta C", positive=True)
h, e = sp.symbols("h e", positive=True)
a, l = sp.symbols("a l", real=True)  # noqa: E741  (a loss)
share = sp.Symbol("u", nonnegative=True)
place = sp.Symbol("x", nonnegative=True)

#: A cost that grows like beta x^alpha, and the budget.
BUDGET = Domain((positive(alpha), positive(beta), positive(C)))
COST, BETWEEN, FAR = (Given("c", "function", 1), Given("b", "function", 2),
    Given("f", "function", 1))

# -- Assumption 1 ---------------------------------------------------------------------------------

_far = sp.exp(FAR(e)) + h


def assumption(on: Domain) -> dict[Goal, str]:
    """What Assumption 1 says of the cost c at places x >= 0, and why; x is a size of noise.

    A function that does not decrease is continuous if it takes every value between two of its own:
    b(x, u) is a place where it has the share u of c(x). From exp(f(e)) on the cost is
    beta x^alpha up to the share e.
    """
    places = on & Variable(place, sp.Integer(0), sp.oo, "[)")
    shares = places & between(share, 0, 1, "[]")
    far = on & positive(e) & positive(h)
    value = BETWEEN(place, share)
    return {Goal(that(COST(0)) == 0, on): "no noise has no cost",
        Goal(that(COST(place)) <= COST(place + h),
            places & positive(h)): "the cost does not decrease with its size",
        Goal(that(0) <= value, shares): "a place that is not left of the origin",
        Goal(that(value) <= place, shares): "nor to the right of x",
        Goal(that(COST(value)) == share * COST(place),
            shares): "where the cost has a share of its value at x: it is continuous",
        Goal(that((1 - e) * beta * _far**alpha) <= COST(_far),
            far): "far out it is a power, but for a share, from below",
        Goal(that(COST(_far)) <= (1 + e) * beta * _far**alpha, far): "and from above"}


EXAMPLE_COST = {"c": sp.Lambda(place, beta * place**alpha),
    "b": sp.Lambda((place, share), place * share ** (1 / alpha)), "f": sp.Lambda(e, sp.Integer(0))}
#: Where half of Laplace noise lies that keeps the budget, and what it leaks for a unit of shift.
EXAMPLE_SCALE = sp.log(2) * (C / beta) ** (1 / alpha) / (alpha + 1)
EXAMPLE_LEAK = (alpha + 1) * (beta / C) ** (1 / alpha)


# -- noise within the budget, and what it leaks ----------------------------------------------------


def costs(noise: sp.Expr, budget: sp.Expr) -> Expected:
    """E c(noise) <= budget."""
    return Expected(noise, place, COST(place), "<=", budget)


def square(noise: sp.Expr, budget: sp.Expr) -> Expected:
    """E noise^2 <= budget."""
    return Expected(noise, place, place**2, "<=", budget)


def divergence(noise: sp.Expr, than: sp.Expr, shift: sp.Expr, op: str, value: sp.Expr) -> Loss:
    """D(noise || than + shift), compared with a value."""
    return Loss(noise, than, sp.S(shift), sp.Integer(1), l, l, op, sp.S(value))


def leaks(noise: sp.Expr, most: sp.Expr, on: Domain, reach: sp.Expr = sp.S.One) -> Goal:
    """D(noise || noise + a) <= most for every shift up to a reach."""
    return Goal(divergence(noise, noise, a, "<=", most), on & between(a, -reach, reach, "[]"))


# -- sets without length ---------------------------------------------------------------------------

LENGTH, NULL = Given("L", "noise"), Given("A", "set")


def null_set(on: Domain) -> tuple[Goal, ...]:
    """That A has no length: L is Laplace noise, and gives it no mass."""
    return (Goal(that(Mass(LENGTH(), at_least(h))) == sp.exp(-h) / 2, on & positive(h)),
        Goal(that(Mass(LENGTH(), at_least(-h))) == 1 - sp.exp(-h) / 2, on & positive(h)),
        without_mass(LENGTH(), on))


def without_mass(noise: sp.Expr, on: Domain) -> Goal:
    """That A has no mass."""
    return Goal(that(Mass(noise, NULL())) == 0, on)


EXAMPLE_NULL = {"L": laplace(sp.exp(-1), sp.Integer(1)), "A": interval(0, 0, "[]")}


# -- Definition 1 ----------------------------------------------------------------------------------


def cell(place: sp.Expr, cells: sp.Expr) -> sp.Expr:
    """The cell about a multiple of 1/n."""
    return interval((place - half) / cells, (place + half) / cells, "[)")


def in_steps(noise: sp.Expr, cells: sp.Expr, free: sp.Expr, ratio: sp.Expr,
        on: Domain) -> Iterator[Goal]:
    """That noise has a density of Definition 1: even, level on cells of width 1/n, and from cell N
    on each cell has r times the mass of the one before.
    """
    start = (i - half) / cells
    yield Goal(Even(noise), on)
    yield Goal(that(Mass(noise, interval(start, start + share / cells, "[)"))) ==
        share * Mass(noise, cell(i, cells)), on & index(i, 0) & between(share, 0, 1, "[]"))
    yield Goal(that(Mass(noise, cell(i + 1, cells))) == ratio * Mass(noise, cell(i, cells)),
        on & index(i, free))
