"""Lemma 1: symmetrising a noise distribution keeps the constraint and the cost."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain
from dpproofs.theorems.additive.setting import DELTA, PAPER, delta, mass

_ON = Domain((DELTA,))
_S, _SD = mass("P_S"), mass("P_Sd")  # P(S), P(S + d)
_R, _RD = mass("P_R"), mass("P_Rd")  # P(-S), P(-S - d)
_COST, _REFLECTED = mass("cost"), mass("cost_reflected")

_AVERAGE = (_S + _R) / 2 - (_SD + _RD) / 2

LEMMA1 = Statement(
    id="additive.lem1",
    paper=PAPER,
    item="Lemma 1",
    title="symmetrising keeps the constraint and the cost",
    printed_latex=r"\hat P(S)=\tfrac12\bigl(P(S)+P(-S)\bigr):\quad "
    r"|\hat P(S)-\hat P(S+d)|\le\delta,\qquad \int L\,d\hat P=\int L\,dP",
    printed=(
        relation_goal(_AVERAGE, "<=", delta, _ON),
        relation_goal(-_AVERAGE, "<=", delta, _ON),
        relation_goal((_COST + _REFLECTED) / 2, "==", _COST, Domain()),
    ),
    hypotheses=(
        relation_goal(_S - _SD, "<=", delta, _ON),
        relation_goal(_SD - _S, "<=", delta, _ON),
        relation_goal(_R - _RD, "<=", delta, _ON),
        relation_goal(_RD - _R, "<=", delta, _ON),
        relation_goal(_REFLECTED, "==", _COST, Domain()),
    ),
    note="The set S and the shift d are arbitrary, so the four probabilities P(S), P(S+d), P(-S) "
    "and P(-S-d) are all that matters. That the reflected distribution has the same cost is the "
    "change of variable x to -x in an integral of the even L.",
    examples=tuple(
        {
            "P_S": sp.Lambda((), (1 + sign * delta) / 2),
            "P_Sd": sp.Lambda((), (1 - sign * delta) / 2),
            "P_R": sp.Lambda((), (1 + sign * delta) / 2),
            "P_Rd": sp.Lambda((), (1 - sign * delta) / 2),
            "cost": sp.Lambda((), 3),
            "cost_reflected": sp.Lambda((), 3),
        }
        for sign in (1, -1)
    ),
)


def derive() -> Derivation:
    proof = Proof(_ON)
    s_up, s_down, r_up, r_down, reflected = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            LEMMA1.hypotheses,
            (
                "the constraint for S and d",
                "the constraint for S and d",
                "the constraint for -S and -d",
                "the constraint for -S and -d",
                "L is even, so P and its reflection have the same cost",
            ),
            (
                r"P(S)-P(S+d)\le\delta",
                r"P(S+d)-P(S)\le\delta",
                r"P(-S)-P(-S-d)\le\delta",
                r"P(-S-d)-P(-S)\le\delta",
                r"\int L(-x)\,P(dx)=\int L(x)\,P(dx)",
            ),
            strict=True,
        )
    )
    half = sp.Rational(1, 2)
    for goal, facts, latex in (
        (LEMMA1.printed[0], (s_up, r_up), r"\hat P(S)-\hat P(S+d)\le\delta"),
        (LEMMA1.printed[1], (s_down, r_down), r"\hat P(S+d)-\hat P(S)\le\delta"),
    ):
        proof.concludes(
            goal,
            by="entailment",
            because="half the sum of the constraint for S and of that for -S",
            uses=facts,
            facts=[(name, {}, half) for name in facts],
            latex=latex,
        )
    proof.concludes(
        LEMMA1.printed[2],
        by="entailment",
        because="the cost of an average of two distributions is the average of their costs",
        uses=(reflected,),
        facts=[(reflected, {}, half)],
        latex=r"\int L\,d\hat P=\int L\,dP",
    )
    return proof.done()


CLAIMS = (Claim(LEMMA1, derive),)
