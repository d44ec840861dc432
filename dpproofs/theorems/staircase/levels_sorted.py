"""Levels in decreasing order: privacy by counting, and the largest levels come first.

Shared by Lemma 21, where a period has i bins on one side, and Lemma 28, where it has Delta places
on either side of the origin. ``reach`` is i, or 2 Delta.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import PERIOD, RATIO, b, k

n = sp.Symbol("n", integer=True)
r = sp.Symbol("r", integer=True, nonnegative=True)
_near = sp.Symbol("j", integer=True, nonnegative=True)
_place, _more = sp.symbols("x_0 x_1", nonnegative=True)
COUNT, TERMS = index(n, 0), index(r, 0)
_a, _s, _first, _sum, _largest = (Given(name, "function", 1) for name in "aspAT")
_rank, _above = Given("R", "function", 2), Given("Q", "function", 2)
_OUTWARD = Domain(tuple(Variable(x, sp.Integer(0), sp.oo, "[)") for x in (_place, _more)))


@dataclass(frozen=True)
class Sorting:
    """Hypotheses and goals for levels a(0), a(1), ... and the same levels in order, s(0), ...

    ``found`` says, for the reader, where the places are that follow p(k). ``sizes`` are the
    parameters beside b.
    """

    reach: sp.Expr
    sizes: tuple[Variable, ...]
    found: str

    given = (_a, _s, _first, _rank, _sum, _largest, _above)

    @cached_property
    def parameters(self) -> Domain:
        """b and the size of a period."""
        return Domain((RATIO, *self.sizes))

    @cached_property
    def _places(self) -> Domain:
        return self.parameters & PERIOD

    @cached_property
    def hypotheses(self) -> dict[Goal, tuple[str, str]]:
        """What sorting and privacy mean: five lines on places, and five on sums; with their
        reasons, and how they are displayed.
        """
        places, sums, reach = self._places, Domain((TERMS, COUNT)), sp.latex(self.reach)
        return {Goal(that(_rank(k, 0)) == k, Domain((PERIOD,))):
                (("the k + 1 largest levels have the ranks 0 to k, and R(k, n) counts ranks from k "
                    "on"), ""),
            Goal(that(_rank(k, n) + 1) <= _rank(k, n + 1), places & index(n, 0, self.reach - 1)):
                (f"R(k, 1) < R(k, 2) < ... are the ranks of {self.found}, all beyond k",
                    r"R(k,n)+1\le R(k,n+1)"),
            Goal(that(_s(k)) <= _a(_first(k)), Domain((PERIOD,))):
                ("p(k), the place beside which these lie, is among the k + 1 largest",
                    r"s_k\le a_{p(k)}"),
            Goal(that(b * _a(_first(k))) <= _s(_rank(k, self.reach)), places):
                ("the one of largest rank is at most one sensitivity from p(k): privacy",
                    rf"b\,a_{{p(k)}}\le s_{{R(k,{reach})}}"),
            Goal(that(_s(_place + _more)) <= _s(_place), _OUTWARD):
                ("s is in decreasing order, and constant between integers", ""),
            Goal(that(_sum(n + 1)) == _sum(n) + _a(n), Domain((COUNT,))):
                ("A(n) is the sum of the levels at the first n places", r"A_{n+1}=A_n+a_n"),
            Goal(that(_a(n) - _s(r)) <= _above(r, n + 1) - _above(r, n), sums):
                ("Q(r, n) is the sum of what they exceed s(r) by, those below counting 0",
                    r"a_n-s_r\le Q(r,n+1)-Q(r,n)"),
            Goal(that(_above(r, n)) <= _largest(r) - r * _s(r), sums):
                ("in T(r), the sum of the r largest, all that exceeds s(r) is counted",
                    r"Q(r,n)\le T_r-r\,s_r"),
            Goal(that(_sum(0)) == 0, Domain()): ("empty sums are 0", ""),
            Goal(that(_above(r, 0)) == 0, Domain((TERMS,))): ("empty sums are 0", "")}

    @cached_property
    def goals(self) -> tuple[Goal, Goal, Goal, Goal]:
        """The pigeonhole, privacy at the full distance and nearer, and the first r levels."""
        return (Goal(that(k + n) <= _rank(k, n), self._places & index(n, 0, self.reach)),
            Goal(that(b * _s(k)) <= _s(k + self.reach), self._places),
            Goal(that(b * _s(k)) <= _s(k + _near),
                self._places & index(_near, 0, self.reach)),
            Goal(that(_sum(r)) <= _largest(r), Domain((TERMS,))))

    @property
    def models(self) -> tuple[dict[str, sp.Lambda], ...]:
        """Levels b, 1, b, b, ..., whose order is 1, b, b, ..., and equal levels."""
        x = sp.Symbol("x", real=True)
        peak, moved = 1 - b, sp.Min(1, sp.Max(0, n - 1))
        top = sp.Max(0, 1 - sp.floor(x))
        bump = {"R": sp.Lambda((k, n), k + n + sp.Max(0, 1 - k) * sp.Min(n, 1)),
            "a": sp.Lambda(n, b + peak * sp.Max(0, 1 - sp.Abs(n - 1))),
            "s": sp.Lambda(x, b + peak * top), "p": sp.Lambda(n, sp.Max(n, 1)),
            "A": sp.Lambda(n, b * n + peak * moved), "T": sp.Lambda(n, b * n + peak * sp.Min(n, 1)),
            "Q": sp.Lambda((r, n), peak * moved * sp.Min(r, 1))}
        one, same = sp.Lambda(n, sp.Integer(1)), sp.Lambda(n, n)
        flat = {"R": sp.Lambda((k, n), k + n), "a": one, "s": one, "p": same, "A": same, "T": same,
            "Q": sp.Lambda((r, n), sp.Integer(0))}
        return bump, flat

    def show(self, proof: Proof) -> str:
        """Append the hypotheses and the goals; the name of the step that shows privacy."""
        names = [proof.assumes(goal, because=why, latex=latex)
            for goal, (why, latex) in self.hypotheses.items()]
        start, apart, above, private, order, *sums = names
        rises = proof.follows(Relation(sp.Integer(1), "<=", _rank(k, n + 1) - _rank(k, n)), apart,
            on=self._places & index(n, 0, self.reach - 1),
            because="different ranks, in increasing order, rise by at least 1 each")
        onward = proof.applies("induction", on=self._places & index(n, 0, self.reach),
            uses=(rises,), because="so the rank rises by at least n over n of them",
            terms=_rank(k, n), step=1, last=self.reach)
        counted = proof.concludes(self.goals[0], by="entailment",
            because="so that the n-th of them has rank at least k + n", uses=(start, onward),
            facts=[(onward, {}, 1), (start, {}, 1)])
        last = _rank(k, self.reach)
        far = proof.follows(Relation(sp.Integer(0), "<=", last - k - self.reach), counted,
            on=self._places, because="the last of them has come that far or farther")
        keeps = proof.follows(self.goals[1], (above, b), private, order, also=(far,),
            because="and its level, which is at least b times that of p(k), has come to place k + "
            f"{self.reach} or farther")
        proof.follows(self.goals[2], keeps, order,
            because="nearer places have larger levels still; and a smaller level farther out is no "
            "threat to privacy")
        self._sum_of_the_largest(proof, *sums)
        return keeps

    def _sum_of_the_largest(self, proof: Proof, adds: str, parts: str, most: str, empty: str,
            none: str) -> None:
        lack = _above(r, n) - _sum(n) + n * _s(r)
        on = Domain((TERMS, COUNT))
        rises = proof.follows(Relation(sp.Integer(0), "<=", lack.xreplace({n: n + 1}) - lack), adds,
            parts, on=on, because="the shortfall of a level from s(r) is not negative")
        lacks = proof.applies(
            "induction",
            on=on, uses=(rises,), because="the sum of these shortfalls is not negative either",
            terms=lack, step=0, last=sp.oo)
        proof.follows(self.goals[3], lacks, most, empty, none,
            because="for n = r this says that A(r) is at most r s(r) + Q(r, r), and that is at "
            "most T(r)")


# Between the edges of bins a tail of a step density is linear.
_before, _next, _t = (sp.Symbol(name, nonnegative=True) for name in "GHt")
_new, _after = sp.symbols("U V", real=True)
WITHIN = Goal(that((1 - _t) * _new + _t * _after) <= (1 - _t) * _before + _t * _next,
    Domain((between(_before, 0, 1, "[]"), between(_next, 0, 1, "[]"),
            Variable(_new, -sp.oo, _before, "(]"), Variable(_after, -sp.oo, _next, "(]"),
            between(_t, 0, 1, "[]"))))
