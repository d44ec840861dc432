"""Symmetric, decreasing noise: no atoms off the origin, and Theorem 1 as steps.

The functions take the noise, the step that says that it is even, and the step that says Property 2
of intervals; what they append holds over the domain of that step without x, h and a.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.terms import Mass, Meet, Mirror, Moved, Outside, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import Delta, shift

x, y = sp.Symbol("x", real=True), sp.Symbol("y", positive=True)
h, s, t = sp.symbols("h s t", positive=True)
n = sp.Symbol("n", integer=True)
m = sp.Symbol("m", integer=True)
S = sp.Function("S")()
ZERO = sp.Integer(0)
NOWHERE = Domain()  # without parameters


def point(place: sp.Expr) -> sp.Expr:
    """The set of one point."""
    return interval(place, place, "[]")


def after(place: sp.Expr, length: sp.Expr) -> sp.Expr:
    """(place, place + length]."""
    return interval(place, place + length, "(]")


def centre(sensitivity: sp.Expr = Delta) -> sp.Expr:
    """[-Delta/2, Delta/2]."""
    return interval(-sensitivity / 2, sensitivity / 2, "[]")


@dataclass(frozen=True)
class Symmetric:
    """A noise with the steps that say what it is.

    ``on`` is the domain over which they hold; ``exists`` names the step that says that the noise
    is a probability, when it is defined.
    """

    noise: sp.Expr
    even: str
    moves: str
    on: Domain = NOWHERE
    exists: tuple[str, ...] = ()

    def mass(self, where: sp.Expr) -> sp.Expr:
        """The probability of a set."""
        return Mass(self.noise, where)

    def mirror(self, proof: Proof, where: sp.Expr, on: Domain) -> str:
        """Append that a set and its reflection have the same mass."""
        return proof.shows(that(self.mass(Mirror(where))) == self.mass(where), on=on, by="mirror",
            uses=(self.even, *self.exists), set=where, because="the noise is even")


@dataclass(frozen=True)
class Atoms:
    """Steps: no point t > 0 has positive mass, nor has -t, and masses are not negative."""

    ahead: str
    behind: str
    sign: str


def show_no_atoms(proof: Proof, of: Symmetric) -> Atoms:
    """Append that points off the origin have no mass: the last of m pieces of (0, t] has no more
    than any other, and at least the mass of t.
    """
    cells = of.on & positive(t) & index(m, 1)
    atom, terms = of.mass(point(t)), of.mass(interval(0, n * t / m, "(]"))
    first = cells & index(n, 0, m - 1)
    inside = proof.shows(that(atom) <= of.mass(interval(t - t / m, t, "(]")), on=cells,
        by="measure", uses=of.exists, because="t lies in the last of m pieces of (0, t]")
    added = proof.shows(that(terms.xreplace({n: n + 1})) ==
            terms + of.mass(interval(n * t / m, (n + 1) * t / m, "(]")), on=first, by="measure",
        uses=of.exists, because="one more piece adds its mass")
    grows = proof.follows(that(atom) <= terms.xreplace({n: n + 1}) - terms, inside, added,
        (of.moves, {x: n * t / m, h: t / m, shift: (m - 1 - n) * t / m}), on=first,
        because="each of the m pieces has at least the mass of the last one, which holds t",
        latex=r"P(\{t\})\le P\bigl((0,\tfrac{(n+1)t}m]\bigr)-P\bigl((0,\tfrac{nt}m]\bigr)")
    many = proof.applies("induction", on=cells & index(n, 0, m), uses=(grows,),
        because="add up the pieces", terms=terms, step=atom, last=m)
    start = proof.shows(that(0) <= terms.xreplace({n: ZERO}), on=cells, by="measure",
        uses=of.exists, because="a mass is not negative")
    whole = proof.shows(that(terms.xreplace({n: m})) <= 1, on=cells, by="measure", uses=of.exists,
        because="a probability is at most 1")
    places = of.on & positive(t)
    sign = proof.shows(that(0) <= atom, on=places, by="measure", uses=of.exists,
        because="nor is that of a point")
    bounded = proof.follows(that(n * atom) <= 1, (many, {m: n + 1, n: n + 1}), (start, {m: n + 1}),
        (whole, {m: n + 1}), sign, on=places & index(n, 0),
        because="n atoms with the mass of t weigh at most 1",
        latex=r"n\,P(\{t\})\le1")
    ahead = proof.applies("Archimedes", on=places, uses=(bounded,), value=atom, bound=1,
        latex=r"P(\{t\})\le0",
            because="any number of atoms with the mass of t weigh at most 1: t has no mass")
    proof.key(ahead)
    mirrored = of.mirror(proof, point(t), places)
    same = proof.shows(that(of.mass(point(-t))) == of.mass(Mirror(point(t))), on=places,
        by="measure", uses=of.exists, because="the reflection of the set of t")
    behind = proof.follows(that(of.mass(point(-t))) <= 0, ahead, mirrored, same, on=places,
        because="-t, the reflection of t, has no mass either", latex=r"P(\{-t\})\le0")
    return Atoms(ahead, behind, sign)


@dataclass(frozen=True)
class Left:
    """Steps: left of the origin an interval has at most, and at least, its reflection's mass."""

    most: str
    least: str


