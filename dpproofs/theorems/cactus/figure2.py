"""Figures 2a and 2b: step densities of Definition 1, given exactly, beside normal noise."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.proposition import Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.coarse import COARSE, RATIO, Masses, in_units, name_logs
from dpproofs.theorems.cactus.figure1 import CACTUS, UPPER
from dpproofs.theorems.cactus.gaussian import density, sigma
from dpproofs.theorems.cactus.setting import PAPER, x

#: By the variance: masses with 4 cells a unit, and a bound on their divergences.
SOLVED = {sp.Rational(1, 20): ((84760, 4795, 787, 885, 1097, 41, 7, 5, 3, 1, 1, 1, 1),
        sp.Rational(4079, 1000)),
    sp.Rational(1, 10): ((69213, 9910, 1243, 1616, 2358, 206, 22, 20, 17, 1, 1, 1, 1),
        sp.Rational(3034, 1000)), sp.Rational(1, 4): (CACTUS, UPPER),
    sp.Rational(1, 2): ((2545, 1462, 247, 773, 774, 285, 33, 75, 55, 16, 2, 3, 1),
        sp.Rational(9815, 10**4)),
    sp.Integer(1): ((1068, 990, 877, 746, 609, 434, 300, 202, 133, 77, 44, 25, 14),
        sp.Rational(4992, 10**4))}

_WITHIN = tuple(COARSE.within(masses, budget) for budget, (masses, _) in SOLVED.items())
_BELOW = tuple(goal for masses, bound in SOLVED.values() for goal in COARSE.below(masses, bound))
_BETTER = tuple(Goal(that(bound) < 1 / (2 * budget), Domain())
    for budget, (_, bound) in SOLVED.items())
_CLOSES = Goal(Limit(1 / (2 * sigma**2), sigma, sp.oo, "-", sp.Integer(0)), Domain())

_LETTERS = "ABCDF"
_TOLD = "; ".join(f"{in_units(masses, COARSE)} for {budget}"
    for budget, (masses, _) in SOLVED.items())

FIGURE_2A = Statement(id="cactus.fig2a.variances", paper=PAPER,
    item="ours: Figure 2a at five variances",
    title="at five variances a step density leaks less than normal noise, which leaks ever less",
    printed_latex=r"\begin{gathered}\text{some }P\in\mathcal C_{4,12,1/2}\text{ has }\mathbb E[Z^2]"
    r"\le\sigma^2\text{ and }\max_kD(P\|T_{k/4}P)<\frac1{2\sigma^2},\qquad\sigma^2=\tfrac1{20},"
    r"\tfrac1{10},\tfrac14,\tfrac12,1,\\\lim_{\sigma\to\infty}\frac1{2\sigma^2}=0\end{gathered}",
    printed=(*_WITHIN, *_BELOW, *_BETTER, _CLOSES),
    note="For each variance 1/20, 1/10, 1/4, 1/2, 1 the masses of a step density of Definition 1, "
    f"with n = 4, N = 12 and r = 1/2, whose sum is divided out: {_TOLD}. Each further mass is half "
    "of the one before, and the letters are the logarithms of the masses. They keep the budget, "
    "and their divergences from the shifts by 1/4, 2/4, 3/4 and 1, which by Theorem 2 are the "
    "worst, are below a bound that is below 1/(2 sigma^2). The paper says so for all values of "
    "sigma that it draws, on a finer grid; that for every sigma > 0 some noise is better is "
    "cactus.gauss.better. A divergence is not negative, so that the gap to the best noise is at "
    "most 1/(2 sigma^2), whose limit is the last goal. That the gap falls from each value of "
    "sigma to the next is not shown.")


def derive_2a() -> Derivation:
    proof = Proof(Domain(), FIGURE_2A)
    for letter, (masses, _) in zip(_LETTERS, SOLVED.values(), strict=True):
        name_logs(proof, COARSE.found(masses), letter)
    for budget, goal in zip(SOLVED, _WITHIN, strict=True):
        proof.concludes(goal, by="sign", because=f"the masses for {budget} keep their budget")
    for place, goal in enumerate(_BELOW):
        budget, shift = tuple(SOLVED)[place // COARSE.cells], place % COARSE.cells + 1
        proof.concludes(goal, by="region",
            because=f"for the variance {budget} the divergence from the shift by {shift}/4 is this")
    for goal in _BETTER:
        proof.concludes(goal, by="sign", because="the bound is less than what normal noise leaks")
    proof.concludes(_CLOSES, by="limit", because="what normal noise leaks itself tends to 0")
    return proof.done()


# -- Figure 2b ------------------------------------------------------------------------------------

ORDER, _slope = 3, sp.Integer(12)
rounds = sp.Symbol("m", integer=True, positive=True)
t = sp.Symbol("t", positive=True)
_BUDGET, _LOG = sp.Rational(1, 10), sp.log(1000)
_MASSES = SOLVED[_BUDGET][0]


def moment(masses: Masses, shift: int) -> sp.Expr:
    """E e^(t L) for t = ORDER, L the loss at a shift by whole cells: the sum of p^(1+t)/q^t."""
    total = (masses.mass(COARSE.last) / (1 - RATIO)
            * (RATIO ** (shift * (1 + ORDER)) + RATIO ** (-shift * ORDER)))
    for i in range(-COARSE.last + 1, COARSE.last + shift):
        total += masses.mass(abs(i)) ** (1 + ORDER) / masses.mass(abs(i - shift)) ** ORDER
    return total


_MOMENTS = tuple(Goal(that(sp.log(moment(COARSE.found(_MASSES), k))) < _slope, Domain())
    for k in range(1, COARSE.cells + 1))
_normal = density(x).subs(sigma, sp.sqrt(_BUDGET))
_NORMAL = Goal(Integral(_normal * sp.exp(t * (1 - 2 * x) / (2 * _BUDGET)), x, -sp.oo, sp.oo,
        sp.exp(t * (t + 1) / (2 * _BUDGET))), Domain((positive(t),)))
_cactus = (rounds * _slope + _LOG) / ORDER
_gaussian = (rounds * t * (t + 1) / (2 * _BUDGET) + _LOG) / t
_ALWAYS = Domain((index(rounds, 1), positive(t)))
_LESS = Goal(that(_cactus) < _gaussian, _ALWAYS)

FIGURE_2B = Statement(id="cactus.fig2b.normal", paper=PAPER,
    item="ours: Figure 2b on a coarse grid",
    title="by the moments accountant a step density is ahead of normal noise for every number of "
    "rounds",
    printed_latex=r"\begin{gathered}\alpha_{\mathrm{cactus}}(3)<12\ "
    r"(a=\tfrac14,\tfrac24,\tfrac34,1),\qquad\alpha_{\mathrm{normal}}(t)=5t(t+1)\ "
    r"(a=1),\\\frac{12\,m+\log\frac1\delta}3<\frac{m\,5t(t+1)+\log\frac1\delta}t\qquad(t>0,\ "
    r"\delta=10^{-3},\ C=0.1,\ m=1,2,3,\dots)\end{gathered}",
    printed=(COARSE.within(_MASSES, _BUDGET), *_MOMENTS, _NORMAL, _LESS),
    note="Figure 2b, with the step density of n = 4, N = 12 and r = 1/2 that "
    "cactus.fig2a.variances has for 1/10, and which the finer ones of the paper are better than. "
    "The moment $E\\,e^{3L}$ at the shift by k cells is the sum of $p_i^4/p_{i-k}^3$ over all "
    "cells i. alpha(t) is $\\log E\\,e^{tL}$, for the worst shift; it is below 12 at t = 3 for the "
    "shifts 1/4, 2/4, 3/4 and 1, and between two of them $E\\,e^{tL}$ is a mean of theirs, as in "
    "Theorem 2. Of normal noise it is 5 t (t+1), by the integral at the shift 1. So (12 m + log "
    "1000)/3 is a bound on the cactus's epsilon after m rounds, and the last goal says that it is "
    "below what normal noise has at any t.")


def derive_2b() -> Derivation:
    proof = Proof(_ALWAYS, FIGURE_2B)
    proof.concludes(FIGURE_2B.printed[0], by="sign", because="the masses keep the budget")
    for k, goal in enumerate(_MOMENTS, 1):
        proof.concludes(goal, by="region",
        because=f"at the shift {k}/4 the moment of order 3 is this")
    proof.concludes(_NORMAL, by="integral",
        because="normal noise has this moment at the full shift",
        antiderivative=sp.exp(t * (t + 1) / (2 * _BUDGET)) * sp.erf(sp.sqrt(5) * (x + t)) / 2)
    small = proof.shows(that(_LOG / ORDER) < ORDER, on=Domain(), by="region",
        because="e^3 exceeds 10")
    some = proof.shows(that(0) < _LOG, on=Domain(), by="region",
        because="the logarithm of 1000 is positive")
    parts = [proof.follows(_LESS.proposition, (some, 1 / t - sp.Rational(1, ORDER)),
            on=_LESS.domain.restrict(t, sp.Integer(0), sp.Integer(ORDER)),
            because="below the order 3 the last term is larger, and 5 (t + 1) is more than 4"),
        proof.follows(_LESS.proposition, small, (some, 1 / t),
            on=_LESS.domain.restrict(t, sp.Integer(ORDER), sp.oo, "[)"),
            because="from the order 3 on 5 (t + 1) is at least 20, and the left side below 4 m + "
            "3")]
    proof.concludes(_LESS, by="cases", uses=parts,
        because="so normal noise is behind at every order")
    return proof.done()


CLAIMS = (Claim(FIGURE_2A, derive_2a), Claim(FIGURE_2B, derive_2b))
