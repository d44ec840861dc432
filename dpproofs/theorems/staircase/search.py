"""The gamma at which the staircase costs least, for a family of costs L.

With phi(b, u) = sum b^k L(k + u) and N(b, u) = sum b^k M(k + u), M the integral of L from 0, the
cost is proportional to N(b, gamma)/(b + (1-b) gamma), for Delta = 1. No derivative of it is taken:
N lies above its tangents, whose slopes are the values of phi. What depends on whether L is convex
or concave is in the modules of these names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Goal, Obtained, Proof, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.proposition import Limit, Proposition, Relation, at_most, less
from dpproofs.theorems.staircase.setting import RATIO, b, gamma

zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
w = sp.Symbol("w", positive=True)
u, s, t = sp.symbols("u s t", nonnegative=True)
v = sp.Symbol("v", positive=True)  # a zero of f
x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)

PLACE, LENGTH, NEXT = (Variable(symbol, zero, sp.oo, "[)") for symbol in (u, s, t))
STEP, INSIDE = positive(s), between(u, 0, 1, "(]")
FAR = positive(w)

_phi, _N, _kappa = (sp.Function(name) for name in ("phi", "N", "kappa"))
Fact = tuple[str, Mapping[sp.Symbol, sp.Expr], sp.Expr]


def level(place: sp.Expr) -> sp.Expr:
    """b + (1-b) gamma at some gamma."""
    return b + (1 - b) * place


@dataclass(frozen=True)
class Family(ABC):
    """A family of costs L, one for each value of an exponent.

    Attributes
    ----------
    powers
        The exponent, or the largest one of a mixture, with its range.
    cost, integral
        L(u), and M(u), the integral of L from 0 to u.
    scale, share
        L(1), and the factor f with u L(u) - M(u) >= L(1) f u**(exponent + 1) for u in (0, 1].
    """

    powers: Variable
    cost: sp.Expr
    integral: sp.Expr
    scale: sp.Expr
    share: sp.Expr

    @property
    def exponent(self) -> sp.Symbol:
        """The exponent."""
        return self.powers.symbol

    @property
    def on(self) -> Domain:
        """All exponents, and b in (0, 1)."""
        return Domain((self.powers, RATIO))

    def phi(self, place: sp.Expr) -> sp.Expr:
        """The sum of b^k L(k + place)."""
        return _phi(self.exponent, b, place)

    def total(self, place: sp.Expr) -> sp.Expr:
        """The sum of b^k M(k + place), called N."""
        return _N(self.exponent, b, place)

    @property
    def curve(self) -> sp.Expr:
        """What has the sign of the slope of the cost at gamma = x."""
        return self.phi(x) * level(x) - (1 - b) * self.total(x)

    def at(self, place: sp.Expr) -> sp.Expr:
        """The same at another place."""
        return self.curve.xreplace({x: place})

    @property
    @abstractmethod
    def start(self) -> sp.Expr:
        """A gamma at which the slope of the cost is negative."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What the best gamma is called in the derivation."""

    @property
    def best(self) -> sp.Expr:
        """gamma*, a number that the derivation finds."""
        return sp.Function(self.name)(self.exponent, b)

    @property
    def value(self) -> sp.Expr:
        """The cost of the staircase density at gamma, for Delta = 1."""
        return (1 - b) ** 2 / level(gamma) * self.total(gamma)

    # -- what is known of the sums ----------------------------------------------------------------

    @property
    def sums(self) -> dict[str, tuple[Goal, str]]:
        """Hypotheses on phi and N with their reasons: first terms, and sums of inequalities."""
        phi, total, apart = self.phi, self.total, self.on & PLACE & STEP
        small = Domain((self.powers, between(b, 0, half, "(]"), between(u, 0, 2, "[]")))
        bound = self.scale * (1 + sp.exp(_kappa(self.exponent)))
        return {
            "phi at 0": (
                relation_goal(phi(zero), "==", b * phi(one), self.on),
                "phi(b, u) is the sum of b^k L(k + u); its first term is L(u), and L(0) = 0",
            ),
            "N at 0": (
                relation_goal(total(zero), "==", b * total(one), self.on),
                "N(b, u) is the sum of b^k M(k + u), and M(0) = 0",
            ),
            "phi": (
                relation_goal(phi(u), "==", self.cost + b * phi(u + 1), self.on & INSIDE),
                "the first term of phi for u > 0",
            ),
            "N": (
                relation_goal(total(u), "==", self.integral + b * total(u + 1), self.on & INSIDE),
                "the first term of N",
            ),
            "grows": (
                relation_goal(phi(u), "<", phi(u + s), apart),
                "the sum of L(y) < L(y + s) over y = k + u, with weights b^k",
            ),
            "above": (
                relation_goal(s * phi(u), "<", total(u + s) - total(u), apart),
                "the sum of the inequalities for tangents of M at y",
            ),
            "below": (
                relation_goal(total(u + s) - total(u), "<", s * phi(u + s), apart),
                "the sum of the inequalities for tangents of M at y + s",
            ),
            "bounded": (
                relation_goal(phi(u), "<=", bound, small),
                "phi converges and grows with b: kappa names a bound up to b = 1/2",
            ),
        }

    @property
    def weight(self) -> Goal:
        """The share of the first period in the slope of the cost is not small."""
        small = self.scale * self.share * u ** (self.exponent + 1)
        return Goal(at_most(small, u * self.cost - self.integral), Domain((self.powers, INSIDE)))

    # -- the statements ---------------------------------------------------------------------------

    @property
    def ratio(self) -> sp.Expr:
        """The b at which gamma* is shown to be below exp(-w)."""
        q = self.exponent + 1
        return self.share / (2 * (1 + sp.exp(_kappa(self.exponent)))) * sp.exp(-q * w)

    def tangent(self, place: sp.Expr) -> sp.Expr:
        """A bound from below on the cost at gamma; at a zero of f it is the cost there."""
        factor = (1 - b) ** 2 / level(gamma)
        value = self.value.xreplace({gamma: place})
        return value + factor / level(place) * (gamma - place) * self.at(place)

    @property
    def least(self) -> tuple[Goal, ...]:
        """Where f is 0 the cost is least, and nowhere else."""
        sides = Variable(gamma, zero, v, "[)"), Variable(gamma, v, one, "(]")
        claim, where = less(self.tangent(v), self.value), self.on & between(v, 0, 1)
        return tuple(Goal(claim, where & side) for side in sides)

    def found(
        self, low: sp.Expr, high: sp.Expr, on: Domain, at: Mapping[sp.Symbol, sp.Expr]
    ) -> Goal:
        """There is a zero of f between two bounds, at some b."""
        here = Relation(self.at(v).xreplace(dict(at)), "==", zero)
        return Goal(Exists(Domain((between(v, 0, 1),)), (here, less(low, v), less(v, high))), on)

    @property
    def low_privacy(self) -> tuple[Goal, ...]:
        """A zero of f below a bound, for small b, and the limits of the bound and of b."""
        powers = Domain((self.powers,))
        return (
            self.found(zero, sp.exp(-w), powers & FAR, {b: self.ratio}),
            Goal(Limit(sp.exp(-w), w, sp.oo, "-", zero), powers),
        )


