"""Corollary 5: the least amplitude against Laplace noise, for small and large epsilon."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, Series, equal
from dpproofs.theorems.staircase.laplace import AMPLITUDE, show_amplitude
from dpproofs.theorems.staircase.setting import (
    EPSILON,
    PAPER,
    SENSITIVITY,
    Delta,
    eps,
    gamma,
)
from dpproofs.theorems.staircase.theorem4 import AMPLITUDE as STAIRCASE
from dpproofs.theorems.staircase.theorem4 import best, least

ON = Domain((EPSILON, SENSITIVITY))
_gap = 1 / eps - sp.exp(eps / 2) / (sp.exp(eps) - 1)
_zero = sp.Integer(0)

HIGH = Statement(
    id="staircase.cor5.high",
    paper=PAPER,
    item="Corollary 5, (47)",
    title="amplitude for small epsilon: the gap to Laplace noise vanishes",
    printed_latex=r"V_{\mathrm{Lap}}-V(P_{\gamma^*})=\Delta\Bigl(\frac\epsilon{24}"
    r"-\frac{7\epsilon^3}{5760}+O(\epsilon^5)\Bigr),\quad\epsilon\to0",
    printed=(
        Goal(equal(Delta / eps - least, Delta * _gap), ON),
        Goal(
            Series(_gap, eps, (_zero, sp.Rational(1, 24), _zero, -sp.Rational(7, 5760), _zero)),
            Domain(),
        ),
    ),
)

LOW = Statement(
    id="staircase.cor5.low",
    paper=PAPER,
    item="Corollary 5, (48), (49)",
    title="amplitude for large epsilon: exponentially small, against 1/epsilon",
    printed_latex=r"V_{\mathrm{Lap}}=\frac\Delta\epsilon,\qquad "
    r"V(P_{\gamma^*})=\Theta(\Delta e^{-\epsilon/2}),\quad\epsilon\to\infty",
    printed=(
        AMPLITUDE,
        Goal(
            Limit(least / (Delta * sp.exp(-eps / 2)), eps, sp.oo, "-", sp.Integer(1)),
            Domain((SENSITIVITY,)),
        ),
    ),
    note="The limit is more than the order: V is asymptotically equal to Delta exp(-epsilon/2).",
)


def _show_costs(proof: Proof) -> list[str]:
    staircase = STAIRCASE.derive(proof)
    return [
        show_amplitude(proof),
        proof.shows(
            equal(STAIRCASE.value.subs(gamma, best), least),
            on=ON,
            by="identity",
            because="the least amplitude of Theorem 4",
            uses=(staircase,),
        ),
    ]


def derive_high() -> Derivation:
    proof = Proof(ON)
    gap = proof.concludes(
        HIGH.printed[0],
        by="identity",
        because="both costs are proportional to Delta",
        uses=_show_costs(proof),
    )
    proof.concludes(
        HIGH.printed[1],
        by="series",
        because="1/epsilon minus half the reciprocal of sinh(epsilon/2), an odd power series",
        uses=(gap,),
    )
    return proof.done()


def derive_low() -> Derivation:
    proof = Proof(ON)
    proof.concludes(
        LOW.printed[1],
        by="limit",
        because="the quotient is 1/(1 - exp(-epsilon))",
        uses=_show_costs(proof),
        rate=sp.Rational(1, 2),
    )
    return proof.done()


CLAIMS = (Claim(HIGH, derive_high), Claim(LOW, derive_low))
