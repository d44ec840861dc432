"""Lemma 2: a symmetric, monotonically decreasing distribution has no atom off the origin."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import EVEN, MONOTONE, PAPER, X, x
from dpproofs.theorems.additive.symmetric import Symmetric, point, show_no_atoms, t
from dpproofs.theorems.samples import symmetric

_PLACES = Domain((positive(t),))

LEMMA2 = Statement(id="additive.lem2", paper=PAPER, item="Lemma 2", title="no atoms off the origin",
    printed_latex=r"P(\{t\})=0\quad\text{for every }t\ne0", given=(X,), hypotheses=(EVEN, MONOTONE),
    printed=(Goal(that(Mass(X(), point(t))) <= 0, _PLACES),
        Goal(that(Mass(X(), point(-t))) <= 0, _PLACES)),
    note="For all t > 0, at t and at -t; that a mass is not negative is an axiom. Property 2 is "
    "used for intervals (x, x+h], x >= 0, only.",
    examples=({"X": symmetric(sp.Lambda(x, sp.exp(-x)))},
        {"X": symmetric(sp.Lambda(x, 2 * sp.Max(0, 1 - x / 3) / 3))}))


def derive() -> Derivation:
    proof = Proof(Domain(), LEMMA2)
    even = proof.assumes(EVEN, because="the noise is symmetric")
    moves = proof.assumes(MONOTONE, because="Property 2 for (x, x+h], moved outwards by a")
    show_no_atoms(proof, Symmetric(X(), even, moves))
    return proof.done()


CLAIMS = (Claim(LEMMA2, derive),)
