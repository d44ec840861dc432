"""Inequalities between powers with a real exponent, each from its derivative in one length.

They are the terms of the sums in Appendix E: x stands for k + gamma.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof

p, x, s, t, y = sp.symbols("p x s t y", positive=True)
r = sp.Symbol("r", positive=True)

STEEP = between(p, 1, sp.oo, "[)")
PLACE, FIRST, SECOND = positive(x), positive(s), positive(t)
ON = Domain((STEEP, PLACE, FIRST))
FLAT = Domain((between(p, 0, 1), PLACE, FIRST))
half = sp.Rational(1, 2)
_n, _room = OWN["n"], sp.Symbol("delta", positive=True)


class Inequalities:
    """Appends inequalities to a proof; the attributes are the names of their steps."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof

    def _climbs(self, small: sp.Expr, large: sp.Expr, variable: Variable, on: Domain, because: str,
            slope: sp.Expr, *facts: tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]) -> str:
        """small < large, as they are equal where the last variable is 0 and the gap grows."""
        gap = large - small
        derivative = self._proof.shows(Derivative(gap, variable.symbol, slope), on=on,
            by="derivative",
            because=f"the derivative of a difference that is 0 where {variable.symbol} = 0")
        way = {"by": "entailment", "facts": list(facts), "uses": [name for name, *_ in facts]}
        sign = self._proof.shows(that(0) < slope, on=on, because="which is positive",
            **(way if facts else {"by": "sign"}))
        return self._proof.shows(that(small) < large, on=on, by="increasing", because=because,
            uses=(derivative, sign))

    def _climbs_weakly(self, small: sp.Expr, large: sp.Expr, variable: Variable, on: Domain,
            because: str, slope: sp.Expr,
            *facts: tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]) -> str:
        """small - large <= 0 where the gap may stay 0: a line of small slope is added to it."""
        length, first = variable.symbol, Domain(on.variables[:-1])
        more = large + _room * length
        near = self._climbs(small, more, variable, first & positive(_room) & variable,
            f"{because}, but for a small multiple of {length}", slope + _room, *facts)
        every = self._proof.follows(that(_n * (small - large)) <= length,
            (near, {_room: 1 / (_n + 1)}, _n), on=on & index(_n, 0),
            because="however small the multiple")
        return self._proof.applies("Archimedes", on=on, uses=(every,), value=small - large,
            bound=length, because=because)


