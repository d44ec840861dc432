"""Remark 1: noise that no shift separates from itself has a density, or mass on a whole cycle."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, at_most, equal
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import laplace

s, e = sp.symbols("s e", positive=True)
shift, t = sp.Symbol("a", real=True), sp.Symbol("t", real=True)
S = sp.Function("S")()
X, FACTOR = Given("X", "noise"), Given("R", "function", 2)

_ON = Domain((positive(s),))
_SHIFTS = Domain((positive(s), between(shift, -s, s, "[]"), positive(e)))
_ABSOLUTE = relation_goal(
    Mass(X(), S), "<=", FACTOR(shift, e) * Mass(X(), Moved(S, shift)) + e, _SHIFTS
)
_BACK = relation_goal(
    Mass(X(), Moved(S, shift)), "<=", FACTOR(-shift, e) * Mass(X(), S) + e, _SHIFTS
)
_LIMITS = tuple(
    Goal(Limit(Mass(X(), Moved(S, sign * t)), t, sp.Integer(0), "+", Mass(X(), S)), _ON)
    for sign in (1, -1)
)

REMARK = Statement(
    id="cactus.rem1",
    paper=PAPER,
    item="Remark 1",
    title="noise that no shift separates from itself has a density",
    printed_latex=r"\sup_{|a|\le s}D(\mu\|T_a\mu)<\infty\ \Longrightarrow\ \mu\ll\lambda",
    parameters=_ON,
    given=(X, FACTOR),
    hypotheses=(_ABSOLUTE,),
    printed=(_BACK, *_LIMITS),
    note="A finite divergence makes mu absolutely continuous with respect to its shifts, which is "
    "all that is used, as the paper says: for every e > 0 there is an R with mu(S) <= R mu(S + a) "
    "+ e for all Borel sets S. The first goal, that sets without mass stay so when they are moved, "
    "follows. The others, that mu(S + t) tends to mu(S) as t tends to 0 for every Borel set S, are "
    "what a density comes to: with one, shifts are continuous in the mean; and of a set S without "
    "length mu(S + t) = 0 for almost every t, by Tonelli's theorem, so that the limit gives mu(S) "
    "= 0. They are open here: the kernel has no rule for Tonelli's theorem. On a finite cycle the "
    "remark is cactus.rem1.cyclic.",
    examples=(
        {
            "X": laplace(half, sp.Integer(1)),
            "R": sp.Lambda((shift, e), 2 ** sp.Abs(shift)),
        },
    ),
)


def derive_remark() -> Derivation:
    proof = Proof(_SHIFTS, REMARK)
    absolute = proof.assumes(_ABSOLUTE, because="what a finite divergence from a shift means")
    moved = Moved(S, shift)
    there = proof.shows(
        at_most(Mass(X(), moved), FACTOR(-shift, e) * Mass(X(), Moved(moved, -shift)) + e),
        by="instance", uses=(absolute,), at={shift: -shift}, sets={"S": moved},
        because="for the moved set, and the shift back",
    )  # fmt: skip
    same = proof.shows(
        equal(Mass(X(), Moved(moved, -shift)), Mass(X(), S)), by="measure",
        because="which brings the set back",
    )  # fmt: skip
    proof.concludes(
        _BACK, by="entailment", uses=(there, same),
        facts=[(there, {}, 1), (same, {}, -FACTOR(-shift, e))],
        because="so a set without mass stays so",
    )  # fmt: skip
    return proof.done()


# -- on a cycle -----------------------------------------------------------------------------------

K, step = sp.Symbol("K", positive=True), OWN["n"]
MASS = Given("mu", "function", 1)
_FACTOR = Domain((positive(K),))
_PLACES = _FACTOR & index(step, 0)
_SOME = relation_goal(0, "<", MASS(0), _FACTOR)
_NEXT = relation_goal(MASS(step), "<=", K * MASS(step + 1), _PLACES)
_KEEPS = relation_goal(MASS(0), "<=", K**step * MASS(step), _PLACES)
_EVERYWHERE = relation_goal(0, "<", MASS(step), _PLACES)

CYCLE = Statement(
    id="cactus.rem1.cyclic",
    paper=PAPER,
    item="ours: Remark 1 on a cycle",
    title="on a cycle noise that a step does not separate from itself has mass everywhere",
    printed_latex=r"\mu(i)\le K\mu(i+1)\ (i\in\mathbb Z/m),\ \mu(0)>0\ \Longrightarrow\ "
    r"\mu(n)\ge K^{-n}\mu(0)>0",
    parameters=_FACTOR,
    given=(MASS,),
    hypotheses=(_SOME, _NEXT),
    printed=(_KEEPS, _EVERYWHERE),
    note="mu(i) is the mass of place i of a cycle, taken again and again along the integers. On "
    "finitely many places a finite divergence from the shift by one means that mu(i) <= K mu(i+1) "
    "for some K; a place with mass there is, and it may be called 0. A measure with mass on every "
    "place is what absolute continuity, each way, is on a cycle.",
    examples=({"mu": sp.Lambda(step, K**-step)},),
)


def derive_cycle() -> Derivation:
    proof = Proof(_PLACES, CYCLE)
    some = proof.assumes(_SOME, because="some place has mass")
    step_on = proof.assumes(_NEXT, because="and the next has a share of it")
    grows = proof.shows(
        at_most(0, K ** (step + 1) * MASS(step + 1) - K**step * MASS(step)), by="entailment",
        uses=(step_on,), facts=[(step_on, {}, K**step)], because="with the factors counted",
    )  # fmt: skip
    after = proof.applies(
        "induction", uses=(grows,), because="from place to place",
        terms=K**step * MASS(step), step=sp.Integer(0), last=sp.oo,
    )  # fmt: skip
    keeps = proof.concludes(
        _KEEPS, by="entailment", uses=(after,), facts=[(after, {}, 1)],
        because="so a share of the first is everywhere",
    )  # fmt: skip
    proof.concludes(
        _EVERYWHERE, by="entailment", uses=(some, keeps),
        facts=[(keeps, {}, K**-step), (some, {}, K**-step)],
        because="which is positive",
    )  # fmt: skip
    return proof.done()


CLAIMS = (Claim(REMARK, derive_remark), Claim(CYCLE, derive_cycle))
