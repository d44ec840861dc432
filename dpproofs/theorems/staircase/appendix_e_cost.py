"""Appendix E, (307)-(322) and (337): the cost for a power, and the equation for its best gamma."""

from __future__ import annotations

from functools import cache

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.proposition import Derivative, Limit, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_e import MOST, closed, show_sum
from dpproofs.theorems.staircase.cost import Cost
from dpproofs.theorems.staircase.noise import show_exists
from dpproofs.theorems.staircase.setting import (FAMILY, PAPER, RATIO, SPLIT, Delta, b, gamma, k,
    weight)

ON, UNIT = Domain((RATIO, SPLIT)), Domain((SPLIT,))
POWERS = range(1, MOST + 1)
zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
p = sp.Symbol("p", positive=True)
n = sp.Symbol("n", integer=True, positive=True)

#: A period after the first one, and gamma inside.
REAL = Domain((positive(p), RATIO, between(gamma, 0, 1)))
LATER = index(k, 1)


@cache
def mixed(power: int, slope: bool = False) -> sp.Expr:
    """The sum of binomial(q, i) c_(q-i) gamma^i with q = power + 1, or its slope in gamma."""
    q = power + 1
    terms = (sp.binomial(q, i) * closed(q - i) * (i * gamma ** (i - 1) if slope else gamma**i)
        for i in range(int(slope), q + 1))
    return sp.Add(*terms)


def cost(power: int) -> sp.Expr:
    """The cost as printed in (312)."""
    return Delta**power * (1 - b) ** 2 / ((power + 1) * weight) * mixed(power)


def numerator(power: int) -> sp.Expr:
    """The left side of (317) less the right one."""
    return weight * mixed(power, slope=True) - (1 - b) * mixed(power)


def mixed_latex(power: int, *, slope: bool = False) -> str:
    """How the sum, or its slope, is displayed."""
    q, first, factor = power + 1, int(slope), "i" if slope else ""
    exponent = "i-1" if slope else "i"
    return rf"\sum_{{i={first}}}^{{{q}}}{factor}\binom{{{q}}}ic_{{{q}-i}}\gamma^{{{exponent}}}"


def numerator_latex(power: int) -> str:
    """How the numerator is displayed, with D for b + (1-b) gamma."""
    return rf"D{mixed_latex(power, slope=True)}-(1-b){mixed_latex(power)}"


# -- (312) ----------------------------------------------------------------------------------------


def _sum(term: sp.Expr, value: sp.Expr, on: Domain) -> Goal:
    return Goal(Sum(term, k, zero, sp.oo, value), on)


def _expanded(power: int) -> Goal:
    """The sum of (312), by the binomial theorem."""
    return _sum(b**k * (k + gamma) ** (power + 1), mixed(power), ON)


def _bracket(power: int) -> Goal:
    """The sum that is said to vanish, from k = 1 on; its first term is b."""
    q = power + 1
    return Goal(Sum(b**k * (b * (k + 1) ** q - k**q), k, one, sp.oo, -b), Domain((RATIO,)))


_q = p + 1
_pieces = (k + gamma) ** _q - k**_q + b * ((k + 1) ** _q - (k + gamma) ** _q)
_FIRST = Goal(that(gamma**_q + b * (1 - gamma**_q) - (1 - b) * gamma**_q) == b, REAL)
_OTHERS = Goal(Sum(b**k * (_pieces - (1 - b) * (k + gamma) ** _q), k, one, n,
        b ** (n + 1) * (n + 1) ** _q - b), REAL & index(n, 1))

