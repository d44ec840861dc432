"""Section II: a mechanism that is shifted costs and leaks what it did."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.noise_sought import COST, a, costs, divergence
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import laplace

s = sp.Symbol("s", positive=True)
x, z = sp.symbols("y z", real=True)

#: What a mechanism adds to an input, what it may cost, and what it leaks at most.
ADDED, BUDGET, MOST = Given("nu", "noise", 1), Given("C", "function"), Given("W", "function")

ON = Domain((positive(s),))
_INPUTS, _SHIFTS = ON & real(x), (between(a, -s, s, "[]"),)


def _cheap(at: sp.Expr, on: Domain) -> Goal:
    return Goal(costs(ADDED(at), BUDGET()), on)


def _quiet(at: sp.Expr, on: Domain) -> Goal:
    return Goal(divergence(ADDED(at), ADDED(at + a), a, "<=", MOST()), Domain((*on, *_SHIFTS)))


CHEAP, QUIET = _cheap(x, _INPUTS), _quiet(x, _INPUTS)
STILL_CHEAP, STILL_QUIET = (said(x + z, _INPUTS & real(z)) for said in (_cheap, _quiet))

SHIFTED = Statement(id="cactus.shifted", paper=PAPER, item="Section II-B, shifting a mechanism",
    title="shifting a mechanism changes neither its cost nor what it leaks",
    printed_latex=r"Q_{Y|X=x}(B)=P_{Y|X=x+z}(B+z)\ \text{does not change the cost constraint nor "
    r"the objective value in (6)}", parameters=ON, given=(ADDED, COST, BUDGET, MOST),
    hypotheses=(CHEAP, QUIET), printed=(STILL_CHEAP, STILL_QUIET),
    note="nu(y) is the law of the output of P at the input y, less y; in words, that of the "
    "shifted mechanism Q at y, less y, is nu(y + z), as an output of Q at y is one of P at y + z, "
    "less z. The hypotheses are the constraint and a bound W of the objective, at all inputs; the "
    "goals are the same of Q, with the same numbers. P is Q shifted back, by -z, so that no bound "
    "of Q is less than the least of P.",
    examples=({"nu": laplace(half, sp.Integer(1), (x,)), "c": sp.Lambda(x, sp.Integer(0)),
            "C": sp.Lambda((), sp.Integer(0)), "W": sp.Lambda((), s)},))


def derive() -> Derivation:
    proof = Proof(_INPUTS, SHIFTED)
    cheap, quiet = proof.supposes((CHEAP, "the mechanism keeps the budget at every input"),
        (QUIET, "and no inputs at a distance up to s are told apart by more than W"))
    for step, goal, why in ((cheap, STILL_CHEAP, "so it does at the input y + z"),
            (quiet, STILL_QUIET, "y + z and y + a + z are at the same distance as y and y + a")):
        proof.concludes(goal, by="instance", uses=(step,), at={x: x + z}, because=why)
    return proof.done()


CLAIMS = (Claim(SHIFTED, derive),)
