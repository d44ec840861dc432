"""Theorem 1: the truncated Laplacian mechanism is (epsilon, delta)-private."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.proposition import Integral, Relation, that
from dpproofs.kernel.terms import Mass, Moved, at_least, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import noise
from dpproofs.theorems.trunclap.lengths import (LENGTHS, NOISE, delta_of_length, density, end)
from dpproofs.theorems.trunclap.noise import DEFINITIONS, EXISTS, IS_PRIVATE, T
from dpproofs.theorems.trunclap.setting import PAPER, PRIVACY, Delta, eps, u

#: The last interval of length Delta, and that it gains delta at the shift by Delta.
_LAST = interval(end - Delta, end)
ATTAINED = Goal(
    that(delta_of_length) <= Mass(T, _LAST) - sp.exp(eps) * Mass(T, Moved(_LAST, Delta)), NOISE)
THEOREM1 = Statement(id="trunclap.thm1", paper=PAPER, item="Theorem 1",
    title="the truncated Laplacian mechanism is (epsilon, delta)-private",
    printed_latex=r"P(S)\le e^\epsilon P(S+d)+\delta\quad\forall S,\ |d|\le\Delta",
    parameters=NOISE, definitions=DEFINITIONS, printed=(EXISTS, IS_PRIVATE, ATTAINED),
    printed_text="P(S) <= exp(epsilon) P(S+d) + delta for all S and |d| <= Delta",
    note="For all sets and shifts. The support is [-A, A] with A = L Delta/epsilon, L = epsilon + "
    "m, and delta = (exp(epsilon) - 1)/(2 (exp(L) - 1)); m > 0, that is A > Delta, because delta < "
    "1/2. No smaller delta will do, as (A - Delta, A) at the shift Delta shows. A line of the "
    "paper's proof does not hold: claim trunclap.thm1.proof.")


def derive() -> Derivation:
    proof = Proof(LENGTHS, THEOREM1)
    proof.shows(that(sp.exp(eps)) < 1 + u, on=PRIVACY, by="sign",
        because="delta < 1/2 says that exp(L) > exp(epsilon), so that A > Delta")
    exists = noise.show_exists(proof)
    known = noise.show_masses(proof, exists)
    noise.show_private(proof, known)
    _attained(proof, exists, known)
    return proof.done()


def _attained(proof: Proof, exists: str, known: noise.MassSteps) -> None:
    """Append that the last interval of length Delta gains delta."""
    integral = proof.shows(Integral(density(noise.x), noise.x, end - Delta, end, delta_of_length),
        on=NOISE, by="integral", because="the mass of the last interval of length Delta",
        antiderivative=-(Delta / eps) * density(noise.x))
    mass = proof.shows(that(Mass(T, _LAST)) == delta_of_length, on=NOISE, by="density",
        uses=(exists, integral), piece=0, because="is delta")
    gone = proof.shows(Relation(Mass(T, Moved(_LAST, Delta)), "<=", Mass(T, at_least(end))),
        on=NOISE, by="measure", uses=(exists,), because="moved by Delta it leaves the support")
    proof.follows(ATTAINED, mass, (gone, sp.exp(eps)), known.far,
        because="the last interval of length Delta gains all of its mass, as moved by Delta it "
            "leaves the support")


CLAIMS = (Claim(THEOREM1, derive),)