COST = Statement(id="staircase.appE.312.powers", paper=PAPER,
    item="ours: (307)-(312) for powers up to 8",
    title="the cost of the staircase density for a power",
    printed_latex=r"\begin{gathered}V(P_\gamma)=\frac{\Delta^m(1-b)^2}{(m+1)(b+(1-b)\gamma)}"
    r"\sum_{k\ge0}b^k(k+\gamma)^{m+1}\\=\frac{\Delta^m(1-b)^2}{(m+1)(b+(1-b)\gamma)}"
    r"\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i,\\"
    r"\text{since }\sum_{k\ge0}b^k\bigl(b(k+1)^{m+1}-k^{m+1}\bigr)=0\end{gathered}",
    definitions=Cost(1, zero).definitions,
    printed=(*(Cost(m, cost(m)).goal for m in POWERS),
        *(_expanded(m) for m in POWERS), *(_bracket(m) for m in POWERS), _FIRST, _OTHERS),
    note="For m = 1, ..., 8 everything is summed, from the definition of the density. For every "
    "real power p > 0 the last two statements compare the costs of the periods, without their "
    "common factor, with (1-b) b^k (k + gamma)^(p+1): the first period costs b more, and up to "
    "period n the difference is b^(n+1) (n+1)^(p+1), which tends to 0 as n grows.")


def derive_cost() -> Derivation:
    proof = Proof(FAMILY, COST)
    proof.idea("For each m the density is integrated over the two pieces of a period, where it is "
        "level, and the pieces are added up over k. Without the common factor period k costs b^k "
        "times (k + gamma)^(m+1) - k^(m+1) + b ((k+1)^(m+1) - (k + gamma)^(m+1)). What stands "
        "there beside (1-b) (k + gamma)^(m+1) telescopes to 0, and (k + gamma)^(m+1) is expanded.")
    exists = show_exists(proof, Cost(1, zero).staircase)
    for m in range(MOST + 2):
        show_sum(proof, m)
    for m in POWERS:
        before = rf"\frac{{\Delta^{{{m}}}(1-b)^2}}{{{m + 1}\,(b+(1-b)\gamma)}}"
        latex = rf"\int|x|^{{{m}}}f_\gamma(x)\,dx={before}{mixed_latex(m)}"
        Cost(m, cost(m)).derive(proof, latex, exists)
    for m in POWERS:
        proof.concludes(_expanded(m), by="sum", ratio=b,
            because=f"expand the power {m + 1} by the binomial theorem, and use the sums of b^k "
            f"times "
            "powers of k in every term",
            latex=rf"\sum_{{k=0}}^\infty b^k(k+\gamma)^{{{m + 1}}}={mixed_latex(m)}")
    for m in POWERS:
        proof.concludes(_bracket(m), by="sum", ratio=b,
            because=f"the term is b^(k+1) (k+1)^{m + 1} - b^k k^{m + 1}, so that the sum "
            f"telescopes, "
            "and what is left is minus its first value")
    proof.concludes(_FIRST, by="identity",
        because="every real power p > 0: the first period costs b more than (1-b) gamma^(p+1), "
        "without the common factor")
    proof.concludes(_OTHERS, by="sum", ratio=b, quotient=k**_q,
        because="in the later periods b^k k^(p+1) telescopes; what is left tends to 0")
    return proof.done()


# -- (316), (317) ---------------------------------------------------------------------------------

_term = (k + gamma) ** p * (p * gamma * (1 - b) + (p + 1) * b - (1 - b) * k)
_TERMWISE = Goal(Derivative((k + gamma) ** _q / weight, gamma, _term / weight**2),
    REAL & index(k, 0))


def _balanced(power: int) -> Goal:
    term = _term.xreplace({p: sp.Integer(power)})
    return _sum(b**k * term, numerator(power), ON)


def _slope(power: int) -> Goal:
    value = Delta**power * (1 - b) ** 2 / ((power + 1) * weight**2) * numerator(power)
    return Goal(Derivative(cost(power), gamma, value), FAMILY)


