"""The ratio of the lower and upper bounds, and how it is enclosed.

The bounds are V_upp and V_low = V_upp - g with a gap g that is known exactly. The kernel does not
see that V_upp is positive, so its reciprocal I and the ratio R are given by I V_upp = 1 and
R = V_low I.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.tactics.proving import Proof

Facts: TypeAlias = list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]]


@dataclass(frozen=True)
class Ratio:
    """V_low/V_upp in some variables, in units of Delta or Delta^2, with names for R and I."""

    names: tuple[str, str]
    domain: Domain
    lower: sp.Expr
    upper: sp.Expr

    @cached_property
    def arguments(self) -> tuple[sp.Symbol, ...]:
        """The variables."""
        return tuple(variable.symbol for variable in self.domain)

    @cached_property
    def value(self) -> sp.Expr:
        """R."""
        return sp.Function(self.names[0])(*self.arguments)

    @cached_property
    def reciprocal(self) -> sp.Expr:
        """I = 1/V_upp."""
        return sp.Function(self.names[1])(*self.arguments)

    @cached_property
    def given(self) -> tuple[Given, Given]:
        """R and I."""
        first, second = (Given(name, "function", len(self.arguments)) for name in self.names)
        return first, second

    @cached_property
    def hypotheses(self) -> tuple[Goal, Goal]:
        """What R and I are."""
        return (Goal(that(self.reciprocal * self.upper) == 1, self.domain),
            Goal(that(self.value) == self.lower * self.reciprocal, self.domain))

    @cached_property
    def model(self) -> dict[str, Any]:
        """They are these functions."""
        return {self.names[1]: sp.Lambda(self.arguments, 1 / self.upper),
            self.names[0]: sp.Lambda(self.arguments, self.lower / self.upper)}

    def begin(self, proof: Proof, above: str) -> RatioSteps:
        """Append the hypotheses, and I >= 0 from a step that gives V_upp a positive lower bound."""
        first, second = self.hypotheses
        one, is_ratio = proof.supposes(
            (first, "I is the reciprocal of the upper bound", r"I\,V^{upp}=1"),
            (second, "R is the ratio of the two bounds", r"R=V^{low}\,I"))
        sign = proof.follows(that(0) <= self.reciprocal, (one, -self.reciprocal),
            (above, self.reciprocal**2), on=self.domain, latex=r"0\le I",
            because="the reciprocal is its square times the upper bound, which is positive")
        return RatioSteps(self, proof, one, is_ratio, sign)


@dataclass
class RatioSteps:
    """What has been shown of a ratio: the names of the steps."""

    ratio: Ratio
    proof: Proof
    one: str
    is_ratio: str
    sign: str

    def at_least(self, bound: sp.Expr, gap: sp.Expr, floor: tuple[str, sp.Expr],
            **rest: Any) -> str:
        """R >= bound, as g <= gap and V_upp > floor: then g I <= gap/floor.

        The facts in ``gaps`` add up to gap - g, those in ``more`` to 1 - gap/floor - bound; the
        steps ``signs`` say that gap/floor is not negative, when its form does not.
        """
        return self._bound(that(bound) <= self.ratio.value, gap / floor[1], floor[0], 1, rest)

    def at_most(self, bound: sp.Expr, gap: sp.Expr, ceiling: tuple[str, sp.Expr],
            **rest: Any) -> str:
        """R <= bound, as g >= gap and V_upp < ceiling; as in :meth:`at_least`."""
        return self._bound(that(self.ratio.value) <= bound, gap / ceiling[1], ceiling[0], -1, rest)

    def _bound(self, claim: Any, share: sp.Expr, step: str, way: int, rest: dict[str, Any]) -> str:
        inverse = self.ratio.reciprocal
        on: Domain = rest.get("on", self.ratio.domain)
        weighted: Facts = [(step, {}, share), *rest.get("gaps", [])]
        facts: Facts = [(self.is_ratio, {}, sp.Integer(way)), (self.one, {}, way * (1 - share)),
            *((name, at, inverse * times) for name, at, times in weighted), *rest.get("more", [])]
        shown = rest.get("signs", ())
        signs = [self._nonnegative(times, on, shown) for _, _, times in weighted]
        return self.proof.shows(claim, on=on, by="entailment", because=rest["because"],
            uses=tuple(dict.fromkeys((*signs, *(name for name, _, _ in facts)))), facts=facts)

    def _nonnegative(self, times: sp.Expr, on: Domain, shown: Sequence[str]) -> str:
        """The step that says that I times something nonnegative is so."""
        if times == 1 and on == self.ratio.domain:
            return self.sign
        return self.proof.follows(that(0) <= self.ratio.reciprocal * times, (self.sign, times),
            on=on, also=(*shown,), because="this multiple of the reciprocal has a positive factor")


@dataclass(frozen=True)
class Shower:
    """Appends consequences over one domain."""

    proof: Proof
    domain: Domain

    def __call__(self, claim: Relation, because: str, facts: Facts, *uses: str,
            latex: str = "") -> str:
        """The step that follows from the facts, and uses more."""
        names = dict.fromkeys((*(name for name, _, _ in facts), *uses))
        return self.proof.shows(claim, on=self.domain, by="entailment", because=because,
            uses=tuple(names), facts=facts, latex=latex)
