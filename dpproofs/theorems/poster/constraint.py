"""The constraint on the noise distribution, as the poster prints it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Integral
from dpproofs.theorems.trunclap.lengths import substituted, v
from dpproofs.theorems.trunclap.setting import FAMILY, PRIVACY, delta, eps, u

PAPER = "poster"

#: P((0, Delta]) of the truncated Laplacian, and P((Delta, oo)).
_FIRST = (1 - sp.exp(-eps)) / (2 * (1 - 1 / (1 + u)))
_BEYOND = sp.Rational(1, 2) - _FIRST

_MASS = Goal(Integral(substituted, v, sp.Integer(0), sp.exp(eps) - 1, _FIRST), FAMILY)
_PRINTED = relation_goal(sp.Rational(1, 2), "<=", _BEYOND + delta, PRIVACY)
_VIOLATED = relation_goal(_BEYOND + delta, "<", sp.Rational(1, 2), PRIVACY)
_RIGHT = relation_goal(sp.Rational(1, 2), "<=", sp.exp(eps) * _BEYOND + delta, PRIVACY)

_S, _SD = sp.Function("P_S"), sp.Function("P_Sd")
_ON = Domain(PRIVACY.variables)
_STRICTER = relation_goal(_S(), "<=", _SD() + delta, _ON)
_NONNEGATIVE = relation_goal(0, "<=", _SD(), _ON)
_IMPLIED = relation_goal(_S(), "<=", sp.exp(eps) * _SD() + delta, _ON)

CONSTRAINT = Statement(
    id="poster.constraint",
    paper=PAPER,
    item="Problem formulation",
    title="the constraint on the noise distribution",
    printed_latex=r"P(S)\le P(S+d)+\delta\quad\forall\,|d|\le\Delta,\ S\subset\mathbb R",
    printed=(_PRINTED,),
    corrected=(_MASS, _VIOLATED, _RIGHT, _IMPLIED),
    corrected_latex=r"P(S)\le e^\epsilon P(S+d)+\delta\quad"
    r"\forall\,|d|\le\Delta,\ S\subset\mathbb R",
    printed_text="P(S) <= P(S+d) + delta",
    corrected_text="P(S) <= exp(epsilon) P(S+d) + delta",
    hypotheses=(_STRICTER, _NONNEGATIVE),
    examples=(
        {"P_S": sp.Lambda((), delta), "P_Sd": sp.Lambda((), 0)},
        {"P_S": sp.Lambda((), sp.Rational(1, 3)), "P_Sd": sp.Lambda((), sp.Rational(1, 3))},
    ),
    note="The factor exp(epsilon) is missing. What is printed is the (0, delta) constraint: it "
    "implies the right one, but no truncated Laplacian satisfies it, whatever epsilon and delta: "
    "for S = (0, oo) and d = Delta, P(S) = 1/2 and P(S+d) = 1/2 - P((0, Delta]).",
)


def derive() -> Derivation:
    proof = Proof(PRIVACY)
    proof.concludes(
        _MASS,
        by="integral",
        because="the truncated Laplacian's mass on (0, Delta], by x = (Delta/epsilon) log(1 + v)",
        antiderivative=-substituted * (1 + v),
    )
    proof.fails(
        _PRINTED,
        {eps: sp.log(3), delta: sp.Rational(1, 4)},
        because="exp(epsilon) = 3, delta = 1/4: P((0, oo)) = 1/2 exceeds P((Delta, oo)) + delta = "
        "1/12 + 1/4",
    )
    proof.concludes(
        _VIOLATED, by="sign", because="so it is for all epsilon and all delta below 1/2"
    )
    proof.concludes(
        _RIGHT, by="sign", because="with the factor exp(epsilon) this set satisfies the constraint"
    )
    stricter = proof.assumes(
        _STRICTER, because="the constraint as printed", latex=r"P(S)\le P(S+d)+\delta"
    )
    nonnegative = proof.assumes(
        _NONNEGATIVE, because="a probability is not negative", latex=r"0\le P(S+d)"
    )
    proof.concludes(
        _IMPLIED,
        by="entailment",
        because="it is stricter than the right one, as exp(epsilon) > 1",
        uses=(stricter, nonnegative),
        facts=[(stricter, {}, 1), (nonnegative, {}, sp.exp(eps) - 1)],
        latex=r"P(S)\le e^\epsilon P(S+d)+\delta",
    )
    return proof.done()


CLAIMS = (Claim(CONSTRAINT, derive),)
