"""Mixtures of powers, term by term: what is known of L = sum (d_i + 1) a_i u^(d_i).

The weights alpha_i = (d_i + 1) a_i are written so that M = sum a_i u^(d_i + 1) is the integral of
L from 0. There may be infinitely many terms; where there are finitely many, the other a_i are 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proof import Use
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.powers import FIRST, PLACE, SECOND, Convex, Growth, p, r, s, t, x
from dpproofs.theorems.staircase.search import PLACE as AT
from dpproofs.theorems.staircase.search import Family, half, one, u, zero
from dpproofs.theorems.staircase.series import TERM, Adding, Series, n

d = sp.Symbol("d", positive=True)
POWERS = between(d, 1, sp.oo, "[)")
ONLY = Domain((POWERS,))
L, M, top, order, weight = (sp.Function(name) for name in ("L", "M", "Lambda", "D", "A"))

_order, _part = order(d, n), weight(d, n)
_weight, _two = (_order + 1) * _part, sp.Integer(2)

#: What a mixture is, with its parts named and the reasons.
MIXTURE = {"weights": (Goal(that(0) <= _part, ONLY & TERM), "weights are not negative"),
    "least": (Goal(that(1) <= _order, ONLY & TERM), "exponents are at least 1"),
    "most": (Goal(that(_order) <= d, ONLY & TERM), "and at most d"),
    "L": (Goal(Sum(_weight * u**_order, n, zero, sp.oo, L(d, u)), ONLY & AT), "L is the mixture"),
    "M": (Goal(Sum(_part * u ** (_order + 1), n, zero, sp.oo, M(d, u)), ONLY & AT),
        "M is its integral"),
    "L at 1": (Goal(that(L(d, 1)) == sp.exp(top(d)), ONLY), "exp(Lambda) is L(1)")}


class Mixture:
    """Appends what is known of L and M to a proof; ``known`` has the names of the steps."""

    def __init__(self, family: Family, proof: Proof, lemmas: tuple[Growth, Convex],
            assumed: dict[str, str]) -> None:
        self.family, self._proof, self._assumed = family, proof, assumed
        self._growth, self._convex = lemmas
        self._cost = Series(assumed["L"], _weight * u**_order, L(d, u))
        self._area = Series(assumed["M"], _part * u ** (_order + 1), M(d, u))
        self._signs()
        self.known: dict[str, str] = {}
        self._chords()
        self._from_zero()
        self._strictly()
        self._not_too_fast()
        self._first_period()

    def _signs(self) -> None:
        on, given = ONLY & TERM, self._assumed

        def says(claim: Relation, *facts: Use, because: str, also: Sequence[str] = ()) -> str:
            return self._proof.follows(claim, *facts, on=on, because=because, also=also)

        self._some = says(that(0) < _order, given["least"], because="exponents are positive")
        more = says(that(0) < _order + 1, self._some, because="and so is one more")
        self._rest = says(that(0) < d + 1 - _order, given["most"],
            because="no exponent is d + 1 or more")
        self._weights = says(that(0) <= _weight, (given["weights"], _order + 1), also=(more,),
            because="so the weights of L are not negative")
        self._above_one, self._shares = (says(that(0) <= factor * _part,
                (given["weights"], factor), also=(sign,), because="nor are these multiples")
            for factor, sign in ((_order - 1, given["least"]), (_order, self._some)))

    def _compared(self, adding: Adding, small: Series, great: Series, *facts: Use,
            because: str) -> str:
        """The order of two sums by the terms, with what is known of weights and exponents."""
        also = (self._weights, self._assumed["weights"], self._assumed["least"])
        return adding.compared(small, great, *facts, because=because, also=also)

    def _chords(self) -> None:
        lemmas, at = self._convex, {p: _order}
        long = Adding(self._proof, ONLY & PLACE & FIRST & SECOND)
        middle, near, far = (long.at(self._cost, {u: y}) for y in (x + s, x, x + s + t))
        self.known["chord of L"] = self._compared(long, long.scaled(middle, s + t),
            long.combined(near, t, far, s, "the chord over both ends"), (lemmas.chord, at, _weight),
            because="each power lies below its chord")
        one_ = Adding(self._proof, ONLY & PLACE & FIRST)
        near, ahead = (one_.at(self._cost, {u: y}) for y in (x, x + s))
        start, stop, end = (one_.at(self._area, {u: y}) for y in (x, x + s, x + 2 * s))
        self.known["midpoint of L"] = self._compared(one_, one_.scaled(ahead, 2 * s),
            one_.less(end, start, "the integral over [x, x + 2s]"), (lemmas.midpoint, at, _part),
            because="over [x, x + 2s] the integral of each power is at least 2s times its value in "
            "the middle")
        self.known["trapezoid of L"] = self._compared(one_,
            one_.less(stop, start, "the integral over [x, x + s]"),
            one_.combined(near, s / 2, ahead, s / 2, "the trapezoid"),
            (lemmas.trapezoid, at, _part),
            because="over [x, x + s] the integral of each power is at most the trapezoid")

    def _from_zero(self) -> None:
        lemmas, at = self._convex, {p: _order}
        two = Adding(self._proof, ONLY & FIRST & SECOND)
        near, far = (two.at(self._cost, {u: y}) for y in (s, s + t))
        self.known["chord of L at 0"] = self._compared(two, two.scaled(near, s + t),
            two.scaled(far, s), (lemmas.ray, at, _weight),
            because="each power lies below its chord from 0 on")
        here = Adding(self._proof, ONLY & PLACE)
        area, end = here.at(self._area, {u: x}), here.at(self._cost, {u: x})
        self._middle = self._compared(here, here.scaled(here.at(self._cost, {u: x / 2}), x), area,
            (lemmas.start, at, _part), because="over [0, x] the integral of each power is at least "
            "x times its value in the middle")
        self.known["midpoint of L at 0"] = self._proof.follows(that(L(d, half)) <= M(d, 1),
            self._middle, on=ONLY, because="for x = 1 the factor is 1")
        self.known["area below"] = self._compared(here, area, here.scaled(end, x),
            (self._shares, x ** (_order + 1)),
            because="the integral of each power from 0 to x is at most x times its value at x")

    def _strictly(self) -> None:
        """L is positive, as L(1) is; so it grows."""
        known, on, y = self.known, ONLY & PLACE, x / (1 + x)
        grows = self._growth.grows
        low = self._proof.follows(that(y ** (d + 1)) <= x**_order,
            (grows, {r: _order, x: y, s: x - y}),
            (grows, {r: d + 1 - _order, x: y, s: 1 - y}, y**_order), on=on & TERM,
            also=(self._some, self._rest),
            because="each power is more than that of x/(1 + x), which is below 1")
        here = Adding(self._proof, on)
        least = self._compared(here, here.scaled(here.at(self._cost, {u: one}), y ** (d + 1)),
            here.at(self._cost, {u: x}), (low, _weight),
                because="each power at x is at least this multiple of its value at 1")
        known["positive"] = self._proof.follows(that(0) < L(d, x), least,
            (self._assumed["L at 1"], y ** (d + 1)), on=on,
            because="L at x is at least a multiple of L at 1, which is positive")
        known["area"] = self._proof.follows(that(0) <= M(d, x), self._middle, known["positive"],
            on=on, because="and M is not negative")
        long, rise = on & FIRST, M(d, x + s) - M(d, x)
        known["grows of L"] = self._proof.follows(that(L(d, x)) < L(d, x + s),
            known["chord of L at 0"], known["positive"], on=long,
            because="L grows at least in proportion to its argument, and is positive")
        known["above of L"] = self._proof.follows(that(s * L(d, x)) < rise,
            (known["midpoint of L"], {s: s / 2}), (known["grows of L"], {s: s / 2}), on=long,
            because="the integral of L over [x, x + s] is at least s times its value in the "
            "middle, which is more than its value at x")
        known["below of L"] = self._proof.follows(that(rise) < s * L(d, x + s),
            known["trapezoid of L"], known["grows of L"], on=long,
            because="the integral of L over [x, x + s] is at most the trapezoid, which is less "
            "than s times its value at x + s")

    def _not_too_fast(self) -> None:
        """L(x + 1) is at most 2^d L(x) for x > 1, and L(x) at most 2^d L(1) for x < 2."""
        grows, bound, known = self._growth.grows, self.family.bound, self.known
        up = {p: 1 + d - _order, x: one, s: one}
        for name, place, small, great, first in (
                ("one on of L", between(x, 1, sp.oo), x + 1, x, {x: x + 1, s: x - 1}),
                ("early of L", between(x, 1, 2), x, one, {s: 2 - x})):
            on = ONLY & place
            each = self._proof.follows(that(small**_order) <= bound * great**_order,
                (grows, {**first, r: _order}), (self._convex.steepens, up, (2 * great) ** _order),
                on=on & TERM, also=(self._some, self._assumed["most"]),
                because="each power is at most 2^d times the earlier one")
            here = Adding(self._proof, on)
            known[name] = self._compared(here, here.at(self._cost, {u: small}),
                here.scaled(here.at(self._cost, {u: great}), bound), (each, _weight),
                because="each power is at most 2^d times the earlier one")
        known["early of L"] = self._proof.follows(that(L(d, x)) <= bound * sp.exp(top(d)),
            known["early of L"], self._assumed["L at 1"], on=ONLY & between(x, 1, 2),
            because="up to 2, by the value at 1")

    def _first_period(self) -> None:
        goal = self.family.weight
        on, at = goal.domain, {p: 1 + d - _order, x: u, s: 1 - u}
        low = self._proof.follows(that(u ** (d + 1) / 2) <= u ** (_order + 1) / 2,
            (self._convex.steepens, at, u ** (_order + 1) / 2), on=on & TERM,
            also=(self._assumed["most"],), because="below 1 the largest exponent is least")
        here = Adding(self._proof, on)
        cost, area, whole = (here.at(series, {u: y})
            for series, y in ((self._cost, u), (self._area, u), (self._cost, one)))
        share = self._compared(here, here.scaled(whole, u ** (d + 1) / 2),
            here.combined(cost, u, area, -one, "the weight u L(u) - M(u)"), (low, _weight),
            (self._above_one, u ** (_order + 1) / 2),
            because="of a power with an exponent of at least 1 the weight is at least half of u "
            "times its value; and below 1 the largest exponent gives the least power")
        self.known["weight"] = self._proof.follows(goal, share,
            (self._assumed["L at 1"], u ** (d + 1) / 2), besides=True,
            because="the weight u L(u) - M(u) of a mixture is at least half of L(1) u^(d+1)")
