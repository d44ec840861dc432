"""Inequalities between powers with a real exponent, each from its derivative in one length.

They are the terms of the sums in Appendix E: x stands for k + gamma.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Proof
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.proposition import Derivative, equal, less

p, x, s, t = sp.symbols("p x s t", positive=True)
r = sp.Symbol("r", positive=True)

STEEP = between(p, 1, sp.oo)  # p = 1 is looked at apart: there chords and tangents coincide
PLACE, FIRST, SECOND = positive(x), positive(s), positive(t)
ON = Domain((STEEP, PLACE, FIRST))
FLAT = Domain((between(p, 0, 1), PLACE, FIRST))
half = sp.Rational(1, 2)


class Inequalities:
    """Appends inequalities to a proof; the attributes are the names of their steps."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof

    def _climbs(
        self, small: sp.Expr, large: sp.Expr, variable: Variable, on: Domain, because: str,
        slope: sp.Expr, *facts: tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr],
    ) -> str:  # fmt: skip
        """small < large, as they are equal where the last variable is 0 and the gap grows."""
        gap = large - small
        derivative = self._proof.shows(
            Derivative(gap, variable.symbol, slope), on=on, by="derivative",
            because=f"how the gap of the next inequality grows with {variable.symbol}",
        )  # fmt: skip
        way = {"by": "entailment", "facts": list(facts), "uses": [name for name, *_ in facts]}
        sign = self._proof.shows(
            less(0, slope), on=on, because="which is positive",
            **(way if facts else {"by": "sign"}),
        )  # fmt: skip
        return self._proof.shows(
            less(small, large), on=on, by="increasing", because=because, uses=(derivative, sign)
        )


