"""Section 1.1: on the integers, at sensitivity 1, no private noise costs less than uniform noise.

H(y) = P(|X| >= y). Privacy for half-lines lets H fall by delta at most from 0 to 1, and by 2 delta
at most from each later place to the next, so that H(k) >= 1 - (2k-1) delta, the tail of uniform
noise on -m, ..., m.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import PAPER
from dpproofs.theorems.samples import geometric, on_integers

m = sp.Symbol("m", integer=True, nonnegative=True)
count, place = sp.symbols("n y", integer=True)
x = sp.Symbol("x", real=True)
h = sp.Symbol("h", positive=True)
_zero, _one = sp.Integer(0), sp.Integer(1)

ON = Domain((index(m, 0),))
_EACH, _AHEAD = ON & index(count, 0), ON & index(place, 0)
_HALF_LINE = Variable(x, _zero, sp.oo, "[)")

#: One of 2m + 1 points.
delta = 1 / (2 * m + 1)
X = Given("X", "noise", on="integers")
#: The cost, and its sum over -k, ..., k.
L, S = Given("L", "function", 1), Given("S", "function", 1)

PRIVATE = Goal(Private(X(), _zero, delta, _one), ON)
_ASSUMED = ((PRIVATE, "the noise is private"),
    (Goal(that(L(x)) <= L(x + h), ON & _HALF_LINE & positive(h)), "the cost does not decrease"),
    (Goal(that(0) <= L(x), ON & _HALF_LINE), "nor is it negative"),
    (Goal(that(S(0)) == L(0), ON), "S(k) is the sum of L over -k, ..., k"),
    (Goal(that(S(count + 1) - S(count)) == 2 * L(count + 1), _EACH),
        "with two more terms for each k"))
#: Uniform noise on -m, ..., m, by P(X >= y), y = 0, 1, ...
UNIFORM = on_integers(sp.Lambda(x, sp.Max(0, m + 1 - x) * delta))
LEAST = Goal(Expected(X(), x, L(x), ">=", S(m) / (2 * m + 1)), ON)

STATEMENT = Statement(id="additive.sec1.discrete", paper=PAPER,
    item="section 1.1, the discrete setting",
    title="on the integers no private noise of sensitivity 1 costs less than uniform noise",
    printed_latex=r"\Delta=1,\ \delta=\tfrac1{2m+1}:\quad\sum_{i\in\mathbb Z}L(i)\,P(i)\ge"
    r"\frac1{2m+1}\sum_{i=-m}^mL(i)\quad\text{for every }(0,\delta)\text{-private }P",
    printed_text="discrete uniform noise is optimal for integer-valued queries of sensitivity 1",
    parameters=ON, given=(X, L, S), hypotheses=tuple(goal for goal, _ in _ASSUMED),
    printed=(LEAST,),
    examples=({"X": UNIFORM, "L": sp.Lambda(x, x**2),
            "S": sp.Lambda(count, count * (count + 1) * (2 * count + 1) / 3)},
        {"X": geometric(m / (m + 1)), "L": sp.Lambda(x, x),
            "S": sp.Lambda(count, count * (count + 1))}),
    note="For every cost L that is even, not negative and does not decrease on [0, oo), and any "
    "private noise on the integers, symmetric and monotone or not: the right side is the cost of "
    "uniform noise on -m, ..., m. That this noise is (0, 1/(2m+1))-private is in words: a shift by "
    "1 moves one of its 2m + 1 points out of its support. The paper quotes the result for delta = "
    "1/(2m+1), that is with whole numbers of points; that uniform noise is asymptotically optimal "
    "for larger sensitivities is not stated here.")


def _outside(where: sp.Expr) -> sp.Expr:
    """P(|X| >= where), where > 0."""
    return Mass(X(), beyond(where))


def _ray(where: sp.Expr) -> sp.Expr:
    """The half-line up to -where."""
    return interval(-sp.oo, -where, "(]")


def _moved(proof: Proof, private: str, ray: sp.Expr, there: sp.Expr, shift: sp.Expr) -> str:
    """Append what privacy says of a half-line moved outwards by 1."""
    said = proof.shows(that(Mass(X(), ray)) <= Mass(X(), Moved(ray, shift)) + delta, on=_AHEAD,
        by="privacy", uses=(private,), set=ray, shift=shift, because="privacy for this half-line")
    same = proof.shows(that(Mass(X(), Moved(ray, shift))) == Mass(X(), there), on=_AHEAD,
        by="measure", because="where it is moved to")
    return proof.follows(that(Mass(X(), ray)) <= Mass(X(), there) + delta, said, same, on=_AHEAD,
        because="moved outwards by 1 the half-line loses at most 1/(2m + 1)")


def _show_tails(proof: Proof, private: str) -> str:
    """Append that H(n + 1) is at least 1 - (2n+1) delta."""
    right = _moved(proof, private, at_least(place), at_least(place + 1), _one)
    left = _moved(proof, private, _ray(place), _ray(place + 1), -_one)
    apart = proof.shows(that(_outside(count + 1)) ==
            Mass(X(), at_least(count + 1)) + Mass(X(), _ray(count + 1)), on=_EACH, by="measure",
        because="away from the origin the half-lines are apart")
    gap = proof.applies("nothing between integers", on=ON, uses=(), noise=X(), place=-_one,
        because="the noise has integer values")
    whole = proof.shows(that(Mass(X(), at_least(_zero)) + Mass(X(), interval(-_one, _zero)) +
            Mass(X(), _ray(_one))) == 1, by="measure", because="all of the mass")
    start = proof.follows(that(1 - delta) <= _outside(_one), (right, {place: _zero}), gap, whole,
        (apart, {count: _zero}), because="the half-lines up to -1 and from 0 on have all the mass, "
            "and the latter loses at most 1/(2m + 1) when it is moved to 1")
    excess = _outside(count + 1) - 1 + (2 * count + 1) * delta
    grows = proof.follows(that(0) <= excess.xreplace({count: count + 1}) - excess,
        (right, {place: count + 1}), (left, {place: count + 1}), apart, (apart, {count: count + 1}),
        on=_EACH,
        because="each of the two half-lines loses at most 1/(2m + 1) when it is moved outwards by "
            "1")
    kept = proof.applies("induction", on=_EACH, uses=(grows,), terms=excess, step=0, last=sp.oo,
        because="add up place after place")
    return proof.follows(that(1 - (2 * count + 1) * delta) <= _outside(count + 1), kept, start,
        on=_EACH, because="the tail is at least that of uniform noise")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    private, rises, nonnegative, s_start, s_step = proof.supposes(*_ASSUMED)
    tails = _show_tails(proof, private)
    value = delta * S(count) + (1 - (2 * count + 1) * delta) * L(count)
    begin = proof.shows(that(0) <= 0, by="sign", because="the first place is the origin")
    order = (proof.shows(that(count) <= count, on=_EACH, by="sign", because="no place between"),
        proof.shows(that(count) <= count + 1, on=_EACH, by="sign", because="in increasing order"))
    all_ = proof.shows(that(_outside(_zero)) == 1, by="measure", because="the mass is 1")
    first = proof.follows(that(value.xreplace({count: _zero})) <= L(0) * _outside(_zero),
        (s_start, -delta), (all_, L(0)),
            because="at the origin the left side is L(0), and the tail is 1")
    up = proof.follows(that(L(count)) <= L(count + 1), (rises, {x: count, h: _one}), on=_EACH,
        because="the cost does not decrease")
    grows = proof.follows(that(value.xreplace({count: count + 1}) - value) <=
            (L(count + 1) - L(count)) * _outside(count + 1), (s_step, -delta),
        (tails, L(count + 1) - L(count)), on=_EACH, also=(up,),
        because="the left side is the rise of L times 1 - (2n+1)/(2m+1), as S rises by 2 L(n+1), "
            "and the tail is at least that")
    summed = proof.applies("tail sum", on=_EACH,
        uses=(rises, nonnegative, begin, *order, first, grows), because="sum by parts",
        noise=X(), cost=L(x), places=count, between=count, value=value)
    proof.at(summed, {count: m}, because="for n = m the factor of L is 0, and what is left is the "
        "mean of the cost over -m, ..., m")
    return proof.done()


CLAIMS = (Claim(STATEMENT, derive),)
