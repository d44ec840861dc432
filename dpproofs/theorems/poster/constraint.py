"""The constraint on the noise distribution, as the poster prints it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import uniform
from dpproofs.theorems.trunclap.lengths import substituted, v
from dpproofs.theorems.trunclap.setting import FAMILY, Delta, delta, eps, u

PAPER = "poster"

#: P((0, Delta]) of the truncated Laplacian, and P((Delta, oo)).
_FIRST = (1 - sp.exp(-eps)) / (2 * (1 - 1 / (1 + u)))
_BEYOND = sp.Rational(1, 2) - _FIRST

_MASS = Goal(Integral(substituted, v, sp.Integer(0), sp.exp(eps) - 1, _FIRST), FAMILY)

#: The parameters of the truncated Laplacian, which are not those of the noise X below.
_e, _lost = sp.symbols("e l", positive=True)
_OF_T = Domain((positive(_e), between(_lost, 0, sp.Rational(1, 2))))
_away = _BEYOND.subs({eps: _e, delta: _lost}, simultaneous=True)
_PRINTED = Goal(that(sp.Rational(1, 2)) <= _away + _lost, _OF_T)
_VIOLATED = Goal(that(_away + _lost) < sp.Rational(1, 2), _OF_T)
_RIGHT = Goal(that(sp.Rational(1, 2)) <= sp.exp(_e) * _away + _lost, _OF_T)

X = Given("X", "noise")
_S, _d, _z = sp.Function("S")(), sp.Symbol("d", real=True), sp.Symbol("z", real=True)
_STRICTER = Goal(Private(X(), sp.Integer(0), delta, Delta), FAMILY)
_IMPLIED = Goal(Private(X(), eps, delta, Delta), FAMILY)

_ERRATUM = Erratum(Severity.misprint,
    "Who takes the line for the definition of privacy excludes every truncated Laplacian; the "
    "factor exp(epsilon) belongs to it, as in the poster's first definition.",
    (Patch(r"\mathcal{P}(S) \leq \mathcal{P}(S + d) + \delta",
        r"\mathcal{P}(S) \leq e^\epsilon \mathcal{P}(S + d) + \delta"),))

CONSTRAINT = Statement(id="poster.constraint", paper=PAPER, item="Problem formulation",
    erratum=_ERRATUM,
    title="the constraint on the noise distribution",
    printed_latex=r"\mathcal P(S)\le\mathcal P(S+d)+\delta,\ \forall\,|d|\le\Delta,\ "
    r"\text{measurable set }S\subset\mathbb R", printed=(_PRINTED,),
    corrected=(_MASS, _VIOLATED, _RIGHT, _IMPLIED),
    corrected_latex=r"\mathcal P(S)\le e^\epsilon\mathcal P(S+d)+\delta,\ \forall\,|d|\le\Delta,\ "
    r"\text{measurable set }S\subset\mathbb R", printed_text="P(S) <= P(S+d) + delta",
    corrected_text="P(S) <= exp(epsilon) P(S+d) + delta", parameters=FAMILY, given=(X,),
    hypotheses=(_STRICTER,), examples=({"X": uniform(delta / Delta)},),
    note="The factor exp(epsilon) is missing. What is printed is the (0, delta) constraint: it "
    "implies the right one, but no truncated Laplacian satisfies it, whatever epsilon and delta: "
    "for S = (0, oo) and d = Delta, P(S) = 1/2 and P(S+d) = 1/2 - P((0, Delta]).")


def derive() -> Derivation:
    proof = Proof(FAMILY, CONSTRAINT)
    proof.concludes(_MASS, by="integral", antiderivative=-substituted * (1 + v),
        because="this is the mass of the truncated Laplacian from 0 up to the sensitivity, where 1 "
            "+ v is the exponential of the place over the scale")
    proof.fails(_PRINTED, {_e: sp.log(3), _lost: sp.Rational(1, 4)},
        because="the mass of (0, oo) is 1/2, and that of (Delta, oo) and delta are 1/12 + 1/4")
    proof.concludes(_VIOLATED, by="sign",
        because="for all parameters the mass beyond the shift and what may be lost are together "
            "below 1/2, the mass of the half line")
    proof.concludes(_RIGHT, by="sign",
        because="with the factor exp(epsilon) this set satisfies the constraint")
    stricter = proof.assumes(_STRICTER, because="noise that keeps the constraint as printed")
    on, moved = FAMILY & Variable(_d, -Delta, Delta, "[]"), Mass(X(), Moved(_S, _d))
    said = proof.shows(that(Mass(X(), _S)) <= moved + delta, on=on, by="privacy", uses=(stricter,),
        set=_S, shift=_d, because="this is the constraint as it is printed")
    sign = proof.shows(that(0) <= moved, on=on, by="measure", because="a mass is not negative")
    each = proof.follows(that(Mass(X(), _S)) <= sp.exp(eps) * moved + delta, said, sign, on=on,
        because="so it is stricter than the right one, as exp(epsilon) > 1")
    proof.applies("privacy, by sets", uses=(each,),
        because="the noise keeps the constraint with exp(epsilon) as well",
        noise=X(), epsilon=eps, delta=delta, sensitivity=Delta)
    return proof.done()


CLAIMS = (Claim(CONSTRAINT, derive),)
