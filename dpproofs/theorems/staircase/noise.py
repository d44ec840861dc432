"""The staircase as noise: its density in pieces, and the steps that every theorem on it needs.

The parameters of a sentence are b = exp(-epsilon) and the sensitivity; gamma is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even, Private, Proper
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.kernel.terms import Mass, Mirror, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import (FAMILY, RATIO, SENSITIVITY, Delta, b, gamma,
    height, weight)

x = sp.Symbol("x", real=True)
h = sp.Symbol("h", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True)
_inner = sp.Symbol("u", real=True)
m = sp.Symbol("m", integer=True)

ON = Domain((RATIO, SENSITIVITY))
EPSILON = -sp.log(b)


def private(noise: sp.Expr) -> Private:
    """That a noise is epsilon-private for shifts up to the sensitivity."""
    return Private(noise, EPSILON, sp.Integer(0), Delta)


#: What a theorem on optimality is about: any noise, and any cost.
X = Given("X", "noise")
COST = Given("L", "cost")
PRIVATE = Goal(private(X()), ON)


@dataclass(frozen=True)
class Staircase:
    """The density and the law of the staircase, with what their arguments range over.

    Attributes
    ----------
    family
        The domain of b, Delta and gamma.
    arguments
        Which of these are arguments; the others are parameters of a sentence.
    count
        Counts the periods.
    """

    family: Domain
    arguments: tuple[sp.Symbol, ...]
    count: sp.Symbol = k

    @property
    def density(self) -> Pieces:
        """The density (25) with the height (26)."""
        k = self.count
        pieces = (Piece(height * b**k, gamma * Delta), Piece(height * b ** (k + 1), Delta))
        return Pieces("f", x, self.arguments, self.family, pieces, period=Delta, index=k)

    @property
    def law(self) -> Law:
        """The noise with this density."""
        return Law("Q", self.arguments, self.family, "f")

    @property
    def definitions(self) -> tuple[Pieces, Law]:
        """Both."""
        return self.density, self.law

    @property
    def noise(self) -> sp.Expr:
        """The noise at its arguments."""
        return self.law(*self.arguments)

    @property
    def exists(self) -> Goal:
        """It is a probability."""
        return Goal(Proper(self.noise), self.family)

    @property
    def periods(self) -> Domain:
        """The family with the number of a period."""
        return self.family & index(self.count, 0)

    @property
    def pieces(self) -> tuple[Domain, ...]:
        """The points of either piece of a period."""
        ends = (self.density.ends(place) for place in (0, 1))
        return tuple(self.periods & Variable(x, *pair, "[)", hollow=True) for pair in ends)


_GAMMA = Staircase(FAMILY, (gamma,))
DENSITY, STAIRCASE = DEFINITIONS = _GAMMA.definitions

Q = STAIRCASE(gamma)
EXISTS = _GAMMA.exists
IS_PRIVATE = Goal(private(Q), FAMILY)

_PERIODS, PIECES = _GAMMA.periods, _GAMMA.pieces
AHEAD = Variable(x, sp.Integer(0), sp.oo, "[)")


def show_exists(proof: Proof, which: Staircase = _GAMMA) -> str:
    """Append the steps that make the staircase a probability; return the last one."""
    used: list[str] = []
    density, total = which.density, sp.Integer(0)
    for place, name, length in ((0, "first", gamma * Delta), (1, "second", (1 - gamma) * Delta)):
        value = density.pieces[place].value
        used.append(proof.shows(that(0) <= value, on=which.pieces[place], by="sign",
                because=f"the density is not negative on the {name} piece of period k"))
        used.append(proof.shows(Integral(value, x, *density.ends(place), value * length),
                on=which.periods, by="integral",
                because=f"the mass of the {name} piece of period k", antiderivative=value * x))
        total += value * length
    used.append(proof.shows(Sum(total, which.count, sp.Integer(0), sp.oo, sp.Rational(1, 2)),
            on=which.family, by="sum", ratio=b,
            because="the masses of all periods, half of them on either side"))
    return proof.concludes(which.exists, by="existence", uses=used,
        because="the staircase density is that of a probability, for every gamma in [0, 1]",
        latex=r"\int f_\gamma(x)\,dx=1")


def show_falling(proof: Proof) -> tuple[str, str]:
    """Append that the density does not increase on [0, oo), and falls by 1/b at most over Delta."""
    first, second = (piece.value for piece in DENSITY.pieces)
    falls = [proof.shows(that(second) <= first, on=_PERIODS, by="sign",
            because="the second piece of a period is lower than the first"),
        proof.shows(that(first.xreplace({k: k + 1})) <= second, on=_PERIODS, by="sign",
            because="the next period begins no higher than this one ends")]
    falling = proof.shows(that(DENSITY(gamma, x + h)) <= DENSITY(gamma, x),
        on=FAMILY & AHEAD & positive(h), by="falling", uses=falls, name="f",
        because="so the density does not increase")
    claim = that(DENSITY(gamma, x)) <= DENSITY(gamma, x + Delta) / b
    pieces = []
    for place, name in enumerate(("first", "second")):
        here = proof.on_piece(DENSITY, place, because=f"the {name} piece of period k")
        pieces.append(proof.follows(claim, (here, -1), (here, {x: x + Delta, k: k + 1}, 1 / b),
                on=PIECES[place], because="one period further the density is b times as high"))
    lowered = proof.shows(claim, on=FAMILY & AHEAD, by="cover", uses=pieces, name="f",
        because="on every piece, and so for all x >= 0")
    return falling, lowered


def show_private(proof: Proof, exists: str) -> str:
    """Append the steps that make the staircase private; return the last one."""
    falling, lowered = show_falling(proof)
    return proof.applies("privacy, by the density", on=FAMILY, uses=(falling, lowered, exists),
        because="an even density that falls, by a factor 1/b at most over Delta, is private",
        noise=Q, epsilon=EPSILON, sensitivity=Delta)


def show_even(proof: Proof, exists: str) -> str:
    """Append that the staircase is even."""
    return proof.shows(Even(Q), on=FAMILY, by="evenness", uses=(exists,),
        because="the density is even")


def show_tail(proof: Proof, exists: str) -> tuple[str, str]:
    """Append the tail of the staircase: steps on ``P(|Q| >= x + n Delta)``, before gamma Delta and
    beyond it; ``b + (1 - b) gamma`` times its tail is a polynomial.
    """
    place = x + n * Delta
    counted = FAMILY & index(n, 0)
    before = counted & between(x, 0, gamma * Delta, "(]", hollow=True)
    after = counted & between(x, gamma * Delta, Delta, "(]", hollow=True)
    even = show_even(proof, exists)
    later = show_beyond_period(proof, exists)
    found = []
    split, end = (n + gamma) * Delta, (n + 1) * Delta
    first, second = (piece.value.xreplace({k: n}) for piece in DENSITY.pieces)
    for on, parts in ((before, ((0, place, split, first), (1, split, end, second))),
            (after, ((1, place, end, second),))):
        rays, pieces = at_least(place), []
        for piece, low, high, value in parts:
            integral = proof.shows(
                Integral(value, _inner, low, high, value * sp.expand(high - low)), on=on,
                by="integral", because="the density has one level there",
                antiderivative=value * _inner)
            pieces.append(proof.shows(
                    that(Mass(Q, interval(low, high, "[)"))) == value * sp.expand(high - low),
                    on=on, by="density", uses=(exists, integral), piece=piece, period=n,
                    because="the mass of what is left of this piece"))
        masses = [Mass(Q, interval(low, high, "[)")) for _, low, high, _ in parts]
        ray = proof.shows(that(Mass(Q, rays)) == sum(masses, Mass(Q, at_least(end))), on=on,
            by="measure", uses=(exists,), because="the rest of this period, and all later ones")
        mirrored = proof.shows(that(Mass(Q, Mirror(rays))) == Mass(Q, rays), on=on, by="mirror",
            uses=(even,), set=rays, because="the staircase is even")
        both = proof.shows(that(Mass(Q, beyond(place))) == Mass(Q, rays) + Mass(Q, Mirror(rays)),
            on=on, by="measure", uses=(exists,), because="both sides of the origin")
        ahead = sum((value * (high - low) for _, low, high, value in parts), sp.Integer(0))
        scaled = 2 * weight * (ahead + b ** (n + 1) / 2)
        total = sp.factor(sp.expand(scaled / b**n)) * b**n
        found.append(proof.follows(that(weight * Mass(Q, beyond(place))) == total, (both, weight),
                (mirrored, weight), (ray, 2 * weight), (later, {m: n + 1}, 2 * weight),
                *((piece, 2 * weight) for piece in pieces), on=on, because=
                    "the mass on either side is that of the rest of this period and b^(n+1)/2 for "
                    "all later ones"))
    return found[0], found[1]


def show_beyond_period(proof: Proof, exists: str) -> str:
    """``P(Q >= m Delta) = b^m / 2``."""
    counted = FAMILY & index(m, 0) & index(n, 0)
    period = m + n
    split, end = (period + gamma) * Delta, (period + 1) * Delta
    pieces = []
    for piece, low, high in ((0, period * Delta, split), (1, split, end)):
        value = DENSITY.pieces[piece].value.xreplace({k: period})
        integral = proof.shows(Integral(value, _inner, low, high, value * sp.expand(high - low)),
            on=counted, by="integral", because="the density has one level on each piece",
            antiderivative=value * _inner)
        pieces.append(proof.shows(
                that(Mass(Q, interval(low, high, "[)"))) == value * sp.expand(high - low),
                on=counted, by="density", uses=(exists, integral), piece=piece, period=period,
                because="its mass"))
    cell = interval(period * Delta, end, "[)")
    halves = (interval(period * Delta, split, "[)"), interval(split, end, "[)"))
    whole = proof.shows(
        that(Mass(Q, cell)) == sum((Mass(Q, half) for half in halves), sp.Integer(0)), on=counted,
        by="measure", uses=(exists,), because="a period consists of its two pieces")
    terms = (1 - b) * b**period / 2
    total = proof.follows(that(Mass(Q, cell)) == terms, whole, *pieces, on=counted,
        because="the two pieces of a period together")
    start = FAMILY & index(m, 0)
    summed = proof.shows(Sum(terms, n, sp.Integer(0), sp.oo, b**m / 2), on=start, by="sum",
        ratio=b, because="a geometric series")
    return proof.applies("countable additivity", on=start, uses=(total, summed, exists),
        because="the mass beyond m Delta is that of all later periods", noise=Q,
        start=m * Delta, width=Delta, terms=terms, value=b**m / 2)
