"""Theorem 1: the mass of [-Delta/2, Delta/2] decides the (0, delta) constraint."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.additive.setting import (
    HALF_LINE,
    MONOTONE,
    PAPER,
    SENSITIVITY,
    Delta,
    G,
    h,
    mass,
    shift,
    x,
)  # fmt: skip

d = sp.Symbol("d", positive=True)
_ON = Domain((SENSITIVITY,))
_SHIFTED = _ON & Variable(d, sp.Integer(0), Delta, "(]")

centre = 1 - 2 * G(Delta / 2)  # P([-Delta/2, Delta/2]), no atom off the origin


@dataclass(frozen=True)
class Piece:
    """Part of the line on which P((x, x+h]) is compared with P((x+d, x+d+h]).

    ``instance`` gives the point, and ``away`` the distance, with which Property 2 is used;
    ``outer`` says that the shift brings the piece closer to the origin.
    """

    name: str
    lower: sp.Expr
    upper: sp.Expr
    here: sp.Expr
    there: sp.Expr
    instance: sp.Expr
    away: sp.Expr
    outer: bool
    text: str


_LEFT = G(-x - h) - G(-x)  # P((x, x+h]) for x + h < 0, by symmetry
_RIGHT = G(x + d) - G(x + d + h)  # P((x+d, x+d+h]) for x + d > 0

PIECES = (
    Piece(
        "A", -sp.oo, -d, _LEFT, G(-x - h - d) - G(-x - d), -x - h - d, d, True,
        "left of -d, a shift by d brings an interval closer to 0 on the same side",
    ),
    Piece(
        "B", -d, -d / 2, _LEFT, _RIGHT, x + d, -2 * x - h - d, True,
        "between -d and -d/2 the shifted interval lies on the other side of 0, but closer to it",
    ),
    Piece(
        "C", -d / 2, sp.Integer(0), _LEFT, _RIGHT, -x - h, 2 * x + h + d, False,
        "between -d/2 and 0 the shifted interval lies on the other side of 0, and farther away",
    ),
    Piece(
        "D", sp.Integer(0), sp.oo, G(x) - G(x + h), _RIGHT, x, d, False,
        "right of 0 a shift by d moves an interval away from 0",
    ),
)  # fmt: skip

_AB = {piece.name: (mass(f"P_{piece.name}"), mass(f"P_{piece.name}d")) for piece in PIECES}
_ATOM, _ORIGIN = mass("P_0"), 1 - 2 * G(0)

#: P(S) - P(S+d) written over the pieces: S meets A and B in sets of masses P_A and P_B, while
#: P_C and P_D are the masses of what S leaves out of C and D; P_0 is the part of the atom in S.
DIFFERENCE = (
    (_AB["A"][0] - _AB["A"][1])
    + (_AB["B"][0] - _AB["B"][1])
    + (G(0) - G(d / 2) - _AB["C"][0])
    - (G(d / 2) - G(d) - _AB["C"][1])
    + (G(0) - _AB["D"][0])
    - (G(d) - _AB["D"][1])
    + _ATOM
)

BOUND = relation_goal(DIFFERENCE, "<=", centre, _SHIFTED)
ATTAINED = relation_goal(mass("P_T") - mass("P_Td"), "==", centre, _ON)

_WEAK = Domain((HALF_LINE, Variable(shift, sp.Integer(0), sp.oo, "[)")))
_DECREASING = relation_goal(G(x + shift), "<=", G(x), _WEAK)
_ATOM_PART = relation_goal(_ATOM, "<=", _ORIGIN, Domain())
_HALF = relation_goal(mass("P_T"), "==", 1 - G(Delta / 2), _ON)
_MOVED = relation_goal(mass("P_Td"), "==", G(Delta / 2), _ON)


def _model(tail: sp.Expr) -> dict[str, sp.Lambda]:
    """A symmetric noise distribution with S the half line [-d/2, oo)."""
    empty = [f"P_{piece.name}{suffix}" for piece in PIECES for suffix in ("", "d")]
    return {
        "G": sp.Lambda(x, tail),
        "P_0": sp.Lambda((), 1 - 2 * tail.subs(x, 0)),
        "P_T": sp.Lambda((), 1 - tail.subs(x, Delta / 2)),
        "P_Td": sp.Lambda((), tail.subs(x, Delta / 2)),
        **{name: sp.Lambda((), 0) for name in empty},
    }


THEOREM1 = Statement(
    id="additive.thm1",
    paper=PAPER,
    item="Theorem 1",
    title="the mass near the origin decides the (0, delta) constraint",
    printed_latex=r"\begin{gathered}P\text{ symmetric and monotonically decreasing:}\\ "
    r"|P(S)-P(S+d)|\le\delta\ \ \forall S,\ |d|\le\Delta"
    r"\iff P\bigl([-\tfrac\Delta2,\tfrac\Delta2]\bigr)\le\delta\end{gathered}",
    printed=(BOUND, ATTAINED),
    hypotheses=(MONOTONE, _DECREASING, _ATOM_PART, _HALF, _MOVED),
    note="Read as: the largest value of P(S) - P(S+d) over all sets S and shifts 0 < d <= Delta "
    "is P([-Delta/2, Delta/2]) (negative d by symmetry), from which both directions follow at "
    "once. G(x) = P((x, oo)). The single points -d and -d/2, not in any piece, have no mass, and "
    "-d is moved to 0. What S leaves out of C and D is moved where it has at most that mass.",
    examples=(_model(sp.exp(-x) / 3), _model(1 / (2 + x) / 2)),
)


def derive() -> Derivation:
    proof = Proof(_ON)
    moves, decreases, atom, half, moved = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            THEOREM1.hypotheses,
            (
                "Property 2 for S = (x, x+h] moved outwards by a, with G(x) = P((x, oo))",
                "a tail does not increase",
                "the part of the origin's atom that lies in S",
                "symmetry: the complement of T = [-Delta/2, oo) is (Delta/2, oo) reflected",
                "T + Delta = [Delta/2, oo), and Delta/2 carries no mass (Lemma 2)",
            ),
            (
                "",
                "",
                r"P_0\le P(\{0\})=1-2G(0)",
                r"P(T)=1-G(\tfrac\Delta2)",
                r"P(T+\Delta)=G(\tfrac\Delta2)",
            ),
            strict=True,
        )
    )
    sets = {piece.name: _piece(proof, piece, moves) for piece in PIECES}
    combined = proof.shows(
        Relation(DIFFERENCE, "<=", 1 - 2 * G(d / 2)),
        on=_SHIFTED,
        by="entailment",
        because="add up the pieces: S gains nothing on A and B, and loses by leaving out parts "
        "of C and D; what remains is the mass of (-d/2, d/2)",
        uses=(*sets.values(), atom),
        facts=[*((name, {}, 1) for name in sets.values()), (atom, {}, 1)],
        latex=r"P(S)-P(S+d)\le 1-2G(\tfrac d2)=P\bigl((-\tfrac d2,\tfrac d2)\bigr)",
    )
    proof.concludes(
        BOUND,
        by="entailment",
        because="d is at most Delta",
        uses=(combined, decreases),
        facts=[(combined, {}, 1), (decreases, {x: d / 2, shift: (Delta - d) / 2}, 2)],
        latex=r"P(S)-P(S+d)\le 1-2G(\tfrac\Delta2)=P\bigl([-\tfrac\Delta2,\tfrac\Delta2]\bigr)",
    )
    proof.concludes(
        ATTAINED,
        by="entailment",
        because="the half line T = [-Delta/2, oo), moved by Delta, attains the bound",
        uses=(half, moved),
        facts=[(half, {}, 1), (moved, {}, -1)],
        latex=r"P(T)-P(T+\Delta)=P\bigl([-\tfrac\Delta2,\tfrac\Delta2]\bigr)",
    )
    return proof.done()


def _piece(proof: Proof, piece: Piece, moves: str) -> str:
    """Compare a piece with its shift: first on intervals, then on sets."""
    room = sp.oo if piece.upper is sp.oo else piece.upper - x
    on = Domain((positive(d), between(x, piece.lower, piece.upper), between(h, 0, room)))
    smaller, larger = (piece.here, piece.there) if piece.outer else (piece.there, piece.here)
    interval = proof.shows(
        Relation(smaller, "<=", larger),
        on=on,
        by="entailment",
        because=f"{piece.text} (piece {piece.name})",
        uses=(moves,),
        facts=[(moves, {x: piece.instance, shift: piece.away}, 1)],
    )
    here, there = _AB[piece.name]
    less, more = (here, there) if piece.outer else (there, here)
    return proof.shows(
        Relation(less, "<=", more),
        on=Domain((positive(d),)),
        by="rule",
        because=f"from intervals to all sets inside piece {piece.name}",
        uses=(interval,),
        rule="interval domination",
        bindings={
            "smaller": smaller,
            "larger": larger,
            "set_smaller": sp.Symbol(str(less.func)),
            "set_larger": sp.Symbol(str(more.func)),
            "lower": piece.lower,
            "upper": piece.upper,
        },
    )


CLAIMS = (Claim(THEOREM1, derive),)
