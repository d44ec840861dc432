"""Lemma 28: noise that rises up to 0 and falls from there on is no dearer than any private noise.

The paper puts the masses in order. Here the best noise, that of Theorems 11 and 12, is seen to rise
and fall so.
"""

from __future__ import annotations

from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import positive
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import integer_noise, theorem11, theorem12
from dpproofs.theorems.staircase.integer_noise import AHEAD, FAMILY, MASSES, h, r, x
from dpproofs.theorems.staircase.setting import PAPER
from dpproofs.theorems.staircase.theorem11 import THEOREM11
from dpproofs.theorems.staircase.theorem12 import THEOREM12

FALLING = Goal(that(MASSES(r, x + h)) <= MASSES(r, x), FAMILY & AHEAD & positive(h))

LEMMA28 = Statement(id="staircase.appF.lem28", paper=PAPER, item="Lemma 28, (340)",
    title="noise on the integers that rises up to 0 and falls from there on is enough",
    printed_latex=r"\Delta\ge2:\quad\inf_{P\in SP_{md}}\sum_iL(i)\,P(i)="
    r"\inf_{P\in SP}\sum_iL(i)\,P(i)",
    printed_text="of the private noise on the integers, that which rises up to 0 and falls from "
    "there on has the same least cost, when the sensitivity is at least 2",
    parameters=theorem12.ON, given=THEOREM12.given, definitions=THEOREM12.definitions,
    hypotheses=THEOREM12.hypotheses,
    printed=(*THEOREM12.printed[:2], integer_noise.IS_EVEN, FALLING, theorem12.OPTIMAL),
    note="Lemma 28 as (340) states it, for Delta >= 2; staircase.appF.lem28.unit is for Delta = 1. "
    "SP_md is the private noise of (339), whose masses rise up to 0 and fall from there on. So do "
    "those of every P_r: they are even, and p(r, x), which is the mass of x at integers, does not "
    "increase from 0 on. Noise Y that costs at most as much as every P_r, such as the best of "
    "them, costs at most as much as any private X, symmetric or not, for every even L that is "
    "nondecreasing on [0, oo); costs may be infinite. So the infimum over SP_md is not above that "
    "over all private noise; nor is it below, since SP_md is part of that. The derivation is not "
    "the paper's, which puts the masses of X in order (Algorithm 3; staircase.appF.lem28.counting "
    "is the counting behind it): the masses of X in order are not what is shown to be private "
    "here.", examples=THEOREM12.examples)

ONE_FALLING = Goal(that(theorem11.MASSES(x + h)) <= theorem11.MASSES(x),
    theorem11.ONE & AHEAD & positive(h))

UNIT = Statement(id="staircase.appF.lem28.unit", paper=PAPER, item="Lemma 28, (340)",
    title="of sensitivity 1, noise that rises up to 0 and falls from there on is enough",
    printed_latex=r"\Delta=1:\quad\inf_{P\in SP_{md}}\sum_iL(i)\,P(i)="
    r"\inf_{P\in SP}\sum_iL(i)\,P(i)",
    printed_text="of the private noise on the integers, that which rises up to 0 and falls from "
    "there on has the same least cost, when the sensitivity is 1",
    parameters=theorem11.ONE, given=THEOREM11.given, definitions=THEOREM11.definitions,
    hypotheses=THEOREM11.hypotheses,
    printed=(*THEOREM11.printed[:2], Goal(Even(theorem11.P), theorem11.ONE), ONE_FALLING,
        theorem11.OPTIMAL),
    note="Lemma 28 as (340) states it, for Delta = 1; staircase.appF.lem28 is for Delta >= 2. The "
    "geometric noise is private, its masses rise up to 0 and fall from there on (they are even, "
    "and p(x), which is the mass of x at integers, does not increase from 0 on), and it costs at "
    "most as much as any private X, for every even L that is nondecreasing on [0, oo). The masses "
    "of X in order are not what is shown to be private.", examples=THEOREM11.examples)


def derive() -> Derivation:
    proof = Proof(theorem12.ON, LEMMA28)
    theorem12.show_best(proof)
    proof.is_long(7)
    return proof.done()


def derive_unit() -> Derivation:
    proof = Proof(theorem11.ONE, UNIT)
    theorem11.show_best(proof)
    return proof.done()


CLAIMS = (Claim(LEMMA28, derive), Claim(UNIT, derive_unit))
