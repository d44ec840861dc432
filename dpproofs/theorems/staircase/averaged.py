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
_j, m = sp.symbols("j m", integer=True)
WIDTH = Delta / i
FINE, _WHICH = index(i, 1), index(m, 0)
EACH = ON & _WHICH
FAMILY = ON & FINE & _WHICH
_PERIODS = FAMILY & index(n, 0)
HALF_LINE = Variable(x, ZERO, sp.oo, "[)")

#: Private noise P_0, P_1, ...
X = Given("X", "noise", 1)
NOISE = X(m)


def _cell(place: sp.Expr) -> sp.Expr:
    """The mass of the cell that begins at a multiple of the width."""
    return Mass(NOISE, interval(place * WIDTH, (place + 1) * WIDTH, "[)"))


def _behind(place: sp.Expr, noise: sp.Expr = NOISE) -> sp.Expr:
    """The mass from there on."""
    return Mass(noise, at_least(place * WIDTH))


#: The mass of a cell, and the density of the average.
MASS = Value("p", (i, m, n), _PERIODS, _cell(n))
DENSITY = Pieces("f", x, (i, m), FAMILY, (Piece(MASS(i, m, n) / WIDTH, WIDTH),), period=WIDTH,
    index=n)
AVERAGE = Law("P", (i, m), FAMILY, "f")
MEAN = AVERAGE(i, m)

PRIVATE = Goal(Private(NOISE, -sp.log(b), ZERO, Delta), EACH)
EVEN = Goal(Even(NOISE), EACH)
EXISTS = Goal(Proper(MEAN), FAMILY)
IS_EVEN = Goal(Even(MEAN), FAMILY)
IS_PRIVATE = Goal(Private(MEAN, -sp.log(b), ZERO, Delta), FAMILY)
#: By how much tails, and costs beyond L(0), may differ.
FACTOR = 1 + 1 / (b * i)


@dataclass(frozen=True)
class Known:
    """Steps that other steps use: privacy and evenness of the noise, the masses of cells, and what
    the mass of a cell is at most.
    """

    private: str
    even: str
    masses: str
    tail: str

    @classmethod
    def of(cls, proof: Proof, private: str, even: str) -> Known:
        """Append what the derivation begins with, of noise that is private and even."""
        masses = proof.unfolds(MASS, because="the mass of the n-th cell")
        return cls(private, even, masses, _show_tail(proof, private))


def show_average(proof: Proof, known: Known) -> tuple[str, str]:
    """Append that the average exists, is even and private; return the first two."""
    exists = _show_exists(proof, known)
    even = proof.concludes(IS_EVEN, by="evenness", uses=(exists,),
        because="the density is even, as a function in pieces of abs(x) is")
    _show_private(proof, known, exists)
    return exists, even


def _moved(proof: Proof, private: str, one: sp.Expr, steps: sp.Expr, on: Domain, why: str) -> str:
    """Append privacy for a cell and the cell that is some steps ahead."""
    there = Moved(_cell(one).args[1], steps * WIDTH)
    said = proof.shows(that(_cell(one)) <= Mass(NOISE, there) / b, on=on, by="privacy",
        uses=(private,), set=_cell(one).args[1], shift=steps * WIDTH,
        because="(33) for the cell of one place")
    same = proof.shows(that(Mass(NOISE, there)) == _cell(one + steps), on=on, by="measure",
        because="moved to the cell of the other")
    return proof.follows(that(_cell(one)) <= _cell(one + steps) / b, said, same, on=on,
        because=why)


