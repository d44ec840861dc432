"""What is known of the sums phi and N of a family of costs, from what is known of L and M.

A fact about L or M is applied to every term, and the sums are compared. Strict inequalities are
those of the first terms. phi and N at 0 are b times what they are at 1, so that facts about them
there are the ones at 1 and facts about L and M at 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.search import (LENGTH, NEXT, PLACE, Family, half, one, s, shown, t,
    u, zero)
from dpproofs.theorems.staircase.series import TERM, Adding, Series, n
from dpproofs.theorems.staircase.setting import RATIO, b


def sums(family: Family, exponents: Variable, cost: str) -> dict[str, tuple[Goal, str]]:
    """What phi and N are, for some exponents: the hypotheses, and the reasons."""
    on = Domain((exponents, RATIO))
    found = {}
    for name, term, value, terms, at_zero in (
            ("phi", family.cost, family.phi, cost, "the first term of which is 0 at u = 0"),
            ("N", family.integral, family.total, "M(k + u)", "of which that is true as well")):
        found[name] = Goal(Sum(b**n * term.xreplace({u: n + u}), n, zero, sp.oo, value(u)),
            on & PLACE), f"{name} is the sum of b^k {terms}"
        found[f"{name} at 0"] = Goal(that(value(zero)) == b * value(one), on), at_zero
    return found


def added(order: sp.Expr) -> sp.Expr:
    """The sum of b^k (k + u)^order by Lerch's transcendent, its first term apart: u may be 0."""
    return u**order + b * sp.lerchphi(b, -order, u + 1)


