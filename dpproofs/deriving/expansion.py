"""The expansion of a formula at a point: its coefficients, and how the point is approached."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.deriving.quantity import Quantity
from dpproofs.kernel.domain import Variable


@dataclass(frozen=True)
class Near:
    """A point, and how it is approached: ``place`` is the variable as a function of a ``step``,
    which tends to 0 from above, and ``away`` the step as one of the variable.
    """

    point: sp.Expr
    side: str
    step: sp.Symbol
    place: sp.Expr
    away: sp.Expr
    reach: sp.Expr  # how large the step can be


@dataclass(frozen=True)
class Expansion:
    """``whole = outside * moving``; ``step**order * moving`` has the coefficients ``row`` at 0."""

    of: Quantity
    variable: Variable
    whole: sp.Expr | None
    outside: sp.Expr
    moving: sp.Expr
    order: int
    row: list[sp.Expr]
    terms: int
    near: Near

    def back(self, expression: sp.Expr) -> sp.Expr:
        """An expression in the variable itself."""
        return expression.subs(self.near.step, self.near.away)
