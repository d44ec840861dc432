"""Section V-B: the choice gamma = exp(-epsilon)/2, and how often the noise is then small."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.proposition import Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.laplace import right_half
from dpproofs.theorems.staircase.setting import (EPSILON, PAPER, RATIO, SENSITIVITY, Delta, b, eps,
    gamma, height, x)

IN_RATIO = Domain((RATIO,))
IN_EPSILON = Domain((EPSILON,))
PARAMETERS = Domain((RATIO, SENSITIVITY))
half, zero = sp.Rational(1, 2), sp.Integer(0)
choice = sp.exp(-eps) / 2

CHOICE = Statement(id="staircase.heur.62", paper=PAPER, item="(62)",
    title="a choice of gamma that depends on epsilon alone",
    printed_latex=r"\tilde\gamma=\frac b2=\frac{e^{-\epsilon}}2", printed=(), definition=True,
    note="The choice is gamma = exp(-epsilon)/2. It lies in (0, 1/2) for every epsilon > 0, and "
            "so is admissible.")


def derive_choice() -> Derivation:
    proof = Proof(IN_EPSILON)
    proof.shows(that(0) < choice, by="sign", because="it is positive")
    proof.shows(that(choice) < half, by="sign", because="exp(-epsilon) is less than 1")
    return proof.done()


_ENDS = {
    Goal(Limit(choice, eps, zero, "+", half), Domain()): "since exp(-epsilon) tends to 1",
    Goal(Limit(choice, eps, sp.oo, "-", zero), Domain()): "since exp(-epsilon) tends to 0"}

LIMITS = Statement(id="staircase.heur.63", paper=PAPER, item="(63), (64)",
    title="the limits of this choice",
    printed_latex=r"\lim_{\epsilon\to0}\tilde\gamma=\frac12,\qquad"
    r"\lim_{\epsilon\to\infty}\tilde\gamma=0", printed=tuple(_ENDS),
    note="The choice is gamma = exp(-epsilon)/2.")


def derive_limits() -> Derivation:
    proof = Proof(IN_EPSILON)
    for goal, because in _ENDS.items():
        proof.concludes(goal, by="limit", because=because, rate=sp.Integer(1))
    return proof.done()


_top = height.subs(gamma, b / 2)
_chance = (1 - b) / (3 - b)
_third = sp.Rational(1, 3)

SMALL = Statement(id="staircase.heur.65", paper=PAPER, item="(65)",
    title="how often the noise stays within gamma Delta",
    printed_latex=r"\Pr[|X|\le\tilde\gamma\Delta]=2a(\tilde\gamma)\tilde\gamma\Delta"
    r"=\frac{1-b}{3-b}\to\frac13,\quad\epsilon\to\infty",
    printed=(Goal(Integral(2 * _top, x, zero, b / 2 * Delta, _chance), PARAMETERS),
        Goal(Limit(_chance, b, zero, "+", _third), Domain()),
        Goal(that(2 * b / 9) < _third - _chance, IN_RATIO),
        Goal(that(_third - _chance) < b / 3, IN_RATIO)),
    note="With b = exp(-epsilon), which tends to 0 as epsilon grows. The probability is below "
    "1/3, by between 2b/9 and b/3, for every epsilon.")


def derive_small() -> Derivation:
    proof = Proof(PARAMETERS)
    proof.shows(that(2 * _top * b / 2 * Delta) == _chance, by="identity",
        because="this is twice the level at 0 times b Delta/2, the length of the first piece")
    proof.concludes(SMALL.printed[0], by="integral",
        because="twice the mass of the first piece of the first period",
        antiderivative=2 * _top * x)
    proof.concludes(SMALL.printed[1], by="limit", because="put b = 0")
    for goal in SMALL.printed[2:]:
        proof.concludes(goal, by="sign", because="the distance from the limit is 2b/(3 (3-b))")
    return proof.done()


_u = sp.Symbol("u", positive=True)
_exponent = eps * sp.exp(-eps) / 2
_often = 1 - sp.exp(-_exponent)  # the probability

LAPLACE = Statement(id="staircase.heur.66", paper=PAPER, item="(66)",
    title="how often Laplace noise stays within the distance of the heuristic gamma",
    printed_latex=r"\Pr[|X|\le\tilde\gamma\Delta]=1-e^{-\frac\epsilon2e^{-\epsilon}}\to0,"
    r"\quad\epsilon\to\infty",
    printed=(Goal(Integral(2 * right_half, x, zero, choice * Delta, _often),
            Domain((EPSILON, SENSITIVITY))),
        Goal(that(_often) < 1 / eps, IN_EPSILON),
        Goal(that(_often) < _exponent, IN_EPSILON),
        Goal(that(_exponent - _exponent**2 / 2) < _often, IN_EPSILON),
        Goal(Limit(_often, eps, sp.oo, "-", zero), Domain())),
    note="The limit follows from the bound 1/epsilon, which holds for every epsilon > 0. With "
    "u = epsilon exp(-epsilon)/2 the probability lies between u - u^2/2 and u, so that it falls "
    "like u.")


def derive_laplace() -> Derivation:
    proof = Proof(IN_EPSILON)
    proof.concludes(LAPLACE.printed[0], by="integral",
        because="twice the integral of the Laplace density up to half of Delta exp(-epsilon)",
        antiderivative=-sp.exp(-eps * x / Delta))
    line = proof.shows(that(1 - sp.exp(-_u)) < _u, on=Domain((positive(_u),)), by="ladder",
        because="the curve 1 - exp(-u) lies below its tangent at 0")
    growth = proof.shows(that(eps**2) < 2 * sp.exp(eps), by="ladder",
        because="the exponential series has the term epsilon^2/2")
    bound = proof.follows(LAPLACE.printed[1], (line, {_u: _exponent}),
        (growth, sp.exp(-eps) / (2 * eps)),
        because="with u = epsilon exp(-epsilon)/2, which is below 1/epsilon")
    proof.follows(LAPLACE.printed[2], (line, {_u: _exponent}),
        because="the probability is below the exponent itself")
    parabola = proof.shows(that(_u - _u**2 / 2) < 1 - sp.exp(-_u), on=Domain((positive(_u),)),
        by="ladder", because="the alternating exponential series is cut after a negative term")
    proof.follows(LAPLACE.printed[3], (parabola, {_u: _exponent}),
        because="it is above the exponent less half its square")
    some = proof.shows(that(0) < _often, by="sign", because="the probability is positive")
    end = proof.shows(Limit(1 / eps, eps, sp.oo, "-", zero), on=Domain(), by="limit",
        because="the bound tends to 0")
    proof.concludes(LAPLACE.printed[4], by="squeeze", uses=(some, bound, end),
        because="so the probability, which is positive, tends to 0")
    return proof.done()


CLAIMS = (Claim(CHOICE, derive_choice), Claim(LIMITS, derive_limits), Claim(SMALL, derive_small),
    Claim(LAPLACE, derive_laplace))
