"""Appendix E, (306) and (323)-(336): the sums c_i of k^i b^k, and how they behave at both ends.

Each formula is shown for i up to 8 by exact summation; what the induction of the paper gives for
every i rests on two ways to write a sum, which are hypotheses.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, Sum, less
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b, k

ON, NOWHERE = Domain((RATIO,)), Domain()
MOST = 8
zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)


@cache
def closed(order: int) -> sp.Expr:
    """c_i: the operator b d/db applied i times to 1/(1-b)."""
    numerator = one
    for i in range(order):
        numerator = b * ((1 - b) * sp.diff(numerator, b) + (i + 1) * numerator)
    return sp.expand(numerator) / (1 - b) ** (order + 1)


def power_sum(order: int, value: sp.Expr) -> Goal:
    """The sum of k^i b^k over k >= 0."""
    return Goal(Sum(k**order * b**k, k, zero, sp.oo, value), ON)


def show_sum(proof: Proof, order: int) -> str:
    """Append the value of c_i."""
    goal = power_sum(order, closed(order))
    return proof.concludes(
        goal, by="sum", because=f"the value of c_{order}, by telescoping", ratio=b
    )


DEFINITION = Statement(
    id="staircase.appE.306",
    paper=PAPER,
    item="Appendix E, (306)",
    title="the sums of powers against a geometric weight",
    printed_latex=r"c_i:=\sum_{k=0}^{\infty}b^kk^i,\qquad 0^0:=1",
    printed=tuple(power_sum(i, closed(i)) for i in range(MOST + 2)),
    definition=True,
    note="The series converges for every i by the ratio test. For i up to 9 its value is shown, "
    "with 0^0 = 1 in c_0.",
)


def derive_definition() -> Derivation:
    proof = Proof(ON)
    for i in range(MOST + 2):
        show_sum(proof, i)
    return proof.done()


_PRINTED = (
    1 / (1 - b),
    b / (1 - b) ** 2,
    (b**2 + b) / (1 - b) ** 3,
    (b**3 + 4 * b**2 + b) / (1 - b) ** 4,
)

VALUES = Statement(
    id="staircase.appE.323",
    paper=PAPER,
    item="Appendix E, (323)-(326)",
    title="the first four sums",
    printed_latex=r"c_0=\frac1{1-b},\quad c_1=\frac b{(1-b)^2},\quad c_2=\frac{b^2+b}{(1-b)^3},"
    r"\quad c_3=\frac{b^3+4b^2+b}{(1-b)^4}",
    printed=tuple(power_sum(i, value) for i, value in enumerate(_PRINTED)),
)


def derive_values() -> Derivation:
    proof = Proof(ON)
    for i, goal in enumerate(VALUES.printed):
        proof.concludes(
            goal, by="sum", ratio=b,
            because="the sum telescopes: its partial sums are a constant plus b^n times a "
            f"polynomial of degree {i}, which vanishes as n grows",
        )  # fmt: skip
    return proof.done()


# -- (335) ----------------------------------------------------------------------------------------

i = sp.Symbol("i", integer=True, nonnegative=True)
_c, _shifted, _rest = (sp.Function(name) for name in ("c", "S", "R"))
_ANY = Domain((RATIO, index(i, 0)))


def recurrence(order: int) -> sp.Expr:
    """b/(1-b) times the sum of binomial(i+1, j) c_j over j <= i."""
    return b / (1 - b) * sp.Add(*(sp.binomial(order + 1, j) * closed(j) for j in range(order + 1)))


_SHIFT = relation_goal(_c(i + 1, b), "==", b * _shifted(i, b), _ANY)
_BINOMIAL = relation_goal(_shifted(i, b), "==", _c(i + 1, b) + _rest(i, b), _ANY)
_EVERY = relation_goal(_c(i + 1, b), "==", b / (1 - b) * _rest(i, b), _ANY)

RECURRENCE = Statement(
    id="staircase.appE.335",
    paper=PAPER,
    item="Appendix E, (328)-(335)",
    title="each sum from the earlier ones",
    printed_latex=r"c_{i+1}=\frac b{1-b}\sum_{j=0}^{i}\binom{i+1}jc_j",
    printed=(*(power_sum(n + 1, recurrence(n)) for n in range(MOST + 1)), _EVERY),
    given=tuple(Given(name, "function", 2) for name in ("c", "S", "R")),
    hypotheses=(_SHIFT, _BINOMIAL),
    examples=(
        {
            "c": sp.Lambda((i, b), i),
            "S": sp.Lambda((i, b), (i + 1) / b),
            "R": sp.Lambda((i, b), (i + 1) * (1 - b) / b),
        },
    ),
    note="For i = 0, ..., 8 both sides are summed. For every i, with S(i) the sum of b^k "
    "(k+1)^(i+1) and R(i) the sum of binomial(i+1, j) c_j over j <= i: the hypotheses say that "
    "the sum for c_(i+1) begins at k = 1, and that S(i) = c_(i+1) + R(i) by the binomial theorem.",
)


def derive_recurrence() -> Derivation:
    proof = Proof(ON)
    values = [show_sum(proof, n) for n in range(MOST + 1)]
    for n, goal in enumerate(RECURRENCE.printed[:-1]):
        proof.concludes(
            goal, by="sum", because=f"i = {n}: the sum on the right, with the values of c_j, is "
            f"c_{n + 1}", ratio=b, uses=values[: n + 1],
            latex=rf"\sum_{{k=0}}^\infty b^kk^{{{n + 1}}}=\frac b{{1-b}}"
            rf"\sum_{{j=0}}^{{{n}}}\binom{{{n + 1}}}jc_j",
        )  # fmt: skip
    shift = proof.assumes(
        _SHIFT, because="(328), (329): the term with k = 0 is 0, and b is taken out of the others"
    )
    binomial = proof.assumes(
        _BINOMIAL, because="(330)-(333): the binomial theorem in every term; R(i) has all powers "
        "of k below i + 1",
    )  # fmt: skip
    proof.concludes(
        _EVERY, by="entailment", because="(334), (335): so c_(i+1) (1-b) = b R(i)",
        uses=(shift, binomial), facts=[(shift, {}, 1 / (1 - b)), (binomial, {}, b / (1 - b))],
    )  # fmt: skip
    return proof.done()


# -- (336) ----------------------------------------------------------------------------------------

n = sp.Symbol("i", integer=True, positive=True)  # the order i of the text, here at least 1
_kappa, _lambda = sp.Function("kappa"), sp.Function("Lambda")
_NUMBER, _LARGE = index(n, 1), index(n, 2)
_SMALL = between(b, 0, half, "(]")
_scaled = (1 - b) ** (n + 1) * _c(n, b) * sp.exp(-_lambda(n))

_POSITIVE = relation_goal(0, "<", _c(n, b), Domain((_NUMBER, RATIO)))
_BOUNDED = relation_goal(_c(n, b), "<=", b * sp.exp(_kappa(n)), Domain((_NUMBER, _SMALL)))
_FALLING = relation_goal(b**n, "<=", _scaled, Domain((_LARGE, RATIO)))
_RISING = relation_goal(_scaled, "<=", 1, Domain((_LARGE, RATIO)))
_VANISHES = Goal(Limit(_c(n, b), b, zero, "+", zero), Domain((_NUMBER,)))
_GROWS = Goal(Limit(_scaled, b, one, "-", one), Domain((_LARGE,)))


def _vanishing(order: int) -> Goal:
    return Goal(Limit(closed(order), b, zero, "+", zero), NOWHERE)


def _growing(order: int) -> Goal:
    scaled = closed(order) * (1 - b) ** (order + 1)
    return Goal(Limit(scaled, b, one, "-", sp.factorial(order)), NOWHERE)


def _ratio(order: int) -> Goal:
    quotient = closed(order + 1) / (closed(order) * closed(0))
    return Goal(Limit(quotient, b, one, "-", sp.Integer(order + 1)), NOWHERE)


GROWTH = Statement(
    id="staircase.appE.336",
    paper=PAPER,
    item="Appendix E, (336), its first two limits",
    title="the sums at both ends",
    printed_latex=r"b\to0:\ c_i\to0\ (i\ge1),\qquad b\to1:\ c_i\sim\frac{i!}{(1-b)^{i+1}}",
    printed=(
        *(_vanishing(m) for m in range(1, MOST + 1)),
        *(_growing(m) for m in range(MOST + 1)),
        _VANISHES,
        _GROWS,
    ),
    given=(
        Given("c", "function", 2),
        Given("kappa", "function", 1),
        Given("Lambda", "function", 1),
    ),
    hypotheses=(_POSITIVE, _BOUNDED, _FALLING, _RISING),
    examples=(
        {
            "c": sp.Lambda((n, b), b / (1 - b) ** (n + 1)),
            "Lambda": sp.Lambda((n,), zero),
            "kappa": sp.Lambda((n,), (n + 1) * sp.log(2)),
        },
    ),
    note="Both limits for i up to 8 from the values of c_i, and then for every i: kappa "
    "is the logarithm of the sum of k^i / 2^(k-1), which bounds c_i / b for b <= 1/2, and Lambda "
    "that of i!; k (k-1) ... (k-i+1) <= k^i <= (k+1) ... (k+i), and by the binomial series the "
    "sums of the bounds are i! b^i / (1-b)^(i+1) and i! / (1-b)^(i+1). The third limit of "
    "(336) is a claim of its own, for i up to 8.",
)

RATIOS = Statement(
    id="staircase.appE.336.powers",
    paper=PAPER,
    item="ours: (336), its third limit for i up to 8",
    title="each sum over the one before and the first",
    printed_latex=r"b\to1:\qquad\frac{c_{i+1}}{c_ic_0}\to i+1\qquad(i\le8)",
    printed=tuple(_ratio(m) for m in range(MOST + 1)),
    note="From the values of c_i. For every i it is the quotient of two of the limits that the "
    "claim staircase.appE.336 shows; that is not formalised.",
)


def derive_growth() -> Derivation:
    proof = Proof(ON)
    values = [show_sum(proof, m) for m in range(MOST + 1)]
    finite = GROWTH.printed[:-2]
    orders = [*range(1, MOST + 1), *range(MOST + 1)]
    for place, (order, goal) in enumerate(zip(orders, finite, strict=True)):
        why = (
            f"c_{order} has the factor b"
            if place < MOST
            else f"c_{order} is a polynomial over a power of 1 - b; its value at b = 1 is {order}!"
        )
        proof.concludes(goal, by="limit", because=why, uses=(values[order],))
    _every_order(proof)
    return proof.done()


def derive_ratios() -> Derivation:
    proof = Proof(ON)
    values = [show_sum(proof, m) for m in range(MOST + 2)]
    for order, goal in enumerate(RATIOS.printed):
        proof.concludes(
            goal, by="limit", because=f"({order} + 1)! / {order}!",
            uses=(values[order + 1], values[order]),
        )  # fmt: skip
    return proof.done()


def _every_order(proof: Proof) -> None:
    above = proof.assumes(_POSITIVE, because="for every i >= 1: all terms are positive")
    small = proof.assumes(_BOUNDED, because="b^k <= b / 2^(k-1) for k >= 1 and b <= 1/2")
    near = [
        proof.shows(
            fact, on=Domain((_NUMBER, _SMALL)), by="entailment", because=why, uses=(name,),
            facts=[(name, {}, one)],
        )
        for fact, why, name in (
            (less(0, _c(n, b)), "so it is for small b", above),
            (_BOUNDED.proposition, "the bound for small b", small),
        )
    ]  # fmt: skip
    gone = proof.shows(
        Limit(b * sp.exp(_kappa(n)), b, zero, "+", zero), on=Domain((_NUMBER,)), by="limit",
        because="the bound has the factor b",
    )  # fmt: skip
    proof.concludes(
        _VANISHES, by="squeeze", because="so c_i does vanish", uses=(near[0], small, gone)
    )
    terms = powers.Terms(proof)
    low = proof.assumes(
        _FALLING, because="k (k-1) ... (k-i+1) <= k^i; the sums of the left sides are known"
    )
    high = proof.assumes(_RISING, because="k^i <= (k+1) ... (k+i), likewise")
    line = 1 - n * (1 - b)
    bernoulli = proof.shows(
        less(line, _scaled), on=_FALLING.domain, by="entailment",
        because="b^i is above its tangent at b = 1 (the second of the inequalities for tangents)",
        uses=(terms.tangent_above, low),
        facts=[
            (terms.tangent_above, {powers.x: b, powers.s: 1 - b, powers.r: n - 1}, one),
            (low, {}, one),
        ],
    )  # fmt: skip
    tends = proof.shows(
        Limit(line, b, one, "-", one), on=_GROWS.domain, by="limit", because="the tangent's value"
    )
    proof.concludes(
        _GROWS, by="squeeze", because="so the scaled sum tends to 1 for every i >= 2",
        uses=(bernoulli, high, tends),
    )  # fmt: skip


CLAIMS = (
    Claim(DEFINITION, derive_definition),
    Claim(VALUES, derive_values),
    Claim(RECURRENCE, derive_recurrence),
    Claim(GROWTH, derive_growth),
    Claim(RATIOS, derive_ratios),
)
