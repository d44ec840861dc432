"""Propositions about noise for vectors: noise on R^d, where a norm is given.

Of such noise nothing is said but what these say: no method and no rule that speaks of noise on the
line is about it, as it is of a kind of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.losses import COMPARED
from dpproofs.kernel.proposition import Proposition


@dataclass(frozen=True)
class PrivateVector(Proposition):
    """``P(S) <= exp(epsilon) P(S + v) + delta`` for all Borel sets S of R^d and all v whose norm is
    at most the sensitivity.
    """

    kind: ClassVar[str] = "private_vector"
    vector: sp.Expr
    epsilon: sp.Expr
    delta: sp.Expr
    sensitivity: sp.Expr


@dataclass(frozen=True)
class ExpectedNorm(Proposition):
    """``E cost(norm of X) op value`` in [0, oo]; the cost is an expression in a variable >= 0."""

    kind: ClassVar[str] = "expected_norm"
    body: ClassVar[str] = "cost"
    vector: sp.Expr
    variable: sp.Symbol
    cost: sp.Expr
    op: str
    value: sp.Expr

    def __post_init__(self) -> None:
        if self.op not in COMPARED:
            raise BadInput("op", self.op, "one of " + ", ".join(COMPARED))


@dataclass(frozen=True)
class Staircase(Proposition):
    """The noise has a density that depends on the norm alone, is level from 0 to ``first``, and
    falls by the factor ``ratio`` there and at each further ``step``.

    So it is a mixture of uniform noise on the balls of the radii r_k = first + k step, k = 0, 1,
    ..., with probabilities proportional to ratio^k r_k^d.
    """

    kind: ClassVar[str] = "staircase"
    vector: sp.Expr
    ratio: sp.Expr
    first: sp.Expr
    step: sp.Expr


@dataclass(frozen=True)
class Levels(Proposition):
    """For every ``variable`` t > 0, ``radius`` is the radius of the ball that has the volume of the
    set where f > t; f is the density of the part of the noise that has one.

    By Lebesgue's decomposition there is such a radius for any noise, and only one.
    """

    kind: ClassVar[str] = "levels"
    body: ClassVar[str] = "radius"
    vector: sp.Expr
    variable: sp.Symbol
    radius: sp.Expr
