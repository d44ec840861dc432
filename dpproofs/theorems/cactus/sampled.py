"""Figure 2c: a step density beside normal noise where a record takes part by chance."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.coarse import COARSE, RATIO
from dpproofs.theorems.cactus.figure2 import SOLVED
from dpproofs.theorems.cactus.gaussian import density, sigma
from dpproofs.theorems.cactus.setting import PAPER, x

RATE, ORDER = sp.Rational(1, 240), 3
SLOPE, MEAN_LOSS = sp.Rational(1, 200), sp.Rational(1, 500)
_BUDGET, _LOG = sp.Rational(1, 10), sp.log(10**5)
_MASSES = SOLVED[_BUDGET][0]
_FOUND = COARSE.found(_MASSES)

u = sp.Symbol("u", real=True)
rounds = sp.Symbol("m", integer=True, positive=True)
t = sp.Symbol("t", positive=True)

# -- the step density ------------------------------------------------------------------------------


def pairs(shift: int) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Masses of cells, those of the tails together, and what u is there: the rate times the
    relative change of the mass when the noise is moved by some cells.
    """
    last, tail = COARSE.last, _FOUND.mass(COARSE.last) / (1 - RATIO)
    yield tail, RATE * (RATIO**shift - 1)
    for i in range(-last + 1, last + shift):
        yield _FOUND.mass(abs(i)), RATE * (_FOUND.mass(abs(i - shift)) / _FOUND.mass(abs(i)) - 1)
    yield tail * RATIO**shift, RATE * (RATIO**-shift - 1)


def joining(shift: int) -> sp.Expr:
    """E e^(3L) when a record has joined: the sum of p (1 + u)^4."""
    return sum(mass * (1 + change) ** (1 + ORDER) for mass, change in pairs(shift))


def square(shift: int) -> sp.Expr:
    """The sum of p u^2; that of p u is 0."""
    return sum(mass * change**2 for mass, change in pairs(shift))


_CURVATURE = 6 / (1 - RATE) ** 5
_SHIFTS = range(1, COARSE.cells + 1)
_BELOW_PARABOLA = Goal(that((1 + u) ** -ORDER) <= 1 - 3 * u + _CURVATURE * u**2,
    Domain((Variable(u, -RATE, sp.oo, "[)"),)))
_JOINING = tuple(Goal(that(sp.log(joining(k))) < SLOPE, Domain()) for k in _SHIFTS)
_LEAVING = tuple(Goal(that(sp.log(1 + _CURVATURE * square(k))) < SLOPE, Domain())
    for k in _SHIFTS)

# -- normal noise ----------------------------------------------------------------------------------

_deviation = sp.sqrt(_BUDGET)
_PART = Goal(Integral(density(x).subs(sigma, _deviation) * RATE ** (1 + t)
            * sp.exp((1 + t) * (2 * x - 1) / (2 * _BUDGET)), x, -sp.oo, sp.oo,
        RATE ** (1 + t) * sp.exp(t * (t + 1) / (2 * _BUDGET))), Domain((positive(t),)))
_BOUNDARY = sp.Rational(11, 10)


def _beyond(place: sp.Expr) -> sp.Expr:
    """The mass of normal noise beyond a place."""
    return (1 - sp.erf(place / (sp.sqrt(2) * _deviation))) / 2


_out = _beyond(_BOUNDARY)
_in = (1 - RATE) * _out + RATE * _beyond(_BOUNDARY - 1)
_MEAN = Goal(that(MEAN_LOSS) <
    _in * sp.log(_in / _out) + (1 - _in) * sp.log((1 - _in) / (1 - _out)), Domain())

# -- both --------------------------------------------------------------------------------------

_cactus = (rounds * SLOPE + _LOG) / ORDER
_least = 5 * t * (t + 1) - (t + 1) * sp.log(1 / RATE)
_ALWAYS = Domain((index(rounds, 1), positive(t)))
_LOW = Goal(that(_cactus) < (rounds * MEAN_LOSS * t + _LOG) / t,
    _ALWAYS.restrict(t, sp.Integer(0), sp.Integer(ORDER), "(]"))
_HIGH = Goal(that(_cactus) < (rounds * _least + _LOG) / t,
    _ALWAYS.restrict(t, sp.Integer(ORDER), sp.oo, "[)"))

