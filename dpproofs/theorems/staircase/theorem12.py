"""Theorems 11 and 12: discrete staircase noise is optimal on the integers, for every cost.

As for Theorem 3, the tail of any private noise is compared with two lines: a steep one, whose slope
is the largest mass of a pair of places in a period, and a flat one. Together they are the tail of
a mixture of two neighbouring members P_r and P_{r+1}, one of which costs no more than the mixture.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.proposition import Relation, Sum, equal
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b

# n, n_1 are the letters of the rules.
size = sp.Symbol("Delta", integer=True, positive=True)
y, d, i, j, n, n_1, r = sp.symbols("y d i j n n_1 r", integer=True)
half = sp.Rational(1, 2)

MASS, RIGHT, LEFT, U = (sp.Function(name) for name in ("p", "R_1", "R_2", "U"))
#: Twice the upper level of the noise that is found.
m = sp.Function("m")(size, b)

ON = Domain((RATIO, index(size, 2)))
ONE = Domain((RATIO,))
AHEAD = index(y, 0)
PLACE = Variable(y, -sp.oo, sp.oo, integer=True)


def level(count: sp.Expr) -> sp.Expr:
    """Twice the height (80) of P_r."""
    return 2 * (1 - b) / (2 * count + 2 * b * (size - count) - (1 - b))


def pair(place: sp.Expr) -> sp.Expr:
    """The mass at a place and at its mirror image; twice the mass at 0."""
    return MASS(place) + MASS(-place)


def _private(on: Domain, reach: sp.Expr) -> tuple[Goal, ...]:
    moves = on & index(d, -reach, reach) & PLACE
    return (
        relation_goal(MASS(y), "<=", MASS(y + d) / b, moves),
        *(relation_goal(tail(y), "<=", tail(y + reach) / b, on & PLACE) for tail in (RIGHT, LEFT)),
    )


_line = Domain((PLACE,))
_PROBABILITY = (
    relation_goal(RIGHT(y) - RIGHT(y + 1), "==", MASS(y), _line),
    relation_goal(LEFT(y) - LEFT(y + 1), "==", MASS(-y), _line),
    relation_goal(U(y), "==", RIGHT(y) + LEFT(y), Domain((AHEAD,))),
    relation_goal(RIGHT(0) + LEFT(1), "==", 1, Domain()),
)
HYPOTHESES = (*_private(ON, size), *_PROBABILITY)
WHY = (
    "privacy for one place",
    "privacy for S = {y, y+1, ...}, with R_1(y) = P(S)",
    "privacy for S = {..., -y-1, -y}, with R_2(y) = P(S)",
    "tails differ by the mass at a place",
    "tails differ by the mass at a place",
    "U(y) = P(abs(X) >= y) for y >= 1, and U(0) counts the mass at 0 twice",
    "P is a probability",
)


@dataclass(frozen=True)
class Known:
    """Names of the steps that the hypotheses gave."""

    compare: str  # pairs of places at most Delta apart
    far: str  # tails Delta apart
    end: str  # the tail at Delta
    step: str  # tails and pairs of places
    start: str  # the tail at 1


def _assume(proof: Proof, hypotheses: tuple[Goal, ...], on: Domain, reach: sp.Expr) -> Known:
    place, right, left, right_step, left_step, tail, total = (
        proof.assumes(goal, because=why) for goal, why in zip(hypotheses, WHY, strict=True)
    )
    compare = proof.shows(
        Relation(b * pair(i), "<=", pair(j)),
        on=on & index(i, 0, reach) & index(j, 0, reach),
        by="entailment",
        because="both places of a pair moved outwards, or inwards, by j - i",
        uses=(place,),
        facts=[(place, {y: i, d: j - i}, b), (place, {y: -i, d: i - j}, b)],
    )
    far = proof.shows(
        Relation(b * U(y), "<=", U(y + reach)),
        on=on & AHEAD,
        by="entailment",
        because="both tails moved outwards by Delta",
        uses=(right, left, tail),
        facts=[(right, {}, b), (left, {}, b), (tail, {}, -b), (tail, {y: y + reach}, 1)],
    )
    step = proof.shows(
        equal(U(y) - U(y + 1), pair(y)),
        on=Domain((AHEAD,)),
        by="entailment",
        because="tails differ by the masses at a pair of places",
        uses=(right_step, left_step, tail),
        facts=[(right_step, {}, 1), (left_step, {}, 1), (tail, {}, 1), (tail, {y: y + 1}, -1)],
    )
    zero = sp.Integer(0)
    start = proof.shows(
        equal(U(1) + pair(zero) / 2, 1),
        on=Domain(),
        by="entailment",
        because="all mass",
        uses=(right_step, tail, total),
        facts=[(tail, {y: sp.Integer(1)}, 1), (right_step, {y: zero}, -1), (total, {}, 1)],
    )
    end = proof.shows(
        Relation(b + pair(reach) / 2, "<=", U(reach)),
        on=on,
        by="entailment",
        because="{0, 1, ...} moved by Delta, and {..., -2, -1} by -Delta, with -Delta added; or "
        "the other way round; the mean of both",
        uses=(right, left, right_step, left_step, tail, total),
        facts=[
            (tail, {y: reach}, 1),
            (right, {y: zero}, b / 2), (left, {y: sp.Integer(1)}, b / 2),
            (left, {y: zero}, b / 2), (right, {y: sp.Integer(1)}, b / 2),
            (left_step, {y: reach}, half), (right_step, {y: reach}, half),
            (right_step, {y: zero}, -b / 2), (left_step, {y: zero}, b / 2),
            (total, {}, b),
        ],
    )  # fmt: skip
    return Known(compare, far, end, step, start)


def _increments(
    proof: Proof,
    terms: sp.Expr,
    last: sp.Expr,
    on: Domain,
    because: str,
    facts: list[tuple[str, dict[sp.Expr, sp.Expr], sp.Expr]],
    so: str,
    latex: str = "",
) -> str:
    """What grows from n to n + 1, for every n from 0 to last - 1, is at least its first value."""
    uses = tuple(dict.fromkeys(name for name, _, _ in facts))
    grows = proof.shows(
        Relation(sp.Integer(0), "<=", terms.xreplace({n: n + 1}) - terms),
        on=on & index(n, 0, last - 1),
        by="entailment",
        because=because,
        uses=uses,
        facts=facts,
        latex=latex,
    )
    return proof.shows(
        Relation(terms.xreplace({n: sp.Integer(0)}), "<=", terms),
        on=on & index(n, 0, last),
        by="rule",
        because=so,
        uses=(grows,),
        rule="increments",
        bindings={"terms": terms, "last": last},
    )


GEOMETRIC = (1 - b) / (1 + b)
THEOREM11_COST = relation_goal(sp.Function("cost_Q")(), "<=", sp.Function("cost_P")(), ONE)


def _tail_of(value: sp.Expr) -> dict[str, sp.Lambda]:
    """R, L and U of symmetric noise with P(X >= y) = value for y >= 1."""
    ahead = value.xreplace({y: sp.Max(y, 1)})
    behind = value.xreplace({y: sp.Max(1 - y, 1)})
    above = sp.Max(0, sp.Min(1, y))  # 1 for y >= 1, 0 for y <= 0
    one = sp.Lambda(y, above * ahead + (1 - above) * (1 - behind))
    mass = (one(y) - one(y + 1)).doit()
    return {
        "R_1": one, "R_2": one, "U": sp.Lambda(y, 2 * one(y)), "p": sp.Lambda(y, mass),
        "cost_Q": sp.Lambda((), 1), "cost_P": sp.Lambda((), 2),
    }  # fmt: skip


def _positive_end(power: sp.Expr) -> sp.Expr:
    return b**power / (1 + b)


THEOREM11 = Statement(
    id="staircase.thm11",
    paper=PAPER,
    item="Theorem 11",
    title="for sensitivity 1 the geometric mechanism is optimal, for every cost",
    printed_latex=r"\Delta=1:\quad\min_{P\in SP}\sum_iL(i)\,P(i)=\sum_iL(i)\,\frac{1-b}{1+b}\,"
    r"b^{|i|}",
    printed=(THEOREM11_COST,),
    hypotheses=(*_private(ONE, sp.Integer(1)), *_PROBABILITY),
    note="Any noise on the integers, symmetric or not, has a larger tail than the geometric one, "
    "so the inequality holds for every even L that is nondecreasing on the integers n >= 0; the "
    "costs may be infinite, and Property 3 is not needed beyond that. That the geometric noise is "
    "private, and so the least, is (39) in the discrete setting. U(y) is P(abs(X) >= y) for y >= "
    "1. The derivation does not follow Appendix F.",
    examples=(_tail_of(_positive_end(y)),),
)


def derive_geometric() -> Derivation:
    proof = Proof(ONE)
    one, zero = sp.Integer(1), sp.Integer(0)
    known = _assume(proof, THEOREM11.hypotheses, ONE, one)
    lowest = proof.shows(
        Relation(2 * b / (1 + b), "<=", U(1)),
        by="entailment",
        because="the masses at -1 and 1 are at least b times that at 0",
        uses=(known.end, known.compare, known.start),
        facts=[
            (known.end, {}, 1 / (1 + b)),
            (known.compare, {i: zero, j: one}, 1 / (2 * (1 + b))),
            (known.start, {}, b / (1 + b)),
        ],
    )
    terms = b ** (-n) * U(1 + n)
    tails = _increments(
        proof,
        terms,
        sp.oo,
        ONE,
        "one place further",
        [(known.far, {y: 1 + n}, b ** (-n - 1))],
        "so the tail falls by a factor b at most from place to place",
    )
    width = sp.Integer(2)  # any number of places will do for a period
    line = 2 * b ** (n_1 + width * n) / (1 + b)
    level_ = proof.shows(
        Relation(line, "<=", U(n_1 + width * n)),
        on=ONE & index(n_1, 1, width) & index(n, 0),
        by="entailment",
        because="and is at least that of the geometric noise",
        uses=(tails, lowest),
        facts=[
            (tails, {n: n_1 + width * n - 1}, b ** (n_1 + width * n - 1)),
            (lowest, {}, b ** (n_1 + width * n - 1)),
        ],
    )
    proof.shows(
        Sum(2 * GEOMETRIC * b**r, r, n, sp.oo, 2 * b**n / (1 + b)),
        on=ONE & index(n, 1),
        by="sum",
        because="which is the tail of (1-b)/(1+b) b^abs(i)",
        ratio=b,
    )
    proof.concludes(
        THEOREM11_COST,
        by="rule",
        because="a smaller tail costs less",
        uses=(level_, level_),
        rule="stochastic order by periods, integers",
        bindings={
            "near": line, "far": line, "function": sp.Symbol("U"), "width": width,
            "cheaper": sp.Symbol("cost_Q"), "dearer": sp.Symbol("cost_P"),
        },
        latex=r"\sum_iL(i)\,\tfrac{1-b}{1+b}\,b^{|i|}\le\sum_iL(i)\,P(i)",
    )  # fmt: skip
    return proof.done()


# -- Theorem 12 -----------------------------------------------------------------------------------

FIRST = 1 - m * (n_1 - half)
LAST = b + b * m * (size + half - n_1)
MEMBER = (relation_goal(level(size), "<=", m, ON), relation_goal(m, "<=", level(1), ON))
CHEAPER = relation_goal(sp.Function("cost_Q")(), "<=", sp.Function("cost_P")(), ON)

THEOREM12 = Statement(
    id="staircase.thm12",
    paper=PAPER,
    item="Theorem 12, (81)",
    title="discrete staircase noise is optimal, for every cost",
    printed_latex=r"\Delta\ge2:\quad\min_{P\in SP}\sum_iL(i)\,P(i)=\min_{1\le r\le\Delta}\sum_i"
    r"L(i)\,P_r(i)",
    printed=(*MEMBER, CHEAPER),
    hypotheses=HYPOTHESES,
    note="m is a level between twice the heights (80) of P_Delta and P_1, and Q the noise whose "
    "tail is the higher of the two lines with that level: a mixture of P_r and the next "
    "member. So any private noise, symmetric or not, has a larger tail than such a mixture; the "
    "cost of a mixture is a mean, so one of the two costs no more, for every even L that is "
    "nondecreasing on the integers n >= 0 (infinite costs included). That there are finitely many "
    "P_r, so that the least cost is attained, and that the cost of a mixture is a mean, is left in "
    "words; that P_r is private is a claim of its own. The derivation does not follow Appendix F, "
    "and it holds for Delta = 1 too.",
    examples=(
        {
            **_tail_of(b ** (y / size) / (1 + b ** (1 / size))),
            "m": sp.Lambda((size, b), 2 * (1 - b ** (1 / size)) / (1 + b ** (1 / size))),
        },
    ),
)


def _chords(proof: Proof, known: Known) -> str:
    """The mass before place i against the mass from there to the end of the period."""
    inside = ON & index(i, 0, size)
    before = (n + half) * pair(i) - b * (1 - U(n + 1))
    first = _increments(
        proof,
        before,
        size - 1,
        inside,
        "one more pair",
        [(known.step, {y: n + 1}, -b), (known.compare, {i: n + 1, j: i}, 1)],
        "the pairs of places before n + 1, against one pair",
        latex=r"b\,\big(U(n+1)-U(n+2)\big)\le p(i)+p(-i)",
    )
    start = proof.shows(
        Relation(b * (1 - U(n + 1)), "<=", (n + half) * pair(i)),
        on=inside & index(n, 0, size - 1),
        by="entailment",
        because="the pair at 0 counts half",
        uses=(first, known.start, known.compare),
        facts=[
            (first, {}, 1),
            (known.start, {}, b),
            (known.compare, {i: sp.Integer(0), j: i}, half),
        ],
    )
    on = ON & index(j, 0, size - 1)
    after = (j + half) * U(size - n) - n * b * (1 - U(j + 1))
    rest = _increments(
        proof,
        after,
        size - 1,
        on,
        "one more pair",
        [(start, {i: size - n - 1, n: j}, 1), (known.step, {y: size - n - 1}, j + half)],
        "the last pairs of the period, against all before",
        latex=r"b\,\big(1-U(j+1)\big)\le(j+\tfrac12)\big(U(\Delta-n-1)-U(\Delta-n)\big)",
    )
    return proof.shows(
        Relation(b * (size - half - j) * (1 - U(j + 1)), "<=", (j + half) * (U(j + 1) - b)),
        on=on,
        by="entailment",
        because="with the pair at Delta, which counts half, and the mass beyond",
        uses=(rest, start, known.end),
        facts=[
            (rest, {n: size - 1 - j}, 1),
            (start, {i: size, n: j}, half),
            (known.end, {}, j + half),
        ],
    )


def _level(proof: Proof, known: Known) -> tuple[str, str]:
    """The level m; the lower bounds and the upper bounds of it."""
    chords = _chords(proof, known)
    place, rise = pair(n), U(n_1 + 1)
    room = size - half - n_1
    high = (rise - b) / (b * room)
    bound = ON & index(n_1, 0, size - 1)
    both = ON & index(n, 0, size - 1) & index(n_1, 0, size - 1)
    begun = proof.shows(
        Relation(level(size), "<=", high),
        on=bound,
        by="entailment",
        because="the tail is above the flat line of P_Delta",
        uses=(chords,),
        facts=[(chords, {j: n_1}, 1 / (b * room * (n_1 + half + b * room)))],
    )
    fall = U(size - n) - n * b * pair(i)
    later = _increments(
        proof,
        fall,
        size,
        ON & index(i, 0, size - 1),
        "one more pair",
        [(known.step, {y: size - n - 1}, 1), (known.compare, {j: size - n - 1}, 1)],
        "the last pairs of the period against any pair",
        latex=r"b\,\big(p(i)+p(-i)\big)\le U(\Delta-n-1)-U(\Delta-n)",
    )
    bounded = proof.shows(
        Relation(place, "<=", high),
        on=both,
        by="entailment",
        because="so the tail is above the flat line with the slope of any pair",
        uses=(later, known.end, known.compare),
        facts=[
            (later, {i: n, n: size - 1 - n_1}, 1 / (b * room)),
            (known.end, {}, 1 / (b * room)),
            (known.compare, {i: n, j: size}, 1 / (2 * b * room)),
        ],
    )
    bindings = {
        "set": place, "start": level(size), "above": high, "last": size - 1,
        "maximum": sp.Symbol("m"),
    }  # fmt: skip
    proof.concludes(
        MEMBER[0],
        because="let m be the largest mass of a pair of places, or twice the height of P_Delta",
        rule="maximum: start",
        uses=(bounded, begun),
        by="rule",
        bindings=bindings,
    )
    steep = proof.shows(
        Relation(place, "<=", m),
        on=ON & index(n, 0, size - 1),
        because="no pair has more",
        rule="maximum: set",
        uses=(bounded, begun),
        by="rule",
        bindings=bindings,
    )
    flat = proof.shows(
        Relation(m, "<=", high),
        on=bound,
        because="and m has the bounds that all of them have",
        rule="maximum: above",
        uses=(bounded, begun),
        by="rule",
        bindings=bindings,
    )
    _highest(proof, known, later)
    return steep, flat


def _highest(proof: Proof, known: Known, later: str) -> None:
    """No level is above that of P_1."""
    place, top = pair(n), level(1)
    middle = U(n) + U(n + 1)
    before = -middle / 2 - n * b * pair(i)
    first = _increments(
        proof,
        before,
        size,
        ON & index(i, 0, size - 1),
        "one more pair, half of it on either side",
        [
            (known.step, {y: n}, half),
            (known.step, {y: n + 1}, half),
            (known.compare, {j: n}, half),
            (known.compare, {j: n + 1}, half),
        ],
        "the pairs of places before n, the one at n half, against any pair",
        latex=r"b\,\big(p(i)+p(-i)\big)\le\tfrac12\big(U(n)-U(n+2)\big)",
    )
    dummy = index(n_1, 0, size - 1)
    bounded = proof.shows(
        Relation(place, "<=", top),
        on=ON & index(n, 0, size - 1) & dummy,
        by="entailment",
        because="a pair with more would leave too little for the others",
        uses=(first, later, known.step, known.start, known.end, known.compare),
        facts=[
            (first, {i: n}, top / (1 - b)),
            (known.step, {y: n}, top / (2 * (1 - b))),
            (known.step, {y: sp.Integer(0)}, -top / (2 * (1 - b))),
            (later, {i: n, n: size - 1 - n}, top / (1 - b)),
            (known.end, {}, top / (1 - b)),
            (known.compare, {i: n, j: size}, top / (2 * (1 - b))),
            (known.start, {}, -top / (1 - b)),
        ],
    )
    begun = proof.shows(
        Relation(level(size), "<=", top),
        on=ON & dummy,
        by="sign",
        because="P_Delta is lower at 0 than P_1",
    )
    above = proof.shows(
        Relation(m, "<=", top),
        on=ON & dummy,
        by="rule",
        because="so m is at most the largest level of the family",
        uses=(bounded, begun),
        rule="maximum: above",
        bindings={
            "set": place, "start": level(size), "above": top, "last": size - 1,
            "maximum": sp.Symbol("m"),
        },
    )  # fmt: skip
    proof.concludes(
        MEMBER[1],
        by="entailment",
        because="m is the largest of all",
        uses=(above,),
        facts=[(above, {n_1: sp.Integer(0)}, 1)],
    )


def derive() -> Derivation:
    proof = Proof(ON)
    known = _assume(proof, HYPOTHESES, ON, size)
    steep, flat = _level(proof, known)
    terms = U(n + 1) + (n + half) * m
    line = _increments(
        proof,
        terms,
        size - 1,
        ON,
        "one more pair has at most the mass m",
        [(steep, {n: n + 1}, 1), (known.step, {y: n + 1}, -1)],
        "so the tail is above the steep line",
    )
    shape = b ** (-n) * U(i + n * size)
    periods = _increments(
        proof,
        shape,
        sp.oo,
        ON & index(i, 1, size),
        "one period further",
        [(known.far, {y: i + n * size}, b ** (-n - 1))],
        "every period has at least b times the mass of the one before",
    )
    on = ON & index(n_1, 1, size) & index(n, 0)
    near = proof.shows(
        Relation(b**n * FIRST, "<=", U(n_1 + n * size)),
        on=on,
        by="entailment",
        because="the steep line, in every period",
        uses=(periods, line, known.start, steep),
        facts=[
            (periods, {i: n_1}, b**n),
            (line, {n: n_1 - 1}, b**n),
            (known.start, {}, b**n),
            (steep, {n: sp.Integer(0)}, b**n / 2),
        ],
    )
    far = proof.shows(
        Relation(b**n * LAST, "<=", U(n_1 + n * size)),
        on=on,
        by="entailment",
        because="the flat line, in every period",
        uses=(periods, flat),
        facts=[
            (periods, {i: n_1}, b**n),
            (flat, {n_1: n_1 - 1}, b**n * b * (size + half - n_1)),
        ],
    )
    _family(proof)
    proof.concludes(
        CHEAPER,
        by="rule",
        because="a smaller tail costs less",
        uses=(near, far),
        rule="stochastic order by periods, integers",
        bindings={
            "near": b**n * FIRST, "far": b**n * LAST, "function": sp.Symbol("U"), "width": size,
            "cheaper": sp.Symbol("cost_Q"), "dearer": sp.Symbol("cost_P"),
        },
        latex=r"\sum_iL(i)\,Q(i)\le\sum_iL(i)\,P(i)",
    )  # fmt: skip
    return proof.done()


def _family(proof: Proof) -> None:
    """The two lines, for the level of P_r, are its tail, and mixtures have those in between."""
    top = level(r)
    steep, flat = 1 - top * (n_1 - half), b + b * top * (size + half - n_1)
    near = ON & index(r, 2, size) & index(n_1, 2, r)
    far = ON & index(r, 1, size - 1) & index(n_1, r, size - 1)
    proof.shows(
        Sum(top, j, sp.Integer(1), n_1 - 1, 1 - top / 2 - steep),
        on=near,
        by="sum",
        because="the pairs of P_r before n_1 <= r, the one at 0 half: the steep line is the tail",
    )
    proof.shows(
        Sum(b * top, j, n_1, size - 1, flat - b * (1 + top / 2)),
        on=far,
        by="sum",
        because="the pairs of P_r from n_1 >= r to the end of the period: the flat line is the "
        "tail, since b times all pairs, b (1 + a(r)), lie beyond",
    )
    proof.shows(
        Relation(flat, "<=", steep),
        on=near,
        by="sign",
        because="before r the steep line is the higher one",
    )
    proof.shows(
        Relation(steep, "<=", flat),
        on=far,
        by="sign",
        because="and from r on the flat line",
    )
    proof.shows(
        Relation(level(r + 1), "<", top),
        on=ON & index(r, 1, size - 1),
        by="sign",
        because="the levels of P_1, P_2, ... fall, so m lies between two neighbours; both lines "
        "are affine in the level, and up to r both members follow the steep line, beyond it both "
        "the flat one: the tail found is that of a mixture of P_r and the next member",
    )


CLAIMS = (Claim(THEOREM11, derive_geometric), Claim(THEOREM12, derive))
