"""Section 1.1 and the classic Gaussian mechanism: comparisons with other guarantees."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, nth_root, positive
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import PAPER, SENSITIVITY, Delta
from dpproofs.theorems.trunclap.gaussian_profile import (WORST, c, density, eps0, mills, profile,
    show_moves, show_profile, tail, z)
from dpproofs.theorems.trunclap.setting import eps

e = eps
b, s, T = sp.symbols("b s T", positive=True)
_EPSILON = Domain((positive(e),))

# b = exp(-epsilon) and s = exp(-epsilon/2) enter through 1 - b < epsilon only, so that what is
# shown for every epsilon above 1 - b holds at the epsilon that belongs to b.
_AMPLITUDE = Domain((SENSITIVITY, between(s, sp.Rational(1, 4), 1), between(e, 1 - s**2, sp.oo)))
_POWER = Domain((SENSITIVITY, between(b, sp.Rational(1, 2), 1),
        nth_root(T, 3, b * (1 + b) / 2, b, sp.Integer(1)), between(e, 1 - b, sp.oo)))
_STAIRCASE1 = Delta * s / (1 - s**2)
_STAIRCASE2 = Delta**2 * (T**2 + b) / (1 - b) ** 2

COMPARISON = Statement(id="additive.intro.cmp", paper=PAPER, item="section 1.1",
    title="(0, delta) noise costs less than epsilon noise when delta = epsilon is small",
    printed_latex=r"\delta=\epsilon\text{ small}:\quad\frac\Delta{4\epsilon}<\Delta\,"
    r"\frac{e^{\epsilon/2}}{e^\epsilon-1},\qquad\frac{\Delta^2}{12\epsilon^2}<\Delta^2\,"
    r"\frac{T^2+b}{(1-b)^2}",
    printed=(Goal(that(Delta / (4 * e)) < _STAIRCASE1, _AMPLITUDE),
        Goal(that(Delta**2 / (12 * e**2)) < _STAIRCASE2, _POWER)),
    note="The paper does not say what 'the same amount of privacy constraint' means; read as "
    "delta = epsilon, with b = exp(-epsilon), T^3 = b(1+b)/2 and the optimal costs of both "
    "settings. Shown for epsilon < 2 log 4 (amplitude) and epsilon < log 2 (power); as epsilon "
    "tends to 0 the factors are 4 and 24, which is not shown. An epsilon-private noise is (0, "
    "tanh(epsilon/2)) private, so with delta = tanh(epsilon/2) the statement is trivial.")


def derive_comparison() -> Derivation:
    proof = Proof(_EPSILON)
    proof.shows(that(1 - sp.exp(-e)) < e, by="ladder",
        because="so the pair (b, epsilon) lies in the domains below, where only 1 - b < epsilon is "
        "asked")
    proof.shows(that(sp.exp(e / 2) / (sp.exp(e) - 1)) == sp.exp(-e / 2) / (1 - sp.exp(-e)),
        by="identity", because="the optimal amplitude of the staircase, in s = exp(-epsilon/2)")
    proof.concludes(COMPARISON.printed[0], by="sign",
        because="use s/(1 - s^2) > s/epsilon > 1/(4 epsilon) for s > 1/4")
    proof.concludes(COMPARISON.printed[1], by="sign",
        because="use (T^2 + b)/(1 - b)^2 > b/epsilon^2 > 1/(12 epsilon^2) for b > 1/2")
    return proof.done()


#: sigma = c Delta/epsilon with c = sqrt(2 log(1.25/delta)): then delta = 5/4 exp(-c^2/2).
_Q, _HALF, _ONE = sp.Rational(5, 4), sp.Rational(1, 2), sp.Integer(1)
_claimed = _Q * sp.exp(-(c**2) / 2)
_room = _claimed - profile(_ONE, c)
_w = sp.Symbol("w", positive=True)

_RATIOS = Variable(c, _HALF, sp.oo, "[)")
_INSIDE = Goal(that(profile(e, c)) < _claimed, Domain((between(e, 0, 1), _RATIOS)))
_BOX = (_INSIDE.domain.variables[0],)
_NEAR = Domain((*_BOX, Variable(c, _HALF, _Q, "[]")))
_FAR = Domain((*_BOX, between(c, _Q, sp.oo)))
#: 1.25 exp(-c^2/2) = 1/1000 at this c, where epsilon = 10 is too large.
_outside = sp.sqrt(2 * sp.log(1250))
_OUTSIDE = Goal(that(sp.Rational(3, 1000)) < profile(sp.Integer(10), _outside), Domain())

CLASSIC = Statement(id="additive.classic", paper=PAPER, item="section 5",
    title="the classic Gaussian calibration, for epsilon in (0, 1)",
    printed_latex=r"\sigma=\frac{\sqrt{2\log(1.25/\delta)}}\epsilon\,\Delta\ \text{ is "
    r"}(\epsilon,\delta)\text{ private for }\epsilon,\delta\in(0,1)", printed=(*WORST, _INSIDE),
    note="The paper takes this from Dwork and Roth (2014), Theorem A.1. With sigma = c "
    "Delta/epsilon the classic calibration is delta = 5/4 exp(-c^2/2); delta < 1 says c > 0.668, "
    "and the inequality is shown for all c >= 1/2. The profile, the least delta at which the noise "
    "is private, is what the worst set, a half-line, gains (Balle and Wang 2018, Theorem 8). It is "
    "largest at epsilon = 1; there a box covers c up to 5/4, and Mills' bound the rest. Also "
    "shown: epsilon < 1 cannot simply be dropped: at epsilon = 10, delta = 1/1000 the profile is "
    "more than three times the claimed delta.")


def derive_classic() -> Derivation:
    proof = Proof(Domain())
    show_profile(proof)
    moves = show_moves(proof)
    near = proof.shows(that(0) < _room, on=Domain((_NEAR.variables[1],)), by="region",
        because="the profile at 1 is bounded on a compact piece of a curve, c from 1/2 to 5/4")
    far = _show_far(proof)
    parts = [proof.follows(_INSIDE.proposition, (moves.rises, {eps0: e, eps: _ONE}), room, on=on,
            because="the profile at epsilon is below that at 1, which is bounded")
        for on, room in ((_NEAR, near), (_FAR, far))]
    proof.concludes(_INSIDE, by="cases", uses=parts,
        because="both ranges of c together are c >= 1/2")
    proof.concludes(_OUTSIDE, by="region",
        because="the profile at 10, where the calibration claims 1/1000, is more than 3/1000")
    return proof.done()


def _show_far(proof: Proof) -> str:
    """Append the inequality at epsilon = 1, beyond c = 5/4."""
    places = Domain((positive(z),))
    falls = proof.shows(that(sp.exp(-_w)) < 1, on=Domain((positive(_w),)), by="sign",
        because="an exponential falls", besides=True)
    small = sp.exp(_HALF) / sp.sqrt(2 * sp.pi)
    number = proof.shows(that(small) < 1, by="region", because="the number is below 1")
    ratio = sp.Rational(4, 5)
    beyond, falling = Domain((between(z, ratio, sp.oo),)), (1 - z / ratio) * density(z)
    moves = proof.shows(Derivative(mills(ratio, z), z, falling), on=beyond, by="derivative",
        because="how far phi(z)/c, c = 4/5, is above the tail")
    sign = proof.shows(that(falling) < 0, on=beyond, by="sign", because="falls with z")
    bound = proof.shows(that(0) < mills(ratio, z), on=beyond, by="decreasing", uses=(moves, sign),
        because="Mills' bound holds for a tail beyond 4/5")
    rate = proof.shows(Derivative(tail(z), z, -density(z)), on=places, by="derivative",
        because="a tail falls")
    slope = proof.shows(that(-density(z)) < 0, on=places, by="sign", because="by the density")
    positive_ = proof.shows(that(0) < tail(z), on=places, by="decreasing", uses=(rate, slope),
        because="it falls to 0, so that it is positive")
    return proof.follows(that(0) < _room, (bound, {z: c - 1 / (2 * c)}),
        (positive_, {z: c + 1 / (2 * c)}, sp.E), (falls, {_w: 1 / (8 * c**2)}, _claimed * small),
        (number, _claimed), on=Domain((_FAR.variables[1],)),
        because="beyond 5/4 the first tail of the profile is at c - 1/(2c) > 4/5, where Mills' "
            "bound holds, with the exponent -c^2/2 + 1/2 - 1/(8c^2)")


CLAIMS = (Claim(COMPARISON, derive_comparison), Claim(CLASSIC, derive_classic))
