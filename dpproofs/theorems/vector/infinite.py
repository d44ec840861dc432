"""Where all staircases cost infinity, so does all private noise."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector import optimal
from dpproofs.theorems.vector.exchange import (COUNT, EVEN, FALLS, PLACE, RISES, Delta, G, S, gap,
    hollow, n, rho, told, turn, x, y, zero)
from dpproofs.theorems.vector.optimal import (CIRCLE, COST, INCREMENTS, LEAST, LEVELS, NOTHING, ON,
    PRIVATE, RISING, D, Potential, X, assume_integral, c, mu, norm, powers_from, show_least)
from dpproofs.theorems.vector.setting import PAPER, b

#: G is nowhere below -g.
g = Given("g", "function")

DEEP = Goal(that(-g()) <= G(y), ON & PLACE)
MUCH = Goal(that(g()) <= (1 - b) * S(0), ON)
NOWHERE = Goal(that(0) <= S(y), ON & CIRCLE)

# -- an example: the one of the other claim, and a smaller number ----------------------------------

_level = (1 - b) * optimal.BEYOND_S.xreplace({y: zero})
_level /= 2 * ((1 - b) * powers_from(zero) + turn**D)

EXAMPLE = {**{name: optimal.EXAMPLE[name] for name in ("X", "rho", "c")},
    "G": sp.Lambda((x,), sp.Max(0, x**D - turn**D) - _level * x**D),
    "S": sp.Lambda((y,), optimal.BEYOND_S - _level * powers_from(y)), "mu": sp.Lambda((), _level),
    "g": sp.Lambda((), _level * turn**D)}

STATEMENT = Statement(id="vector.optimal.infinite", paper=PAPER,
    item="ours: where all staircases cost infinity",
    title="where costs add up to enough over the radii n Delta, private noise costs at least mu",
    printed_latex=r"\begin{gathered}X\ \epsilon\text{-private on }\mathbb R^D\text{ for shifts of "
    r"norm up to }\Delta,\qquad c\ge0\text{ nondecreasing},\qquad "
    r"b=e^{-\epsilon}\\G(r)=\int_0^r(c-\mu)\,d(x^D)\ge-g,\qquad(1-b)\sum_{n\ge0}b^nG(n\Delta)\ge "
    r"g\quad\Rightarrow\quad\mathbb E\,c(\|X\|)\ge\mu\end{gathered}",
    printed_text="for every norm on R^D, if X is (epsilon, 0)-private for shifts of norm up to "
    "Delta, c >= 0 does not decrease, G(r) is the integral of c - mu against d(x^D) over [0, r] "
    "and nowhere below -g, and 1 - b times the sum of b^n G(n Delta) is at least g, then E c(norm "
    "of X) >= mu", parameters=ON, given=(norm, X, c, rho, G, S, mu, g),
    hypotheses=(PRIVATE, LEVELS, COST, RISING, *INCREMENTS, NOTHING, FALLS, RISES, EVEN, DEEP,
        MUCH), printed=(NOWHERE, LEAST),
    note="For costs L with values in [0, oo] of which all staircases cost infinity: c = min(L, A) "
    "with any A > mu. The sums of c over the radii converge, G is nowhere below -mu s^D, where s "
    "is the place at which L passes mu, whatever A is, and as A grows the sum of b^n G(n Delta) "
    "grows beyond any number: it is that of the costs at the radii n Delta, up to a number. So E "
    "L(norm of X) is at least E c(norm of X) >= mu, for every mu. A cost that is infinite beyond "
    "some radius is of this kind, as staircases have noise everywhere; one of which some staircase "
    "costs a finite number is finite, and its sums converge: that is vector.optimal.",
    examples=(EXAMPLE,))


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    proof.idea("G is the integral of c - mu against the volume, and S(y) its sum over equal steps "
        "from y on. No sum is below the one that begins at 0 by more than g/(1 - b), and that one "
        "is at least as large. So S is not negative, and the radii of the level sets of X may be "
        "exchanged for equal steps.")
    costs = (proof.assumes(COST, because="the cost is not negative"),
        proof.assumes(RISING, because="nor does it decrease"),
        *assume_integral(proof))
    sums = proof.assumes(EVEN, because="S(y) is the sum of G over equal steps")
    show_least(proof, costs, sums, lambda found: _best(proof, found, sums))
    return proof.done()


def _best(proof: Proof, found: Potential, sums: str) -> str:
    """Append 0 <= S(y) for y in [0, Delta]: it is not much less than S(0)."""
    on, step = ON & CIRCLE, n * Delta
    deep = proof.assumes(DEEP, because="G is nowhere below -g")
    much = proof.assumes(MUCH, because="the sum that begins at 0 is large")
    claim = that(G(step) - g()) <= G(y + step)
    near = on & COUNT & hollow(x, step, turn)
    far = on & COUNT & hollow(x, turn, step)
    parts = (proof.follows(claim, (found.falls, {y: zero, gap: step}), found.begins,
            (deep, {y: y + step}), on=near, also=(told(proof, near),),
            because="G is not above 0 up to s"),
        proof.follows(claim, (found.rises, {y: step, gap: y}), (deep, {y: zero}), found.begins,
            on=far, also=(told(proof, far),), because="and from there on, where G rises"))
    each = proof.applies("either order", on=on & COUNT, uses=parts, because="so at every radius",
        first=step, second=turn, left=claim.lhs, right=claim.rhs)
    small, great = b**n * G(step) - b**n * g(), b**n * G(y + step)
    scaled = proof.follows(that(small) <= great, each, on=on & COUNT, because="multiply by b^n")
    first, here = (proof.shows(Sum(b**n * G(place + step), n, zero, sp.oo, S(place)), on=on,
            by="instance", uses=(sums,), at={y: place}, because="the sum over these steps")
        for place in (zero, y))
    ones = proof.shows(Sum(b**n, n, zero, sp.oo, 1 / (1 - b)), on=on, by="sum", ratio=b,
        because="the powers of b add up to this")
    less = proof.applies("combination of sums", on=on, uses=(first, ones), first=b**n * G(step),
        second=b**n, value=S(0), other=1 / (1 - b), times=sp.S.One, plus=-g(),
        because="subtract g at each radius")
    larger = proof.applies("comparison of sums", on=on, uses=(less, here, scaled), small=small,
        great=great, less=S(0) - g() / (1 - b), more=S(y), because="so the sum is no larger")
    return proof.follows(NOWHERE, (larger, 1), (much, 1 / (1 - b)),
        because="so no staircase costs less than mu")


CLAIMS = (Claim(STATEMENT, derive),)
