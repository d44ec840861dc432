"""The cost of the staircase density, from its definition: pieces, then periods, then all."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.proposition import Integral, Sum, equal
from dpproofs.theorems.staircase.setting import (
    PERIOD, RATIO, SENSITIVITY, SPLIT, Delta, b, gamma, height, k, x,
)  # fmt: skip


def first_piece(power: int) -> sp.Expr:
    """The integral of x**power f(x) over [k Delta, (k + gamma) Delta)."""
    ends = (k + gamma) ** (power + 1) - k ** (power + 1)
    return height * b**k * Delta ** (power + 1) * ends / (power + 1)


def second_piece(power: int) -> sp.Expr:
    """The integral of x**power f(x) over [(k + gamma) Delta, (k + 1) Delta)."""
    ends = (k + 1) ** (power + 1) - (k + gamma) ** (power + 1)
    return height * b ** (k + 1) * Delta ** (power + 1) * ends / (power + 1)


class Cost:
    """E|X|**power of the staircase density, over b in (0, 1) or over epsilon > 0."""

    def __init__(self, power: int, value: sp.Expr, variable: Variable = RATIO) -> None:
        self.power, self.value, self.variable = power, value, variable
        self.ratio = b if variable.symbol == b else sp.exp(-variable.symbol)
        self.domain = self._domain(SPLIT)

    def _domain(self, split: Variable, *more: Variable) -> Domain:
        return Domain((self.variable, SENSITIVITY, split, *more))

    def _put(self, expression: sp.Expr) -> sp.Expr:
        return expression.subs(b, self.ratio)

    @property
    def goal(self) -> Goal:
        """The sum of the costs of all periods, on both sides of the origin, is the value."""
        period = 2 * self._put(first_piece(self.power) + second_piece(self.power))
        return Goal(Sum(period, k, sp.Integer(0), sp.oo, self.value), self.domain)

    def derive(self, proof: Proof) -> str:
        """Append the steps that lead from the density to the cost; return the last one."""
        pieces = (
            ("first", "(]", 0, k, k + gamma, b**k, first_piece(self.power)),
            ("second", "[)", 1, k + gamma, k + 1, b ** (k + 1), second_piece(self.power)),
        )
        used = []
        for name, ends, edge, low, high, level, value in pieces:
            used.append(
                proof.shows(
                    Integral(
                        self._put(x**self.power * height * level),
                        x,
                        low * Delta,
                        high * Delta,
                        self._put(value),
                    ),
                    on=self._domain(between(gamma, 0, 1, ends), PERIOD),
                    by="integral",
                    because=f"the {name} piece of period k, where the density has one level",
                    antiderivative=self._put(height * level) * x ** (self.power + 1)
                    / (self.power + 1),
                )
            )
            used.append(
                proof.shows(
                    equal(self._put(value).subs(gamma, edge), 0),
                    on=Domain((self.variable, SENSITIVITY, PERIOD)),
                    by="identity",
                    because=f"at gamma = {edge} this piece is empty, and the formula gives 0",
                )
            )
        return proof.concludes(
            self.goal,
            by="sum",
            because="the density is even and the integrand nonnegative, so the cost is twice the "
            "sum over the periods (monotone convergence)",
            uses=used,
            ratio=self.ratio,
        )
