"""The discrete staircase (79) as noise, and the steps that every theorem on it needs.

The parameters of a sentence are b = exp(-epsilon) and the sensitivity, an integer; r is an
argument.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even, Private, Proper
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import RATIO, Delta, b, k

# x and h are the letters of the rules.
x = sp.Symbol("x", real=True)
h = sp.Symbol("h", positive=True)
r = sp.Symbol("r", positive=True)
place = sp.Symbol("i", integer=True)

#: The sensitivity and r are integers, 1 <= r <= Delta.
SIZE = index(Delta, 1)
ON = Domain((RATIO, SIZE))
FAMILY = ON & index(r, 1, Delta)
EPSILON = -sp.log(b)

#: D, the denominator of (80), and a(r), the probability of 0.
bottom = 2 * r + 2 * b * (Delta - r) - (1 - b)
peak = (1 - b) / bottom

#: What a theorem on optimality is about: any noise on the integers.
X = Given("X", "noise", on="integers")
PRIVATE = Goal(Private(X(), EPSILON, sp.Integer(0), Delta), ON)


@dataclass(frozen=True)
class DiscreteStaircase:
    """The masses and the law of the discrete staircase.

    Attributes
    ----------
    arguments
        Which of b, Delta and r are arguments; the others are parameters of a sentence.
    """

    arguments: tuple[sp.Symbol, ...]

    @property
    def masses(self) -> Pieces:
        """The probabilities (79) with the one of 0 from (80)."""
        pieces = (Piece(peak * b**k, r), Piece(peak * b ** (k + 1), Delta))
        return Pieces("p", x, self.arguments, FAMILY, pieces, period=Delta, index=k)

    @property
    def law(self) -> Law:
        """The noise with these probabilities."""
        return Law("P", self.arguments, FAMILY, "p", on="integers")

    @property
    def definitions(self) -> tuple[Pieces, Law]:
        """Both."""
        return self.masses, self.law

    @property
    def noise(self) -> sp.Expr:
        """The noise at its arguments."""
        return self.law(*self.arguments)

    @property
    def exists(self) -> Goal:
        """It is a probability."""
        return Goal(Proper(self.noise), FAMILY)


_R = DiscreteStaircase((r,))
MASSES, STAIRCASE = DEFINITIONS = _R.definitions

P = STAIRCASE(r)
EXISTS = _R.exists
IS_PRIVATE = Goal(Private(P, EPSILON, sp.Integer(0), Delta), FAMILY)
IS_EVEN = Goal(Even(P), FAMILY)

PERIODS = FAMILY & index(k, 0)
PIECES = tuple(PERIODS & Variable(x, *MASSES.ends(number), "[)", hollow=True) for number in (0, 1))
AHEAD = Variable(x, sp.Integer(0), sp.oo, "[)")


def show_exists(proof: Proof, which: DiscreteStaircase = _R) -> str:
    """Append the steps that make the discrete staircase a probability; return the last one."""
    used: list[str] = []
    total = sp.Integer(0)
    for number, name, length in ((0, "first", r), (1, "second", Delta - r)):
        value, (low, high) = MASSES.pieces[number].value, MASSES.ends(number)
        used.append(proof.shows(that(0) <= value, on=PIECES[number], by="sign",
                because=f"the probabilities of the {name} part of period k are not negative"))
        used.append(proof.shows(Sum(value, place, low, high - 1, value * length),
                on=PERIODS, by="sum",
                because=f"the mass of the {name} part: one level times the number of integers"))
        total += value * length
    used.append(proof.shows(Sum(total, k, sp.Integer(0), sp.oo, (1 + peak) / 2), on=FAMILY,
            by="sum",
                ratio=b, because="all masses from 0 on add up to 1/2 and half the mass at 0, as "
                    "both sides have the integer 0"))
    return proof.concludes(which.exists, by="existence", uses=used,
        because="so P_r is a probability, for every r from 1 to Delta",
        latex=r"\sum_{i\in\mathbb Z}P_r(i)=1")


def show_private(proof: Proof, exists: str) -> str:
    """Append the steps that make the discrete staircase private; return the last one."""
    first, second = (piece.value for piece in MASSES.pieces)
    falls = [proof.shows(that(second) <= first, on=PERIODS, by="sign",
            because="the second part of a period is lower than the first"),
        proof.shows(that(first.xreplace({k: k + 1})) <= second, on=PERIODS, by="sign",
            because="the next period begins no higher than this one ends")]
    falling = proof.shows(that(MASSES(r, x + h)) <= MASSES(r, x), on=FAMILY & AHEAD & positive(h),
        by="falling", uses=falls, name=MASSES.name, because="so the probabilities do not increase")
    claim = that(MASSES(r, x)) <= MASSES(r, x + Delta) / b
    pieces = []
    for number, name in enumerate(("first", "second")):
        here = proof.on_piece(MASSES, number, because=f"the {name} part of period k")
        pieces.append(proof.follows(claim, here, (here, {x: x + Delta, k: k + 1}),
                on=PIECES[number], because="the masses are b times as high one period further"))
    lowered = proof.shows(claim, on=FAMILY & AHEAD, by="cover", uses=pieces, name=MASSES.name,
        because="in every part of every period")
    return proof.applies("privacy, by the masses", on=FAMILY, uses=(falling, lowered, exists),
        because="the masses are even and fall, by a factor 1/b at most over Delta", noise=P,
        epsilon=EPSILON, sensitivity=Delta)
