"""Masses of cells, any before the N-th and geometric from there on, as noise on the integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Proper
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import GRID, SIZE, TAIL, N, i, last, r, x

h = OWN["h"]

#: p_N at most (1-r)/2, as the mass of both tails is at most 1.
SMALL = Variable(last, sp.Integer(0), (1 - r) / 2, "[]")
ON = Domain((GRID, SIZE, TAIL, SMALL))
_START = Variable(x, sp.Integer(0), sp.oo, "[)")

tails = 2 * last / (1 - r)
far = last * r ** (i - N)


@dataclass(frozen=True)
class Cells:
    """The masses p_0, p_1, ... of the cells of a step density.

    Attributes
    ----------
    below
        p_1 + ... + p_(j-1), up to a constant: any masses are the differences of such a function.
    """

    below: Callable[[sp.Expr], sp.Expr]

    def mass(self, place: sp.Expr) -> sp.Expr:
        """p_j for 0 < j < N."""
        return self.below(place + 1) - self.below(place)

    @property
    def middle(self) -> sp.Expr:
        """Twice p_1 + ... + p_(N-1)."""
        return 2 * (self.below(N) - self.below(sp.Integer(1)))

    @property
    def centre(self) -> sp.Expr:
        """p_0, with which the mass is 1."""
        return 1 - self.middle - tails

    @property
    def masses(self) -> Pieces:
        """The mass at each integer."""
        return Pieces("p", x, (), ON, (Piece(self.centre, sp.Integer(1)), Piece(self.mass(x), N),
            Piece(far.subs(i, x), sp.oo)))

    @property
    def law(self) -> Law:
        """The cell in which the noise lies."""
        return Law("K", (), ON, "p", on="integers")

    @property
    def grows(self) -> Goal:
        """No mass is negative before N."""
        return Goal(that(self.below(x)) <= self.below(x + h), ON & _START & positive(h))

    @property
    def room(self) -> Goal:
        """Nor is p_0."""
        return Goal(that(self.middle) <= 1 - tails, ON)

    @property
    def exists(self) -> Goal:
        """The masses are those of a probability."""
        return Goal(Proper(self.law()), ON)

    def show_exists(self, proof: Proof) -> str:
        """Assume that masses are not negative, and append that they are a probability."""
        grows = proof.assumes(self.grows, because="masses are not negative")
        room = proof.assumes(self.room, because="the mass of 0 is not negative")
        density, zero = self.masses, sp.Integer(0)
        on = [ON & Variable(x, *density.ends(place), "[)", hollow=True)
            for place in range(len(density.pieces))]
        used = (
            proof.follows(that(0) <= self.centre, room, on=on[0], because="p_0 is not negative"),
            proof.shows(Sum(self.centre, i, zero, zero, self.centre), on=ON, by="sum", ratio=1,
                because="the cell at the origin has this mass"),
            proof.follows(that(0) <= self.mass(x), grows, on=on[1], because="nor are the next"),
            proof.shows(Sum(self.mass(i), i, sp.Integer(1), N - 1, self.middle / 2), on=ON,
                by="sum", ratio=1, quotient=self.below(i), because="their sum telescopes"),
            proof.shows(that(0) <= far.subs(i, x), on=on[2], by="sign",
                because="nor are those of the tail"),
            proof.shows(Sum(far, i, N, sp.oo, tails / 2), on=ON, by="sum", ratio=r,
                because="which are a geometric series"))
        return proof.concludes(self.exists, by="existence", uses=used,
            because="so the masses are those of a probability")
