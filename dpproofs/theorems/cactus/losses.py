"""Section I: the privacy loss, its sum under composition, and the event that decides privacy."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.terms import Mass, Meet, Outside, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import two_points

many = sp.Symbol("m", integer=True, positive=True)
place = sp.Symbol("i", integer=True)
COUNT = index(many, 1)

# -- (1)-(3) --------------------------------------------------------------------------------------

#: The logarithms of the densities of the first outputs, at x and at x'.
A, B = Given("A", "function", 1), Given("B", "function", 1)
#: The loss of one output: the logarithm of the ratio of its two densities.
_loss = A(place + 1) - A(place) - (B(place + 1) - B(place))
_TOTAL = Goal(Sum(_loss, place, sp.Integer(0), many - 1, A(many) - B(many) - (A(0) - B(0))),
    Domain((COUNT,)))

LOSS = Statement(id="cactus.eq1", paper=PAPER, item="(1)-(3)",
    title="the privacy loss, and that it adds up over independent outputs",
    printed_latex=r"L_{x,x'}=\log\frac{dP_{Y|X=x}}{dP_{Y|X=x'}}(Y),\qquad L^n_{x,x'}="
    r"\sum_{i=1}^n\log\frac{dP_{Y_i|X=x}}{dP_{Y_i|X=x'}}(Y_i)", given=(A, B), printed=(_TOTAL,),
    note="A(m) and B(m) are the logarithms of the densities of the first m outputs at x and at "
    "$x'$, so that A(i+1) - A(i) is that of output i alone, the outputs being independent; A(0) = "
    "B(0) = 0. The losses add up to the logarithm of the ratio of the two densities of all "
    "outputs. The loss is infinite where the second density is 0.", definition=True)


def derive_loss() -> Derivation:
    proof = Proof(Domain((COUNT,)), LOSS)
    proof.concludes(_TOTAL, by="sum", ratio=1, quotient=A(place) - B(place),
        because="densities multiply, so that their logarithms add up")
    return proof.done()


# -- (4) ------------------------------------------------------------------------------------------

eps = sp.Symbol("epsilon", positive=True)
P, Q, T = Given("P", "noise"), Given("Q", "noise"), Given("T", "set")
S = sp.Function("S")()
_ON = Domain((positive(eps),))
_INSIDE = Goal(that(sp.exp(eps) * Mass(Q(), Meet(S, T()))) <= Mass(P(), Meet(S, T())), _ON)
_OUTSIDE = Goal(that(Mass(P(), S) - Mass(P(), Meet(S, T()))) <=
    sp.exp(eps) * (Mass(Q(), S) - Mass(Q(), Meet(S, T()))), _ON)
_BEST = Goal(that(Mass(P(), S) - sp.exp(eps) * Mass(Q(), S)) <=
    Mass(P(), T()) - sp.exp(eps) * Mass(Q(), T()), _ON)
_chance = 1 / (1 + sp.exp(-2 * eps))

PRIVATE = Statement(id="cactus.eq4.event", paper=PAPER, item="ours: the event of (4)",
    title="no event gains more than that of a loss above epsilon",
    printed_latex=r"P(S)-e^\epsilon Q(S)\le P(T)-e^\epsilon Q(T),\qquad T=\{L>\epsilon\}",
    parameters=_ON, given=(P, Q, T), hypotheses=(_INSIDE, _OUTSIDE), printed=(_BEST,),
    note="P and Q are the distributions of all outputs at x and at $x'$, as noise on the line: n "
    "reals may be coded as one. T is the set where the loss exceeds epsilon; the hypotheses say "
    "that inside it dP is at least e^epsilon dQ, and outside at most. The goal says that T decides "
    "whether the outputs are (epsilon, delta)-private at these inputs: if P(T) - e^epsilon Q(T) is "
    "at most delta, so it is for every set. That it is the expectation of (4) is shown for "
    "finitely many outcomes, in cactus.eq4.finite.",
    examples=({"P": two_points(_chance), "Q": two_points(1 - _chance),
            "T": interval(-half, half, "[)")},))


def derive_private() -> Derivation:
    proof = Proof(_ON, PRIVATE)
    inside, outside = proof.supposes((_INSIDE, "where the loss exceeds epsilon"),
        (_OUTSIDE, "where it does not"))
    left = Meet(Outside(S), T())
    rest = proof.shows(that(sp.exp(eps) * Mass(Q(), left)) <= Mass(P(), left), by="instance",
        uses=(inside,), at={}, sets={"S": Outside(S)},
        because="in what S leaves of T the loss exceeds epsilon")
    parts = [proof.shows(that(Mass(noise, T())) == Mass(noise, Meet(S, T())) + Mass(noise, left),
            by="measure", because="T consists of what S has of it and of what S leaves")
        for noise in (P(), Q())]
    proof.follows(_BEST, outside, rest, *parts, because="so no set gains more than T")
    return proof.done()


CLAIMS = (Claim(LOSS, derive_loss), Claim(PRIVATE, derive_private))
