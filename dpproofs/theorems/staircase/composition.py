"""Sections I-D7 and I-D8: d queries, each answered with the share epsilon/d of the budget."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import corollary7
from dpproofs.theorems.staircase.laplace import POWER
from dpproofs.theorems.staircase.setting import EPSILON, PAPER, SENSITIVITY, Delta, eps, gamma, x
from dpproofs.theorems.staircase.theorem4 import AMPLITUDE as STAIRCASE
from dpproofs.theorems.staircase.theorem4 import best, least

_d = sp.Symbol("d", integer=True, positive=True)
QUERIES = index(_d, 1)
ON = Domain((QUERIES, EPSILON, SENSITIVITY))
#: At least one unit of epsilon for each query.
LOW = Domain((QUERIES, between(eps, _d, sp.oo, "[)"), SENSITIVITY))

share = {eps: eps / _d}
_share = sp.exp(-eps / _d)

#: The sum of the d expected amplitudes, and the power of the noise of one query.
error = _d * STAIRCASE.value.subs(gamma, best).xreplace(share)
power = corollary7.least_in_epsilon.xreplace(share)
order_error = _d * Delta * sp.exp(-eps / (2 * _d))
order_power = Delta**2 * sp.exp(-2 * eps / (3 * _d))

_ORDER = r"d\,\Delta\,e^{-\epsilon/(2d)}"

CLAIM = Statement(id="staircase.I-D7", paper=PAPER, item="Sections I-D7, I-D8",
    title="d queries: the error falls exponentially in epsilon/d",
    printed_latex=r"\begin{gathered}\text{for fixed }d,\ \epsilon\to\infty:\quad "
    r"d\,V_1(\epsilon/d)=O\bigl(d\,e^{-\epsilon/(2d)}\bigr),\\\text{with Laplace noise "
    r"}\Theta(1/\epsilon^2),\quad \text{with staircase noise "
    r"}V_2(\epsilon/d)=\Theta(e^{-c\,\epsilon})\end{gathered}", definitions=STAIRCASE.definitions,
    printed=(Goal(that(error) == order_error / (1 - _share), ON), Goal(that(order_error) < error,
        ON), Goal(that(error) < 2 * order_error, LOW),
        Goal(POWER.proposition.map(lambda part: part.xreplace(share)), ON),
        Goal(that(corollary7.constant * order_power) < power, ON),
        Goal(that(power) < 8 * order_power, LOW)),
    note="V_1 is d times the least amplitude, and V_2 the least power, at the share epsilon/d of "
    "each query, every one of sensitivity Delta; the noises are independent, so that the density "
    "ratios, each at most exp(epsilon/d), multiply to at most exp(epsilon) (in words only). The "
    "sum of the d amplitudes bounds the expected length of the error in every l_p norm, p >= 1. "
    "The order is shown with the constants 1 and 2 for epsilon >= d, and that of the power with "
    "2^(-2/3) and 8 and c = 2/(3d). That d is fixed matters: for fixed epsilon the quotient of the "
    "error and d exp(-epsilon/(2d)) grows at least like d/epsilon, as the last step shows.")


def derive() -> Derivation:
    proof = Proof(ON, CLAIM)
    for letter, meaning in ((sp.Symbol("V_1"), error), (sp.Symbol("V_2"), power)):
        proof.letter(letter, meaning)
    value, above = _amplitude(proof)
    proof.concludes(CLAIM.printed[1], by="sign",
        because="the denominator 1 - exp(-epsilon/d) of this value is below 1, and leaving it out "
        "makes the value smaller", uses=(value,),
        latex=rf"{_ORDER}<\frac{{{_ORDER}}}{{1-e^{{-\epsilon/d}}}}=d\,V_1(\epsilon/d)")
    half = proof.follows(that(_share) < sp.Rational(1, 2), (above, share, _share / 2), on=LOW,
        because="with epsilon/d >= 1, exp(epsilon/d) is above 1 + epsilon/d, and so above 2")
    proof.concludes(CLAIM.printed[2], by="entailment",
        because="so the denominator 1 - exp(-epsilon/d) of this value is above 1/2",
        uses=(value, half), facts=[(half, {}, 2 * order_error / (1 - _share))],
        latex=rf"d\,V_1(\epsilon/d)=\frac{{{_ORDER}}}{{1-e^{{-\epsilon/d}}}}<2{_ORDER}")
    _powers(proof, half)
    line = proof.shows(that(1 - sp.exp(-eps)) < eps, on=Domain((EPSILON,)), by="ladder",
        because="1 - exp(-epsilon) is below its tangent at 0")
    proof.key(proof.shows(that(_d / eps) < error / order_error, by="entailment",
        because="for fixed epsilon the quotient of the error and its order is not bounded in d",
        uses=(value, line), facts=[(line, share, _d / (eps * (1 - _share)))],
        latex=rf"\frac d\epsilon<\frac{{d\,V_1(\epsilon/d)}}{{{_ORDER}}}"))
    return proof.done()


def _amplitude(proof: Proof) -> tuple[str, str]:
    """The error exactly, and 1 + epsilon < exp(epsilon)."""
    STAIRCASE.show_at(proof, STAIRCASE.derive(proof), best, least, Domain((EPSILON, SENSITIVITY)))
    proof.shows(that(STAIRCASE.value.subs(gamma, best)) == least, on=Domain((EPSILON, SENSITIVITY)),
        by="identity",
        because="put the best gamma of Theorem 4, 1/(1 + exp(epsilon/2)), and b = exp(-epsilon) "
        "into the cost")
    value = proof.concludes(CLAIM.printed[0], by="identity",
        because="multiply the least amplitude by d, with epsilon/d for epsilon",
        latex=rf"d\,V_1(\epsilon/d)=\frac{{{_ORDER}}}{{1-e^{{-\epsilon/d}}}}")
    above = proof.shows(that(1 + eps) < sp.exp(eps), on=Domain((EPSILON,)), by="ladder",
        because="the exponential is above its tangent at 0")
    return value, above


def _powers(proof: Proof, half: str) -> None:
    lower, upper = corollary7.show_order(proof)
    bound = corollary7.show_constant(proof)
    proof.key(lower, upper, bound, half)
    scale = _d * Delta / eps
    proof.concludes(CLAIM.printed[3], by="integral",
        because="integrate by parts twice: of Laplace noise at epsilon/d the power is of the order "
        "1/epsilon^2",
        antiderivative=-(x**2 + 2 * scale * x + 2 * scale**2) * sp.exp(-x / scale))
    top = sp.Rational(2, 3) * (1 + _share) + sp.exp(-eps / (3 * _d))
    proof.follows(CLAIM.printed[4], (lower, share, order_power),
        because="put epsilon/d for epsilon in the lower bound, where a positive term is left out",
        latex=r"2^{-2/3}\,\Delta^2e^{-2\epsilon/(3d)}<V_2(\epsilon/d)")
    proof.follows(CLAIM.printed[5], (upper, share, order_power),
        (bound, order_power * (1 + _share) / (1 - _share) ** 2),
        (half, order_power * (8 + 6 * top * (3 - 2 * _share) / (1 - _share) ** 2) / 3),
        because="put epsilon/d for epsilon in the upper bound, where exp(-epsilon/d) is below 1/2",
        latex=r"V_2(\epsilon/d)<8\,\Delta^2e^{-2\epsilon/(3d)}")


CLAIMS = (Claim(CLAIM, derive),)
