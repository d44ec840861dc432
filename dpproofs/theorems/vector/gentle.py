"""The quotients of the sums have a bounded slope, from two dimensions on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.proof import Use
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.vector.ratios import n, one, zero
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

m, p, y, gap = sp.symbols("m p y z", positive=True)
d = sp.Symbol("d", positive=True)

ON = Domain((RATIO, Variable(d, sp.Integer(2), sp.oo, "[)"), positive(p)))
ORDER = Domain((RATIO, Variable(m, one, sp.oo, "[)")))
PLACE = between(y, 0, 1, "(]")
PAIR = (between(y, 0, 1), between(gap, 0, 1 - y, "(]"))
UP, GROWING = ON & PAIR[0] & PAIR[1], ORDER & PAIR[0] & PAIR[1]
later = y + gap

T, g = Given("T", "function", 2), Given("g", "function", 1)

SUMS = Goal(Sum(b**n * (n + y) ** m, n, zero, sp.oo, T(m, y)), ORDER & PLACE)
QUOTIENT = Goal(that(g(y) * T(d - 1, y)) == T(d - 1 + p, y), ON & PLACE)


def rest(order: sp.Expr) -> sp.Expr:
    """A sum at 1, without its first term."""
    return T(order, 1) - 1


LEAST = Goal(that(b) < T(m, y), ORDER & PLACE)
MOST = Goal(that(b * T(m, y)) <= rest(m), ORDER & PLACE)
GROWS = Goal(that(0) <= T(m, later) - T(m, y), GROWING)
SLOWLY = Goal(that(b * (T(m, later) - T(m, y))) <= m * gap * rest(m), GROWING)
RISE = Goal(that(b**2 * (g(later) - g(y))) <= (d - 1 + p) * rest(d - 1 + p) * gap, UP)
FALL = Goal(that(b**4 * (g(y) - g(later))) <= (d - 1) * rest(d - 1) * rest(d - 1 + p) * gap,
    UP)


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent."""
    order, place = sp.symbols("m y", positive=True)

    def total(of: sp.Expr, at: sp.Expr) -> sp.Expr:
        return sp.lerchphi(b, -of, at)

    return {"T": sp.Lambda((order, place), total(order, place)),
        "g": sp.Lambda((place,), total(d - 1 + p, place) / total(d - 1, place))}


STATEMENT = Statement(id="vector.turns.gentle", paper=PAPER,
    item="ours: from one dimension to the next, how fast the slope moves",
    title="from two dimensions on the quotient of the sums moves by at most a number times the "
    "distance",
    printed_latex=r"\begin{gathered}T_m(y)=\sum_{k\ge0}b^k(k+y)^m,\qquad "
    r"g=\frac{T_{d-1+p}}{T_{d-1}}\\ b<T_m(y),\quad b\,T_m(y)\le T_m(1)-1,\qquad "
    r"0\le b\,(T_m(y+z)-T_m(y))\le m\,z\,(T_m(1)-1)\qquad(m\ge1)\\"
    r"b^2\,(g(y+z)-g(y))\le(d-1+p)\,(T_{d-1+p}(1)-1)\,z\\"
    r"b^4\,(g(y)-g(y+z))\le(d-1)\,(T_{d-1}(1)-1)\,(T_{d-1+p}(1)-1)\,z"
    r"\qquad(d\ge2,\ p>0,\ 0<y<y+z\le1)\end{gathered}", parameters=ON, given=(T, g),
    hypotheses=(SUMS, QUOTIENT), printed=(LEAST, MOST, GROWS, SLOWLY, RISE, FALL),
    note="For all real d >= 2 and p > 0. This is the number c that vector.turns assumes of g: the "
    "larger of the two bounds.", examples=(model(),))


