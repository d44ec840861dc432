"""Lemma 18: private noise has no atoms, and it reaches every interval."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index, real
from dpproofs.kernel.proposition import at_most
from dpproofs.theorems.staircase.definitions import SHIFT, d, n, u
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b

_zero, _half = sp.Integer(0), sp.Rational(1, 2)
_w, _N = sp.Symbol("w", positive=True), sp.Symbol("N", integer=True, positive=True)
_WIDTH, _ENOUGH = Variable(_w, _zero, Delta, "(]"), index(_N, 1)
_COUNT = index(n, 0)

_ON = Domain((RATIO, SENSITIVITY))
_MOVES = _ON & real(u) & SHIFT
_CELLS = _ON & _WIDTH

_point, _points = sp.Function("A"), sp.Function("F")  # A(u) = P({x + u})
_cell = sp.Function("C")  # C(u) = P([y, y + w) + u)
_sum = sp.Function("S")  # the mass of n translates on each side
_right, _left, _rest = (sp.Function(name) for name in ("E", "D", "H"))
_mass = _cell(0)

#: Grows by what the next translate on either side weighs at most, in units of the cell's mass.
_most = (1 + b) * b**-n / (1 - b)


def _model(levels: sp.Expr, total: sp.Expr) -> dict[str, sp.Lambda]:
    """No atoms; cells with given masses, and the sum of n of them on each side."""
    cells = sp.Lambda(u, levels)
    return {
        "A": sp.Lambda(u, 0),
        "F": sp.Lambda(n, 0),
        "C": cells,
        "S": sp.Lambda(n, total),
        "E": sp.Lambda(n, -(b**n) * cells(n * _w)),
        "D": sp.Lambda(n, -(b**n) * cells(-(n + 1) * _w)),
        "H": sp.Lambda(n, _most * cells(0) - total),
    }


_step = _w / Delta

LEMMA18 = Statement(
    id="staircase.appB.lem18",
    paper=PAPER,
    item="Lemma 18",
    title="private noise has no atoms, and every interval has positive mass",
    printed_latex=r"P(\{x\})=0\ \text{ for every }x,\qquad P([y,z])>0\ \text{ for all }y<z",
    printed=(
        relation_goal(_point(0), "<=", 0, _ON),
        relation_goal(0, "<", _mass, _CELLS & _ENOUGH),
    ),
    hypotheses=(
        relation_goal(_point(u), "<=", _point(u + d) / b, _MOVES),
        relation_goal(_points(0), "==", 0, _ON),
        relation_goal(_points(n + 1) - _points(n), "==", _point(Delta / (n + 1)), _ON & _COUNT),
        relation_goal(_points(n), "<=", 1, _ON & _COUNT),
        relation_goal(_cell(u), "<=", _cell(u + d) / b, _MOVES & _WIDTH),
        relation_goal(0, "<=", _mass, _CELLS),
        relation_goal(_sum(0), "==", 0, _CELLS),
        relation_goal(
            _sum(n + 1) - _sum(n), "==", _cell(n * _w) + _cell(-(n + 1) * _w), _CELLS & _COUNT
        ),
        relation_goal(_half, "<=", _sum(_N), _CELLS & _ENOUGH),
        relation_goal(_right(n), "==", -(b**n) * _cell(n * _w), _CELLS & _COUNT),
        relation_goal(_left(n), "==", -(b**n) * _cell(-(n + 1) * _w), _CELLS & _COUNT),
        relation_goal(_rest(n), "==", _most * _mass - _sum(n), _CELLS & _COUNT),
    ),
    note="A(u) = P({x+u}), and F(n) is the mass of the n points x + Delta/k, k = 1, ..., n. C(u) "
    "is the mass of the cell [y, y+w) moved by u, with y and the width 0 < w <= Delta fixed; S(n) "
    "is the mass of the n translates by 0, w, 2w, ... and of the n translates to the left. These "
    "fill the line as n grows, so that N is a number for which their mass is at least 1/2. A "
    "wider interval contains such a cell, and so does an open one. The proof gives more: P([y, "
    "y+w)) is at least b^N (1-b)/(2 (1+b)). For y = z the second part is false, as the first says.",
    examples=(
        _model(_half, n),
        _model(
            b ** (sp.Abs(u + _w / 2) / Delta - 1) / 2,
            b ** (_step / 2 - 1) * (1 - b ** (n * _step)) / (1 - b**_step),
        ),
    ),
)


def derive() -> Derivation:
    proof = Proof(_CELLS & _COUNT)
    atoms, none, adds, total, cells, positive, empty, both, enough, right, left, rest = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            LEMMA18.hypotheses,
            (
                "(33) for one point",
                "no point has no mass",
                "F(n) is the mass of the points x + Delta/k with k at most n",
                "P is a probability",
                "(33) for the cell [y, y + w) moved by u, with C(u) for its mass",
                "a mass is not negative",
                "no cell has no mass",
                "S(n) is the mass of n cells on each side of y",
                "the cells fill the line, so that N of them on each side have half of the mass",
                "a name for the mass of a cell on the right, scaled back",
                "a name for the mass of a cell on the left, scaled back",
                "a name for what the bound leaves over",
            ),
            (
                r"P(\{x+u\})\le e^{\epsilon}P(\{x+u+d\})",
                "",
                r"F(n+1)-F(n)=P(\{x+\tfrac{\Delta}{n+1}\})",
                *[""] * 9,
            ),
            strict=True,
        )
    )
    one = proof.shows(
        at_most(b * _point(0), _points(n + 1) - _points(n)),
        on=_ON & _COUNT,
        by="entailment",
        because="every point at distance at most Delta has at least b times the mass of x",
        uses=(atoms, adds),
        facts=[(atoms, {u: _zero, d: Delta / (n + 1)}, b), (adds, {}, 1)],
    )
    many = proof.shows(
        at_most(n * b * _point(0) + _points(0), _points(n)),
        on=_ON & _COUNT,
        by="rule",
        because="add up the first n of these inequalities",
        uses=(one,),
        rule="induction",
        bindings={"function": sp.Symbol("F"), "step": b * _point(0)},
    )
    bounded = proof.shows(
        at_most(n * (b * _point(0)), 1),
        on=_ON & _COUNT,
        by="entailment",
        because="n points together have at most mass 1",
        uses=(many, none, total),
        facts=[(many, {}, 1), (none, {}, 1), (total, {}, 1)],
    )
    nothing = proof.shows(
        at_most(b * _point(0), 0),
        on=_ON,
        by="rule",
        because="this holds for every n",
        uses=(bounded,),
        rule="Archimedes",
        bindings={"value": b * _point(0), "bound": sp.Integer(1)},
    )
    proof.concludes(
        LEMMA18.printed[0],
        by="entailment",
        because="so the mass of a point, which is not negative, is 0",
        uses=(nothing,),
        facts=[(nothing, {}, 1 / b)],
        latex=r"P(\{x\})\le0",
    )
    on = _CELLS & _COUNT
    sides = [
        _falls(proof, function, name, cells, at, step)
        for function, name, at, step in (
            (_right, right, n * _w, -_w), (_left, left, -(n + 1) * _w, _w),
        )
    ]  # fmt: skip
    grows = proof.shows(
        at_most(0, _rest(n + 1) - _rest(n)),
        on=on,
        by="entailment",
        because="so n cells on each side weigh at most a geometric sum",
        uses=(*sides, right, left, rest, both, cells),
        facts=[
            (sides[0], {}, b**-n),
            (right, {}, -(b**-n)),
            (right, {n: _zero}, b**-n),
            (sides[1], {}, b**-n),
            (left, {}, -(b**-n)),
            (left, {n: _zero}, b**-n),
            (cells, {u: -_w, d: _w}, b**-n),
            (rest, {n: n + 1}, 1),
            (rest, {}, -1),
            (both, {}, -1),
        ],
    )
    kept = proof.shows(
        at_most(_rest(0), _rest(n)),
        on=on,
        by="rule",
        because="add up the cells",
        uses=(grows,),
        rule="induction",
        bindings={"function": sp.Symbol("H"), "step": _zero},
    )
    scale = b**_N * (1 - b) / (1 + b)
    least = proof.shows(
        at_most(b**_N * (1 - b) / (2 * (1 + b)), _mass),
        on=_CELLS & _ENOUGH,
        by="entailment",
        because="half of the mass is at most a multiple of the mass of the cell",
        uses=(kept, rest, empty, enough, positive),
        facts=[(kept, {n: _N}, scale), (rest, {n: _N}, -scale), (rest, {n: _zero}, scale),
               (empty, {}, -scale), (enough, {}, scale), (positive, {}, b**_N)],
        latex=r"\frac{b^N(1-b)}{2(1+b)}\le P([y,y+w))",
    )  # fmt: skip
    proof.concludes(
        LEMMA18.printed[1],
        by="entailment",
        because="which is therefore not 0",
        uses=(least,),
        facts=[(least, {}, 1)],
        latex=r"0<P([y,y+w))",
    )
    return proof.done()


def _falls(
    proof: Proof, name: sp.Expr, meaning: str, cells: str, at: sp.Expr, back: sp.Expr
) -> str:
    """The mass of the n-th translate is at most b^(-n) times that of the first."""
    step = proof.shows(
        at_most(0, name(n + 1) - name(n)),
        by="entailment",
        because="a translate further out has at most 1/b times the mass",
        uses=(cells, meaning),
        facts=[
            (cells, {u: at.xreplace({n: n + 1}), d: back}, b ** (n + 1)),
            (meaning, {n: n + 1}, 1),
            (meaning, {}, -1),
        ],
    )
    return proof.shows(
        at_most(name(0), name(n)),
        by="rule",
        because="so after n translates at most b^(-n) times",
        uses=(step,),
        rule="induction",
        bindings={"function": sp.Symbol(str(name)), "step": _zero},
    )


CLAIMS = (Claim(LEMMA18, derive),)
