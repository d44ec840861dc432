"""The gamma at which the staircase costs least, for a family of costs L.

With phi(b, u) = sum b^k L(k + u) and N(b, u) = sum b^k M(k + u), M the integral of L from 0, the
cost is proportional to N(b, gamma)/(b + (1-b) gamma), for Delta = 1. No derivative of it is taken:
N lies above its tangents, whose slopes are the values of phi. What depends on whether L is convex
or concave is in the modules of these names; what is known of phi and N, in ``family_sums``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proof import Obtained
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.proposition import Limit, Proposition, Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import RATIO, b, gamma

zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
u, s, t, w = sp.symbols("u s t w", positive=True)
v = sp.Symbol("v", positive=True)  # a zero of f
z = sp.Symbol("z", positive=True)  # a power of exp(-w)
edge = sp.Symbol("l", positive=True)
x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)

PLACE, LENGTH, NEXT, FAR = (positive(symbol) for symbol in (u, s, t, w))

_phi, _N = sp.Function("phi"), sp.Function("N")
Fact = tuple[str, Mapping[sp.Symbol, sp.Expr], sp.Expr]
Side = TypeVar("Side")

#: Facts about L and M that need no step where a sign says so.
PLAIN = frozenset({"positive", "area", "area below", "trapezoid of L at 0"})


def shown(facts: Sequence[Fact], known: Mapping[str, str]) -> list[Fact]:
    """Facts by the names of their steps, without those that are plain and have none."""
    kept = (fact for fact in facts if fact[0] in known or fact[0] not in PLAIN)
    return [(known.get(name, name), at, times) for name, at, times in kept]


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
        L(1), and the factor f with u L(u) - M(u) >= L(1) f u**(exponent + 1) for u in (0, 1).
    bound
        A factor f > 1 with L(u + 1) <= f L(u) for u > 1, and L(u) <= L(1) f for u < 2.
    """

    powers: Variable
    cost: sp.Expr
    integral: sp.Expr
    scale: sp.Expr
    share: sp.Expr
    bound: sp.Expr

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
    def way(self) -> int:
        """1 where L is convex, -1 where it is concave."""

    def bent(self, inside: Side, ends: Side) -> tuple[Side, Side]:
        """In their order, what is in the middle and what a chord has there."""
        return (inside, ends) if self.way > 0 else (ends, inside)

    def bends(self, inside: sp.Expr, ends: sp.Expr) -> Relation:
        """The same as a claim: the one is at most the other."""
        low, high = self.bent(inside, ends)
        return that(low) <= high

    @property
    def called(self) -> str:
        """The family in the titles of parts."""
        return "Exponents from 1 on" if self.way > 0 else "Exponents below 1"

    @property
    @abstractmethod
    def start(self) -> sp.Expr:
        """A gamma at which the slope of the cost is negative."""

    @property
    @abstractmethod
    def end(self) -> sp.Expr:
        """A gamma at which it is positive."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, str]:
        """What the best gamma is called in the derivation, for every b and for small b."""

    @property
    def value(self) -> sp.Expr:
        """The cost of the staircase density at gamma, for Delta = 1."""
        return (1 - b) ** 2 / level(gamma) * self.total(gamma)

    @property
    def weight(self) -> Goal:
        """The share of the first period in the slope of the cost is not small."""
        small = self.scale * self.share * u ** (self.exponent + 1)
        inside = Domain((self.powers, between(u, 0, 1)))
        return Goal(that(small) <= u * self.cost - self.integral, inside)

    # -- the statements ---------------------------------------------------------------------------

    @property
    def ratio(self) -> sp.Expr:
        """The b up to which gamma* is shown to be below exp(-w)."""
        return self.share / (4 * self.bound) * sp.exp(-(self.exponent + 1) * w)

    def tangent(self, place: sp.Expr) -> sp.Expr:
        """A bound from below on the cost at gamma; at a zero of f it is the cost there."""
        factor = (1 - b) ** 2 / level(gamma)
        value = self.value.xreplace({gamma: place})
        return value + factor / level(place) * (gamma - place) * self.at(place)

    @property
    def least(self) -> tuple[Goal, ...]:
        """Where f is 0 the cost is least, and nowhere else: before it, after it, and at 0."""
        sides = between(gamma, 0, v), Variable(gamma, v, one, "(]")
        claim, where = that(self.tangent(v)) < self.value, self.on & between(v, 0, 1)
        start = claim.map(lambda e: e.xreplace({gamma: zero}))
        return (*(Goal(claim, where & side) for side in sides), Goal(start, where))

    def found(self, low: sp.Expr, high: sp.Expr, on: Domain,
            at: Mapping[sp.Symbol, sp.Expr]) -> Goal:
        """There is a zero of f between two bounds, at some b."""
        here = Relation(self.at(v).xreplace(dict(at)), "==", zero)
        return Goal(Exists(Domain((between(v, 0, 1),)), (here, that(low) < v, that(v) < high)), on)

    @property
    def low_privacy(self) -> tuple[Goal, ...]:
        """A zero of f below a bound, for all small b, and the limit of the bound."""
        powers = Domain((self.powers,))
        small = between(b, 0, self.ratio, "(]")
        return (self.found(zero, sp.exp(-w), powers & FAR & small, {}),
            Goal(Limit(sp.exp(-w), w, sp.oo, "-", zero), powers))


@dataclass(frozen=True)
class Zero:
    """A zero of f that was found between two places, and the steps that say where it is."""

    here: sp.Expr
    after: str
    before: str
    root: str


class Search(ABC):
    """The derivation for one family, given the names of the steps that its facts are."""

    def __init__(self, family: Family, proof: Proof, facts: Mapping[str, str]) -> None:
        self.family, self.proof, self.facts = family, proof, facts

    def follows(self, claim: Proposition, on: Domain, because: str, *facts: Fact, latex: str = "",
            also: tuple[str, ...] = ()) -> str:
        """Append a consequence of facts, given by the names of steps or by those of sums."""
        named = shown(facts, self.facts)
        return self.proof.shows(claim, on=on, by="entailment", because=because, facts=named,
            latex=latex,
            uses=tuple(
                dict.fromkeys((*(name for name, *_ in named), *(self.facts[key] for key in also)))))

    def show(self) -> None:
        """Append the whole derivation."""
        self._part("where the cost is least")
        self._least()
        self._part("a zero of f")
        gentle, negative, positive = self._gentle(), self._negative(), self._positive()
        self.proof.key(gentle, negative, positive)
        found = self._zero(self.family.names[0], (self.family.start, self.family.end),
            self.family.on, (gentle, negative, positive))
        low, high = self._inside(found)
        self.facts = {**self.facts, "above zero": low, "below one": high}
        self._high_privacy(found)
        self._part("small b")
        self._low_privacy(gentle, negative)

    def _part(self, title: str) -> None:
        """Begin a part of the proof on paper."""
        self.proof.part(f"{self.family.called}: {title}")

    @abstractmethod
    def _slope(self, place: sp.Expr) -> sp.Expr:
        """A bound on how fast the curve rises from a place on."""

    @abstractmethod
    def _gentle(self) -> str:
        """The step that says that it is one, for the place ``edge``."""

    @abstractmethod
    def _negative(self) -> str:
        """The step that says that the curve is negative at its start."""

    @abstractmethod
    def _positive(self) -> str:
        """The step that says that it is positive at its end."""

    @abstractmethod
    def _high_privacy(self, found: Zero) -> None:
        """Bounds that meet as b tends to 1."""

    @property
    def rising(self) -> Domain:
        """A place, and two later ones up to 1."""
        later = Variable(x, edge, one, "[)"), Variable(h, zero, 1 - x, "(]")
        return self.family.on & between(edge, 0, 1) & later[0] & later[1]

    def _zero(self, called: str, ends: tuple[sp.Expr, sp.Expr], on: Domain,
            facts: tuple[str, str, str], also: tuple[str, ...] = ()) -> Zero:
        """The slope of the cost changes its sign between two places."""
        low, high = ends
        gentle, negative, positive = facts
        curve, slope = self.family.curve, self._slope(low)
        rises = self.follows(that(curve.xreplace({x: x + h}) - curve) <= slope * h,
            on & Variable(x, low, high, "[)") & Variable(h, zero, high - x, "(]"),
            "this bound on how fast f rises holds between the two places too",
            (gentle, {edge: low}, one), also=also)
        place: Obtained = self.proof.obtains("intermediate value", called, on=on,
            uses=(rises, negative, positive), because="the curve is negative at the first place "
                "and positive at the second, and rises no faster than a line",
            curve=curve, slope=slope, lower=low, upper=high)
        after, before, root = (self.proof.knows(place, fact, because=why)
            for fact, why in enumerate(("beyond the start", "before the end", "f is 0 there")))
        return Zero(place.term, after, before, root)

    def _inside(self, found: Zero) -> tuple[str, str]:
        """Append that a zero is between 0 and 1."""
        on = self.proof.goal(found.root).domain
        return (self.follows(that(0) < found.here, on, "gamma* is positive", (found.after, {},
            one)), self.follows(that(found.here) < 1, on, "it is below 1", (found.before, {}, one)))

    def _least(self) -> None:
        """The tangent at any place lies below N."""
        factor = (1 - b) ** 2 / level(gamma)
        before, after, start = self.family.least
        self.follows(before.proposition, before.domain,
            "the right side less the left is (1-b)^2/(b + (1-b) gamma) times N(gamma) - N(v) + (v "
            "- gamma) phi(v), which is positive, as N grows by less than (v - gamma) phi(v) from "
            "gamma to v",
            ("below", {u: gamma, s: v - gamma}, factor))
        self.follows(after.proposition, after.domain,
            "the same holds beyond v, where N grows by more than (gamma - v) phi(v); so where the "
            "last factor on the left is 0 the cost is least, and nowhere else",
            ("above", {u: v, s: gamma - v}, factor))
        self.follows(start.proposition, start.domain, "the same holds at gamma = 0, since N(v) - "
            "N(0) < v phi(v)",
            ("below at 0", {s: v}, factor.xreplace({gamma: zero})))

    def keeps(self, goal: Goal, at: Mapping[sp.Symbol, sp.Expr], found: Zero,
            bounds: tuple[str, str]) -> None:
        """Append that gamma* is where the goal says, from the bounds at some b."""
        on = goal.domain
        here, root = found.here.xreplace(dict(at)), found.root
        inside = [self.facts["above zero"], self.facts["below one"]]
        if (that(0) < v) in cast(Exists, goal.proposition).all:
            inside = inside[1:]
        if at:
            root, *inside = (self.proof.shows(claim.map(lambda e: e.xreplace(dict(at))), on=on,
                    by="instance", uses=(name,), at=dict(at), because="at this b")
                for name, claim in ((name, cast(Relation, self.proof.goal(name).proposition))
                    for name in (root, *inside)))
        self.proof.exists(goal, {v: here}, uses=(root, *bounds, *inside),
            because="this place is such a v")

    def tends(self, goal: Goal, because: str, **hints: sp.Expr) -> None:
        """Append the limit of a bound."""
        self.proof.concludes(goal, by="limit", because=because, **hints)

    def _small(self, on: Domain) -> tuple[str, ...]:
        """Append that b is small where exp(-w) is above gamma*; what these steps are called."""
        family, only = self.family, Domain((self.family.powers,))
        most, half_bound = family.share / (4 * family.bound), 1 / (2 * family.bound)
        power = self.proof.shows(that(sp.exp(-(family.exponent + 1) * w)) < 1, on=only & FAR,
            by="sign", because="now let b be at most a small multiple of exp(-w) to the power of "
            "the exponent plus 1, which is below 1")
        below = self.follows(that(b) < most, on, "so b is below this multiple of 1",
            (power, {}, most))
        room = self.proof.shows(that(most) <= half_bound, on=only, by="sign",
            because="this is small enough for the bound on phi")
        plain = self.proof.shows(that(half_bound) < 1, on=only, by="sign", because="and below 1")
        small = self.follows(that(b) <= half_bound, on, "so b is as small as that",
            (below, {}, one), (room, {}, one))
        less = self.follows(that(b) < 1, on, "and below 1", (small, {}, one), (plain, {}, one))
        self.facts = {**self.facts, "small b": small, "b below one": less}
        return "small b", "b below one"

    def _outweighs(self, some: str) -> str:
        """Append what the first period contributes to f, and the others take away."""
        family = self.family
        weight = family.share * u ** (family.exponent + 1) - 2 * family.bound * b * (1 - u)
        return self.follows(that(family.scale * weight) < family.at(u),
            Domain((family.powers, between(b, 0, 1 / (2 * family.bound), "(]"), between(u, 0, 1))),
            "phi(u) is its first term plus b phi(u+1), and (1-b) N(u) is the first term of N(u) "
            "plus b (N(u+1) - N(u)), which is less than b phi(u+1); so the right side is more than "
            "u times the one term, less the other and b (1-u) phi(u+1)",
            ("phi", {}, u), ("N", {}, -one), ("below", {s: one}, b),
            ("bounded", {u: u + 1}, b * (1 - u)), ("grows at 0", {s: u}, b * (1 - u)),
            (some, {}, b * (1 - u)), ("weight", {}, one))

    def _low_privacy(self, gentle: str, negative: str) -> None:
        family, place = self.family, sp.exp(-w)
        power, most = sp.exp(-(family.exponent + 1) * w), family.share / (4 * family.bound)
        bound, limit = family.low_privacy
        on, start = bound.domain, family.start
        some = self.follows(that(0) < family.phi(zero), family.on,
            "phi is positive at 0: it is b times phi at 1, which is larger than phi at 0",
            ("grows at 0", {s: one}, b / (1 - b)),
            ("phi at 0", {}, 1 / (1 - b)))
        order = self.follows(that(family.curve) <= family.at(x + h),
            family.on & positive(x) & positive(h), "the right side less the left is at least (b + "
                "(1-b) x) (phi(x+h) - phi(x)), as N grows by less than h phi(x+h)",
            ("below", {u: x, s: h}, 1 - b), ("grows", {u: x, s: h}, level(x)))
        first = start * place / (start + place)
        small = self._small(on)
        below = self.follows(that(family.at(first)) < 0, on,
            "an increasing function is negative before a place where it is so; this place is that "
            "one times exp(-w), over their sum",
            (order, {x: first, h: start - first}, one), (negative, {}, one), also=small)
        much = self.proof.shows(that(4 * family.bound * b) <= family.share * z, by="sign",
            on=Domain((family.powers, positive(z), between(b, 0, most * z, "(]"))),
            because="this is what b is at most")
        outweighs = self._outweighs(some)
        self.proof.key(order, outweighs)
        above = self.follows(that(0) < family.at(place), on,
            "b is so small that the second term of the lower bound at exp(-w) is at most half of "
            "the first",
            (outweighs, {u: place}, one), (much, {z: power}, family.scale / 2),
            also=small,
            latex="0<f(e^{-w})")
        found = self._zero(family.names[1], (first, place), on, (gentle, below, above),
            small)
        self.proof.key(below, above)
        low, high = self._inside(found)
        self.facts = {**self.facts, "above zero": low, "below one": high}
        self.keeps(bound, {}, found, (low, found.before))
        self.tends(limit, "the bound vanishes as w grows, and all smaller b are allowed", rate=one)
