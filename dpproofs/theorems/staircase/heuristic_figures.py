"""Section V-B: what the choice gamma = exp(-epsilon)/2 costs, for the amplitude and the power."""

from __future__ import annotations

from typing import cast

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import theorem4, theorem6
from dpproofs.theorems.staircase.appendix_c import AMPLITUDE as STAIRCASE_AMPLITUDE
from dpproofs.theorems.staircase.appendix_c import amplitude
from dpproofs.theorems.staircase.appendix_d import POWER as STAIRCASE_POWER
from dpproofs.theorems.staircase.appendix_d import power
from dpproofs.theorems.staircase.corollary7 import reduced, root_bound, show_root, sinh_squared
from dpproofs.theorems.staircase.laplace import show_amplitude, show_power
from dpproofs.theorems.staircase.setting import (EPSILON, PAPER, RATIO, SENSITIVITY, Delta, b, eps,
    gamma, in_epsilon)

PARAMETERS = Domain((RATIO, SENSITIVITY))
IN_RATIO = Domain((RATIO,))
IN_EPSILON = Domain((EPSILON,))
_third, _two_ninths = sp.Rational(1, 3), sp.Rational(2, 9)

#: The two costs at gamma = b/2, in units of Delta and of Delta**2.
choice_amplitude = (4 + 9 * b - 6 * b**2 + b**3) / (4 * (3 - b) * (1 - b))
choice_power = (
    8 + 44 * b + 15 * b**2 - 27 * b**3 + 9 * b**4 - b**5) / (12 * (3 - b) * (1 - b) ** 2)
_amplitude, _power = in_epsilon(choice_amplitude), in_epsilon(choice_power)
least_amplitude = theorem4.least / Delta
_best_amplitude = Goal(that(in_epsilon(amplitude).subs(gamma, theorem4.best)) == theorem4.least,
    IN_EPSILON & SENSITIVITY)


#: What the choice costs more than Laplace noise (for the amplitude over (1 - b)**2).
more_amplitude = (_amplitude - 1 / eps) / (1 - sp.exp(-eps)) ** 2
more_power = _power - 2 / eps**2

#: The slopes of both in epsilon are the large term minus the small one, over what is below them.
_small_amplitude = eps**2 * b * (67 + 2 * b - 30 * b**2 + 10 * b**3 - b**4)
_large_amplitude = 4 * (3 - b) ** 2 * (1 - b) * (1 - b + 2 * eps * b)
_below_amplitude = 4 * eps**2 * (3 - b) ** 2 * (1 - b) ** 4
_small_power = eps**3 * b * (94 + 99 * b - 173 * b**2 + 114 * b**3 - 48 * b**4 + 11 * b**5 - b**6)
_large_power = 24 * (3 - b) ** 2 * (1 - b) ** 3
_below_power = 6 * eps**3 * (3 - b) ** 2 * (1 - b) ** 3

slope_amplitude = in_epsilon((_large_amplitude - _small_amplitude) / _below_amplitude)
slope_power = in_epsilon((_large_power - _small_power) / _below_power)


def _crossing(more: sp.Expr, slope: sp.Expr, costs: tuple[sp.Expr, sp.Expr], low: str,
        high: str) -> tuple[Goal, ...]:
    """What the choice costs more increases, and passes 0 between two numbers."""
    choice, laplace = costs
    before, after = ({eps: sp.Rational(place)} for place in (low, high))
    return (Goal(Derivative(more, eps, slope), IN_EPSILON), Goal(that(0) < slope, IN_EPSILON),
        Goal(that(choice.xreplace(before)) < laplace.xreplace(before), Domain()),
        Goal(that(laplace.xreplace(after)) < choice.xreplace(after), Domain()))


def _at_ten(what: str, ratio: sp.Expr, low: int, high: int) -> dict[Goal, str]:
    value = ratio.xreplace({eps: sp.Integer(10)})
    return {Goal(that(low) < value, Domain()): f"it costs more than {low} times the least {what}",
        Goal(that(value) < high, Domain()): f"it costs less than {high} times the least {what}"}


_ABOVE = {"amplitude": Goal(that(_third) < choice_amplitude, IN_RATIO),
    "power": Goal(that(_two_ninths) < choice_power, IN_RATIO)}
_TEN = {**_at_ten("amplitude", _amplitude / least_amplitude, 49, 50),
    **_at_ten("power", _power / reduced, 262, 263)}


#: Bounds on what the choice costs above the least cost, for every epsilon.
excess_amplitude, excess_power = 9 * eps**3 / 128, 25 * eps**2 / 144

