"""The lower end of the least cost for powers with an exponent of at most 1.

Such a power is concave on the half line, and so above its chords: the lower costs are its values.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum import below, below_power
from dpproofs.theorems.optimum.below import (COST, HALF_LINE, PLACE, RISING, WAY, C, L, linear, n,
    s, show_ahead, show_least, x)
from dpproofs.theorems.optimum.below_power import (ENDS, LAST, PART, VANISH, J, climbs, eta, kept,
    level, limit, power, r, show_levels, t, tangent, y)
from dpproofs.theorems.optimum.cell import E, i, w

EXPONENT = between(r, 0, 1, "(]")
ON = Domain((*below.ON, index(J, 1), EXPONENT))
LATER = index(i, 1, LAST - 1)
FIRST = ON & Variable(x, sp.Integer(0), w, "[)")

POWER, KEPT = power(ON), kept(ON)
LOWER = (Goal(that(L(0)) <= 0, ON), Goal(that(L(i)) <= (i * w) ** r, ON & ENDS))
LEAST = Goal(below.LEAST.proposition, ON)

EXAMPLE = {**below_power.EXAMPLE, "l": sp.Lambda(i, (sp.Max(i, 0) * w) ** r),
    "nu": sp.Lambda((), -E * w**r)}

STATEMENT = replace(below_power.STATEMENT, id="optimum.below.root",
    item="ours: every noise, from finitely many numbers, exponents of at most 1",
    title="finitely many multipliers bound every root of every noise on the line",
    printed_latex=r"\begin{gathered}X\ (\epsilon,\delta)\text{-private up to }Nw,\quad0\le g_k(iw)"
    r"\le W_k\ (|k|\le N),\quad g_k(iw)=0\ (|i|\ge J),\quad g_k\text{ linear between},\quad v(x)="
    r"\sum_{k=-N}^N\bigl(g_k(x)-e^\epsilon g_k(x-kw)\bigr),\\0<r\le1,\quad l_i\le(iw)^r\ (0\le i"
    r"\le J+N),\quad l_{|i|}+v(iw)\ge\nu\ (|i|\le J+N),\quad c(x)\ge x^r\ (x>0):\qquad\mathbb E"
    r"\,c(|X|)\ge\nu-\delta\sum_{k=-N}^NW_k\end{gathered}",
    printed_text="if X is (epsilon, delta)-private for shifts up to N w, the functions g_k, abs(k) "
    "<= N, are between 0 and W_k at the multiples of w, 0 at those from J w on, and linear in "
    "between, v is the sum of g_k(x) - exp(epsilon) g_k(x - k w), 0 < r <= 1, l_i <= (i w)^r, and "
    "l_{abs(i)} + v(i w) >= nu for abs(i) <= J + N, then E abs(X)^r >= nu - delta (sum of W_k), "
    "and so for every cost c >= 0 that does not decrease and is not below x^r", parameters=ON,
    hypotheses=(below.PRIVATE, below.NONNEGATIVE, below.BOUNDED, below.LINEAR, below.NOTHING,
        below.SUMS, below.NO_WEIGHT, below.WEIGHTS, RISING, COST, *VANISH, POWER, *LOWER, *KEPT),
    printed=(LEAST,), examples=(EXAMPLE,),
    note="The lower end of `dpproofs optimum` for |x|^r with 0 < r <= 1: the values of the power "
    "on the lattice are lower costs, (4) of docs/optimum.md. Beyond the last point the cost is "
    "above the last of them, as in optimum.below.power, which is for r >= 1.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    rising = proof.assumes(RISING, because="the cost does not decrease")
    cost = proof.assumes(COST, because="nor is it negative")
    proof.idea("A power with an exponent of at most 1 is concave on the half line, and so above "
        "its chords: the lower costs are its values on the lattice. What is displayed for places "
        "right of 0 is shown for those left of it in the same way.")
    proof.part("The cost is above the chords of the power")
    lines = _Lines(proof, cost)
    proof.part("The multipliers between the points")
    show_least(proof, lambda above: _kept(proof, above, lines), ON, rising, cost)
    return proof.done()


def _kept(proof: Proof, above: str, lines: _Lines) -> tuple[str, str]:
    """Append that the cost and v keep the level everywhere."""
    proof.part("The level between the points, and beyond the last")
    cells = show_levels(proof, above, lines.later, lines.dear, KEPT, first=1)
    found = []
    for side, name, goal in ((1, cells[0], KEPT[0]), (-1, cells[1], KEPT[1])):
        known = proof.assumed(goal)
        turned = {i: sp.Integer(0), s: x / w} if side > 0 else {i: sp.Integer(-1), s: 1 - x / w}
        beyond = show_ahead(proof, level(x + w, side), ON, [(name, {i: i + 1, s: WAY}, 1)],
            "at a place in a later cell, counted from the second on")
        parts = [proof.follows(level(x, side), lines.first, (above, turned), (known, 1 - x / w),
                known, on=FIRST, because="in the first cell"),
            proof.follows(level(x, side), (beyond, {x: x - w}), on=ON & Variable(x, w, sp.oo, "[)"),
                because="and in the others")]
        found.append(proof.shows(level(x, side), on=ON & HALF_LINE, by="cases", uses=parts,
                because="so the level is kept on this side of 0"))
    right, left = found
    proof.part("The means of all multipliers")
    return right, left


class _Tangents:
    """What is known of the tangents of a concave power."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        far = y + t
        slope = climbs(proof, r * far ** (r - 1), r * y ** (r - 1) + eta * t,
            r * (1 - r) * far ** (r - 2) + eta,
            "the slope of such a power does not rise, but for eta t")
        ahead = climbs(proof, far**r, tangent(y, far) + eta * t**2 / 2,
            r * y ** (r - 1) + eta * t - r * far ** (r - 1),
            "so the power is below its tangents, but for eta t^2/2, ahead of the place",
            slope)
        behind = climbs(proof, y**r, tangent(far, y) + eta * t,
            t * r * (1 - r) * far ** (r - 2) + eta,
            "the power is below its tangents, but for eta t, behind the place as well")
        self.ahead = self._without(ahead, far**r - tangent(y, far), t**2 / 2)
        self.behind = self._without(behind, y**r - tangent(far, y), t)

    def _without(self, name: str, gap: sp.Expr, bound: sp.Expr) -> str:
        """Append the same without eta."""
        return limit(self.proof, gap, bound, Domain((EXPONENT, positive(y), positive(t))),
            [(name, {eta: 1 / (n + 1)}, n)], "for eta = 1/(n+1)",
            "so the power is below the tangent, as eta may be as small as we like")