class Growth(Inequalities):
    """That powers with a positive exponent grow with their base."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.grows = self._climbs(x**r, (x + s) ** r, FIRST, Domain((positive(r), PLACE, FIRST)),
            "a power grows with its base", r * (x + s) ** (r - 1))


class Terms(Growth):
    """What holds for every positive exponent."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.tangent = self._tangent()
        self.tangent_above = self._tangent_above()

    def _tangent(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        q = r + 1
        return self._climbs(x**q + s * q * x**r, (x + s) ** q, FIRST, on,
            "its tangent at x lies below it: a power rises over [x, x + s] by more than s times "
            "its slope at x",
            q * ((x + s) ** r - x**r), (self.grows, {}, q))

    def _tangent_above(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        q = r + 1
        return self._climbs((x + s) ** q - x**q, s * q * (x + s) ** r, FIRST, on,
            "its tangent at x + s lies below it: a power rises by less than s times its slope "
            "there",
            s * q * r * (x + s) ** (r - 1))


class Convex(Inequalities):
    """What holds for exponents from 1 on, where chords and tangents may coincide."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.steepens = self._steepens()
        self.tangent = self._tangent()
        self.tangent_above = self._tangent_above()
        self.chord = self._chord()
        self.midpoint = self._midpoint()
        self.trapezoid = self._trapezoid()
        self.ray = self._ray()
        self.start = self._start()

    def _steepens(self) -> str:
        return self._climbs_weakly(x ** (p - 1), (x + s) ** (p - 1), FIRST, ON,
            "a power that is not negative does not fall", (p - 1) * (x + s) ** (p - 2))

    def _tangent(self) -> str:
        return self._climbs_weakly(x**p + s * p * x ** (p - 1), (x + s) ** p, FIRST, ON,
            "a power lies above its tangent at x", p * ((x + s) ** (p - 1) - x ** (p - 1)),
            (self.steepens, {}, p))

    def _tangent_above(self) -> str:
        return self._climbs_weakly((x + s) ** p - x**p, s * p * (x + s) ** (p - 1), FIRST, ON,
            "a power lies above its tangent at x + s", s * p * (p - 1) * (x + s) ** (p - 2))

    def _chord(self) -> str:
        far = x + s + t
        return self._proof.follows(that((s + t) * (x + s) ** p) <= t * x**p + s * far**p,
            (self.tangent_above, t), (self.tangent, {x: x + s, s: t}, s), on=ON & SECOND,
            because="a convex power lies below its chord between x and x + s + t: t times the "
                "bound before x + s and s times the one behind it are added")

    def _midpoint(self) -> str:
        q, mid = p + 1, x + s
        far = x + 2 * s
        return self._climbs_weakly(2 * s * q * mid**p, far**q - x**q, FIRST, ON,
            "the integral of the p-th power over [x, x + 2s] is at least 2s times its value in the "
            "middle",
            2 * q * (far**p - mid**p - s * p * mid ** (p - 1)), (self.tangent, {x: mid}, 2 * q))

    def _trapezoid(self) -> str:
        q, far = p + 1, x + s
        return self._climbs_weakly(far**q - x**q, s * q * (x**p + far**p) * half, FIRST, ON,
            "the integral of the p-th power over [x, x + s] is at most that of its chord",
            q * half * (x**p - far**p + s * p * far ** (p - 1)), (self.tangent_above, {}, q * half))

    def _ray(self) -> str:
        return self._proof.follows(that((s + t) * s**p) <= s * (s + t) ** p,
            (self.steepens, {x: s, s: t}, s * (s + t)), on=Domain((STEEP, FIRST, SECOND)),
            because="a convex power lies below its chord from 0 to s + t, as the power p - 1 does "
                "not fall")

    def _start(self) -> str:
        return self._proof.follows(that((p + 1) * x * (x / 2) ** p) <= x ** (p + 1),
            (self.tangent, {x: sp.Integer(1), s: sp.Integer(1)}, x ** (p + 1) / 2**p),
            on=Domain((STEEP, PLACE)),
            because="2^p is at least p + 1, the tangent at 1, read at 2")


class Concave(Inequalities):
    """What holds for exponents below 1."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.falls = self._falls()
        self.steep = self._steep()
        self.tangent = self._tangent()
        self.chord = self._chord()
        self.midpoint = self._midpoint()
        self.trapezoid = self._trapezoid()
        self.ray = self._ray()
        self.start = self._start()

    def _falls(self) -> str:
        on = Domain((positive(r), PLACE, FIRST))
        return self._climbs((x + s) ** -r, x**-r, FIRST, on,
            "a power with a negative exponent falls", r * (x + s) ** (-r - 1))

    def _steep(self) -> str:
        return self._climbs(s * p * (x + s) ** (p - 1), (x + s) ** p - x**p, FIRST, FLAT,
            "a power below 1 is concave: its chord over [x, x + s] is steeper than its tangent at "
            "the end", s * p * (1 - p) * (x + s) ** (p - 2))

    def _chord(self) -> str:
        far = x + s + t
        return self._climbs(t * x**p + s * far**p, (s + t) * (x + s) ** p, SECOND, FLAT & SECOND,
            "between x and x + s + t a power below 1 lies above its chord",
            (x + s) ** p - x**p - s * p * far ** (p - 1), (self.steep, {}, sp.Integer(1)),
            (self.falls, {r: 1 - p, x: x + s, s: t}, s * p))

    def _tangent(self) -> str:
        return self._climbs((x + s) ** p, x**p + s * p * x ** (p - 1), FIRST, FLAT,
            "a power below 1 lies below its tangent at x", p * (x ** (p - 1) - (x + s) ** (p - 1)),
            (self.falls, {r: 1 - p}, p))

    def _midpoint(self) -> str:
        q, mid = p + 1, x + s
        far = x + 2 * s
        return self._climbs(far**q - x**q, 2 * s * q * mid**p, FIRST, FLAT,
            "the integral of the p-th power over [x, x + 2s] is less than 2s times its value in "
            "the middle",
            2 * q * (mid**p + s * p * mid ** (p - 1) - far**p), (self.tangent, {x: mid}, 2 * q))

    def _trapezoid(self) -> str:
        q, far = p + 1, x + s
        return self._climbs(s * q * (x**p + far**p) * half, far**q - x**q, FIRST, FLAT,
            "the integral of the p-th power over [x, x + s] is more than that of its chord",
            q * half * (far**p - x**p - s * p * far ** (p - 1)), (self.steep, {}, q * half))

    def _ray(self) -> str:
        return self._proof.follows(that(s * (s + t) ** p) <= (s + t) * s**p,
            (self.falls, {r: 1 - p, x: s, s: t}, s * (s + t)),
            on=Domain((FLAT.variables[0], FIRST, SECOND)),
            because="a power below 1 lies above its chord from 0 to s + t, as the power p - 1 "
                "falls")

    def _start(self) -> str:
        return self._proof.follows(that(x ** (p + 1)) <= (p + 1) * x * (x / 2) ** p,
            (self.tangent, {x: sp.Integer(1), s: sp.Integer(1)}, x ** (p + 1) / 2**p),
            on=Domain((FLAT.variables[0], PLACE)),
            because="2^p is at most p + 1, the tangent at 1, read at 2")


def show_mean(proof: Proof, grows: str) -> str:
    """y^p is at least y - y^2/4 for 0 < p < 1: what bounds the mean of (k + 1)^p from below."""
    claim, powers = that(y - y**2 / 4) <= y**p, between(p, 0, 1)
    most, turn = sp.Rational(9, 10), sp.Rational(4, 3)
    parts = (proof.follows(claim, (grows, {r: 1 - p, x: y, s: 1 - y}, y**p),
            on=Domain((powers, between(y, 0, 1))),
            because="for y = (1-b) (k+1) below 1, where y^(1-p) < 1"),
        proof.follows(claim, (grows, {r: p, x: most, s: y - most}),
            (grows, {r: 1 - p, x: most, s: 1 - most}, most**p),
            on=Domain((powers, between(y, 1, turn, "[]"))), because="near 1, where y^p > 9/10"),
        proof.follows(claim, (grows, {r: p, x: sp.Integer(1), s: y - 1}),
            on=Domain((powers, between(y, turn, sp.oo))), because="and beyond, where y^p > 1"))
    return proof.shows(claim, on=Domain((powers, positive(y))), by="cases", uses=parts,
        because="so everywhere")
