"""The best r for the power of the discrete staircase: the root of a cubic, rounded up."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index, nth_root, positive
from dpproofs.kernel.proposition import Limit, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_d import power
from dpproofs.theorems.staircase.discrete_cost import FREE, Cost, at, centre, m
from dpproofs.theorems.staircase.integer_noise import FAMILY as PARAMETERS
from dpproofs.theorems.staircase.integer_noise import SIZE, r
from dpproofs.theorems.staircase.setting import PAPER, RATIO, Delta, b, k
from dpproofs.theorems.staircase.theorem6 import T
from dpproofs.theorems.staircase.theorem6 import best as share

w = sp.Symbol("w", positive=True)
n = sp.Symbol("n", nonnegative=True)
u, v = sp.symbols("u v", real=True)  # places before the root
y, z = sp.symbols("y z", real=True)  # centres

level = (1 - b) * r + b * Delta  # W(r), half way between two centres
_reached, _wanted = 4 * level**3 - (1 - b) ** 2 * level, 2 * b * (1 + b) * Delta**3
value = ((centre**2 / 3 + b * (1 + b) * Delta**3 / (3 * centre) + b
            * Delta**2) / (1 - b) ** 2 - sp.Rational(1, 12))
change = _reached - _wanted
POWER = Cost(2, value, change, 2 / (3 * (1 - b)), r"\frac2{3(1-b)}", "3(1-b)^3", power,
    sp.Rational(1, 12), r"\frac1{12}")

#: The least cost of the staircase density (Theorem 6), T the cube root of b (1 + b)/2.
_CUBE = nth_root(T, 3, b * (1 + b) / 2, b, sp.Integer(1))
least = Delta**2 * (T**2 + b) / (1 - b) ** 2

#: w is W at the root of Q; Delta is given by it, and m may be real.
_LEVEL = between(w, (1 - b) / 2, sp.oo)
_SIZE = nth_root(Delta, 3, w * (4 * w**2 - (1 - b) ** 2) / (2 * b * (1 + b)), sp.Integer(0), w / b)
_AT_ROOT = Domain((RATIO, _LEVEL, _SIZE))
root = (w - b * Delta) / (1 - b)
_UP = between(m, root, root + 1, "[)")
_FIRST = sp.Rational(1, 2) - b * Delta / (1 - b)  # beyond it the centre is positive
_NEAR = Domain((RATIO, _CUBE, _LEVEL, _SIZE))
_UPPER = _NEAR & _UP

#: The same bounds where Delta need not be what w gives.
_BELOW = between(Delta, 0, w / b)
_APART = Domain((RATIO, _LEVEL, _BELOW))
HALF = (1 - b) / 2

BEST = Statement(
    id="staircase.thm12.l2",
    paper=PAPER,
    item="ours: the optimal r for the power",
    title="the best r for the power is the root of a cubic, rounded up",
    printed_latex=r"\begin{gathered}r^*=\lceil\rho\rceil=\min\{r\ge1:Q(r)\ge0\},\\"
    r"Q(r)=4W^3-(1-b)^2W-2b(1+b)\Delta^3,\quad W=(1-b)r+b\Delta,\quad Q(\rho)=0,\\"
    r"V(P_r)=\frac{y^2/3+b(1+b)\Delta^3/(3y)+b\Delta^2}{(1-b)^2}-\frac1{12},\\"
    r"y=\tfrac12D(r)=(1-b)(r-\tfrac12)+b\Delta,\\"
    r"-\frac1{12}\le V(P_{r^*})-\Delta^2\,\frac{T^2+b}{(1-b)^2}\le\frac14,\\"
    r"T^3=\frac{b(1+b)}2\end{gathered}",
    printed_text="r* = the least r >= 1 with 4 W^3 - (1-b)^2 W - 2 b (1+b) Delta^3 >= 0, W = (1-b) "
    "r + b Delta; its cost differs from the least cost of the density by -1/12 to 1/4",
    definitions=FREE.definitions,
    printed=(
        *POWER.goals(),
        Goal(that(0) < 12 * w**2 - (1 - b) ** 2, Domain((RATIO, _LEVEL))),
        Goal(that(at(_reached, root)) == _wanted, _AT_ROOT),
        Goal(that(0) < root, _AT_ROOT),
        Goal(that(0) <= at(change, m), _AT_ROOT & _UP),
        Goal(
            that(at(change, n)) < 0, _AT_ROOT & between(n, 0, root, "[)")
        ),
        Goal(that(0) <= root - share * Delta, _NEAR),
        Goal(that(root - share * Delta) <= sp.Rational(1, 2), _NEAR),
        Goal(
            that(least - sp.Rational(1, 12)) <= value,
            Domain((RATIO, _CUBE, SIZE, index(r, 1, Delta))),
        ),
        Goal(that(at(value, m)) <= least + sp.Rational(1, 4), _UPPER),
        Goal(
            Limit(
                (least - sp.Rational(1, 12)) / Delta**2, Delta, sp.oo, "-", least / Delta**2
            ),
            Domain((RATIO, _CUBE)),
        ),
        Goal(
            Sum(
                2 * k**2 * b**k * (1 - b) / (1 + b), k, sp.Integer(0), sp.oo, 2 * b / (1 - b) ** 2
            ),
            Domain((RATIO,)),
        ),
        Goal(
            that(at(value, sp.Integer(1)).xreplace({Delta: sp.Integer(1)})) == 2 * b / (1 - b) ** 2,
            Domain((RATIO,)),
        ),
    ),
    note="With b = exp(-epsilon). For each b and Delta the cubic 4 w^3 - (1-b)^2 w = 2 b (1+b) "
    "Delta^3 has one root w > (1-b)/2, where its left side increases from 0; conversely w gives "
    "Delta, which is how the steps name it. rho = (w - b Delta)/(1-b) is in (0, Delta), as Q(0) < "
    "0 < Q(Delta). In closed form w = c cosh(arcosh(h)/3) for h >= 1, with arccos and cos instead "
    "for h < 1, where c = (1-b)/sqrt(3) and h = 2 b (1+b) (Delta/c)^3. Let m be rho, rounded up: "
    "steps show that the cost at m is at most that beyond it, and less than that before it. As rho "
    "is above g Delta, g the best gamma of Theorem 6, by at most 1/2, the best r over Delta "
    "differs from g by less than 3/(2 Delta), and the cost over Delta^2 from that of Theorem 6 by "
    "at most 1/(4 Delta^2). The 1/12 is the variance of the rounding error (Sheppard's "
    "correction). Where Delta or places are said to lie in an interval, the formulas hold for "
    "reals too. At Delta = 1 the noise is geometric (Theorem 11). That no other epsilon-private "
    "noise does better is Theorem 12.",
)


def derive_best() -> Derivation:
    proof = Proof(PARAMETERS, BEST)
    goals = BEST.printed[len(POWER.goals()) :]
    unique, zero, start, up, down, below, within, lower, upper, tends, geometric, single = goals
    cost, _ = POWER.derive(proof)
    proof.part("The root of the cubic, and the best r")
    proof.concludes(unique, by="sign",
        because="for w > (1-b)/2 the cubic increases, from 0: it takes every value once")
    at_root = proof.concludes(zero, by="identity",
        because="w is the root of the cubic, by which Delta is named")
    proof.concludes(start, by="sign", because="the root is positive: Delta < w/b")
    for goal, place, sign, because in (
            (up, m, 1, "the cubic increases: Q_m is not negative from the root on"),
            (down, n, -1, "the cubic increases, so that it is less before the root than there")):
        _show_sign(proof, goal, place, (at_root, sign), because)
    named = _show_best(proof, at_root)
    proof.part("Against the density")
    cubes = _show_nearness(proof, at_root, below, within)
    _show_bounds(proof, cost, named, cubes, lower, upper)
    proof.concludes(tends, by="limit",
        because="per unit of Delta^2 the bounds have one limit as Delta grows")
    proof.concludes(geometric, by="sum",
        because="at Delta = 1 the noise is geometric on both sides", ratio=b)
    proof.concludes(single, by="identity", because="this is the cost at Delta = r = 1")
    proof.is_long(7)
    return proof.done()


def _show_sign(
    proof: Proof, goal: Goal, place: sp.Symbol, root: tuple[str, int], because: str
) -> None:
    """Append that Q has a sign at a place on one side of its root."""
    here = at(level, place)
    factors = proof.shows(
        that(4 * here**3 - (1 - b) ** 2 * here - (4 * w**3 - (1 - b) ** 2 * w)) ==
        (here - w) * (4 * (here**2 + here * w + w**2) - (1 - b) ** 2),
        on=goal.domain, by="identity",
            because="the values of the cubic at two places differ by a multiple of their distance")
    proof.key(factors)
    proof.follows(goal, (factors, root[1]), root, because=because)


def _with_root(centre: sp.Expr) -> sp.Expr:
    """The cost of a centre, with what w gives for b (1 + b) Delta^3."""
    return ((centre**2 / 3 + (2 * w**3 - (1 - b) ** 2 * w / 2) / 3 / centre + b * Delta**2)
        / (1 - b) ** 2 - sp.Rational(1, 12))


def _show_named(
    proof: Proof, place: sp.Expr, on: Domain, known: Sequence[str], at_root: str
) -> str:
    """Append the cost at a place of whose centre something is known, with w for Delta^3."""
    here = at(centre, place)
    return proof.follows(that(at(value, place)) == _with_root(here),
        (at_root, -1 / (6 * (1 - b) ** 2 * here)), on=on, also=known,
        because="in the cost 2 b (1+b) Delta^3 is put as 4 w^3 - (1-b)^2 w")


def _show_best(proof: Proof, at_root: str) -> tuple[str, str]:
    """Append that no r beyond the root, rounded up, costs less, and every one before it more.

    Return where the centre of the root, rounded up, is, and what it costs.
    """
    rises = proof.shows(that(_with_root(y)) <= _with_root(z),
        on=_APART & between(y, w - HALF, sp.oo, "[)") & between(z, y + 2 * HALF, sp.oo, "[)"),
        by="sign", because="the cost rises from a centre y >= w - (1-b)/2 to any that is 1 - b on")
    near = proof.shows(that(w - HALF) <= at(centre, m), on=_APART & _UP, by="sign",
        because="the root, rounded up, has such a centre")
    on, free = (base & _UP & between(r, m + 1, sp.oo, "[)") for base in (_AT_ROOT, _APART))
    apart = proof.shows(that(at(centre, m) + 2 * HALF) <= centre, on=free, by="sign",
        because="and each r beyond it one that is 1 - b on")
    named = _show_named(proof, m, _AT_ROOT & _UP, (near,), at_root)
    other = _show_named(proof, r, on, (near, apart), at_root)
    proof.key(rises)
    proof.follows(that(at(value, m)) <= value, (rises, {y: at(centre, m), z: centre}, 1),
        (named, {}, -1), (other, {}, 1), on=on, also=(near, apart),
        because="the cost rises from this centre to those that are 1 - b on; so no r beyond the "
            "root, rounded up, costs less")
    falls = proof.shows(that(_with_root(y)) < _with_root(z),
        on=_APART & between(z, 0, w - HALF) & between(y, z + 2 * HALF, w + HALF, "[)"),
        by="sign", because="below w - (1-b)/2 a centre z costs more than one that is 1 - b on")
    on, free = (base & between(u, _FIRST, root) & between(v, u, root, "[)")
        for base in (_AT_ROOT, _APART))
    first, last = at(centre, u), at(centre, v + 1)
    known = [proof.shows(claim, on=free, by="sign", because=because)
        for claim, because in ((that(0) < first, "the centre of u is positive"),
            (that(first) < w - HALF, "and below w - (1-b)/2, as u is before the root"),
            (that(first + 2 * HALF) <= last, "that of v + 1 is 1 - b on"),
            (that(last) < w + HALF, "and below w + (1-b)/2, as v is before the root"))]
    pair = [_show_named(proof, place, on, known, at_root) for place in (v + 1, u)]
    proof.follows(that(at(value, v + 1)) < at(value, u), (falls, {y: last, z: first}, 1),
        (pair[0], {}, -1), (pair[1], {}, 1), on=on, also=known,
        because="each u before the root costs more: v + 1 is the root, rounded up, and u is at "
            "most v")
    return near, named


def _show_nearness(proof: Proof, at_root: str, below: Goal, within: Goal) -> str:
    """Append that the root is near gamma* Delta; return what the cube of T Delta is."""
    best = T * Delta
    half = proof.shows(that(T**3 * Delta**3) == b * (1 + b) * Delta**3 / 2,
        on=Domain((RATIO, _CUBE, positive(Delta))), by="identity", because="T^3 is b (1 + b)/2")
    cubes = proof.follows(that(best**3) == w**3 - (1 - b) ** 2 * w / 4, half,
        (at_root, -sp.Rational(1, 4)), on=_NEAR,
        because="the density has its minimum where (T Delta)^3 = w^3 - (1-b)^2 w/4")
    squares = w**2 + w * best + best**2
    factors = proof.shows(that(root - share * Delta) == (w**3 - best**3) / ((1 - b) * squares),
        on=_NEAR, by="identity", because="the distance of the two, by the difference of two cubes")
    gap = proof.follows(that(root - share * Delta) == (1 - b) * w / (4 * squares), factors,
        (cubes, -1 / ((1 - b) * squares)), on=_NEAR, because="in the distance the difference of "
            "the cubes is (1-b)^2 w/4")
    proof.key(cubes, gap)
    for goal, sign, because in (
            (below, 1, "this distance is not negative"),
            (within, -1, "the denominator is at least 4 w^2, and (1-b)/(4 w) is less than 1/2")):
        proof.follows(goal, (gap, sign), because=because)
    return cubes


def _show_bounds(
    proof: Proof, cost: str, named: tuple[str, str], cubes: str, lower: Goal, upper: Goal
) -> None:
    """Append that the cost is near that of the best density."""
    rest = 3 * (1 - b) ** 2 * centre
    excess = proof.shows(that(value - least + sp.Rational(1, 12)) ==
            (centre - T * Delta) ** 2 * (centre + 2 * T * Delta) / rest, on=lower.domain,
        by="identity", because="the excess of the cost over the least one factors, with a square",
        uses=(cost,))
    proof.follows(lower, excess, because="the excess has a square as a factor and is not negative; "
        "so rounding gains at most 1/12")
    middle = (w**2 + b * Delta**2) / (1 - b) ** 2
    most = proof.shows(that(_with_root(y)) <= middle,
        on=_APART & between(y, w - HALF, w + HALF, "[)"), by="sign",
        because="a centre within (1-b)/2 of w costs at most what it does at either end")
    last = proof.shows(that(at(centre, m)) < w + HALF, on=_APART & _UP, by="sign",
        because="the centre of the root, rounded up, is there")
    near = proof.follows(that(at(value, m)) <= middle, (most, {y: at(centre, m)}, 1),
        (named[1], {}, -1), on=_AT_ROOT & _UP, also=(named[0], last), because=
            "the centre of m is there, so that m costs no more")
    square, low = (T * Delta) ** 2, w**2 - HALF**2
    whole = square**2 + square * low + low**2
    above = proof.shows(that(0) < whole, on=Domain((RATIO, between(T, b, 1), _LEVEL, _BELOW)),
        by="sign", because="a sum of products of what is positive")
    product = proof.follows(that((square - low) * whole) == low**2 * HALF**2,
        (cubes, (T * Delta) ** 3 + w * low), on=_NEAR,
        because="(T Delta)^3 = w (w^2 - (1-b)^2/4) gives the difference of the squares")
    close = proof.follows(that(low) <= square, (product, 1 / whole), on=_NEAR, also=(above,),
        because="w^2 is at most (1-b)^2/4 above (T Delta)^2, as the product is not negative")
    ends = proof.follows(that(middle) <= least + sp.Rational(1, 4), (close, 1 / (1 - b) ** 2),
        on=_NEAR, because="w^2 is at most (1-b)^2/4 above (T Delta)^2; so this is at most 1/4 "
            "above the least cost of the density")
    proof.key(excess, most, product, ends)
    proof.follows(upper, near, ends, because="the cost at m is at most that at either end, which "
        "is at most 1/4 above the least cost of the density")


CLAIMS = (Claim(BEST, derive_best),)