class Terms(Inequalities):
    """What holds for every positive exponent."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.grows = self._grows()
        self.tangent = self._tangent()
        self.tangent_above = self._tangent_above()

    def _grows(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        return self._climbs(
            x**r, (x + s) ** r, FIRST, on, "a power grows with its base", r * (x + s) ** (r - 1)
        )

    def _tangent(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        q = r + 1
        return self._climbs(
            x**q + s * q * x**r, (x + s) ** q, FIRST, on,
            "above its tangent at x: the integral of L over [x, x + s] is more than s L(x)",
            q * ((x + s) ** r - x**r), (self.grows, {}, q),
        )  # fmt: skip

    def _tangent_above(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        q = r + 1
        return self._climbs(
            (x + s) ** q - x**q, s * q * (x + s) ** r, FIRST, on,
            "above its tangent at x + s: the integral is less than s L(x + s)",
            s * q * r * (x + s) ** (r - 1),
        )  # fmt: skip


class Convex(Inequalities):
    """What holds for exponents above 1."""

    def __init__(self, proof: Proof, terms: Terms) -> None:
        super().__init__(proof)
        self._terms = terms
        self.chord = self._chord()
        self.midpoint = self._midpoint()
        self.trapezoid = self._trapezoid()

    def _chord(self) -> str:
        on = ON & SECOND
        far = x + s + t
        slope = x**p + s * p * far ** (p - 1) - (x + s) ** p
        return self._climbs(
            (s + t) * (x + s) ** p, t * x**p + s * far**p, SECOND, on,
            "L is convex: between x and x + s + t it lies below its chord",
            slope, (self._terms.tangent_above, {r: p - 1}, sp.Integer(1)),
            (self._terms.grows, {r: p - 1, x: x + s, s: t}, s * p),
        )  # fmt: skip

    def _midpoint(self) -> str:
        q, mid = p + 1, x + s
        far = x + 2 * s
        return self._climbs(
            2 * s * q * mid**p, far**q - x**q, FIRST, ON,
            "the integral of L over [x, x + 2s] is more than 2s times its value in the middle",
            2 * q * (far**p - mid**p - s * p * mid ** (p - 1)),
            (self._terms.tangent, {r: p - 1, x: mid}, 2 * q),
        )  # fmt: skip

    def _trapezoid(self) -> str:
        q, far = p + 1, x + s
        return self._climbs(
            far**q - x**q, s * q * (x**p + far**p) * half, FIRST, ON,
            "and less than the trapezoid below its chord",
            q * half * (x**p - far**p + s * p * far ** (p - 1)),
            (self._terms.tangent_above, {r: p - 1}, q * half),
        )  # fmt: skip


class Concave(Inequalities):
    """What holds for exponents below 1."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.falls = self._falls()
        self.steep = self._steep()
        self.chord = self._chord()
        self.midpoint = self._midpoint()
        self.trapezoid = self._trapezoid()

    def _falls(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        return self._climbs(
            (x + s) ** -r, x**-r, FIRST, on, "a power with a negative exponent falls",
            r * (x + s) ** (-r - 1),
        )  # fmt: skip

    def _steep(self) -> str:
        return self._climbs(
            s * p * (x + s) ** (p - 1), (x + s) ** p - x**p, FIRST, FLAT,
            "L is concave: steeper before x + s than there", s * p * (1 - p) * (x + s) ** (p - 2),
        )  # fmt: skip

    def _chord(self) -> str:
        far = x + s + t
        return self._climbs(
            t * x**p + s * far**p, (s + t) * (x + s) ** p, SECOND, FLAT & SECOND,
            "between x and x + s + t it lies above its chord",
            (x + s) ** p - x**p - s * p * far ** (p - 1),
            (self.steep, {}, sp.Integer(1)), (self.falls, {r: 1 - p, x: x + s, s: t}, s * p),
        )  # fmt: skip

    def _midpoint(self) -> str:
        q, mid = p + 1, x + s
        far = x + 2 * s
        tangent = self._climbs(
            (x + s) ** p, x**p + s * p * x ** (p - 1), FIRST, FLAT, "below its tangent at x",
            p * (x ** (p - 1) - (x + s) ** (p - 1)), (self.falls, {r: 1 - p}, p),
        )  # fmt: skip
        return self._climbs(
            far**q - x**q, 2 * s * q * mid**p, FIRST, FLAT,
            "the integral of L over [x, x + 2s] is less than 2s times its value in the middle",
            2 * q * (mid**p + s * p * mid ** (p - 1) - far**p), (tangent, {x: mid}, 2 * q),
        )  # fmt: skip

    def _trapezoid(self) -> str:
        q, far = p + 1, x + s
        return self._climbs(
            s * q * (x**p + far**p) * half, far**q - x**q, FIRST, FLAT,
            "and more than the trapezoid below its chord",
            q * half * (far**p - x**p - s * p * far ** (p - 1)), (self.steep, {}, q * half),
        )  # fmt: skip


def show_linear(proof: Proof) -> None:
    """For p = 1 the chord, the midpoint and the trapezoid are exact."""
    on, far = Domain((PLACE, FIRST, SECOND)), x + s + t
    for left, right, what in (
        ((s + t) * (x + s), t * x + s * far, "the chord"),
        (4 * s * (x + s), (x + 2 * s) ** 2 - x**2, "the midpoint"),
        ((x + s) ** 2 - x**2, s * (x + (x + s)), "the trapezoid"),
    ):
        proof.shows(equal(left, right), on=on, by="identity", because=f"for p = 1 {what} is exact")


def show_mean(proof: Proof, grows: str) -> None:
    """y^p is more than y - y^2/4 for 0 < p < 1: what bounds the mean of (k + 1)^p from below."""
    y = sp.Symbol("y", positive=True)
    small, large = (Domain((between(p, 0, 1), between(y, *ends))) for ends in ((0, 1), (1, sp.oo)))
    proof.follows(
        less(y - y**2 / 4, y**p), (grows, {r: 1 - p, x: y, s: 1 - y}, y**p), on=small,
        because="for y = (1-b) (k+1) below 1, where y^(1-p) < 1",
    )  # fmt: skip
    proof.follows(
        less(y - y**2 / 4, y**p), (grows, {r: p, x: sp.Integer(1), s: y - 1}), on=large,
        because="and beyond 1, where y^p > 1",
    )  # fmt: skip
