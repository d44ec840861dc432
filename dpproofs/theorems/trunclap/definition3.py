"""Definition 3: the truncated Laplacian distribution, and its key properties."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import between
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.lengths import (NOISE, L, delta_of_length, density, end, inner_end,
    substituted, v)
from dpproofs.theorems.trunclap.setting import (FAMILY, PAPER, PRIVACY, Delta, delta, eps, height,
    u)

_x = sp.Symbol("x", nonnegative=True)
_half = sp.Rational(1, 2)
_misprint = 1 / (1 - 1 / (1 + (sp.exp(eps) - 1) / 2))

_PRINTED = Goal(that(1 / (1 - 1 / (1 + u))) == _misprint, PRIVACY)  # 2 lambda B
WIDE = Goal(that(sp.exp(eps)) < 1 + u, PRIVACY)
HALF = Goal(Integral(substituted, v, sp.Integer(0), u, _half), FAMILY)

_DENSITY = (r"f(x)=Be^{-|x|/\lambda}\ (|x|\le A),\quad\lambda=\frac\Delta\epsilon,\quad A=\lambda"
    r"\log\Bigl(1+\frac{e^\epsilon-1}{2\delta}\Bigr),\quad ")
_B = r"B=\frac1{2\lambda(1-e^{-A/\lambda})}"

_ERRATUM = Erratum(Severity.misprint,
    "A program that takes B from its last expression has a density whose mass is not 1; take B "
    "= 1/(2 lambda (1 - exp(-A/lambda))).",
    (Patch(r"\frac{1}{2\frac{\Delta}{\epsilon}(1 - \frac{1}{1 + \frac{e^{\epsilon} - 1}{2}})}",
        r"\frac{1}{2\frac{\Delta}{\epsilon}(1 - "
        r"\frac{1}{1 + \frac{e^{\epsilon} - 1}{2\delta}})}"),))

DEFINITION3 = Statement(id="trunclap.def3", paper=PAPER, item="Definition 3, (4)",
    erratum=_ERRATUM,
    title="the truncated Laplacian distribution",
    printed_latex=_DENSITY + _B
        + r"=\frac1{2\frac\Delta\epsilon\bigl(1-\frac1{1+\frac{e^\epsilon-1}2}\bigr)}",
    printed=(_PRINTED, WIDE), corrected=(HALF, WIDE),
    formulas=(PrintedFormula(_PRINTED, _misprint),),
    corrected_latex=_DENSITY + _B
        + r"=\frac1{2\frac\Delta\epsilon\bigl(1-\frac1{1+\frac{e^\epsilon-1}{2\delta}}\bigr)}",
    printed_text="B = 1/(2 lambda (1 - exp(-A/lambda))) = 1/(2 (Delta/epsilon) (1 - 1/(1 + "
    "(exp(epsilon) - 1)/2)))",
    corrected_text="the last expression needs 2 delta in place of the 2 below exp(epsilon) - 1",
    note="The last expression for B has lost a delta: with it the density does not integrate to 1. "
    "That the right one does is shown by x = lambda log(1 + v), which takes [0, A] to [0, u], u = "
    "(exp(epsilon) - 1)/(2 delta), and f(x) dx to B lambda dv/(1 + v)^2. Also shown: A > Delta, "
    "that is exp(epsilon) < exp(A/lambda) = 1 + u, for every delta < 1/2.")


def derive_definition() -> Derivation:
    proof = Proof(FAMILY)
    proof.concludes(WIDE, by="sign",
        because="delta < 1/2 makes (exp(epsilon) - 1)/(2 delta) larger than exp(epsilon) - 1, and "
            "the support longer than the sensitivity on either side")
    proof.shows(that(0) < height, by="sign", because="the density is positive on the support")
    proof.fails(_PRINTED, {eps: sp.log(3), delta: sp.Rational(1, 4)},
        because="exp(epsilon) = 3, delta = 1/4: exp(A/lambda) = 5, so that 2 lambda B = 5/4; the "
        "last expression gives 2")
    proof.concludes(HALF, by="integral", antiderivative=-substituted * (1 + v),
        because="with 2 delta half of the mass lies on either side of 0")
    return proof.done()


NORMAL = Goal(Integral(2 * density(_x), _x, sp.Integer(0), end, sp.Integer(1)), NOISE)
LAST = Goal(Integral(density(_x), _x, inner_end, end, delta_of_length), NOISE)
LAST_IN_DELTA = Goal(Integral(substituted, v, (1 + u) * sp.exp(-eps) - 1, u, delta), FAMILY)
RATE = Goal(that(density(_x) / density(_x + Delta)) == sp.exp(eps),
    NOISE & between(_x, 0, inner_end, "[]"))
BEYOND = Goal(that(end) < _x + Delta, NOISE & between(_x, inner_end, end, "(]"))

PROPERTIES = Statement(id="trunclap.props", paper=PAPER,
    item="section 3, properties of the density",
    title="mass 1, decay by exp(epsilon) over Delta, mass delta in the last interval",
    printed_latex=r"\begin{gathered}\int f=1,\qquad\frac{f(x)}{f(x+\Delta)}=e^\epsilon\ (0\le x\le "
    r"A-\Delta),\qquad P\bigl([A-\Delta,A]\bigr)=\delta,\\\frac{f(x)}{f(x+\Delta)}=+\infty\ (A-"
    r"\Delta<x\le A)\end{gathered}", printed=(NORMAL, RATE, LAST, LAST_IN_DELTA, BEYOND),
    formulas=(PrintedFormula(LAST, delta, ((delta, delta_of_length),)),),
    note="In the length: A = L Delta/epsilon with L = epsilon + m, m > 0, and delta = "
    "(exp(epsilon) - 1)/(2 (exp(L) - 1)). The mass of the last interval is shown once more in "
    "delta itself, by x = lambda log(1 + v). A rate of +oo is read as f(x) > 0 and x + Delta > A.")


def show_properties(proof: Proof, goals: tuple[Goal, ...]) -> None:
    """Those of the properties that a statement claims."""
    back = -density(_x) * Delta / eps
    for goal, method, why, hints in (
            (NORMAL, "integral", "the density integrates to 1", {"antiderivative": 2 * back}),
            (RATE, "identity", ("both places are in the support, where the exponents differ by "
                "epsilon"), {}),
            (LAST, "integral", ("the last interval of length Delta has this "
                "mass"), {"antiderivative": back}),
            (LAST_IN_DELTA, "integral",
                ("this is the same mass in delta, where 1 + v is the exponential of the place over "
                "the scale"),
                {"antiderivative": -substituted * (1 + v)}),
            (BEYOND, "sign", ("for a place in the last interval of length Delta, the place Delta "
                "further on is beyond the support"), {})):
        if goal in goals:
            proof.concludes(goal, by=method, because=why, **hints)


def derive_properties() -> Derivation:
    proof = Proof(NOISE)
    proof.shows(that(0) < density(_x), by="sign",
        because="the density is positive on the support", on=RATE.domain)
    show_properties(proof, PROPERTIES.printed)
    proof.shows(that(sp.exp(eps)) < sp.exp(L), by="sign",
        because="the support is longer than Delta")
    return proof.done()


CLAIMS = (Claim(DEFINITION3, derive_definition), Claim(PROPERTIES, derive_properties))
