"""The staircase density (25), its normaliser (26), and what the definition gives at once."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, real
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.noise import (AHEAD, DEFINITIONS, DENSITY, EXISTS, ON, PIECES, Q,
    show_even, show_exists, x)
from dpproofs.theorems.staircase.setting import (FAMILY, PAPER, PERIOD, RATIO, SENSITIVITY, SPLIT,
    Delta, b, gamma, height, k, weight)

s = sp.Symbol("s", nonnegative=True)  # a place within a period

IN_FIRST = between(s, 0, gamma * Delta, "[)")
IN_SECOND = between(s, gamma * Delta, Delta, "[)")
IN_PERIOD = between(s, 0, Delta, "[)")


def f(place: sp.Expr) -> sp.Expr:
    """The density at a place."""
    return DENSITY(gamma, place)


def split(*, first: bool = False, second: bool = False) -> Domain:
    """b, Delta and gamma, without the ends at which a piece that is needed is empty."""
    ends = ("(" if first else "[") + (")" if second else "]")
    return Domain((RATIO, SENSITIVITY, between(gamma, 0, 1, ends)))


FIRST = Goal(that(f(s)) == height, split(first=True) & IN_FIRST)
SECOND = Goal(that(f(s)) == b * height, split(second=True) & IN_SECOND)
COPIES = Goal(that(f(k * Delta + s)) == b**k * f(s), Domain((*FAMILY, PERIOD, IN_PERIOD)))
EVEN = Goal(that(f(-x)) == f(x), FAMILY & real(x))

#: The four lines of (25).
LINES = (FIRST, SECOND, COPIES, EVEN)
ONE_PERIOD = Goal(that(f(x + Delta)) == b * f(x), FAMILY & AHEAD)


STAIRCASE = Statement(id="staircase.eq25", paper=PAPER, item="(25), (37)",
    title="the staircase density",
    printed_latex=r"f_\gamma(x)=\begin{cases}a(\gamma),&0\le "
    r"x<\gamma\Delta,\\e^{-\epsilon}a(\gamma),&\gamma\Delta\le "
    r"x<\Delta,\\e^{-k\epsilon}f_\gamma(x-k\Delta),&k\Delta\le x<(k+1)\Delta,\ k\in\mathbb "
    r"N,\\f_\gamma(-x),&x<0\end{cases}", parameters=ON, definitions=DEFINITIONS,
    printed=(EXISTS, *LINES, ONE_PERIOD, Goal(Even(Q), FAMILY)), definition=True,
    note="With b = exp(-epsilon). The half-open pieces cover the line once, so that the density is "
    "well defined; at gamma = 0 the first piece of every period is empty, at gamma = 1 the second. "
    "In one formula, f(x) = a b^(1 + floor(|x|/Delta - gamma)). The four lines are goals, and that "
    "f is the density of a probability, which is even.")


def derive_density() -> Derivation:
    proof = Proof(FAMILY, STAIRCASE)
    exists = show_exists(proof)
    first, second = (
        proof.on_piece(DENSITY, place, because=f"the {name} piece of period k has one level")
        for place, name in enumerate(("first", "second")))
    for level, goal, name in ((first, FIRST, "first"), (second, SECOND, "second")):
        proof.follows(goal, (level, {x: s, k: sp.Integer(0)}),
            because=f"the {name} piece of the first period")
    parts = [proof.follows(COPIES.proposition, (level, {x: k * Delta + s}),
            (level, {x: s, k: sp.Integer(0)}),
            on=FAMILY & PERIOD & Variable(s, *ends, "[)", hollow=True),
            because=f"on the {name} piece both have one level")
        for level, name, ends in ((first, "first", (sp.Integer(0), gamma * Delta)),
            (second, "second", (gamma * Delta, Delta)))]
    proof.concludes(COPIES, by="cases", uses=parts,
        because="every later period is a scaled copy of the first")
    proof.concludes(EVEN, by="definition", name=DENSITY.name, piece="even",
        because="the density is even")
    further = [proof.follows(ONE_PERIOD.proposition, (level, {x: x + Delta, k: k + 1}), level,
            on=piece, because="so each period is the one before, scaled")
        for level, piece in ((first, PIECES[0]), (second, PIECES[1]))]
    proof.concludes(ONE_PERIOD, by="cover", uses=further, name=DENSITY.name,
        because="on every piece, and so for all x >= 0")
    show_even(proof, exists)
    proof.shows(that(0) < height, by="sign", because="a(gamma) > 0, also for gamma = 0 and 1")
    proof.shows(that(height * b ** (k + 1)) < height * b**k, on=FAMILY & PERIOD, by="sign",
        because="within a period the density falls once, at gamma Delta, by the factor b")
    return proof.done()


# -- the normaliser -------------------------------------------------------------------------------

_c = sp.Symbol("c", positive=True)  # a height that is not yet fixed
_LEVEL = ON & between(_c, 0, sp.oo)


def _mass(level: sp.Expr) -> sp.Expr:
    """Twice the mass of period k when the height at the origin is ``level``."""
    return 2 * (level * b**k * gamma * Delta + level * b ** (k + 1) * (1 - gamma) * Delta)


NORMALISER = Statement(id="staircase.eq26", paper=PAPER, item="(26), (38)",
    title="the height that makes the mass 1",
    printed_latex=r"a(\gamma)=\frac{1-e^{-\epsilon}}"
    r"{2\Delta\,(\gamma+e^{-\epsilon}(1-\gamma))},\qquad\int f_\gamma=1", parameters=ON,
    definitions=DEFINITIONS,
    printed=(EXISTS,
        Goal(Sum(_mass(_c), k, sp.Integer(0), sp.oo, 2 * _c * Delta * weight / (1 - b)),
            _LEVEL & SPLIT),
        Goal(that(2 * _c * Delta * weight / (1 - b)) == _c / height, _LEVEL & SPLIT)),
    note="With b = exp(-epsilon). The density with the height (26) is that of a probability. For "
    "any height c the mass is c / a(gamma), so that no other height gives mass 1.")


def derive_normaliser() -> Derivation:
    proof = Proof(FAMILY, NORMALISER)
    show_exists(proof)
    proof.shows(that(0) < weight, by="sign", because="the denominator of a(gamma) is positive")
    proof.concludes(NORMALISER.printed[1], by="sum", ratio=b,
        because="both sides of the origin are added up, period by period, for any height c")
    proof.concludes(NORMALISER.printed[2], by="identity",
        because="the mass is c over the height of (26); so it is 1 for this height alone")
    return proof.done()


CLAIMS = (Claim(STAIRCASE, derive_density), Claim(NORMALISER, derive_normaliser))
