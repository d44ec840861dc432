"""Corollary 7: the least power against Laplace noise, for small and large epsilon."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.proposition import Limit, Series, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_d import POWER as STAIRCASE
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

#: The gap lies between its series up to epsilon**4 and up to epsilon**6, for every epsilon > 0.
below = sp.Rational(1, 12) - eps**2 / 720 - eps**4 / 18144
above = below + eps**6 / 129600

HIGH = Statement(id="staircase.cor7.high", paper=PAPER, item="Corollary 7, (53)",
    title="power for small epsilon: the gap to Laplace noise stays bounded",
    printed_latex=r"V_{\mathrm{Lap}}-V(P_{\gamma^*})=\Delta^2\Bigl(\frac1{12}"
    r"-\frac{\epsilon^2}{720}+O(\epsilon^4)\Bigr),\quad\epsilon\to0",
    definitions=STAIRCASE.definitions,
    printed=(Goal(that(2 * Delta**2 / eps**2 - least_in_epsilon) == Delta**2 * gap, ON),
        Goal(Series(gap, eps, (sp.Rational(1, 12), _zero, -sp.Rational(1, 720), _zero)), Domain()),
        Goal(that(Delta**2 * below) < 2 * Delta**2 / eps**2 - least_in_epsilon, ON),
        Goal(that(2 * Delta**2 / eps**2 - least_in_epsilon) < Delta**2 * above, ON)),
    note="More than the order is shown: for every epsilon > 0 the gap lies between the printed "
    "terms with the next term of the series, -Delta^2 epsilon^4/18144, and the same with one "
    "more, Delta^2 epsilon^6/129600.")

#: V / (Delta**2 exp(-2 epsilon/3)), and what it stays below.
order = least_in_epsilon / (Delta**2 * sp.exp(-eps * _two_thirds))
constant = sp.Integer(2) ** -_two_thirds
ceiling = (constant * (1 + _b) + sp.exp(-eps / 3)) / (1 - _b) ** 2

LOW = Statement(id="staircase.cor7.low", paper=PAPER, item="Corollary 7, (54), (55)",
    title="power for large epsilon: exponentially small, against 1/epsilon squared",
    printed_latex=r"V_{\mathrm{Lap}}=\frac{2\Delta^2}{\epsilon^2},\qquad "
    r"V(P_{\gamma^*})=\Theta(\Delta^2e^{-2\epsilon/3}),\quad\epsilon\to\infty",
    definitions=STAIRCASE.definitions,
    printed=(POWER, Goal(that(constant + sp.exp(-eps / 3)) < order, ON),
        Goal(that(order) < ceiling, ON), Goal(Limit(ceiling, eps, sp.oo, "-", constant), Domain()),
        Goal(that(ceiling) < constant + sp.exp(-eps / 3) + 4 * _b / (1 - _b) ** 2, IN_EPSILON)),
    formulas=(PrintedFormula(POWER, 2 * Delta**2 / eps**2),),
    note="The order is shown by two bounds for every epsilon > 0; the upper one tends to 2^(-2/3), "
    "so that V is asymptotically equal to 2^(-2/3) Delta^2 exp(-2 epsilon/3). The two bounds "
    "differ by less than 4 exp(-epsilon)/(1 - exp(-epsilon))^2: with b = exp(-epsilon), V/(Delta^2 "
    "b^(2/3)) = 2^(-2/3) + b^(1/3) + O(b).")


def _show_costs(proof: Proof) -> list[str]:
    return [show_power(proof), show_cost(proof)]


def derive_high() -> Derivation:
    proof = Proof(ON, HIGH)
    proof.idea("Let t be sinh(epsilon/2)^2. As cosh(epsilon/2)^2 is 1 + t, the least power over "
        "Delta^2 is (1 + (1 + t)^(1/3))/(4 t). The root is below (7 t^3 + 189 t^2 + 567 t + 405)/"
        "(90 t^2 + 432 t + 405) and above (7 t^3 + 63 t^2 + 135 t + 81)/(2 t^3 + 36 t^2 + 108 t + "
        "81): the cube of the numerator, less 1 + t times that of the denominator, is t^6 (343 t^3 "
        "+ 27783 t^2 + 104490 t + 85050), and - t^7 (t + 2) (t + 9) (8 t + 9). With these "
        "approximants for the root, and with the denominators cleared, the two bounds are "
        "inequalities between polynomials in epsilon and exp(epsilon).")
    difference = proof.concludes(HIGH.printed[0], by="identity",
        because="both costs are proportional to Delta^2; put b = exp(-epsilon)",
        uses=_show_costs(proof))
    proof.concludes(HIGH.printed[1], by="series",
        because="the gap is 2/epsilon^2 less (1 + cosh(epsilon/2)^(2/3))/(4 sinh(epsilon/2)^2), an "
        "even function, whose series is that of the quotient", uses=(difference,))
    used = (difference, show_hyperbolic(proof))
    show_gap_bound(proof, HIGH.printed[2], below, OVER, uses=used)
    show_gap_bound(proof, HIGH.printed[3], above, UNDER, uses=used)
    return proof.done()


#: t = sinh(epsilon/2)**2, and u**2 = cosh(epsilon/2)**(2/3), the cube root of (1 + t).
_t = sp.Symbol("t", positive=True)
sinh_squared = (sp.exp(eps) - 2 + _b) / 4
cosh_root = sp.exp(eps / 3) * _mean**_two_thirds

#: Padé approximants of (1 + t)**(1/3), from above and from below: numerators and denominators.
OVER = (7 * _t**3 + 189 * _t**2 + 567 * _t + 405, 90 * _t**2 + 432 * _t + 405)
UNDER = (7 * _t**3 + 63 * _t**2 + 135 * _t + 81, 2 * _t**3 + 36 * _t**2 + 108 * _t + 81)


def root_bound(fraction: tuple[sp.Expr, sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator of an approximant at t = sinh(epsilon/2)**2."""
    top, bottom = fraction
    return top.xreplace({_t: sinh_squared}), bottom.xreplace({_t: sinh_squared})


