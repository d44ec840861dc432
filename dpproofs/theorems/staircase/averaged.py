"""The average of private noise over cells: it is private noise, with nearly the same tails.

What a cell has, each of the i cells behind it has at least b times, so that it has at most 1/(b i)
of the mass behind it. Averaging moves no mass further than to the ends of its cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even, Private, Proper
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given, Law, Piece, Pieces, Value
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.definitions import ON
from dpproofs.theorems.staircase.setting import Delta, b

x, n, n_1, d = (OWN[name] for name in ("x", "n", "n_1", "d"))
ZERO, _half = sp.Integer(0), sp.Rational(1, 2)
#: How many cells a sensitivity has, and the number of the noise.
i = sp.Symbol("i", integer=True, positive=True)
j, m = sp.symbols("j m", integer=True)
WIDTH = Delta / i
FINE, _WHICH = index(i, 1), index(m, 0)
EACH = ON & _WHICH
FAMILY = ON & FINE & _WHICH
HALF_LINE = Variable(x, ZERO, sp.oo, "[)")

#: Private noise P_0, P_1, ...
X = Given("X", "noise", 1)
NOISE = X(m)


def _behind(place: sp.Expr, noise: sp.Expr) -> sp.Expr:
    """The mass from a multiple of the width on."""
    return Mass(noise, at_least(place * WIDTH))


@dataclass(frozen=True)
class Average:
    """The average of a noise over cells, with the letters that are its own.

    Attributes
    ----------
    noise
        What is averaged.
    family
        The domain of the number of cells and of what the noise depends on.
    arguments
        Which of these are arguments; the others are parameters of a sentence.
    names
        Those of the mass of a cell, of the density and of the average.
    exists
        Where the noise is defined, that it is a probability.
    """

    noise: sp.Expr
    family: Domain
    arguments: tuple[sp.Symbol, ...]
    names: tuple[str, str, str]
    exists: Goal | None = None

    @property
    def cells(self) -> Domain:
        """The family with the number of a cell."""
        return self.family & index(n, 0)

    def cell(self, place: sp.Expr) -> sp.Expr:
        """The mass of the cell that begins at a multiple of the width."""
        return Mass(self.noise, interval(place * WIDTH, (place + 1) * WIDTH, "[)"))

    def behind(self, place: sp.Expr) -> sp.Expr:
        """The mass from there on."""
        return _behind(place, self.noise)

    @property
    def mass(self) -> Value:
        """The mass of a cell."""
        return Value(self.names[0], (*self.arguments, n), self.cells, self.cell(n))

    def has(self, place: sp.Expr) -> sp.Expr:
        """The mass of a cell, by its name."""
        return self.mass(*self.arguments, place)

    @property
    def density(self) -> Pieces:
        """The density of the average."""
        return Pieces(self.names[1], x, self.arguments, self.family,
            (Piece(self.has(n) / WIDTH, WIDTH),), period=WIDTH, index=n)

    @property
    def law(self) -> Law:
        """The average."""
        return Law(self.names[2], self.arguments, self.family, self.names[1])

    @property
    def mean(self) -> sp.Expr:
        """The average at its arguments."""
        return self.law(*self.arguments)

    @property
    def goals(self) -> tuple[Goal, Goal, Goal]:
        """It is a probability, even and private."""
        return (Goal(Proper(self.mean), self.family), Goal(Even(self.mean), self.family),
            Goal(Private(self.mean, -sp.log(b), ZERO, Delta), self.family))

    def there(self, proof: Proof) -> tuple[str, ...]:
        """The step that says that the noise exists, where that has to be said."""
        return () if self.exists is None else (proof.assumed(self.exists),)


_OF = Average(NOISE, FAMILY, (i, m), ("p", "f", "P"))
MASS, DENSITY, AVERAGE, MEAN = _OF.mass, _OF.density, _OF.law, _OF.mean

PRIVATE = Goal(Private(NOISE, -sp.log(b), ZERO, Delta), EACH)
EVEN = Goal(Even(NOISE), EACH)
EXISTS, IS_EVEN, IS_PRIVATE = _OF.goals
#: By how much tails, and costs beyond L(0), may differ.
FACTOR = 1 + 1 / (b * i)


@dataclass(frozen=True)
class CellSteps:
    """Steps that other steps use: privacy and evenness of the noise, the masses of cells, and what
    the mass of a cell is at most.
    """

    private: str
    even: str
    masses: str
    tail: str

    @classmethod
    def of(cls, proof: Proof, private: str, even: str) -> CellSteps:
        """Append what the derivation begins with, of noise that is private and even."""
        masses = proof.unfolds(MASS, because="the mass of the n-th cell")
        return cls(private, even, masses, _show_tail(proof, private))


def show_average(proof: Proof, known: CellSteps) -> tuple[str, str]:
    """Append that the average exists, is even and private; return the first two."""
    return show_mean(proof, _OF, known.private, known.masses, _show_half(proof, known))


def show_mean(proof: Proof, of: Average, private: str, masses: str, half: str) -> tuple[str, str]:
    """Append that an average exists, is even and private; return the first two.

    The steps say that the noise is private, what the masses of cells are, and that half of the mass
    lies right of 0.
    """
    exists = _show_exists(proof, of, masses, half)
    even = proof.concludes(of.goals[1], by="evenness", uses=(exists,),
        because="the density is even, as it depends on the distance from 0 only")
    _show_private(proof, of, private, masses, exists)
    return exists, even


def _moved(proof: Proof, of: Average, private: str, one: sp.Expr, steps: sp.Expr, on: Domain,
        why: str) -> str:
    """Append privacy for a cell and the cell that is some steps ahead."""
    here = of.cell(one).args[1]
    there = Moved(here, steps * WIDTH)
    said = proof.shows(that(of.cell(one)) <= Mass(of.noise, there) / b, on=on, by="privacy",
        uses=(private, *of.there(proof)), set=here, shift=steps * WIDTH,
        because="(33) for the cell of one place")
    same = proof.shows(that(Mass(of.noise, there)) == of.cell(one + steps), on=on, by="measure",
        uses=of.there(proof), because="moved to the cell of the other")
    return proof.follows(that(of.cell(one)) <= of.cell(one + steps) / b, said, same, on=on,
        because=why)


def _show_tail(proof: Proof, private: str) -> str:
    """Append that a cell has at most 1/(b i) of the mass behind it."""
    on, some = FAMILY & index(j, 0), index(n, 0, i - 1)
    part = Mass(NOISE, interval((j + 1) * WIDTH, (j + 1 + n) * WIDTH, "[)"))
    moved = _moved(proof, _OF, private, j, n + 1, on & some,
        "each of the i cells behind the j-th has at least b times its mass")
    adds = proof.shows(that(part.xreplace({n: n + 1})) == part + _OF.cell(j + 1 + n), on=on & some,
        by="measure", because="one cell more")
    grows = proof.follows(that(b * _OF.cell(j)) <= part.xreplace({n: n + 1}) - part, (moved, b),
        adds, on=on & some,
        because="the next i cells are translates of cell j by at most Delta, so that each adds at "
        "least b times its mass")
    counted = proof.applies("induction", on=on & index(n, 0, i), uses=(grows,),
        because="add up the masses of n cells", terms=part, step=b * _OF.cell(j), last=i)
    none = proof.shows(that(0) <= part.xreplace({n: ZERO}), on=on, by="measure",
        because="no cell has no mass")
    inside = proof.shows(that(part.xreplace({n: i})) <= _OF.behind(j + 1), on=on, by="measure",
        because="the half line behind the j-th cell contains them all")
    return proof.follows(that(b * i * _OF.cell(j)) <= _OF.behind(j + 1), (counted, {n: i}), none,
        inside, on=on, because="so the mass of a cell is at most 1/(b i) of the mass behind it")


def _show_half(proof: Proof, known: CellSteps) -> str:
    """Append that half of the mass lies right of 0, of which 0 has none."""
    point = Mass(NOISE, interval(0, 0, "[]"))
    inside = proof.shows(that(point) <= _OF.cell(ZERO), on=FAMILY, by="measure",
        because="0 begins the first cell")
    most = proof.shows(that(_OF.behind(sp.Integer(1))) <= 1, on=FAMILY, by="measure",
        because="a probability is at most 1")
    least = proof.shows(that(0) <= point, on=EACH, by="measure", because="nor is it negative")
    bounded = proof.follows(that(n * (b * point)) <= 1, (inside, {i: n + 1}, b * (n + 1)),
        (known.tail, {i: n + 1, j: 0}), (most, {i: n + 1}), (least, b), on=EACH & index(n, 0),
        because="with n + 1 cells in a period the first has at most 1/(b (n + 1)) of all mass, and "
        "0 is in it")
    nothing = proof.applies("Archimedes", on=EACH, uses=(bounded,), because="for every n",
        value=b * point, bound=1)
    ray = at_least(0)
    turned = proof.shows(that(Mass(NOISE, Mirror(ray))) == Mass(NOISE, ray), on=EACH, by="mirror",
        uses=(known.even,), set=ray, because="both half lines have the same mass")
    halves = proof.shows(that(Mass(NOISE, ray) + Mass(NOISE, Mirror(ray))) == 1 + point, on=EACH,
        by="measure", because="together they have all, and 0 twice")
    above = proof.follows(that(Mass(NOISE, ray)) <= _half, halves, (turned, _half), nothing,
        on=EACH, because="so it is at most one half")
    below = proof.follows(that(_half) <= Mass(NOISE, ray), (halves, _half), turned, (least, _half),
        on=EACH, because="and at least one half")
    return proof.applies("antisymmetry", on=EACH, uses=(above, below), because="so it is one half",
        left=Mass(NOISE, ray), right=_half)


def _integral(proof: Proof, of: Average, on: Domain, place: sp.Expr) -> str:
    """Append the integral of the density over a cell."""
    level = of.has(place) / WIDTH
    return proof.shows(Integral(level, x, place * WIDTH, (place + 1) * WIDTH, level * WIDTH), on=on,
        by="integral", antiderivative=level * x, because="the density has the mass of the cell")


def _show_exists(proof: Proof, of: Average, masses: str, half: str) -> str:
    """Append that the average is a probability."""
    there, on = of.there(proof), of.cells
    some = proof.shows(that(0) <= of.cell(n), on=on, by="measure", uses=there,
        because="a mass is not negative")
    level = proof.follows(that(0) <= of.density.pieces[0].value, some, masses,
        on=on & Variable(x, *of.density.ends(0), "[)", hollow=True), because="nor is the density")
    one = _integral(proof, of, on, n)
    cells = proof.follows(that(of.cell(n)) == of.has(n), masses, on=on,
        because="what the cells have")
    total = proof.applies("masses of cells", on=of.family, uses=(cells, half, *there),
        noise=of.noise, start=ZERO, width=WIDTH, terms=of.has(n), value=_half,
        because="the cells cover [0, oo), which has half of the mass, as 0 has none")
    return proof.concludes(of.goals[0], by="existence", uses=(level, one, total),
        because="so the average is a probability")


def _show_private(proof: Proof, of: Average, private: str, masses: str, exists: str) -> None:
    """Append privacy of the average, from two cells that are at most i apart."""
    pair = of.cells & index(n_1, 0, i)
    here, there = Variable(x, ZERO, WIDTH, "[)"), Variable(d, ZERO, WIDTH, "[)")
    places = Domain((*pair, here, there))
    value = proof.on_piece(of.density, 0, because="the density on the n-th cell")
    at = {n: n, x: n * WIDTH + x}, {n: n + n_1, x: (n + n_1) * WIDTH + d}
    levels = [of.density(*of.arguments, where[x]) for where in at]
    sides = []
    for one, steps, (low, high) in ((n, n_1, levels), (n + n_1, -n_1, levels[::-1])):
        cells = _moved(proof, of, private, one, steps, pair,
            "so their masses differ by a factor 1/b at most")
        sides.append(proof.follows(that(low) <= high / b, cells, (value, at[0]), (value, at[1]),
                (masses, {}), (masses, {n: n + n_1}), on=places,
                because="the levels are the masses of the cells over their width, and a shift by "
                "at most Delta takes one cell to the other"))
    proof.concludes(of.goals[2], by="rule", uses=(*sides, exists),
        rule="privacy, by the density on cells",
        bindings={"noise": of.mean, "epsilon": -sp.log(b), "width": WIDTH, "cells": i},
        because="places at a distance of at most Delta lie in cells that are at most i apart")


def show_rays(proof: Proof, of: Average, masses: str, split: str, exists: str) -> str:
    """Append that from a multiple of the width on the average has the same mass as the noise."""
    on = of.family & index(j, 0)
    cells = on & index(n, 0)
    mass = of.has(j + n)
    ours = proof.follows(that(of.cell(j + n)) == mass, masses, on=cells, because="what a cell has")
    one = proof.shows(that(Mass(of.mean, of.cell(j + n).args[1])) == mass, on=cells, by="density",
        piece=0, period=j + n, uses=(exists, _integral(proof, of, cells, j + n)),
        because="the average has as well")
    value = of.cell(j) + of.behind(j + 1)
    total = proof.applies("masses of cells", on=on, uses=(ours, split, *of.there(proof)),
        noise=of.noise, start=j * WIDTH, width=WIDTH, terms=mass, value=value,
        because="the cells from the j-th on cover all that is behind its start")
    sums = proof.applies("countable additivity", on=on, uses=(one, total, exists), noise=of.mean,
        start=j * WIDTH, width=WIDTH, terms=mass, value=value,
        because="the average has the mass of the noise in each of these cells")
    return proof.follows(that(_behind(j, of.mean)) == of.behind(j), sums, split,
        on=on, also=(exists,), because="so it has as much as the noise from there on")


def show_split(proof: Proof, of: Average) -> str:
    """Append that a cell and what is behind it are what is behind its start."""
    return proof.shows(that(of.behind(j)) == of.cell(j) + of.behind(j + 1),
        on=of.family & index(j, 0), by="measure", uses=of.there(proof),
        because="a cell, and what is behind it")


def show_tails(proof: Proof, known: CellSteps, exists: str, symmetric: str) -> tuple[str, str]:
    """Append that the tails of the noise and of its average differ by a factor near 1."""
    split = show_split(proof, _OF)
    rays = show_rays(proof, _OF, known.masses, split, exists)
    on = FAMILY & index(j, 0) & Variable(x, j * WIDTH, (j + 1) * WIDTH, "[)")
    found = []
    even = {MEAN: symmetric, NOISE: known.even}
    for one, other, why in ((MEAN, NOISE,
        "the bound holds on both sides of the origin: the average is as far away"),
            (NOISE, MEAN,
            "the bound on a cell also says that the noise is as far away as its average")):
        there = (exists,)
        outer = proof.shows(that(Mass(one, at_least(x))) <= _behind(j, one), on=on, by="measure",
            uses=there, because="what is behind a place is behind the start of its cell")
        inner = proof.shows(that(_behind(j + 1, other)) <= Mass(other, at_least(x)), on=on,
            by="measure", uses=there, because="and what is behind its end is behind it")
        start = (rays, -1) if one == MEAN else (rays, {j: j + 1}, FACTOR)
        claim = that(Mass(one, at_least(x))) <= FACTOR * Mass(other, at_least(x))
        near = proof.follows(claim, outer, (inner, FACTOR), known.tail, split, start, on=on,
            because="behind x there is at most cell j and what is behind it, and the cell has at "
            "most 1/(b i) of that")
        whole = proof.shows(claim, on=FAMILY & HALF_LINE, by="multiples", uses=(near,), variable=x,
            width=WIDTH, index=j, because="every place lies in some cell")
        found.append(_show_both(proof, whole, one, other, even, exists, why))
    return found[0], found[1]


def _show_both(proof: Proof, ray: str, one: sp.Expr, other: sp.Expr, even: dict[sp.Expr, str],
        exists: str, why: str) -> str:
    """Append for both sides what is known of the right one."""
    on = FAMILY & positive(x)
    sides = []
    for noise in (one, other):
        where = at_least(x)
        turned = proof.shows(that(Mass(noise, Mirror(where))) == Mass(noise, where), on=on,
            by="mirror", uses=(even[noise], exists), set=where,
            because="the left side has what the right one has")
        both = proof.shows(
            that(Mass(noise, beyond(x))) == Mass(noise, where) + Mass(noise, Mirror(where)), on=on,
            by="measure", uses=(exists,), because="both sides")
        sides += [turned, both]
    return proof.follows(that(Mass(one, beyond(x))) <= FACTOR * Mass(other, beyond(x)), (ray, 2),
        (sides[0], -1), (sides[1], -1), (sides[2], FACTOR), (sides[3], FACTOR), on=on,
        because=f"{why}, up to this factor")
