"""The fastest decay that privacy allows: Lemma 23 on the line and Lemma 30 on the integers.

G(x) = P(|X| >= x) for noise that is given, H the same for noise whose first period is scaled by c
and repeated with the ratio b.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.staircase.setting import RATIO, b

n = sp.Symbol("n", integer=True)
c = sp.Symbol("c", positive=True)
COUNT, SCALE = index(n, 0), between(c, 1, sp.oo, "[)")
G, H, _gap = sp.Function("G"), sp.Function("H"), sp.Function("D")


@dataclass(frozen=True)
class Decay:
    """Hypotheses and goals for one sensitivity.

    ``place`` ranges over the first period and ``onward`` over all distances for which one more
    sensitivity is compared; ``origin`` is what the mass at 0 adds on the integers, b P(0).
    """

    size: sp.Symbol
    sizes: tuple[Variable, ...]
    place: Variable
    onward: Variable
    origin: sp.Expr

    @cached_property
    def _far(self) -> Domain:
        return Domain((RATIO, SCALE, *self.sizes, self.onward))

    @cached_property
    def _first(self) -> Domain:
        return Domain((RATIO, SCALE, *self.sizes, self.place))

    @cached_property
    def _sizes(self) -> Domain:
        return Domain((RATIO, SCALE, *self.sizes))

    @cached_property
    def hypotheses(self) -> tuple[Goal, ...]:
        """Privacy for half-lines, and how the new tail is made."""
        z, y = self.onward.symbol, self.place.symbol
        ahead = y + n * self.size
        return (
            relation_goal(b * G(z), "<=", G(z + self.size), self._far),
            relation_goal(b + self.origin, "<=", G(self.size), self._sizes),
            relation_goal(G(z), "<=", 1, self._far),
            relation_goal(c * (1 - G(self.size) + self.origin), "==", 1 - b, self._sizes),
            relation_goal(H(y), "==", 1 - c * (1 - G(y)), self._first),
            relation_goal(H(z + self.size), "==", b * H(z), self._far),
            relation_goal(
                _gap(n), "==", (G(ahead) - H(ahead)) / b**n, self._first & COUNT
            ),
        )  # fmt: skip

    @cached_property
    def goals(self) -> tuple[Goal, Goal, Goal, Goal]:
        """c >= 1; the new mass is 1; the new tail is below the old, in the first period and on."""
        y = self.place.symbol
        return (
            relation_goal(1 - G(self.size) + self.origin, "<=", 1 - b, self._sizes),
            relation_goal(H(self.size), "==", b + c * self.origin, self._sizes),
            relation_goal(H(y), "<=", G(y), self._first),
            relation_goal(
                H(y + n * self.size), "<=", G(y + n * self.size), self._first & COUNT
            ),
        )  # fmt: skip

    def show(self, proof: Proof, origin_reason: str, latex: tuple[str, ...]) -> None:
        """Append the hypotheses and the goals."""
        y, z = self.place.symbol, self.onward.symbol
        ahead = y + n * self.size
        half, bound, least, scale, begins, repeats, gap = (
            proof.assumes(goal, because=why, latex=text)
            for goal, why, text in zip(
                self.hypotheses,
                (
                    "privacy for the two half-lines that make up |X| >= x, moved outwards",
                    origin_reason,
                    "a probability",
                    "c is chosen so that the new noise has mass 1",
                    "in the first period the density is scaled by c, so that P(|X| < x) is",
                    "one period farther the new density has fallen by the factor b",
                    "D(n) stands for the gap of the two tails after n periods, over b^n",
                ),
                latex,
                strict=True,
            )
        )
        proof.concludes(
            self.goals[0],
            by="entailment",
            because="so that c >= 1: the first period is scaled up, never down",
            uses=(bound,),
            facts=[(bound, {}, 1)],
        )
        proof.concludes(
            self.goals[1],
            by="entailment",
            because="what is left after the first period is what its copies have: the mass is 1",
            uses=(begins, scale),
            facts=[(begins, {y: self.size}, 1), (scale, {}, -1)],
        )
        near = proof.concludes(
            self.goals[2],
            by="entailment",
            because="in the first period P(|X| < x) grows by the factor c >= 1",
            uses=(begins, least),
            facts=[(begins, {}, -1), (least, {z: y}, c - 1)],
        )
        rises = proof.shows(
            Relation(sp.Integer(0), "<=", _gap(n + 1) - _gap(n)),
            on=self._first & COUNT,
            by="entailment",
            because="from one period to the next the new tail falls by b, the old by no more",
            uses=(gap, half, repeats),
            facts=[
                (gap, {n: n + 1}, 1),
                (gap, {}, -1),
                (half, {z: ahead}, b ** (-n - 1)),
                (repeats, {z: ahead}, -(b ** (-n - 1))),
            ],
        )
        grows = proof.shows(
            Relation(_gap(0), "<=", _gap(n)),
            on=self._first & COUNT,
            by="rule",
            because="so the gap over b^n does not shrink",
            uses=(rises,),
            rule="induction",
            bindings={"function": sp.Symbol("D"), "step": sp.Integer(0)},
        )
        proof.concludes(
            self.goals[3],
            by="entailment",
            because="nowhere is P(|X| >= x) larger for the new noise",
            uses=(grows, gap, near),
            facts=[
                (grows, {}, b**n),
                (gap, {n: sp.Integer(0)}, b**n),
                (gap, {}, -(b**n)),
                (near, {}, b**n),
            ],
        )


FAR = 40  # periods beyond which a model is not evaluated: the powers become long


class Tail(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """ratio^m (1 - (1 - ratio) (y/size - m)) with m = floor(y/size), at rational points."""

    @classmethod
    def eval(cls, place: sp.Expr, *parameters: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        found = whole_periods(place, *parameters)
        if found is None:
            return None
        periods, part = found
        return parameters[1] ** periods * (1 - (1 - parameters[1]) * part)


class Steps(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """ratio^floor(y/size), at rational points."""

    @classmethod
    def eval(cls, place: sp.Expr, *parameters: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        found = whole_periods(place, *parameters)
        return None if found is None else parameters[1] ** found[0]


def whole_periods(place: sp.Expr, size: sp.Expr, ratio: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
    """The whole periods up to a place, and the part of the next; None when not at rationals."""
    if not all(argument.is_Rational for argument in (place, size, ratio)):
        return None
    periods = sp.floor(place / size)
    return (periods, place / size - periods) if periods <= FAR else None


def tails(size: sp.Symbol, y: sp.Symbol, old: sp.Expr) -> dict[str, Any]:
    """A model: the density is constant in each period, and falls by ``old`` from one to the next.

    The gap at place y belongs to it.
    """
    z = sp.Symbol("z", real=True)
    before, after = Tail(z, size, old), Tail(z, size, b)
    ahead = y + n * size
    return {
        "G": sp.Lambda(z, before),
        "H": sp.Lambda(z, after),
        "D": sp.Lambda(n, (Tail(ahead, size, old) - Tail(ahead, size, b)) / b**n),
    }
