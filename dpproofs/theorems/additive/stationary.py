"""A line of the proof of Theorem 3: where the place of slope 0 lies."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import PAPER, Delta, delta, p
from dpproofs.theorems.additive.theorem3 import HIGH_PRIVACY, stationary

_PRINTED, _RIGHT = (Goal(that(stationary) < 0, HIGH_PRIVACY),
    Goal(that(stationary) <= 0, HIGH_PRIVACY))

SIGN = Statement(id="additive.thm3.alpha.proof", paper=PAPER, item="proof of Theorem 3",
    title="the place of slope 0 up to the switch",
    printed_latex=r"\delta\le\frac p{p+1}:\quad\alpha=(p+1)\delta-p<0", printed=(_PRINTED,),
    corrected_latex=r"\delta\le\frac p{p+1}:\quad\alpha=(p+1)\delta-p\le0", corrected=(_RIGHT,),
    printed_text="when delta <= p/(p+1), alpha = (p+1) delta - p < 0",
    corrected_text="alpha <= 0, with equality at delta = p/(p+1)",
    erratum=Erratum(Severity.misprint,
        "Nothing: at delta = p/(p+1) the place of slope 0 is alpha = 0, which is the minimum as "
        "well.", (Patch(r"(p+1)\delta - p < 0", r"(p+1)\delta - p \leq 0"),)),
    note="The best alpha is right, the switch included: claim additive.thm3.alpha.")


def derive() -> Derivation:
    proof = Proof(HIGH_PRIVACY)
    proof.fails(_PRINTED, {p: 1, delta: sp.Rational(1, 2), Delta: 1},
        because="this is the switch, where alpha is 0")
    proof.concludes(_RIGHT, by="sign", because="(p + 1) delta is at most p")
    return proof.done()


CLAIMS = (Claim(SIGN, derive),)
