"""Appendix E: what is said of the sums c_i of k^i b^k for every i, and the first two of them."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import RATIO, b

k, j = OWN["n"], OWN["n_1"]
i = sp.Symbol("i", integer=True, nonnegative=True)
ORDER, LATER, TERM = index(i, 0), index(i, 1), index(k, 0)
ON = Domain((RATIO, ORDER))
zero, one = sp.Integer(0), sp.Integer(1)
AT_ONE, HIGHER = Domain((RATIO,)), Domain((RATIO, LATER))

#: k^i with 0^0 = 1, and the sum over k.
W, C = Given("w", "function", 2), Given("c", "function", 2)


def _total(term: sp.Expr, value: sp.Expr, on: Domain) -> Goal:
    return Goal(Sum(term, k, zero, sp.oo, value), on)


ONES = Goal(that(W(0, k)) == 1, Domain((TERM,)))
ZEROS = Goal(that(W(i, 0)) == 0, Domain((LATER,)))
POWERS = Goal(that(W(i, k)) == k**i, Domain((LATER, index(k, 1))))
SUMS = _total(b**k * W(i, k), C(i, b), ON)

#: The first two values.
FIRST = Goal(that(C(0, b)) == 1 / (1 - b), AT_ONE)
SECOND = Goal(that(C(1, b)) == b / (1 - b) ** 2, AT_ONE)

#: The sums c_i in words that are the same wherever they are spoken of.
READING = "w(i, k) is k^i, and 1 for i = k = 0, and c(i, b) the sum of b^k w(i, k) over k >= 0"


def model() -> dict[str, sp.Lambda]:
    """The powers and their sums, by the polylogarithm."""
    order, ratio = sp.symbols("i b", positive=True)
    place = sp.Symbol("k", nonnegative=True)
    start = sp.Max(0, 1 - order)
    return {"w": sp.Lambda((order, place), sp.Max(place, 1 - order) ** order),
        "c": sp.Lambda((order, ratio), start + sp.polylog(-order, ratio))}


@dataclass(frozen=True)
class SumSteps:
    """The names of the steps that assume what is said of w and c."""

    ones: str
    zeros: str
    powers: str
    sums: str

    @classmethod
    def of(cls, proof: Proof) -> SumSteps:
        """Append these steps."""
        return cls(ones=proof.assumes(ONES, because="k^0 is 1 for every k"),
            zeros=proof.assumes(ZEROS, because="the term with k = 0 is 0 for i >= 1"),
            powers=proof.assumes(POWERS, because="the other terms have powers"),
            sums=proof.assumes(SUMS, because="the sums (306)"))


#: A step that is used, at which values, and the multiplier.
Fact = tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]


def show_same(proof: Proof, values: tuple[sp.Expr, sp.Expr], sums: tuple[str, str],
        terms: tuple[sp.Expr, sp.Expr], on: Domain, *facts: Fact) -> str:
    """Append that two sums are equal, whose terms are so by some facts."""
    bounds = []
    for sign in (1, -1):
        (small, great), (low, high) = terms[::sign], values[::sign]
        same = proof.follows(that(small) <= great,
            *((name, at, -sign * times) for name, at, times in facts), on=on & TERM,
            because="the terms of the two sums are the same")
        bounds.append(proof.applies("comparison of sums", on=on, uses=(*sums[::sign], same),
                small=small, great=great, less=low, more=high,
                because="the terms of the two sums are the same; so are the sums"))
    return proof.applies("antisymmetry", on=on, uses=bounds, left=values[0], right=values[1],
        because="the two sums have the same terms")


def show_first(proof: Proof, known: SumSteps) -> str:
    """Append the value of c_0."""
    spoken = proof.shows(SUMS.proposition.map(lambda e: e.xreplace({i: zero})), on=AT_ONE,
        by="instance", uses=(known.sums,), at={i: zero}, because="the first sum")
    plain = proof.shows(Sum(b**k, k, zero, sp.oo, 1 / (1 - b)), on=AT_ONE, by="sum", ratio=b,
        because="the geometric series")
    return show_same(proof, (C(0, b), 1 / (1 - b)), (spoken, plain), (b**k * W(0, k), b**k), AT_ONE,
        (known.ones, {}, b**k))


def show_shifted(proof: Proof, known: SumSteps, order: sp.Expr, on: Domain) -> tuple[str, sp.Expr]:
    """Append the sum c_order without its term for k = 0; its value."""
    whole = proof.shows(SUMS.proposition.map(lambda e: e.xreplace({i: order})), on=on,
        by="instance", uses=(known.sums,), at={i: order}, because="one of the sums")
    name = proof.applies("without the first term", on=on, uses=(whole,), terms=b**k * W(order, k),
        value=C(order, b), because="without its term for k = 0")
    return name, C(order, b) - W(order, 0)


def show_second(proof: Proof, known: SumSteps) -> str:
    """Append the value of c_1."""
    name, value = show_shifted(proof, known, one, AT_ONE)
    plain = proof.shows(Sum(b ** (k + 1) * (k + 1), k, zero, sp.oo, b / (1 - b) ** 2), on=AT_ONE,
        by="sum", ratio=b, because="this is the sum of b^n n without its term for n = 0")
    same = show_same(proof, (value, b / (1 - b) ** 2), (name, plain),
        (b ** (k + 1) * W(1, k + 1), b ** (k + 1) * (k + 1)), AT_ONE,
        (known.powers, {i: one, k: k + 1}, b ** (k + 1)))
    return proof.follows(that(C(1, b)) == b / (1 - b) ** 2, same, known.zeros, on=AT_ONE,
        because="the first term of c_1 is 0")