class Sums:
    """Appends sums of order m at least 1, at places of the circle, and what bounds them."""

    def __init__(self, proof: Proof, sums: str) -> None:
        self._proof = proof
        self._every = Series(sums, b**n * (n + y) ** m, T(m, y))
        self._growth = powers.Growth(proof)
        self._convex = powers.Convex(proof)
        self.least, self.most = self._least(), self._most()
        self.grows, self.slowly = self._grows()

    def _shifted(self, on: Domain, of: Series) -> Series:
        first = of.term.xreplace({n: zero})
        step = self._proof.applies("without the first term", on=on, uses=(of.step,), terms=of.term,
            value=of.value, because="without its first term")
        return Series(step, of.term.xreplace({n: n + 1}), of.value - first)

    def _least(self) -> str:
        on = LEAST.domain
        adding = Adding(self._proof, on)
        tail = self._shifted(on, self._shifted(on, adding.at(self._every, {})))
        nothing = adding.scaled(tail, zero, "zeros add up to 0")
        some = adding.compared(nothing, tail,
            because="the terms after the first two are not negative")
        return self._proof.follows(LEAST, some,
            (self._growth.grows, {powers.r: m, powers.x: one, powers.s: y}, b),
            because="the second term is more than b")

    def _most(self) -> str:
        on = MOST.domain
        adding = Adding(self._proof, on)
        end = self._shifted(on, adding.at(self._every, {y: one}))
        here = adding.scaled(adding.at(self._every, {}), b)
        at = {powers.r: m, powers.x: n + y, powers.s: 2 - y}
        found = adding.compared(here, end, (self._growth.grows, at, b ** (n + 1)),
            because="each term is at most the next term at 1, as y < 2")
        return self._proof.follows(MOST, found, because="so no sum is large")

    def _grows(self) -> tuple[str, str]:
        on = GROWING
        adding = Adding(self._proof, on)
        end = self._shifted(on, adding.at(self._every, {y: one}))
        far, near = (adding.at(self._every, {y: place}) for place in (later, y))
        more = adding.less(far, near, "this is how much a sum grows")
        at = {powers.x: n + y, powers.s: gap}
        some = adding.compared(adding.scaled(more, zero, "zeros add up to 0"), more,
            (self._growth.grows, {**at, powers.r: m}, b**n), because="powers grow")
        little = adding.compared(adding.scaled(more, b), adding.scaled(end, m * gap),
            (self._convex.tangent_above, {**at, powers.p: m}, b ** (n + 1)),
            (self._convex.steepens, {powers.p: m, powers.x: n + later, powers.s: 2 - later},
                b ** (n + 1) * m * gap),
                because="each term grows by no more than its tangent at the end has it")
        return (self._proof.follows(GROWS, some, because="no sum falls"),
            self._proof.follows(SLOWLY, little, because="nor rises fast"))


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    known = Sums(proof, proof.assumes(SUMS, because="the sums"))
    quotient = proof.assumes(QUOTIENT, because="g is the quotient")
    on, low, high = ON & PLACE, d - 1, d - 1 + p
    there = proof.follows(that(0) < T(low, y), (known.least, {m: low}), on=on,
        because="the sum is positive")
    found = proof.obtains("reciprocal", "part", on=on, uses=(there,), value=T(low, y),
        because="it has a reciprocal")
    part = found.term
    above, unit = (proof.knows(found, fact, because=why)
        for fact, why in enumerate(("it is positive", "and times it 1")))
    below = proof.follows(that(b * part) <= 1, (known.least, {m: low}, part), (unit, -1), on=on,
        also=(above,), because="it is at most 1/b")
    size = proof.follows(that(0) <= g(y), (known.least, {m: high}, part), (above, b),
        (quotient, part), (unit, -g(y)), on=on, also=(above,), because="g is not negative")
    some = proof.follows(that(0) < b * T(high, y), (known.least, {m: high}, b), on=on,
        because="the other is positive")
    cap = proof.follows(that(b**2 * g(y)) <= rest(high), (known.most, {m: high}, 1),
        (below, b * T(high, y)), (quotient, -(b**2) * part), (unit, b**2 * g(y)), on=on,
        also=(some,), because="g is bounded, as the reciprocal of T(d - 1, y) is at most 1/b")
    _moves(proof, known, Quotient(part, quotient, above, unit, below, size, cap))
    return proof.done()


@dataclass(frozen=True)
class Quotient:
    """The reciprocal of T_(d-1), and the names of the steps on it and on g."""

    part: sp.Expr
    quotient: str
    above: str
    unit: str
    below: str
    size: str
    cap: str


def _moves(proof: Proof, known: Sums, of: Quotient) -> None:
    """Append by how much g rises at most, and by how much it falls."""
    low, high = d - 1, d - 1 + p
    far, there = of.part.xreplace({y: later}), {y: later}
    grown = {order: T(order, later) - T(order, y) for order in (low, high)}

    def signed(value: sp.Expr, *facts: Use, also: Sequence[str] = ()) -> str:
        return proof.follows(that(0) <= value, *facts, on=UP, also=also,
            because="which is not negative")

    def split(times: sp.Expr) -> tuple[Use, ...]:
        """g(y + z) - g(y), times a number, by the growth of both sums."""
        return ((of.unit, there, times * (g(later) - g(y))), (of.quotient, there, -times * far),
            (of.quotient, times * far))

    late = [signed(b**power * far, (of.above, there, b**power)) for power in (2, 4)]
    proof.follows(RISE, (known.slowly, {m: high}, 1), (of.below, there, b * grown[high]),
        (known.grows, {m: low}, b**2 * far * g(y)), *split(b**2),
        also=(signed(b * grown[high], (known.grows, {m: high}, b)),
            signed(b**2 * far * g(y), (of.size, b**2 * far), also=late[:1])),
        because="g rises no faster than the upper sum has it")
    scaled = signed(b**3 * g(y), (of.size, b**3))
    proof.follows(FALL, (of.cap, low * gap * rest(low)), (known.slowly, {m: low}, b**2 * g(y)),
        (of.below, there, b**3 * g(y) * grown[low]), (known.grows, {m: high}, b**4 * far),
        *split(-(b**4)),
        also=(signed(low * gap * rest(low), (known.most, {m: low, y: one}, low * gap),
                (known.least, {m: low, y: one}, b * low * gap)),
            signed(b**2 * g(y), (of.size, b**2)),
            signed(b**3 * g(y) * grown[low], (known.grows, {m: low}, b**3 * g(y)), also=(scaled,)),
            late[1]), because="g falls no faster than the lower sum has it")


CLAIMS = (Claim(STATEMENT, derive),)