FIGURES = Statement(id="staircase.heur.quality.powers", paper=PAPER,
    item="ours: Section V-B, the choice gamma = exp(-epsilon)/2 for the amplitude and the power",
    title="what the choice gamma = exp(-epsilon)/2 costs, for the amplitude and the power",
    printed_latex=r"\begin{gathered}\gamma=\tfrac12e^{-\epsilon}:\quad V(P_\gamma)>\frac\Delta3\ "
    r"(L=|x|),\qquad V(P_\gamma)>\frac{2\Delta^2}9\ "
    r"(L=x^2);\\V(P_\gamma)-V(P_{\gamma^*})<\tfrac9{128}\Delta\,\epsilon^3\ (L=|x|),\quad "
    r"<\tfrac{25}{144}\Delta^2\epsilon^2\ (L=x^2)\quad\text{for all "
    r"}\epsilon;\\V(P_\gamma)<V_{\mathrm{Lap}}\text{ up to }\epsilon=1.60\ (L=|x|),\quad 1.21\ "
    r"(L=x^2);\\V(P_\gamma)>V_{\mathrm{Lap}}\text{ from }\epsilon=1.61\ (L=|x|),\quad 1.22\ "
    r"(L=x^2)\text{ on}\end{gathered}",
    printed_text="the cost of gamma = exp(-epsilon)/2 is above Delta/3 (amplitude) and 2 Delta^2/9 "
    "(power), and above that of Laplace noise for epsilon >= 1.61 and 1.22; it is within 9 Delta "
    "epsilon^3/128 and 25 Delta^2 epsilon^2/144 of the least cost",
    definitions=STAIRCASE_POWER.definitions,
    printed=(Goal(that(amplitude.subs(gamma, b / 2)) == Delta * choice_amplitude, PARAMETERS),
        Goal(that(power.subs(gamma, b / 2)) == Delta**2 * choice_power, PARAMETERS),
        *_ABOVE.values(), *_TEN,
        Goal(that(_amplitude - least_amplitude) < excess_amplitude, IN_EPSILON),
        Goal(that(_power - reduced) < excess_power, IN_EPSILON),
        *_crossing(more_amplitude, slope_amplitude, (_amplitude, 1 / eps), "1.60", "1.61"),
        *_crossing(more_power, slope_power, (_power, 2 / eps**2), "1.21", "1.22")),
    note="The figures behind staircase.heur.quality, which says of every power that the choice is "
    "bad for large epsilon. At epsilon = 10 it costs 49 and 262 times the least amplitude and "
    "power. For small epsilon it is good: the bounds on the excess over the least cost (Theorems 4 "
    "and 6) have the right constant as epsilon tends to 0. What it costs more than Laplace noise "
    "(for the amplitude over (1-b)^2, b = exp(-epsilon)) increases with epsilon and passes 0 "
    "between 1.60 and 1.61 (amplitude), and 1.21 and 1.22 (power).")


def derive() -> Derivation:
    proof = Proof(PARAMETERS, FIGURES)
    proof.part("The costs")
    amplitudes, powers = _costs(proof)
    proof.part("Above the limits")
    _above(proof)
    proof.part("Large epsilon")
    _ten(proof)
    proof.part("The excess over the least cost")
    _excess_amplitude(proof, amplitudes)
    _excess_power(proof, powers)
    proof.part("Against Laplace noise")
    _against_laplace(proof)
    return proof.done()


def _costs(proof: Proof) -> list[list[str]]:
    """The amplitude at this gamma and at the best one, and the same for the power."""
    shown = []
    best_power = Goal(that(power.subs(gamma, theorem6.radical)) == theorem6.least, PARAMETERS)
    rows = ((STAIRCASE_AMPLITUDE, FIGURES.printed[0], "amplitude", _best_amplitude, "4"),
        (STAIRCASE_POWER, FIGURES.printed[1], "power", best_power, "6"))
    for cost, choice, name, best, theorem in rows:
        value = cast(Relation, choice.proposition).rhs
        derived = cost.derive(proof)
        proof.key(derived)
        cost.show_at(proof, derived, b / 2, value, PARAMETERS)
        pair = ((choice, f"the {name} at gamma = b/2"), (best, f"Theorem {theorem}: the least one"))
        shown.append([proof.concludes(goal, by="identity", because=why, besides=goal == best)
                for goal, why in pair])
    in_units = proof.shows(that(in_epsilon(theorem6.least)) == Delta**2 * reduced,
        on=IN_EPSILON & SENSITIVITY, by="identity", because="the least power in epsilon",
        besides=True, uses=shown[1][1:])
    return [shown[0], [shown[1][0], in_units]]


def _above(proof: Proof) -> None:
    for name, goal in _ABOVE.items():
        proof.concludes(goal, by="sign", because=f"the {name} is above its limit everywhere")


def _ten(proof: Proof) -> None:
    for goal, name in _TEN.items():
        proof.concludes(goal, by="region", because=f"at epsilon = 10 {name}")


_s = sp.Symbol("s", positive=True)  # exp(-epsilon/2)


