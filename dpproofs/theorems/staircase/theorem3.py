"""Theorem 3: staircase noise is optimal, for every cost.

The derivation is not the paper's (Appendix B, which discretises, rearranges and takes limits). Here
the tail of any private noise is compared with that of one staircase. In a period the slopes of the
tail differ by a factor exp(epsilon) at most, so the tail lies above a steep line through its start
and a flat line through its end; scaled to a period of mass 1 - b, these two are the tail of a
staircase, and later periods have at least b times the mass of the one before.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.proposition import Integral, Relation, equal
from dpproofs.theorems.staircase.setting import (
    PAPER,
    RATIO,
    SENSITIVITY,
    Delta,
    b,
    gamma,
    height,
)

# x, h and n, n_1, n_2 are the letters of the rules.
x, y, z, d = sp.symbols("x y z d", real=True)
h, w, u = sp.symbols("h w u", positive=True)
n, n_1, n_2, N, M = sp.symbols("n n_1 n_2 N M", integer=True)
tau = sp.Symbol("t", positive=True)  # the level of a staircase, for the steps that name it

RIGHT, LEFT, G = (sp.Function(name) for name in ("R_1", "R_2", "G"))
#: Twice the upper level of the staircase that is found, in units of (1 - b)/Delta.
t = sp.Function("t")(Delta, b)

ON = Domain((RATIO, SENSITIVITY))
SHIFT = Variable(d, -Delta, Delta, "[]")
AHEAD = Variable(y, sp.Integer(0), sp.oo, "[)")
LAST = b + (1 - b) * b * t * (Delta - x) / Delta
FIRST = 1 - (1 - b) * t * x / Delta


def _interval(tail: sp.Function) -> Goal:
    moved = tail(y + d) - tail(y + w + d)
    on = ON & SHIFT & real(y) & positive(w)
    return relation_goal(tail(y) - tail(y + w), "<=", moved / b, on)


def _half_line(tail: sp.Function) -> Goal:
    return relation_goal(tail(y), "<=", tail(y + Delta) / b, ON & real(y))


def _falls(tail: sp.Function) -> Goal:
    return relation_goal(tail(y + w), "<=", tail(y), Domain((real(y), positive(w))))


PRIVATE = tuple(_interval(tail) for tail in (RIGHT, LEFT))
FAR = tuple(_half_line(tail) for tail in (RIGHT, LEFT))
FALLS = tuple(_falls(tail) for tail in (RIGHT, LEFT))
TAIL = relation_goal(G(y), "==", RIGHT(y) + LEFT(y), Domain((AHEAD,)))
TOTAL = relation_goal(RIGHT(0) + LEFT(0), "==", 1, Domain())

HYPOTHESES = (*PRIVATE, *FAR, *FALLS, TAIL, TOTAL)
WHY = (
    "privacy for S = [y, y+w), with R_1(y) = P([y, oo))",
    "privacy for S = [-y-w, -y), with R_2(y) = P((-oo, -y))",
    "privacy for S = [y, oo)",
    "privacy for S = (-oo, -y)",
    "a tail does not increase",
    "a tail does not increase",
    "G(y) is the mass outside [-y, y), at most P(abs(X) >= y)",
    "P is a probability",
)


def _two_sided(tail: sp.Lambda) -> dict[str, sp.Lambda]:
    """R and L of symmetric noise from the tail of its absolute value."""
    ahead, behind = (tail(sp.Max(sign * y, 0)) for sign in (1, -1))
    one = sp.Lambda(y, sp.Rational(1, 2) * ahead + (1 - behind) / 2)
    return {"R_1": one, "R_2": one, "G": sp.Lambda(y, tail(y))}


_COSTS = {"cost_Q": sp.Lambda((), 1), "cost_P": sp.Lambda((), 2)}
_period = sp.floor(y / Delta)
MODELS = (
    {
        **_two_sided(sp.Lambda(y, b ** (y / Delta))),
        "t": sp.Lambda((Delta, b), -sp.log(b) / (1 - b)),
        **_COSTS,
    },
    {
        **_two_sided(sp.Lambda(y, b**_period * (1 - (1 - b) * (y / Delta - _period)))),
        "t": sp.Lambda((Delta, b), 1),
        **_COSTS,
    },
)

MEMBER = (relation_goal(1, "<=", t, ON), relation_goal(b * t, "<=", 1, ON))
CHEAPER = relation_goal(sp.Function("cost_Q")(), "<=", sp.Function("cost_P")(), ON)

# The staircase that a level t in [1, 1/b] stands for.
_LEVEL = Domain((RATIO, SENSITIVITY, between(tau, 1, 1 / b, "[]")))
split = (1 / tau - b) / (1 - b)

THEOREM3 = Statement(
    id="staircase.thm3",
    paper=PAPER,
    item="Theorem 3, (40)",
    title="staircase noise is optimal, for every cost",
    printed_latex=r"\inf_{P\in SP}\int L\,dP=\inf_{\gamma\in[0,1]}\int L(x)\,f_\gamma(x)\,dx",
    printed=(*MEMBER, CHEAPER),
    hypotheses=HYPOTHESES,
    note="Any private noise P, symmetric or not, with a density or not, has a larger tail than one "
    "staircase Q, so it costs more for every even L that is nondecreasing on [0, oo): Property 2 "
    "is not needed, costs may be infinite, and the staircase does not depend on L. 2 a(gamma) = "
    "(1-b) t/Delta with the level t, and every t in [1, 1/b] belongs to one gamma in [0, 1]; the "
    "two lines that the steps compare G with are then the tail of f_gamma. As f_gamma is private "
    "itself, which is a claim of its own, the two infima are equal. R_1(y) = P([y, oo)), R_2(y) = "
    "P((-oo, -y)) and G = R_1 + R_2; that these are tails is for the reader to see. Until the "
    "tails are compared, neither continuity nor countable additivity of P is used. The derivation "
    "is not that of the appendix.",
    models=MODELS,
)


@dataclass(frozen=True)
class Known:
    """Names of the steps that the hypotheses gave."""

    apart: str
    compare: str
    far: str
    falls: str


def _assume(proof: Proof) -> Known:
    right, left, right_far, left_far, right_falls, left_falls, tail, total = (
        proof.assumes(goal, because=why) for goal, why in zip(HYPOTHESES, WHY, strict=True)
    )
    start = proof.shows(
        equal(G(0), 1),
        on=Domain(),
        by="entailment",
        because="all mass lies outside the empty interval",
        uses=(tail, total),
        facts=[(tail, {y: sp.Integer(0)}, 1), (total, {}, 1)],
    )
    falls = proof.shows(
        Relation(G(y + w), "<=", G(y)),
        on=Domain((AHEAD, positive(w))),
        by="entailment",
        because="the sum of two tails does not increase",
        uses=(right_falls, left_falls, tail),
        facts=[(right_falls, {}, 1), (left_falls, {}, 1), (tail, {}, 1), (tail, {y: y + w}, -1)],
    )
    places = tuple(Variable(place, sp.Integer(0), Delta - w, "[]") for place in (y, z))
    compare = proof.shows(
        Relation(b * (G(y) - G(y + w)), "<=", G(z) - G(z + w)),
        on=ON & between(w, 0, Delta) & places[0] & places[1],
        by="entailment",
        because="move the parts on both sides of the origin outwards, or inwards, by z - y",
        uses=(right, left, tail),
        facts=[
            (right, {d: z - y}, b),
            (left, {d: z - y}, b),
            (tail, {}, -b),
            (tail, {y: y + w}, b),
            (tail, {y: z}, 1),
            (tail, {y: z + w}, -1),
        ],
    )
    far = proof.shows(
        Relation(b * G(y), "<=", G(y + Delta)),
        on=ON & AHEAD,
        by="entailment",
        because="move both tails outwards by Delta",
        uses=(right_far, left_far, tail),
        facts=[
            (right_far, {}, b),
            (left_far, {}, b),
            (tail, {}, -b),
            (tail, {y: y + Delta}, 1),
        ],
    )
    return Known(start, compare, far, falls)


def _slopes(proof: Proof, known: Known) -> str:
    """Any two chords, one from the start of the period and one to its end."""
    cells = ON & index(M, 2)
    piece = between(w, 0, Delta / M, "(]")
    one = cells & piece & Variable(z, sp.Integer(0), Delta - w, "[]")
    cell = n * (G(z) - G(z + w)) - b * (G(0) - G(n * w))
    grows = proof.shows(
        Relation(sp.Integer(0), "<=", cell.xreplace({n: n + 1}) - cell),
        on=one & index(n, 0, M - 1),
        by="entailment",
        because="one piece of width w, wherever it lies, against the piece from n w to (n+1) w",
        latex=r"b\,\big(G(nw)-G((n+1)w)\big)\le G(z)-G(z+w)",
        uses=(known.compare,),
        facts=[(known.compare, {y: n * w}, 1)],
    )
    start = proof.shows(
        Relation(cell.xreplace({n: sp.Integer(0)}), "<=", cell),
        on=one & index(n, 0, M),
        by="rule",
        because="so one piece, n times, against the first n pieces",
        uses=(grows,),
        rule="increments",
        bindings={"terms": cell, "last": M},
    )
    many = cells & index(N, 0, M) & piece
    end = N * (G(Delta - n * w) - G(Delta)) - n * b * (G(0) - G(N * w))
    again = proof.shows(
        Relation(sp.Integer(0), "<=", end.xreplace({n: n + 1}) - end),
        on=many & index(n, 0, M - 1),
        by="entailment",
        because="this holds for every one of the last pieces",
        latex=r"b\,\big(G(0)-G(Nw)\big)\le N\big(G(\Delta-(n+1)w)-G(\Delta-nw)\big)",
        uses=(start,),
        facts=[(start, {z: Delta - (n + 1) * w, n: N}, 1)],
    )
    both = proof.shows(
        Relation(end.xreplace({n: sp.Integer(0)}), "<=", end),
        on=many & index(n, 0, M),
        by="rule",
        because="so the first N pieces against the last n",
        uses=(again,),
        rule="increments",
        bindings={"terms": end, "last": M},
    )
    first, last = b * (G(0) - G(x)), G(Delta - x) - G(Delta)
    counts = Domain((index(n, 2), index(n_1, 1, n), index(n_2, 1, n)))
    multiples = proof.shows(
        Relation(n_2 * first.xreplace({x: n_1 * h}), "<=", n_1 * last.xreplace({x: n_2 * h})),
        on=ON & counts & between(h, 0, Delta / n, "(]"),
        by="entailment",
        because="the same in the letters of the rule",
        uses=(both,),
        facts=[(both, {M: n, N: n_1, n: n_2, w: h}, 1)],
    )
    rises = proof.shows(
        Relation(last, "<=", last.xreplace({x: x + h})),
        on=ON & between(x, 0, Delta) & between(h, 0, Delta - x, "(]"),
        by="entailment",
        because="a longer end has more mass",
        uses=(known.falls,),
        facts=[(known.falls, {y: Delta - x - h, w: h}, 1)],
    )
    return proof.shows(
        Relation(h * first, "<=", x * last.xreplace({x: h})),
        on=ON & between(x, 0, Delta, "(]") & between(h, 0, Delta, "(]"),
        by="rule",
        because="what holds for commensurable lengths holds for all, since G is monotone",
        uses=(multiples, rises),
        rule="commensurable",
        bindings={"small": first, "great": last, "width": Delta},
    )


def _level(proof: Proof, known: Known, chords: str) -> tuple[str, str]:
    """A level between all slopes; its lower bounds and its upper bounds."""
    low = Delta * (1 - G(x)) / ((1 - b) * x)
    high = Delta * (G(Delta - h) - b) / (b * (1 - b) * h)
    ends = [between(letter, 0, Delta, "(]") for letter in (x, h)]
    scale = Delta / (b * (1 - b) * x * h)
    bounded = proof.shows(
        Relation(low, "<=", high),
        on=ON & ends[0] & ends[1],
        by="entailment",
        because="a chord from the start, scaled, against a chord to the end, lowered to b",
        uses=(chords, known.far, known.apart),
        facts=[
            (chords, {}, scale),
            (known.far, {y: sp.Integer(0)}, Delta / (b * (1 - b) * h)),
            (known.apart, {}, Delta / ((1 - b) * x) + Delta / ((1 - b) * h)),
        ],
    )
    begun = proof.shows(
        Relation(sp.Integer(1), "<=", high),
        on=ON & ends[1],
        by="entailment",
        because="the chord over the whole period, whose mass is at most 1 - b",
        uses=(chords, known.far, known.apart),
        facts=[
            (chords, {x: Delta}, 1 / (b * (1 - b) * h)),
            (known.far, {y: sp.Integer(0)}, (Delta - b * h) / (b * (1 - b) * h)),
            (known.apart, {}, (Delta - b * h) / ((1 - b) * h) + 1 / (1 - b)),
        ],
    )
    bindings = {
        "set": low, "start": sp.Integer(1), "above": high, "width": Delta,
        "supremum": sp.Symbol("t"),
    }  # fmt: skip
    uses = (bounded, begun)
    proof.concludes(
        MEMBER[0],
        because="let t be the supremum of 1 and the scaled slopes from the start",
        by="rule",
        uses=uses,
        rule="supremum: start",
        bindings=bindings,
    )
    steep = proof.shows(
        Relation(low, "<=", t),
        on=ON & ends[0],
        because="t is at least all of them",
        by="rule",
        uses=uses,
        rule="supremum: set",
        bindings=bindings,
    )
    flat = proof.shows(
        Relation(t, "<=", high),
        on=ON & ends[1],
        because="and at most what bounds them",
        by="rule",
        uses=uses,
        rule="supremum: above",
        bindings=bindings,
    )
    proof.concludes(
        MEMBER[1],
        by="entailment",
        because="the bound for the whole period, where G starts with 1",
        uses=(flat, known.apart),
        facts=[(flat, {h: Delta}, b), (known.apart, {}, -1 / (1 - b))],
    )
    return steep, flat


def _periods(proof: Proof, known: Known) -> str:
    """G falls by a factor b in a period at most."""
    terms = b ** (-n) * G(u + n * Delta)
    on = ON & between(u, 0, Delta)
    grows = proof.shows(
        Relation(sp.Integer(0), "<=", terms.xreplace({n: n + 1}) - terms),
        on=on & index(n, 0),
        by="entailment",
        because="one more period",
        uses=(known.far,),
        facts=[(known.far, {y: u + n * Delta}, b ** (-n - 1))],
    )
    return proof.shows(
        Relation(terms.xreplace({n: sp.Integer(0)}), "<=", terms),
        on=on & index(n, 0),
        by="rule",
        because="so every period has at least b times the mass of the one before",
        uses=(grows,),
        rule="increments",
        bindings={"terms": terms, "last": sp.oo},
    )


def _staircase(proof: Proof) -> None:
    """The two lines are the tail of a staircase."""
    proof.shows(
        Relation(sp.Integer(0), "<=", split),
        on=_LEVEL,
        by="sign",
        because="a level t of at most 1/b belongs to gamma = (1/t - b)/(1 - b) >= 0",
        latex=r"0\le\gamma:=\frac{1/t-b}{1-b}",
    )
    proof.shows(
        Relation(split, "<=", sp.Integer(1)),
        on=_LEVEL,
        by="sign",
        because="and one of at least 1 to gamma <= 1",
        latex=r"\gamma=\frac{1/t-b}{1-b}\le1",
    )
    proof.shows(
        equal(2 * height.xreplace({gamma: split}), (1 - b) * tau / Delta),
        on=_LEVEL,
        by="identity",
        because="for this gamma, 2 a(gamma) is the slope of the steep line",
        latex=r"2\,a(\gamma)=\frac{(1-b)\,t}{\Delta}",
    )
    line = 1 - 2 * height * x
    flat = b + 2 * b * height * (Delta - x)
    family = Domain((RATIO, SENSITIVITY))
    inside = family & between(gamma, 0, 1, "(]") & between(x, 0, gamma * Delta)
    proof.shows(
        Integral(2 * height, y, sp.Integer(0), x, 1 - line),
        on=inside,
        by="integral",
        because="before gamma Delta the steep line is the tail of the staircase",
    )
    later = family & between(gamma, 0, 1, "[)") & between(x, gamma * Delta, Delta)
    proof.shows(
        Integral(2 * b * height, y, x, Delta, flat - b),
        on=later,
        by="integral",
        because="beyond gamma Delta the flat line is, as the mass beyond Delta is b",
    )
    proof.shows(
        Relation(flat, "<=", line),
        on=inside,
        by="sign",
        because="the steep line is the higher one before gamma Delta",
    )
    proof.shows(
        Relation(line, "<=", flat),
        on=later,
        by="sign",
        because="and the flat line beyond, so that the tail is the higher of the two",
    )


def show_optimal(proof: Proof) -> str:
    """Append the steps from the hypotheses to the cost of the staircase; return the last one."""
    known = _assume(proof)
    chords = _slopes(proof, known)
    steep, flat = _level(proof, known, chords)
    periods = _periods(proof, known)
    _staircase(proof)
    on = ON & between(x, 0, Delta) & index(n, 0)
    near = proof.shows(
        Relation(b**n * FIRST, "<=", G(x + n * Delta)),
        on=on,
        by="entailment",
        because="G lies above the steep line, in every period",
        uses=(steep, periods),
        facts=[(periods, {u: x}, b**n), (steep, {}, b**n * (1 - b) * x / Delta)],
    )
    far = proof.shows(
        Relation(b**n * LAST, "<=", G(x + n * Delta)),
        on=on,
        by="entailment",
        because="and above the flat line",
        uses=(flat, periods),
        facts=[
            (periods, {u: x}, b**n),
            (flat, {h: Delta - x}, b**n * b * (1 - b) * (Delta - x) / Delta),
        ],
    )
    return proof.concludes(
        CHEAPER,
        by="rule",
        because="a smaller tail costs less, for every L with Property 1",
        uses=(near, far),
        rule="stochastic order by periods",
        bindings={
            "near": b**n * FIRST, "far": b**n * LAST, "function": sp.Symbol("G"),
            "width": Delta, "cheaper": sp.Symbol("cost_Q"), "dearer": sp.Symbol("cost_P"),
        },
        latex=r"\int L(x)\,f_\gamma(x)\,dx\le\int L\,dP",
    )  # fmt: skip


def derive() -> Derivation:
    proof = Proof(ON)
    show_optimal(proof)
    return proof.done()


CLAIMS = (Claim(THEOREM3, derive),)
