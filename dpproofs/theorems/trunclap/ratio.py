"""The ratio of the lower and upper bounds, and how it is enclosed.

The bounds are V_upp and V_low = V_upp - g with a gap g that is known exactly. The kernel does not
see that V_upp is positive, so its reciprocal I and the ratio R are functions with hypotheses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Derivative, at_most, less

Facts: TypeAlias = list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]]

y, v = sp.symbols("y v", positive=True)
_Y, _V = Domain((positive(y),)), Domain((positive(v),))


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
    def hypotheses(self) -> tuple[Goal, Goal]:
        """What R and I are."""
        return (
            relation_goal(self.reciprocal * self.upper, "==", 1, self.domain),
            relation_goal(self.value, "==", self.lower * self.reciprocal, self.domain),
        )

    @cached_property
    def model(self) -> dict[str, Any]:
        """They are these functions."""
        return {
            self.names[1]: sp.Lambda(self.arguments, 1 / self.upper),
            self.names[0]: sp.Lambda(self.arguments, self.lower / self.upper),
        }

    def begin(self, proof: Proof, above: str) -> Known:
        """Append the hypotheses, and I >= 0 from a step that gives V_upp a positive lower bound."""
        one, is_ratio = (
            proof.assumes(goal, because=why, latex=text)
            for goal, why, text in zip(
                self.hypotheses,
                ("I is the reciprocal of the upper bound", "R is the ratio of the two bounds"),
                (r"I\,V^{upp}=1", r"R=V^{low}\,I"),
                strict=True,
            )
        )
        sign = proof.shows(
            at_most(0, self.reciprocal),
            on=self.domain,
            by="entailment",
            because="the upper bound is positive, so is its reciprocal: I = I^2 V_upp",
            uses=(one, above),
            facts=[(one, {}, -self.reciprocal), (above, {}, self.reciprocal**2)],
            latex=r"0\le I",
        )
        return Known(self, proof, one, is_ratio, sign)


@dataclass
class Known:
    """What has been shown of a ratio: the names of the steps."""

    ratio: Ratio
    proof: Proof
    one: str
    is_ratio: str
    sign: str

    def at_least(
        self, bound: sp.Expr, gap: sp.Expr, floor: tuple[str, sp.Expr], **rest: Any
    ) -> str:
        """R >= bound, as g <= gap and V_upp > floor: then g I <= gap/floor.

        The facts in ``gaps`` add up to gap - g, those in ``more`` to 1 - gap/floor - bound; the
        steps ``signs`` say that gap/floor is not negative, when its form does not.
        """
        return self._bound(at_most(bound, self.ratio.value), gap / floor[1], floor[0], 1, rest)

    def at_most(
        self, bound: sp.Expr, gap: sp.Expr, ceiling: tuple[str, sp.Expr], **rest: Any
    ) -> str:
        """R <= bound, as g >= gap and V_upp < ceiling; as in :meth:`at_least`."""
        return self._bound(at_most(self.ratio.value, bound), gap / ceiling[1], ceiling[0], -1, rest)

    def _bound(self, claim: Any, share: sp.Expr, step: str, way: int, rest: dict[str, Any]) -> str:
        inverse = self.ratio.reciprocal
        on: Domain = rest.get("on", self.ratio.domain)
        weighted: Facts = [(step, {}, share), *rest.get("gaps", [])]
        facts: Facts = [
            (self.is_ratio, {}, sp.Integer(way)),
            (self.one, {}, way * (1 - share)),
            *((name, at, inverse * times) for name, at, times in weighted),
            *rest.get("more", []),
        ]
        shown = rest.get("signs", ())
        signs = [self._nonnegative(times, on, shown) for _, _, times in weighted]
        used = (*signs, *(name for name, _, _ in facts))
        return self.proof.shows(
            claim,
            on=on,
            by="entailment",
            because=rest["because"],
            uses=tuple(dict.fromkeys(used)),
            facts=facts,
        )

    def _nonnegative(self, times: sp.Expr, on: Domain, shown: Sequence[str]) -> str:
        """The step that says that I times something nonnegative is so."""
        if times == 1 and on == self.ratio.domain:
            return self.sign
        return self.proof.shows(
            at_most(0, self.ratio.reciprocal * times),
            on=on,
            by="entailment",
            because="and so is this multiple of it",
            uses=(self.sign, *shown),
            facts=[(self.sign, {}, times)],
        )


# -- elementary inequalities ----------------------------------------------------------------------

#: h(y) = 1/y - 1/(exp(y) - 1), the gap of the two bounds on the amplitude at y = epsilon.
h = 1 / y - 1 / (sp.exp(y) - 1)


def show_gap(proof: Proof) -> tuple[str, str]:
    """1/2 - y/12 < h(y) and h(y) < 1/2 for y > 0."""
    height = sp.exp(y) - 1
    rows = (
        (sp.expand((6 - y) * y * height), sp.expand(12 * height - 12 * y), 12,
         sp.Rational(1, 2) - y / 12, h, "below"),
        (sp.expand(2 * height - 2 * y), sp.expand(y * height), 2, h, sp.Rational(1, 2), "above"),
    )  # fmt: skip
    return tuple(  # type: ignore[return-value]  # two of them
        proof.shows(
            less(low, high),
            on=_Y,
            by="entailment",
            because=f"a bound from {side} on 1/y - 1/(exp(y) - 1)",
            uses=(
                cleared := proof.shows(
                    less(small, large),
                    on=_Y,
                    by="ladder",
                    because="with denominators cleared: an exponential polynomial",
                ),
            ),
            facts=[(cleared, {}, 1 / (factor * y * height))],
        )
        for small, large, factor, low, high, side in rows
    )


pade_low, pade_high = 2 * v / (2 + v), v * (6 + v) / (6 + 4 * v)


def show_logarithm(proof: Proof) -> tuple[str, str]:
    """2v/(2+v) < log(1+v) and log(1+v) < v(6+v)/(6+4v) for v > 0."""
    found = []
    for small, large in ((pade_low, sp.log(1 + v)), (sp.log(1 + v), pade_high)):
        slope = sp.factor(sp.diff(large - small, v))
        rate = proof.shows(
            Derivative(large - small, v, slope), on=_V, by="derivative", because="its slope"
        )
        rises = proof.shows(less(0, slope), on=_V, by="sign", because="which is positive")
        found.append(
            proof.shows(
                less(small, large),
                on=_V,
                by="increasing",
                because="a rational bound on the logarithm",
                uses=(rate, rises),
            )
        )
    return found[0], found[1]


start = sp.log(sp.Rational(3, 2))
tangent = start + sp.Rational(2, 3) * (v - sp.Rational(1, 2))


def show_from_half(proof: Proof) -> tuple[str, str]:
    """log(3/2) < log(1+v) and log(1+v) < log(3/2) + (2/3)(v - 1/2) for v > 1/2."""
    on = Domain((between(v, sp.Rational(1, 2), sp.oo),))
    found = []
    for small, large in ((start, sp.log(1 + v)), (sp.log(1 + v), tangent)):
        slope = sp.factor(sp.diff(large - small, v))
        rate = proof.shows(
            Derivative(large - small, v, slope), on=on, by="derivative", because="its slope"
        )
        rises = proof.shows(less(0, slope), on=on, by="sign", because="which is positive")
        found.append(
            proof.shows(
                less(small, large),
                on=on,
                by="increasing",
                because="a logarithm increases and lies below its tangent at 3/2",
                uses=(rate, rises),
            )
        )
    return found[0], found[1]
