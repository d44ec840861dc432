"""The truncated Laplacian against Gaussian noise along one line delta = w/2, for every epsilon.

Its amplitude and power, in units of Delta/epsilon, depend on y = log(1 + x) only, where x =
(exp(epsilon) - 1)/(2 delta): y is the end of its support in these units. Let exp(k_1(y)) and
exp(k_2(y)) be the standard deviations, in these units, of the Gaussian noise of the same amplitude
and of the same power. Along the line epsilon = log(1 + w x), with x = exp(y) - 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Derivative, Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.gaussian_profile import Moves, c, c0, eps0, profile
from dpproofs.theorems.trunclap.setting import eps

y = sp.Symbol("y", positive=True)
_GROWTH = sp.exp(y) - 1  # x
LINE = Domain((positive(y),))
START = sp.Rational(1, 5)

SAME_AMPLITUDE = sp.sqrt(sp.pi / 2) * (1 - y / _GROWTH)
SAME_POWER_SQUARED = 2 * (1 - (y**2 / 2 + y) / _GROWTH)


@dataclass(frozen=True)
class Cost:
    """One of the two costs, and how its line is covered.

    Attributes
    ----------
    name
        "amplitude" or "power".
    log
        The function k of y: Gaussian noise of standard deviation exp(k(y)) has the same cost.
    order
        1 or 2: the power of exp(k) that is elementary.
    value
        That power, in y.
    width
        w = 2 delta along the line.
    rate
        A simple number v < w: epsilon is above v y along the line.
    stop
        Where, in y, the last piece of the line begins.
    near, middle, far
        What exp(k) is below: near times y, always; the expression ``middle`` in y, and ``far``.
    """

    name: str
    called: str
    lowest: sp.Expr
    top: sp.Expr
    order: int
    value: sp.Expr
    width: sp.Rational
    rate: sp.Rational
    stop: sp.Rational
    near: sp.Expr
    middle: sp.Expr
    far: sp.Expr

    def log(self, at: sp.Expr) -> sp.Expr:
        """k at a value of y."""
        return sp.Function(self.called)(at) / self.order

    def show_meaning(self, proof: Proof) -> str:
        """Append the number that is exp(order k), for every y; return the step that says so."""
        growth = proof.shows(that(0) < sp.exp(y) - 1 - self.lowest, on=LINE, by="ladder",
            because="the exponential lies above its Taylor polynomial")
        positive_ = proof.follows(that(0) < self.value, (growth, self.top / (sp.exp(y) - 1)),
            on=LINE, because=f"the {self.name} is positive")
        found = proof.obtains("logarithm", self.called, on=LINE, uses=(positive_,),
            because=f"write the {'standard deviation' if self.order == 1 else 'variance'} of the "
            f"Gaussian noise with the {self.name} of the truncated Laplacian as an exponential",
            value=self.value)
        return proof.knows(found, 0, because="by its definition")

    def ratio(self, at: sp.Expr) -> sp.Expr:
        """exp(k) at a value of y."""
        return sp.exp(self.log(at))

    @property
    def latex(self) -> str:
        """How exp(k) at y is displayed."""
        return rf"e^{{{sp.latex(self.log(y))}}}"

    @property
    def end(self) -> sp.Expr:
        """Epsilon along the line."""
        return sp.log(1 + self.width * _GROWTH)


_root = sp.sqrt(sp.pi / 2)
_square = y**2 * (
    y**4 - 28 * y**3 + 364 * y**2 - 2520 * y + 10080) / (2 * (y**4 + 420 * y**2 + 15120))

AMPLITUDE = Cost(name="amplitude", called="k_1", lowest=y, top=_root, order=1, value=SAME_AMPLITUDE,
    width=sp.Rational(781, 1000), rate=sp.Rational(3, 4), stop=sp.Rational(9, 2), near=_root / 2,
    middle=_root * y / 2 * (y**2 - 10 * y + 60) / (y**2 + 60), far=_root)
POWER = Cost(name="power", called="k_2", lowest=y + y**2 / 2, top=sp.Integer(2), order=2,
    value=SAME_POWER_SQUARED, width=sp.Rational(4001, 5000), rate=sp.Rational(4, 5),
    stop=sp.Rational(11, 2), near=1 / sp.sqrt(3), middle=sp.sqrt(_square), far=sp.sqrt(2))


def show_line(proof: Proof, cost: Cost, moves: Moves, meaning: str) -> str:
    """Derive that along the line the Gaussian noise of the same cost is not private."""
    faster = _show_end(proof, cost)
    pieces = [show(proof, cost, moves, meaning, faster)
        for show in (_show_near, _show_middle, _show_far)]
    whole = proof.shows(_private(cost), on=LINE, by="cases", uses=pieces,
        because="the three pieces make up the line", latex=_private_latex(cost))
    proof.key(whole)
    return whole


def _private(cost: Cost) -> Relation:
    return that(cost.width / 2) < profile(cost.end, cost.ratio(y))


def _private_latex(cost: Cost) -> str:
    return rf"{_half(cost)}<\Pi(\epsilon,{cost.latex}),\quad {_end_latex(cost)}"


def _half(cost: Cost) -> str:
    return str(sp.latex(cost.width / 2))


def _end_latex(cost: Cost) -> str:
    return rf"\epsilon=\log\bigl(1+{sp.latex(cost.width)}(e^y-1)\bigr)"


def show_small(proof: Proof, cost: Cost, moves: Moves, meaning: str, end: sp.Expr) -> str:
    """Derive the same along delta = 1/2, where epsilon is y, for y up to an end."""
    on = Domain((between(y, 0, end, "(]"),))
    below = show_below(proof, cost, meaning, cost.middle, on)
    half = sp.Rational(1, 2)
    enclosed = proof.shows(that(half) < profile(y, cost.middle), on=on, by="region",
        because="both sides are explicit functions, smooth at 0",
        latex=rf"\tfrac12<\Pi\Bigl(y,{sp.latex(cost.middle)}\Bigr)")
    return proof.shows(that(half) < profile(y, cost.ratio(y)), on=on, by="entailment",
        uses=(moves.falls, below, enclosed),
        because="along the line delta = 1/2, where epsilon = y",
        facts=[(moves.falls, {eps: y, c0: cost.ratio(y), c: cost.middle}, 1), (enclosed, {}, 1)],
        latex=rf"\tfrac12<\Pi(y,{cost.latex})")


# -- bounds ----------------------------------------------------------------------------------------


def show_below(proof: Proof, cost: Cost, meaning: str, bound: sp.Expr, on: Domain) -> str:
    """exp(k) < bound: an exponential polynomial, once denominators are cleared."""
    ratio = cost.ratio(y)
    scale = _root if cost.order == 1 else sp.Integer(1)
    top, bottom = sp.fraction(sp.together(bound**cost.order / scale))
    power, growth = sp.fraction(sp.together(cost.value / scale))
    ladder = proof.shows(that(sp.expand(bottom * power)) < sp.expand(top * growth), on=LINE,
        by="ladder", besides=True, because="an exponential polynomial")
    share = 1 if cost.order == 1 else 1 / (bound + ratio)  # of a difference of squares
    below = proof.follows(that(0) < bound - ratio, (meaning, -share),
        (ladder, scale * share / (bottom * growth)), on=on,
            because="the exponential is below this, once denominators are cleared",
        latex=rf"{cost.latex}<{sp.latex(bound)}")
    if cost.order == 1:  # the factors of a difference of squares are too wide for a line of text
        proof.key(below)
    return below


def _show_end(proof: Proof, cost: Cost) -> str:
    """Epsilon is above v y along the line."""
    w, v, growth = cost.width, cost.rate, sp.exp(y)
    slope = (w * (1 - v) * growth - v * (1 - w)) / (1 + w * (growth - 1))
    rate = proof.shows(Derivative(cost.end - v * y, y, slope), on=LINE, by="derivative",
        because="this is epsilon along the line")
    sign = proof.shows(that(0) < slope, on=LINE, by="sign", because="grows at least so fast")
    return proof.shows(that(0) < cost.end - v * y, on=LINE, by="increasing", uses=(rate, sign),
        because="so epsilon is above a multiple of y",
        latex=rf"{sp.latex(v * y)}<\epsilon,\quad {_end_latex(cost)}")


# -- the three pieces ------------------------------------------------------------------------------


def _show_near(proof: Proof, cost: Cost, moves: Moves, meaning: str, faster: str) -> str:
    """For small y: epsilon > v y, and exp(k) is below its tangent."""
    ratio, least, most = cost.ratio(y), cost.rate * y, cost.near * y
    below = show_below(proof, cost, meaning, most, LINE)
    lower, on = profile(least, most), Domain((between(y, 0, START),))
    name = rf"\Pi\Bigl({sp.latex(least)},{sp.latex(most)}\Bigr)"
    corner = proof.follows(that(lower) < profile(cost.end, ratio),
        (moves.falls, {eps: least, c0: ratio, c: most}),
        (moves.rises, {c: ratio, eps0: least, eps: cost.end}), on=LINE, also=(below, faster),
        because="the profile grows with its first argument and falls with the standard deviation",
        latex=rf"{name}<\Pi(\epsilon,{cost.latex}),\quad {_end_latex(cost)}")
    enclosed = proof.shows(that(cost.width / 2) < lower, on=on, by="region",
        because="both sides are explicit functions, smooth at 0", latex=rf"{_half(cost)}<{name}")
    return proof.follows(_private(cost), corner, enclosed, on=on,
        because="the profile is larger than at the corner, where it is enclosed: this is the first "
            "piece of the line", latex=_private_latex(cost))


def _show_middle(proof: Proof, cost: Cost, moves: Moves, meaning: str, faster: str) -> str:
    """In the middle: an explicit bound on exp(k), and boxes."""
    on = Domain((between(y, START, cost.stop, "[]"),))
    below = show_below(proof, cost, meaning, cost.middle, on)
    positive_end = proof.follows(that(0) < cost.end, faster, on=on, because="epsilon is positive")
    enclosed = proof.shows(that(cost.width / 2) < profile(cost.end, cost.middle), on=on,
        by="region", latex=rf"{_half(cost)}<\Pi\Bigl(\epsilon,{sp.latex(cost.middle)}\Bigr),\quad "
            + _end_latex(cost), because="both sides are explicit functions of y")
    at = {eps: cost.end, c0: cost.ratio(y), c: cost.middle}
    return proof.shows(_private(cost), on=on, because="the profile falls with the standard "
        "deviation, for which its bound is put: this is the second piece",
        by="entailment", uses=(moves.falls, below, positive_end, enclosed),
        facts=[(moves.falls, at, 1), (enclosed, {}, 1)], latex=_private_latex(cost))


def _show_far(proof: Proof, cost: Cost, moves: Moves, meaning: str, faster: str) -> str:
    """For large y: epsilon is above some number, and exp(k) below its limit."""
    on = Domain((between(y, cost.stop, sp.oo),))
    ratio, least = cost.ratio(y), cost.rate * cost.stop
    below = show_below(proof, cost, meaning, cost.far, on)
    larger = proof.follows(that(0) < cost.end - least, faster, on=on,
        because="epsilon is above this number where the piece begins, and beyond",
        latex=rf"{sp.latex(least)}<\epsilon,\quad {_end_latex(cost)}")
    enclosed = proof.shows(that(cost.width / 2) < profile(least, cost.far), on=Domain(()),
        by="region", because="one number",
        latex=rf"{_half(cost)}<\Pi\Bigl({sp.latex(least)},{sp.latex(cost.far)}\Bigr)")
    return proof.shows(_private(cost), on=on, by="entailment",
        uses=(moves.falls, moves.rises, below, larger, enclosed),
        because="the profile grows with its first argument and falls with the standard deviation, "
            "for which bounds are put: this is the third piece",
        facts=[(moves.falls, {eps: least, c0: ratio, c: cost.far}, 1),
            (moves.rises, {c: ratio, eps0: least, eps: cost.end}, 1), (enclosed, {}, 1)],
        latex=_private_latex(cost))
