"""Figures 1 and 2: what is drawn, as sentences. All are open; certificates back their numbers."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index, positive, real
from dpproofs.kernel.examples import Tails
from dpproofs.kernel.losses import Loss, Promise
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, at_least
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.noise_sought import (a, cell, divergence, h, in_steps, l, leaks,
    square)
from dpproofs.theorems.cactus.setting import PAPER, N, half, i, n, r
from dpproofs.theorems.samples import laplace

z = sp.Symbol("z", real=True)
NOISE, MOST = Given("X", "noise"), Given("V", "function")
FALLING, ITS_MOST = Given("Y", "noise"), Given("W", "function")
BEST = Given("P", "noise")

# -- Figure 1 -------------------------------------------------------------------------------------

GRID, FREE, RATIO, BUDGET = sp.Integer(200), sp.Integer(1600), sp.Rational(9, 10), half**2
LOWER, UPPER = sp.Rational(172729, 10**5), sp.Rational(172730, 10**5)
_ARM = (154, 196)  # cells: a valley, and the arm behind it

_ALL = Domain()


def _drawn(noise: sp.Expr, most: sp.Expr) -> tuple[Goal, ...]:
    """Noise of the figure's class within its budget, and what it leaks at most."""
    return (*in_steps(noise, GRID, FREE, RATIO, _ALL), Goal(square(noise, BUDGET), _ALL),
        leaks(noise, most, _ALL))


_fall = sp.Rational(9, 10)


def _geometric() -> Tails:
    """The density in steps of 1/200 whose masses fall by 9/10 from cell to cell."""
    u, place = sp.symbols("u place", real=True)
    cells = GRID * place + half
    whole = sp.floor(cells)
    within = (1 - _fall) / (1 + _fall) * _fall**whole * (1 - (cells - whole))
    above = sp.Lambda(place, _fall ** (whole + 1) / (1 + _fall) + within)
    size = sp.Abs(u)
    ahead = sp.Min(1, sp.Max(0, sp.floor(u) + 1, sp.ceiling(u)))
    tail = ahead * above(size) + (1 - ahead) * (1 - above(size))
    return Tails(sp.Lambda(u, tail), sp.Lambda(u, tail))


FIGURE_1 = Statement(id="cactus.fig1", paper=PAPER, item="Figure 1",
    title="the best density in steps of 1/200 leaks 1.7273 and has arms",
    printed_latex=r"\text{the optimal distribution }p(z)\text{ found by solving (20): }c(z)=z^2,\ "
    r"s=1,\ C=0.25,\ n=200,\ N=1600,\ r=0.9", given=(NOISE, MOST, FALLING, ITS_MOST),
    hypotheses=(*_drawn(NOISE(), MOST()), *_drawn(FALLING(), ITS_MOST()),
        Goal(that(Mass(FALLING(), cell(i + 1, GRID))) <= Mass(FALLING(), cell(i, GRID)),
            Domain((index(i, 0),)))),
    printed=(Goal(that(LOWER) <= MOST(), _ALL), Goal(that(UPPER) < ITS_MOST(), _ALL),
        Goal(Promise(given=BEST, outer=_ALL, variables=Domain(),
                all=(*_drawn(BEST(), UPPER),
                    Goal(that(Mass(BEST(), cell(sp.Integer(_ARM[0]), GRID))) <
                        Mass(BEST(), cell(sp.Integer(_ARM[1]), GRID)), _ALL))), _ALL)),
    note="X, Y and P have densities of Definition 1 with the figure's n, N and r, within its "
    "budget. No X leaks less than 1.72729; some P leaks at most 1.72730, and has an arm near one "
    "unit from the origin, behind a valley; no Y whose masses fall from the origin leaks so "
    "little, and so no best density falls. Open as a sentence, for integrals of 200 cells a unit. "
    "The first bound and the promise are certified: 'dpproofs cactus' brackets the least "
    "divergence of these by 1.7272985307 and 1.7272985311, and its certificate has the masses. "
    "That nothing that falls is as good is proved with 4 cells a unit, as cactus.fig1.shape.",
    examples=({"X": _geometric(), "Y": _geometric(), "V": sp.Lambda((), sp.Integer(22)),
            "W": sp.Lambda((), sp.Integer(22))},))

# -- Figure 2a ------------------------------------------------------------------------------------

sigma, tau, most = sp.symbols("sigma tau v", positive=True)
NORMAL = Given("G", "noise")
_ON = Domain((positive(sigma), between(tau, sigma, sp.oo)))


def _normal_tail(place: sp.Expr, scale: sp.Expr) -> sp.Expr:
    """P(N >= place) for normal noise of a standard deviation."""
    return (1 - sp.erf(place / (sp.sqrt(2) * scale))) / 2


