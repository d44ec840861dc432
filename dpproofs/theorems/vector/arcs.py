"""From one dimension to the next: W rises and falls with h, from below 0 to above and back."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.exchange import Facts
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

turn = sp.Symbol("s", positive=True)
y = sp.Symbol("y", nonnegative=True)
gap = sp.Symbol("z", positive=True)

ON = Domain((RATIO, between(turn, 0, 1)))
PLACE = between(y, 0, 1, "[]")
UP = ON & between(y, 0, turn, "[)") & between(gap, 0, turn - y, "(]")
DOWN = ON & between(y, turn, 1, "[)") & between(gap, 0, 1 - y, "(]")

D, N, h = (Given(name, "function", 1) for name in ("D", "N", "h"))
later = y + gap
grown, more = D(later) - D(y), N(later) - N(y)


def weight(place: sp.Expr | int) -> sp.Expr:
    """W = D h - N, whose sign is that of the slope of C = N/D."""
    return D(place) * h(place) - N(place)


POSITIVE = Goal(that(0) < D(y), ON & PLACE)
RISES = Goal(that(h(y)) < h(later), UP)
FALLS = Goal(that(h(later)) < h(y), DOWN)
UP_LOW = Goal(that(h(y) * grown) < more, UP)
UP_HIGH = Goal(that(more) < h(later) * grown, UP)
DOWN_LOW = Goal(that(h(later) * grown) < more, DOWN)
DOWN_HIGH = Goal(that(more) < h(y) * grown, DOWN)
ROUND_D = Goal(that(D(0)) == b * D(1), ON)
ROUND_N = Goal(that(N(0)) == b * N(1), ON)
ROUND_H = Goal(that(h(0)) == h(1), ON)

TURNS = Goal(that(weight(0)) == b * weight(1), ON)
BEGINS = Goal(that(weight(0)) < 0, ON)
TOPS = Goal(that(0) < weight(turn), ON)
ENDS = Goal(that(weight(1)) < 0, ON)
CLIMBS = Goal(that(weight(y)) < weight(later), UP)
SINKS = Goal(that(weight(later)) < weight(y), DOWN)
_cost = N(later) * D(y) - N(y) * D(later)  # the difference of C, times both D
COSTS = (Goal(that(weight(y) * grown) < _cost, UP),
    Goal(that(_cost) < weight(later) * grown, UP),
    Goal(that(weight(later) * grown) < _cost, DOWN),
    Goal(that(_cost) < weight(y) * grown, DOWN))

_area = y**2 / (2 * turn) - sp.Max(y - turn, 0) ** 2 / (2 * turn * (1 - turn))

ARCS = Statement(id="vector.arcs", paper=PAPER, item="ours: from one dimension to the next",
    title="where h rises once and falls once on the circle, so does W, from below 0 to above and "
    "back",
    printed_latex=r"\begin{gathered}W=Dh-N,\quad D>0,\quad D(0)=bD(1),\ N(0)=bN(1),\ "
    r"h(0)=h(1)\\h\text{ rises on }[0,s],\ \text{falls on }[s,1],\qquad "
    r"\delta=D(y+z)-D(y)\\N(y+z)-N(y)\text{ between }h(y)\,\delta\text{ and }h(y+z)\,\delta\text{ "
    r"on either arc}\\\Rightarrow\quad W(0)=bW(1)<0<W(s),\quad W\text{ rises on }[0,s],\ "
    r"\text{falls on }[s,1]\\ N(y+z)D(y)-N(y)D(y+z)\text{ between }W(y)\,\delta\text{ and "
    r"}W(y+z)\,\delta\end{gathered}", parameters=ON, given=(D, N, h),
    hypotheses=(POSITIVE, RISES, FALLS, UP_LOW, UP_HIGH, DOWN_LOW, DOWN_HIGH, ROUND_D, ROUND_N,
        ROUND_H), printed=(TURNS, BEGINS, TOPS, ENDS, CLIMBS, SINKS, *COSTS),
    note="W is D h - N, for any functions D, N and h on a period [0, 1] that begins where h is "
    "least; s is where h is largest. In d dimensions D = (d + p) T_d, N = d T_(d+p) and $h = "
    "N'/D'$, which is (d - 1 + p)/(d - 1) times the cost in d - 1 dimensions: the mean value "
    "theorem gives the bounds on the increments of N. As D increases, C = N/D rises where W > 0 "
    "and falls where W < 0; that W is 0 at one place on either side of s follows as it is "
    "continuous. These last steps, and that a cost of d - 1 dimensions is such an h, are in words "
    "in docs/vectors.md.",
    examples=({"D": sp.Lambda((y,), b + (1 - b) * y),
            "h": sp.Lambda((y,), sp.Min(y / turn, (1 - y) / (1 - turn))),
            "N": sp.Lambda((y,), b / 2 + (1 - b) * _area)},))


def derive() -> Derivation:
    proof = Proof(ON, ARCS)
    above, rises, falls, up_low, up_high, down_low, down_high, round_d, round_n, round_h = (
        proof.supposes((POSITIVE, "D is positive"), (RISES, "h rises up to s"),
            (FALLS, "and then falls"),
            (UP_LOW, "where h rises, N grows by more than h at the start times the growth of D"),
            (UP_HIGH, "and by less than h at the end times it"),
            (DOWN_LOW, "where h falls, N grows by more than h at the end times the growth of D"),
            (DOWN_HIGH, "and by less than h at the start times it"),
            (ROUND_D, "D at 0 is b times what it is at 1"), (ROUND_N, "and so is N"),
            (ROUND_H, "and h comes back")))

    def concludes(goal: Goal, why: str, facts: Facts) -> str:
        uses = tuple(dict.fromkeys(name for name, _, _ in facts))
        return proof.concludes(goal, by="entailment", uses=uses, facts=facts, because=why)

    first: dict[sp.Symbol, sp.Expr] = {y: sp.Integer(0), gap: turn}
    second: dict[sp.Symbol, sp.Expr] = {y: turn, gap: 1 - turn}
    share = 1 / (1 - b)
    round_w = concludes(TURNS, "D h - N at 0 is b times what it is at 1",
        [(round_d, {}, h(0)), (round_n, {}, -1), (round_h, {}, b * D(1))])
    ends = concludes(ENDS, "over the period N grows by more than h(0) times the growth of D, which "
        "are (1 - b) N(1) and (1 - b) D(1)",
        [(up_low, first, share), (down_low, second, share), (round_d, {}, -share * h(0)),
            (round_n, {}, share), (round_h, {}, share * (D(turn) - b * D(1)))])
    concludes(BEGINS, "so D h - N begins below 0", [(round_w, {}, -1), (ends, {}, b)])
    concludes(TOPS, "on [0, s], and b times on [s, 1], N grows by less than h(s) times the growth "
        "of D",
        [(up_high, first, share), (down_high, second, b * share), (round_d, {}, share * h(turn)),
            (round_n, {}, -share)])

    here = {(on, place): proof.follows(that(0) < D(place), (above, {y: place}), on=on,
            because="D is positive there") for on in (UP, DOWN) for place in (y, later)}

    for goal, slope, moves, why in ((CLIMBS, up_high, rises, "D h - N rises with h"),
            (SINKS, down_low, falls, "D h - N falls with h")):
        proof.follows(goal, slope, (moves, D(y)), also=(here[goal.domain, y],), because=why)
    for goal, slope, place, why in (
            (COSTS[0], up_low, y, "N/D grows by at least what D h - N is at the start"),
            (COSTS[1], up_high, later, "N/D grows by at most what D h - N is at the end"),
            (COSTS[2], down_low, later, "N/D grows by at least what D h - N is at the end"),
            (COSTS[3], down_high, y, "N/D grows by at most what D h - N is at the start")):
        proof.follows(goal, (slope, D(place)), also=(here[goal.domain, place],), because=why)
    return proof.done()


CLAIMS = (Claim(ARCS, derive),)