class Facts:
    """Appends facts about the sums to a proof; ``known`` has the names of their steps.

    Parameters
    ----------
    terms
        The steps that say what is known of L and M: how they grow, that L is bent, and so on;
        what is ``PLAIN`` may be missing.
    assumed
        The steps that say what phi and N are.
    """

    def __init__(self, family: Family, proof: Proof, terms: Mapping[str, str],
            assumed: Mapping[str, str]) -> None:
        self.family, self._proof, self._terms = family, proof, terms
        self.known = {**terms, **{key: assumed[key] for key in ("phi at 0", "N at 0")}}
        self._sums = {name: Series(assumed[name], b**n * term.xreplace({u: n + u}), value(u))
            for name, term, value in (("phi", family.cost, family.phi),
                ("N", family.integral, family.total))}
        self._first_terms()
        self._grow()
        self._bend()
        self._bounded()
        self._at_zero()
        proof.key(*(self.known[name] for name in ("above", "below", "bounded", "trapezoid")),
            terms["chord of L"])

    def _follows(self, name: str, claim: Relation, on: Domain, because: str,
            *facts: tuple[Any, Any, Any]) -> None:
        full = shown(facts, self.known)
        self.known[name] = self._proof.follows(claim, *full, on=on, because=because)

    def _at(self, on: Domain, name: str, place: sp.Expr) -> Series:
        words = f"the sum {name} at {'u' if place == u else 'another place'}"
        return Adding(self._proof, on).at(self._sums[name], {u: place}, words)

    def _each(self, name: str,
            *at: tuple[sp.Symbol, sp.Expr]) -> tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]:
        """What is known of the terms, with their weights."""
        return self._terms[f"{name} of L"], {powers.x: n + u, **dict(at)}, b**n

    def _first_terms(self) -> None:
        family, on = self.family, self.family.on & PLACE
        for name, value in (("phi", family.phi), ("N", family.total)):
            here, later = self._at(on, name, u), self._at(on, name, u + 1)
            same = self._proof.shows(that(here.term.xreplace({n: n + 1})) == b * later.term,
                on=on & TERM, by="identity", because="every later term is b times one at u + 1")
            self.known[name] = self._proof.applies("first term of a sum", on=on,
                uses=(here.step, later.step, same), terms=here.term, rest=later.term, factor=b,
                value=value(u), remains=value(u + 1),
                because=f"the sum {name} is its first term and b times the sum at u + 1")

    def _grow(self) -> None:
        """Strict inequalities: of all terms but the first weakly, and of that strictly."""
        family, on = self.family, self.family.on & PLACE & LENGTH
        phi, total, far, there = family.phi, family.total, u + s, {u: u + 1}
        adding = Adding(self._proof, on)
        here, ahead = self._at(on, "phi", u), self._at(on, "phi", far)
        area = adding.less(self._at(on, "N", far), self._at(on, "N", u),
            "how much N grows from u to u + s")
        first = {powers.x: u}
        weak = {"grows": (here, ahead, "the term grows"),
            "above": (adding.scaled(here, s), area, "a term of N rises by at least s times phi's"),
            "below": (area, adding.scaled(ahead, s), "it rises by at most s times the later one")}
        strict = {"grows": (phi(u), phi(far), [("phi", {u: far}, 1), ("phi", {}, -1)],
                "every term of phi is larger at u + s than at u"),
            "above": (s * phi(u), total(far) - total(u),
                [("N", {u: far}, 1), ("N", {}, -1), ("phi", {}, -s)],
                "every term of N rises from u to u + s by more than s times that of phi at u"),
            "below": (total(far) - total(u), s * phi(far),
                [("N", {u: far}, -1), ("N", {}, 1), ("phi", {u: far}, s)],
                "every term of N rises by less than s times that of phi at u + s")}
        for name, (small, great, because) in weak.items():
            found = adding.compared(small, great, self._each(name),
                because=because)
            self.known[f"{name}, weakly"] = found
            low, high, rest, strictly = strict[name]
            self._follows(name, that(low) < high, on, strictly,
                *rest, (f"{name} of L", first, 1), (f"{name}, weakly", there, b))

    def _bend(self) -> None:
        """Chords, midpoints and trapezoids."""
        family, far = self.family, u + s + t
        side, more, less = (("below", "least", "most") if family.way > 0 else
            ("above", "most", "least"))
        wide = family.on & PLACE & LENGTH & NEXT
        adding = Adding(self._proof, wide)
        inside = adding.scaled(self._at(wide, "phi", u + s), s + t)
        ends = adding.combined(self._at(wide, "phi", u), t, self._at(wide, "phi", far), s,
            "the chord over both ends")
        self.known["chord"] = adding.compared(*family.bent(inside, ends), self._each("chord"),
            because=f"every term lies {side} its chord between u and u + s + t")
        on = family.on & PLACE
        adding = Adding(self._proof, on)
        here, later = self._at(on, "phi", u), self._at(on, "phi", u + 1)
        area = adding.less(self._at(on, "N", u + 1), self._at(on, "N", u),
            "how much N grows over a length of 1")
        self.known["middle"] = adding.compared(*family.bent(self._at(on, "phi", u + half), area),
            self._each("midpoint", (s, half)),
            because=f"over a length of 1 a term of N rises by at {more} that of phi in the middle")
        mean = adding.combined(here, half, later, half, "the mean of both ends")
        self.known["trapezoid"] = adding.compared(*family.bent(area, mean),
            self._each("trapezoid", (s, one)),
            because=f"over a length of 1 a term of N rises by at {less} the mean of those of phi")

    def _bounded(self) -> None:
        """For small b and u between 1 and 2: phi(u + 1) is not much more than phi(u)."""
        family, bound = self.family, self.family.bound
        small = between(b, 0, 1 / (2 * bound), "(]")
        on = family.on & between(u, 1, 2)
        adding = Adding(self._proof, on)
        self.known["one on"] = adding.compared(self._at(on, "phi", u + 1),
            adding.scaled(self._at(on, "phi", u), bound), self._each("one on"),
            because="beyond 1 no term grows by more than this factor over a length of 1")
        factor = 1 / (1 - b * bound)
        self._follows("bounded", that(family.phi(u)) <= 2 * family.scale * bound,
            Domain((family.powers, small, between(u, 1, 2))),
            "b phi(u + 1) is at most phi(u)/2 for such b, so that phi(u) is at most twice its "
            "first term", ("phi", {}, -factor),
            ("one on", {}, b * factor), ("early of L", {powers.x: u}, factor))

    def _at_zero(self) -> None:
        """The same at u = 0, by the facts at u = 1."""
        family = self.family
        phi, total, on = family.phi, family.total, family.on & LENGTH
        rise, ahead = total(s) - total(zero), {powers.x: s}
        self._follows("grows at 0", that(phi(zero)) < phi(s), on,
            "phi at 0 is b times phi at 1, and phi at s is more than b times phi at 1 + s",
            ("phi", {u: s}, 1), ("grows", {u: one}, b), ("phi at 0", {}, -1),
            ("positive", ahead, 1))
        self._follows("above at 0", that(s * phi(zero)) < rise, on,
            "from 0 to s the sum N rises by its first term at s and b times what it rises by from "
            "1 to 1 + s, which is more than s times phi at 1",
            ("N", {u: s}, 1), ("above", {u: one}, b),
            ("N at 0", {}, -1), ("phi at 0", {}, -s), ("area", ahead, 1))
        self._follows("below at 0", that(rise) < s * phi(s), on,
            "N rises from 0 to s by its first term at s, which is at most s times that of phi, and "
            "by b times its rise from 1 to 1 + s, which is less than s times phi at 1 + s",
            ("phi", {u: s}, s), ("N", {u: s}, -1), ("below", {u: one}, b), ("N at 0", {}, 1),
            ("area below", ahead, 1))
        way = family.way
        inside, ends = (s + t) * phi(s), t * phi(zero) + s * phi(s + t)
        self._follows("chord at 0", family.bends(inside, ends), on & NEXT,
            f"b times the chord at u = 1, to which the chord of the first terms is added: they lie "
            f"{'below' if way > 0 else 'above'} theirs, which begins with 0",
            ("phi", {u: s + t}, way * s), ("phi", {u: s}, -way * (s + t)),
            ("phi at 0", {}, way * t), ("chord", {u: one}, b), ("chord of L at 0", {}, 1))
        rise = total(one) - total(zero)
        self._follows("middle at 0", family.bends(phi(half), rise), family.on,
            f"of the first terms N rises over [0, 1] by at {'least' if way > 0 else 'most'} that "
            "of phi in the middle; of the others it does so over [1, 2]",
            ("N", {u: one}, way), ("N at 0", {}, -way), ("phi", {u: half}, -way),
            ("middle", {u: one}, b), ("midpoint of L at 0", {}, 1))
        if way < 0:  # for convex costs nobody asks
            self._trapezoid_at_zero(rise)

    def _trapezoid_at_zero(self, rise: sp.Expr) -> None:
        way, phi = self.family.way, self.family.phi
        mean = (phi(zero) + phi(one)) / 2
        self._follows("trapezoid at 0", self.family.bends(rise, mean), self.family.on,
            "of the first terms N rises over [0, 1] by at least the mean of those of phi; of the "
            "others it does so over [1, 2]", ("phi at 0", {}, way * half),
            ("phi", {u: one}, way * half), ("N", {u: one}, -way), ("N at 0", {}, way),
            ("trapezoid", {u: one}, b), ("trapezoid of L at 0", {}, 1))
