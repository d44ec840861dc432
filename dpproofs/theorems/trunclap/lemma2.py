"""Lemma 2: what it needs of the cost, and its proof.

D is the sensitivity on the integers. H(z) = P(X >= z) + P(X <= -z), so that H(0) = 1 + P(X = 0).
The cost rises from 1 + k D to (k+1) D, and on to 1 + (k+1) D: so much, times H there, is its
expectation at least.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Program, that
from dpproofs.kernel.terms import Mass, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import geometric, passed
from dpproofs.theorems.trunclap.discretisation import a_n, delta_n
from dpproofs.theorems.trunclap.setting import EPSILON, PAPER, eps

m = sp.Symbol("m", integer=True, positive=True)
D = sp.Symbol("D", integer=True, positive=True)
count = sp.Symbol("n", integer=True)
x, z = sp.symbols("x z", real=True)
h = sp.Symbol("h", positive=True)
g = sp.Symbol("g", nonnegative=True)
b = sp.exp(-eps)
ON = Domain((EPSILON, index(m, 1), index(D, 1)))
_EACH = ON & index(count, 0)
_n = sp.Symbol("n", integer=True, positive=True)
_MINE = {_n: m}
a, delta = a_n.xreplace(_MINE), delta_n.xreplace(_MINE)

X = Given("X", "noise", on="integers")
#: The cost; the bound (10) summed up to n, and the left side of (9).
L, S, Q = (Given(name, "function", 1) for name in "LSQ")

_next = count + 1
_HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")


def near(place: sp.Expr) -> sp.Expr:
    """The cost just before it rises: at 1 + place D."""
    return L(1 + place * D)


_rise = L(_next * D) - near(count)
_fall = near(_next) - L(_next * D)
PRIVATE = Goal(Private(X(), eps, delta, D), ON)
_ASSUMED = ((PRIVATE, "the noise is private"),
    (Goal(that(L(x)) <= L(x + g), Domain((_HALF_LINE, Variable(g, sp.Integer(0), sp.oo, "[)")))),
        "the cost does not decrease"),
    (Goal(that(0) <= L(x), Domain((_HALF_LINE,))), "nor is it negative"),
    (Goal(that(S(0)) == 2 * a * L(1), ON), "S(k) is the bound (10), summed up to k"),
    (Goal(that(S(_next) - S(count)) == 2 * a * b**_next * near(_next), _EACH), "and its next term"),
    (Goal(that(Q(0)) == 0, ON), "Q(k) is the left side of (9), summed up to k"),
    (Goal(that(Q(_next) - Q(count)) == b**_next * (2 * L(_next * D) - near(count) - near(_next)),
            _EACH), "and its next term"), (Goal(that(L(1)) <= Q(m - 1), ON), "condition (9)"))
HYPOTHESES = tuple(goal for goal, _ in _ASSUMED)
GOAL = Goal(Expected(X(), x, L(x), ">=", S(m - 1)), ON)


def tail(place: sp.Expr) -> sp.Expr:
    """g_k of Theorem 4; it is 0 at k = m."""
    return 1 - 2 * a * (1 - b**place) / (1 - b)


def outside(place: sp.Expr) -> sp.Expr:
    """P(|X| >= place), place > 0."""
    return Mass(X(), beyond(place))


# The cost is 0 up to 1, and 1 beyond (0 there as well when D = 1, where (9) says so); geometric
# noise.
_one = sp.Min(1, D - 1)
MODEL = {"X": geometric(sp.exp(-eps / D)), "L": sp.Lambda(x, _one * passed(x - 1)),
    "S": sp.Lambda(count, _one * 2 * a * b * (1 - b**count) / (1 - b)),
    "Q": sp.Lambda(count, _one * b * sp.Min(count, 1))}

# -- two costs for which the lemma fails ----------------------------------------------------------

#: L(0) = -1, and 0 elsewhere; geometric noise.
_q = sp.Symbol("q", positive=True)
_ORIGIN = Goal(that(0) <= -(1 - _q) / (1 + _q), Domain((between(_q, 0, 1),)))
#: L(j) = |j| up to 5 and 0 beyond, b = 1/2, n = 2, D = 4; uniform noise on -r, ..., r.
r = sp.Symbol("r", integer=True, positive=True)
_WIDE = Domain((index(r, 12),))
_FAR = Goal(that(sp.Rational(7, 3)) <= 30 / (2 * r + 1), _WIDE)
_ALLOWED = Goal(that(4 / (2 * r + 1)) <= sp.Rational(1, 6), _WIDE)


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
            Fraction(0))

    @cached_property
    def goal(self) -> Goal:
        """The least value of the program."""
        p, last = self.masses, len(self.masses)
        growth = _number(1 / self.ratio - 1)
        rows = tuple(_number(self.lost) - sp.Add(*p[i : i + self.period]) + growth
                * sp.Add(*p[i + self.period :]) for i in range(last - self.period))
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
        return (rf"b={sp.latex(_number(self.ratio))},\ n={self.terms},\ D={self.period},\ "
            rf"L(i)=|i|^{self.power}:\quad\min\sum L\,P={sp.latex(_number(self.value))}")


def _number(value: Fraction) -> sp.Expr:
    return sp.Rational(value.numerator, value.denominator)


PROGRAMS = (Halflines(Fraction(1, 2), 2, 4, 1), Halflines(Fraction(2, 3), 3, 3, 1),
    Halflines(Fraction(1, 2), 2, 5, 2), Halflines(Fraction(4, 5), 4, 4, 2))

_ERRATUM = Erratum(Severity.argument,
    "Theorems 4 and 5 stand, as their costs do not decrease; for another cost, such as one that "
    "is cut off, the bound may be above what private noise costs.",
    (Patch(r"Consider a symmetric cost function $\mathcal{L}(\cdot) : \mathbb{Z} \to \mathbb{R}$",
        r"Consider a symmetric cost function $\mathcal{L}(\cdot) : \mathbb{Z} \to [0, \infty)$ "
        r"with $\mathcal{L}(i) \le \mathcal{L}(i + 1)$ for $i \ge 0$"),))

LEMMA2 = Statement(id="trunclap.lem2", paper=PAPER, item="Lemma 2, (8)-(10)",
    erratum=_ERRATUM,
    title="a lower bound for noise on the integers",
    printed_latex=r"\begin{gathered}L\text{ symmetric},\quad\sum_{i=1}^{n-1}b^i"
    r"\bigl(2L(iD)-L(1+(i-1)D)-L(1+iD)\bigr)\ge L(1)\\ \Longrightarrow\quad\sum_iL(i)\,P(i)\ge2"
    r"\sum_{k=0}^{n-1}ab^kL(1+kD)\end{gathered}", printed=(_FAR, _ORIGIN),
    corrected=(GOAL, *(program.goal for program in PROGRAMS)),
    corrected_latex=r"\text{the same for }L\ge0\text{ nondecreasing on }[0,\infty)",
    printed_text="for every symmetric cost with (9) the cost of private noise on the integers is "
    "at least 2 times the sum of a b^k L(1 + k D)",
    corrected_text="for every symmetric cost with (9) that is not negative and does not decrease "
    "on [0, oo)", parameters=ON, given=(X, L, S, Q), hypotheses=HYPOTHESES, examples=(MODEL,),
    note="The printed goals are two instances in which (9) holds. L(j) = |j| up to 5, 0 beyond, "
    "with b = 1/2, n = 2, D = 4 (so delta = 1/6): both sides of (9) are 1, the bound is 7/3, and "
    "uniform noise on -r, ..., r, which is private from r = 12 on, costs 30/(2r+1). And L(0) = -1, "
    "L = 0 elsewhere: both sides of (9) are 0, the bound is 0, and geometric noise costs -P(0). "
    "The costs in Theorems 4 and 5 do not decrease, so that the lemma serves there. m is the "
    "paper's n, and delta = b^(m-1) (1-b)/(2 (1-b^m)); S(k) and Q(k) are the partial sums of (10) "
    "and (9). The programs, solved with the dual solution of the proof, show that half-lines alone "
    "give no better bound. That the two noises are private and what they cost is in words: the "
    "goals are the bound and the number.")


def derive() -> Derivation:
    proof = Proof(ON, LEMMA2)
    proof.shows(_ALLOWED.proposition, on=_WIDE, by="sign",
        because="a shift by 4 moves 4 of the 2r+1 points of uniform noise out of its support")
    proof.fails(_FAR, {r: 12},
        because="b = 1/2, n = 2, D = 4, delta = 1/6, and L(j) = |j| up to 5, 0 beyond: uniform "
        "noise on -12, ..., 12 is private and costs 6/5, below the bound 7/3")
    proof.fails(_ORIGIN, {_q: sp.Rational(1, 2)},
        because="L(0) = -1, 0 elsewhere: geometric noise with b = 1/2 costs -1/3, below the bound "
        "0")
    _show_bound(proof)
    for program in PROGRAMS:
        proof.concludes(program.goal, by="duality", latex=program.latex,
            because="the masses a b^k at 1 + k D; the half-lines from j D and 1 + j D have "
            "multipliers", point=program.point(), multipliers=program.multipliers())
    return proof.done()


def _halves(place: sp.Expr) -> sp.Expr:
    return Mass(X(), at_least(place)) + Mass(X(), interval(-sp.oo, -place, "(]"))


def _show_decay(proof: Proof, private: str) -> str:
    """Append what privacy says of the half-lines from z and -z, moved outwards by D."""
    on = ON & Variable(z, sp.Integer(0), sp.oo, "[)")
    found: list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]] = []
    for ray, shift in ((at_least(z), D), (interval(-sp.oo, -z, "(]"), -D)):
        place, lower, upper = ray.args
        there = ray.func(place,
            *(end if end.is_infinite else end + shift for end in (lower, upper)))
        said = proof.shows(
            that(Mass(X(), ray)) <= sp.exp(eps) * Mass(X(), Moved(ray, shift)) + delta, on=on,
            by="privacy", uses=(private,), set=ray, shift=shift,
            because="privacy for this half-line")
        same = proof.shows(that(Mass(X(), Moved(ray, shift))) == Mass(X(), there), on=on,
            by="measure", because="where it is moved to")
        found += [(said, {}, b), (same, {}, -1)]
    return proof.follows(that(b * (_halves(z) - 2 * delta)) <= _halves(z + D), *found, on=on,
        because="add up privacy for both half-lines")


def _show_tails(proof: Proof, decay: str) -> tuple[str, str, str]:
    """Append bounds on H at the multiples of D, and at 1 more; and the start of the latter."""
    atom = Mass(X(), interval(0, 0, "[]"))
    empty = proof.applies("nothing between integers", on=ON, uses=(),
        because="the noise has integer values", noise=X(), place=sp.Integer(0))
    empty_too = proof.applies("nothing between integers", on=ON, uses=(),
        because="on the other side as well", noise=X(), place=sp.Integer(-1))
    whole = proof.shows(that(_halves(sp.Integer(0))) == 1 + atom, by="measure",
        because="both half-lines hold the origin")
    rest = proof.shows(that(_halves(sp.Integer(1)) + atom + Mass(X(), interval(0, 1)) + Mass(X(),
        interval(-1, 0))) ==
            1, by="measure", because="what is not 0 is beyond 1, or between")
    start = proof.follows(that(_halves(sp.Integer(1))) == 1 - atom, rest, empty, empty_too,
        because="and nothing is between")
    found = []
    for first, begin, way in ((0, whole, 1), (1, start, -1)):
        gap = (_halves(first + count * D) - tail(count)) / b**count
        grows = proof.follows(that(0) <= gap.xreplace({count: _next}) - gap, (decay, b**-_next),
            on=_EACH, because="g falls no slower than privacy allows")
        kept = proof.applies("induction", on=_EACH, uses=(grows,), because="by induction",
            terms=gap, step=0, last=sp.oo)
        there = first + _next * D
        apart = proof.shows(that(_halves(there)) == outside(there), on=_EACH, by="measure",
            because="away from the origin the half-lines are apart")
        found.append(proof.follows(that(tail(_next) + way * b**_next * atom) <= outside(there),
                (kept, {count: _next}, b**_next), (begin, b**_next), apart, on=_EACH,
                because="a bound on the tail; the mass at the origin counts for or against it"))
    apart = proof.shows(that(_halves(sp.Integer(1))) == outside(sp.Integer(1)), by="measure",
        because="the half-lines from 1 and -1 are apart")
    one = proof.follows(that(outside(sp.Integer(1))) == 1 - atom, start, apart,
        because="the mass off the origin")
    return found[0], found[1], one


def _show_bound(proof: Proof) -> None:
    """Append the bound under the corrected assumptions."""
    private, rises, nonnegative, s_start, s_step, q_start, q_step, condition = proof.supposes(
        *_ASSUMED)
    at_d, at_one, start = _show_tails(proof, _show_decay(proof, private))
    atom = Mass(X(), interval(0, 0, "[]"))
    value = S(count) + tail(_next) * near(count) + atom * (Q(count) - L(1))
    middle, after = _next * D, 1 + _next * D
    begin = proof.shows(that(0) <= 1, by="sign", because="the first place")
    order = [proof.shows(that(low) <= high, on=_EACH, by="sign", because="the places are in order")
        for low, high in ((1 + count * D, middle), (middle, after))]
    first = proof.follows(
        that(value.xreplace({count: sp.Integer(0)})) <= L(1) * outside(sp.Integer(1)),
        (s_start, -1), (q_start, -atom), (start, L(1)),
            because="this is what the cost is from 1 on")
    signs = [proof.follows(that(0) <= gap, (rises, {x: low, g: length}), on=_EACH,
            because="the cost does not decrease")
        for gap, low, length in ((_rise, 1 + count * D, D - 1), (_fall, middle, sp.Integer(1)))]
    grows = proof.follows(that(value.xreplace({count: _next}) - value) <=
            _rise * outside(middle) + _fall * outside(after), (s_step, -1), (q_step, -atom),
        (at_d, _rise), (at_one, _fall), on=_EACH, also=signs,
        because="with these bounds the cost gains what the bound and the left side of (9) gain")
    strictly = proof.follows(that(L(x)) <= L(x + h), rises, on=Domain((_HALF_LINE, positive(h))),
        because="in the letters of the rule")
    summed = proof.applies("tail sum", on=_EACH,
        uses=(strictly, nonnegative, begin, *order, first, grows), because="sum by parts",
        noise=X(), cost=L(x), places=1 + count * D, between=middle, value=value)
    last = {count: m - 1}
    there = proof.at(summed, last, because="at k = m - 1")
    sign = proof.shows(that(0) <= atom, by="measure", because="a mass is not negative")
    enough = proof.follows(that(S(m - 1)) <= value.xreplace(last), (condition, atom), also=(sign,),
        because="the tail g_m is 0, and (9) settles the rest")
    proof.concludes(GOAL, by="weaken", uses=(there, enough), because="so this is the bound (10)")


CLAIMS = (Claim(LEMMA2, derive),)