STATIONARY = Statement(id="staircase.appE.316.powers", paper=PAPER,
    item="ours: (314)-(317) for powers up to 8", title="the equation for the best gamma",
    printed_latex=r"\begin{gathered}V'(\gamma)=0\iff(b+(1-b)\gamma)\sum_{i=1}^{m+1}i"
    r"\binom{m+1}ic_{m+1-i}\gamma^{i-1}=(1-b)\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i\\"
    r"\iff\sum_{k\ge0}b^k(k+\gamma)^m\bigl[m\gamma(1-b)+(m+1)b-(1-b)k\bigr]=0\end{gathered}",
    printed=(*(_slope(m) for m in POWERS), *(_balanced(m) for m in POWERS), _TERMWISE),
    note="For m = 1, ..., 8: the derivative of (312), whose other factors are positive, and the "
    "sum, both with the same numerator. For every real power p > 0 the last statement is the "
    "derivative of one term of the cost; staircase.appE.316 has that of the sum, for every m.")


def derive_stationary() -> Derivation:
    proof = Proof(FAMILY)
    for m in POWERS:
        before = rf"\frac{{\Delta^{{{m}}}(1-b)^2}}{{{m + 1}D^2}}"
        proof.concludes(_slope(m),
            by="derivative",
            because="use the quotient rule, where b + (1-b) gamma has the derivative 1 - b",
            latex=rf"\frac{{\partial V}}{{\partial\gamma}}={before}"
            rf"\Bigl({numerator_latex(m)}\Bigr),\quad D=b+(1-b)\gamma")
    for m in POWERS:
        proof.concludes(_balanced(m), by="sum", ratio=b,
            because=f"the last bracket is {m + 1} (b + (1-b) gamma) - (1-b) (k + gamma), so that "
            f"two sums of powers of k + gamma are added, of the powers {m} and {m + 1}, as the "
            f"binomial theorem "
            "gives them")
    proof.concludes(_TERMWISE, by="derivative",
        because="use the quotient rule for one period, for every real power p > 0")
    return proof.done()


# -- (337) ----------------------------------------------------------------------------------------


def _balance(power: int) -> Goal:
    scaled = numerator(power) * (1 - b) ** power / sp.factorial(power + 1)
    return Goal(Limit(scaled, b, one, "-", gamma - half), UNIT)


BALANCE = Statement(id="staircase.appE.337.powers", paper=PAPER,
    item="ours: (337) for powers up to 8",
    title="what is left of the equation for gamma as b tends to 1",
    printed_latex=r"b\to1:\qquad-\tfrac12+\gamma=0", printed=tuple(_balance(m) for m in POWERS),
    note="For m = 1, ..., 8 the difference of the two sides of (317), over (m+1)!/(1-b)^m. The "
    "terms of order 1/(1-b)^(m+1) on both sides are equal, so that (336) alone, which gives only "
    "these, does not give the limit; (335) gives the next order. The roots gamma* follow a limit "
    "of the equation at each gamma because the slope of the cost changes sign only once; the "
    "derivation of Theorem 8 proves their limit by bounds, for every real power p >= 1.")


def derive_balance() -> Derivation:
    proof = Proof(ON)
    proof.idea("Let s be 1 - b. The sum of b^k k^i over k is i!/s^(i+1) (1 - (i+1) s/2), up to a "
        "factor 1 + O(s^2). So s^(m+1)/(m+1)! times the sum in (316) is 1 + (gamma - (m+1)/2) s, "
        "that times the sum on the right is 1/s + gamma - (m+2)/2, and b + (1-b) gamma is 1 - (1 - "
        "gamma) s; the difference of the two sides, over s, is gamma - 1/2.")
    for m in POWERS:
        proof.concludes(_balance(m), by="limit",
            because="expand in powers of 1 - b: the constant terms cancel, and what is left of the "
            "terms of the first order is gamma - 1/2",
            latex=rf"\lim_{{b\to1^-}}\frac{{(1-b)^{{{m}}}}}{{{m + 1}!}}"
            rf"\Bigl({numerator_latex(m)}\Bigr)=\gamma-\frac12")
    return proof.done()


CLAIMS = (Claim(COST, derive_cost), Claim(STATIONARY, derive_stationary),
    Claim(BALANCE, derive_balance))
