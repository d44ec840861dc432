"""One dimension: the sums of the staircase are functions as the induction begins with them."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, less
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.vector.mean import Increments
from dpproofs.theorems.vector.ratios import n, zero
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

m, p, y, gap = sp.symbols("m p y z", positive=True)

ON = Domain((RATIO, positive(p)))
AT = Domain((RATIO, positive(m)))
PLACE, PAIR = between(y, 0, 1, "(]"), (between(y, 0, 1), between(gap, 0, 1 - y, "(]"))
UP = ON & PAIR[0] & PAIR[1]
LATER = AT & PAIR[0] & PAIR[1]
later = y + gap

T = Given("T", "function", 2)
SUMS = Goal(Sum(b**n * (n + y) ** m, n, zero, sp.oo, T(m, y)), AT & PLACE)


def slope(place: sp.Expr) -> sp.Expr:
    """W = D g - N with N = T_(1+p), D = (1 + p) T_1 and g = N'/D' = (1 - b) T_p."""
    return (1 + p) * (1 - b) * T(1, place) * T(p, place) - T(1 + p, place)


def cost(first: sp.Expr, last: sp.Expr) -> sp.Expr:
    """The difference of the costs at two places, times both D, over 1 + p."""
    return T(1 + p, last) * T(1, first) - T(1 + p, first) * T(1, last)


AFFINE = relation_goal((1 - b) * (T(1, later) - T(1, y)), "==", gap, Domain((RATIO, *PAIR)))
RISES = relation_goal(T(p, y), "<", T(p, later), UP)
LOW = relation_goal((1 + p) * gap * T(p, y), "<", T(1 + p, later) - T(1 + p, y), UP)
HIGH = relation_goal(T(1 + p, later) - T(1 + p, y), "<", (1 + p) * gap * T(p, later), UP)
CLIMBS = relation_goal(slope(y), "<", slope(later), UP)
COSTS = (
    relation_goal(slope(y) * gap, "<", (1 - b) * cost(y, later), UP),
    relation_goal((1 - b) * cost(y, later), "<", slope(later) * gap, UP),
)


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent."""
    order, place = sp.symbols("m y", positive=True)
    return {"T": sp.Lambda((order, place), sp.lerchphi(b, -order, place))}


LINE = Statement(
    id="vector.best.line",
    paper=PAPER,
    item="ours: the cost in one dimension, for every power",
    title="in one dimension the cost of the staircase falls as long as a function that increases "
    "is negative, and rises from there on",
    printed_latex=r"\begin{gathered}T_m(y)=\sum_{k\ge0}b^k(k+y)^m,\qquad "
    r"C=\frac{T_{1+p}}{(1+p)T_1},\qquad W=(1+p)(1-b)\,T_1T_p-T_{1+p}\\"
    r"W(y)<W(y+z),\qquad W(y)\,z<(1-b)\bigl(T_{1+p}(y+z)T_1(y)-T_{1+p}(y)T_1(y+z)\bigr)"
    r"<W(y+z)\,z\\(p>0,\ 0<y<y+z\le1)\end{gathered}",
    parameters=ON,
    given=(T,),
    hypotheses=(SUMS,),
    printed=(AFFINE, RISES, LOW, HIGH, CLIMBS, *COSTS),
    note="For every real p > 0, with C = E||X||^p at sensitivity 1. As W increases, it is 0 at one "
    "place r of (0, 1] at most; there C(r) < C(y) for every other y, as what stands in the "
    "middle is C(y + z) - C(y) times a positive number. So in one dimension there is one best "
    "first radius at most. The first four goals are what vector.arcs.line, vector.best.place and "
    "vector.best assume of N = T_(1+p), D = (1 + p) T_1 and g = (1 - b) T_p; that W has a zero "
    "is vector.best.place.",
    examples=(model(),),
)  # fmt: skip


def _affine(proof: Proof, sums: str) -> str:
    """Append that T_1 grows by z/(1 - b)."""
    adding = Adding(proof, AFFINE.domain)
    every = Series(sums, b**n * (n + y) ** m, T(m, y))
    far, near = (adding.at(every, {m: sp.Integer(1), y: place}) for place in (later, y))
    grown = adding.less(far, near, "how much the sum grows")
    known = Series(
        proof.shows(
            Sum(b**n * gap, n, zero, sp.oo, gap / (1 - b)), on=AFFINE.domain, by="sum", ratio=b,
            because="a geometric series",
        ),
        b**n * gap, gap / (1 - b),
    )  # fmt: skip
    both = [
        adding.compared(*pair, because="the terms are the same")
        for pair in ((grown, known), (known, grown))
    ]
    same = proof.applies(
        "antisymmetry", on=AFFINE.domain, uses=both, left=grown.value, right=known.value,
        because="so the sums are",
    )  # fmt: skip
    return proof.follows(AFFINE, (same, 1 - b), because="T_1 is affine")


