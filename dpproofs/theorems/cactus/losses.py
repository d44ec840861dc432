"""Section I: the privacy loss, its sum under composition, its mean, and what it says of privacy."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, at_most, equal
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Meet, Outside, interval
from dpproofs.theorems.cactus.setting import PAPER, half, level
from dpproofs.theorems.samples import two_points

many = sp.Symbol("m", integer=True, positive=True)
place = sp.Symbol("i", integer=True)
step = OWN["n"]
COUNT = index(many, 1)

# -- (1)-(3) --------------------------------------------------------------------------------------

#: The logarithms of the densities of the first outputs, at x and at x'.
A, B = Given("A", "function", 1), Given("B", "function", 1)


def _loss(at: sp.Expr) -> sp.Expr:
    """The loss of one output: the logarithm of the ratio of its two densities."""
    return A(at + 1) - A(at) - (B(at + 1) - B(at))


_TOTAL = Goal(
    Sum(_loss(place), place, sp.Integer(0), many - 1, A(many) - B(many) - (A(0) - B(0))),
    Domain((COUNT,)),
)

LOSS = Statement(
    id="cactus.eq1",
    paper=PAPER,
    item="(1)-(3)",
    title="the privacy loss, and that it adds up over independent outputs",
    printed_latex=r"L_{x,x'}=\log\frac{dP_{Y|X=x}}{dP_{Y|X=x'}}(Y),\qquad L^n_{x,x'}=\sum_{i=1}^n"
    r"\log\frac{dP_{Y_i|X=x}}{dP_{Y_i|X=x'}}(Y_i)",
    given=(A, B),
    printed=(_TOTAL,),
    definition=True,
    note="A(m) and B(m) are the logarithms of the densities of the first m outputs at x and at "
    "x', so that A(i+1) - A(i) is that of output i alone, the outputs being independent; A(0) = "
    "B(0) = 0. The losses add up to the logarithm of the ratio of the two densities of all "
    "outputs. The loss is infinite where the second density is 0.",
)


def derive_loss() -> Derivation:
    proof = Proof(Domain((COUNT,)), LOSS)
    proof.concludes(
        _TOTAL, by="sum", ratio=1, quotient=A(place) - B(place),
        because="densities multiply, so that their logarithms add up",
    )  # fmt: skip
    return proof.done()


# -- (4) ------------------------------------------------------------------------------------------

eps = sp.Symbol("epsilon", positive=True)
P, Q, T = Given("P", "noise"), Given("Q", "noise"), Given("T", "set")
S = sp.Function("S")()
_ON = Domain((positive(eps),))
_INSIDE = relation_goal(sp.exp(eps) * Mass(Q(), Meet(S, T())), "<=", Mass(P(), Meet(S, T())), _ON)
_OUTSIDE = relation_goal(
    Mass(P(), S) - Mass(P(), Meet(S, T())),
    "<=",
    sp.exp(eps) * (Mass(Q(), S) - Mass(Q(), Meet(S, T()))),
    _ON,
)
_BEST = relation_goal(
    Mass(P(), S) - sp.exp(eps) * Mass(Q(), S),
    "<=",
    Mass(P(), T()) - sp.exp(eps) * Mass(Q(), T()),
    _ON,
)
_chance = 1 / (1 + sp.exp(-2 * eps))

PRIVATE = Statement(
    id="cactus.eq4",
    paper=PAPER,
    item="(4)",
    title="privacy in terms of the privacy loss",
    printed_latex=r"\text{the }n\text{ outputs are }(\epsilon,\delta)\text{-private if }"
    r"\sup\mathbb E\bigl[(1-e^{-(L^n-\epsilon)})^+\bigr]\le\delta",
    parameters=_ON,
    given=(P, Q, T),
    hypotheses=(_INSIDE, _OUTSIDE),
    printed=(_BEST,),
    note="P and Q are the distributions of all outputs at x and at x', as noise on the line: n "
    "reals may be coded as one. T is the set where the loss exceeds epsilon; the hypotheses say "
    "that inside it dP is at least e^epsilon dQ, and outside at most. On T the integrand times dP "
    "is dP - e^epsilon dQ, and elsewhere it is 0, so that the expectation is P(T) - e^epsilon "
    "Q(T). The goal says that this is the largest value over all sets S: so the condition is not "
    "only sufficient, as printed, but necessary.",
    examples=(
        {"P": two_points(_chance), "Q": two_points(1 - _chance), "T": interval(-half, half, "[)")},
    ),
)


def derive_private() -> Derivation:
    proof = Proof(_ON, PRIVATE)
    inside = proof.assumes(_INSIDE, because="where the loss exceeds epsilon")
    outside = proof.assumes(_OUTSIDE, because="where it does not")
    left = Meet(Outside(S), T())
    rest = proof.shows(
        at_most(sp.exp(eps) * Mass(Q(), left), Mass(P(), left)), by="instance", uses=(inside,),
        at={}, sets={"S": Outside(S)}, because="in what S leaves of T the loss exceeds epsilon",
    )  # fmt: skip
    parts = [
        proof.shows(
            equal(Mass(noise, T()), Mass(noise, Meet(S, T())) + Mass(noise, left)), by="measure",
            because="T consists of what S has of it and of what S leaves",
        )
        for noise in (P(), Q())
    ]  # fmt: skip
    proof.concludes(
        _BEST, by="entailment", uses=(outside, rest, *parts),
        facts=[
            (outside, {}, 1), (rest, {}, 1), (parts[0], {}, 1), (parts[1], {}, -sp.exp(eps)),
        ],
        because="so no set gains more than T",
    )  # fmt: skip
    return proof.done()


# -- (5) ------------------------------------------------------------------------------------------

#: The mean loss of the first outputs, and the divergence.
MEAN, D = Given("E", "function", 1), Given("D", "function")
#: The masses of the outcomes before an outcome of one output, and the part of the mean from them.
G, K = Given("G", "function", 1), Given("K", "function", 1)
_EACH = Goal(
    Sum(
        (G(place + 1) - G(place)) * level + K(place + 1) - K(place),
        place, sp.Integer(0), many - 1, (G(many) - G(0)) * level + K(many) - K(0),
    ),
    Domain((COUNT, real(level))),
)  # fmt: skip
_STEPS = Domain((index(step, 0),))
_START = relation_goal(MEAN(0), "==", 0, Domain())
_ONE = relation_goal(MEAN(step + 1) - MEAN(step), "==", D(), _STEPS)
_MEAN = relation_goal(MEAN(step) / step, "==", D(), Domain((index(step, 1),)))

MEAN_CLAIM = Statement(
    id="cactus.eq5",
    paper=PAPER,
    item="(5)",
    title="the mean loss of an output is the divergence",
    printed_latex=r"\tfrac1n\mathbb E[L^n_{x,x'}]=D\bigl(P_{Y|X=x}\,\|\,P_{Y|X=x'}\bigr)",
    given=(MEAN, D, G, K),
    hypotheses=(_START, _ONE),
    printed=(_EACH, _MEAN),
    note="E(n) is the mean loss of n outputs, and D that of one, which is the divergence by its "
    "definition. The first goal is a further output with finitely many outcomes 0, ..., m-1: "
    "their masses are the differences of G, and mass times loss those of K. With G(m) - G(0) = 1 "
    "the mean of v plus its loss is v plus its mean loss. So E(n+1) - E(n) = D, the hypothesis. "
    "The mean exists, but may be infinite; D is finite here.",
    examples=(
        {
            "E": sp.Lambda(step, 3 * step),
            "D": sp.Lambda((), sp.Integer(3)),
            "G": sp.Lambda(step, 1 - 2**-step),
            "K": sp.Lambda(step, step),
        },
    ),
)


def derive_mean() -> Derivation:
    proof = Proof(_STEPS, MEAN_CLAIM)
    proof.concludes(
        _EACH, by="sum", ratio=1, quotient=G(place) * level + K(place),
        because="a further output adds its own mean loss",
    )  # fmt: skip
    start = proof.assumes(_START, because="no output, no loss")
    one = proof.assumes(_ONE, because="a further output adds the divergence")
    bounds = []
    for sign in (1, -1):
        more = proof.shows(
            at_most(sign * D(), sign * MEAN(step + 1) - sign * MEAN(step)), by="entailment",
            uses=(one,), facts=[(one, {}, sign)],
            because=f"by {'at least' if sign > 0 else 'at most'} the divergence",
        )  # fmt: skip
        bounds.append(
            proof.applies(
                "induction", uses=(more,), because="one output after the other",
                terms=sign * MEAN(step), step=sign * D(), last=sp.oo,
            )
        )  # fmt: skip
    on = Domain((index(step, 1),))
    sides = [
        proof.shows(
            at_most(*ends), on=on, by="entailment", uses=(bound, start),
            facts=[(bound, {}, 1 / step), (start, {}, sign / step)],
            because=f"so the mean is {word} the divergence",
        )
        for bound, sign, ends, word in (
            (bounds[1], -1, (MEAN(step) / step, D()), "at most"),
            (bounds[0], 1, (D(), MEAN(step) / step), "at least"),
        )
    ]  # fmt: skip
    proof.applies(
        "antisymmetry", on=on, uses=sides, because="both together",
        left=MEAN(step) / step, right=D(),
    )  # fmt: skip
    return proof.done()


CLAIMS = (
    Claim(LOSS, derive_loss),
    Claim(PRIVATE, derive_private),
    Claim(MEAN_CLAIM, derive_mean),
)
