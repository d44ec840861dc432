"""One dimension: W rises with g over the whole period, from below 0 to above."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.arcs import D, N, gap, grown, later, more, y
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

ON = Domain((RATIO,))
PLACE = ON & between(y, 0, 1, "[]")
UP = ON & between(y, 0, 1, "[)") & between(gap, 0, 1 - y, "(]")

g = Given("g", "function", 1)


def weight(place: sp.Expr | int) -> sp.Expr:
    """W = D g - N, whose sign is that of the slope of C = N/D."""
    return D(place) * g(place) - N(place)


POSITIVE = Goal(that(0) < D(y), PLACE)
RISES = Goal(that(g(y)) < g(later), UP)
LOW = Goal(that(g(y) * grown) < more, UP)
HIGH = Goal(that(more) < g(later) * grown, UP)
ROUND_D = Goal(that(D(0)) == b * D(1), ON)
ROUND_N = Goal(that(N(0)) == b * N(1), ON)

HYPOTHESES = {POSITIVE: "D is positive", RISES: "g rises over the period",
    LOW: "N grows by more than g at the start times the growth of D",
    HIGH: "and by less than g at the end times it",
    ROUND_D: "D at 0 is b times what it is at 1", ROUND_N: "and so is N"}

BEGINS = Goal(that(weight(0)) < 0, ON)
ENDS = Goal(that(0) < weight(1), ON)
CLIMBS = Goal(that(weight(y)) < weight(later), UP)
_cost = N(later) * D(y) - N(y) * D(later)  # the difference of C, times both D
COSTS = (Goal(that(weight(y) * grown) < _cost, UP),
    Goal(that(_cost) < weight(later) * grown, UP))

LINE = Statement(id="vector.arcs.line", paper=PAPER,
    item="ours: where the induction over dimensions begins",
    title="where g rises over the whole period, so does W, from below 0 to above",
    printed_latex=r"\begin{gathered}W=Dg-N,\quad D>0,\quad D(0)=bD(1),\ N(0)=bN(1),\quad g\text{ "
    r"rises on "
    r"}[0,1]\\g(y)\,\delta<N(y+z)-N(y)<g(y+z)\,\delta,\qquad\delta=D(y+z)-D(y)\\\Rightarrow\quad "
    r"W(0)<0<W(1),\quad W\text{ rises on "
    r"}[0,1]\\W(y)\,\delta<N(y+z)D(y)-N(y)D(y+z)<W(y+z)\,\delta\end{gathered}", parameters=ON,
    given=(D, N, g), hypotheses=tuple(HYPOTHESES), printed=(BEGINS, ENDS, CLIMBS, *COSTS),
    note="W is D g - N, for any functions D, N and g on [0, 1]. In one dimension D = (1 + p) T_1, "
    "N = T_(1+p) and $g = N'/D' = (1 - b) T_p$, which rises from b g(1) to g(1) for every p > 0: "
    "the mean value theorem gives the bounds on the increments of N. As D increases, C = N/D falls "
    "where W < 0 and rises where W > 0; that W is 0 at one place follows as it is continuous. "
    "These steps are in words in docs/vectors.md.",
    examples=({"D": sp.Lambda((y,), b + (1 - b) * y), "g": sp.Lambda((y,), y),
            "N": sp.Lambda((y,), b / 2 + (1 - b) * y**2 / 2)},))


def assumed(proof: Proof) -> list[str]:
    """Append the hypotheses of the claim, in order."""
    return proof.supposes(*HYPOTHESES.items())


def signs(proof: Proof, low: str, high: str, round_d: str, round_n: str) -> tuple[str, str]:
    """Append that W begins below 0, and that it ends above."""
    period: dict[sp.Symbol, sp.Expr] = {y: sp.Integer(0), gap: sp.Integer(1)}
    share = 1 / (1 - b)
    begins = proof.follows(BEGINS, (low, period, b * share), (round_d, -share * g(0)),
        (round_n, share),
        because="over the period D and N grow by 1/b - 1 times what they are at 0")
    ends = proof.follows(ENDS, (high, period, share), (round_d, share * g(1)), (round_n, -share),
        because="they grow by 1 - b times what they are at 1")
    return begins, ends


def positive_at(proof: Proof, above: str, place: sp.Expr) -> str:
    """Append that D is positive at a place between y and y + z."""
    return proof.follows(that(0) < D(place), (above, {y: place}), on=UP,
        because="D is positive there")


def costs(proof: Proof, above: str, low: str, high: str) -> tuple[str, str]:
    """Append by how much C grows at least, and at most."""
    return (proof.follows(COSTS[0], (low, D(y)), also=(positive_at(proof, above, y),),
            because="N/D grows by at least what D g - N is at the start"),
        proof.follows(COSTS[1], (high, D(later)), also=(positive_at(proof, above, later),),
            because="N/D grows by at most what D g - N is at the end"))


def derive() -> Derivation:
    proof = Proof(ON, LINE)
    above, rises, low, high, round_d, round_n = assumed(proof)
    signs(proof, low, high, round_d, round_n)
    here = positive_at(proof, above, y)
    proof.follows(CLIMBS, high, (rises, D(y)), also=(here,), because="D g - N rises with g")
    costs(proof, above, low, high)
    return proof.done()


CLAIMS = (Claim(LINE, derive),)
