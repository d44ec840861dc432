"""Appendix E, (336): how the sums c_i of k^i b^k behave at both ends, for every i.

c_(i+1) lies between b and 1 times (i+1) c_i / (1-b), and all limits follow from this by induction.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.power_sums import (AT_ONE, FIRST, HIGHER, LATER, ON, ONES, ORDER,
    POWERS, READING, SUMS, TERM, ZEROS, C, SumSteps, W, i, k, model, one, show_first, show_second,
    zero)
from dpproofs.theorems.staircase.power_sums_bounds import show_between
from dpproofs.theorems.staircase.setting import PAPER, b

FACTORIAL, _QUOTIENT = Given("Lambda", "function", 1), Given("q", "function", 2)
_log = sp.exp(-FACTORIAL(i))
half = sp.Rational(1, 2)
_this, _next, _first = C(i, b), C(i + 1, b), C(0, b)
_scaled = (1 - b) ** (i + 1) * _this * _log

STARTS = Goal(that(sp.exp(FACTORIAL(0))) == 1, Domain())
STEPS = Goal(that(sp.exp(FACTORIAL(i + 1))) == (i + 1) * sp.exp(FACTORIAL(i)),
    Domain((ORDER,)))
_DIVIDES = Goal(that(_QUOTIENT(i, b) * _this * _first) == _next, ON)

_LOW = Goal(that((i + 1) * b / (1 - b) * _this) <= _next, HIGHER)
_HIGH = Goal(that(_next) <= (i + 1) / (1 - b) * _this, HIGHER)
_VANISHES = Goal(Limit(_this, b, zero, "+", zero), Domain((LATER,)))
_GROWS = Goal(Limit(_scaled, b, one, "-", one), Domain((LATER,)))
_RATIO = Goal(Limit(_QUOTIENT(i, b), b, one, "-", i + 1), Domain((LATER,)))
_RATIO_0 = Goal(Limit(_QUOTIENT(0, b), b, one, "-", one), Domain())


def _model() -> dict[str, sp.Lambda]:
    order, ratio = sp.symbols("i b", positive=True)
    sums = model()["c"]
    quotient = sums(order + 1, ratio) * (1 - ratio) / sums(order, ratio)
    return {**model(), "Lambda": sp.Lambda((order,), sp.log(sp.gamma(order + 1))),
        "q": sp.Lambda((order, ratio), quotient)}


GROWTH = Statement(id="staircase.appE.336", paper=PAPER, item="Appendix E, (336)",
    title="the sums at both ends",
    printed_latex=r"b\to0:\ c_i\to0\ (i\ge1),\qquad b\to1:\ c_i\sim\frac{i!}{(1-b)^{i+1}},"
    r"\quad\frac{c_{i+1}}{c_ic_0}\to i+1",
    printed=(_VANISHES, FIRST, _GROWS, _RATIO_0, _RATIO, _LOW, _HIGH),
    given=(W, C, FACTORIAL, _QUOTIENT),
    hypotheses=(ONES, ZEROS, POWERS, SUMS, STARTS, STEPS, _DIVIDES), examples=(_model(),),
    note=f"For every i: {READING}. exp(Lambda(i)) is i!, from 0! = 1 and (i+1)! = (i+1) i!, and "
    "q(i, b) is c_(i+1) over c_i c_0. For i = 0 the second limit is the value of c_0. More than "
    "the limits is shown: the bounds from which they follow, for every b in (0, 1).")


def show_bounds(proof: Proof, known: SumSteps, terms: powers.Terms) -> tuple[str, str]:
    """Append the bounds on c_(i+1) by c_i that are claimed."""
    low, high = show_between(proof, known, terms)
    rest = ((known.zeros, {i: i + 1}, one), (known.powers, {i: i + 1, k: one}, b / (1 - b)))
    uses = (known.zeros, known.powers)
    names = [proof.concludes(_LOW, by="entailment", uses=(low, *uses),
            because="the bounds on the terms are added up: on the right (1-b) c_(i+1) is left, and "
            "on the left (i + 1) b c_i",
            facts=[(low, {}, 1 / (1 - b)), *rest, (known.zeros, {}, -(i + 1) * b / (1 - b))]),
        proof.concludes(_HIGH, by="entailment", uses=(high, *uses),
            because="the bounds on the terms are added up: on the left (1-b) c_(i+1) is left, and "
            "on the right (i + 1) c_i, but for the first term",
            facts=[(high, {}, 1 / (1 - b)), *((name, at, -times) for name, at, times in rest),
                (known.zeros, {}, (i + 1) / (1 - b)),
                (known.powers, {k: one}, (i + 1) * b / (1 - b))])]
    return names[0], names[1]


def show_factorials(proof: Proof) -> tuple[str, str]:
    """Append the reciprocals of 1! and of (i+1)! from that of i!."""
    starts = proof.assumes(STARTS, because="the factorial of 0 is 1")
    steps = proof.assumes(STEPS, because="(i+1)! = (i+1) i!")
    onward, single = sp.exp(-FACTORIAL(i + 1)), sp.exp(-FACTORIAL(1))
    falls = proof.follows(that(onward) == _log / (i + 1), (steps, -onward * _log / (i + 1)),
        on=STEPS.domain, because="the same of the reciprocals")
    unit = proof.shows(that(single) == 1, on=Domain(), by="entailment", uses=(starts, steps),
        facts=[(steps, {i: zero}, -single), (starts, {}, -single)], because="and that of 1")
    return falls, unit


def show_induction(proof: Proof, second: str, falls: str, unit: str, bound: str, *,
        down: bool) -> str:
    """Append that the scaled sum is at most b, or at least b^i, for i >= 1."""
    scale = -one if down else b ** (-k - 1)
    inner, outer = C(k + 1, b), sp.exp(-FACTORIAL(k + 2))
    terms = scale * _scaled.xreplace({i: k + 1})
    times = (1 - b) ** (k + 3) * outer * (one if down else b ** (-k - 2))
    gap = (k + 2) * (1 - b) ** (k + 2) * inner * (-one if down else b ** (-k - 1))
    rises = proof.follows(that(0) <= terms.xreplace({k: k + 1}) - terms,
        (bound, {i: k + 1}, times), (falls, {i: k + 1}, gap), on=AT_ONE & TERM,
        because="so (1-b)^(i+1) c_i / i! " + ("does not rise" if down else "falls by b at most"))
    below = proof.applies("induction", on=AT_ONE & TERM, uses=(rises,), because="from i = 1 on",
        terms=terms, step=zero, last=sp.oo)
    claim = that(_scaled) <= b if down else that(b**i) <= _scaled
    factor, side = (one, one) if down else (b**i, -(b ** (i - 1)))
    start = sp.exp(-FACTORIAL(1))
    return proof.follows(claim, (below, {k: i - 1}, factor), (second, -side * (1 - b) ** 2 * start),
        (unit, -side * b), on=HIGHER,
        because="(1-b)^(i+1) c_i/i! " + ("does not rise with i" if down else
            "falls by a factor b at most from i to i + 1") + ", and is b for i = 1")


def _limits(proof: Proof, terms: powers.Terms, above: str, below: str) -> str:
    """Append the first two limits; that c_i is positive, in passing."""
    back = sp.exp(FACTORIAL(i)) * (1 - b) ** (-i - 1)
    some = proof.follows(that(0) < _this, (below, back), on=HIGHER, because="so c_i is positive")
    bound = 2 ** (i + 1) * sp.exp(FACTORIAL(i)) * b
    small = proof.follows(that(_this) <= bound, (above, back),
        (terms.grows, {powers.x: half, powers.s: half - b, powers.r: i + 1},
            2 ** (i + 1) * b * back), on=Domain((between(b, 0, half), LATER)),
        because="c_i has a bound with the factor b, as 1 - b is more than 1/2")
    gone = proof.shows(Limit(bound, b, zero, "+", zero), on=_VANISHES.domain, by="limit",
        because="which vanishes with b")
    proof.concludes(_VANISHES, by="squeeze", because="so c_i does", uses=(some, small, gone))
    line = 1 - (i + 1) * (1 - b)
    bernoulli = proof.follows(that(line) <= _scaled,
        (terms.tangent_above, {powers.x: b, powers.s: 1 - b, powers.r: i}, 1), below, on=HIGHER,
        because="b^(i+1) is above its tangent at b = 1")
    tends = [proof.shows(Limit(end, b, one, "-", one), on=_GROWS.domain, by="limit",
            because="a bound tends to 1") for end in (b, line)]
    proof.concludes(_GROWS, by="squeeze",
        because="so (1-b)^(i+1) c_i / i! does, as it lies between them",
        uses=(above, bernoulli, *tends))
    return some


def _quotients(proof: Proof, first: str, second: str, some: str, low: str, high: str) -> None:
    """Append the third limit, from i = 0 on."""
    divides = proof.assumes(_DIVIDES, because="the quotient")
    q, start = _QUOTIENT(i, b), _QUOTIENT(0, b)
    scaled = (1 - b) ** 2
    equals = proof.shows(that(start) == b, on=AT_ONE, by="entailment", uses=(divides, first,
        second), because="c_1 over the square of c_0 is b",
        facts=[(divides, {i: zero}, scaled), (second, {}, scaled),
            (first, {}, -scaled * start * _first), (first, {}, -(1 - b) * start)])
    sides = [proof.follows(claim, (equals, side), on=AT_ONE, because="a bound for i = 0")
        for claim, side in ((that(b) <= start, 1), (that(start) <= one, -1))]
    tends = proof.shows(Limit(b, b, one, "-", one), on=Domain(), by="limit", because="b tends to 1")
    proof.concludes(_RATIO_0, by="squeeze", because="so the quotient does", uses=(*sides, tends))
    found = proof.obtains("reciprocal", "r", on=HIGHER, uses=(some,), value=_this,
        because="the reciprocal of c_i")
    positive, inverse = (proof.knows(found, fact, because=why)
        for fact, why in enumerate(("which is positive", "which times c_i is 1")))
    scale = (1 - b) * found.term
    factor = proof.follows(that(0) < scale, positive, on=HIGHER, because="and so is 1-b times it")
    near = [proof.shows(claim, on=HIGHER, by="entailment",
            uses=(bound, divides, first, factor, inverse),
            facts=[(bound, {}, scale), (divides, {}, side * scale),
                (first, {}, -side * scale * q * _this), (inverse, {}, -(claim.rhs - claim.lhs))],
            because="the bound on c_(i+1), divided by c_i c_0")
        for claim, bound, side in ((that((i + 1) * b) <= q, low, 1),
            (that(q) <= i + 1, high, -1))]
    onward = proof.shows(Limit((i + 1) * b, b, one, "-", i + 1), on=_RATIO.domain, by="limit",
        because="both bounds tend to i + 1")
    proof.concludes(_RATIO, by="squeeze", because="so does what lies between them",
        uses=(*near, onward))


def derive() -> Derivation:
    proof = Proof(ON, GROWTH)
    known = SumSteps.of(proof)
    first, second = show_first(proof, known), show_second(proof, known)
    terms = powers.Terms(proof)
    low, high = show_bounds(proof, known, terms)
    falls, unit = show_factorials(proof)
    above = show_induction(proof, second, falls, unit, high, down=True)
    below = show_induction(proof, second, falls, unit, low, down=False)
    some = _limits(proof, terms, above, below)
    _quotients(proof, first, second, some, low, high)
    return proof.done()


CLAIMS = (Claim(GROWTH, derive),)