def show_left(proof: Proof, of: Symmetric, atoms: Atoms) -> Left:
    """Append that (-y-h, -y] and (y, y+h] have the same mass, as two inequalities."""
    on = of.on & positive(y) & positive(h)
    left, right = interval(-y - h, -y, "(]"), after(y, h)
    split = proof.shows(that(of.mass(left)) ==
            of.mass(Mirror(right)) + of.mass(Mirror(point(y))) - of.mass(Mirror(point(y + h))),
        on=on, by="measure", uses=of.exists, because="the reflection of (y, y+h], but for its ends")
    mirrors = [of.mirror(proof, where, on) for where in (right, point(y), point(y + h))]
    found = []
    for way, word in ((1, "at most"), (-1, "at least")):
        lower, upper = (of.mass(left), of.mass(right))[::way]
        near, far = (y, y + h)[::way]
        found.append(proof.follows(that(lower) <= upper, split, *mirrors, (atoms.ahead, {t: near}),
                (atoms.sign, {t: far}), on=on,
                because="(-y-h, -y] is the reflection of (y, y+h] but for its ends, where no mass "
                f"is, and has {word} its mass"))
    proof.key(*found)
    return Left(*found)


@dataclass(frozen=True)
class Part:
    """Part of the line on which a shift brings intervals closer to the origin."""

    lower: sp.Expr
    upper: sp.Expr
    shift: sp.Expr
    left: bool  # it lies left of the origin
    lands_left: bool  # and so does what it is moved to
    text: str


PARTS = (
    Part(-sp.oo, -s, s, True, True, "left of -s the shift by s keeps left of 0 and comes closer to "
        "it: both intervals are reflected, and compared right of 0"),
    Part(-s, -s / 2, s, True, False, "from -s to -s/2 the shift by s leads across 0, where the "
        "interval is closer to 0 than the reflection of the first one"),
    Part(s / 2, s, -s, False, True, "from s/2 to s the shift by -s leads across 0: the reflection "
        "of where it ends is closer to 0 than where it begins"),
    Part(s, sp.oo, -s, False, False, "right of s the shift by -s keeps right of 0 and comes closer "
        "to it"))


def show_private(proof: Proof, of: Symmetric, sensitivity: sp.Expr = Delta, *,
        atoms: Atoms | None = None) -> str:
    """Append Theorem 1 and return its step: the noise is (0, c)-private, where c is the mass of
    [-Delta/2, Delta/2]; ``of.on`` has the sensitivity among its variables.
    """
    found = atoms or show_no_atoms(proof, of)
    one, other = show_gains(proof, of, found, sensitivity)
    bound = of.mass(centre(sensitivity))
    sign = proof.shows(that(0) <= bound, on=of.on, by="measure", uses=of.exists,
        because="a mass is not negative")
    return proof.applies("privacy, either way", on=of.on, uses=(sign, one, other, *of.exists),
        because="with the mass of [-Delta/2, Delta/2] both ways are bounded",
        noise=of.noise, epsilon=0, delta=bound, sensitivity=sensitivity)


