"""Lemma 2: a symmetric, monotonically decreasing distribution has no atom off the origin."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.additive.setting import PAPER, mass

_n = sp.Symbol("n", integer=True)
_COUNT = Domain((index(_n, 0),))
_atom = mass("atom")  # P({t})
_points = sp.Function("F")  # P of the first n of infinitely many points of (0, t)

LEMMA2 = Statement(
    id="additive.lem2",
    paper=PAPER,
    item="Lemma 2",
    title="no atoms off the origin",
    printed_latex=r"P(\{t\})=0\quad\text{for every }t\ne0",
    printed=(relation_goal(_atom, "<=", 0, Domain()),),
    hypotheses=(
        relation_goal(_atom, "<=", _points(_n + 1) - _points(_n), _COUNT),
        relation_goal(0, "<=", _points(0), Domain()),
        relation_goal(_points(_n), "<=", 1, _COUNT),
    ),
    note="By symmetry t > 0. F(n) is the mass of n distinct points of (0, t); by Property 2 for "
    "one-point sets each of them has at least the mass of t, since t lies farther out.",
    examples=({"F": sp.Lambda(_n, 0), "atom": sp.Lambda((), 0)},),
)


def derive() -> Derivation:
    proof = Proof(_COUNT)
    adds, start, total = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            LEMMA2.hypotheses,
            (
                "by Property 2 for a one-point set; F(n) is the mass of n points of (0, t)",
                "no point has no mass",
                "P is a probability",
            ),
            (r"P(\{t\})\le F(n+1)-F(n)", r"0\le F(0)", r"F(n)\le1"),
            strict=True,
        )
    )
    grows = proof.shows(
        Relation(_n * _atom + _points(0), "<=", _points(_n)),
        by="rule",
        because="add up the first n of these inequalities",
        uses=(adds,),
        rule="induction",
        bindings={"function": sp.Symbol("F"), "step": _atom},
        latex=r"n\,P(\{t\})+F(0)\le F(n)",
    )
    bounded = proof.shows(
        Relation(_n * _atom, "<=", sp.Integer(1)),
        by="entailment",
        because="n points together have at most mass 1",
        uses=(grows, start, total),
        facts=[(grows, {}, 1), (start, {}, 1), (total, {}, 1)],
        latex=r"n\,P(\{t\})\le1",
    )
    proof.concludes(
        LEMMA2.printed[0],
        by="rule",
        because="this holds for every n, and P({t}) is not negative, so it is 0",
        uses=(bounded,),
        rule="Archimedes",
        bindings={"value": _atom, "bound": sp.Integer(1)},
        latex=r"P(\{t\})\le0",
    )
    return proof.done()


CLAIMS = (Claim(LEMMA2, derive),)
