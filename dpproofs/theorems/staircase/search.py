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

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.proposition import Limit, Proposition, Relation, at_most, less
from dpproofs.theorems.staircase.setting import RATIO, b, gamma

zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
w = sp.Symbol("w", positive=True)
u, s, t = sp.symbols("u s t", nonnegative=True)
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
        """The name of the function that says where between the start and 1 the best gamma is."""

    @property
    @abstractmethod
    def best_latex(self) -> str:
        """How gamma* is written with this function."""

    @property
    def best(self) -> sp.Expr:
        """gamma*."""
        where = sp.Function(self.name)(self.exponent, b)
        return self.start + (1 - self.start) / (1 + sp.exp(where))

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

    @property
    def least(self) -> tuple[Goal, ...]:
        """The cost is least at gamma* and nowhere else."""
        here = self.best
        claim = less(self.value.xreplace({gamma: here}), self.value)
        sides = Variable(gamma, zero, here, "[)"), Variable(gamma, here, one, "(]")
        return tuple(Goal(claim, self.on & side) for side in sides)

    @property
    def low_privacy(self) -> tuple[Goal, ...]:
        """A bound for small b, and the limit."""
        here, powers = self.best.xreplace({b: self.ratio}), Domain((self.powers,))
        return (
            Goal(less(here, sp.exp(-w)), powers & FAR),
            Goal(Limit(here, w, sp.oo, "-", zero), powers),
        )


class Search(ABC):
    """The derivation for one family, given the names of the steps that its facts are."""

    def __init__(self, family: Family, proof: Proof, facts: Mapping[str, str]) -> None:
        self.family, self.proof, self.facts = family, proof, facts

    def follows(
        self, claim: Proposition, on: Domain, because: str, *facts: Fact, latex: str = ""
    ) -> str:
        """Append a consequence of facts, given by the names of steps or by those of sums."""
        named = [(self.facts.get(name, name), at, times) for name, at, times in facts]
        return self.proof.shows(
            claim, on=on, by="entailment", because=because, facts=named, latex=latex,
            uses=tuple(dict.fromkeys(name for name, *_ in named)),
        )  # fmt: skip

    def show(self) -> None:
        """Append the whole derivation."""
        root = self._root()
        self._least(root)
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
        return self.proof.shows(
            Relation(family.at(family.best), "==", zero), on=family.on, by="rule",
            because=f"so it is 0 at some gamma* between, written by a real number {family.name}",
            uses=(gentle, below, end), rule="intermediate value",
            latex=r"f(\gamma^*)=0,\qquad\gamma^*=" + family.best_latex,
            bindings={
                "curve": family.curve, "slope": slope, "lower": family.start, "upper": one,
                "place": sp.Symbol(family.name),
            },
        )  # fmt: skip

    def _least(self, root: str) -> None:
        """The tangent at gamma* shows that the cost is least there."""
        here = self.family.best
        factor = (1 - b) ** 2 / level(gamma)
        rest = factor / level(here) * (gamma - here)
        reasons = (
            "N lies above its tangent at gamma*, which is proportional to b + (1-b) gamma",
            "the same on the other side: gamma* is the only place of the minimum",
        )
        uses: tuple[Fact, ...] = (
            ("below", {u: gamma, s: here - gamma}, factor),
            ("above", {u: here, s: gamma - here}, factor),
        )
        for goal, because, tangent in zip(self.family.least, reasons, uses, strict=True):
            self.follows(
                goal.proposition, goal.domain, because, tangent, (root, {}, rest),
                latex=r"\frac{(1-b)^2N(\gamma^*)}{b+(1-b)\gamma^*}"
                r"<\frac{(1-b)^2N(\gamma)}{b+(1-b)\gamma}",
            )  # fmt: skip

    def _monotone(self) -> str:
        family, line = self.family, Variable(x, zero, sp.oo, "[)")
        return self.follows(
            at_most(family.curve, family.at(x + h)), family.on & line & positive(h),
            "f increases, since phi does",
            ("below", {u: x, s: h}, 1 - b), ("grows", {u: x, s: h}, level(x)),
        )  # fmt: skip

    def between(
        self, before: sp.Expr, after: sp.Expr, curve: sp.Expr, grows: str, goal: Goal,
        because: str, *facts: Fact, named: tuple[str, str],
    ) -> str:  # fmt: skip
        """Append before < after, since the curve is lower at the first."""
        first, second = named
        values = less(curve.xreplace({x: before}), curve.xreplace({x: after}))
        higher = self.follows(
            values, goal.domain, because, *facts, latex=rf"f({first})<f({second})"
        )
        return self.proof.concludes(
            goal, by="rule", because="f increases, so the places are in the order of its values",
            uses=(grows, higher), rule="order",
            bindings={"curve": curve, "before": before, "after": after}, latex=f"{first}<{second}",
        )  # fmt: skip

    def squeezed(
        self, goal: Goal, because: str, bounds: tuple[str, ...],
        limits: tuple[tuple[sp.Expr, str], ...], latex: str, **hints: sp.Expr,
    ) -> None:  # fmt: skip
        """Append a limit from bounds and the limits of these."""
        claim = goal.proposition
        assert isinstance(claim, Limit)  # noqa: S101  (for the type checker)
        tends = tuple(
            self.proof.shows(
                Limit(bound, claim.variable, claim.point, claim.side, claim.value),
                on=goal.domain, by="limit", because=why, **hints,
            )
            for bound, why in limits
        )  # fmt: skip
        self.proof.concludes(
            goal, by="squeeze", because=because, uses=(*bounds, *tends), latex=latex
        )

    def _low_privacy(self, root: str, order: str) -> None:
        family, place, ratio = self.family, sp.exp(-w), self.family.ratio
        bound, limit = family.low_privacy
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
        above = self.between(
            here,
            place,
            curve,
            grows,
            bound,
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
        )
        low = self.proof.shows(
            less(0, here), on=bound.domain, by="sign", because="gamma* is positive",
            latex=r"0<\gamma^*",
        )  # fmt: skip
        vanishes = "the bound vanishes as w grows, that is, as b tends to 0 and epsilon grows"
        self.squeezed(
            limit, "and so does gamma*", (low, above), ((place, vanishes),), rate=one,
            latex=rf"\lim_{{w\to\infty}}\gamma^*=0,\qquad b={sp.latex(ratio)}",
        )  # fmt: skip
