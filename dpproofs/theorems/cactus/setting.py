"""Symbols and domains that the theorems of this paper share."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, index

PAPER = "cactus"

n, N = sp.symbols("n N", integer=True, positive=True)
r = sp.Symbol("r", positive=True)
last = sp.Symbol("t", nonnegative=True)  # p_N, on which the whole tail rests
i, k = sp.symbols("i k", integer=True)
x, level = sp.symbols("x v", real=True)

half = sp.Rational(1, 2)

GRID = index(n, 1)
SIZE = index(N, 1)
TAIL = between(r, 0, 1)
LAST = Variable(last, sp.Integer(0), sp.oo, "[)")
PLACE = Variable(i, -sp.oo, sp.oo, integer=True)

#: Grid, number of free masses, ratio of the tail: the parameters of the family of Definition 1.
FAMILY = Domain((GRID, SIZE, TAIL))


def ends(place: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Where the cell of a place begins and ends."""
    return (place - half) / n, (place + half) / n
