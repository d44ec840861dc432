"""The optimality of the truncated Laplacian, read for every epsilon and delta.

The paper shows limits of ratios of bounds (Theorems 6 and 7), and speaks of optimality. Away from
the limits noise on three cells costs less.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.ripples import Steps, s
from dpproofs.theorems.optimum import three_cells
from dpproofs.theorems.optimum.three_cells import E, t
from dpproofs.theorems.samples import uniform
from dpproofs.theorems.trunclap.setting import (FAMILY, PAPER, V1_UPPER, V2_UPPER, Delta, delta,
    eps)

X = Given("X", "noise")
x = sp.Symbol("x", real=True)
PRIVATE = Goal(Private(X(), eps, delta, Delta), FAMILY)

AMPLITUDE = three_cells.NOISE
POWER = replace(AMPLITUDE, cost=2, value=(E + 26) / (12 * (E + 2)) * s**2)
NEAR = Domain((between(eps, sp.Rational(1, 4), sp.Integer(3), "[]"),))
_ONE, _LOG = sp.Integer(1), sp.log(2)
_COSTS = (("amplitude", AMPLITUDE, V1_UPPER), ("power", POWER, V2_UPPER))


#: No private noise costs less than the truncated Laplacian.
LEAST = tuple(Goal(Expected(X(), x, x**noise.cost, ">=", value), FAMILY)
    for _, noise, value in _COSTS)
#: Noise on three cells does, with the same epsilon and delta, for a sensitivity of 1.
BEATEN = tuple(Goal(that(noise.value.xreplace({t: eps, s: _ONE})) <
            value.xreplace({delta: noise.delta.xreplace({t: eps}), Delta: _ONE}), NEAR)
    for _, noise, value in _COSTS)

_ERRATUM = Erratum(Severity.result,
    "Away from the limits the truncated Laplacian need not be optimal: other noise with the same "
    "epsilon, delta and sensitivity may have 4 % less amplitude.",
    (Patch("proving the tightness of the lower and upper bounds and thus establishing the "
        "optimality of the truncated Laplacian mechanism",
        "proving the tightness of the lower and upper bounds in these regimes and thus "
        "establishing the asymptotic optimality of the truncated Laplacian mechanism"),))

STATEMENT = Statement(id="trunclap.optimality", paper=PAPER, item="Abstract, Sections 1 and 7",
    erratum=_ERRATUM,
    title="whether the truncated Laplacian is optimal for every epsilon and delta",
    printed_latex=r"\begin{gathered}\text{establishing the optimality of the truncated Laplacian "
    r"mechanism}\\\Bigl(\text{read for given }\epsilon>0\text{ and }0<\delta<\tfrac12:\ "
    r"V_1^*=V_1^{upp},\ V_2^*=V_2^{upp}\Bigr)\end{gathered}", parameters=FAMILY, given=(X,),
    hypotheses=(PRIVATE,), printed=LEAST, corrected=(*AMPLITUDE.goals, POWER.goals[2], *BEATEN),
    definitions=AMPLITUDE.definitions, examples=({"X": uniform(delta / Delta)},),
    corrected_latex=r"\begin{gathered}\text{optimal in the limits of Theorems 6 and 7; with }"
    r"\delta=\frac1{e^\epsilon+2}\text{ the density }\propto(1,e^\epsilon,1)\text{ on cells of "
    r"length }\Delta\text{ has}\\\frac{e^\epsilon+8}{4(e^\epsilon+2)}\Delta<V_1^{upp},\quad\frac{e^"
    r"\epsilon+26}{12(e^\epsilon+2)}\Delta^2<V_2^{upp}\qquad\Bigl(\tfrac14\le\epsilon\le3\Bigr)"
    r"\end{gathered}",
    printed_text="the optimality of the truncated Laplacian is established for minimizing "
    "amplitude and power, read for every epsilon > 0 and delta < 1/2",
    corrected_text="it is optimal in the limits of Theorems 6 and 7; for 1/4 <= epsilon <= 3 and "
    "delta = 1/(exp(epsilon) + 2) noise with the density proportional to 1, exp(epsilon), 1 on "
    "three cells as long as Delta has less amplitude and less power",
    note="A reading of the words, not of a theorem. What the paper proves are limits of ratios of "
    "its bounds in high privacy regimes, which are not touched (trunclap.thm6.1 and the claims "
    "after it). That the bounds are tight there it calls, in the abstract, the introduction and "
    "the conclusion, thus establishing the optimality, and in Section 5 the near-optimality. Read "
    "of a limit, that is right; read for given epsilon and delta, the printed costs are bounds on "
    "all private noise, and false. How far above the least cost the truncated Laplacian is "
    "elsewhere is in docs/optimum.md.")


def derive() -> Derivation:
    proof = Proof(FAMILY, STATEMENT)
    exists, private = AMPLITUDE.show_noise(proof)
    positive = proof.shows(that(0) < _LOG, on=Domain(), by="region",
        because="this epsilon is positive")
    for (name, noise, value), goal, beaten in zip(_COSTS, LEAST, BEATEN, strict=True):
        cost = noise.show_cost(proof, exists)
        _refute(proof, goal, noise, value, (exists, private, cost), positive, name)
        proof.concludes(beaten, by="region",
            because=f"the truncated Laplacian with this delta has more {name}")
    return proof.done()


def _refute(proof: Proof, goal: Goal, noise: Steps, value: sp.Expr, steps: tuple[str, str, str],
        positive: str, name: str) -> None:
    """Append that a printed bound is wrong at epsilon = log 2 and delta = 1/4."""
    values, nowhere = {t: _LOG, s: _ONE}, Domain()
    point = {eps: _LOG, delta: sp.Rational(1, 4), Delta: _ONE}
    found = [proof.shows(proof.goal(step).proposition.map(lambda e: e.xreplace(values)),
            on=nowhere, by="instance", uses=(step, positive), at=values,
            because="with exp(epsilon) = 2 and the sensitivity 1") for step in steps]
    here, there = noise.value.xreplace(values), value.xreplace(point)
    below = proof.shows(that(here) < there, on=nowhere, by="region",
        because="the first number is the smaller")
    law = noise.law(_LOG, _ONE)
    better = proof.shows(Expected(law, x, x**noise.cost, "<", there), on=nowhere, by="weaken",
        uses=(found[2], below), because=f"so it has less {name}")
    decimals = sp.N(there, 4)
    proof.fails(goal, point, objects={"X": law}, uses=(found[1], better, found[0]),
        because="exp(epsilon) = 2, delta = 1/4: cells as long as Delta with masses (1, 2, 1)/4 "
        f"have {name} {here}, below the {decimals} of the truncated Laplacian")


CLAIMS = (Claim(STATEMENT, derive),)
