"""Tails of noise on the integers: of any private noise, and of the discrete staircase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.objects import Law, Pieces, Value
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.integer_noise import X, place
from dpproofs.theorems.staircase.setting import b

# n is the letter of the rules.
y, i, j, n, n_1 = sp.symbols("y i j n n_1", integer=True)
half = sp.Rational(1, 2)
AHEAD = index(y, 0)


def point(where: sp.Expr) -> sp.Expr:
    """The set of one integer."""
    return interval(where, where, "[]")


def at_most_minus(bound: sp.Expr) -> sp.Expr:
    """The half line up to -bound."""
    return interval(-sp.oo, -bound, "(]")


def mass(where: sp.Expr) -> sp.Expr:
    """The probability of an integer."""
    return Mass(X(), point(where))


def pair(where: sp.Expr) -> sp.Expr:
    """The mass at a place and at its mirror image; twice the mass at 0."""
    return mass(where) + mass(-where)


#: P(abs(X) >= y) for y >= 1; at 0 the mass there counts twice.
U = Value("U", (y,), Domain((AHEAD,)), Mass(X(), at_least(y)) + Mass(X(), at_most_minus(y)))


@dataclass(frozen=True)
class TailSteps:
    """Names of the steps that privacy gives."""

    compare: str  # pairs of places at most Delta apart
    far: str  # tails Delta apart
    end: str  # the tail at Delta
    start: str  # the tail at 1
    tail: str  # what U is
    sides: tuple[str, str]  # how the tails on either side fall


def _moved(proof: Proof, private: str, where: tuple[sp.Expr, sp.Expr], shift: sp.Expr,
        on: Domain) -> str:
    """Append what privacy says of a set and of the set that it is moved to."""
    here, there = where
    said = proof.shows(that(Mass(X(), here)) <= Mass(X(), Moved(here, shift)) / b, on=on,
        by="privacy", uses=(private,), set=here, shift=shift,
        because="privacy for this set and shift")
    same = proof.shows(that(Mass(X(), Moved(here, shift))) == Mass(X(), there), on=on, by="measure",
        because="where it is moved to")
    return proof.follows(that(Mass(X(), here)) <= Mass(X(), there) / b, said, same, on=on,
        because="so the masses differ by a factor 1/b at most")


def _gap(proof: Proof, where: sp.Expr, on: Domain) -> tuple[str, sp.Expr]:
    """Append that there is nothing between an integer and the next."""
    found = proof.applies("nothing between integers", on=on, uses=(), noise=X(), place=where,
        because="there is nothing between integers")
    return found, Mass(X(), interval(where, where + 1))


def _splits(proof: Proof, claim: Relation, gaps: Sequence[sp.Expr], on: Domain,
        because: str) -> str:
    """Append an equation of masses, where intervals between integers are left out."""
    empty = [_gap(proof, where, on) for where in gaps]
    total = proof.shows(
        that(claim.lhs) == claim.rhs + sum((found for _, found in empty), sp.Integer(0)), on=on,
        by="measure", because=because)
    return proof.follows(claim, total, *(name for name, _ in empty), on=on,
        because="no mass lies between integers")


def show_known(proof: Proof, hypothesis: Goal, on: Domain, reach: sp.Expr) -> TailSteps:
    """Append what follows for masses and tails from privacy with a sensitivity of ``reach``."""
    private = proof.assumes(hypothesis, because="the noise is private")
    proof.defines(U, because="let U(y) be the mass outside (-y, y)")
    tail = proof.unfolds(U, because="by definition")
    both = on & index(i, 0, reach) & index(j, 0, reach)
    right = _moved(proof, private, (point(i), point(j)), j - i, both)
    left = _moved(proof, private, (point(-i), point(-j)), i - j, both)
    compare = proof.follows(Relation(b * pair(i), "<=", pair(j)), (right, b), (left, b), on=both,
        because="move both places of a pair outwards, or inwards")
    ahead = on & AHEAD
    outward = _moved(proof, private, (at_least(y), at_least(y + reach)), reach, ahead)
    back = _moved(proof, private, (at_most_minus(y), at_most_minus(y + reach)), -reach, ahead)
    far = proof.follows(Relation(b * U(y), "<=", U(y + reach)), (outward, b), (back, b), tail, tail,
        on=ahead, because=f"move both tails outwards by {reach}")
    above, below = _steps(proof, on)
    zero, one = sp.Integer(0), sp.Integer(1)
    totals = [_splits(proof, that(1 - Mass(X(), ray)) == Mass(X(), rest), (gap,), on,
            "the two half lines are the whole line")
        for ray, rest, gap in ((at_least(0), at_most_minus(one), -one),
            (at_least(1), at_most_minus(zero), zero))]
    start = proof.shows(that(U(1) + pair(zero) / 2) == 1, on=on, by="entailment",
        uses=(above, tail, totals[0]), because="all mass is at 0 or outside (-1, 1)",
        facts=[(tail, {y: one}, 1), (above, {y: zero}, -1), (totals[0], {}, -1)])
    end = proof.shows(Relation(b + pair(reach) / 2, "<=", U(reach)), on=on, by="entailment",
        uses=(outward, back, above, below, tail, *totals),
        because=f"move X >= 0 by {reach} and X <= -1 by -{reach}, which leaves out the place "
        f"-{reach}, then X >= 1 and X <= 0, which leaves out {reach}, and take the mean",
        facts=[(tail, {y: reach}, 1), (outward, {y: zero}, b / 2), (outward, {y: one}, b / 2),
            (back, {y: zero}, b / 2), (back, {y: one}, b / 2), (above, {y: reach}, half),
            (below, {y: reach}, half), (totals[0], {}, -b / 2), (totals[1], {}, -b / 2)])
    return TailSteps(compare, far, end, start, tail, (above, below))


def show_step(proof: Proof, known: TailSteps, on: Domain) -> str:
    """Append how U falls from place to place."""
    above, below = known.sides
    return proof.follows(that(U(y) - U(y + 1)) == pair(y), above, below, known.tail, known.tail,
        on=on & AHEAD, because="tails differ by the masses at a pair of places")


def _steps(proof: Proof, on: Domain) -> tuple[str, str]:
    """Append how the two tails fall from place to place."""
    ahead = on & AHEAD
    above = _splits(proof, that(Mass(X(), at_least(y)) - Mass(X(), at_least(y + 1))) == mass(y),
        (y,), ahead, "the tail on the right falls by a place")
    below = _splits(proof,
        that(Mass(X(), at_most_minus(y)) - Mass(X(), at_most_minus(y + 1))) == mass(-y), (-y - 1,),
        ahead, "the tail on the left falls by a place")
    return above, below


def show_outside(proof: Proof, where: sp.Expr, on: Domain, tail: str) -> str:
    """Append ``U(y) <= P(|X| >= y)`` at a place y >= 1."""
    both = proof.shows(that(Mass(X(), at_least(where)) + Mass(X(), at_most_minus(where))) <=
            Mass(X(), beyond(where)), on=on, by="measure",
        because="both half lines lie so far from the origin at least")
    return proof.follows(that(U(where)) <= Mass(X(), beyond(where)), both, tail, on=on,
        because="both half lines are at this distance from 0 at least")


def show_increments(proof: Proof, terms: sp.Expr, last: sp.Expr, on: Domain, because: str,
        facts: list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]], so: str,
        latex: str = "") -> str:
    """What grows from n to n + 1, for every n from 0 to last - 1, is at least its first value."""
    uses = tuple(dict.fromkeys(name for name, _, _ in facts))
    grows = proof.shows(Relation(sp.Integer(0), "<=", terms.xreplace({n: n + 1}) - terms),
        on=on & index(n, 0, last - 1), by="entailment", because=because, uses=uses, facts=facts,
        latex=latex)
    return proof.applies("induction", on=on & index(n, 0, last), uses=(grows,), because=so,
        terms=terms, step=0, last=last)


@dataclass(frozen=True)
class Tails:
    """Tails of defined noise on the integers, with the steps that it exists and is even."""

    proof: Proof
    law: Law
    masses: Pieces
    exists: str

    @property
    def noise(self) -> sp.Expr:
        """The noise at its arguments."""
        return self.law(*self.law.arguments)

    def even(self) -> str:
        """Append that the noise is even."""
        return self.proof.shows(Even(self.noise), on=self.law.domain, by="evenness",
            uses=(self.exists,), because="the probabilities are even")

    def interval(self, piece: int, period: sp.Expr, ends: tuple[sp.Expr, sp.Expr],
            on: Domain) -> tuple[str, sp.Expr, sp.Expr]:
        """Append the mass of [low, high) in a piece; the step, the mass and its value."""
        low, high = ends
        level = self.masses.pieces[piece].value.xreplace({self.masses.index: period})
        value = level * sp.expand(high - low)
        summed = self.proof.shows(Sum(level, place, low, high - 1, value), on=on, by="sum",
            because="one level, times the number of integers")
        found = Mass(self.noise, interval(low, high, "[)"))
        name = self.proof.shows(that(found) == value, on=on, by="density",
            uses=(self.exists, summed), piece=piece, period=period, because="the mass of this part")
        return name, found, value

    def beyond(self, where: sp.Expr, on: Domain, parts: Sequence[tuple[str, sp.Expr, sp.Expr]],
            rest: tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr], even: str, value: sp.Expr) -> str:
        """Append P(|P| >= y) from the parts of [y, end) and the ray from the end."""
        proof, noise, rays = self.proof, self.noise, at_least(where)
        later, at, end = rest
        steps = [later, *(name for name, _, _ in parts)]
        facts = [(later, at, 2), *((name, {}, 2) for name, _, _ in parts)]
        if parts:
            ahead = sum((found for _, found, _ in parts), Mass(noise, at_least(end)))
            ray = proof.shows(that(Mass(noise, rays)) == ahead, on=on, by="measure",
                uses=(self.exists,), because="the rest of this period, and all later ones")
            steps, facts = [ray, *steps], [(ray, {}, 2), *facts]
        mirrored = proof.shows(that(Mass(noise, Mirror(rays))) == Mass(noise, rays), on=on,
            by="mirror", uses=(even,), set=rays, because="the noise is even")
        both = proof.shows(
            that(Mass(noise, beyond(where))) == Mass(noise, rays) + Mass(noise, Mirror(rays)),
            on=on, by="measure", uses=(self.exists,), because="both sides of the origin")
        return proof.shows(that(Mass(noise, beyond(where))) == value, on=on, by="entailment",
            uses=(both, mirrored, *steps),
            because="the mass on either side is that of the rest of this period and of all later "
                "ones"
            if parts else "both sides have the same mass",
            facts=[(both, {}, 1), (mirrored, {}, 1), *facts])
