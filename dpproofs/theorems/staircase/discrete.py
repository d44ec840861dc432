"""Section VI: the discrete staircase (79), its normaliser (80), and its privacy."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import integer_noise as noise
from dpproofs.theorems.staircase.integer_noise import (DEFINITIONS, EXISTS, IS_EVEN, IS_PRIVATE,
    MASSES, bottom, peak, r, x)
from dpproofs.theorems.staircase.integer_noise import FAMILY as PARAMETERS
from dpproofs.theorems.staircase.setting import (PAPER, PERIOD, RATIO, Delta, b, gamma, height, k)

j = sp.Symbol("j", nonnegative=True)  # a place within a period

#: The sensitivity and r where the second part of a period is not empty.
TWO_PARTS = Domain((RATIO, index(Delta, 2), index(r, 1, Delta - 1)))

IN_FIRST, IN_SECOND = index(j, 0, r - 1), index(j, r, Delta - 1)


def p(place: sp.Expr) -> sp.Expr:
    """The probability of a place."""
    return MASSES(r, place)


FIRST = Goal(that(p(j)) == peak, PARAMETERS & IN_FIRST)
SECOND = Goal(that(p(j)) == b * peak, TWO_PARTS & IN_SECOND)
COPIES = Goal(that(p(k * Delta + j)) == b**k * p(j),
    Domain((*PARAMETERS, PERIOD, index(j, 0, Delta - 1))))
EVEN = Goal(that(p(-x)) == p(x), PARAMETERS & Variable(x, -sp.oo, sp.oo))

MASS = Statement(id="staircase.eq79", paper=PAPER, item="(79), (76)",
    title="the discrete staircase, and that it is epsilon-differentially private",
    printed_latex=r"\begin{gathered}P_r(i)=\begin{cases}a(r),&0\le i<r,\\e^{-\epsilon}a(r),&r\le "
    r"i<\Delta,\\e^{-k\epsilon}P_r(i-k\Delta),&k\Delta\le i<(k+1)\Delta,\ k\in\mathbb "
    r"N,\\P_r(-i),&i<0,\end{cases}\\P_r(i)\le e^\epsilon P_r(i+d)\quad\text{for all }i,\ "
    r"|d|\le\Delta\end{gathered}", parameters=noise.ON, definitions=DEFINITIONS,
    printed=(EXISTS, FIRST, SECOND, COPIES, EVEN, IS_EVEN, IS_PRIVATE), definition=True,
    note="With b = exp(-epsilon) and integers i, r, Delta, 1 <= r <= Delta. The lines cover every "
    "integer once: the third repeats the first two for k = 0, the fourth leaves 0 to the first. At "
    "r = Delta the second line is empty, and P drops at the multiples of Delta alone. In one "
    "formula, P_r(i) = a b^(1 + floor((|i| - r)/Delta)). Privacy is that of all sets of integers "
    "and all integer shifts, of which (76) names the sets with one element.")


def derive_mass() -> Derivation:
    proof = Proof(PARAMETERS, MASS)
    exists = noise.show_exists(proof)
    first, second = (
        proof.on_piece(MASSES, number, because=f"the {name} part of period k has one level")
        for number, name in enumerate(("first", "second")))
    start = {x: j, k: sp.Integer(0)}
    for level, goal, name in ((first, FIRST, "first"), (second, SECOND, "second")):
        proof.follows(goal, (level, start), because=f"the {name} part of the first period")
    place = sp.Symbol("s", nonnegative=True)
    within = PARAMETERS & PERIOD
    parts = [proof.follows(that(p(k * Delta + place)) == b**k * p(place),
            (level, {x: k * Delta + place}), (level, {x: place, k: sp.Integer(0)}),
            on=within & Variable(place, *ends, "[)", hollow=True),
            because="the level of period k is b^k times that of the first")
        for level, ends in ((first, (sp.Integer(0), r)), (second, (r, Delta)))]
    whole = proof.shows(that(p(k * Delta + place)) == b**k * p(place),
        on=within & Variable(place, sp.Integer(0), Delta, "[)"), by="cases", uses=parts,
        because="every later period is a scaled copy of the first")
    proof.follows(COPIES, whole, because="the same holds at the integers")
    proof.concludes(EVEN, by="definition", name=MASSES.name, piece="even",
        because="the noise is symmetric")
    proof.concludes(IS_EVEN, by="evenness",
        uses=(exists,), because="the noise is symmetric for all sets")
    noise.show_private(proof, exists)
    proof.shows(that(0) < peak, by="sign", because="a(r) > 0, also for r = Delta")
    return proof.done()


# -- the normaliser -------------------------------------------------------------------------------

_c = sp.Symbol("c", positive=True)  # a probability of 0 that is not yet fixed
_LEVEL = PARAMETERS & positive(_c)


def _parts(level: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The probabilities of the two parts of period k, when that of 0 is ``level``."""
    return level * r * b**k, level * (Delta - r) * b ** (k + 1)


#: The staircase density with this gamma, rounded to integers, is P_r.
rounded = (r - sp.Rational(1, 2)) / Delta

NORMALISER = Statement(id="staircase.eq80", paper=PAPER, item="(80)",
    title="the probability of 0 that makes the sum 1",
    printed_latex=r"a(r)=\frac{1-b}{2r+2b(\Delta-r)-(1-b)},\qquad\sum_{i\in\mathbb Z}P_r(i)=1",
    parameters=noise.ON, definitions=DEFINITIONS,
    printed=(EXISTS,
        Goal(Sum(2 * sum(_parts(_c)), k, sp.Integer(0), sp.oo, (bottom + 1 - b) * _c / (1 - b)),
            _LEVEL), Goal(that((bottom + 1 - b) * _c / (1 - b) - _c - 1) == _c / peak - 1, _LEVEL),
        Goal(that(peak) == height.subs(gamma, rounded), PARAMETERS),
        Goal(that((k + rounded) * Delta) == k * Delta + r - sp.Rational(1, 2),
            PARAMETERS & PERIOD)),
    note="With b = exp(-epsilon). P_r is a probability. For any probability c of 0, the periods on "
    "both sides of 0 count the integer 0 twice, so that the sum is twice one side less c; it is 1 "
    "for c = a(r) alone. The last two lines: P_r is the staircase density with gamma = (r - "
    "1/2)/Delta, rounded to the nearest integer. That density drops at (k + gamma) Delta = k Delta "
    "+ r - 1/2, half way between two integers, and has the height a(r) at 0, so that the unit "
    "interval around each integer i has one level and the mass P_r(i). Privacy under integer "
    "shifts follows once more, as rounding commutes with them.")


def derive_normaliser() -> Derivation:
    proof = Proof(PARAMETERS, NORMALISER)
    noise.show_exists(proof)
    proof.shows(that(0) < bottom, by="sign", because="the denominator of a(r) is positive")
    proof.concludes(NORMALISER.printed[1], by="sum",
        because="the periods on both sides are added up, for any probability c of 0", ratio=b)
    proof.concludes(NORMALISER.printed[2], by="identity",
        because="counting 0 once, which both sides have, the sum is 1 for one c alone, the printed "
            "height")
    proof.concludes(NORMALISER.printed[3], by="identity",
        because="this is the height of the staircase density that drops half way between r - 1 and "
            "r")
    proof.concludes(NORMALISER.printed[4], by="identity",
        because="the density drops half way between two integers")
    return proof.done()


CLAIMS = (Claim(MASS, derive_mass), Claim(NORMALISER, derive_normaliser))