def _show_tail(proof: Proof, private: str) -> str:
    """Append that a cell has at most 1/(b i) of the mass behind it."""
    on, some = FAMILY & index(_j, 0), index(n, 0, i - 1)
    part = Mass(NOISE, interval((_j + 1) * WIDTH, (_j + 1 + n) * WIDTH, "[)"))
    moved = _moved(proof, private, _j, n + 1, on & some,
        "each of the i cells behind the j-th has at least b times its mass")
    adds = proof.shows(that(part.xreplace({n: n + 1})) == part + _cell(_j + 1 + n), on=on & some,
        by="measure", because="one cell more")
    grows = proof.follows(that(b * _cell(_j)) <= part.xreplace({n: n + 1}) - part, (moved, b),
        adds, on=on & some, because="so each adds that much")
    counted = proof.applies("induction", on=on & index(n, 0, i), uses=(grows,),
        because="add up the masses of n cells", terms=part, step=b * _cell(_j), last=i)
    none = proof.shows(that(0) <= part.xreplace({n: ZERO}), on=on, by="measure",
        because="no cell has no mass")
    inside = proof.shows(that(part.xreplace({n: i})) <= _behind(_j + 1), on=on, by="measure",
        because="the half line behind the j-th cell contains them all")
    return proof.follows(that(b * i * _cell(_j)) <= _behind(_j + 1), (counted, {n: i}), none,
        inside, on=on, because="so the mass of a cell is at most 1/(b i) of the mass behind it")


def _show_half(proof: Proof, known: Known) -> str:
    """Append that half of the mass lies right of 0, of which 0 has none."""
    point = Mass(NOISE, interval(0, 0, "[]"))
    inside = proof.shows(that(point) <= _cell(ZERO), on=FAMILY, by="measure",
        because="0 begins the first cell")
    most = proof.shows(that(_behind(sp.Integer(1))) <= 1, on=FAMILY, by="measure",
        because="a probability is at most 1")
    least = proof.shows(that(0) <= point, on=EACH, by="measure", because="nor is it negative")
    bounded = proof.follows(that(n * (b * point)) <= 1, (inside, {i: n + 1}, b * (n + 1)),
        (known.tail, {i: n + 1, _j: 0}), (most, {i: n + 1}), (least, b), on=EACH & index(n, 0),
        because="as the cells shrink they have less and less mass")
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


def _integral(proof: Proof, on: Domain, place: sp.Expr) -> str:
    """Append the integral of the density over a cell."""
    level = MASS(i, m, place) / WIDTH
    return proof.shows(Integral(level, x, place * WIDTH, (place + 1) * WIDTH, level * WIDTH), on=on,
        by="integral", antiderivative=level * x, because="the density has the mass of the cell")


def _show_exists(proof: Proof, known: Known) -> str:
    """Append that the average is a probability."""
    half = _show_half(proof, known)
    some = proof.shows(that(0) <= _cell(n), on=_PERIODS, by="measure",
        because="a mass is not negative")
    level = proof.follows(that(0) <= DENSITY.pieces[0].value, some, known.masses,
        on=_PERIODS & Variable(x, *DENSITY.ends(0), "[)", hollow=True),
        because="nor is the density")
    one = _integral(proof, _PERIODS, n)
    cells = proof.follows(that(_cell(n)) == MASS(i, m, n), known.masses, on=_PERIODS,
        because="what the cells have")
    total = proof.applies("masses of cells", on=FAMILY, uses=(cells, half), noise=NOISE, start=ZERO,
        width=WIDTH, terms=MASS(i, m, n), value=_half, because="adds up to half of the mass")
    return proof.concludes(EXISTS, by="existence", uses=(level, one, total),
        because="so the average is a probability")


