"""The best gamma for convex costs: between b^2/2 and 1/2."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal, relation_goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.proposition import Limit, at_most, less
from dpproofs.theorems.staircase.search import (
    INSIDE,
    LENGTH,
    NEXT,
    PLACE,
    Family,
    Search,
    h,
    half,
    level,
    one,
    s,
    t,
    u,
    x,
    zero,
)
from dpproofs.theorems.staircase.setting import b


@dataclass(frozen=True)
class ConvexFamily(Family):
    """Powers, or mixtures of powers, with exponents of at least 1."""

    @property
    def start(self) -> sp.Expr:
        """0, where phi is below its mean over [0, 1]."""
        return zero

    @property
    def name(self) -> str:
        """tau."""
        return "tau"

    @property
    def sums(self) -> dict[str, tuple[Goal, str]]:
        """Also chords, midpoints and trapezoids."""
        phi, total, near = self.phi, self.total, self.on & PLACE
        chord = t * phi(u) + s * phi(u + s + t)
        return {
            **super().sums,
            "chord": (
                relation_goal((s + t) * phi(u + s), "<=", chord, near & LENGTH & NEXT),
                "the sum of the inequalities for chords of L",
            ),
            "middle": (
                relation_goal(phi(u + half), "<=", total(u + 1) - total(u), near),
                "the sum of the inequalities for midpoints, over lengths 1",
            ),
            "trapezoid": (
                relation_goal(total(u + 1) - total(u), "<=", (phi(u) + phi(u + 1)) / 2, near),
                "the sum of the inequalities for trapezoids of length 1",
            ),
        }

    @property
    def nonnegative(self) -> Goal:
        """L is not negative."""
        return Goal(at_most(0, self.cost), Domain((self.powers, INSIDE)))

    @property
    def high_privacy(self) -> tuple[Goal, ...]:
        """A zero of f between two bounds, which have one limit."""
        return (
            self.found(b**2 / 2, half, self.on, {}),
            Goal(Limit(b**2 / 2, b, one, "-", half), Domain((self.powers,))),
        )

    @property
    def goals(self) -> tuple[Goal, ...]:
        """All that is shown of gamma*."""
        return (*self.least, *self.high_privacy, *self.low_privacy)


class ConvexSearch(Search):
    """Its facts include the weight of the first period and that L is not negative ("some")."""

    family: ConvexFamily

    def _gentle(self) -> tuple[str, sp.Expr]:
        family, top, here = self.family, sp.Integer(2), x + h
        slope = family.phi(top) - family.phi(one)
        step = self.follows(
            at_most(family.at(here) - family.curve, slope * h),
            family.on & Variable(x, zero, one, "[)") & Variable(h, zero, 1 - x, "(]"),
            "f(x) = phi(x) (b + (1-b) x) - (1-b) N(x) rises no faster than phi beyond 1",
            ("above", {u: x, s: h}, 1 - b),
            ("grows", {u: x, s: h}, (1 - b) * (1 - here)),
            ("chord", {u: x, s: h, t: top - here}, 1 / (top - here)),
            ("chord", {u: here, s: 1 - here, t: one}, h / (top - here)),
        )
        return step, slope

    def _negative(self) -> str:
        family = self.family
        return self.follows(
            less(family.at(zero), 0), family.on, "f is negative at 0: N(1) - N(0) is above phi(0)",
            ("N at 0", {}, one), ("above", {u: zero, s: one}, b),
        )  # fmt: skip

    def _high_privacy(self, root: str, order: str) -> None:
        family, low, here = self.family, b**2 / 2, self.family.best
        bound, limit = family.high_privacy
        lower, upper = (Goal(claim, family.on) for claim in (less(low, here), less(here, half)))
        below = self.between(
            low,
            here,
            family.curve,
            order,
            lower,
            "f is negative at b^2/2: phi is below its chord there, and its integral over [0, 1] is "
            "at least phi(1/2), which is at least phi(0) + b (phi(1) - phi(0))/2",
            (root, {}, one),
            ("chord", {u: zero, s: low, t: 1 - low}, level(low)),
            ("above", {u: zero, s: low}, 1 - b),
            ("N at 0", {}, one),
            ("middle", {u: zero}, b),
            ("phi", {u: half}, b),
            ("chord", {u: zero, s: one, t: half}, b**2),
            ("phi at 0", {}, -b),
            ("grows", {u: zero, s: one}, low * (1 - level(low))),
            ("some", {u: half}, b),
            named=(r"\tfrac{b^2}2", r"\gamma^*"),
            known=(self.positive,),
        )
        above = self.between(
            here,
            half,
            family.curve,
            order,
            upper,
            "f is positive at 1/2: the integral of phi over [1/2, 3/2] is at most the trapezoid",
            (root, {}, -one),
            ("phi", {u: half}, half),
            ("N", {u: half}, -one),
            ("trapezoid", {u: half}, b),
            ("weight", {u: half}, one),
            named=(r"\gamma^*", r"\tfrac12"),
            known=(self.positive,),
        )
        self.keeps(bound, {}, root, (below, above))
        self.tends(limit, "and the bounds meet as b tends to 1, that is, as epsilon tends to 0")
