"""Lemma 18: private noise has no atoms, and it reaches every interval."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Moved, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.staircase.definitions import ON, n
from dpproofs.theorems.staircase.noise import PRIVATE, X
from dpproofs.theorems.staircase.search import Fact
from dpproofs.theorems.staircase.setting import PAPER, Delta, b

_zero = sp.Integer(0)
_y = sp.Symbol("y", real=True)
_w, _more = sp.Symbol("w", positive=True), sp.Symbol("a", nonnegative=True)
_noise = X()

_PLACE = ON & real(_y)
_COUNT = index(n, 0)
_CELLS = _PLACE & Variable(_w, _zero, Delta, "(]")
_LONG = _PLACE & Variable(_w, Delta, sp.oo, "[)")

_POINT = Mass(_noise, interval(_y, _y, "[]"))
_CELL = interval(_y, _y + _w, "[)")
_CLOSED = Mass(_noise, interval(_y, _y + _w, "[]"))

#: What n translates on either side weigh at most, in units of the cell's mass.
_right, _left = (b ** (-n) - 1) * b / (1 - b), (b ** (-n) - 1) / (1 - b)
_both = (b ** (-n) - 1) * (1 + b) / (1 - b)

LEMMA18 = Statement(id="staircase.appB.lem18", paper=PAPER, item="Lemma 18",
    title="private noise has no atoms, and every interval has positive mass",
    printed_latex=r"P(\{x\})=0\ \text{ for every }x,\qquad P([y,z])>0\ \text{ for all }y<z",
    parameters=ON, given=(X,),
    printed=(Goal(that(_POINT) == 0, _PLACE),
        Goal(that(0) < _CLOSED, _PLACE & positive(_w))), hypotheses=(PRIVATE,),
    note="The interval is [y, y + w] with w > 0; for w = 0 the second part is false, as the first "
    "says. Points: the n + 1 points y + Delta/k have at least b times the mass of y each. "
    "Intervals: n translates of [y, y + w) on either side have at most a multiple of its mass, and "
    "they grow to the whole line.",
    examples=({"X": laplace(b, Delta)}, {"X": laplace(b, 2 * Delta, (), sp.Integer(1))}))


def _at(proof: Proof, private: str, piece: sp.Expr, shift: sp.Expr, on: Domain, why: str) -> str:
    """Append privacy for an interval, with the moved interval written out."""
    place, lower, upper = piece.args
    there = piece.func(place, lower + shift, upper + shift)
    said = proof.shows(that(Mass(_noise, piece)) <= Mass(_noise, Moved(piece, shift)) / b, on=on,
        by="privacy", uses=(private,), set=piece, shift=shift,
        because="privacy for one set and one shift")
    same = proof.shows(that(Mass(_noise, Moved(piece, shift))) == Mass(_noise, there), on=on,
        by="measure", because="where the set is moved to")
    return proof.follows(that(Mass(_noise, piece)) <= Mass(_noise, there) / b, said, same, on=on,
        because=why)


def derive() -> Derivation:
    proof = Proof(_CELLS, LEMMA18)
    private = proof.assumes(PRIVATE, because="(33): the noise is private")
    _no_atoms(proof, private)
    _reaches(proof, private)
    return proof.done()


def _no_atoms(proof: Proof, private: str) -> None:
    """Points nearer and nearer to y have at least b times its mass, and 1 in all."""
    on = _PLACE & _COUNT
    near = Delta / (n + 1)
    part = Mass(_noise, interval(_y + near, _y + Delta, "(]"))
    farther = Delta / (n + 2)
    step = Mass(_noise, interval(_y + farther, _y + near, "(]"))
    moved = _at(proof, private, interval(_y, _y, "[]"), near, on,
        "the point y + Delta/(n + 1) has at least b times the mass of y")
    adds = proof.shows(that(part.xreplace({n: n + 1})) == part + step, on=on, by="measure",
        because="the interval from there to y + Delta, and one piece more")
    holds = proof.shows(that(Mass(_noise, interval(_y + near, _y + near, "[]"))) <= step, on=on,
        by="measure", because="the piece contains the point y + Delta/(n + 1)")
    grows = proof.follows(that(b * _POINT) <= part.xreplace({n: n + 1}) - part, (moved, b), adds,
        holds, on=on, because="so every piece has at least b times the mass of y")
    many = proof.applies("induction", on=on, uses=(grows,), because="add up the first n pieces",
        terms=part, step=b * _POINT, last=sp.oo)
    total = proof.shows(that(part) <= 1, on=on, by="measure", because="a probability is at most 1")
    empty = part.xreplace({n: _zero})
    least = proof.shows(that(0) <= empty, on=_PLACE, by="measure", because="and not negative")
    bounded = proof.follows(that(n * (b * _POINT)) <= 1, many, total, least, on=on,
        because="n pieces together have at most mass 1")
    nothing = proof.applies("Archimedes", on=_PLACE, uses=(bounded,),
        because="this holds for every n", value=b * _POINT, bound=1)
    most = proof.follows(that(_POINT) <= 0, nothing, on=_PLACE,
        because="so the mass of a point is not positive")
    positive_ = proof.shows(that(0) <= _POINT, on=_PLACE, by="measure",
        because="nor is it negative")
    proof.concludes(LEMMA18.printed[0], by="rule",
        because="for every n the mass of y is at most 1/(b n), and so 0", uses=(most, positive_),
        rule="antisymmetry", bindings={"left": _POINT, "right": _zero}, latex=r"P(\{y\})=0")


def _side(proof: Proof, private: str, *, ahead: bool) -> str:
    """Append that n translates to one side weigh at most a multiple of the cell."""
    on = _CELLS & _COUNT
    start = _y + n * _w if ahead else _y - (n + 1) * _w
    cell = interval(start, start + _w, "[)")
    part = Mass(_noise, interval(_y, start, "[)") if ahead else interval(start + _w, _y, "[)"))
    whole, one, most = Mass(_noise, _CELL), Mass(_noise, cell), _right if ahead else _left
    onward = _at(proof, private, cell.xreplace({n: n + 1}), -_w if ahead else _w, on,
        "a translate further out has at most 1/b times the mass")
    scaled = -(b**n) * one
    step = proof.follows(that(0) <= scaled.xreplace({n: n + 1}) - scaled, (onward, b ** (n + 1)),
        on=on, because="scaled back, it has no more mass")
    falls = proof.applies("induction", on=on, uses=(step,),
        because="so the n-th translate has at most b^(-n) times the mass of the first",
        terms=scaled, step=0, last=sp.oo)
    adds = proof.shows(that(part.xreplace({n: n + 1})) == part + one, on=on, by="measure",
        because="one translate more")
    facts: list[Fact] = [(falls, {}, b ** (-n)), (adds, {}, sp.Integer(-1))]
    if not ahead:
        first = _at(proof, private, cell.xreplace({n: _zero}), _w, _CELLS,
            "the first translate to the left has at most 1/b times the mass of the cell")
        facts.append((first, {}, b ** (-n)))
    room = most * whole - part
    grows = proof.follows(that(0) <= room.xreplace({n: n + 1}) - room, *facts, on=on,
        because="the next translate adds at most what the geometric sum grows by")
    kept = proof.applies("induction", on=on, uses=(grows,), because="add up the translates",
        terms=room, step=0, last=sp.oo)
    none = proof.shows(that(part.xreplace({n: _zero})) <= 0, on=_PLACE & positive(_w),
        by="measure", because="no translate has no mass")
    return proof.follows(that(part) <= most * whole, kept, none, on=on,
        because="so they weigh at most a multiple of the cell")


def _reaches(proof: Proof, private: str) -> None:
    """The translates of a cell grow to the whole line."""
    on = _CELLS & _COUNT
    right, left = (_side(proof, private, ahead=ahead) for ahead in (True, False))
    halves = interval(_y, _y + n * _w, "[)"), interval(_y - n * _w, _y, "[)")
    both = Mass(_noise, interval(_y - n * _w, _y + n * _w, "[)"))
    joined = proof.shows(that(both) == Mass(_noise, halves[0]) + Mass(_noise, halves[1]), on=on,
        by="measure", because="the two sides")
    bounded = proof.follows(that(both) <= Mass(_noise, _CELL) * _both, right, left, joined, on=on,
        because="both sides together weigh at most a multiple of it")
    sign = _sign(proof)
    some = proof.applies("exhaustion", on=_CELLS, uses=(bounded, sign),
        because="they grow to the whole line, so the cell has some mass", noise=_noise, start=_y,
        width=_w, value=Mass(_noise, _CELL), terms=_both)
    first = interval(_y, _y + Delta, "[)")
    parts = []
    for where, cell, at in ((_CELLS, _CELL, {}), (_LONG, first, {_w: Delta})):
        inside = proof.shows(that(Mass(_noise, cell)) <= _CLOSED, on=where, by="measure",
            because="the interval contains such a cell")
        parts.append(proof.follows(LEMMA18.printed[1].proposition, (some, at), inside, on=where,
                because="the interval contains such a cell"))
    proof.concludes(LEMMA18.printed[1], by="cases", uses=parts,
        because="short intervals and long ones have some mass", latex=r"0<P([y,y+w])")


def _sign(proof: Proof) -> str:
    """Append that the multiples of the cell's mass are not negative."""
    terms = _both
    rises = proof.shows(that(0) <= terms.xreplace({n: n + 1}) - terms, on=_CELLS & _COUNT,
        by="sign", because="the multiples grow with n")
    return proof.applies(
        "induction",
        on=_CELLS & _COUNT, uses=(rises,), because="the multiples grow with n, from 0 on",
        terms=terms, step=0, last=sp.oo)


CLAIMS = (Claim(LEMMA18, derive),)