class Search(ABC):
    """The derivation for one family, given the names of the steps that its facts are."""

    def __init__(self, family: Family, proof: Proof, facts: Mapping[str, str]) -> None:
        self.family, self.proof, self.facts = family, proof, facts

    def follows(
        self,
        claim: Proposition,
        on: Domain,
        because: str,
        *facts: Fact,
        latex: str = "",
        also: tuple[str, ...] = (),
    ) -> str:
        """Append a consequence of facts, given by the names of steps or by those of sums."""
        named = [(self.facts.get(name, name), at, times) for name, at, times in facts]
        return self.proof.shows(
            claim, on=on, by="entailment", because=because, facts=named, latex=latex,
            uses=tuple(
                dict.fromkeys((*(name for name, *_ in named), *(self.facts[key] for key in also)))
            ),
        )  # fmt: skip

    def show(self) -> None:
        """Append the whole derivation."""
        self._least()
        root = self._root()
        order = self._monotone()
        self._high_privacy(root, order)
        self._low_privacy(root, order)

    @abstractmethod
    def _gentle(self) -> tuple[str, sp.Expr]:
        """The step that bounds how the curve rises beyond its start, and the slope."""

    @abstractmethod
    def _negative(self) -> str:
        """The step that says that the curve is negative at its start."""

    @abstractmethod
    def _high_privacy(self, root: str, order: str) -> None:
        """Bounds that meet as b tends to 1."""

    def _root(self) -> str:
        """The slope of the cost changes its sign."""
        family = self.family
        gentle, slope = self._gentle()
        below = self._negative()
        end = self.follows(
            less(0, family.at(one)), family.on, "f is positive at 1: N(1) - N(0) is below phi(1)",
            ("N at 0", {}, -one), ("below", {u: zero, s: one}, one),
        )  # fmt: skip
        self.place: Obtained = self.proof.obtains(
            "intermediate value", family.name, on=family.on, uses=(gentle, below, end),
            because="so it is 0 at some gamma* between",
            curve=family.curve, slope=slope, lower=family.start, upper=one,
        )  # fmt: skip
        low, self.below_one, root = (
            self.proof.knows(self.place, fact, because=why)
            for fact, why in enumerate(("beyond the start", "before 1", "f is 0 there"))
        )
        self.positive = self.follows(
            less(0, family.best), family.on, "gamma* is positive", (low, {}, one)
        )
        self.facts = {
            **self.facts, "positive": self.positive, "below one": self.below_one,
        }  # fmt: skip
        return root

    def _least(self) -> None:
        """The tangent at any place lies below N."""
        factor = (1 - b) ** 2 / level(gamma)
        reasons = (
            "N lies above its tangent at v, so that the cost is least where f is 0",
            "the same on the other side: there is one place of the minimum",
        )
        uses: tuple[Fact, ...] = (
            ("below", {u: gamma, s: v - gamma}, factor),
            ("above", {u: v, s: gamma - v}, factor),
        )
        for goal, because, tangent in zip(self.family.least, reasons, uses, strict=True):
            self.follows(goal.proposition, goal.domain, because, tangent)

    def keeps(
        self, goal: Goal, at: Mapping[sp.Symbol, sp.Expr], root: str, bounds: tuple[str, str]
    ) -> None:
        """Append that gamma* is where the goal says, from the bounds at some b."""
        family, on = self.family, goal.domain
        here = family.best.xreplace(dict(at))
        inside = [(self.below_one, less(family.best, one))]
        if less(0, v) not in cast(Exists, goal.proposition).all:
            inside.insert(0, (self.positive, less(0, family.best)))
        shown = [name for name, _ in inside]
        if at:
            root, *shown = (
                self.proof.shows(
                    claim.map(lambda e: e.xreplace(dict(at))), on=on, by="instance", uses=(name,),
                    at=dict(at), because="at this b",
                )
                for name, claim in ((root, Relation(family.at(family.best), "==", zero)), *inside)
            )  # fmt: skip
        self.proof.exists(
            goal, {v: here}, uses=(root, *bounds, *shown), because="so there is such a place"
        )

    def _monotone(self) -> str:
        family, line = self.family, Variable(x, zero, sp.oo, "[)")
        return self.follows(
            at_most(family.curve, family.at(x + h)), family.on & line & positive(h),
            "f increases, since phi does",
            ("below", {u: x, s: h}, 1 - b), ("grows", {u: x, s: h}, level(x)),
        )  # fmt: skip

    def between(
        self, before: sp.Expr, after: sp.Expr, curve: sp.Expr, grows: str, goal: Goal,
        because: str, *facts: Fact, named: tuple[str, str], known: tuple[str, ...],
    ) -> str:  # fmt: skip
        """Append before < after, since the curve is lower at the first."""
        first, second = named
        values = less(curve.xreplace({x: before}), curve.xreplace({x: after}))
        higher = self.follows(
            values, goal.domain, because, *facts, latex=rf"f({first})<f({second})"
        )
        return self.proof.concludes(
            goal, by="rule", because="f increases, so the places are in the order of its values",
            uses=(grows, higher, *known), rule="order",
            bindings={"curve": curve, "before": before, "after": after}, latex=f"{first}<{second}",
        )  # fmt: skip

    def tends(self, goal: Goal, because: str, **hints: sp.Expr) -> None:
        """Append the limit of a bound."""
        self.proof.concludes(goal, by="limit", because=because, **hints)

    def _low_privacy(self, root: str, order: str) -> None:
        family, place, ratio = self.family, sp.exp(-w), self.family.ratio
        bound, limit = family.low_privacy
        on = bound.domain
        here, curve = family.best.xreplace({b: ratio}), family.curve.xreplace({b: ratio})
        some = self.follows(
            less(0, family.phi(zero)), family.on, "phi is positive, as phi(0) = b phi(1) < phi(1)",
            ("grows", {u: zero, s: one}, b / (1 - b)), ("phi at 0", {}, 1 / (1 - b)),
        )  # fmt: skip
        grows = self.follows(
            at_most(curve, curve.xreplace({x: x + h})),
            Domain((family.powers, FAR, Variable(x, zero, sp.oo, "[)"), positive(h))),
            "now let b be a small multiple of exp(-w) to the power of the exponent plus 1",
            (order, {b: ratio}, one), latex=rf"f(x)\le f(x+h),\qquad b={sp.latex(ratio)}",
        )  # fmt: skip
        low = self.proof.shows(
            less(0, here), on=on, by="instance", uses=(self.positive,), at={b: ratio},
            because="gamma* is positive", latex=r"0<\gamma^*",
        )  # fmt: skip
        above = self.between(
            here,
            place,
            curve,
            grows,
            Goal(less(here, place), on),
            "f is positive at exp(-w): the first period outweighs all others",
            (root, {b: ratio}, -one),
            ("phi", {b: ratio, u: place}, place),
            ("N", {b: ratio, u: place}, -one),
            ("below", {b: ratio, u: place, s: one}, ratio),
            ("bounded", {b: ratio, u: place + 1}, ratio * (1 - place)),
            ("grows", {b: ratio, u: zero, s: place}, ratio * (1 - place)),
            (some, {b: ratio}, ratio * (1 - place)),
            ("weight", {u: place}, one),
            named=(r"\gamma^*", "e^{-w}"),
            known=(low,),
        )
        self.keeps(bound, {b: ratio}, root, (low, above))
        self.tends(limit, "the bound vanishes as w grows, and b with it", rate=one)
