"""The four bounds of the poster and the six limits of their ratios."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import discretisation as grid
from dpproofs.theorems.trunclap import (lower_bounds, moments, tightness, tightness_power,
    tightness_power_together, tightness_together)
from dpproofs.theorems.trunclap.setting import (PRIVACY, SENSITIVITY, V1_UPPER, V2_UPPER, Delta,
    delta, eps)
from dpproofs.theorems.trunclap.tightness import PATH, n, path_delta, path_upper
from dpproofs.theorems.trunclap.tightness_power import path_upper2

PAPER = "poster"

_x = sp.Symbol("x", nonnegative=True)
_ON = PATH & SENSITIVITY
_scale = Delta / eps
_density = eps / (2 * Delta * (1 - sp.exp(-n * eps))) * sp.exp(-_x * eps / Delta)
_zero = sp.Integer(0)


def _moment(power: int, value: sp.Expr) -> Goal:
    """Twice the integral over the positive half of the support, which ends at n Delta."""
    return Goal(Integral(2 * _x**power * _density, _x, _zero, n * Delta, value), _ON)


_AMPLITUDE, _POWER = _moment(1, Delta * path_upper), _moment(2, Delta**2 * path_upper2)
_SAME = (Goal(that(V1_UPPER.xreplace({delta: path_delta})) == Delta * path_upper, _ON),
    Goal(that(V2_UPPER.xreplace({delta: path_delta})) == Delta**2 * path_upper2, _ON))
_LETTERS = ((delta, path_delta),)
_CONSTANT = Goal(that(grid.a) == delta * sp.exp(-eps) + (1 - sp.exp(-eps)) / 2, PRIVACY)

BOUNDS = Statement(id="poster.bounds", paper=PAPER, item="The four bounds",
    title="the bounds, as the poster prints them",
    printed_latex=r"\begin{gathered}V_1^{upp}:=\frac\Delta\epsilon\Bigl(1-\frac{\log(1+"
    r"\frac{e^\epsilon-1}{2\delta})}{\frac{e^\epsilon-1}{2\delta}}\Bigr),\\V_2^{upp}:="
    r"\frac{2\Delta^2}{\epsilon^2}\Bigl(1-\frac{\frac12\log^2(1+\frac{e^\epsilon-1}{2\delta})+"
    r"\log(1+\frac{e^\epsilon-1}{2\delta})}{\frac{e^\epsilon-1}{2\delta}}\Bigr),\\a:=\frac{\delta+"
    r"\frac{e^\epsilon-1}2}{e^\epsilon},\quad b:=e^{-\epsilon},\quad\sum_{k=0}^{n-1}ab^k=\frac12,"
    r"\\V_1^{low}:=2a\sum_{k=0}^{n-1}b^kk\Delta=2a\Bigl(\frac{b-b^n}{(1-b)^2}-"
    r"\frac{(n-1)b^n}{1-b}\Bigr)\Delta,\\V_2^{low}:=2\sum_{k=0}^{n-1}ab^kk^2\Delta^2\\="
    r"\frac{2a\Delta^2}{1-b}\Bigl[-b+2\Bigl(\frac{b(1-b^{n-1})}{(1-b)^2}-\frac{(n-1)b^n}{1-b}"
    r"\Bigr)-\frac{b^2(1-b^{n-2})}{1-b}-(n-1)^2b^n\Bigr]\end{gathered}",
    printed=(*_SAME, _AMPLITUDE, _POWER, _CONSTANT, lower_bounds.SUM1, lower_bounds.SUM2),
    formulas=(PrintedFormula(_AMPLITUDE, V1_UPPER, _LETTERS),
        PrintedFormula(_POWER, V2_UPPER, _LETTERS), *lower_bounds.THEOREM4.formulas,
        *lower_bounds.THEOREM5.formulas),
    note="The four formulas and the constants a and b are those of the paper, (5), (7), (11) and "
    "(12), letter by letter, and the closed forms are right. The upper bounds are the amplitude "
    "and power of the truncated Laplacian, here with n = log(1 + u)/epsilon, so that the support "
    "ends at n Delta and delta = (exp(epsilon) - 1)/(2 (exp(n epsilon) - 1)). That the lower "
    "bounds are lower bounds is Theorems 4 and 5 of the paper.")


def derive_bounds() -> Derivation:
    proof = Proof(_ON)
    proof.concludes(_SAME[0], by="identity",
        because="with the delta of this n the logarithm of the first upper bound is n epsilon")
    proof.concludes(_SAME[1], by="identity", because="with the delta of this n the logarithm of "
        "the second upper bound is n epsilon as well")
    for goal, polynomial, because in (
            (_AMPLITUDE, _x + _scale, "is the amplitude of the truncated Laplacian"),
            (_POWER, _x**2 + 2 * _scale * _x + 2 * _scale**2, "this is its power")):
        proof.concludes(goal, by="integral", because=because,
            antiderivative=-2 * _density * _scale * polynomial)
    proof.concludes(_CONSTANT, by="identity", because="divide each of the terms by exp(epsilon)")
    for goal, because in ((lower_bounds.SUM1, "the terms of the first lower bound add up to this"),
            (lower_bounds.SUM2, "the terms of the second lower bound add up to this")):
        proof.concludes(goal, by="sum", because=because, ratio=moments.b)
    return proof.done()


_RATIOS = (tightness.FREE, tightness.LONG, tightness_together.DIAGONAL, tightness_power.FREE,
    tightness_power.LONG, tightness_power_together.DIAGONAL)
_LIMITS = (tightness.HIGH_GOAL, tightness.LOW_GOAL, tightness_together.DIAGONAL_GOAL,
    tightness_power.HIGH_GOAL, tightness_power.LOW_GOAL, tightness_power_together.DIAGONAL_GOAL)

TIGHT = Statement(id="poster.tight", paper=PAPER, item="The six limits",
    title="the limits of the ratios of the bounds, as the poster prints them",
    printed_latex=r"\begin{gathered}\lim_{\epsilon\to0}\frac{V_1^{low}}{V_1^{upp}}\ge1-2\delta,"
    r"\quad\lim_{\delta\to0}\frac{V_1^{low}}{V_1^{upp}}\ge\frac\epsilon{e^\epsilon-1}=1-"
    r"\frac\epsilon2+O(\epsilon^2),\quad\lim_{\epsilon=\delta\to0}\frac{V_1^{low}}{V_1^{upp}}=1"
    r"\\\lim_{\epsilon\to0}\frac{V_2^{low}}{V_2^{upp}}\ge(1-\delta)(1-2\delta)=1-3\delta+2\delta^2,"
    r"\\\lim_{\delta\to0}\frac{V_2^{low}}{V_2^{upp}}\ge"
    r"\frac{\epsilon^2(1+e^\epsilon)}{2(e^\epsilon-1)^2}=1-\frac\epsilon2+O(\epsilon^2),\quad"
    r"\lim_{\epsilon=\delta\to0}\frac{V_2^{low}}{V_2^{upp}}=1\end{gathered}",
    printed=(*_LIMITS, tightness.LOW_SERIES, tightness_power.LOW_SERIES),
    given=tuple(given for ratio in _RATIOS for given in ratio.given),
    hypotheses=tuple(goal for ratio in _RATIOS for goal in ratio.hypotheses),
    examples=({name: body for ratio in _RATIOS for name, body in ratio.model.items()},),
    note="All six limits are equal to their right sides. The third and the sixth carry the "
    "condition epsilon = delta that the paper's Theorems 6 and 7 leave out. n = log(1 + u)/epsilon "
    "is real; delta -> 0 is n -> oo. That (11) and (12) are lower bounds for such n as well is the "
    "last goal of trunclap.thm4 and of trunclap.thm5. With the rates: Theorems 6 and 7 of the "
    "paper.")


def derive_tight() -> Derivation:
    proof = Proof(PATH)
    for part, together in ((tightness, tightness_together),
            (tightness_power, tightness_power_together)):
        part.show_high(proof)
        part.show_low(proof)
        proof.concludes(part.LOW_SERIES, by="series", because="the first two terms of the limit")
        together.show_together(proof)
    return proof.done()


CLAIMS = (Claim(BOUNDS, derive_bounds), Claim(TIGHT, derive_tight))
