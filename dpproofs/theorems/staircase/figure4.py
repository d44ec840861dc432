"""Figure 4: how the best gamma moves with epsilon, for the amplitude and for the power."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import EPSILON, PAPER, RATIO, b, eps
from dpproofs.theorems.staircase.theorem4 import best as best_amplitude
from dpproofs.theorems.staircase.theorem6 import radical, root

ON = Domain((EPSILON,))
IN_RATIO = Domain((RATIO,))
half, zero = sp.Rational(1, 2), sp.Integer(0)

_t = sp.Symbol("t", positive=True)  # the square root, or the cube root, of b
ROOT_OF_RATIO = Domain((between(_t, 0, 1),))

slope_amplitude = -sp.exp(eps / 2) / (2 * (1 + sp.exp(eps / 2)) ** 2)

#: The best gamma for the power, shortest, and its slope in b.
best_power = (root - b) / (1 - b)
_square = root**2
_bound = (1 + 4 * b + b**2) / 6
slope_power = (_bound - _square) / (_square * (1 - b) ** 2)

_under_square, _under_cube = best_power.subs(b, _t**2), best_power.subs(b, _t**3)
_lower = _t / (1 + _t)

FIGURE = Statement(id="staircase.fig4", paper=PAPER, item="Figure 4, section V-A",
    title="the best gamma lies between 0 and 1/2 and falls with epsilon",
    printed_latex=r"\begin{gathered}\gamma^*\in[0,\tfrac12]\text{ strictly decreasing in "
    r"}\epsilon,\\ \gamma^*\to\tfrac12\ (\epsilon\to0),\qquad\gamma^*\to0\ "
    r"(\epsilon\to\infty)\end{gathered}",
    printed=(Goal(that(0) < best_amplitude, ON), Goal(that(best_amplitude) < half, ON),
        Goal(Derivative(best_amplitude, eps, slope_amplitude), ON),
        Goal(that(slope_amplitude) < 0, ON),
        Goal(Limit(best_amplitude, eps, zero, "+", half), Domain()),
        Goal(Limit(best_amplitude, eps, sp.oo, "-", zero), Domain()),
        Goal(that(radical) == best_power, IN_RATIO),
        Goal(Derivative(best_power, b, slope_power), IN_RATIO),
        Goal(that(0) < slope_power, IN_RATIO), Goal(that(_lower) < _under_square, ROOT_OF_RATIO),
        Goal(that(best_power) < half, IN_RATIO), Goal(that(0) < best_power, IN_RATIO),
        Goal(that(_under_cube) < _t, ROOT_OF_RATIO),
        Goal(Limit(_lower, _t, sp.Integer(1), "-", half), Domain()),
        Goal(that(half - best_amplitude) < eps / 8, ON),
        Goal(that(best_amplitude) < sp.exp(-eps / 2), ON)),
    note="For the amplitude the best gamma is 1/(1 + exp(epsilon/2)) (Theorem 4), for the power "
        "the number of Theorem 6, told in b = exp(-epsilon), which falls as epsilon grows. The "
        "values 0 and 1/2 are not attained. For the power the limits follow from bounds: with b = "
        "t^2, t/(1+t) < gamma* < 1/2, and t tends to 1 as epsilon tends to 0; with b = t^3, 0 < "
        "gamma* < t, and t tends to 0 as epsilon grows. The best gamma for the power is above the "
        "best gamma for the amplitude, which is t/(1+t). The rates: 1/2 - gamma* is below "
        "epsilon/8 for both, and gamma* is below exp(-epsilon/2) and exp(-epsilon/3).")


def derive_figure() -> Derivation:
    proof = Proof(ON)
    proof.part("The amplitude")
    _amplitude(proof)
    proof.part("The power: it falls with epsilon")
    _power_slope(proof)
    proof.part("The power: bounds and limits")
    _power_bounds(proof)
    proof.part("The rates for the amplitude")
    _rates(proof)
    return proof.done()


def _amplitude(proof: Proof) -> None:
    positive, below, slope, falls, high, low = FIGURE.printed[:6]
    proof.concludes(positive, by="sign", because="an exponential is positive")
    proof.concludes(below, by="sign", because="exp(epsilon/2) is more than 1")
    proof.concludes(slope, by="derivative", because="the reciprocal rule")
    proof.concludes(falls, by="sign", because="so the best gamma falls with epsilon")
    rate = sp.Rational(1, 2)
    proof.concludes(high, by="limit", because="since exp(epsilon/2) tends to 1", rate=rate)
    proof.concludes(low, by="limit", because="since exp(-epsilon/2) tends to 0", rate=rate)


def _cubes(proof: Proof, small: sp.Expr, large: sp.Expr, on: Domain, because: str) -> str:
    """Append small < large, from the same relation between their cubes."""
    cubes = proof.shows(that(sp.expand(small**3)) < sp.expand(large**3), on=on, by="sign",
        because=because)
    proof.key(cubes)
    return proof.follows(that(small) < large, (cubes, 1 / (small**2 + small * large + large**2)),
        on=on, because="positive numbers are in the order of their cubes")


def _power_slope(proof: Proof) -> None:
    same, slope, rises = FIGURE.printed[6:9]
    proof.concludes(same, by="identity",
        because="the radicand of Theorem 6 is b (1+b) (1-b)^3, and 1-b is taken out of the cube "
            "root")
    proof.concludes(slope, by="derivative", because="the quotient rule")
    below = _cubes(proof, _square, _bound, IN_RATIO,
        "the cubes are in this order, as one is larger by (1-b)^2 (1 + 14b + 24b^2 + 14b^3 + "
            "b^4)/216")
    proof.follows(rises, (below, 1 / (_square * (1 - b) ** 2)),
        because="the numerator is positive; so the best gamma rises with b, that is, falls with "
            "epsilon")


def _power_bounds(proof: Proof) -> None:
    lower, below_half, positive, upper, limit = FIGURE.printed[9:14]
    near = _cubes(proof, _t, root.subs(b, _t**2), ROOT_OF_RATIO,
        "the cubes are in this order, since 2t is less than 1 + t^2")
    proof.follows(lower, (near, 1 / (1 - _t**2)), because="the numerator is more than t - t^2, and "
        "(t - t^2)/(1 - t^2) is t/(1 + t)")
    mean = _cubes(proof, root, (1 + b) / 2, IN_RATIO,
        "the cubes are in this order, since 4b is less than (1+b)^2")
    proof.follows(below_half, (mean, 1 / (1 - b)), because="the numerator is less than (1+b)/2 - "
        "b, which is (1-b)/2")
    above = _cubes(proof, b, root, IN_RATIO, "the cubes are in this order, since 2 b^2 is less "
        "than 1 + b")
    proof.follows(positive, (above, 1 / (1 - b)), because="the numerator is positive")
    small = _cubes(proof, root.subs(b, _t**3), _t, ROOT_OF_RATIO,
        "the cubes are in this order, since 1 + t^3 is less than 2")
    proof.follows(upper, (small, 1 / (1 - _t**3)),
        because="the bound (t - t^3)/(1 - t^3) is below t")
    proof.concludes(limit, by="limit",
        because="the lower bound tends to 1/2, which is the upper bound")


def _rates(proof: Proof) -> None:
    near, far = FIGURE.printed[14:]
    line = proof.shows(that(4 * sp.exp(eps / 2) - 4) < eps * (sp.exp(eps / 2) + 1), by="ladder",
        because="this says that tanh(epsilon/4) is less than epsilon/4")
    proof.follows(near, (line, 1 / (8 * (sp.exp(eps / 2) + 1))),
        because="both sides have been divided by 8 (1 + exp(epsilon/2))")
    proof.concludes(far, by="sign", because="1 + exp(epsilon/2) is more than exp(epsilon/2)")


CLAIMS = (Claim(FIGURE, derive_figure),)