_PLACE = r",\quad t=\sinh^2\tfrac\epsilon2"


def show_root(proof: Proof, fraction: tuple[sp.Expr, sp.Expr], *, above: bool) -> str:
    """Append cosh(epsilon/2)**(2/3) < the fraction at sinh(epsilon/2)**2, or >."""
    top, bottom = fraction
    small, large = (1 + _t, (top / bottom) ** 3) if above else ((top / bottom) ** 3, 1 + _t)
    cubes = proof.shows(that(small) < large, on=Domain((positive(_t),)), by="sign",
        because="this fraction, an approximant of the cube root of 1 + t, is cubed")
    top_value, bottom_value = root_bound(fraction)
    value = top_value / bottom_value
    small, large = (cosh_root, value) if above else (value, cosh_root)
    return proof.follows(that(small) < large,
        (cubes, {_t: sinh_squared}, 1 / (small**2 + small * large + large**2)), on=IN_EPSILON,
        latex=rf"\cosh(\tfrac\epsilon2)^{{2/3}}{'<' if above else '>'}"
        rf"{sp.latex(top / bottom)}{_PLACE}",
        because="positive numbers are in the order of their cubes; for t = sinh(epsilon/2)^2 the "
        "root of 1 + t is cosh(epsilon/2)^(2/3)")


def show_hyperbolic(proof: Proof) -> str:
    """Append the least power in hyperbolic functions."""
    return proof.shows(that(reduced) == (1 + cosh_root) / (4 * sinh_squared), on=IN_EPSILON,
        by="identity",
        because="as 4 sinh(epsilon/2)^2 is exp(epsilon) (1 - exp(-epsilon))^2, the least power is "
        "(1 + cosh(epsilon/2)^(2/3))/(4 sinh(epsilon/2)^2)", besides=True,
        latex=r"\frac{V(P_{\gamma^*})}{\Delta^2}=\frac{1+\cosh(\frac\epsilon2)^{2/3}}"
        r"{4\sinh^2\frac\epsilon2}")


