"""Some period of two levels is as good as any: Lemmas 24 to 27, and Lemma 31.

A period has levels a(0) >= ... >= a(i-1) >= b a(0). It is a mixture of periods with the levels 1 in
the first r bins and b in the others, as a decreasing function is a mixture of steps; cost and
mass are linear. Bin k has the excess w(k): its cost less v times its mass, over all periods and
at level 1, so that noise costs at least v when the sum of a(k) w(k) is not negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.staircase.setting import RATIO, b

n = sp.Symbol("n", integer=True)
_r = sp.Symbol("r", integer=True, positive=True)
COUNT = index(n, 0)
_zero = sp.Integer(0)
_m, _w = sp.Function("m"), sp.Function("w")
_excess, _total, _bound = (sp.Function(name) for name in ("W", "S", "B"))


@dataclass(frozen=True)
class Layers:
    """Hypotheses and the goal for a period of ``size`` >= 2 bins.

    From place ``size`` on the levels go on as b a(0) and the excesses as 0: nothing is added.
    """

    size: sp.Symbol
    levels: str = "a"

    @cached_property
    def _a(self) -> Any:
        return sp.Function(self.levels)

    @cached_property
    def _sizes(self) -> Domain:
        return Domain((RATIO, index(self.size, 2)))

    @cached_property
    def hypotheses(self) -> tuple[Goal, ...]:
        """The levels, their sums, and that no period of two levels costs less than v."""
        places = self._sizes & COUNT
        rest = b * _excess(self.size) / (1 - b)
        level = self._a
        return (
            relation_goal(level(n) - level(n + 1), "==", _m(n) ** 2, places),
            relation_goal(level(self.size), "==", b * level(0), self._sizes),
            relation_goal(_excess(n + 1), "==", _excess(n) + _w(n), places),
            relation_goal(_total(n + 1), "==", _total(n) + level(n) * _w(n), places),
            relation_goal(_excess(0), "==", 0, self._sizes),
            relation_goal(_total(0), "==", 0, self._sizes),
            relation_goal(
                0, "<=", (1 - b) * _excess(_r) + b * _excess(self.size),
                self._sizes & index(_r, 1),
            ),
            relation_goal(
                _bound(n), "==",
                _total(n) - level(n) * _excess(n) + rest * (level(0) - level(n)), places,
            ),
        )  # fmt: skip

    @cached_property
    def goal(self) -> Goal:
        """The period that is given does not cost less either."""
        return relation_goal(0, "<=", _total(self.size), self._sizes)

    @property
    def models(self) -> tuple[dict[str, sp.Lambda], ...]:
        """The levels 1, b, b, ... with an excess in the first bin, and with none."""
        top, some = sp.Max(0, 1 - n), sp.Min(n, 1)
        levels = {
            self.levels: sp.Lambda(n, b + (1 - b) * top),
            "m": sp.Lambda(n, sp.sqrt(1 - b) * top),
        }
        one = {"w": sp.Lambda(n, top), **dict.fromkeys("WSB", sp.Lambda(n, some))}
        return levels | one, levels | dict.fromkeys("wWSB", sp.Lambda(n, _zero))

    def show(self, proof: Proof) -> None:
        """Append the hypotheses and the goal."""
        falls, ends, summed, adds, no_excess, no_cost, best, bound = (
            proof.assumes(goal, because=why, latex=latex)
            for goal, why, latex in zip(self.hypotheses, _REASONS, self._latex, strict=True)
        )
        level = self._a
        rest = b * _excess(self.size) / (1 - b)
        rises = proof.shows(
            Relation(sp.Integer(0), "<=", _bound(n + 1) - _bound(n)),
            on=self._sizes & COUNT,
            by="entailment",
            because="summation by parts: each fall of the levels has the excess of a period of two "
            "levels as its factor, which is not negative",
            uses=(falls, summed, adds, best, bound),
            facts=[
                (bound, {n: n + 1}, 1),
                (bound, {}, -1),
                (adds, {}, 1),
                (summed, {}, -level(n)),
                (falls, {}, _excess(n + 1) + rest),
                (best, {_r: n + 1}, _m(n) ** 2 / (1 - b)),
            ],
        )
        grows = proof.shows(
            Relation(_bound(0), "<=", _bound(n)),
            on=self._sizes & COUNT,
            by="rule",
            because="so B does not fall from 0 on",
            uses=(rises,),
            rule="induction",
            bindings={"function": sp.Symbol("B"), "step": _zero},
        )
        proof.concludes(
            self.goal,
            by="entailment",
            because="at the end of the period B is the cost of the noise less v times its mass: if "
            "no period of two levels costs less than v, this one does not either",
            uses=(grows, bound, ends, no_excess, no_cost),
            facts=[
                (grows, {n: self.size}, 1),
                (bound, {n: _zero}, 1),
                (bound, {n: self.size}, -1),
                (no_cost, {}, 1),
                (no_excess, {}, -level(0)),
                (ends, {}, _excess(self.size) + rest),
            ],
        )

    @property
    def _latex(self) -> tuple[str, ...]:
        a, i = self.levels, sp.latex(self.size)
        return (
            rf"{a}_n-{a}_{{n+1}}=m_n^2",
            rf"{a}_{{{i}}}=b\,{a}_0",
            r"W_{n+1}=W_n+w_n",
            rf"S_{{n+1}}=S_n+{a}_nw_n",
            r"W_0=0",
            r"S_0=0",
            rf"(1-b)W_r+b\,W_{{{i}}}\ge0",
            rf"B_n=S_n-{a}_nW_n+\frac{{b\,W_{{{i}}}}}{{1-b}}({a}_0-{a}_n)",
        )


_REASONS = (
    "the levels do not rise; a number that is not negative is written as a square",
    "the next period begins at b times the first level",
    "W(n) is the sum of the excesses of the first n bins",
    "S(n) is the sum of level times excess",
    "an empty sum",
    "an empty sum",
    "no period with level 1 in its first r bins and b in the others costs less than v",
    "B stands for what summation by parts gives",
)