def show_gains(proof: Proof, of: Symmetric, atoms: Atoms, sensitivity: sp.Expr,
        known: tuple[sp.Expr, str] | None = None) -> tuple[str, str]:
    """Append that P(S) exceeds P(S + h), and P(S - h), by the mass c of
    [-Delta/2, Delta/2] at most; ``known`` has a value for it, and the step that says so.
    """
    left = show_left(proof, of, atoms)
    parts = [(_part(proof, of, part, left), part) for part in PARTS]
    on, moved = of.on & positive(s), Moved(Outside(S), s)
    taken = []
    for name, part in parts:
        inside = interval(part.lower, part.upper)
        if part.shift == s:
            taken.append((name, S, inside, part.shift))
            continue
        there = proof.shows(_inside(of, moved, inside, part.shift), on=on, by="instance",
            uses=(name,), at={}, sets={"S": moved},
            because="the same for the complement of S, moved by s")
        taken.append((there, moved, inside, part.shift))
    gained = sum((_gain(of, where, inside, by) for _, where, inside, by in taken), sp.Integer(0))
    rest = of.mass(centre(s)) + of.mass(point(s)) + of.mass(point(-s))
    split = proof.shows(that(of.mass(S) - of.mass(Moved(S, s))) <= gained + rest, on=on,
        by="measure", uses=of.exists,
        because="left of -s/2 the parts of S are moved by s into S + s; beyond s/2 what S + s "
            "leaves out is moved by -s to what S leaves out; [-s/2, s/2] is left, and the points s "
            "and -s")
    proof.key(split)
    near = proof.follows(that(of.mass(S) - of.mass(Moved(S, s))) <= of.mass(centre(s)), split,
        *(name for name, *_ in taken), (atoms.ahead, {t: s}), (atoms.behind, {t: s}), on=on,
        because="each of these four differences is at most 0, and s and -s have no mass")
    proof.key(near)
    reach = of.on & between(h, 0, sensitivity, "(]")
    wide = proof.shows(that(of.mass(centre(h))) <= of.mass(centre(sensitivity)), on=reach,
        by="measure", uses=of.exists, because="the shift is at most Delta")
    bound = of.mass(centre(sensitivity)) if known is None else known[0]
    value = [] if known is None else [known[1]]
    one = proof.follows(that(of.mass(S)) <= of.mass(Moved(S, h)) + bound, (near, {s: h}), wide,
        *value, on=reach, because="[-h/2, h/2] lies in [-Delta/2, Delta/2], as h is at most Delta")
    back = show_back(proof, of, one, reach, ZERO, bound)
    proof.key(one, back)
    return one, back


def show_back(proof: Proof, of: Symmetric, one: str, on: Domain, epsilon: sp.Expr,
        bound: sp.Expr) -> str:
    """Append the same for shifts to the left, by reflection."""
    turned, back = Mirror(S), Moved(S, -h)
    factor = sp.exp(epsilon)
    there = proof.shows(that(of.mass(turned)) <= factor * of.mass(Moved(turned, h)) + bound, on=on,
        by="instance", uses=(one,), at={}, sets={"S": turned}, because="for the reflection of S")
    same = proof.shows(that(of.mass(Moved(turned, h))) == of.mass(Mirror(back)), on=on,
        by="measure", uses=of.exists, because="moved to the right, it is the reflection of S - h")
    mirrors = [of.mirror(proof, where, on) for where in (S, back)]
    return proof.follows(that(of.mass(S)) <= factor * of.mass(back) + bound, there, same, *mirrors,
        on=on, because="put -S for S and reflect both sides, so that shifts to the left are "
            "bounded as well")


def _gain(of: Symmetric, where: sp.Expr, inside: sp.Expr, by: sp.Expr) -> sp.Expr:
    claim = _inside(of, where, inside, by)
    return claim.lhs - claim.rhs


def _inside(of: Symmetric, where: sp.Expr, inside: sp.Expr, by: sp.Expr) -> Relation:
    kept = Meet(where, inside)
    return that(of.mass(kept)) <= of.mass(Moved(kept, by))


def _part(proof: Proof, of: Symmetric, part: Part, left: Left) -> str:
    """Compare a part with what it is moved to: first on intervals, then on sets."""
    room = sp.oo if part.upper is sp.oo else part.upper - x
    on = of.on & positive(s) & between(x, part.lower, part.upper) & between(h, 0, room)
    here, there = after(x, h), after(x + part.shift, h)
    near = -x - h if part.left else x  # the distance of the interval from the origin
    then = -x - h - part.shift if part.lands_left else x + part.shift
    facts = [(of.moves, {x: then, shift: sp.expand(near - then)}, 1)]
    if part.left:
        facts.append((left.most, {y: near}, 1))
    if part.lands_left:
        facts.append((left.least, {y: then}, 1))
    moved = proof.shows(that(of.mass(Moved(here, part.shift))) == of.mass(there), on=on,
        by="measure", uses=of.exists, because="where an interval is moved to")
    nearer = proof.follows(that(of.mass(here)) <= of.mass(Moved(here, part.shift)), moved, *facts,
        on=on, because=part.text)
    return proof.applies("domination", on=of.on & positive(s), uses=(nearer, *of.exists),
        because="each interval inside this part has at most the mass of the one that the shift, "
        "towards 0, leads to; so has each Borel set", noise=of.noise, factor=1,
        shift=part.shift, lower=part.lower, upper=part.upper)