class _Lines:
    """Appends that the cost is above the lines between lower costs, and beyond above the last."""

    def __init__(self, proof: Proof, cost: str) -> None:
        tangents = _Tangents(proof)
        steep = proof.assumes(POWER, because="the cost is not below the power")
        origin, lower = (proof.assumes(goal, because=why) for goal, why in zip(
            LOWER, ("the first lower cost is not above 0", "nor a later one above the power"),
            strict=True))
        self.first = self._first(proof, tangents, (cost, steep, origin, lower))
        chord = _above_chords(proof, tangents, steep)
        self.later = proof.follows(that(linear(L)) <= C(PLACE), chord, lower, lower,
            on=Domain((*ON, PART, LATER)),
            because="the line between two lower costs is not above the chord, nor above the cost")
        self.dear = _dear(proof, tangents, steep, lower)

    def _first(self, proof: Proof, tangents: _Tangents, known: tuple[str, str, str, str]) -> str:
        """Append the first cell, where the power has no tangent at 0."""
        cost, steep, origin, lower = known
        chord = that(x * w ** (r - 1)) <= C(x)
        nowhere = ON & Variable(x, sp.Integer(0), sp.Integer(0), "[]")
        start = limit(proof, chord.lhs - chord.rhs, sp.Integer(1), nowhere, [(cost, {}, n)],
            "at 0 the chord is not above 0", "so the cost at 0 is not below 0")
        parts = [
            proof.follows(chord, start, on=nowhere, because="so it is not above the cost at 0"),
            proof.follows(chord, (tangents.ahead, {y: x, t: w - x}, x / w), steep,
                on=ON & between(x, 0, w), because="and further on the chord is below the power")]
        whole = proof.shows(chord, on=FIRST, by="cases", uses=parts,
            because="so the first chord is not above the cost, as by the tangent at x it is at "
            "most x^r (x + r (w - x))/w")
        proof.key(whole)
        return proof.follows(that((1 - x / w) * L(0) + x / w * L(1)) <= C(x), (origin, 1 - x / w),
            (lower, x / w), whole, on=FIRST,
            because="and the line between the first two lower costs is not above the chord")


def _above_chords(proof: Proof, tangents: _Tangents, steep: str) -> str:
    """Append that the cost is above the chords of the power, from where they begin on."""
    start, stop = (i * w) ** r, ((i + 1) * w) ** r
    inner = proof.follows(that((1 - s) * start + s * stop) <= PLACE**r,
        (tangents.behind, {y: i * w, t: s * w}, 1 - s),
        (tangents.ahead, {y: PLACE, t: (1 - s) * w}, s), on=Domain((*ON, between(s, 0, 1), LATER)),
        because="the tangent at (i + s) w is above the power at both ends of the cell, and the "
        "mean of its values there is the power at (i + s) w")
    proof.key(inner)
    share = (1 - s) / (n + 2)
    return limit(proof, (1 - s) * start + s * stop - C(PLACE), r * w * PLACE ** (r - 1) + start,
        Domain((*ON, PART, LATER)),
        [(inner, {s: s + share}, n), (tangents.ahead, {y: PLACE, t: share * w}, n),
            (steep, {x: PLACE}, n)], "put s + (1 - s)/(n + 2) for s, which is inside the cell, "
                "and use the tangent at (i + s) w")


def _dear(proof: Proof, tangents: _Tangents, steep: str, lower: str) -> str:
    """Append that the cost beyond the last point is above the last of the lower costs."""
    step = 1 / (n + 1)
    rises = limit(proof, y**r - C(x), r * x ** (r - 1),
        Domain((*ON, positive(y), Variable(x, y, sp.oo, "[)"))),
        [(tangents.behind, {t: x - y + step}, n), (tangents.ahead, {y: x, t: step}, n),
            (steep, {}, n)], "at x + 1/(n + 1) the power is above y^r, and below its tangent at "
                "x, but for 1/(n + 1)")
    return proof.follows(that(L(LAST)) <= C(PLACE), (lower, {i: LAST}),
        (rises, {y: LAST * w, x: PLACE}), on=Domain((*ON, PART, index(i, LAST))),
        because="so beyond the last point the cost is not below the last of the lower costs")


CLAIMS = (Claim(STATEMENT, derive),)
