"""The expansion below (5) for small epsilon, in which a delta is lost."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.setting import PAPER, PRIVACY, delta, eps, u


def _chain(square: sp.Expr) -> Goal:
    """That the bracket of (5) is u/2, with u less half this square for log(1 + u)."""
    return Goal(that(1 - (u - square / 2) / u) == u / 2, PRIVACY)


_PRINTED, _RIGHT = _chain(((sp.exp(eps) - 1) / 2) ** 2), _chain(u**2)
_AMPLITUDE = r"\frac\Delta\epsilon\Bigl(1-\frac{\frac{e^\epsilon-1}{2\delta}-\frac12\bigl("
_HALF = (r"\bigr)^2}{\frac{e^\epsilon-1}{2\delta}}\Bigr)=\frac\Delta\epsilon\,"
    r"\frac{\frac{e^\epsilon-1}{2\delta}}2")

EXPANSION = Statement(id="trunclap.thm2.lims.proof", paper=PAPER, item="Theorem 2, below (5)",
    title="the expansion of the amplitude for small epsilon",
    printed_latex=_AMPLITUDE + r"\frac{e^\epsilon-1}2" + _HALF, printed=(_PRINTED,),
    corrected_latex=_AMPLITUDE + r"\frac{e^\epsilon-1}{2\delta}" + _HALF, corrected=(_RIGHT,),
    printed_text="(Delta/epsilon) (1 - (u - ((exp(epsilon) - 1)/2)^2/2)/u) = (Delta/epsilon) u/2, "
    "where u = (exp(epsilon) - 1)/(2 delta)",
    corrected_text="the square is that of u: its denominator is 2 delta, and not 2",
    erratum=Erratum(Severity.misprint,
        "Nothing for the limit Delta/(4 delta), which is right; as printed the line would make it "
        "Delta delta/4.",
        (Patch(r"\frac{(\frac{e^{\epsilon} - 1}{2})^2}{2}",
            r"\frac{(\frac{e^{\epsilon} - 1}{2\delta})^2}{2}"),)),
    note="The factor Delta/epsilon on both sides is left out. log(1 + u) is u - u^2/2 up to terms "
    "of third order; the limit with its rate is claim trunclap.thm2.lims.")


def derive() -> Derivation:
    proof = Proof(PRIVACY)
    proof.fails(_PRINTED, {eps: sp.log(3), delta: sp.Rational(1, 4)},
        because="the bracket is 1 - (4 - 1/2)/4 = 1/8, and not 4/2 = 2")
    proof.concludes(_RIGHT, by="identity",
        because="the first terms cancel, and the second leaves (exp(epsilon) - 1)/(4 delta)")
    return proof.done()


CLAIMS = (Claim(EXPANSION, derive),)
