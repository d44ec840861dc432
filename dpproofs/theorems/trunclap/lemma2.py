"""Lemma 2: what it needs of the cost, and its proof.

D is the sensitivity on the integers. U(k) = P(|X| >= k D), but U(0) = 1 + P(X = 0), as both
half-lines hold the origin; T(k) = P(|X| >= 1 + k D). A(k) = L(k D) and B(k) = L(1 + k D) are costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.proposition import Program, at_most
from dpproofs.theorems.trunclap.discretisation import a_n, delta_n
from dpproofs.theorems.trunclap.ratio import Facts
from dpproofs.theorems.trunclap.setting import EPSILON, PAPER, eps

m = sp.Symbol("m", integer=True, positive=True)
count = sp.Symbol("n", integer=True)
b = sp.exp(-eps)
ON = Domain((EPSILON, index(m, 1)))
_EACH = ON & index(count, 0)
_n = sp.Symbol("n", integer=True, positive=True)
_MINE = {_n: m}
a, delta = a_n.xreplace(_MINE), delta_n.xreplace(_MINE)

U, T, A, B = (sp.Function(name) for name in "UTAB")
W, S, Q = (sp.Function(name) for name in "WSQ")  # partial sums: cost, bound, left side of (9)
origin, total = sp.Function("P_0")(), sp.Function("cost")()


def tail(place: sp.Expr) -> sp.Expr:
    """g_k of Theorem 4; it is 0 at k = m."""
    return 1 - 2 * a * (1 - b**place) / (1 - b)


_next = count + 1
_rise, _fall = A(_next) - B(count), B(_next) - A(_next)
HYPOTHESES = (
    relation_goal(b * (U(count) - 2 * delta), "<=", U(_next), _EACH),
    relation_goal(b * (T(count) - 2 * delta), "<=", T(_next), _EACH),
    relation_goal(U(0), "==", 1 + origin, ON),
    relation_goal(T(0), "==", 1 - origin, ON),
    relation_goal(0, "<=", origin, ON),
    relation_goal(B(count), "<=", A(_next), _EACH),
    relation_goal(A(_next), "<=", B(_next), _EACH),
    relation_goal(W(0), "==", B(0) * T(0), ON),
    relation_goal(W(_next) - W(count), "==", _rise * U(_next) + _fall * T(_next), _EACH),
    relation_goal(W(count), "<=", total, _EACH),
    relation_goal(S(0), "==", 2 * a * B(0), ON),
    relation_goal(S(_next) - S(count), "==", 2 * a * b**_next * B(_next), _EACH),
    relation_goal(Q(0), "==", 0, ON),
    relation_goal(Q(_next) - Q(count), "==", b**_next * (_rise - _fall), _EACH),
    relation_goal(B(0), "<=", Q(m - 1), ON),
)
_REASONS = (
    "privacy for half-lines that begin at k D, moved outwards by D; U(k) = P(|X| >= k D)",
    "and at 1 + k D; T(k) = P(|X| >= 1 + k D)",
    "U(0) = P(X >= 0) + P(X <= 0)",
    "T(0) = P(X != 0)",
    "a probability",
    "L does not decrease from 1 + k D to (k+1) D; A(k) = L(k D), B(k) = L(1 + k D)",
    "nor from (k+1) D to 1 + (k+1) D",
    "W(k) is a part of E L(X) by its tail: what L rises from L(0) = 0 to L(1)",
    "and then what it rises from 1 + k D to (k+1) D, and on to 1 + (k+1) D",
    "so that it is at most E L(X)",
    "S(k) is the bound (10), summed up to k",
    "and its next term",
    "Q(k) is the left side of (9), summed up to k",
    "and its next term",
    "condition (9)",
)
GOAL = relation_goal(S(m - 1), "<=", total, ON)

# L(j) = 1 for |j| >= D and 0 before; |X| >= k D and |X| >= 1 + k D with probability b^k.
_first = sp.Min(count, 1)
MODEL = {
    "U": sp.Lambda(count, b**count),
    "T": sp.Lambda(count, b**count),
    "A": sp.Lambda(count, _first),
    "B": sp.Lambda(count, _first),
    "W": sp.Lambda(count, b * _first),
    "S": sp.Lambda(count, 2 * a * b * (1 - b**count) / (1 - b)),
    "Q": sp.Lambda(count, b * _first),
    "P_0": sp.Lambda((), sp.Integer(0)),
    "cost": sp.Lambda((), b),
}

# -- two costs for which the lemma fails ----------------------------------------------------------

#: L(0) = -1, and 0 elsewhere; geometric noise.
_ORIGIN = relation_goal(0, "<=", -(1 - b) / (1 + b), Domain((EPSILON,)))
#: L(j) = |j| up to 5 and 0 beyond, b = 1/2, n = 2, D = 4; uniform noise on -r, ..., r.
r = sp.Symbol("r", integer=True, positive=True)
_WIDE = Domain((index(r, 12),))
_FAR = relation_goal(sp.Rational(7, 3), "<=", 30 / (2 * r + 1), _WIDE)
_ALLOWED = relation_goal(4 / (2 * r + 1), "<=", sp.Rational(1, 6), _WIDE)


# -- linear programs ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Halflines:
    """The least cost under privacy for half-lines, for one b, n, D and cost |i|^power.

    ``p_i`` is the mass at i and at -i; the last one stands for all that lies beyond, too.
    """

    ratio: Fraction
    terms: int  # n
    period: int  # D
    power: int

    def cost(self, place: int) -> Fraction:
        """|i|^power."""
        return Fraction(place) ** self.power

    @property
    def height(self) -> Fraction:
        """The constant a."""
        return (1 - self.ratio) / (2 * (1 - self.ratio**self.terms))

    @property
    def lost(self) -> Fraction:
        """delta."""
        return self.height * self.ratio ** (self.terms - 1)

    @cached_property
    def masses(self) -> tuple[sp.Symbol, ...]:
        """The variables."""
        return tuple(sp.Symbol(f"p_{i}") for i in range(2 + self.terms * self.period))

    @property
    def value(self) -> Fraction:
        """The right side of (10)."""
        places = range(self.terms)
        return 2 * sum(
            (self.height * self.ratio**k * self.cost(1 + k * self.period) for k in places),
            Fraction(0),
        )

    @cached_property
    def goal(self) -> Goal:
        """The least value of the program."""
        p, last = self.masses, len(self.masses)
        growth = _number(1 / self.ratio - 1)
        rows = tuple(
            _number(self.lost)
            - sp.Add(*p[i : i + self.period])
            + growth * sp.Add(*p[i + self.period :])
            for i in range(last - self.period)
        )
        spent = sp.Add(*(2 * _number(self.cost(i)) * p[i] for i in range(1, last)))
        mass = p[0] + 2 * sp.Add(*p[1:]) - 1
        return Goal(Program(spent, p, rows, (mass,), _number(self.value)), Domain())

    def point(self) -> dict[sp.Symbol, sp.Expr]:
        """Masses a b^k at 1 + k D."""
        found = dict.fromkeys(self.masses, sp.Integer(0))
        for k in range(self.terms):
            found[self.masses[1 + k * self.period]] = _number(self.height * self.ratio**k)
        return found

    def multipliers(self) -> list[sp.Expr]:
        """The half-lines from j D and 1 + j D share what L rises later, discounted."""
        rows = [Fraction(0)] * (len(self.masses) - self.period)
        for j in range(self.terms - 1):
            for i in range(j + 1, self.terms):
                weight, place = 2 * self.ratio ** (i - j), i * self.period
                before = self.cost(1 + place - self.period)
                rows[j * self.period] += weight * (self.cost(place) - before)
                rows[1 + j * self.period] += weight * (self.cost(1 + place) - self.cost(place))
        level = self.value + self.lost * sum(rows, Fraction(0))
        return [_number(number) for number in (*rows, level)]

    @property
    def latex(self) -> str:
        """What the program says, shortly."""
        return (
            rf"b={sp.latex(_number(self.ratio))},\ n={self.terms},\ D={self.period},\ "
            rf"L(i)=|i|^{self.power}:\quad\min\sum L\,P={sp.latex(_number(self.value))}"
        )


def _number(value: Fraction) -> sp.Expr:
    return sp.Rational(value.numerator, value.denominator)


PROGRAMS = (
    Halflines(Fraction(1, 2), 2, 4, 1),
    Halflines(Fraction(2, 3), 3, 3, 1),
    Halflines(Fraction(1, 2), 2, 5, 2),
    Halflines(Fraction(4, 5), 4, 4, 2),
)

LEMMA2 = Statement(
    id="trunclap.lem2",
    paper=PAPER,
    item="Lemma 2, (8)-(10)",
    title="a lower bound for noise on the integers",
    printed_latex=r"\begin{gathered}L\text{ symmetric},\quad\sum_{i=1}^{n-1}b^i\bigl(2L(iD)-L(1+"
    r"(i-1)D)-L(1+iD)\bigr)\ge L(1)\\ \Longrightarrow\quad\sum_iL(i)\,P(i)\ge2\sum_{k=0}^{n-1}ab^k"
    r"L(1+kD)\end{gathered}",
    printed=(_ORIGIN, _FAR),
    corrected=(GOAL, *(program.goal for program in PROGRAMS)),
    corrected_latex=r"\text{the same for }L\text{ nondecreasing on }0,1,2,\dots\text{ with }L(0)=0",
    printed_text="for every symmetric cost with (9) the cost of private noise on the integers is "
    "at least 2 times the sum of a b^k L(1 + k D)",
    corrected_text="for every symmetric cost with (9) and L(0) = 0 that does not decrease on 0, 1, "
    "2, ...",
    hypotheses=HYPOTHESES,
    examples=(MODEL,),
    note="The printed goals are two instances in which (9) holds. L(0) = -1, L = 0 elsewhere: "
    "both sides of (9) are 0, the bound is 0, and geometric noise costs -P(0) < 0. And L(j) = |j| "
    "up to 5, 0 beyond, with b = 1/2, n = 2, D = 4 (so delta = 1/6): both sides of (9) are 1, the "
    "bound is 7/3, and uniform noise on -r, ..., r, which is private from r = 12 on, costs "
    "30/(2r+1). The costs in Theorems 4 and 5 do not decrease, so that the lemma serves there. m "
    "is the paper's n, and delta = b^(m-1) (1-b)/(2 (1-b^m)). In words: that W(k), S(k) and Q(k) "
    "are the sums that their hypotheses describe. The programs, solved with the dual solution of "
    "the proof, show that half-lines alone give no better bound.",
)


def derive() -> Derivation:
    proof = Proof(ON)
    proof.fails(_ORIGIN, {eps: sp.log(2)}, because="geometric noise with b = 1/2 costs -1/3")
    proof.shows(
        _ALLOWED.proposition,
        on=_WIDE,
        by="sign",
        because="a shift by 4 moves 4 of the 2r+1 points of uniform noise out of its support",
    )
    proof.fails(_FAR, {r: 12}, because="with r = 12 uniform noise costs 6/5, below 7/3")
    _show_bound(proof)
    for program in PROGRAMS:
        proof.concludes(
            program.goal,
            by="duality",
            because="the masses a b^k at 1 + k D; the half-lines from j D and 1 + j D have "
            "multipliers",
            latex=program.latex,
            point=program.point(),
            multipliers=program.multipliers(),
        )
    return proof.done()


def _by_increments(
    proof: Proof, terms: sp.Expr, because: str, facts: Facts, signs: list[str]
) -> str:
    """terms at 0 <= terms at n, for every n >= 0."""
    first = terms.xreplace({count: sp.Integer(0)})
    grows = proof.shows(
        at_most(0, terms.xreplace({count: _next}) - terms),
        on=_EACH,
        by="entailment",
        because=because,
        uses=tuple(dict.fromkeys((*(name for name, _, _ in facts), *signs))),
        facts=facts,
    )
    return proof.shows(
        at_most(first, terms),
        on=_EACH,
        by="rule",
        because="by induction",
        uses=(grows,),
        rule="increments",
        bindings={"terms": terms, "last": sp.oo},
    )


def _show_bound(proof: Proof) -> None:
    """Append the bound under the corrected assumptions."""
    one = sp.Integer(1)
    (u_decay, t_decay, u_start, t_start, nonnegative, near, far, w_start, w_step, w_cost, s_start,
     s_step, q_start, q_step, condition) = (
        proof.assumes(goal, because=why) for goal, why in zip(HYPOTHESES, _REASONS, strict=True)
    )  # fmt: skip
    tails = []
    for function, decay, start, way in ((U, u_decay, u_start, 1), (T, t_decay, t_start, -1)):
        kept = _by_increments(
            proof,
            (function(count) - tail(count)) / b**count,
            "g falls no slower than privacy allows",
            [(decay, {}, b**-_next)],
            [],
        )
        tails.append(
            proof.shows(
                at_most(tail(count) + way * b**count * origin, function(count)),
                on=_EACH,
                by="entailment",
                because="a bound on the tail; the mass at the origin counts for or against it",
                uses=(kept, start),
                facts=[(kept, {}, b**count), (start, {}, b**count)],
            )
        )
    surplus = W(count) - S(count) - tail(_next) * B(count) - origin * (Q(count) - B(0))
    ahead = {count: _next}
    kept = _by_increments(
        proof,
        surplus,
        "with these bounds the cost gains what the bound and the left side of (9) gain",
        [
            (w_step, {}, one),
            (s_step, {}, -one),
            (q_step, {}, -origin),
            (tails[0], ahead, _rise),
            (tails[1], ahead, _fall),
        ],
        [near, far],
    )
    last = {count: m - 1}
    proof.concludes(
        GOAL,
        by="entailment",
        because="at k = m - 1 the tail g_m is 0, and (9) settles the rest",
        uses=(kept, w_start, t_start, s_start, q_start, w_cost, condition, nonnegative),
        facts=[
            (kept, last, one),
            (w_cost, last, one),
            (w_start, {}, one),
            (t_start, {}, B(0)),
            (s_start, {}, -one),
            (q_start, {}, -origin),
            (condition, {}, origin),
        ],
    )


CLAIMS = (Claim(LEMMA2, derive),)
