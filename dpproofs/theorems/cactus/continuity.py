"""Remark 1: noise that no shift separates from itself has a density, or mass on a whole cycle."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.noise_sought import (EXAMPLE_NULL, LENGTH, NULL, a, divergence, leaks,
    null_set, without_mass)
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import laplace

s = sp.Symbol("s", positive=True)
NOISE, MOST = Given("X", "noise"), Given("W", "function")

_ON = Domain((positive(s),))

REMARK = Statement(id="cactus.rem1", paper=PAPER, item="Remark 1",
    title="noise whose divergences from its shifts are bounded has a density",
    printed_latex=r"\sup_{|a|\le s}D(\mu\|T_a\mu)<\infty\ \Longrightarrow\ \mu\ll\lambda",
    parameters=_ON, given=(NOISE, MOST, LENGTH, NULL),
    hypotheses=(leaks(NOISE(), MOST(), _ON, s), *null_set(_ON)),
    printed=(without_mass(NOISE(), _ON),),
    note="X has the law mu, and L is noise whose null sets are those of the length: A is any "
    "Borel set without length, and W any bound of the divergences. On a finite cycle the remark is "
    "cactus.rem1.cyclic.",
    examples=({**EXAMPLE_NULL, "X": laplace(half, sp.Integer(1)), "W": sp.Lambda((), s)},))


def derive_remark() -> Derivation:
    proof = Proof(_ON, REMARK)
    bounded, *null = proof.supposes((REMARK.hypotheses[0], "no shift up to s leaks more than W"),
        *zip(null_set(_ON), ("this is the noise L", "on either side", "for which A is nothing"),
            strict=True))
    shift = proof.obtains("shifts of a null set", "t", uses=null, noise=NOISE(), gauge=LENGTH(),
        set=NULL(), width=s,
        because="almost every shift of X gives no mass to a set without length")
    least, most, empty = (proof.knows(shift, fact, because=why) for fact, why in enumerate(
        ("it goes no further than s to the left", "it goes no further than s to the right",
            "the set A, moved by this shift, has no mass under the noise")))
    finite = proof.shows(divergence(NOISE(), NOISE(), shift.term, "<=", MOST()), by="instance",
        uses=(bounded, least, most), at={a: shift.term},
        because="for this shift the divergence is at most W")
    proof.concludes(REMARK.printed[0], by="rule", uses=(finite, empty), rule="finite divergence",
        bindings={"noise": NOISE(), "other": NOISE(), "shift": shift.term, "bound": MOST(),
            "set": NULL()}, because="so X has no mass where the shifted noise has none")
    return proof.done()


# -- on a cycle -----------------------------------------------------------------------------------

K, step = sp.Symbol("K", positive=True), OWN["n"]
MASS = Given("mu", "function", 1)
_FACTOR = Domain((positive(K),))
_PLACES = _FACTOR & index(step, 0)
_SOME = Goal(that(0) < MASS(0), _FACTOR)
_NEXT = Goal(that(MASS(step)) <= K * MASS(step + 1), _PLACES)
_KEEPS = Goal(that(MASS(0)) <= K**step * MASS(step), _PLACES)
_EVERYWHERE = Goal(that(0) < MASS(step), _PLACES)

CYCLE = Statement(id="cactus.rem1.cyclic", paper=PAPER, item="ours: Remark 1 on a cycle",
    title="on a cycle noise that a step does not separate from itself has mass everywhere",
    printed_latex=r"\mu(i)\le K\mu(i+1)\ (i\in\mathbb Z/m),\ \mu(0)>0\ \Longrightarrow\ \mu(n)\ge "
    r"K^{-n}\mu(0)>0", parameters=_FACTOR, given=(MASS,), hypotheses=(_SOME, _NEXT),
    printed=(_KEEPS, _EVERYWHERE),
    note="mu(i) is the mass of place i of a cycle, taken again and again along the integers. On "
    "finitely many places a finite divergence from the shift by one means that mu(i) <= K mu(i+1) "
    "for some K; a place with mass there is, and it may be called 0. A measure with mass on every "
    "place is what absolute continuity, each way, is on a cycle.",
    examples=({"mu": sp.Lambda(step, K**-step)},))


def derive_cycle() -> Derivation:
    proof = Proof(_PLACES, CYCLE)
    some = proof.assumes(_SOME, because="some place has mass")
    step_on = proof.assumes(_NEXT, because="and the next has a share of it")
    grows = proof.follows(that(0) <= K ** (step + 1) * MASS(step + 1) - K**step * MASS(step),
        step_on, because="with the factors counted")
    after = proof.applies("induction", uses=(grows,), because="from place to place",
        terms=K**step * MASS(step), step=sp.Integer(0), last=sp.oo)
    keeps = proof.follows(_KEEPS, after, because="so a share of the first is everywhere")
    proof.concludes(_EVERYWHERE, by="entailment", uses=(some, keeps),
        facts=[(keeps, {}, K**-step), (some, {}, K**-step)], because="which is positive")
    return proof.done()


CLAIMS = (Claim(REMARK, derive_remark), Claim(CYCLE, derive_cycle))
