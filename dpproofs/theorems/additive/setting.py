"""Symbols, domains and hypotheses that the theorems of this paper share."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even, Private
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass, interval

PAPER = "additive"

p, delta, Delta = sp.symbols("p delta Delta", positive=True)
alpha = sp.Symbol("alpha", nonnegative=True)
x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
shift = sp.Symbol("a", nonnegative=True)

EXPONENT = positive(p)
DELTA = between(delta, 0, 1)
SENSITIVITY = positive(Delta)
ALPHA = Variable(alpha, sp.Integer(0), delta, "[)")

#: delta in (0, 1), Delta > 0 and alpha in [0, delta): the parameters of P_alpha.
FAMILY = Domain((DELTA, SENSITIVITY, ALPHA))

#: The half width of the support of P_alpha, and its density there.
half_width = (1 - alpha) / (delta - alpha) * Delta / 2
density = (delta - alpha) / Delta

#: What the theorems are about: any noise, and any cost.
X = Given("X", "noise")
COST = Given("L", "cost")
ON = Domain((DELTA, SENSITIVITY))
HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")
PAIR = Domain((HALF_LINE, positive(h)))
TRIPLE = PAIR & Variable(shift, sp.Integer(0), sp.oo, "[)")


def decreasing(noise: sp.Expr) -> Relation:
    """Property 2 for the interval (x, x+h] moved outwards by a."""
    here, there = interval(x, x + h, "(]"), interval(x + shift, x + shift + h, "(]")
    return Relation(Mass(noise, there), "<=", Mass(noise, here))


def restricted(given: Given) -> tuple[Goal, Goal, Goal]:
    """Symmetric, with Property 2 of intervals, and (0, delta)-private."""
    noise = given()
    return (Goal(Even(noise), Domain()), Goal(decreasing(noise), TRIPLE),
        Goal(Private(noise, sp.Integer(0), delta, Delta), ON))


EVEN, MONOTONE, PRIVATE = restricted(X)
