"""The definitions of the paper, with what they imply at once."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.proposition import Derivative, Relation, less
from dpproofs.theorems.additive.setting import DELTA, MONOTONE, PAIR, PAPER, G, delta, h, mass, x

_HERE, _MOVED = mass("P_S"), mass("P_Sd")
_ON = Domain((DELTA,))

CONSTRAINT = Statement(
    id="additive.eq4",
    paper=PAPER,
    item="(4), (7)",
    title="the (0, delta) constraint on a noise distribution",
    printed_latex=r"|P(S)-P(S+d)|\le\delta\quad\text{for all measurable }S,\ |d|\le\Delta",
    printed=(),
    definition=True,
    hypotheses=(
        relation_goal(_HERE, "<=", _MOVED + delta, _ON),
        relation_goal(_MOVED, "<=", _HERE + delta, _ON),
    ),
    note="(4) bounds P(S) - P(S+d) from above for every S and d; with S+d for S and -d for d it "
    "bounds it from below, so that (4) and the two-sided (7) say the same.",
    examples=({"P_S": sp.Lambda((), (1 + delta) / 2), "P_Sd": sp.Lambda((), (1 - delta) / 2)},),
)


def derive_constraint() -> Derivation:
    proof = Proof(_ON)
    upper = proof.assumes(
        CONSTRAINT.hypotheses[0],
        because="(4) for the set S and the shift d",
        latex=r"P(S)\le P(S+d)+\delta",
    )
    lower = proof.assumes(
        CONSTRAINT.hypotheses[1],
        because="(4) for the set S+d and the shift -d",
        latex=r"P(S+d)\le P(S)+\delta",
    )
    for fact, difference, text in (
        (upper, _HERE - _MOVED, r"\frac{P(S)-P(S+d)}{\delta}\le1"),
        (lower, _MOVED - _HERE, r"\frac{P(S+d)-P(S)}{\delta}\le1"),
    ):
        proof.concludes(
            relation_goal(difference / delta, "<=", 1, _ON),
            by="entailment",
            because="one side of (7), divided by delta",
            uses=(fact,),
            facts=[(fact, {}, 1 / delta)],
            latex=text,
        )
    return proof.done()


_y, _power = sp.symbols("y p", positive=True)

COST_FUNCTION = Statement(
    id="additive.prop1",
    paper=PAPER,
    item="Property 1",
    title="cost functions: even, and nondecreasing away from 0",
    printed_latex=r"L(x)=L(-x),\qquad L(y)\le L(z)\quad\text{for }0\le y\le z",
    printed=(),
    definition=True,
    note="The paper writes 'monotonically increasing' and displays the weak inequality; the weak "
    "one is meant, and constant pieces are allowed. The powers |x|^p have the property.",
)


def derive_cost_function() -> Derivation:
    proof = Proof(Domain((positive(_power), positive(_y))))
    slope = _power * _y ** (_power - 1)
    proof.shows(
        Derivative(_y**_power, _y, slope),
        by="derivative",
        because="the power functions are the costs of the applications",
    )
    proof.shows(less(0, slope), by="sign", because="so they increase away from 0, for every p > 0")
    return proof.done()


MONOTONICITY = Statement(
    id="additive.prop2",
    paper=PAPER,
    item="Property 2",
    title="monotonically decreasing noise",
    printed_latex=r"P(S)\ge P(S+a)\quad\text{for all }a\ge0,\ S\subseteq[0,\infty)",
    printed=(),
    definition=True,
    hypotheses=(MONOTONE,),
    note="Stated for symmetric P. For intervals it speaks of the tail G(x) = P((x, oo)) alone, "
    "and makes G midpoint convex, hence convex on [0, oo).",
    examples=({"G": sp.Lambda(x, sp.exp(-x) / 2)}, {"G": sp.Lambda(x, 1 / (2 + 2 * x))}),
)


def derive_monotonicity() -> Derivation:
    proof = Proof(PAIR)
    moved = proof.assumes(MONOTONE, because="Property 2 for S = (x, x+h], with G(x) = P((x, oo))")
    proof.shows(
        Relation(2 * G(x + h), "<=", G(x) + G(x + 2 * h)),
        by="entailment",
        because="with a = h: the tail is midpoint convex",
        uses=(moved,),
        facts=[(moved, {sp.Symbol("a", nonnegative=True): h}, 1)],
    )
    return proof.done()


CLAIMS = (
    Claim(CONSTRAINT, derive_constraint),
    Claim(COST_FUNCTION, derive_cost_function),
    Claim(MONOTONICITY, derive_monotonicity),
)
