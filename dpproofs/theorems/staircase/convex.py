"""The best gamma for convex costs: between b^2/2 and 1/2."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, that
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.search import (Family, Search, Zero, edge, h, half, level, one, s,
    t, u, x)
from dpproofs.theorems.staircase.setting import b


@dataclass(frozen=True)
class ConvexFamily(Family):
    """Powers, or mixtures of powers, with exponents of at least 1."""

    @property
    def way(self) -> int:
        """Chords lie above."""
        return 1

    @property
    def start(self) -> sp.Expr:
        """b^2/2, where phi is still below its mean over [0, 1]."""
        return b**2 / 2

    @property
    def end(self) -> sp.Expr:
        """1/2."""
        return half

    @property
    def names(self) -> tuple[str, str]:
        """tau and upsilon."""
        return "tau", "upsilon"

    @property
    def high_privacy(self) -> tuple[Goal, ...]:
        """A zero of f between two bounds, which have one limit."""
        return (self.found(self.start, self.end, self.on, {}),
            Goal(Limit(self.start, b, one, "-", half), Domain((self.powers,))))

    @property
    def goals(self) -> tuple[Goal, ...]:
        """All that is shown of gamma*."""
        return (*self.least, *self.high_privacy, *self.low_privacy)


class ConvexSearch(Search):
    """Its facts include the weight of the first period and that L is positive."""

    family: ConvexFamily

    def _slope(self, place: sp.Expr) -> sp.Expr:  # noqa: ARG002  (one slope serves all places)
        return self.family.phi(sp.Integer(3)) - self.family.phi(sp.Integer(2))

    def _gentle(self) -> str:
        family, top, here = self.family, sp.Integer(2), x + h
        return self.follows(that(family.at(here) - family.curve) <= self._slope(edge) * h,
            self.rising,
            "the left side is at most (b + (1-b) (x+h)) (phi(x+h) - phi(x)), as N grows by more "
            "than h phi(x); the first factor is at most 1, and no chord of phi up to 1 is "
            "steeper than the one from 2 to 3",
            ("above", {u: x, s: h}, 1 - b), ("grows", {u: x, s: h}, (1 - b) * (1 - here)),
            ("chord", {u: x, s: h, t: top - here}, 1 / (top - here)),
            ("chord", {u: here, s: top - here, t: one}, h / (top - here)))

    def _negative(self) -> str:
        family, low = self.family, self.family.start
        return self.follows(that(family.at(low)) < 0, family.on,
            "phi(b^2/2) is at most phi(0) + (phi(1) - phi(0)) b^2/2, and (1-b) N(b^2/2) > (1-b) "
            "N(0) + (1-b) phi(0) b^2/2, where (1-b) N(0) = b (N(1) - N(0)) >= b phi(1/2) > b^2 "
            "phi(3/2) >= b^2 (3 phi(1) - phi(0))/2 and b phi(1) = phi(0)",
            ("chord at 0", {s: low, t: 1 - low}, level(low)), ("above at 0", {s: low}, 1 - b),
            ("N at 0", {}, one), ("middle at 0", {}, b), ("phi", {u: half}, b),
            ("chord at 0", {s: one, t: half}, b**2), ("phi at 0", {}, -b),
            ("grows at 0", {s: one}, low * (1 - level(low))), ("positive", {powers.x: half}, b))

    def _positive(self) -> str:
        return self.follows(that(0) < self.family.at(half), self.family.on,
            "(1-b) N(1/2) is the first term of N(1/2) plus b (N(3/2) - N(1/2)), which is at most b "
            "(phi(1/2) + phi(3/2))/2; as phi(1/2) - b phi(3/2) is the first term of phi(1/2), the "
            "gap is at least half of that less the first term of N(1/2)",
            ("phi", {u: half}, half), ("N", {u: half}, -one), ("trapezoid", {u: half}, b),
            ("weight", {u: half}, one))

    def _high_privacy(self, found: Zero) -> None:
        bound, limit = self.family.high_privacy
        self.keeps(bound, {}, found, (found.after, found.before))
        self.tends(limit, "the lower bound tends to 1/2, the upper one, as b tends to 1, that is, "
            "as epsilon tends to 0")
