"""Corollary 5: the least amplitude against Laplace noise, for small and large epsilon."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, Series, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.laplace import AMPLITUDE, show_amplitude
from dpproofs.theorems.staircase.setting import (EPSILON, PAPER, SENSITIVITY, Delta, eps, gamma)
from dpproofs.theorems.staircase.theorem4 import AMPLITUDE as STAIRCASE
from dpproofs.theorems.staircase.theorem4 import best, least

ON = Domain((EPSILON, SENSITIVITY))
IN_EPSILON = Domain((EPSILON,))
_gap = 1 / eps - sp.exp(eps / 2) / (sp.exp(eps) - 1)
_zero = sp.Integer(0)

#: The gap lies between its series with two terms and with three, for every epsilon > 0.
below = eps / 24 - 7 * eps**3 / 5760
above = below + 31 * eps**5 / 967680

HIGH = Statement(id="staircase.cor5.high", paper=PAPER, item="Corollary 5, (47)",
    title="amplitude for small epsilon: the gap to Laplace noise vanishes",
    printed_latex=r"V_{\mathrm{Lap}}-V(P_{\gamma^*})=\Delta\Bigl(\frac\epsilon{24}"
    r"-\frac{7\epsilon^3}{5760}+O(\epsilon^5)\Bigr),\quad\epsilon\to0",
    definitions=STAIRCASE.definitions,
    printed=(Goal(that(Delta / eps - least) == Delta * _gap, ON),
        Goal(Series(_gap, eps, (_zero, sp.Rational(1, 24), _zero, -sp.Rational(7, 5760), _zero)),
            Domain()), Goal(that(Delta * below) < Delta / eps - least, ON),
        Goal(that(Delta / eps - least) < Delta * above, ON)),
    note="More than the order is shown: for every epsilon > 0 the gap lies between the printed "
    "terms and the same with the next term of the series, Delta 31 epsilon^5/967680.")

#: What V is above its asymptotic value Delta exp(-epsilon/2), in units of that value.
_remainder = 1 / (sp.exp(eps) - 1)

LOW = Statement(id="staircase.cor5.low", paper=PAPER, item="Corollary 5, (48), (49)",
    title="amplitude for large epsilon: exponentially small, against 1/epsilon",
    printed_latex=r"V_{\mathrm{Lap}}=\frac\Delta\epsilon,\qquad V(P_{\gamma^*})=\Theta(\Delta "
    r"e^{-\epsilon/2}),\quad\epsilon\to\infty", definitions=STAIRCASE.definitions,
    printed=(AMPLITUDE,
        Goal(Limit(least / (Delta * sp.exp(-eps / 2)), eps, sp.oo, "-", sp.Integer(1)),
            Domain((SENSITIVITY,))),
        Goal(that(least / (Delta * sp.exp(-eps / 2))) == 1 + _remainder, ON),
        Goal(that(1) < least / (Delta * sp.exp(-eps / 2)), ON)),
    formulas=(PrintedFormula(AMPLITUDE, Delta / eps),),
    note="The limit is more than the order: V is asymptotically equal to Delta exp(-epsilon/2), "
    "from above, and the relative error is exactly 1/(exp(epsilon) - 1).")


def _show_costs(proof: Proof) -> list[str]:
    STAIRCASE.show_at(proof, STAIRCASE.derive(proof), best, least, ON)
    return [show_amplitude(proof),
        proof.shows(that(STAIRCASE.value.subs(gamma, best)) == least, on=ON, by="identity",
            because="put the best gamma of Theorem 4, 1/(1 + exp(epsilon/2)), and b = "
            "exp(-epsilon) into the cost")]


def derive_high() -> Derivation:
    proof = Proof(ON, HIGH)
    gap = proof.concludes(HIGH.printed[0], by="identity",
        because="both costs are proportional to Delta", uses=_show_costs(proof))
    proof.concludes(HIGH.printed[1], by="series",
        because="the gap is 1/epsilon less 1/(2 sinh(epsilon/2)), an odd function, whose series is "
        "that of the reciprocal",
        uses=(gap,))
    _enclose(proof, gap)
    return proof.done()


def _enclose(proof: Proof, gap: str) -> None:
    """Append the gap between two of its partial sums, from exponential polynomials."""
    height, low = sp.exp(eps) - 1, eps * sp.exp(eps / 2)
    with_below, with_above = (sp.expand(1 - eps * part) * height for part in (below, above))
    for goal, small, large, because in ((HIGH.printed[2], low, with_below,
                "the gap is above the first two terms of its series"),
            (HIGH.printed[3], with_above, low, "the gap is below the first three terms")):
        cleared = proof.shows(that(small) < large, on=IN_EPSILON, by="ladder",
            because="the bound is multiplied by epsilon (exp(epsilon) - 1), so that both sides are "
            "polynomials in epsilon and exp(epsilon/2)")
        proof.concludes(goal, by="entailment",
            because=f"over epsilon (exp(epsilon) - 1): {because}", uses=(gap, cleared),
            facts=[(cleared, {}, Delta / (eps * height))])


def derive_low() -> Derivation:
    proof = Proof(ON, LOW)
    costs = _show_costs(proof)
    proof.concludes(LOW.printed[1],
        by="limit",
        because="over Delta exp(-epsilon/2) the least amplitude is 1/(1 - exp(-epsilon))",
        uses=costs, rate=sp.Rational(1, 2))
    proof.concludes(LOW.printed[2], by="identity", because="subtract 1 from this quotient",
        uses=costs)
    proof.concludes(LOW.printed[3], by="sign", because="the remainder is positive")
    return proof.done()


CLAIMS = (Claim(HIGH, derive_high), Claim(LOW, derive_low))
