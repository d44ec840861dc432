"""The best gamma for powers between 0 and 1: within 2 (1-b)^p / b of 1/2."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal, relation_goal
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.proposition import Limit, at_most, less
from dpproofs.theorems.staircase import powers
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

v = sp.Symbol("v", positive=True)
_mu, _lambda = sp.Function("mu"), sp.Function("Lambda")


@dataclass(frozen=True)
class ConcaveFamily(Family):
    """The powers p between 0 and 1; phi is steep at 0, so that the search starts beyond 0."""

    @property
    def start(self) -> sp.Expr:
        """A small number, 1/(4 + exp(mu))."""
        return 1 / (4 + sp.exp(_mu(self.exponent, b)))

    @property
    def name(self) -> str:
        """gamma* = start + (1 - start)/(1 + exp(sigma))."""
        return "sigma"

    @property
    def best_latex(self) -> str:
        """The same as text."""
        return r"a+\frac{1-a}{1+e^\sigma},\quad a=\frac1{4+e^\mu}"

    @property
    def rise(self) -> sp.Expr:
        """phi(1) - phi(0)."""
        return self.phi(one) - self.phi(zero)

    @property
    def spread(self) -> sp.Expr:
        """(1-b)^p, which bounds twice the distance from 1/2."""
        return (1 - b) ** self.exponent

    @property
    def sums(self) -> dict[str, tuple[Goal, str]]:
        """Also chords, midpoints and trapezoids, and bounds on phi(1)."""
        phi, total, near = self.phi, self.total, self.on & PLACE
        chord = t * phi(u) + s * phi(u + s + t)
        return {
            **super().sums,
            "chord": (
                relation_goal(chord, "<=", (s + t) * phi(u + s), near & LENGTH & NEXT),
                "the sum of the inequalities for chords of L",
            ),
            "middle": (
                relation_goal(total(u + 1) - total(u), "<=", phi(u + half), near),
                "the sum of the inequalities for midpoints, over lengths 1",
            ),
            "trapezoid": (
                relation_goal((phi(u) + phi(u + 1)) / 2, "<=", total(u + 1) - total(u), near),
                "the sum of the inequalities for trapezoids of length 1",
            ),
            "mean": (
                relation_goal(1, "<=", (1 - b) * phi(one), self.on),
                "the sum of 1 <= (k + 1)^p",
            ),
            "large mean": (
                relation_goal(1 / (2 * self.spread), "<=", (1 - b) * phi(one), self.on),
                "the sum of y - y^2/4 < y^p over y = (1-b) (k+1): (3 - b)/(4 - 4b) on the left",
            ),
            "logarithm": (
                relation_goal(sp.exp(_lambda(self.exponent, b)), "==", self.rise, self.on),
                "Lambda names the logarithm of the rise of phi, which is positive",
            ),
            "start": (
                relation_goal(self.start**self.exponent, "<=", b / 4, self.on),
                "mu is chosen so large that this holds",
            ),
        }

    @property
    def high_privacy(self) -> tuple[Goal, ...]:
        """Two bounds; the limit for b = 1 - exp(-v/p), so that (1-b)^p = exp(-v)."""
        here = self.best
        return (
            Goal(less(half - 2 * self.spread / b, here), self.on),
            Goal(less(here, half + 2 * self.spread), self.on),
            Goal(Limit(here.xreplace(self.near), v, sp.oo, "-", half), Domain((self.powers,))),
        )

    @property
    def near(self) -> dict[sp.Symbol, sp.Expr]:
        """b in terms of v."""
        return {b: 1 - sp.exp(-v / self.exponent)}

    @property
    def goals(self) -> tuple[Goal, ...]:
        """All that is shown of gamma*."""
        return (*self.least, *self.high_privacy, *self.low_privacy)


class ConcaveSearch(Search):
    """Its facts include the weight of the first period, and x^r < (x + s)^r ("power")."""

    family: ConcaveFamily

    def show(self) -> None:
        """First a bound on phi that its first term and a chord give."""
        family = self.family
        bound = family.phi(zero) + u**family.exponent + u * (1 - b) * family.phi(zero)
        first = self.follows(
            at_most(family.phi(u), bound), family.on & INSIDE,
            "phi without its first term is below its chord",
            ("phi", {}, -one), ("chord", {u: zero, s: one, t: u}, b), ("phi at 0", {}, 1 + u),
        )  # fmt: skip
        self.facts = {**self.facts, "first": first}
        super().show()

    def _gentle(self) -> tuple[str, sp.Expr]:
        family, start = self.family, self.family.start
        slope = (family.phi(start) - family.phi(zero)) / start
        step = self.follows(
            at_most(family.at(x + h) - family.curve, slope * h),
            family.on & Variable(x, start, one, "[)") & Variable(h, zero, 1 - x, "(]"),
            "f(x) = phi(x) (b + (1-b) x) - (1-b) N(x) rises no faster than phi before it",
            ("above", {u: x, s: h}, 1 - b),
            ("grows", {u: x, s: h}, (1 - b) * (1 - x - h)),
            ("chord", {u: zero, s: x, t: h}, 1 / x),
            ("chord", {u: zero, s: start, t: x - start}, h / (x * start)),
        )
        return step, slope

    def _negative(self) -> str:
        family, start = self.family, self.family.start
        share = half - level(start) * start
        return self.follows(
            less(family.at(start), 0), family.on,
            "f is negative at the start: phi is hardly above phi(0) there",
            ("first", {u: start}, level(start)),
            ("above", {u: zero, s: start}, 1 - b),
            ("N at 0", {}, one),
            ("trapezoid", {u: zero}, b),
            ("start", {}, level(start)),
            ("mean", {}, b * share),
            ("phi at 0", {}, (1 - b) * share - half),
        )  # fmt: skip

    def _high_privacy(self, root: str, order: str) -> None:  # noqa: ARG002  (bounds at the root)
        family, here = self.family, self.family.best
        lower, upper, limit = family.high_privacy
        below_one = {powers.r: family.exponent}
        far, spread = sp.exp(-_lambda(family.exponent, b)), family.spread
        large = self.follows(
            at_most(1 / (2 * spread), sp.exp(_lambda(family.exponent, b))), family.on,
            "the rise of phi is (1-b) phi(1)",
            ("large mean", {}, one), ("phi at 0", {}, -one), ("logarithm", {}, one),
        )  # fmt: skip
        not_below = self.follows(
            less(b * family.rise * (half - here), 1),
            family.on,
            "f is 0 at gamma*, and the integral of phi over [0, 1] is at least the trapezoid",
            ("grows", {u: zero, s: one}, (1 - level(here)) * here * b),
            ("power", {**below_one, powers.x: here, powers.s: 1 - here}, level(here)),
            ("first", {u: here}, level(here)),
            (root, {}, one),
            ("above", {u: zero, s: here}, 1 - b),
            ("N at 0", {}, one),
            ("trapezoid", {u: zero}, b),
            ("phi at 0", {}, -level(here) * here),
            latex=r"b\,(\phi(p,b,1)-\phi(p,b,0))\,(\tfrac12-\gamma^*)<1",
        )
        not_above = self.follows(
            less(family.rise * (here - half), 1),
            family.on,
            "the same, with the integral at most phi(1/2)",
            ("chord", {u: zero, s: here, t: 1 - here}, one),
            ("below", {u: zero, s: here}, (1 - b) / b),
            (root, {}, -1 / b),
            ("N at 0", {}, -1 / b),
            ("middle", {u: zero}, one),
            ("first", {u: half}, one),
            ("power", {**below_one, powers.x: half, powers.s: half}, one),
            ("phi at 0", {}, -half),
            ("grows", {u: zero, s: one}, (1 - b) / 2),
            latex=r"(\phi(p,b,1)-\phi(p,b,0))\,(\gamma^*-\tfrac12)<1",
        )
        bounds = [
            self.follows(
                goal.proposition, goal.domain, because,
                (name, {}, far / scale), ("logarithm", {}, far * (here - half) * sign),
                (large, {}, 2 * spread * far / scale), latex=latex,
            )
            for goal, because, name, scale, sign, latex in (
                (
                    lower, "since the rise of phi is large", not_below, b, one,
                    r"\tfrac12-\frac{2(1-b)^p}b<\gamma^*",
                ),
                (
                    upper, "and on the other side", not_above, one, -one,
                    r"\gamma^*<\tfrac12+2(1-b)^p",
                ),
            )
        ]  # fmt: skip
        self._limit(limit, bounds)

    def _limit(self, limit: Goal, bounds: list[str]) -> None:
        family, y = self.family, sp.exp(-v)
        on, rate = limit.domain & positive(v), 1 / family.exponent
        here, near, gap = family.best.xreplace(family.near), family.near, y**rate
        low, high = half - 2 * y / (1 - y), half + 2 * y
        small = self.follows(
            less(gap, y), on, "let (1-b)^p be exp(-v); then 1 - b is less than that, as p < 1",
            ("power", {powers.r: rate - 1, powers.x: y, powers.s: 1 - y}, y),
        )  # fmt: skip
        below = self.follows(
            less(low, here), on, "so b is more than 1 - exp(-v) in the lower bound",
            (bounds[0], near, one), (small, {}, 2 * y / ((1 - y) * (1 - gap))),
            latex=r"\tfrac12-\frac{2e^{-v}}{1-e^{-v}}<\gamma^*,\qquad b=1-e^{-v/p}",
        )  # fmt: skip
        above = self.follows(
            less(here, high), on, "the upper bound", (bounds[1], near, one),
            latex=r"\gamma^*<\tfrac12+2e^{-v},\qquad b=1-e^{-v/p}",
        )  # fmt: skip
        tends = "which tends to 1/2 as v grows, that is, as b tends to 1 and epsilon to 0"
        self.squeezed(
            limit, "and so does gamma*", (below, above), ((low, tends), (high, tends)), rate=one,
            latex=r"\lim_{v\to\infty}\gamma^*=\tfrac12,\qquad b=1-e^{-v/p}",
        )  # fmt: skip