FIGURE_2C = Statement(id="cactus.fig2c.normal", paper=PAPER,
    item="ours: Figure 2c on a coarse grid",
    title="with sampling, too, a step density is ahead of normal noise for every number of rounds",
    printed_latex=r"\begin{gathered}\alpha_{\mathrm{cactus}}(3)<\tfrac1{200}\ (a=\tfrac14,\tfrac24,"
    r"\tfrac34,1),\qquad\alpha_{\mathrm{normal}}(t)\ge\max\bigl(\tfrac t{500},\ 5t(t+1)-(t+1)"
    r"\log240\bigr)\ (a=1),\\\frac{\tfrac m{200}+\log\frac1\delta}3<"
    r"\frac{m\,\alpha_{\mathrm{normal}}(t)+\log\frac1\delta}t\qquad(t>0,\ \delta=10^{-5},\ q="
    r"\tfrac{250}{60000},\ C=0.1,\ m=1,2,3,\dots)\end{gathered}",
    printed=(COARSE.within(_MASSES, _BUDGET), _BELOW_PARABOLA, *_JOINING, *_LEAVING, _PART, _MEAN,
        _LOW, _HIGH),
    note="Figure 2c, with the step density of cactus.fig2b.normal: n = 4, N = 12, r = 1/2. The "
    "logarithms are those of the sums of p_i (1 + u_i)^4 over all cells i, and of 1 plus the "
    "factor of the parabola times that of $p_i u_i^2$, for each shift. A record takes part with "
    "probability q = 1/240; with it the density is 1 + u times what it is without, u = q "
    "(f(x-a)/f(x) - 1). alpha(t) is $\\log E\\,e^{tL}$ for the worst shift, and of both "
    "neighbours. Moved by 1/4, 2/4, 3/4 or 1, the mean of (1 + u)^4 is below e^(1/200); so is that "
    "of (1 + u)^-3, by a parabola above it and because the mean of u is 0; between two of these "
    "shifts both are means of theirs, as in Theorem 2. For normal noise and the shift 1, alpha(t) "
    "is at least the logarithm of the mean of (q e^l)^(1+t), l the loss without sampling, which is "
    "the integral; and at least t times the divergence, as the logarithm of a mean is no less than "
    "the mean of the logarithm. The divergence is at least that of the event that an output is "
    "beyond 11/10, which is above 1/500. So (m/200 + log(10^5))/3 is a bound on the cactus's "
    "epsilon after m rounds, 4.24, 7.84 and 27.84 after 1, 10 and 60 epochs of 240, and below what "
    "normal noise has at any t. A finer grid and the best order have 2.78, 7.52 and 19.81.")


def derive_2c() -> Derivation:
    proof = Proof(_ALWAYS, FIGURE_2C)
    proof.concludes(FIGURE_2C.printed[0], by="sign", because="the masses keep the budget")
    proof.concludes(_BELOW_PARABOLA, by="sign", because="(1 + u)^-3 lies below a parabola")
    for k, goal in enumerate(_JOINING, 1):
        proof.concludes(goal, by="region", because=f"a record joins that moves the noise by {k}/4")
    for k, goal in enumerate(_LEAVING, 1):
        proof.concludes(goal, by="region", because=f"a record leaves that moved the noise by {k}/4")
    proof.concludes(_PART, by="integral",
        because="the outputs with the record contribute this to the moment",
        antiderivative=RATE ** (1 + t) * sp.exp(t * (t + 1) / (2 * _BUDGET))
            * sp.erf(sp.sqrt(5) * (x - 1 - t)) / 2)
    proof.concludes(_MEAN, by="region",
        because="this is the divergence of the event that an output is beyond 11/10")
    some = proof.shows(that(0) < _LOG, on=Domain(), by="region",
        because="the number 100000 is more than 1")
    small = proof.shows(that(_LOG) < 12, on=Domain(), by="region",
        because="the number 100000 is less than e^12")
    rare = proof.shows(that(sp.log(1 / RATE)) < 6, on=Domain(), by="region",
        because="the number 240 is less than e^6")
    third = sp.Rational(1, ORDER)
    proof.follows(_LOW, (some, 1 / t - third),
        because="up to the order 3 the last term is no smaller, and 1/500 is more than 1/600")
    proof.follows(_HIGH, (some, 1 / t), (small, third), (rare, rounds * (t + 1) / t),
        because="the rounds have at least (t + 1) (5 - 6/t) m, and so 12 m, against m/600 + 4")
    return proof.done()


CLAIMS = (Claim(FIGURE_2C, derive_2c),)
