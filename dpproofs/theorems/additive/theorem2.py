"""Theorem 2: among symmetric, decreasing noise the family P_alpha is optimal, for every cost.

The derivation is not the paper's. There, P is averaged over cells and the cost is said to
converge, which fails for costs that grow quickly. Here no limit is taken: the tail G of P is
convex, and its supporting line at Delta/2 is the tail of a member of the family.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Exists, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.proposition import Limit, at_most, equal, less
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least, beyond, interval
from dpproofs.theorems.additive import noise
from dpproofs.theorems.additive.definitions import show_convex
from dpproofs.theorems.additive.noise import DEFINITIONS, EXISTS, IS_PRIVATE, P_ALPHA, Q
from dpproofs.theorems.additive.setting import (
    ALPHA,
    COST,
    DELTA,
    EVEN,
    MONOTONE,
    ON,
    PAIR,
    PAPER,
    PRIVATE,
    Delta,
    X,
    alpha,
    delta,
    x,
)  # fmt: skip
from dpproofs.theorems.additive.symmetric import Symmetric, point, show_no_atoms, t
from dpproofs.theorems.samples import symmetric, uniform

_HALF = sp.Rational(1, 2)
rho, s, z = sp.symbols("rho s z", positive=True)


def _beyond(place: sp.Expr) -> sp.Expr:
    """P(X > place)."""
    return Mass(X(), interval(place, sp.oo))


# The paper's averaging step, tried on Gaussian noise with L(x) = exp(x^2) / (1 + x^2).
_k, _w = sp.Symbol("k", integer=True), sp.Symbol("w", positive=True)
_y = sp.Symbol("y", positive=True)
_CELLS = Domain((positive(_w), index(_k, 0)))
_exact = sp.exp((_k * _w + sp.Rational(3, 4) * _w) ** 2 - (_k * _w + _w / 4) ** 2)
_power = 1 + _k * _w**2 + _k**2 * _w**4 / 2
_cell = _w / 16 * _power / (1 + (_k + 1) ** 2 * _w**2)
AVERAGED: Goal = Goal(Limit(_cell, _k, sp.oo, "-", sp.Integer(0)), Domain((positive(_w),)))

#: alpha = beta delta, 0 <= beta < 1.
beta = sp.Symbol("beta", nonnegative=True)
_MEMBER = P_ALPHA(beta * delta)
OPTIMAL = Goal(
    Exists(
        Domain((Variable(beta, sp.Integer(0), sp.Integer(1), "[)"),)),
        (Private(_MEMBER, sp.Integer(0), delta, Delta), Cheaper(_MEMBER, X(), COST.name)),
    ),
    ON,
)

THEOREM2 = Statement(
    id="additive.thm2",
    paper=PAPER,
    item="Theorem 2 and its proof",
    title="the family P_alpha is optimal; one line of the proof is not right",
    printed_latex=r"\begin{gathered}\inf_{P\in SP}\int L\,dP=\inf_{\alpha\in[0,\delta)}\int L\,"
    r"dP_\alpha;\\ \text{proof: }\lim_{i\to\infty}\int L\,dP_i=\int L\,dP"
    r"\text{ for the averages }P_i\text{ of }P\text{ over cells}\end{gathered}",
    parameters=ON,
    given=(X, COST),
    definitions=DEFINITIONS,
    hypotheses=(EVEN, MONOTONE, PRIVATE),
    printed=(EXISTS, OPTIMAL, AVERAGED),
    corrected=(EXISTS, OPTIMAL),
    corrected_latex=r"\inf_{P\in SP}\int L\,dP=\inf_{\alpha\in[0,\delta)}\int L\,dP_\alpha"
    r"\quad\text{(by the supporting line of the tail at }\tfrac\Delta2\text{, without averaging)}",
    printed_text="inf over SP of E L = inf over alpha of E L under P_alpha; in the proof: E L "
    "under the averages P_i of P over cells tends to E L under P",
    corrected_text="inf over SP of E L = inf over alpha of E L under P_alpha, by the supporting "
    "line of the tail at Delta/2, without averaging",
    note="The theorem stands, for every even cost L that does not decrease on [0, oo), finite or "
    "not, and P_alpha does not depend on L; as P_alpha is private, symmetric and decreasing, the "
    "infima are equal. The line of its proof that is said to hold 'due to the definition of "
    "Riemann-Stieltjes integral' does not: for Gaussian noise and L(x) = exp(x^2)/(1 + x^2), "
    "which has Property 1 and a finite expected cost, every average P_i has infinite cost, since "
    "the costs of its cells of width w do not tend to 0. Property 2 is used for intervals (x, "
    "x+h], x >= 0, only.",
    examples=(
        {"X": uniform(delta / Delta)},
        {"X": symmetric(sp.Lambda(x, (1 - delta) ** (2 * x / Delta)))},
    ),
)  # fmt: skip


def derive() -> Derivation:
    proof = Proof(ON, THEOREM2)
    _averages_diverge(proof)
    known = noise.Known(proof)
    private = noise.show_private(proof, known)
    bound = _show_bound(proof, known)
    line = _show_line(proof)
    chosen = _choose(proof, line)
    below = _show_below(proof, bound, line, chosen)
    here = P_ALPHA(chosen.alpha)
    ranges = (chosen.low, chosen.high)
    cheaper = proof.applies(
        "stochastic order", on=ON, uses=(below, known.exists, *ranges),
        because="a smaller tail costs less, for every L with Property 1",
        cheap=here, dear=X(), cost=COST.name,
    )  # fmt: skip
    kept = proof.shows(
        IS_PRIVATE.proposition.map(lambda e: e.xreplace({alpha: chosen.alpha})), on=ON,
        by="instance", uses=(private, *ranges), at={alpha: chosen.alpha},
        because="this member of the family is private",
    )  # fmt: skip
    share = chosen.alpha / delta
    within = (
        proof.shows(
            at_most(0, share), on=ON, by="entailment", uses=(chosen.low,),
            because="as a share of delta it is not negative", facts=[(chosen.low, {}, 1 / delta)],
        ),
        proof.shows(
            less(share, 1), on=ON, by="entailment", uses=(chosen.high,), because="and below 1",
            facts=[(chosen.high, {}, 1 / delta)],
        ),
    )  # fmt: skip
    proof.exists(
        OPTIMAL, {beta: share}, uses=(kept, cheaper, *within),
        because="so there is a member of the family that costs no more",
    )  # fmt: skip
    return proof.done()


@dataclass(frozen=True)
class Line:
    """The supporting line of the tail at Delta/2: its slope -kappa, and what is known of it."""

    kappa: sp.Expr
    support: str  # the tail lies above it
    half: str  # the tail at Delta/2 is (1 - delta)/2 at least
    start: str  # the tail at 0 is 1/2 at most
    positive: str  # kappa is positive
    even: str


def _show_line(proof: Proof) -> Line:
    even = proof.assumes(EVEN, because="the noise is symmetric")
    moves = proof.assumes(MONOTONE, because="Property 2 for (x, x+h], moved outwards by a")
    private = proof.assumes(PRIVATE, because="the noise is (0, delta)-private")
    of = Symmetric(X(), even, moves)
    convex = show_convex(proof, X(), moves)
    h = PAIR.variables[1].symbol
    falls = proof.shows(
        at_most(_beyond(x + h), _beyond(x)), on=PAIR, by="measure",
        because="a tail does not increase",
    )  # fmt: skip
    found = proof.obtains(
        "supporting line", "kappa", on=ON, uses=(convex, falls),
        because="so it lies above its supporting line at Delta/2, whose slope is called -kappa",
        curve=_beyond(x), at=Delta / 2,
    )  # fmt: skip
    kappa = found.term
    support = proof.knows(found, 1, because="the tail lies above this line")
    half = _show_half(proof, of, private)
    places = (interval(0, sp.oo),)
    mirrored = of.mirror(proof, places[0], ON)
    both = proof.shows(
        at_most(Mass(X(), places[0]) + Mass(X(), Mirror(places[0])), 1), on=ON, by="measure",
        because="both sides of the origin",
    )  # fmt: skip
    start = proof.shows(
        at_most(_beyond(sp.Integer(0)), _HALF), on=ON, by="entailment", uses=(mirrored, both),
        because="have the same mass, half of all at most",
        facts=[(mirrored, {}, _HALF), (both, {}, _HALF)],
    )  # fmt: skip
    return Line(kappa, support, half, start, _show_steep(proof, kappa, support, half), even)


def _show_half(proof: Proof, of: Symmetric, private: str) -> str:
    """Append that the tail at Delta/2 is at least (1 - delta)/2."""
    atoms = show_no_atoms(proof, of)
    ray, there = at_least(-Delta / 2), interval(Delta / 2, sp.oo)
    said = proof.shows(
        at_most(Mass(X(), ray), Mass(X(), Moved(ray, Delta)) + delta), on=ON, by="privacy",
        uses=(private,), set=ray, shift=Delta, because="the constraint for [-Delta/2, oo)",
    )  # fmt: skip
    moved = proof.shows(
        equal(Mass(X(), Moved(ray, Delta)), Mass(X(), there) + Mass(X(), point(Delta / 2))), on=ON,
        by="measure", because="which Delta moves to [Delta/2, oo)",
    )  # fmt: skip
    rest = proof.shows(
        equal(Mass(X(), ray) + Mass(X(), Mirror(there)), 1), on=ON, by="measure",
        because="its complement is the reflection of (Delta/2, oo)",
    )  # fmt: skip
    mirrored = of.mirror(proof, there, ON)
    return proof.shows(
        at_most((1 - delta) / 2, Mass(X(), there)), on=ON, by="entailment",
        uses=(said, moved, rest, mirrored, atoms.ahead),
        because="so (Delta/2, oo) has at least (1 - delta)/2",
        facts=[
            (said, {}, _HALF), (moved, {}, -_HALF), (rest, {}, _HALF), (mirrored, {}, -_HALF),
            (atoms.ahead, {t: Delta / 2}, _HALF),
        ],
    )  # fmt: skip


def _show_steep(proof: Proof, kappa: sp.Expr, support: str, half: str) -> str:
    """Append that kappa is positive, as the tail vanishes in the end."""
    found = proof.obtains(
        "tails vanish", "far", on=ON, uses=(), because="a tail tends to 0",
        noise=X(), level=(1 - delta) / 2,
    )  # fmt: skip
    far = found.term
    place = proof.knows(found, 0, because="somewhere on the right")
    small = proof.knows(found, 1, because="it is below (1 - delta)/2")
    later = proof.shows(
        at_most(_beyond(Delta / 2 + z), Mass(X(), at_least(z))), on=ON & positive(z), by="measure",
        because="and so it is further out",
    )  # fmt: skip
    ahead = proof.shows(
        at_most(0, Delta / 2 + far), on=ON, by="entailment", uses=(place,),
        because="beyond Delta/2", facts=[(place, {}, 1)],
    )  # fmt: skip
    steep = proof.shows(
        less(0, kappa * far), on=ON, by="entailment",
        uses=(support, half, small, later, place, ahead),
        because="the line is below (1 - delta)/2 where the tail is, and not at Delta/2, so it "
        "falls",
        facts=[
            (support, {x: Delta / 2 + far}, 1), (half, {}, 1), (small, {}, 1), (later, {z: far}, 1),
        ],
    )  # fmt: skip
    inverse = proof.obtains(
        "reciprocal", "c", on=ON, uses=(place,), because="divide by the place", value=far
    )
    sign = proof.knows(inverse, 0, because="a positive number")
    one = proof.knows(inverse, 1, because="by definition")
    return proof.shows(
        less(0, kappa), on=ON, by="entailment", uses=(steep, sign, one),
        because="so kappa is positive",
        facts=[(steep, {}, inverse.term), (one, {}, -kappa)],
    )  # fmt: skip


@dataclass(frozen=True)
class Chosen:
    """The member of the family with density kappa, and that it is one."""

    alpha: sp.Expr
    low: str
    high: str


def _choose(proof: Proof, line: Line) -> Chosen:
    chosen = delta - line.kappa * Delta
    low = proof.shows(
        at_most(0, chosen), on=ON, by="entailment", uses=(line.support, line.half, line.start),
        because="the supporting line at x = 0: kappa Delta is delta at most",
        facts=[(line.support, {x: sp.Integer(0)}, 2), (line.half, {}, 2), (line.start, {}, 2)],
        latex=r"0\le\alpha:=\delta-\kappa\Delta",
    )  # fmt: skip
    high = proof.shows(
        less(chosen, delta), on=ON, by="entailment", uses=(line.positive,),
        because="kappa is positive, so alpha = delta - kappa Delta is in [0, delta)",
        facts=[(line.positive, {}, Delta)],
    )  # fmt: skip
    return Chosen(chosen, low, high)


#: Any v above the line of the tail and above 0 is written (1 - alpha) - s/rho, so that the
#: conditions on it are polynomials.
_LEVELS = Domain(
    (
        DELTA, ALPHA, positive(x), positive(rho),
        between(s, 0, (1 - alpha) * rho, "(]"),
    )
)  # fmt: skip
_longest, _ends = 2 * (delta - alpha) * x * rho / s, 2 * (delta - alpha) * x / (1 - alpha)


def _show_bound(proof: Proof, known: noise.Known) -> str:
    """Append that the tail of P_alpha is at most every v that is above its line and above 0."""
    inside, outside = noise.show_tail(proof, known)
    claim = at_most(rho * Mass(Q, beyond(x)), rho * (1 - alpha) - s)
    parts = [
        proof.shows(
            claim, on=_LEVELS & between(Delta, low, high, "(]", hollow=low != 0), by="entailment",
            uses=(step,), because=why, facts=[(step, {}, times)],
        )
        for step, low, high, times, why in (
            (outside, 0, _ends, rho, "beyond the support v is not negative"),
            (inside, _ends, _longest, -rho, "and where x is in the support, v is above the line"),
        )
    ]  # fmt: skip
    return proof.shows(
        claim, on=_LEVELS & between(Delta, 0, _longest, "(]"), by="cases", uses=parts,
        because="so the tail is at most any v above the line and 0",
    )  # fmt: skip


def _show_below(proof: Proof, bound: str, line: Line, chosen: Chosen) -> str:
    """Append that the tail of the chosen member is at most that of the noise."""
    kappa, rest = line.kappa, 1 - chosen.alpha
    ahead = ON & between(x, 0, sp.oo)
    above, sign = _show_above(proof, line, rest - 2 * kappa * x, ahead)
    slope = proof.obtains(
        "reciprocal", "r", on=ON, uses=(line.positive,), because="divide by the slope", value=kappa
    )
    below_one = proof.shows(
        less(0, rest), on=ON, by="entailment", uses=(line.positive,), because="alpha is below 1",
        facts=[(line.positive, {}, Delta)],
    )  # fmt: skip
    whole = proof.obtains(
        "reciprocal", "q", on=ON, uses=(below_one,), because="and by 1 - alpha", value=rest
    )
    r, q = slope.term, whole.term
    r_sign, r_one, q_sign, q_one = (
        proof.knows(found, fact, because="by definition")
        for found in (slope, whole) for fact in (0, 1)
    )  # fmt: skip
    end = rest * r / 2
    inner = ON & between(x, 0, end, hollow=True)
    outer = ON & Variable(x, end, sp.oo, "[)", hollow=True)
    ranges = (chosen.low, chosen.high)
    wanted = at_most(Mass(P_ALPHA(chosen.alpha), beyond(x)), Mass(X(), beyond(x)))
    fit = (
        proof.shows(
            less(0, r / (2 * x)), on=inner, by="entailment", uses=(r_sign,), because="positive",
            facts=[(r_sign, {}, 1 / (2 * x))],
        ),
        proof.shows(
            at_most(Delta, kappa * Delta * r), on=inner, by="entailment", uses=(r_one,),
            because="where the line is v", facts=[(r_one, {}, Delta)],
        ),
        proof.shows(
            less(0, 2 * kappa * x), on=inner, by="entailment", uses=(line.positive,),
            because="the line falls", facts=[(line.positive, {}, 2 * x)],
        ),
    )  # fmt: skip
    first = proof.shows(
        wanted, on=inner, by="entailment",
        uses=(bound, above, r_one, line.positive, *fit, *ranges),
        because="up to the end of its support its tail is on this line",
        facts=[
            (bound, {alpha: chosen.alpha, rho: r / (2 * x), s: sp.Integer(1)}, 2 * kappa * x),
            (above, {}, 1),
            (r_one, {}, Mass(P_ALPHA(chosen.alpha), beyond(x)) - rest),
        ],
    )  # fmt: skip
    product = proof.shows(
        less(0, kappa * q), on=ON, by="entailment", uses=(line.positive, q_sign),
        because="a product", facts=[(line.positive, {}, q)],
    )  # fmt: skip
    ending = proof.shows(
        less(0, rest * r), on=ON, by="entailment", uses=(below_one, r_sign),
        because="the support has an end", facts=[(below_one, {}, r)],
    )  # fmt: skip
    distance = proof.shows(
        at_most(0, 2 * kappa * q * (x - end)), on=outer, by="entailment", uses=(product,),
        because="at a distance from the end", facts=[(product, {}, 2 * (x - end))],
    )  # fmt: skip
    beyond_end = (
        proof.shows(
            less(0, x), on=outer, by="entailment", uses=(ending,), because="beyond it",
            facts=[(ending, {}, sp.Rational(1, 2))],
        ),
        proof.shows(
            at_most(1, rest * q), on=outer, by="entailment", uses=(q_one,), because="v is 0 then",
            facts=[(q_one, {}, 1)],
        ),
        proof.shows(
            at_most(Delta, 2 * kappa * Delta * x * q), on=outer, by="entailment",
            uses=(distance, r_one, q_one),
            because="and the line is not above it",
            facts=[
                (distance, {}, Delta), (r_one, {}, Delta * rest * q), (q_one, {}, Delta),
            ],
        ),
    )  # fmt: skip
    second = proof.shows(
        wanted, on=outer, by="entailment",
        uses=(bound, sign, q_one, q_sign, below_one, *beyond_end, *ranges),
        because="and beyond there is nothing",
        facts=[
            (bound, {alpha: chosen.alpha, rho: q, s: sp.Integer(1)}, rest), (sign, {}, 1),
            (q_one, {}, Mass(P_ALPHA(chosen.alpha), beyond(x)) - rest),
        ],
    )  # fmt: skip
    return proof.shows(
        wanted, on=ahead, by="cases", uses=(first, second),
        because="so its tail is the smaller one",
    )  # fmt: skip


def _show_above(proof: Proof, line: Line, level: sp.Expr, ahead: Domain) -> tuple[str, str]:
    """Append that P(|X| >= x) is above the line, and above 0."""
    ray = at_least(x)
    mirrored = Symmetric(X(), line.even, "").mirror(proof, ray, ahead)
    sides = proof.shows(
        equal(Mass(X(), ray) + Mass(X(), Mirror(ray)), Mass(X(), beyond(x))), on=ahead,
        by="measure", because="both sides of the origin",
    )  # fmt: skip
    part = proof.shows(
        at_most(_beyond(x), Mass(X(), ray)), on=ahead, by="measure", because="but for a point"
    )
    above = proof.shows(
        at_most(level, Mass(X(), beyond(x))), on=ahead, by="entailment",
        uses=(mirrored, sides, part, line.support, line.half),
        because="twice the line, lowered until its value at Delta/2 is (1 - delta)/2",
        facts=[
            (sides, {}, -1), (mirrored, {}, 1), (part, {}, 2), (line.support, {}, 2),
            (line.half, {}, 2),
        ],
    )  # fmt: skip
    return above, proof.shows(
        at_most(0, Mass(X(), beyond(x))), on=ahead, by="measure", because="a mass is not negative"
    )


def _averages_diverge(proof: Proof) -> None:
    """The cells of an average of Gaussian noise cost too much, whatever their width."""
    proof.shows(
        less(0, sp.exp(_y) - (1 + _y + _y**2 / 2)),
        on=Domain((positive(_y),)),
        by="ladder",
        because="the exponential exceeds its Taylor polynomial",
    )
    proof.shows(
        equal(_exact, sp.exp(_k * _w**2 + _w**2 / 2)),
        on=_CELLS,
        by="identity",
        because="density exp(-x^2) in the first quarter of cell k against cost exp(x^2) in its "
        "last quarter: the squares differ by k w^2 + w^2/2",
    )
    proof.shows(
        less(0, _cell),
        on=_CELLS,
        by="sign",
        because="so cell k of the average costs at least this, up to the constant of the density",
    )
    proof.fails(
        AVERAGED,
        {_w: 1},
        because="a finite cost would need these terms to tend to 0, but they tend to w^3/32 for "
        "every width w",
        instead=_w**3 / 32,
    )


CLAIMS = (Claim(THEOREM2, derive),)
