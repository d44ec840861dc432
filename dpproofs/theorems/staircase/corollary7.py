"""Corollary 7: the least power against Laplace noise, for small and large epsilon."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, Series, equal, less
from dpproofs.theorems.staircase.laplace import POWER, show_power
from dpproofs.theorems.staircase.setting import EPSILON, PAPER, SENSITIVITY, Delta, eps, in_epsilon
from dpproofs.theorems.staircase.theorem6 import least, show_cost

ON = Domain((EPSILON, SENSITIVITY))
IN_EPSILON = Domain((EPSILON,))
_zero, _two_thirds = sp.Integer(0), sp.Rational(2, 3)
_b = sp.exp(-eps)

least_in_epsilon = in_epsilon(least)
#: The least power in units of Delta**2, with the mean of 1 and b under the root.
_mean = sp.Rational(1, 2) + _b / 2
reduced = (sp.exp(-eps * _two_thirds) * _mean**_two_thirds + _b) / (1 - _b) ** 2
gap = 2 / eps**2 - reduced

HIGH = Statement(
    id="staircase.cor7.high",
    paper=PAPER,
    item="Corollary 7, (53)",
    title="power for small epsilon: the gap to Laplace noise stays bounded",
    printed_latex=r"V_{\mathrm{Lap}}-V(P_{\gamma^*})=\Delta^2\Bigl(\frac1{12}"
    r"-\frac{\epsilon^2}{720}+O(\epsilon^4)\Bigr),\quad\epsilon\to0",
    printed=(
        Goal(equal(2 * Delta**2 / eps**2 - least_in_epsilon, Delta**2 * gap), ON),
        Goal(Series(gap, eps, (sp.Rational(1, 12), _zero, -sp.Rational(1, 720), _zero)), Domain()),
    ),
)

#: V / (Delta**2 exp(-2 epsilon/3)), and what it stays below.
order = least_in_epsilon / (Delta**2 * sp.exp(-eps * _two_thirds))
_constant = sp.Integer(2) ** -_two_thirds
ceiling = (_constant * (1 + _b) + sp.exp(-eps / 3)) / (1 - _b) ** 2

LOW = Statement(
    id="staircase.cor7.low",
    paper=PAPER,
    item="Corollary 7, (54), (55)",
    title="power for large epsilon: exponentially small, against 1/epsilon squared",
    printed_latex=r"V_{\mathrm{Lap}}=\frac{2\Delta^2}{\epsilon^2},\qquad "
    r"V(P_{\gamma^*})=\Theta(\Delta^2e^{-2\epsilon/3}),\quad\epsilon\to\infty",
    printed=(
        POWER,
        Goal(less(_constant, order), ON),
        Goal(less(order, ceiling), ON),
        Goal(Limit(ceiling, eps, sp.oo, "-", _constant), Domain()),
    ),
    note="The order is shown by two bounds for every epsilon > 0; the upper one tends to the "
    "lower one, so that V is asymptotically equal to 2^(-2/3) Delta^2 exp(-2 epsilon/3).",
)


def _show_costs(proof: Proof) -> list[str]:
    return [show_power(proof), show_cost(proof)]


def derive_high() -> Derivation:
    proof = Proof(ON)
    difference = proof.concludes(
        HIGH.printed[0],
        by="identity",
        because="both costs are proportional to Delta^2; put b = exp(-epsilon)",
        uses=_show_costs(proof),
    )
    proof.concludes(
        HIGH.printed[1],
        by="series",
        because="2/epsilon^2 minus (1 + cosh(epsilon/2)^(2/3)) / (4 sinh(epsilon/2)^2), an even "
        "power series",
        uses=(difference,),
    )
    return proof.done()


def derive_low() -> Derivation:
    proof = Proof(ON)
    costs = _show_costs(proof)
    root = (1 + _b) ** sp.Rational(1, 3)
    small = proof.shows(less(0, _b), on=IN_EPSILON, by="sign", because="the ratio b is positive")
    above = proof.shows(
        less(1, root),
        on=IN_EPSILON,
        by="entailment",
        because="the cube root of 1 + b is above 1, as its cube is",
        uses=(small,),
        facts=[(small, {}, 1 / (root**2 + root + 1))],
    )
    proof.concludes(
        LOW.printed[1],
        by="entailment",
        because="without the positive terms: the square of the root is above 1, the denominator "
        "below 1",
        uses=(*costs, above),
        facts=[(above, {}, _constant * (root + 1) / (1 - _b) ** 2)],
    )
    proof.concludes(
        LOW.printed[2],
        by="entailment",
        because="the square of a number above 1 is below its cube, here 1 + b",
        uses=(*costs, above),
        facts=[(above, {}, _constant * root**2 / (1 - _b) ** 2)],
    )
    proof.concludes(
        LOW.printed[3],
        by="limit",
        because="in exp(-epsilon/3) the bound is a fraction without pole at 0",
        rate=sp.Rational(1, 3),
    )
    return proof.done()


CLAIMS = (Claim(HIGH, derive_high), Claim(LOW, derive_low))
