"""Theorem 1: the mass of [-Delta/2, Delta/2] decides the (0, delta) constraint."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Moved, at_least
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import (EVEN, MONOTONE, PAPER, SENSITIVITY, Delta, X, x)
from dpproofs.theorems.additive.symmetric import (Symmetric, centre, point, show_no_atoms,
    show_private)
from dpproofs.theorems.samples import symmetric

_ON = Domain((SENSITIVITY,))
_CENTRE = Mass(X(), centre())
_T = at_least(-Delta / 2)

SUFFICIENT = Goal(Private(X(), sp.Integer(0), _CENTRE, Delta), _ON)
NECESSARY = Goal(that(_CENTRE) <= Mass(X(), _T) - Mass(X(), Moved(_T, Delta)), _ON)

THEOREM1 = Statement(id="additive.thm1", paper=PAPER, item="Theorem 1",
    title="the mass near the origin decides the (0, delta) constraint",
    printed_latex=r"\begin{gathered}P\text{ symmetric and monotonically decreasing:}\\ "
    r"|P(S)-P(S+d)|\le\delta\ \ \forall S,\ |d|\le\Delta\iff "
    r"P\bigl([-\tfrac\Delta2,\tfrac\Delta2]\bigr)\le\delta\end{gathered}", parameters=_ON,
    given=(X,), hypotheses=(EVEN, MONOTONE), printed=(SUFFICIENT, NECESSARY),
    note="Both directions at once, for every delta: the noise is (0, c)-private with c the mass of "
    "[-Delta/2, Delta/2], and the half line T = [-Delta/2, oo) with the shift Delta shows that it "
    "is with no smaller delta: P(T) - P(T + Delta) >= c. Property 2 is used for intervals (x, "
    "x+h], x >= 0, only. What a set leaves out is moved where it has at most that mass.",
    examples=({"X": symmetric(sp.Lambda(x, sp.exp(-x)))},
        {"X": symmetric(sp.Lambda(x, 2 * sp.Max(0, 1 - x / 3) / 3))}))


def derive() -> Derivation:
    proof = Proof(_ON, THEOREM1)
    even = proof.assumes(EVEN, because="the noise is symmetric")
    moves = proof.assumes(MONOTONE, because="Property 2 for (x, x+h], moved outwards by a")
    atoms = show_no_atoms(proof, Symmetric(X(), even, moves))
    show_private(proof, Symmetric(X(), even, moves, _ON), atoms=atoms)
    lost = proof.shows(
        that(_CENTRE) <= Mass(X(), _T) - Mass(X(), Moved(_T, Delta)) + Mass(X(), point(Delta / 2)),
        by="measure",
        because="[-Delta/2, oo) moved by Delta is [Delta/2, oo), and loses [-Delta/2, Delta/2)")
    proof.key(lost)
    proof.follows(NECESSARY, lost, atoms.ahead,
        because="the end Delta/2 has no mass, so that [-Delta/2, oo) loses that of [-Delta/2, "
            "Delta/2]")
    return proof.done()


CLAIMS = (Claim(THEOREM1, derive),)
