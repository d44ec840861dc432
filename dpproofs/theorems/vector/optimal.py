"""Noise on R^D, with any norm: the staircases are private, and no private noise costs less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector import exchange
from dpproofs.theorems.vector.exchange import (COUNT, EVEN, FALLS, RISES, Delta, G, S, gap, n, rho,
    turn, x, y, zero)
from dpproofs.theorems.vector.setting import PAPER, b
from dpproofs.theorems.vector.starts import nowhere_negative, split

D = sp.Symbol("D", integer=True, positive=True)
h = OWN["h"]
eps = -sp.log(b)

ON = exchange.ON & index(D, 1)
#: The first radius of a staircase, and where else functions of a radius are looked at.
FIRST, CIRCLE = between(y, 0, Delta, "(]"), between(y, 0, Delta, "[]")
HALF_LINE, BEYOND, FURTHER = Variable(x, zero, sp.oo, "[)"), positive(x), positive(h)

norm = Given("N", "norm", dimension=D)
X, Q = Given("X", "vector", on="N"), Given("Q", "vector", 1, on="N")
c, T, kappa = (Given(name, "function", 1) for name in ("c", "T", "kappa"))
mu = Given("mu", "function")


def increments(total: sp.Lambda, level: sp.Expr) -> tuple[Goal, ...]:
    """What it means that a function is the integral over [0, x] of c less a level against d(r^D):
    its increments are as large as the least and the greatest value in between have it.
    """
    grown = (x + h) ** D - x**D
    rise = total(x + h) - total(x)
    return (Goal(that((c(0) - level) * h**D) <= total(h), ON & FURTHER),
        Goal(that(total(h)) <= (c(h) - level) * h**D, ON & FURTHER),
        Goal(that((c(x) - level) * grown) <= rise, ON & BEYOND & FURTHER),
        Goal(that(rise) <= (c(x + h) - level) * grown, ON & BEYOND & FURTHER))


VOLUME = (y + n * Delta) ** D
_WHOLE = G(x) + mu() * x**D  # the integral of c

PRIVATE = Goal(PrivateVector(X(), eps, zero, Delta), ON)
LEVELS = Goal(Levels(X(), x, rho(x)), ON)
STAIRCASES = Goal(Staircase(Q(y), b, y, Delta), ON & FIRST)
COST = Goal(that(0) <= c(x), ON & HALF_LINE)
RISING = Goal(that(c(x)) <= c(x + h), ON & HALF_LINE & FURTHER)
INCREMENTS = increments(sp.Lambda((x,), G(x)), mu())
NOTHING = Goal(that(G(0)) == 0, ON)
VOLUMES = Goal(Sum(b**n * VOLUME, n, zero, sp.oo, T(y)), ON & FIRST)
POSITIVE = Goal(that(0) <= T(y), ON & CIRCLE)
COSTS = Goal(that(kappa(y) * T(y)) == mu() * T(y) + S(y), ON & CIRCLE)
LOW = Goal(that(mu()) <= kappa(y), ON & CIRCLE)

STAIRCASE_PRIVATE = Goal(PrivateVector(Q(y), eps, zero, Delta), ON & FIRST)
STAIRCASE_COST = Goal(ExpectedNorm(Q(y), x, c(x), "==", kappa(y)), ON & FIRST)
GROWS = Goal(that(0) <= rho(x) * (rho(b * x) - rho(x) - Delta), ON & BEYOND)
LEAST = Goal(ExpectedNorm(X(), x, c(x), ">=", mu()), ON)

# -- an example: Laplace noise in the norm, and the chance that noise is farther out than s --------


def powers_from(place: sp.Expr) -> sp.Expr:
    """The sum of b^n (place + n Delta)^D over n >= 0, by Lerch's transcendent from n = 1 on."""
    return place**D + b * Delta**D * sp.lerchphi(b, -D, place / Delta + 1)


_scale = -sp.log(b) / Delta
_top = _scale**D / sp.gamma(D + 1)  # the density at 0, in units of the unit ball's volume
_least = b ** sp.ceiling(2 * turn / Delta) / 2
_away = sp.Max(0, sp.ceiling((turn - y) / Delta))  # how many of the radii are before s
#: What is beyond s, of the sums over equal steps from y on.
BEYOND_S = b**_away * (powers_from(y + _away * Delta) - turn**D / (1 - b))
_volumes = powers_from(y)
_total = BEYOND_S - _least * _volumes

EXAMPLE = {"X": sp.Lambda((y,), _top * b ** (y / Delta)),
    "Q": sp.Lambda((y, x), b ** sp.Max(0, sp.ceiling((x - y) / Delta)) / ((1 - b) * _volumes)),
    "rho": sp.Lambda((x,), sp.Max(0, sp.log(_top / x) / _scale)),
    "c": sp.Lambda((x,), sp.Min(1, sp.Max(0, sp.ceiling(x - turn)))),
    "G": sp.Lambda((x,), sp.Max(0, x**D - turn**D) - _least * x**D), "S": sp.Lambda((y,), _total),
    "T": sp.Lambda((y,), _volumes), "kappa": sp.Lambda((y,), BEYOND_S / _volumes),
    "mu": sp.Lambda((), _least)}

