"""What the staircase costs for a power |x|^p, from the sum over the periods of (k + gamma)^(p+1).

A power of 0 has no place in a sum over k: the first period stands apart, and gamma = 0 too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.noise import Staircase
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.staircase.setting import (FAMILY, RATIO, SENSITIVITY, Delta, b, gamma,
    height, weight)

k = OWN["n"]
zero, one = sp.Integer(0), sp.Integer(1)
x, u = sp.Symbol("x", real=True), sp.Symbol("u", positive=True)
SPLIT, TERM = between(gamma, 0, 1, "(]"), index(k, 0)

STAIRCASE = Staircase(FAMILY, (b, Delta, gamma), k)


@dataclass(frozen=True)
class PowerCost:
    """The cost for |x|^p.

    Attributes
    ----------
    exponent
        The exponent p, and what it ranges over.
    total
        The sum of b^k (k + place)^(p+1) over k >= 0, for a place from 0 to 1.
    """

    exponent: Variable
    total: Callable[[sp.Expr], sp.Expr]

    @property
    def power(self) -> sp.Symbol:
        """The exponent."""
        return self.exponent.symbol

    def on(self, place: sp.Expr) -> Domain:
        """The domain for gamma in (0, 1], or for a place that is told."""
        split = (SPLIT,) if place == gamma else ()
        return Domain((RATIO, SENSITIVITY, *split, self.exponent))

    def summed(self, place: sp.Expr) -> Domain:
        """The same for the sum, which knows nothing of the sensitivity."""
        return self.on(place).without(Delta)

    def value(self, place: sp.Expr) -> sp.Expr:
        """The cost at some gamma."""
        p, level = self.power, weight.xreplace({gamma: place})
        return Delta**p * (1 - b) ** 2 / ((p + 1) * level) * self.total(place)

    def paid(self, place: sp.Expr) -> Goal:
        """That this is the cost."""
        noise = STAIRCASE.law(b, Delta, place)
        return Goal(Expected(noise, u, u**self.power, "==", self.value(place)), self.on(place))

    def pieces(self, place: sp.Expr) -> dict[Goal, str]:
        """The integrals over both pieces of the first period, and of period k + 1 for k >= 0."""
        first, later = self.on(place), self.on(place) & TERM
        start, beyond = (Goal(claim, first) for claim in self.integrals(place, zero))
        one_later, rest = (Goal(claim, later) for claim in self.integrals(place, k + 1))
        return {start: "the first period up to gamma", beyond: "the rest of the first period",
            one_later: "a later period up to gamma", rest: "the rest of a later period"}

    def integrals(self, place: sp.Expr, period: sp.Expr) -> Iterator[Integral]:
        """What the pieces of a period have."""
        at, q = {gamma: place, k: period}, self.power + 1
        ends = (period, period + place, period + 1)
        for number, piece in enumerate(STAIRCASE.density.pieces):
            level = piece.value.xreplace(at)
            lower, upper = (end.xreplace(at) for end in STAIRCASE.density.ends(number))
            rise = Delta**q / q * (ends[number + 1] ** q - ends[number] ** q)
            yield Integral(x**self.power * level, x, lower, upper, level * rise)

    # -- steps ------------------------------------------------------------------------------------

    def show(self, proof: Proof, exists: str, split: Series, origin: Series) -> str:
        """Append the costs for gamma in (0, 1] and for gamma = 0, and return the first.

        Each series is the sum over the periods from k = 1 on.
        """
        nonnegative = proof.shows(that(0) <= u**self.power,
            on=Domain((*self.on(zero), positive(u))), by="sign",
            because="a power of u > 0 is positive; at 0 the noise has no mass")
        shifted = without_first(Adding(proof, self.summed(zero)), origin)
        paid = []
        for place, series in ((gamma, split), (zero, origin)):
            telescopes = Adding(proof, self.on(place)).less(shifted, origin,
                "(311): b^k k^(p+1) telescopes, from k = 1 on")
            paid.append(self._show_at(proof, place, (exists, nonnegative), series, telescopes))
        return paid[0]

    def _show_at(self, proof: Proof, place: sp.Expr, about: tuple[str, str], split: Series,
            telescopes: Series) -> str:
        """Append the cost at a place; the first series is the one for it."""
        primitive = {x**self.power: x ** (self.power + 1) / (self.power + 1)}
        pieces = [proof.concludes(goal, by="integral", because=f"integrate as in (308) over {why}",
                antiderivative=cast(Integral, goal.proposition).integrand.xreplace(primitive))
            for goal, why in self.pieces(place).items()]
        periods = self._periods(proof, place, split, telescopes)
        if place == gamma:
            proof.key(periods)
        return proof.concludes(self.paid(place), by="expectation", apart=True,
            uses=(*about, *pieces, periods),
            because="the density is even and the cost not negative, so that its mean is twice the "
            "sum over the periods")

    def _periods(self, proof: Proof, place: sp.Expr, split: Series, telescopes: Series) -> str:
        """Append the sum over all periods but the first, on one side of the origin."""
        on, q = self.on(place), self.power + 1
        both = Adding(proof, on).combined(split, 1 - b, telescopes, one,
            "(309), (310): the pieces of all periods but the first")
        total = sp.Add(*(claim.value for claim in self.integrals(place, k + 1)))
        factor = height.xreplace({gamma: place}) * Delta**q / q
        value = (1 - b) * factor * split.value - b * factor
        each = proof.shows(that(factor * both.term) == total, on=on & TERM, by="identity",
            because="with b^(n+1) before gamma and b^(n+2) behind it, the two integrals of a later "
            "period are added")
        whole = proof.shows(that(factor * both.value) == value, on=on, by="identity",
            because="and their sum")
        return proof.applies("multiple of a sum", on=on, uses=(both.step, each, whole),
            terms=both.term, others=total, factor=factor, value=both.value, other=value,
            because="of the three sums over all later periods one is 1 - b times the given sum "
            "without its first term, and the other two telescope to -b")


def without_first(adding: Adding, series: Series) -> Series:
    """The same sum without its term for k = 0."""
    term, value = series.term.xreplace({k: k + 1}), series.value - series.term.xreplace({k: zero})
    step = adding.proof.applies("without the first term", on=adding.on, uses=(series.step,),
        terms=series.term, value=series.value, because="without its term for k = 0")
    return Series(step, term, value)
