"""Some period of two levels is as good as any: Lemmas 24 to 27, and Lemma 31.

A period has levels a(0) >= ... >= a(i-1) >= b a(0). It is a mixture of periods with the levels 1 in
the first r bins and b in the others, as a decreasing function is a mixture of steps; cost and
mass are linear. Bin k has the excess w(k): its cost less v times its mass, over all periods and
at level 1, so that noise costs at least v when the sum of a(k) w(k) is not negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import RATIO, b

n = sp.Symbol("n", integer=True)
_r = sp.Symbol("r", integer=True, positive=True)
_zero = sp.Integer(0)
_w, _excess, _total = (Given(name, "function", 1) for name in "wWV")


@dataclass(frozen=True)
class Layers:
    """Hypotheses and the goal for a period of ``size`` >= 2 bins, which is a parameter; place
    ``size`` is the first of the next period.
    """

    size: sp.Symbol
    levels: str = "a"
    least: int = 2

    @property
    def level(self) -> Given:
        """The levels."""
        return Given(self.levels, "function", 1)

    @property
    def given(self) -> tuple[Given, ...]:
        """The levels, the excesses, and the sums of both."""
        return self.level, _w, _excess, _total

    @cached_property
    def sizes(self) -> Domain:
        """b and the number of bins in a period."""
        return Domain((RATIO, index(self.size, self.least)))

    @cached_property
    def _places(self) -> Domain:
        return self.sizes & index(n, 0, self.size - 1)

    @cached_property
    def hypotheses(self) -> dict[Goal, tuple[str, str]]:
        """The levels, the sums, and that no period of two levels costs less than v; with their
        reasons, and how they are displayed.
        """
        places, level, a, i = self._places, self.level, self.levels, sp.latex(self.size)
        return {Goal(that(level(n + 1)) <= level(n), places):
                ("the levels do not rise, from one period to the next either",
                    rf"{a}_{{n+1}}\le {a}_n"),
            Goal(that(level(self.size)) == b * level(0), self.sizes):
                ("the next period begins at b times the first level", rf"{a}_{{{i}}}=b\,{a}_0"),
            Goal(that(_excess(n + 1)) == _excess(n) + _w(n), places):
                ("W(n) is the sum of the excesses of the first n bins", r"W_{n+1}=W_n+w_n"),
            Goal(that(_total(n + 1)) == _total(n) + level(n) * _w(n), places):
                ("V(n) is the sum of level times excess", rf"V_{{n+1}}=V_n+{a}_nw_n"),
            Goal(that(_excess(0)) == 0, Domain()): ("an empty sum", r"W_0=0"),
            Goal(that(_total(0)) == 0, Domain()): ("an empty sum", r"V_0=0"),
            Goal(that(0) <= (1 - b) * _excess(_r) + b * _excess(self.size),
                self.sizes & index(_r, 1, self.size)):
                ("no period with level 1 in its first r bins and b in the others costs less than v",
                    rf"(1-b)W_r+b\,W_{{{i}}}\ge0")}

    @cached_property
    def goal(self) -> Goal:
        """The period that is given does not cost less either."""
        return Goal(that(0) <= _total(self.size), self.sizes)

    @property
    def models(self) -> tuple[dict[str, sp.Lambda], ...]:
        """The levels 1, b, b, ... with an excess in the first bin, and levels that fall evenly
        with one in the last but not in the first.
        """
        top, some = sp.Max(0, 1 - n), sp.Min(n, 1)
        one = {self.levels: sp.Lambda(n, b + (1 - b) * top), "w": sp.Lambda(n, top),
            **dict.fromkeys("WV", sp.Lambda(n, some))}
        even = 1 - (1 - b) * n / self.size
        late = sp.Max(0, n - self.size + 2)
        last = even.xreplace({n: self.size - 1})
        gain = -b / 2
        two = {self.levels: sp.Lambda(n, even), "w": sp.Lambda(n, gain * top + late),
            "W": sp.Lambda(n, gain * some + late.xreplace({n: n - 1})),
            "V": sp.Lambda(n, gain * some + last * late.xreplace({n: n - 1}))}
        return one, two

    def show(self, proof: Proof) -> None:
        """Append the hypotheses and the goal."""
        falls, ends, summed, adds, no_excess, no_cost, best = (
            proof.assumes(goal, because=why, latex=latex)
            for goal, (why, latex) in self.hypotheses.items())
        level = self.level
        rest = b * _excess(self.size) / (1 - b)
        bound = _total(n) - level(n) * _excess(n) + rest * (level(0) - level(n))
        scaled = proof.follows(Relation(sp.Integer(0), "<=", _excess(_r) + rest),
            (best, 1 / (1 - b)), on=self.sizes & index(_r, 1, self.size),
            because="the excess of such a period is divided by 1 - b")
        rises = proof.shows(Relation(sp.Integer(0), "<=", bound.xreplace({n: n + 1}) - bound),
            on=self._places, by="entailment",
            because="summation by parts: each fall of the levels has the excess of a period of two "
            "levels as its factor, which is not negative", uses=(falls, summed, adds, scaled),
            facts=[(adds, {}, 1), (summed, {}, -level(n)),
                (scaled, {_r: n + 1}, level(n) - level(n + 1))],
            latex=rf"0\le B_{{n+1}}-B_n,\qquad {self._bound}")
        grows = proof.applies("induction", on=self.sizes & index(n, 0, self.size), uses=(rises,),
            because="added up from the first bin on, these differences are not negative",
            terms=bound, step=0, last=self.size,
            latex=r"B_0\le B_n")
        proof.key(scaled, rises, grows)
        proof.concludes(self.goal, by="entailment",
            because="at the end of the period, where the level is b times the first, the terms "
            "with W cancel",
            uses=(grows, ends, no_excess, no_cost),
            facts=[(grows, {n: self.size}, 1), (no_cost, {}, 1), (no_excess, {}, -level(0)),
                (ends, {}, _excess(self.size) + rest)])

    @property
    def _bound(self) -> str:
        a, i = self.levels, sp.latex(self.size)
        return rf"B_n=V_n-{a}_nW_n+\frac{{b\,W_{{{i}}}}}{{1-b}}({a}_0-{a}_n)"