_worst, _other = 1 / (2 * sigma**2), 1 / (2 * tau**2)
_SIZES = Domain((index(n, 1), index(N, 1), between(r, 0, 1), positive(most)))
_IN = Domain((*_ON, *_SIZES))
_BETTER = Promise(given=BEST, outer=_ON, variables=_SIZES,
    all=(*in_steps(BEST(), n, N, r, _IN), Goal(square(BEST(), sigma**2), _IN),
        leaks(BEST(), most, _IN), Goal(that(most) < _worst, _IN)))
_CLOSER = Promise(given=BEST, outer=_ON, variables=Domain(),
    all=(Goal(square(BEST(), sigma**2), _ON), leaks(BEST(), MOST() + _worst - _other, _ON)))

FIGURE_2A = Statement(id="cactus.fig2a", paper=PAPER, item="Figure 2a",
    title="for every sigma some cactus leaks less than normal noise, and the gap falls",
    printed_latex=r"\begin{gathered}\sup_{|a|\le1}D(p\|T_ap)<\frac1{2\sigma^2}\ \text{ for all "
    r"values of }\sigma,\\\text{although the difference decreases as }\sigma\text{ "
    r"grows}\end{gathered}", parameters=_ON, given=(NORMAL, NOISE, MOST),
    hypotheses=(
        Goal(that(Mass(NORMAL(), at_least(z))) == _normal_tail(z, sigma), _ON & real(z)),
        Goal(square(NOISE(), tau**2), _ON), leaks(NOISE(), MOST(), _ON)),
    printed=(Goal(divergence(NORMAL(), NORMAL(), sp.Integer(1), "==", _worst), _ON),
        leaks(NORMAL(), _worst, _ON), Goal(_BETTER, _ON), Goal(_CLOSER, _ON)),
    note="G is normal noise of variance sigma^2, and leaks 1/(2 sigma^2). P is a density of "
    "Definition 1 that leaks less. X is any noise of the larger variance tau^2 and V a bound on "
    "what it leaks; the last goal promises noise of variance sigma^2 whose bound is higher by no "
    "more than that of normal noise: the gap between normal and best noise is no smaller at sigma "
    "than at tau, so that it decreases as sigma grows. Open. Proved: that for every sigma some "
    "noise leaks less, cactus.gauss.better; densities in steps at five variances, "
    "cactus.fig2a.variances; what normal noise leaks, by integrals, cactus.gauss. Certified with "
    "50 cells a unit: the least divergence at the variances .05, .1, .25, .5, 1, 2 is at most "
    "3.9538, 2.9681, 1.7275, .9680, .4960, .2495, where normal noise has 10, 5, 2, 1, .5, .25.",
    examples=({
            "G": Tails(sp.Lambda(z, _normal_tail(z, sigma)), sp.Lambda(z, _normal_tail(z, sigma))),
            "X": laplace(half, tau * sp.log(2) / 2), "V": sp.Lambda((), 2 / tau)},))

# -- Figures 2b and 2c ----------------------------------------------------------------------------

rounds = sp.Symbol("m", integer=True, positive=True)
order, slope, sampled_order, sampled_slope, other_order = sp.symbols("t k t_q k_q w", positive=True)
VARIANCE, RATE = sp.Rational(1, 10), sp.Rational(1, 240)
_LOG, _LOG_SAMPLED = sp.log(10**3), sp.log(10**5)
SAMPLED, MOMENT = Given("G", "noise", 1), Given("A", "function", 1)
FAMILY = Given("P", "noise", 1)


def _moment(noise: sp.Expr, than: sp.Expr, at: sp.Expr, op: str, value: sp.Expr,
        by: sp.Expr) -> Loss:
    """E e^(at L), compared with e^value."""
    return Loss(noise, than, by, sp.Integer(1), l, sp.exp(at * l), op, sp.exp(value))


def _mixed(noise: Given, on: Domain) -> Goal:
    """That noise(a) is noise(0), moved by a with the probability that a record takes part."""
    base = noise(0)
    return Goal(that(Mass(noise(a), at_least(z))) ==
        (1 - RATE) * Mass(base, at_least(z)) + RATE * Mass(base, at_least(z - a)),
        on & between(a, -1, 1, "[]") & real(z))


_BUDGET = Domain()
_SLACK = Domain((positive(h),))
_KNOWN = Domain((index(n, 1), index(N, 1), between(r, 0, 1), positive(order), positive(slope),
        positive(sampled_order), positive(sampled_slope)))