def _show_private(proof: Proof, known: Known, exists: str) -> None:
    """Append privacy of the average, from two cells that are at most i apart."""
    pair = _PERIODS & index(n_1, 0, i)
    here, there = Variable(x, ZERO, WIDTH, "[)"), Variable(d, ZERO, WIDTH, "[)")
    places = Domain((*pair, here, there))
    value = proof.on_piece(DENSITY, 0, because="the density on the n-th cell")
    at = {n: n, x: n * WIDTH + x}, {n: n + n_1, x: (n + n_1) * WIDTH + d}
    levels = [DENSITY(i, m, where[x]) for where in at]
    sides = []
    for one, steps, (low, high) in ((n, n_1, levels), (n + n_1, -n_1, levels[::-1])):
        cells = _moved(proof, known.private, one, steps, pair,
            "so their masses differ by a factor 1/b at most")
        sides.append(proof.follows(that(low) <= high / b, cells, (value, at[0]), (value, at[1]),
                (known.masses, {}), (known.masses, {n: n + n_1}), on=places,
                because="and so do the levels of the density"))
    proof.concludes(IS_PRIVATE, by="rule", uses=(*sides, exists),
        rule="privacy, by the density on cells",
        bindings={"noise": MEAN, "epsilon": -sp.log(b), "width": WIDTH, "cells": i},
        because="places at a distance of at most Delta lie in cells that are at most i apart")


def _show_rays(proof: Proof, masses: str, split: str, exists: str) -> str:
    """Append that from a multiple of the width on the average has the same mass as the noise."""
    on = FAMILY & index(_j, 0)
    cells = on & index(n, 0)
    mass = MASS(i, m, _j + n)
    ours = proof.follows(that(_cell(_j + n)) == mass, masses, on=cells, because="what a cell has")
    one = proof.shows(that(Mass(MEAN, _cell(_j + n).args[1])) == mass, on=cells, by="density",
        piece=0, period=_j + n, uses=(exists, _integral(proof, cells, _j + n)),
        because="the average has as well")
    total = proof.applies("masses of cells", on=on, uses=(ours, split), noise=NOISE,
        start=_j * WIDTH, width=WIDTH, terms=mass, value=_cell(_j) + _behind(_j + 1),
        because="all cells from there on have what lies behind")
    sums = proof.applies("countable additivity", on=on, uses=(one, total, exists), noise=MEAN,
        start=_j * WIDTH, width=WIDTH, terms=mass, value=_cell(_j) + _behind(_j + 1),
        because="and so has the average")
    return proof.follows(that(_behind(_j, MEAN)) == _behind(_j), sums, split, on=on, also=(exists,),
        because="so it has as much as the noise from there on")


def show_tails(proof: Proof, known: Known, exists: str, symmetric: str) -> tuple[str, str]:
    """Append that the tails of the noise and of its average differ by a factor near 1."""
    split = proof.shows(that(_behind(_j)) == _cell(_j) + _behind(_j + 1), on=FAMILY & index(_j, 0),
        by="measure", because="a cell, and what is behind it")
    rays = _show_rays(proof, known.masses, split, exists)
    on = FAMILY & index(_j, 0) & Variable(x, _j * WIDTH, (_j + 1) * WIDTH, "[)")
    found = []
    even = {MEAN: symmetric, NOISE: known.even}
    for one, other, why in ((MEAN, NOISE, "so the average is as far away"),
            (NOISE, MEAN, "and the noise as far as its average")):
        there = (exists,)
        outer = proof.shows(that(Mass(one, at_least(x))) <= _behind(_j, one), on=on, by="measure",
            uses=there, because="what is behind a place is behind the start of its cell")
        inner = proof.shows(that(_behind(_j + 1, other)) <= Mass(other, at_least(x)), on=on,
            by="measure", uses=there, because="and what is behind its end is behind it")
        start = (rays, -1) if one == MEAN else (rays, {_j: _j + 1}, FACTOR)
        claim = that(Mass(one, at_least(x))) <= FACTOR * Mass(other, at_least(x))
        near = proof.follows(claim, outer, (inner, FACTOR), known.tail, split, start, on=on,
            because="the cell between has 1/(b i) of the mass behind it at most")
        whole = proof.shows(claim, on=FAMILY & HALF_LINE, by="multiples", uses=(near,), variable=x,
            width=WIDTH, index=_j, because="every place lies in some cell")
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
