"""The lower end of the least cost for powers, from finitely many numbers.

A power is convex, and so above the tangent in the middle of a cell of the lattice, which is above
the line between two numbers that are below its ends. Beyond the last cell the cost is above the
last of these numbers, and no multiplier is left. What is displayed for places right of 0 is shown
for those left of it in the same way.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.proposition import Derivative, Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum import below
from dpproofs.theorems.optimum.below import (AT, COST, HALF_LINE, NOTHING, NU, PLACE, RISING,
    SHIFTS, SUMS, WAY, B, C, G, L, N, V, delta, h, linear, n, s, show_ahead, show_least, x)
from dpproofs.theorems.optimum.cell import E, X, i, k, w
from dpproofs.theorems.samples import uniform

J = sp.Symbol("J", integer=True, positive=True)
r = sp.Symbol("r", positive=True)
y, m, t, eta = sp.symbols("y m t eta", positive=True)
half = sp.Rational(1, 2)

EXPONENT = Variable(r, sp.Integer(1), sp.oo, "[)")
ON = Domain((*below.ON, index(J, 1), EXPONENT))

#: Up to the J-th point there are multipliers, and up to the last they are moved.
LAST = J + N
POINTS, FINITE = index(i, 0, LAST), index(i, J)
PART = Variable(s, sp.Integer(0), sp.Integer(1), "[)")
STARTS, ENDS = index(i, 0, LAST - 1), index(i, 1, LAST)


def tangent(at: sp.Expr, place: sp.Expr) -> sp.Expr:
    """The tangent of the power at one place, at another one."""
    return at**r + r * at ** (r - 1) * (place - at)


def below_tangent(side: int, where: Variable) -> Goal:
    """That a lower cost is not above the tangent in the middle of the cell on a side of it."""
    return Goal(that(L(i)) <= w**r * tangent(i + side * half, i), ON & where)


def power(on: Domain) -> Goal:
    """That the cost is not below the power."""
    return Goal(that(x**r) <= C(x), on & Variable(x, sp.Integer(0), sp.oo, "()"))


def kept(on: Domain) -> tuple[Goal, Goal]:
    """That the level is kept at the points on either side of 0."""
    right, left = (Goal(that(NU()) <= L(i) + V(N, side * i * w), on & POINTS)
        for side in (1, -1))
    return right, left


POWER = power(ON)
LOWER = below_tangent(1, STARTS), below_tangent(-1, ENDS)
VANISH = tuple(Goal(that(G(k, side * i * w)) == 0, SHIFTS & index(J, 1) & FINITE)
    for side in (1, -1))
KEPT = kept(ON)
LEAST = Goal(below.LEAST.proposition, ON)

# -- an example: a tent over all points for the last shift, and no multiplier for the others -------

_u = sp.Symbol("u", real=True)
_last = sp.Min(1, sp.Max(0, k - N + 1))  # 1 for k = N, and 0 before
_height = w**r


def _tent(place: sp.Expr) -> sp.Expr:
    return _height * sp.Max(0, 1 - sp.Max(place, -place) / (J * w))


EXAMPLE = {"X": uniform(delta / (N * w)), "g": sp.Lambda((k, _u), _last * _tent(_u)),
    "v": sp.Lambda((k, _u), _last * (_tent(_u) - E * _tent(_u - N * w))),
    "W": sp.Lambda(k, _last * _height), "B": sp.Lambda(k, _last * _height),
    "c": sp.Lambda(_u, _u**r), "l": sp.Lambda(i, -((w * r / 2) ** r)),
    "nu": sp.Lambda((), -((w * r / 2) ** r) - E * _height)}

STATEMENT = Statement(id="optimum.below.power", paper="optimum",
    item="ours: every noise, from finitely many numbers",
    title="finitely many multipliers bound every power of every noise on the line",
    printed_latex=r"\begin{gathered}X\ (\epsilon,\delta)\text{-private up to }Nw,\quad0\le g_k(iw)"
    r"\le W_k\ (|k|\le N),\quad g_k(iw)=0\ (|i|\ge J),\quad g_k\text{ linear between},\quad v(x)="
    r"\sum_{k=-N}^N\bigl(g_k(x)-e^\epsilon g_k(x-kw)\bigr),\\T_m(i)=m^r+r\,m^{r-1}(i-m),\quad l_i"
    r"\le w^r\,T_{i+1/2}(i)\ (0\le i<J+N),\quad l_i\le w^r\,T_{i-1/2}(i)\ (0<i\le J+N),"
    r"\\l_{|i|}+v(iw)\ge\nu\ (|i|\le J+N),\quad r\ge1,\quad c(x)\ge x^r\ (x>0):\qquad\mathbb E"
    r"\,c(|X|)\ge\nu-\delta\sum_{k=-N}^NW_k\end{gathered}", parameters=ON,
    printed_text="if X is (epsilon, delta)-private for shifts up to N w, the functions g_k, abs(k) "
    "<= N, are between 0 and W_k at the multiples of w, 0 at those from J w on, and linear in "
    "between, v is the sum of g_k(x) - exp(epsilon) g_k(x - k w), r >= 1, l_i is not above the "
    "tangents of x^r in the middle of the cells beside i w, and l_{abs(i)} + v(i w) >= nu for "
    "abs(i) <= J + N, then E abs(X)^r >= nu - delta (sum of W_k), and so for every cost c >= 0 "
    "that does not decrease and is not below x^r", given=(X, G, V, below.W, B, C, L, NU),
    hypotheses=(below.PRIVATE, below.NONNEGATIVE, below.BOUNDED, below.LINEAR, NOTHING, SUMS,
        below.NO_WEIGHT, below.WEIGHTS, RISING, COST, *VANISH, POWER, *LOWER, *KEPT),
    printed=(LEAST,), examples=(EXAMPLE,),
    note="The lower end of `dpproofs optimum` for |x|^r with r >= 1, for which (4) of "
    "docs/optimum.md are lower costs. Nothing is asked at points beyond (J + N) w, where v is 0: "
    "the cost there is above l_{J+N}, the last of the lower costs, and that is not below nu. So "
    "noise may lie anywhere, and the condition of the page that L is at least r + 1 is not needed. "
    "x^r itself is such a cost c; r need not be whole. For r <= 1 see optimum.below.root.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    proof.idea(__doc__)
    rising = proof.assumes(RISING, because="the cost does not decrease")
    cost = proof.assumes(COST, because="nor is it negative")
    proof.part("The cost is above every tangent of the power")
    steep = _above_tangents(proof, rising, cost)
    proof.key(steep)
    proof.part("The multipliers between the points")
    show_least(proof, lambda above: _kept(proof, above, steep), ON, rising, cost)
    return proof.done()


# -- powers and their tangents ---------------------------------------------------------------------


def climbs(proof: Proof, small: sp.Expr, large: sp.Expr, slope: sp.Expr, because: str,
        fact: str = "") -> str:
    """Append small < large, as they are equal where t is 0 and the gap grows."""
    on = Domain((proof.domain[r], positive(y), positive(eta), positive(t)))
    grows = proof.shows(Derivative(large - small, t, slope), on=on, by="derivative",
        because="the derivative of a difference that is 0 where t = 0")
    why, some = "which is positive", that(0) < slope
    sign = (proof.follows(some, fact, on=on, because=why) if fact
        else proof.shows(some, on=on, by="sign", because=why))
    return proof.shows(that(small) < large, on=on, by="increasing", uses=(grows, sign),
        because=because)


def _above_tangents(proof: Proof, rising: str, cost: str) -> str:
    """Append that the cost is above every tangent of the power."""
    far = y + t
    slope = climbs(proof, r * y ** (r - 1), r * far ** (r - 1) + eta * t,
        r * (r - 1) * far ** (r - 2) + eta, "the slope of a power does not fall, but for eta t")
    ahead = climbs(proof, tangent(y, far), far**r + eta * t**2 / 2,
        r * far ** (r - 1) + eta * t - r * y ** (r - 1),
        "so the power is above its tangents, but for eta t^2/2, ahead of the place", slope)
    behind = climbs(proof, tangent(far, y), y**r + eta * t, t * r * (r - 1) * far ** (r - 2) + eta,
        "the power is above its tangents, but for eta t, behind the place as well")
    dear = proof.assumes(POWER, because="the cost is not below the power")
    on = Domain((*ON, positive(m)))
    claim = that(tangent(m, x)) <= C(x)
    places = [on & Variable(x, *ends)
        for ends in ((sp.Integer(0), sp.Integer(0), "[]"), (sp.Integer(0), m, "(]"), (m, sp.oo))]
    gap = claim.lhs - claim.rhs
    step = x / (n + 2)
    start = proof.follows(claim, cost, on=places[0], because="at 0 the tangent is not above 0")
    near = limit(proof, gap, x * r * m ** (r - 1) + m, places[1],
        [(behind, {y: x - step, t: m - x + step, eta: 1 / (n + 1)}, n), (dear, {x: x - step}, n),
            (rising, {x: x - step, h: step}, n)],
        "the cost at x is at least the power a little before, at x - x/(n + 2), which is above the "
        "tangent but for eta t with eta = 1/(n + 1)")
    beyond = limit(proof, gap, (x - m) ** 2 / 2, places[2],
        [(ahead, {y: m, t: x - m, eta: 1 / (n + 1)}, n), (dear, {}, n)],
        "above the tangent but for eta = 1/(n+1)")
    parts = [
        proof.follows(claim, name, on=place, because="so the tangent is not above the cost there")
        for place, name in ((places[1], near), (places[2], beyond))]
    return proof.shows(claim, on=on & HALF_LINE, by="cases", uses=(start, *parts),
        because="so the cost is above every tangent of the power")


def limit(proof: Proof, gap: sp.Expr, bound: sp.Expr, on: Domain, facts: list[below.Fact],
        why: str, then: str = "for all n, and so in the limit") -> str:
    """Append gap <= 0, as n times the gap is bounded for all n."""
    many = proof.follows(that(n * gap) <= bound, *facts, on=on & index(n, 0), because=why)
    return proof.applies("Archimedes", on=on, uses=(many,), value=gap, bound=bound,
        because=then)


# -- the level, from the lattice to the line -------------------------------------------------------


def _kept(proof: Proof, above: str, steep: str) -> tuple[str, str]:
    """Append that the cost and v keep the level everywhere."""
    proof.part("The level between the points, and beyond the last")
    lower = [proof.assumes(goal, because=f"below the tangent in the middle of the cell {where}")
        for goal, where in ((LOWER[0], "ahead"), (LOWER[1], "behind"))]
    line = proof.follows(that(linear(L)) <= C(PLACE), (lower[0], {}, 1 - s),
        (lower[1], {i: i + 1}, s), (steep, {m: (i + half) * w, x: PLACE}, 1),
        on=Domain((*ON, PART, STARTS)),
        because="the line between two lower costs is below the tangent")
    dear = proof.follows(that(L(LAST)) <= C(PLACE), (lower[1], {i: LAST}),
        (steep, {m: (LAST - half) * w, x: PLACE}), on=Domain((*ON, PART, index(i, LAST))),
        because="and the last of them is below the cost beyond, as the tangent rises")
    proof.key(line, dear)
    ahead, behind = show_levels(proof, above, line, dear, KEPT)
    right, left = (show_ahead(proof, level(x, side), ON, [(name, {s: WAY}, 1)],
            "at a place between two points") for name, side in ((ahead, 1), (behind, -1)))
    proof.part("The means of all multipliers")
    return right, left


def level(place: sp.Expr, side: int) -> Relation:
    """That the level is kept at a place, on a side of 0."""
    return that(NU()) <= C(place) + V(N, side * place)


def show_levels(proof: Proof, above: str, line: str, dear: str, kept: tuple[Goal, ...],
        first: int = 0) -> tuple[str, str]:
    """Append that the level is kept in all cells from the first on, as it is on the lattice up to
    its last point: up to there the cost is above the line between lower costs, and beyond above the
    last of them.
    """
    on = proof.domain
    keeps, keeps_left = (proof.assumes(goal, because=f"the level nu is kept there, {side} of 0")
        for goal, side in zip(kept, ("right", "left"), strict=True))
    ends, ends_left = (proof.assumes(goal, because=f"multipliers are 0 from J on, {side} of 0")
        for goal, side in zip(VANISH, ("right", "left"), strict=True))
    near, far, all_ = (Domain((*on, PART, where))
        for where in (index(i, first, LAST - 1), index(i, LAST), index(i, first)))
    most = _beyond(proof, ends, 1, -1)
    last = proof.follows(that(NU()) <= L(LAST), keeps, most,
        because="the last of the lower costs keeps the level beyond all multipliers")
    proof.key(last)
    found = []
    for side, known, none in ((1, keeps, ends), (-1, keeps_left, ends_left)):
        least = _beyond(proof, none, side, 1)
        turned = {} if side > 0 else {i: -i - 1, s: 1 - s}
        parts = [proof.follows(level(PLACE, side), line, (above, turned), known,
                (known, {i: i + 1}), on=near, because="so the level is kept between two points"),
            proof.follows(level(PLACE, side), last, dear, (above, turned), least,
                (least, {i: i + 1}), on=far, because="and beyond the last")]
        proof.key(*(parts if side > 0 else ()))
        found.append(proof.shows(level(PLACE, side), on=all_, by="cases", uses=parts,
                because="and so the level is kept in every cell"))
    right, left = found
    return right, left


def _beyond(proof: Proof, none: str, side: int, sign: int) -> str:
    """Append that v is 0 from the last point on, on a side of 0: not below 0, or not above."""
    sums, nothing = proof.assumed(SUMS), proof.assumed(NOTHING)
    on = Domain((*below.ON, index(J, 1), index(i, LAST)))
    place = side * i * w
    terms = sign * V(AT, place)
    grows = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms, sums, none, none,
        on=on & index(n, 0, 2 * N), because="no multiplier is left there, nor is one moved there")
    total = proof.applies("induction", on=on, uses=(grows,), because="and so with their sum",
        terms=terms, step=sp.Integer(0), last=2 * N + 1)
    return proof.follows(that(0) <= sign * V(N, place), (total, {n: 2 * N + 1}),
        (nothing, {x: place}), on=on,
        because=f"so v is not {'below' if sign > 0 else 'above'} 0 there")


CLAIMS = (Claim(STATEMENT, derive),)
