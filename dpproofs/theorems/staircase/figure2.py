"""Figure 2 and section I-D1: the gain of the staircase mechanism over the Laplace mechanism."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_c import amplitude
from dpproofs.theorems.staircase.appendix_d import power
from dpproofs.theorems.staircase.corollary7 import (UNDER, cosh_root, least_in_epsilon,
    show_gap_bound, show_hyperbolic, sinh_squared)
from dpproofs.theorems.staircase.laplace import show_amplitude, show_power
from dpproofs.theorems.staircase.setting import (EPSILON, PAPER, SENSITIVITY, Delta, eps, gamma,
    in_epsilon)
from dpproofs.theorems.staircase.theorem4 import AMPLITUDE as STAIRCASE_AMPLITUDE
from dpproofs.theorems.staircase.theorem4 import best, least
from dpproofs.theorems.staircase.theorem6 import show_cost

ON = Domain((EPSILON, SENSITIVITY))
IN_EPSILON = Domain((EPSILON,))

#: The cost of Laplace noise over the least cost, for the amplitude and for the power.
gain_amplitude = (sp.exp(eps / 2) - sp.exp(-eps / 2)) / eps
gain_power = 8 * sinh_squared / (eps**2 * (1 + cosh_root))
_floor = 1 + eps**2 / 24
_c = sp.Symbol("c", positive=True)  # cosh(epsilon/2)

_sinh, _cosh = ((sp.exp(eps / 2) + sign * sp.exp(-eps / 2)) / 2 for sign in (-1, 1))
slope_amplitude = ((eps - 2) * sp.exp(eps) + eps + 2) / (2 * eps**2 * sp.exp(eps / 2))
slope_power = gain_power * (
    _cosh / _sinh - 2 / eps - _sinh / (3 * _cosh) * cosh_root / (1 + cosh_root))


def _at_ten(gain: sp.Expr, low: str, high: str, why: str) -> dict[Goal, str]:
    """The gain at epsilon = 10, between two numbers with two decimals, and the reasons."""
    value = gain.xreplace({eps: sp.Integer(10)})
    return {Goal(that(sp.Rational(low)) < value, Domain()): f"the {why}, from below",
        Goal(that(value) < sp.Rational(high), Domain()): "the same value from above"}


GAIN_AMPLITUDE = Goal(that(Delta / eps / least) == gain_amplitude, ON)
GAIN_POWER = Goal(that(2 * Delta**2 / eps**2 / least_in_epsilon) == gain_power, ON)
AT_TEN = {
    **_at_ten(gain_amplitude, "14.84", "14.85", "amplitude at epsilon = 10: sinh(5)/5"),
    **_at_ten(gain_power, "23.60", "23.61", "power at epsilon = 10")}
FLOOR_AMPLITUDE, FLOOR_POWER = (Goal(that(_floor) < gain, IN_EPSILON)
    for gain in (gain_amplitude, gain_power))
BETTER_AMPLITUDE = Goal(that(least) < Delta / eps, ON)
BETTER_POWER = Goal(that(least_in_epsilon) < 2 * Delta**2 / eps**2, ON)


FIGURE = Statement(id="staircase.fig2", paper=PAPER, item="Figure 2, section I-D1",
    title="the gain over Laplace noise: about 15-fold and 23-fold at epsilon = 10",
    printed_latex=r"\begin{gathered}\frac{V_{\mathrm{Lap}}}{V(P_{\gamma^*})}\approx15\ "
    r"(L=|x|),\qquad\frac{V_{\mathrm{Lap}}}{V(P_{\gamma^*})}\approx23\ "
    r"(L=x^2)\qquad(\epsilon=10),\\V(P_{\gamma^*})<V_{\mathrm{Lap}}\text{ for all "
    r"}\epsilon>0,\qquad "
    r"\sup_\epsilon\frac{V_{\mathrm{Lap}}}{V(P_{\gamma^*})}=\infty,\\\epsilon\to0:\quad "
    r"V_{\mathrm{Lap}}-V(P_{\gamma^*})\to0\ (L=|x|),\qquad V_{\mathrm{Lap}}-V(P_{\gamma^*})\text{ "
    r"bounded }(L=x^2)\end{gathered}", definitions=STAIRCASE_AMPLITUDE.definitions,
    printed=(GAIN_AMPLITUDE, GAIN_POWER, *AT_TEN, FLOOR_AMPLITUDE, FLOOR_POWER, BETTER_AMPLITUDE,
        BETTER_POWER, Goal(Derivative(gain_amplitude, eps, slope_amplitude), IN_EPSILON),
        Goal(that(0) < slope_amplitude, IN_EPSILON),
        Goal(Derivative(gain_power, eps, slope_power), IN_EPSILON),
        Goal(that(0) < slope_power, IN_EPSILON),
        Goal(that(Delta / eps - least) < Delta * eps / 24, ON),
        Goal(that(2 * Delta**2 / eps**2 - least_in_epsilon) < Delta**2 / 12, ON)),
    note="The gains at epsilon = 10 are 14.84 and 23.61; 'about 23' cuts the decimals off, and is "
    "not counted as an error. For every epsilon > 0 both gains are above 1 + epsilon^2/24, so that "
    "they exceed every number, and they increase; the gaps are below Delta epsilon/24 and below "
    "Delta^2/12. 'Strictly better' is meant for the best gamma: with gamma = 0 or 1 the noise "
    "costs more than Laplace noise for every epsilon, as the last steps show.")


def derive_figure() -> Derivation:
    proof = Proof(ON, FIGURE)
    proof.part("The costs")
    costs = _show_costs(proof)
    proof.part("The gains")
    ratios = _gains(proof, costs)
    for goal, because in AT_TEN.items():
        proof.concludes(goal, by="region", because=because)
    floors = _floors(proof)
    _better(proof, ratios, floors)
    proof.part("The gains increase")
    _monotone(proof)
    proof.part("The gaps")
    _gaps(proof)
    proof.part("With gamma = 0 or 1")
    _ends(proof, costs)
    proof.is_long(7)
    return proof.done()


def _show_costs(proof: Proof) -> tuple[list[str], list[str]]:
    """The two costs for the amplitude, and the two for the power."""
    staircase = STAIRCASE_AMPLITUDE.derive(proof)
    STAIRCASE_AMPLITUDE.show_at(proof, staircase, best, least, ON)
    at_best = proof.shows(that(STAIRCASE_AMPLITUDE.value.subs(gamma, best)) == least, by="identity",
        because="the least amplitude of Theorem 4", besides=True)
    return [show_amplitude(proof), at_best], [show_power(proof), show_cost(proof)]


_GAIN = (r"\frac{2\Delta^2}{\epsilon^2\,V(P_{\gamma^*})}=G,\quad "
    r"G=\frac{8\sinh^2\frac\epsilon2}{\epsilon^2\,(1+u)},\quad u=\cosh(\tfrac\epsilon2)^{2/3}")
_SLOPE = r"G\,\Bigl(\coth\tfrac\epsilon2-\frac2\epsilon-\frac{u\,\tanh\frac\epsilon2}{3(1+u)}\Bigr)"


def _gains(proof: Proof, costs: tuple[list[str], list[str]]) -> list[str]:
    amplitudes, powers = costs
    return [proof.concludes(GAIN_AMPLITUDE, by="identity", uses=amplitudes,
            because="divide the amplitude of Laplace noise by the least one"),
        proof.concludes(GAIN_POWER, by="identity", uses=powers, latex=_GAIN,
            because="divide the power of Laplace noise by the least one, told in epsilon")]


def _cleared(proof: Proof, small: sp.Expr, large: sp.Expr, because: str) -> str:
    """Append an inequality between exponential polynomials in epsilon."""
    found = proof.shows(that(sp.expand(small)) < sp.expand(large), on=IN_EPSILON, by="ladder",
        because=because)
    proof.key(found)
    return found


def _floors(proof: Proof) -> list[str]:
    """Append 1 + epsilon**2/24 < gain, for the amplitude and for the power."""
    line = _cleared(proof, eps * _floor * sp.exp(eps / 2), sp.exp(eps) - 1,
        "this says that 2 sinh(epsilon/2) is more than epsilon + epsilon^3/24")
    amplitude_floor = proof.follows(FLOOR_AMPLITUDE, (line, 1 / (eps * sp.exp(eps / 2))),
        because="both sides have been divided by epsilon exp(epsilon/2)")
    return [amplitude_floor, _power_floor(proof)]


def _power_floor(proof: Proof) -> str:
    mean = (1 + 2 * _cosh) / 3
    cubes = proof.shows(that(_c**2) < ((1 + 2 * _c) / 3) ** 3, on=Domain((between(_c, 1, sp.oo),)),
        by="sign",
        because="the mean of 1, c and c is more than their geometric mean, as (1 + 2c)^3 - 27 c^2 "
            "is (c-1)^2 (8c+1)")
    root = proof.follows(that(cosh_root) < mean,
        (cubes, {_c: _cosh}, 1 / (cosh_root**2 + cosh_root * mean + mean**2)), on=IN_EPSILON,
        because="positive numbers are in the order of their cubes, here with cosh(epsilon/2) for "
            "the variable")
    proof.key(cubes, root)
    curve = _cleared(proof, eps**2 * _floor * (1 + mean), 8 * sinh_squared,
        "the mean stands for the root, and denominators have been cleared")
    over = 1 / (eps**2 * (1 + cosh_root))
    return proof.follows(FLOOR_POWER, (root, _floor / (1 + cosh_root)), (curve, over),
        because="both sides have been divided by the denominator, in which the root is less than "
            "the mean")


def _better(proof: Proof, ratios: list[str], floors: list[str]) -> None:
    for goal, cost, ratio, floor in ((BETTER_AMPLITUDE, least, ratios[0], floors[0]),
            (BETTER_POWER, least_in_epsilon, ratios[1], floors[1])):
        proof.concludes(goal, by="entailment", because="the gain is above 1", uses=(ratio, floor),
            facts=[(floor, {}, cost)])


def _monotone(proof: Proof) -> None:
    slope, rises, slope_two, rises_two = FIGURE.printed[10:14]
    proof.concludes(slope, by="derivative", because="the quotient rule")
    line = _cleared(proof, sp.Integer(0), (eps - 2) * sp.exp(eps) + eps + 2,
        "this says that tanh(epsilon/2) is less than epsilon/2")
    proof.follows(rises, (line, 1 / (2 * eps**2 * sp.exp(eps / 2))),
        because="so the gain in amplitude increases with epsilon")
    proof.concludes(slope_two, by="derivative",
        because="the logarithmic derivative, times the gain",
        latex=rf"\frac{{dG}}{{d\epsilon}}={_SLOPE}")
    curve = _cleared(proof, 3 * _sinh * _cosh + eps / 2 * _sinh**2, 3 * eps / 2 * _cosh**2,
        "this says that coth(epsilon/2) - 2/epsilon is more than tanh(epsilon/2)/3")
    proof.follows(rises_two, (curve, gain_power / (3 * eps / 2 * _sinh * _cosh)),
        because="the last factor of the slope is positive, as the root over 1 plus the root is "
            "less than 1; so the gain in power increases with epsilon", latex=f"0<{_SLOPE}")


def _gaps(proof: Proof) -> None:
    small, large = FIGURE.printed[14:]
    line = _cleared(proof, (1 - eps**2 / 24) * (sp.exp(eps) - 1), eps * sp.exp(eps / 2),
        "this says that 1/sinh(epsilon/2) is more than 2/epsilon - epsilon/12")
    proof.follows(small, (line, Delta / (eps * (sp.exp(eps) - 1))),
        because="the least amplitude is Delta/(2 sinh(epsilon/2)); so the gap vanishes as epsilon "
            "tends to 0")
    show_gap_bound(proof, large, sp.Rational(1, 12), UNDER, uses=(show_hyperbolic(proof),))


_ONE_LEVEL = ("tanh(epsilon/2) is less than epsilon/2; so noise with one level in each period, of "
    "amplitude Delta/(2 tanh(epsilon/2)), costs more than Laplace noise")
_ONE_LEVEL_POWER = ("this is to be divided by 3 epsilon^2 (exp(epsilon) - 1)^2; so the power of "
    "such noise is more than that of Laplace noise")


def _ends(proof: Proof, costs: tuple[list[str], list[str]]) -> None:
    """At the ends of the range of gamma the noise costs more than Laplace noise."""
    (amplitudes, powers), e = costs, sp.exp(eps)
    for used, value, laplace, unit, small, large, over, why in (
            (amplitudes, amplitude, Delta / eps, Delta, 2 * (e - 1), eps * (e + 1),
                2 * eps * (e - 1), _ONE_LEVEL),
            (powers, power, 2 * Delta**2 / eps**2, Delta**2, 6 * (e - 1) ** 2,
                eps**2 * (e**2 + 4 * e + 1), 3 * eps**2 * (e - 1) ** 2,
                _ONE_LEVEL_POWER)):
        line = _cleared(proof, small, large, why)
        for end in (0, 1):
            proof.follows(that(laplace) < in_epsilon(value).subs(gamma, end),
                (line, unit / over), also=(*used,),
                because=f"with gamma = {end} the noise costs more than Laplace noise")


CLAIMS = (Claim(FIGURE, derive_figure),)
