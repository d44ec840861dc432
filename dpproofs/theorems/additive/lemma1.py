"""Lemma 1: symmetrising a noise distribution keeps the constraint and the cost."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Private
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Mirror, Moved, beyond
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import (COST, ON, PAPER, PRIVATE, Delta, X, delta)
from dpproofs.theorems.samples import uniform

d = sp.Symbol("d", real=True)
_y = sp.Symbol("x", real=True)  # the letter of the rule
S = sp.Function("S")()
Y = Given("Y", "noise")
_HALF = sp.Rational(1, 2)

#: Y is the average of X and -X.
AVERAGE = Goal(that(Mass(Y(), S)) == (Mass(X(), S) + Mass(X(), Mirror(S))) / 2, ON)
KEPT = Goal(Private(Y(), sp.Integer(0), delta, Delta), ON)
SYMMETRIC = Goal(that(Mass(Y(), Mirror(S))) == Mass(Y(), S), ON)
COSTS = (Goal(Cheaper(Y(), X(), COST.name), ON), Goal(Cheaper(X(), Y(), COST.name), ON))
_EXAMPLE = uniform(delta / Delta)

LEMMA1 = Statement(id="additive.lem1", paper=PAPER, item="Lemma 1",
    title="symmetrising keeps the constraint and the cost",
    printed_latex=r"\hat P(S)=\tfrac12\bigl(P(S)+P(-S)\bigr):\quad |\hat P(S)-\hat "
    r"P(S+d)|\le\delta,\qquad \int L\,d\hat P=\int L\,dP", parameters=ON, given=(X, Y, COST),
    hypotheses=(PRIVATE, AVERAGE), printed=(SYMMETRIC, KEPT, *COSTS),
    note="X has the distribution P, Y the average of P and its reflection. The costs are compared "
    "both ways, in [0, oo], as both have the same P(|X| >= x).",
    examples=({"X": _EXAMPLE, "Y": _EXAMPLE},))


def _average(proof: Proof, said: str, where: sp.Expr, on: Domain) -> str:
    return proof.shows(that(Mass(Y(), where)) == (Mass(X(), where) + Mass(X(), Mirror(where))) / 2,
        on=on, by="instance", uses=(said,), at={}, sets={"S": where},
        because="the average, for this set")


def derive() -> Derivation:
    proof = Proof(ON, LEMMA1)
    private, average = proof.supposes((PRIVATE, "the noise is private"),
        (AVERAGE, "the average of the noise and its reflection"))
    turned = _average(proof, average, Mirror(S), ON)
    twice = proof.shows(that(Mass(X(), Mirror(Mirror(S)))) == Mass(X(), S), by="measure",
        because="reflected twice")
    proof.concludes(SYMMETRIC, by="entailment", uses=(average, turned, twice),
        because="the average is symmetric: S and -S change places in it",
        facts=[(turned, {}, 1), (twice, {}, _HALF), (average, {}, -1)])
    shifts = ON & Variable(d, -Delta, Delta, "[]")
    moved = Moved(S, d)
    here = proof.shows(that(Mass(X(), S)) <= Mass(X(), moved) + delta, on=shifts, by="privacy",
        uses=(private,), set=S, shift=d, because="this is the constraint for S and d")
    there = proof.shows(that(Mass(X(), Mirror(S))) <= Mass(X(), Moved(Mirror(S), -d)) + delta,
        on=shifts, by="privacy", uses=(private,), set=Mirror(S), shift=-d,
        because="the constraint for -S and -d")
    same = proof.shows(that(Mass(X(), Moved(Mirror(S), -d))) == Mass(X(), Mirror(moved)), on=shifts,
        by="measure", because="-S - d is the reflection of S + d")
    averaged = _average(proof, average, moved, shifts)
    both = proof.follows(that(Mass(Y(), S)) <= Mass(Y(), moved) + delta, (here, _HALF),
        (there, _HALF), same, average, averaged, on=shifts,
        because="add half of the constraint for S and d and half of that for -S and -d, where -S - "
            "d is the reflection of S + d")
    proof.applies("privacy, by sets", uses=(both,),
        because="this is the constraint for the average",
        noise=Y(), epsilon=0, delta=delta, sensitivity=Delta)
    ahead = ON & Variable(_y, sp.Integer(0), sp.oo)
    tail = _average(proof, average, beyond(_y), ahead)
    even = proof.shows(that(Mass(X(), Mirror(beyond(_y)))) == Mass(X(), beyond(_y)), on=ahead,
        by="measure", because="a set that is symmetric")
    for cheap, dear in ((Y, X), (X, Y)):
        tails = proof.follows(that(Mass(cheap(), beyond(_y))) <= Mass(dear(), beyond(_y)),
            tail, even, on=ahead,
                because="both have the same tail, as what is at least as far from 0 on either side "
                    "is its own reflection")
        proof.applies("stochastic order", uses=(tails,),
            because="the cost depends on the tail alone",
            cheap=cheap(), dear=dear(), cost=COST.name)
    return proof.done()


CLAIMS = (Claim(LEMMA1, derive),)