def _excess_amplitude(proof: Proof, costs: list[str]) -> None:
    root = sp.exp(-eps / 2)
    factor = (2 + _s) ** 2 / (4 * (1 + _s) * (3 - _s**2))
    largest = sp.Rational(9, 16)
    value = proof.shows(
        that(_amplitude - least_amplitude) == (1 - root) ** 3 * factor.xreplace({_s: root}),
        on=IN_EPSILON, by="identity", because="the excess has the factor (1 - exp(-epsilon/2))^3",
        besides=True)
    below = proof.shows(that(factor) < largest, on=Domain((between(_s, 0, 1),)), by="sign",
        because="with s = exp(-epsilon/2), the other factor is less than its value at s = 1",
            besides=True)
    line = proof.shows(that(1 - root) < eps / 2, on=IN_EPSILON, by="ladder",
        because="the curve 1 - exp(-epsilon/2) lies below its tangent at 0")
    proof.key(value, below, line)
    rise, run = 1 - root, eps / 2
    proof.concludes(FIGURES.printed[8], by="entailment",
        because="the excess is less than 9/16 times (epsilon/2)^3",
            uses=(*costs, value, below, line),
        facts=[(below, {_s: root}, rise**3), (line, {}, largest * (run**2 + run * rise + rise**2))])


#: A Padé approximant of (1 + t)**(1/3), from below.
_t = sp.Symbol("t", positive=True)
UNDER = (3 + 2 * _t, 3 + _t)


def _excess_power(proof: Proof, costs: list[str]) -> None:
    root = show_root(proof, UNDER, above=False)
    top, bottom = root_bound(UNDER)
    small = (1 - b) ** 2 * (8 + 48 * b - 5 * b**2 - b**3)
    large = (3 - b) * (1 + 10 * b + b**2)
    with_root = proof.shows(
        that(_power - (1 + top / bottom) / (4 * sinh_squared)) == in_epsilon(small / (12 * large)),
        on=IN_EPSILON, by="identity",
        because="the excess is this with that fraction for the root in the least power",
            besides=True,
        latex=r"\frac{V(P_\gamma)}{\Delta^2}-\frac1{4t}\Bigl(1+\frac{3+2t}{3+t}\Bigr)="
        r"\frac{(1-b)^2\,(8+48b-5b^2-b^3)}{12\,(3-b)\,(1+10b+b^2)},\quad b=e^{-\epsilon}")
    curve = proof.shows(
        that(sp.expand(in_epsilon(small))) < sp.expand(12 * excess_power * in_epsilon(large)),
        on=IN_EPSILON, by="ladder",
        because="this is the bound on the excess, with its denominators cleared")
    proof.key(root, with_root, curve)
    proof.concludes(FIGURES.printed[9], by="entailment",
        because="the least power is more than with that fraction for its root, so that the excess "
            "is less", uses=(*costs, root, with_root, curve),
        facts=[(root, {}, 1 / (4 * sinh_squared)), (curve, {}, 1 / (12 * in_epsilon(large)))])


def _against_laplace(proof: Proof) -> None:
    rows = ((show_amplitude(proof), FIGURES.printed[10:14],
            r"\frac{V(P_\gamma)-V_{\mathrm{Lap}}}{\Delta(1-b)^2}",
            (_small_amplitude, _large_amplitude, _below_amplitude)),
        (show_power(proof), FIGURES.printed[14:18],
            r"\frac{V(P_\gamma)-V_{\mathrm{Lap}}}{\Delta^2}",
            (_small_power, _large_power, _below_power)))
    for laplace, (slope, rises, before, after), name, (small, large, under) in rows:
        fraction = rf"\frac{{{sp.latex(large)}-{sp.latex(small)}}}{{{sp.latex(under)}}}"
        proof.concludes(slope, by="derivative",
            because="the slope of what it costs more than Laplace noise, with b = exp(-epsilon)",
            latex=rf"\begin{{aligned}}&\frac d{{d\epsilon}}\,{name}\\&\quad={fraction}"
            r"\end{aligned}")
        curve = proof.shows(that(sp.expand(in_epsilon(small))) < sp.expand(in_epsilon(large)),
            on=IN_EPSILON, by="ladder",
            because="the numerator of that slope is positive",
            latex=rf"{sp.latex(small)}<{sp.latex(large)}")
        proof.key(curve)
        proof.concludes(rises, by="entailment",
            because="the slope is positive, so that there is one epsilon at most at which it costs "
                "as much as Laplace noise",
            uses=(laplace, curve), facts=[(curve, {}, 1 / in_epsilon(under))],
            latex=rf"0<{fraction}")
        proof.concludes(before, by="region", because="it costs less at this epsilon, and so before")
        proof.concludes(after, by="region", because="it costs more at this epsilon, and so beyond")


CLAIMS = (Claim(FIGURES, derive),)