def _rises(proof: Proof, sums: str, grown: Increments) -> str:
    """Append that T_p increases: its first term does, and the others do not fall."""
    adding = Adding(proof, UP)
    every = Series(sums, b**n * (n + y) ** m, T(m, y))
    far, near = (adding.at(every, {m: p, y: place}) for place in (later, y))
    more = adding.less(far, near, "how much a sum grows")
    first = later**p - y**p
    rest = proof.applies(
        "without the first term", on=UP, uses=(more.step,), terms=more.term, value=more.value,
        because="but for the first term",
    )  # fmt: skip
    tail = Series(rest, more.term.xreplace({n: n + 1}), more.value - first)
    nothing = adding.scaled(tail, zero, "zeros add up to 0")
    power = {powers.r: p, powers.s: gap}
    some = adding.compared(
        nothing, tail, (grown.powers.grows, {**power, powers.x: n + 1 + y}, b ** (n + 1)),
        because="powers grow",
    )  # fmt: skip
    return proof.follows(
        RISES, some, (grown.powers.grows, {**power, powers.x: y}), because="the first one does"
    )


def _strict(proof: Proof, grown: Increments, rises: str) -> tuple[str, str]:
    """Append by how much T_(1+p) grows at least, and at most: the middle is used as well."""
    first: dict[sp.Symbol, sp.Expr] = {m: p, gap: gap / 2}
    second = {**first, y: y + gap / 2}
    share = (1 + p) * gap / 2
    return (
        proof.follows(
            LOW, (grown.low, first), (grown.low, second), (rises, {gap: gap / 2}, share),
            because="by more than its first slope would have it",
        ),
        proof.follows(
            HIGH, (grown.high, first), (grown.high, second),
            (rises, {y: y + gap / 2, gap: gap / 2}, share),
            because="and by less than its last",
        ),
    )  # fmt: skip


def _positive(proof: Proof, sums: str) -> str:
    """Append 0 < T_1."""
    adding = Adding(proof, ON & PLACE)
    every = Series(sums, b**n * (n + y) ** m, T(m, y))
    whole = adding.at(every, {m: sp.Integer(1)})
    rest = proof.applies(
        "without the first term", on=ON & PLACE, uses=(whole.step,), terms=whole.term,
        value=whole.value, because="but for the first term",
    )  # fmt: skip
    tail = Series(rest, whole.term.xreplace({n: n + 1}), whole.value - y)
    nothing = adding.scaled(tail, zero, "zeros add up to 0")
    some = adding.compared(nothing, tail, because="no term is negative")
    return proof.follows(less(0, T(1, y)), some, on=ON & PLACE, because="the first one is positive")


def derive() -> Derivation:
    proof = Proof(ON, LINE)
    sums = proof.assumes(SUMS, because="the sums")
    grown = Increments(proof, sums, LATER)
    affine = _affine(proof, sums)
    rises = _rises(proof, sums, grown)
    low, high = _strict(proof, grown, rises)
    above = _positive(proof, sums)

    def positive_at(place: sp.Expr, times: sp.Expr) -> str:
        return proof.follows(
            less(0, times * T(1, place)), (above, {y: place}, times), on=UP,
            because="T_1 is positive",
        )  # fmt: skip

    proof.follows(
        CLIMBS, high, (affine, {}, (1 + p) * T(p, later)),
        (rises, {}, (1 + p) * (1 - b) * T(1, y)), also=(positive_at(y, (1 + p) * (1 - b)),),
        because="so W increases",
    )  # fmt: skip
    for goal, mean, place, why in (
        (COSTS[0], low, y, "and the cost grows by at least the first W"),
        (COSTS[1], high, later, "and at most the last"),
    ):
        sign = -1 if goal == COSTS[0] else 1
        proof.follows(
            goal, (mean, {}, (1 - b) * T(1, place)),
            (affine, {}, sign * T(1 + p, place)), also=(positive_at(place, 1 - b),), because=why,
        )  # fmt: skip
    return proof.done()


CLAIMS = (Claim(LINE, derive),)
