"""Lemmas 16 and 17: noise may be taken to be symmetric."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Mirror, Moved, beyond
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.staircase.definitions import ON, SHIFT, L, S, d
from dpproofs.theorems.staircase.noise import EPSILON, X, x
from dpproofs.theorems.staircase.noise import PRIVATE as GIVEN
from dpproofs.theorems.staircase.setting import PAPER, Delta, b

_half = sp.Rational(1, 2)
_ANY = Domain()
_SHIFTED = ON & SHIFT
SYM = Given("X_sym", "noise")
_noise, _sym = X(), SYM()

AVERAGE = Goal(that(Mass(_sym, S)) == (Mass(_noise, S) + Mass(_noise, Mirror(S))) / 2, _ANY)
_KEPT = Goal(that(Mass(_sym, S)) <= Mass(_sym, Moved(S, d)) / b, _SHIFTED)
_EVEN = Goal(that(Mass(_sym, Mirror(S))) == Mass(_sym, S), _ANY)
_PRIVATE = Goal(Private(_sym, EPSILON, sp.Integer(0), Delta), ON)
_NO_MORE = Goal(Cheaper(_sym, _noise, L.name), _ANY)
_NO_LESS = Goal(Cheaper(_noise, _sym, L.name), _ANY)

SYMMETRISED = Statement(id="staircase.appB.lem16", paper=PAPER, item="Lemma 16, Lemma 17",
    title="symmetrising keeps privacy and the cost, so that symmetric noise is enough",
    printed_latex=r"\begin{gathered}P_{sym}(S)=\tfrac12\bigl(P(S)+P(-S)\bigr):\quad P_{sym}(S)\le "
    r"e^{\epsilon}P_{sym}(S+d),\qquad\int L\,dP_{sym}=\int L\,dP;\\ \inf_{P\in SP}\int "
    r"L\,dP=\inf_{P\in SP_{sym}}\int L\,dP\end{gathered}", parameters=ON, given=(X, SYM, L),
    printed=(_KEPT, _EVEN, _PRIVATE, _NO_MORE, _NO_LESS), hypotheses=(GIVEN, AVERAGE),
    note="X_sym is the average of X and its reflection, and S is any measurable set. X_sym is "
    "symmetric and private, and each of the two costs no more than the other, for every cost, in "
    "[0, oo]. So every private noise has a symmetric one of the same cost: that is Lemma 17, since "
    "the infimum over fewer distributions is not smaller.",
    examples=({"X": laplace(b, Delta), "X_sym": laplace(b, Delta)},
        {"X": laplace(b, 2 * Delta), "X_sym": laplace(b, 2 * Delta)}))


def derive() -> Derivation:
    proof = Proof(_SHIFTED, SYMMETRISED)
    private = proof.assumes(GIVEN, because="(33): the noise is private")
    average = proof.assumes(AVERAGE, because="the average of the noise and its reflection",
        latex=r"P_{sym}(S)=\tfrac12\bigl(P(S)+P(-S)\bigr)")
    _show_private(proof, private, average)
    mirrored = _average_of(proof, average, Mirror(S), _ANY)
    twice = proof.shows(that(Mass(_noise, Mirror(Mirror(S)))) == Mass(_noise, S), on=_ANY,
        by="measure", because="reflected twice a set is itself again")
    proof.concludes(_EVEN, by="entailment", because="the average is symmetric",
        uses=(average, mirrored, twice),
        facts=[(mirrored, {}, 1), (average, {}, -1), (twice, {}, _half)],
        latex=r"P_{sym}(-S)=P_{sym}(S)")
    _show_costs(proof, average)
    return proof.done()


def _average_of(proof: Proof, average: str, where: sp.Expr, on: Domain) -> str:
    """Append the definition of the average for another set."""
    return proof.shows(AVERAGE.proposition.map(lambda e: e.xreplace({S: where})), on=on,
        by="instance", uses=(average,), at={}, sets={"S": where},
        because="the same average for another set")


def _show_private(proof: Proof, private: str, average: str) -> None:
    there = Moved(S, d)
    here = proof.shows(that(Mass(_noise, S)) <= Mass(_noise, there) / b, by="privacy",
        uses=(private,), set=S, shift=d, because="this is (33), read for the set S and the shift d")
    back = proof.shows(that(Mass(_noise, Mirror(S))) <= Mass(_noise, Moved(Mirror(S), -d)) / b,
        by="privacy", uses=(private,), set=Mirror(S), shift=-d,
        because="(33) for the set -S and the shift -d")
    same = proof.shows(that(Mass(_noise, Moved(Mirror(S), -d))) == Mass(_noise, Mirror(there)),
        by="measure", because="-S moved by -d is the reflection of S moved by d")
    moved = _average_of(proof, average, there, _SHIFTED)
    kept = proof.follows(_KEPT, (here, _half), (back, _half), same, average, moved,
        because="add half of the constraint for S to half of that for -S",
        latex=r"P_{sym}(S)\le e^{\epsilon}P_{sym}(S+d)")
    proof.concludes(_PRIVATE, by="rule", because="for every set and shift: the average is private",
        uses=(kept,), rule="privacy, by sets",
        bindings={"noise": _sym, "epsilon": EPSILON, "delta": sp.Integer(0), "sensitivity": Delta})


def _show_costs(proof: Proof, average: str) -> None:
    on, outside = Domain((positive(x),)), beyond(x)
    tail = _average_of(proof, average, outside, on)
    same = proof.shows(that(Mass(_noise, Mirror(outside))) == Mass(_noise, outside), on=on,
        by="measure", because="|x| is the same for a point and its reflection")
    for goal, cheap, dear in ((_NO_MORE, _sym, _noise), (_NO_LESS, _noise, _sym)):
        less = proof.follows(that(Mass(cheap, outside)) <= Mass(dear, outside), tail, same, on=on,
            because="a set that is its own reflection has the same mass under both")
        proof.concludes(goal,
            by="rule", because="with equal tails neither costs more than the other, for every cost",
            uses=(less,), rule="stochastic order",
            bindings={"cheap": cheap, "dear": dear, "cost": L.name})


CLAIMS = (Claim(SYMMETRISED, derive),)