def show_gap_bound(proof: Proof, goal: Goal, bound: sp.Expr, fraction: tuple[sp.Expr, sp.Expr], *,
        uses: tuple[str, ...]) -> str:
    """Append a bound on the gap in power, by an approximant of the root of 1 + t."""
    is_below = fraction == OVER
    root = show_root(proof, fraction, above=is_below)
    rest, sums = sp.expand(2 - bound * eps**2), sp.expand(sum(fraction))
    top, bottom = root_bound(fraction)
    sides = [(eps**2 * (top + bottom), sp.latex(eps**2 * sums)),
        (4 * sinh_squared * rest * bottom, rf"4t\,({sp.latex(rest)})\,({sp.latex(fraction[1])})")]
    (small, left), (large, right) = sides if is_below else reversed(sides)
    cleared = proof.shows(that(sp.expand(small)) < sp.expand(large), on=IN_EPSILON, by="ladder",
        because="the fraction is put for the root and the denominators are cleared, so that both "
        "sides are polynomials in epsilon and exp(epsilon)", latex=f"{left}<{right}{_PLACE}")
    proof.key(cleared)
    return proof.concludes(goal, by="entailment", because="the root in the gap is "
        + ("below its approximant, with which the gap is above this bound" if is_below else
        "above its approximant, with which the gap is below this bound"), uses=(*uses, root,
            cleared),
        facts=[(root, {}, Delta**2 / (4 * sinh_squared)),
            (cleared, {}, Delta**2 / (4 * sinh_squared * eps**2 * bottom))])


def show_order(proof: Proof) -> tuple[str, str]:
    """Append the two bounds on the least power, from its definition; return their names."""
    costs = _show_costs(proof)
    root = (1 + _b) ** sp.Rational(1, 3)
    small = proof.shows(that(0) < _b, on=IN_EPSILON, by="sign", because="the ratio b is positive")
    above = proof.follows(that(1) < root, (small, 1 / (root**2 + root + 1)), on=IN_EPSILON,
        because="the cube root of 1 + b is above 1, as its cube is")
    lower = proof.concludes(LOW.printed[1], by="entailment",
        because="the square of the root is above 1, the denominator below 1", uses=(*costs, above),
        facts=[(above, {}, constant * (root + 1) / (1 - _b) ** 2)])
    upper = proof.concludes(LOW.printed[2], by="entailment",
        because="the square of a number above 1 is below its cube, here 1 + b",
        uses=(*costs, above), facts=[(above, {}, constant * root**2 / (1 - _b) ** 2)])
    return lower, upper


def show_constant(proof: Proof) -> str:
    """Append 2**(-2/3) < 2/3."""
    cubes = proof.shows(that(sp.Rational(1, 4)) < _two_thirds**3, on=Domain(), by="sign",
        because="the cube of 2^(-2/3), against that of 2/3")
    return proof.follows(that(constant) < _two_thirds,
        (cubes, 1 / (constant**2 + constant * _two_thirds + _two_thirds**2)), on=Domain(),
        because="positive numbers are in the order of their cubes")


def derive_low() -> Derivation:
    proof = Proof(ON, LOW)
    show_order(proof)
    proof.concludes(LOW.printed[3], by="limit",
        because="in exp(-epsilon/3) the bound is a fraction without pole at 0",
        rate=sp.Rational(1, 3))
    bound = show_constant(proof)
    proof.follows(LOW.printed[4], (bound, _b * (3 - _b) / (1 - _b) ** 2),
        because="over the common denominator, with exp(-epsilon/3) < 1")
    return proof.done()


CLAIMS = (Claim(HIGH, derive_high), Claim(LOW, derive_low))