_WITH = Domain((*_SLACK, *_KNOWN))
_SHIFTED = _WITH & between(a, -1, 1, "[]")
_COMPARED = _WITH & index(rounds, 1) & positive(other_order)
_AHEAD = Promise(given=FAMILY, outer=_SLACK, variables=_KNOWN,
    all=(*in_steps(FAMILY(0), n, N, r, _WITH), Goal(square(FAMILY(0), VARIANCE), _WITH),
        leaks(FAMILY(0), MOST() + h, _WITH),
        Goal(_moment(FAMILY(0), FAMILY(0), order, "<=", slope, a), _SHIFTED),
        Goal(that((rounds * slope + _LOG) / order) <
            (5 * rounds * other_order * (other_order + 1) + _LOG) / other_order, _COMPARED),
        _mixed(FAMILY, _WITH),
        Goal(_moment(FAMILY(a), FAMILY(0), sampled_order, "<=", sampled_slope, sp.Integer(0)),
            _SHIFTED),
        Goal(_moment(FAMILY(0), FAMILY(a), sampled_order, "<=", sampled_slope, sp.Integer(0)),
            _SHIFTED),
        Goal(that((rounds * sampled_slope + _LOG_SAMPLED) / sampled_order) <
            (rounds * MOMENT(other_order) + _LOG_SAMPLED) / other_order, _COMPARED)))
_ORDERS = Domain((positive(other_order),))
_mixture = sp.Lambda((a, z),
    (1 - RATE) * _normal_tail(z, sp.sqrt(VARIANCE)) + RATE * _normal_tail(z - a, sp.sqrt(VARIANCE)))

FIGURE_2B = Statement(id="cactus.fig2b", paper=PAPER, item="Figures 2b, 2c, 2d",
    title="by the moments accountant the cactus is ahead of normal noise, sampled or not",
    printed_latex=r"\begin{gathered}\varepsilon_{\text{cactus}}(m)<\varepsilon_{\text{Gaussian}}(m)"
    r"\quad(C=0.1,\ m=1,2,\dots):\\\delta=10^{-3}\text{ (b)},\qquad\delta=10^{-5},\ q=250/60000"
    r"\text{ (c)}\end{gathered}", given=(NOISE, MOST, SAMPLED, MOMENT),
    hypotheses=(Goal(square(NOISE(), VARIANCE), _BUDGET), leaks(NOISE(), MOST(), _BUDGET),
        Goal(that(Mass(SAMPLED(0), at_least(z))) == _normal_tail(z, sp.sqrt(VARIANCE)),
            Domain((real(z),))), _mixed(SAMPLED, _BUDGET),
        Goal(_moment(SAMPLED(1), SAMPLED(0), other_order, "<=", MOMENT(other_order), sp.Integer(0)),
            _ORDERS)),
    printed=(Goal(_moment(SAMPLED(0), SAMPLED(0), other_order, "==",
                5 * other_order * (other_order + 1), sp.Integer(1)), _ORDERS),
        Goal(_AHEAD, _SLACK)),
    note="P(0) is a cactus of variance 1/10: a density of Definition 1 that leaks at most h more "
    "than any X of that variance, which may be the best; P(a) is what its output is when a record "
    "that moves it by a takes part with probability q = 1/240. G(0) is normal noise of the same "
    "variance, and G(1) that with sampling. e^k and e^(k_q) bound the moments $E\\,e^{tL}$ of the "
    "cactus over all shifts, without and with sampling (add and remove), and "
    "(m k + log(1/delta))/t is an epsilon after m rounds by the moments accountant. It is below "
    "what normal noise has at every order w, after every number of rounds: 5 w (w+1) is its exact "
    "log moment, and e^A(w) any bound on the sampled one. Open; proved for a density in steps of "
    "1/4, without sampling as "
    "cactus.fig2b.normal and with it as cactus.fig2c.normal. The drawn values are computed from a "
    "certified solution, for pairs that dominate all shifts: after 1, 10 and 30 rounds 5.73, 42.2 "
    "and 116.3 (normal 16.8, 87.2, 214.4); sampled, after 1, 10 and 60 epochs 2.78, 7.52 and 19.81 "
    "(normal 25.7, 56.7, 147.3). Figure 2d is a run of learning on pictures, of which there is no "
    "formal sentence; such a run is among the examples of the project.",
    examples=({"X": laplace(half, sp.log(2) / 7), "V": sp.Lambda((), sp.Integer(7)),
            "G": Tails(_mixture, _mixture),
            "A": sp.Lambda(other_order, 5 * other_order * (other_order + 1))},))


def _open(statement: Statement) -> Claim:
    def derive() -> Derivation:
        return Proof(statement.parameters, statement).done()

    return Claim(statement, derive)


CLAIMS = tuple(map(_open, (FIGURE_1, FIGURE_2A, FIGURE_2B)))
