"""Levels in decreasing order: privacy by counting, and the largest levels come first.

Shared by Lemma 21, where a period has i bins on one side, and Lemma 28, where it has Delta places
on either side of the origin. ``reach`` is i, or 2 Delta. The places p(k), q(k) and the ranks R
belong to one k, the sums Q and F to one r, and all of them to one noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.staircase.setting import PERIOD, RATIO, b, k

n = sp.Symbol("n", integer=True)
r = sp.Symbol("r", integer=True, nonnegative=True)
_near = sp.Symbol("j", integer=True, nonnegative=True)
COUNT = index(n, 0)
_a, _s, _first, _last, _rank = (sp.Function(name) for name in ("a", "s", "p", "q", "R"))
_sum, _largest, _above, _short = (sp.Function(name) for name in ("A", "T", "Q", "F"))


@dataclass(frozen=True)
class Sorting:
    """Hypotheses and goals for levels a(0), a(1), ... and the same levels in order, s(0), ...

    ``found`` says, for the reader, where the places are that follow p(k).
    """

    reach: sp.Expr
    sizes: tuple[Variable, ...]
    found: str

    @cached_property
    def _places(self) -> Domain:
        return Domain((RATIO, *self.sizes, PERIOD))

    @cached_property
    def _sums(self) -> Domain:
        return Domain((RATIO, *self.sizes, index(r, 0), COUNT))

    @cached_property
    def hypotheses(self) -> tuple[Goal, ...]:
        """What sorting and privacy mean: five lines on places, five on sums, and the order."""
        places, sums = self._places, self._sums
        return (
            relation_goal(_rank(0), "==", 0, places),
            relation_goal(1, "<=", _rank(n + 1) - _rank(n), places & COUNT),
            relation_goal(_s(k), "<=", _a(_first(k)), places),
            relation_goal(b * _a(_first(k)), "<=", _a(_last(k)), places),
            relation_goal(_a(_last(k)), "<=", _s(k + self.reach), places),
            relation_goal(_sum(n + 1), "==", _sum(n) + _a(n), sums),
            relation_goal(_a(n) - _s(r), "<=", _above(n + 1) - _above(n), sums),
            relation_goal(_above(n), "<=", _largest(r) - r * _s(r), sums),
            relation_goal(_short(n), "==", _above(n) - _sum(n) + n * _s(r), sums),
            relation_goal(_above(0) - _sum(0), "==", 0, sums.without(n)),
            relation_goal(_s(k + n), "<=", _s(k), places & COUNT),
        )

    @cached_property
    def goals(self) -> tuple[Goal, Goal, Goal, Goal]:
        """The pigeonhole, privacy at the full distance and nearer, and the first r levels."""
        return (
            relation_goal(n, "<=", _rank(n), self._places & COUNT),
            relation_goal(b * _s(k), "<=", _s(k + self.reach), self._places),
            relation_goal(
                b * _s(k), "<=", _s(k + _near), self._places & index(_near, 0, self.reach)
            ),
            relation_goal(_sum(r), "<=", _largest(r), self._sums.without(n)),
        )

    @property
    def models(self) -> tuple[dict[str, sp.Lambda], ...]:
        """Levels b, 1, b, b, ..., whose order is 1, b, b, ..., and equal levels."""
        peak, moved = 1 - b, sp.Min(1, sp.Max(0, n - 1))
        top = sp.Max(0, 1 - n)
        bump = {
            "R": sp.Lambda(n, 2 * n),
            "a": sp.Lambda(n, b + peak * sp.Max(0, 1 - sp.Abs(n - 1))),
            "s": sp.Lambda(n, b + peak * top),
            "p": sp.Lambda(n, top),
            "q": sp.Lambda(n, sp.Integer(2)),
            "A": sp.Lambda(n, b * n + peak * moved),
            "T": sp.Lambda(n, b * n + peak * sp.Min(n, 1)),
            "Q": sp.Lambda(n, peak * moved * sp.Min(r, 1)),
            "F": sp.Lambda(n, peak * (n - moved) * sp.Max(0, 1 - r)),
        }
        one, zero = sp.Lambda(n, sp.Integer(1)), sp.Lambda(n, sp.Integer(0))
        flat = {"R": sp.Lambda(n, n), "a": one, "s": one, "p": zero, "q": zero}
        sums = {"A": sp.Lambda(n, n), "T": sp.Lambda(n, n), "Q": zero, "F": zero}
        return bump, flat | sums

    def show(self, proof: Proof) -> str:
        """Append the hypotheses and the goals; the name of the step that shows privacy."""
        names = [
            proof.assumes(goal, because=why, latex=latex)
            for goal, why, latex in zip(self.hypotheses, self._reasons, _LATEX, strict=True)
        ]
        start, apart, above, private, below, adds, parts, most, short, empty, order = names
        onward = proof.shows(
            Relation(n + _rank(0), "<=", _rank(n)),
            on=self._places & COUNT,
            by="rule",
            because="different ranks, in increasing order, rise by at least 1 each",
            uses=(apart,),
            rule="induction",
            bindings={"function": sp.Symbol("R"), "step": sp.Integer(1)},
        )
        proof.concludes(
            self.goals[0],
            by="entailment",
            because="so that the n-th of them has rank at least k + n; q(k) is the last",
            uses=(start, onward),
            facts=[(onward, {}, 1), (start, {}, 1)],
        )
        keeps = proof.concludes(
            self.goals[1],
            by="entailment",
            because="and its level, which is at least b times that of p(k), has come to place k + "
            f"{self.reach} or farther",
            uses=(above, private, below),
            facts=[(above, {}, b), (private, {}, 1), (below, {}, 1)],
        )
        proof.concludes(
            self.goals[2],
            by="entailment",
            because="nearer places have larger levels still; and a smaller level farther out is no "
            "threat to privacy",
            uses=(keeps, order),
            facts=[(keeps, {}, 1), (order, {k: k + _near, n: self.reach - _near}, 1)],
        )
        self._sum_of_the_largest(proof, adds, parts, most, short, empty)
        return keeps

    @property
    def _reasons(self) -> tuple[str, ...]:
        return (
            "the k + 1 largest levels have the ranks 0 to k, and R counts ranks from k on",
            f"k + R(1) < k + R(2) < ... are the ranks of {self.found}, all beyond k",
            "p(k), the place beside which these lie, is among the k + 1 largest",
            "q(k) is the one of largest rank, at most one sensitivity from p(k): privacy",
            "its rank is at least k plus the number of places, see below, and s decreases",
            "A(n) is the sum of the levels at the first n places",
            "Q(n) is the sum of what they exceed s(r) by, those below counting 0",
            "in T(r), the sum of the r largest, all that exceeds s(r) is counted",
            "F(n) is the sum of what the first n levels lack to s(r)",
            "empty sums are 0",
            "s is in decreasing order",
        )

    def _sum_of_the_largest(
        self, proof: Proof, adds: str, parts: str, most: str, short: str, empty: str
    ) -> None:
        rises = proof.shows(
            Relation(sp.Integer(0), "<=", _short(n + 1) - _short(n)),
            on=self._sums,
            by="entailment",
            because="what one level lacks is not negative",
            uses=(adds, parts, short),
            facts=[(short, {n: n + 1}, 1), (short, {}, -1), (adds, {}, -1), (parts, {}, 1)],
        )
        lacks = proof.shows(
            Relation(_short(0), "<=", _short(n)),
            on=self._sums,
            by="rule",
            because="nor is the sum",
            uses=(rises,),
            rule="induction",
            bindings={"function": sp.Symbol("F"), "step": sp.Integer(0)},
        )
        proof.concludes(
            self.goals[3],
            by="entailment",
            because="the r levels nearest to the origin had at most the mass of the r largest, "
            "which are there now: nowhere is P(|X| >= x) larger",
            uses=(lacks, short, most, empty),
            facts=[
                (lacks, {n: r}, 1),
                (short, {n: sp.Integer(0)}, 1),
                (short, {n: r}, -1),
                (most, {n: r}, 1),
                (empty, {}, 1),
            ],
        )


_LATEX = (
    "",
    r"R(n+1)-R(n)\ge1",
    r"s_k\le a_{p(k)}",
    r"b\,a_{p(k)}\le a_{q(k)}",
    "",
    r"A_{n+1}=A_n+a_n",
    r"Q_{n+1}-Q_n\ge a_n-s_r",
    r"Q_n\le T_r-r\,s_r",
    r"F_n=Q_n-A_n+n\,s_r",
    r"Q_0-A_0=0",
    r"s_{k+n}\le s_k",
)

# Between the edges of bins a tail of a step density is linear.
_before, _next, _t = (sp.Symbol(name, nonnegative=True) for name in "GHt")
_new, _after = sp.symbols("U V", real=True)
WITHIN = relation_goal(
    (1 - _t) * _new + _t * _after,
    "<=",
    (1 - _t) * _before + _t * _next,
    Domain(
        (
            between(_before, 0, 1, "[]"),
            between(_next, 0, 1, "[]"),
            Variable(_new, -sp.oo, _before, "(]"),
            Variable(_after, -sp.oo, _next, "(]"),
            between(_t, 0, 1, "[]"),
        )
    ),
)