OPTIMAL = Statement(id="vector.optimal", paper=PAPER,
    item="Kulesza, Suresh and Wang; Melbourne, Diaz and Asoodeh: the staircase is optimal",
    title="for every norm and dimension staircases are private, and no private noise costs less "
    "than all of them",
    printed_latex=r"\begin{gathered}X\ \epsilon\text{-private on }\mathbb R^D\text{ for shifts of "
    r"norm up to }\Delta,\qquad c\ge0\text{ nondecreasing},\qquad b=e^{-\epsilon}\\Q_y:\text{ "
    r"density proportional to }b^k\text{ where }y+(k-1)\Delta<\|x\|\le y+k\Delta\\Q_y\text{ is "
    r"}\epsilon\text{-private},\qquad\mathbb E\,c(\|X\|)\ge\inf_{0<y\le\Delta}\mathbb "
    r"E\,c(\|Q_y\|)\end{gathered}",
    printed_text="for every norm on R^d, if X is (epsilon, 0)-private for shifts of norm up to "
    "Delta and c >= 0 does not decrease, then staircases Q_y with first radius y <= Delta and "
    "steps Delta are private, and E c(norm of X) is at least any number that no E c(norm of Q_y) "
    "is below", parameters=ON, given=(norm, X, Q, c, rho, G, S, T, kappa, mu),
    hypotheses=(PRIVATE, LEVELS, STAIRCASES, COST, RISING, *INCREMENTS, NOTHING, FALLS, RISES, EVEN,
        VOLUMES, POSITIVE, COSTS, LOW), printed=(STAIRCASE_PRIVATE, STAIRCASE_COST, GROWS, LEAST),
    note="For every norm on R^D, every dimension, all Borel sets and all shifts of norm up to "
    "Delta. X may be any noise: atoms, and no symmetry. mu is any number that no staircase costs "
    "less than, so that the least cost of private noise is that of the best staircase, whether or "
    "not it is attained. kappa(y) = mu + S(y)/T(y) is the cost of the staircase with the first "
    "radius y, of which 0 and Delta are the same; G is the integral of c - mu against d(r^D), S "
    "and T are sums over the radii. They are assumed to converge: where they do not, or c is "
    "infinite somewhere, the costs of all staircases are infinite, and so are those of all private "
    "noise, by vector.optimal.infinite. s is where c passes mu, up to which G falls. rho(t) is the "
    "radius of the ball that has the volume of the set where the density of X is above t; that it "
    "grows by Delta from t to b t is Brunn and Minkowski's inequality. From it vector.rearranged "
    "has a private density that falls with the norm. In one dimension this is Theorem 3 of the "
    "staircase paper anew.", examples=(EXAMPLE,))


def derive() -> Derivation:
    proof = Proof(ON, OPTIMAL)
    staircases = proof.assumes(STAIRCASES, because="a staircase for each first radius")
    cost = proof.assumes(COST, because="the cost is not negative")
    rising = proof.assumes(RISING, because="nor does it decrease")
    parts = assume_integral(proof)
    sums = proof.assumes(EVEN, because="S(y) is the sum of G over equal steps")
    proof.idea("G is the integral of c - mu against the volume, and S(y) its sum over the radii of "
        "a staircase. Privacy lets the level sets of X, taken for their densities in steps of the "
        "factor b, grow by Delta at least, by Brunn and Minkowski's inequality. So the radii may "
        "be exchanged for those of a staircase, for which S is not negative.")
    proof.part("The staircases")
    _staircases(proof, staircases, cost, rising, parts, sums)
    show_least(proof, (cost, rising, *parts), sums, lambda _: _best(proof))
    return proof.done()


def assume_integral(proof: Proof) -> tuple[str, ...]:
    """Append the bounds on the increments of G, as hypotheses."""
    reasons = ("G is the integral of c - mu against d(x^D): on [0, h] it is at least this",
        "and at most this", "on [x, x + h] it grows by at least c(x) - mu times the growth of x^D",
        "and by at most c(x + h) - mu times it")
    return tuple(proof.assumes(goal, because=why)
        for goal, why in zip(INCREMENTS, reasons, strict=True))


