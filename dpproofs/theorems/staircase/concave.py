"""The best gamma for powers between 0 and 1: within 2 (1-b)^p / b of 1/2."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Limit, Sum, that
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.search import (Family, Search, Zero, edge, h, half, level, one, s,
    t, u, x, zero)
from dpproofs.theorems.staircase.series import Adding, Series, n
from dpproofs.theorems.staircase.setting import RATIO, b

far, gap = sp.symbols("y q", positive=True)


@dataclass(frozen=True)
class ConcaveFamily(Family):
    """The powers p between 0 and 1; phi is steep at 0, so that the search starts beyond 0."""

    @property
    def way(self) -> int:
        """Chords lie below."""
        return -1

    @property
    def threshold(self) -> sp.Expr:
        """(b/4)^(1/p), written so that its power with the exponent p is seen to be b/4."""
        return sp.exp(sp.log(b / 4) / self.exponent)

    @property
    def start(self) -> sp.Expr:
        """A small number, whose power with the exponent p is below b/4."""
        return 1 / (4 + 1 / self.threshold)

    @property
    def end(self) -> sp.Expr:
        """1."""
        return one

    @property
    def names(self) -> tuple[str, str]:
        """sigma and chi."""
        return "sigma", "chi"

    @property
    def rise(self) -> sp.Expr:
        """phi(1) - phi(0)."""
        return self.phi(one) - self.phi(zero)

    @property
    def spread(self) -> sp.Expr:
        """(1-b)^p, which bounds twice the distance from 1/2."""
        return (1 - b) ** self.exponent

    @property
    def high_privacy(self) -> tuple[Goal, ...]:
        """A zero of f between two bounds; then for b = 1 - exp(-v/p), so that (1-b)^p = exp(-v),
        between two bounds that have one limit.
        """
        powers, y = Domain((self.powers,)), sp.exp(-far)
        low, high = half - 2 * y / (1 - y), half + 2 * y
        return (self.found(half - 2 * self.spread / b, half + 2 * self.spread, self.on, {}),
            self.found(low, high, powers & positive(far), self.near),
            *(Goal(Limit(bound, far, sp.oo, "-", half), powers) for bound in (low, high)))

    @property
    def near(self) -> dict[sp.Symbol, sp.Expr]:
        """b in terms of a number that grows."""
        return {b: 1 - sp.exp(-far / self.exponent)}

    @property
    def goals(self) -> tuple[Goal, ...]:
        """All that is shown of gamma*."""
        return (*self.least, *self.high_privacy, *self.low_privacy)


class ConcaveSearch(Search):
    """Its facts include the weight of the first period, x^r < (x + s)^r ("power"), what phi is
    ("sum"), and a bound on y^p from below ("y^p").
    """

    family: ConcaveFamily

    def show(self) -> None:
        """First a bound on phi that its first term and a chord give."""
        family = self.family
        bound = family.phi(zero) + u**family.exponent + u * (1 - b) * family.phi(zero)
        self._part("what is known of phi")
        first = self.follows(that(family.phi(u)) <= bound, family.on & between(u, 0, 1),
            "phi(u) = u^p + b phi(1+u), where phi(1+u) is at most (1+u) phi(1) - u phi(0), on the "
            "chord through 0 and 1, as phi is concave; and b phi(1) = phi(0)", ("phi", {}, -one),
            ("chord at 0", {s: one, t: u}, b), ("phi at 0", {}, 1 + u))
        mean = self.follows(that(1) <= (1 - b) * family.phi(one), family.on,
            "phi(1) is 1 + b phi(2), which is more than 1 + b phi(1)", ("phi", {u: one}, one),
            ("grows", {u: one, s: one}, b))
        early = self.follows(that(family.start**family.exponent) <= b / 4, family.on,
            "the start is below (b/4)^(1/p)",
            ("power",
                {powers.r: family.exponent, powers.x: family.start,
                    powers.s: family.threshold - family.start}, one))
        self.proof.key(first, mean)
        self.facts = {**self.facts, "first": first, "mean": mean, "start": early}
        super().show()

    def _slope(self, place: sp.Expr) -> sp.Expr:
        phi = self.family.phi
        return (phi(place / 2) - phi(place / 4)) / (place / 4)

    def _gentle(self) -> str:
        family, near, nearer = self.family, edge / 2, edge / 4
        return self.follows(that(family.at(x + h) - family.curve) <= self._slope(edge) * h,
            self.rising,
            "the left side is at most (b + (1-b) (x+h)) (phi(x+h) - phi(x)), as N grows by more "
            "than h phi(x); the first factor is at most 1, and no chord of phi from l on is "
            "steeper than the one from l/4 to l/2",
            ("above", {u: x, s: h}, 1 - b), ("grows", {u: x, s: h}, (1 - b) * (1 - x - h)),
            ("chord", {u: near, s: x - near, t: h}, 1 / (x - near)),
            ("chord", {u: nearer, s: near - nearer, t: x - near},
                h / ((x - near) * (near - nearer))))

    def _negative(self) -> str:
        family, start, quarter = self.family, self.family.start, sp.Rational(1, 4)
        share, near = half - level(u) * u, between(u, 0, quarter)
        low = self.follows(that(family.at(u)) < level(u) * u**family.exponent - b * share,
            family.on & near,
            "phi(u) is at most phi(0) + u^p + u (1-b) phi(0), and (1-b) N(u) > (1-b) N(0) + (1-b) "
            "u phi(0), where (1-b) N(0) = b (N(1) - N(0)) >= b (phi(0) + phi(1))/2; put phi(0) = "
            "b phi(1) and (1-b) phi(1) >= 1", ("first", {}, level(u)),
            ("above at 0", {s: u}, 1 - b), ("N at 0", {}, one), ("trapezoid at 0", {}, b),
            ("mean", {}, b * share), ("phi at 0", {}, (1 - b) * share - half))
        self.proof.key(low)
        room = self.proof.shows(that(level(u) * (quarter + u)) < half, on=Domain((RATIO,)) & near,
            by="sign", because="the first factor is below 1, the second below 1/2")
        before = self.proof.shows(that(start) < quarter, on=family.on, by="sign",
            because="the start is near 0")
        self.facts = {**self.facts, "near": before}
        return self.follows(that(family.at(start)) < 0, family.on, "the power p of this place is "
            "at most b/4, and the place is below 1/4; so the bound is at most b times the "
            "product of a number below 1 and one below 1/2, less b/2",
            (low, {u: start}, one), ("start", {}, level(start)), (room, {u: start}, b),
            also=("near",))

    def _positive(self) -> str:
        return self.follows(that(0) < self.family.at(one), self.family.on,
            "(1-b) N(1) is N(1) - N(0), and N grows by less than phi(1) over [0, 1]",
            ("N at 0", {}, -one),
            ("below at 0", {s: one}, one))

    def _large_mean(self) -> str:
        """Append that the mean of (k + 1)^p is large, by y - y^2/4 <= y^p at y = (1-b) (k + 1)."""
        family, p = self.family, self.family.exponent
        adding, y = Adding(self.proof, family.on), (1 - b) * (n + 1)
        some = b**n * (y - y**2 / 4)
        value = (3 - b) / (4 * (1 - b))
        small = self.proof.shows(Sum(some, n, zero, sp.oo, value), on=family.on, by="sum", ratio=b,
            because="the sum of b^k (y - y^2/4)")
        phi = Series(self.facts["sum"], b**n * (n + u) ** p, family.phi(u))
        whole = adding.scaled(adding.at(phi, {u: one}, "phi at 1"), family.spread)
        more = adding.compared(Series(small, some, value), whole,
            (self.facts["y^p"], {powers.y: y}, b**n),
            because="term by term y - y^2/4 is at most y^p")
        return self.follows(that(1 / (2 * family.spread)) <= (1 - b) * family.phi(one), family.on,
            "so phi(1) is large: (3 - b)/4 is more than 1/2", (more, {}, (1 - b) / family.spread))

    def _high_privacy(self, found: Zero) -> None:
        family, here, root = self.family, found.here, found.root
        self._part("how far its zero is from 1/2")
        below_one, spread = {powers.r: family.exponent}, family.spread
        large = self.follows(that(1 / (2 * spread)) <= family.rise, family.on,
            "phi(1) - phi(0) is (1-b) phi(1), and (1-b)^p phi(1) sums the powers of 1-b, 2 (1-b), "
            "..., each of which is at least its base less a quarter of the square; with the "
            "weights of phi these add up to (3-b)/(4 (1-b)), which is more than 1/(2 (1-b))",
            (self._large_mean(), {}, one),
            ("phi at 0", {}, -one))
        rises = self.follows(that(0) < family.rise, family.on, "phi rises",
            ("grows at 0", {s: one}, one))
        inverse = self.proof.obtains("reciprocal", "rho", on=family.on, uses=(rises,),
            value=family.rise, because="let rho be the reciprocal of the rise")
        rho = inverse.term
        self.facts = {**self.facts, "rho": self.proof.knows(inverse, 0, because="it is positive"),
            "unit": self.proof.knows(inverse, 1, because="by definition")}
        inside = self._products(here)
        plain = self.follows(
            that(family.phi(u)) < family.phi(zero) + 1 + u * (1 - b) * family.phi(zero),
            family.on & between(u, 0, 1), "the first term of phi is below 1 before 1",
            ("first", {}, one), ("power", {**below_one, powers.x: u, powers.s: 1 - u}, one))
        not_below = self.follows(that(b * family.rise * (half - here)) < 1, family.on,
            "(b + (1-b) sigma) phi(sigma) is (1-b) N(sigma), where phi(sigma) < phi(0) + 1 + sigma "
            "(1-b) phi(0) and (1-b) N(sigma) > b (phi(0) + phi(1))/2 + (1-b) sigma phi(0); put "
            "(1-b) phi(0) = b (phi(1) - phi(0)) and b + (1-b) sigma < 1",
            ("grows at 0", {s: one}, (1 - level(here)) * here * b), (plain, {u: here}, level(here)),
            (root, {}, one), ("above at 0", {s: here}, 1 - b), ("N at 0", {}, one),
            ("trapezoid at 0", {}, b), ("phi at 0", {}, -level(here) * here),
            ("below one", {}, 1 - b), also=inside,
            latex=r"b\,(\phi(p,b,1)-\phi(p,b,0))\,(\tfrac12-\gamma^*)<1")
        ray = self.follows(that(u * family.phi(one) + (1 - u) * family.phi(zero)) <= family.phi(u),
            family.on & between(u, 0, 1), "the chord from 0 to 1",
            ("chord at 0", {s: u, t: 1 - u}, one))
        not_above = self.follows(that(family.rise * (here - half)) < 1, family.on,
            "(b + (1-b) sigma) phi(sigma) is (1-b) N(sigma) < (1-b) (N(0) + sigma phi(sigma)), so "
            "that b phi(sigma) < (1-b) N(0) = b (N(1) - N(0)) <= b phi(1/2) < b (phi(0) + 1 + "
            "(1-b) phi(0)/2); but phi(sigma) >= phi(0) + sigma (phi(1) - phi(0))",
            (ray, {u: here}, one), ("below at 0", {s: here}, (1 - b) / b),
            (root, {}, -1 / b), ("N at 0", {}, -1 / b), ("middle at 0", {}, one),
            ("first", {u: half}, one),
            ("power", {**below_one, powers.x: half, powers.s: half}, one), ("phi at 0", {}, -half),
            ("grows at 0", {s: one}, (1 - b) / 2), also=inside,
            latex=r"(\phi(p,b,1)-\phi(p,b,0))\,(\gamma^*-\tfrac12)<1")
        self.proof.key(large, not_below, not_above)
        bounds = []
        for claim, name, scale, because in (
                (that(half - 2 * spread / b) < here, not_below, b,
                "this is divided by b (phi(1) - phi(0)), which is at least b/(2 (1-b)^p)"),
                (that(here) < half + 2 * spread, not_above, one,
                "this is divided by phi(1) - phi(0), which is at least 1/(2 (1-b)^p)")):
            gap = claim.rhs - claim.lhs
            near = self.follows(that(-family.rise * (gap - 2 * spread / scale)) < 1 / scale,
                family.on, "divided by what is left of it", (name, {}, 1 / scale))
            high = self.follows(that(1 / scale) <= 2 * spread * family.rise / scale, family.on,
                "the rise is large", (large, {}, 2 * spread / scale))
            bounds.append(self.follows(claim, family.on, because, (near, {}, rho),
                    ("unit", {}, -gap), (high, {}, rho), also=("rho",)))
        self.proof.key(*bounds)
        exact, close, *limits = family.high_privacy
        self.keeps(exact, {}, found, (bounds[0], bounds[1]))
        self._near(close, found, bounds)
        for limit in limits:
            self.tends(limit, "both bounds tend to 1/2 as b tends to 1 and epsilon to 0", rate=one)

    def _products(self, here: sp.Expr) -> tuple[str, ...]:
        """Append signs of what the place of the zero is multiplied with."""
        on = self.family.on
        share = self.follows(that(0) < b * (1 - b) * here, on, "a product of positive numbers",
            ("above zero", {}, b * (1 - b)))
        self.facts = {**self.facts, "share": share}
        self.facts = {**self.facts,
            "level": self.follows(that(0) < level(here), on, "both are positive",
                ("above zero", {}, 1 - b)),
            "product": self.follows(that(0) < b * (1 - b) * here * (1 - here), on,
                "the place is between 0 and 1", ("below one", {}, b * (1 - b) * here),
                also=("share",))}
        return ("above zero", "below one", "level", "product")

    def _near(self, goal: Goal, found: Zero, bounds: list[str]) -> None:
        """Wider bounds for b = 1 - exp(-y/p)."""
        family, y, on = self.family, sp.exp(-far), goal.domain
        here, near = found.here.xreplace(family.near), sp.exp(-far / family.exponent)
        at, inside = {b: 1 - gap}, Domain((family.powers, between(gap, 0, 1)))
        bound, place = 2 * gap**family.exponent, found.here.xreplace(at)
        low = self.follows(that(half - bound / (1 - gap)) < place, inside,
            "the same with 1 - b for b", (bounds[0], at, one))
        high = self.follows(that(place) < half + bound, inside, "on the other side",
            (bounds[1], at, one))
        later = self.proof.shows(that(y) < 1, on=Domain((positive(far),)), by="sign",
            because="let (1-b)^p be exp(-y)")
        small = self.follows(that(near) < y, on, "then 1 - b is less than that, as p < 1",
            (later, {far: far / family.exponent - far}, y))
        below = self.follows(that(half - 2 * y / (1 - y)) < here, on,
            "so b is more than 1 - exp(-y) there", (low, {gap: near}, one),
            (small, {}, 2 * y / ((1 - y) * (1 - near))))
        above = self.follows(that(here) < half + 2 * y, on, "the upper bound",
            (high, {gap: near}, one))
        self.keeps(goal, family.near, found, (below, above))
