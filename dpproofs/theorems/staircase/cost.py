"""The cost of the staircase density, from its definition: pieces, then periods, then all."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.proposition import Integral, Sum, equal
from dpproofs.theorems.staircase.setting import (
    PERIOD,
    RATIO,
    SENSITIVITY,
    SPLIT,
    Delta,
    b,
    gamma,
    height,
    k,
    x,
)


def first_piece(power: int) -> sp.Expr:
    """The integral of x**power f(x) over [k Delta, (k + gamma) Delta)."""
    ends = (k + gamma) ** (power + 1) - k ** (power + 1)
    return height * b**k * Delta ** (power + 1) * ends / (power + 1)


def second_piece(power: int) -> sp.Expr:
    """The integral of x**power f(x) over [(k + gamma) Delta, (k + 1) Delta)."""
    ends = (k + 1) ** (power + 1) - (k + gamma) ** (power + 1)
    return height * b ** (k + 1) * Delta ** (power + 1) * ends / (power + 1)


def period_cost(power: int) -> sp.Expr:
    """Twice the two pieces of period k, with b**k taken out."""
    n = power + 1
    pieces = (k + gamma) ** n - k**n + b * ((k + 1) ** n - (k + gamma) ** n)
    return 2 * height * b**k * Delta**n * pieces / n


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
        return Goal(
            Sum(self._put(period_cost(self.power)), k, sp.Integer(0), sp.oo, self.value),
            self.domain,
        )

    def derive(self, proof: Proof, latex: str = "") -> str:
        """Append the steps that lead from the density to the cost; return the last one.

        It is displayed as given, when its own form would read badly.
        """
        pieces = (
            ("first", "(]", k, k + gamma, b**k, first_piece(self.power)),
            ("second", "[)", k + gamma, k + 1, b ** (k + 1), second_piece(self.power)),
        )
        used = []
        n = self.power + 1
        for name, ends, low, high, level, value in pieces:
            length = high - low
            rest = sum((high**j * low ** (n - 1 - j) for j in range(n)), sp.Integer(0))
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
                    antiderivative=self._put(height * level) * x**n / n,
                )
            )
            used.append(
                proof.shows(
                    equal(
                        self._put(value), self._put(height * level) * Delta**n * length * rest / n
                    ),
                    on=self._domain(SPLIT, PERIOD),
                    by="identity",
                    because=f"the value has the factor {length}, so that it is 0, as it should "
                    "be, when the piece is empty",
                )
            )
        used.append(
            proof.shows(
                equal(
                    self._put(period_cost(self.power)),
                    2 * self._put(first_piece(self.power) + second_piece(self.power)),
                ),
                on=self._domain(SPLIT, PERIOD),
                by="identity",
                because="the two pieces of period k, on both sides of the origin",
                uses=used,
            )
        )
        return proof.concludes(
            self.goal,
            by="sum",
            because="the density is even and the integrand nonnegative, so the cost is the "
            "sum over the periods (monotone convergence)",
            uses=used[-1:],
            latex=latex,
            ratio=self.ratio,
        )