def _staircases(proof: Proof, staircases: str, cost: str, rising: str, parts: tuple[str, ...],
        sums: str) -> None:
    """Append that the staircases are private, and what they cost."""
    on = ON & FIRST
    proof.applies("privacy of a staircase", on=on, uses=(staircases,), noise=Q(y), ratio=b, first=y,
        sensitivity=Delta, because="a shift passes one of the radii at most")
    wholes = tuple(proof.follows(goal, part, on=goal.domain,
            because="with the volume itself, an integral of c")
        for goal, part in zip(increments(sp.Lambda((x,), _WHOLE), zero), parts, strict=True))
    volumes = proof.assumes(VOLUMES, because="T is the sum of the volumes")
    here = proof.shows(EVEN.proposition, on=on, by="instance", uses=(sums,), at={y: y},
        because="for these radii")
    total = proof.applies("combination of sums", on=on, uses=(here, volumes),
        first=b**n * G(y + n * Delta), second=b**n * VOLUME, value=S(y), other=T(y), times=sp.S.One,
        plus=mu(), because="the costs of the balls add up")
    assumed = proof.assumes(COSTS, because="kappa is mu + S/T")
    quotient = proof.shows(COSTS.proposition, on=on, by="instance", uses=(assumed,), at={},
        because="for these radii")
    proof.applies("cost of a staircase", on=on,
        uses=(staircases, cost, rising, *wholes, volumes, total, quotient), noise=Q(y), ratio=b,
        first=y, step=Delta, cost=c(x), integral=_WHOLE, volume=T(y), total=S(y) + mu() * T(y),
        value=kappa(y), because="it is the mean over the balls of which the staircase is a mixture")


@dataclass(frozen=True)
class Potential:
    """The steps that say what G is: it falls up to s, rises from there on, and begins at 0."""

    falls: str
    rises: str
    begins: str


def show_least(proof: Proof, costs: tuple[str, ...], sums: str,
        best: Callable[[Potential], str]) -> None:
    """Append that the radii of levels grow, and that no private noise costs less than mu.

    ``costs`` say of the cost that it is not negative and does not decrease, and how G goes with it;
    ``best`` appends that S is not negative on [0, Delta].
    """
    proof.part("The radii of levels")
    private = proof.assumes(PRIVATE, because="any private noise")
    levels = proof.assumes(LEVELS, because="rho is the radius of its levels")
    grows = proof.applies("Brunn and Minkowski", on=ON & BEYOND, uses=(private, levels), noise=X(),
        sensitivity=Delta, ratio=b, radius=rho(x),
        because="the level set at b x has all points that are at most Delta from that at x")
    found = Potential(proof.assumes(FALLS, because="G falls up to s"),
        proof.assumes(RISES, because="and rises from there on"),
        proof.assumes(NOTHING, because="G begins at 0"))
    proof.part("No sum over equal steps is negative")
    splits = split(proof, sums, ON)
    low = nowhere_negative(proof, found.falls, found.rises, sums,
        proof.follows(that(G(0)) <= 0, found.begins, because="so not above it"), splits,
        best(found), ON)
    proof.part("The cost of any private noise")
    proof.applies("costs over levels", on=ON,
        uses=(private, levels, grows, *costs, _called_x(proof, sums),
            proof.follows(that(0) <= S(x), low, on=ON & HALF_LINE, because="also at x"),
            _inward(proof, found.falls, splits), _outward(proof, found.rises, sums)), noise=X(),
        sensitivity=Delta, ratio=b, radius=rho(x), cost=c(x), value=mu(), potential=G(x),
        total=S(x), turn=turn, because="so that the costs of its levels add up to no less")


def _best(proof: Proof) -> str:
    """Append 0 <= S(y) for y in [0, Delta]: no staircase costs less than mu."""
    low = proof.assumes(LOW, because="no staircase costs less than mu")
    return proof.follows(Goal(that(0) <= S(y), LOW.domain), (low, T(y)),
        (proof.assumed(COSTS), -1),
        also=(proof.assumes(POSITIVE, because="no volume is negative"),),
        because="S is what the cost is above mu, times the volume")


def _called_x(proof: Proof, sums: str) -> str:
    """Append what S is, at x."""
    at = Sum(b**n * G(x + n * Delta), n, zero, sp.oo, S(x))
    return proof.shows(at, on=ON & HALF_LINE, by="instance", uses=(sums,), at={y: x},
        because="the sum at x")


def _inward(proof: Proof, falls: str, splits: str) -> str:
    """Append that where G falls, steps that begin farther out lose no more than G does."""
    on = ON & Variable(x, zero, turn, hollow=True) & between(h, 0, turn - x, "(]")
    return proof.follows(that(S(x + h)) <= G(x) + b * S(x + h + Delta), (splits, {y: x + h}),
        (falls, {y: x, gap: h}), on=on, because="the first term falls with the start, up to s")


def _outward(proof: Proof, rises: str, sums: str) -> str:
    """Append that S does not decrease from s on."""
    on = ON & Variable(x, turn, sp.oo, "[)") & FURTHER
    here, there = (proof.shows(Sum(b**n * G(place + n * Delta), n, zero, sp.oo, S(place)), on=on,
            by="instance", uses=(sums,), at={y: place}, because="the sum over these steps")
        for place in (x, x + h))
    larger = proof.follows(that(b**n * G(x + n * Delta)) <= b**n * G(x + h + n * Delta),
        (rises, {y: x + n * Delta, gap: h}), on=on & COUNT,
        because="farther out G is larger, as it rises")
    return proof.applies("comparison of sums", on=on, uses=(here, there, larger),
        because="beyond s the terms rise with the start, and so do the sums",
        small=b**n * G(x + n * Delta),
        great=b**n * G(x + h + n * Delta), less=S(x), more=S(x + h))


CLAIMS = (Claim(OPTIMAL, derive),)
