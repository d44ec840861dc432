"""What privacy leaves of a tail at the multiples of Delta, and the two sums of it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.proposition import Sum
from dpproofs.theorems.trunclap.discretisation import k
from dpproofs.theorems.trunclap.setting import DELTA, delta, eps

b = sp.Symbol("b", positive=True)  # exp(-epsilon), rational in the models
count = sp.Symbol("n", integer=True)

a = b * delta + (1 - b) / 2
RATIO = between(b, 0, 1)


def tail(place: sp.Expr) -> sp.Expr:
    """g at an integer: the least that privacy leaves of P(|X| >= place Delta)."""
    return 1 - 2 * a * (1 - b**place) / (1 - b)


def in_epsilon(expression: sp.Expr) -> sp.Expr:
    """An expression in b, with exp(-epsilon) for b."""
    return expression.xreplace({b: sp.exp(-eps)})


#: The sums of g_k and of (2k - 1) g_k over k = 1, ..., n: E|Y|/Delta and E Y^2/Delta^2 when g_k > 0
#: for these k only.
first_moment = count * (1 - 2 * a / (1 - b)) + 2 * a * b * (1 - b**count) / (1 - b) ** 2
_odd = (b + b**2 - b**count * (b + b**2 + 2 * count * b * (1 - b))) / (1 - b) ** 2
second_moment = count**2 * (1 - 2 * a / (1 - b)) + 2 * a / (1 - b) * _odd

_COUNTS = Domain((RATIO, DELTA, index(count, 0)))
FIRST_MOMENT = Goal(Sum(tail(k), k, sp.Integer(1), count, first_moment), _COUNTS)
SECOND_MOMENT = Goal(Sum((2 * k - 1) * tail(k), k, sp.Integer(1), count, second_moment), _COUNTS)
