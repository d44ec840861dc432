"""The least cost of symmetric, decreasing noise for |x|^p: the bound of Theorem 3.

A member of the family has a tail below that of the noise (Theorem 2), so that it costs no more, and
no member costs less than the best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Derivative, Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import noise
from dpproofs.theorems.additive.noise import DENSITY, P_ALPHA, Q
from dpproofs.theorems.additive.setting import (ALPHA, FAMILY, Delta, alpha, delta, density, h,
    restricted, x)
from dpproofs.theorems.additive.supporting_line import Chosen, show_member
from dpproofs.theorems.samples import symmetric

#: Any noise of the class: symmetric, decreasing and (0, delta)-private.
Y = Given("Y", "noise")
HYPOTHESES = restricted(Y)
EXAMPLE = {"Y": symmetric(sp.Lambda(x, (1 - delta) ** (2 * x / Delta)))}

_n = sp.Symbol("n", integer=True)
_HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")


@dataclass(frozen=True)
class Branch:
    """The values of delta for which one member is best: where it is, and what it costs."""

    on: Domain
    place: sp.Expr
    value: sp.Expr


@dataclass(frozen=True)
class Least:
    """What is claimed of the cost |x|^power, a number or a parameter."""

    power: sp.Expr
    cost: sp.Expr
    branches: tuple[Branch, ...]
    exponent: tuple[Variable, ...] = ()  # where the power is a parameter

    @property
    def family(self) -> Domain:
        """The parameters of P_alpha, and the power."""
        return Domain(self.exponent) & FAMILY

    @property
    def attained(self) -> tuple[Goal, ...]:
        """What the best member costs."""
        return tuple(
            Goal(Expected(P_ALPHA(each.place), x, x**self.power, "==", each.value), each.on)
            for each in self.branches)

    @property
    def bounds(self) -> tuple[Goal, ...]:
        """No noise of the class costs less."""
        return tuple(Goal(Expected(Y(), x, x**self.power, ">=", each.value), each.on)
            for each in self.branches)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """That the family is in the class, what the best member costs, and that no noise of the
        class costs less.
        """
        return (*noise.IN_CLASS, *self.attained, *self.bounds)

    def show(self, proof: Proof, minima: Sequence[str] = ()) -> None:
        """Append the goals; ``minima`` are steps that say for which alpha the cost is least, where
        signs do not show that it is no less there.
        """
        known = noise.NoiseSteps(proof)
        noise.show_private(proof, known)
        costs = self._show_costs(proof, known.exists)
        chosen, below = show_member(proof, Y, known)
        for branch, least in zip_longest(self.branches, minima):
            self._show_bound(proof, branch, (costs, least), (chosen, below, known.exists))

    def show_attained(self, proof: Proof) -> None:
        """Append that the members of the family exist, and what the best of them costs."""
        self._show_costs(proof, noise.show_exists(proof))

    def _show_costs(self, proof: Proof, exists: str) -> str:
        """Append what a member costs, and the best one; return the former."""
        sign = proof.shows(that(0) <= x**self.power, on=self.family & _HALF_LINE, by="sign",
            because="a cost is not negative")
        parts = []
        for place, value in enumerate((self.cost / 2, sp.Integer(0))):
            lower, upper = DENSITY.ends(place)
            body = x**self.power * DENSITY.pieces[place].value
            back = density * x ** (self.power + 1) / (self.power + 1) if place == 0 else body
            parts.append(proof.shows(Integral(body, x, lower, upper, value), on=self.family,
                    by="integral", because="the cost within the support" if place == 0
                    else "none lies beyond", antiderivative=back))
        costs = proof.shows(Expected(Q, x, x**self.power, "==", self.cost), on=self.family,
            by="expectation", uses=(exists, sign, *parts),
            because="so a member of the family costs this")
        for branch, goal in zip(self.branches, self.attained, strict=True):
            here = proof.at(costs, {alpha: branch.place}, on=branch.on, because="at the best alpha")
            if proof.goal(here) != goal:  # else SymPy has put the cost in the form that is printed
                proof.concludes(goal, by="weaken", uses=(here,), because="is the least cost")
        return costs

    def _show_bound(self, proof: Proof, branch: Branch, costs: tuple[str, str | None],
            member: tuple[Chosen, str, str]) -> None:
        """Append that no noise of the class costs less."""
        chosen, below, exists = member
        ranges = [proof.at(name, {}, because="alpha is in its range, here as for every delta",
                on=branch.on) for name in (chosen.low, chosen.high)]
        family = branch.on & ALPHA
        cost, least = costs
        here = proof.at(cost, {}, on=family, because="what a member of the family costs")
        if least is None:
            least = proof.shows(that(branch.value) <= self.cost, on=family, by="sign",
                because="is never less than the best one")
        claim = Expected(Q, x, x**self.power, ">=", branch.value)
        every = proof.shows(claim, on=family, by="weaken", uses=(here, least),
            because="so no member of the family costs less")
        member_costs = proof.shows(replace(claim, noise=P_ALPHA(chosen.alpha)), on=branch.on,
            by="instance", uses=(every, *ranges), at={alpha: chosen.alpha},
            because="nor does the one that was found")
        tails = proof.at(below, {x: x + _n * Delta}, because="its tail is below that of the noise",
            on=branch.on & index(_n, 0) & between(x, 0, Delta))
        sign = proof.shows(that(0) <= x**self.power, on=branch.on & _HALF_LINE, by="sign",
            because="a cost is not negative")
        grows = self._show_growth(proof, branch.on & _HALF_LINE & positive(h))
        proof.applies("larger tails", uses=(tails, sign, grows, member_costs, exists, *ranges),
            because="so the noise costs at least as much", cheap=P_ALPHA(chosen.alpha), dear=Y(),
            cost=x**self.power, value=branch.value, width=Delta, on=branch.on)

    def _show_growth(self, proof: Proof, on: Domain) -> str:
        """Append that the cost does not decrease."""
        here, beyond = x**self.power, (x + h) ** self.power
        if self.power.is_Integer:
            return proof.shows(that(here) <= beyond, on=on, by="sign",
                because="and does not decrease")
        slope = sp.diff(beyond, h)
        steps = (proof.shows(Derivative(beyond - here, h, slope), on=on, by="derivative",
                because="the slope of the cost"),
            proof.shows(that(0) < slope, on=on, by="sign", because="is positive"))
        higher = proof.shows(that(here) < beyond, on=on, by="increasing", uses=steps,
            because="so the cost increases")
        return proof.follows(that(here) <= beyond, higher, on=on, because="and does not decrease")
