"""Theorem 1: the main result, from Theorems 2 and 3."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Exists, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.attained import Least, show_least
from dpproofs.theorems.staircase.definitions import YARDSTICK
from dpproofs.theorems.staircase.noise import (COST, DEFINITIONS, EPSILON, EXISTS, IS_PRIVATE, ON,
    STAIRCASE, Q)
from dpproofs.theorems.staircase.periodic import AVERAGE, AVERAGED, PERIODIC, show_average
from dpproofs.theorems.staircase.setting import PAPER, SPLIT, Delta, gamma
from dpproofs.theorems.staircase.theorem3 import Found, Subject, show_cheaper

x = OWN["x"]

#: For each gamma another, in [0, 1] as well.
OTHER = Given("other", "function", 1)
_elsewhere = STAIRCASE(OTHER(gamma))
WITHIN = {Goal(that(0) <= OTHER(gamma), Domain((SPLIT,))): "other(gamma) is at least 0",
    Goal(that(OTHER(gamma)) <= 1, Domain((SPLIT,))): "and at most 1"}

BEST = Goal(Exists(Domain((SPLIT,)),
        (IS_PRIVATE.proposition, Cheaper(Q, YARDSTICK(), COST.name),
            Cheaper(Q, _elsewhere, COST.name))), AVERAGED & ON)

THEOREM1 = Statement(id="staircase.thm1", paper=PAPER, item="Theorem 1",
    title="the main result: the optimal noise is a staircase that does not depend on the output",
    printed_latex=r"\inf_{\{\nu_t\}\text{ as in (30)}}\sup_t\int L\,d\nu_t=\int "
    r"L(x)\,f_{\gamma^*}(x)\,dx,\qquad\gamma^*=\mathop{\mathrm{arg\,min}}_{\gamma\in[0,1]}\int "
    r"L(x)\,f_\gamma(x)\,dx", parameters=PERIODIC.parameters, given=(*PERIODIC.given, OTHER),
    definitions=DEFINITIONS, printed=(EXISTS, BEST), hypotheses=(*PERIODIC.hypotheses, *WITHIN),
    note="For every family nu_t of noise that depends on the output t and keeps the constraint, is "
    "constant on pieces of width tau and repeats after N of them, there is a staircase that is "
    "private and costs at most E L(Y), for any Y that costs at least as much as every nu_t: so at "
    "most what the worst nu_t costs. M(n) is the average over the first n pieces, which Theorem 2 "
    "shows to be private for n = N; Theorem 3 does the rest. A staircase is itself such a family. "
    "That its gamma is the arg min is said by `other`, any function from [0, 1] to itself: there "
    "is a gamma whose staircase costs no more than that of other(gamma). Were no gamma the best, "
    "some function would lead from each to a better one; so there is a gamma* at which the cost is "
    "least. It depends on epsilon, Delta and L alone, and does for every family. L may be "
    "infinite, and so may all costs. The condition on families stands in front of Theorem 2 and in "
    "(30); that the theorem holds without it is the conjecture after Theorem 2, of which nothing "
    "is shown here. The condition on L(x+1)/L(x) is not needed.",
    examples=tuple({**example, "other": sp.Lambda(gamma, 1 - gamma)}
        for example in PERIODIC.examples))


IDEA = ("The family is averaged over one period, which keeps it private and costs no more than the "
    "worst of it (Theorem 2). The tail of private noise, and so of the average, lies above that of "
    "one staircase, which therefore costs no more (Theorem 3). Among all staircases there is one "
    "of least cost, since their tails change little with gamma.")


def derive() -> Derivation:
    proof = Proof(ON, THEOREM1)
    proof.idea(IDEA)
    private, average = show_average(proof)
    on = AVERAGED & ON
    kept = proof.shows(Private(AVERAGE, EPSILON, sp.Integer(0), Delta), on=on, by="instance",
        uses=(private,), at={}, because="Theorem 2: the average over a period is private")
    found = show_cheaper(proof, Subject(AVERAGE, AVERAGED), kept)
    worst = proof.shows(Cheaper(AVERAGE, YARDSTICK(), COST.name), on=on, by="instance",
        uses=(average,), at={}, because="and it costs at most as much as the worst of the family")
    chosen = Q.xreplace({gamma: found.gamma})
    cheaper = proof.applies("cheaper by way of", on=on,
        uses=(found.cheaper, worst, found.exists, *found.ranges),
        because="and so does the staircase", cheap=chosen, middle=AVERAGE, dear=YARDSTICK(),
        cost=COST.name)
    proof.part("A staircase of least cost")
    least = show_least(proof, found.exists, found.tails)
    _conclude(proof, found, least, cheaper)
    return proof.done()


def _conclude(proof: Proof, found: Found, least: Least, cheaper: str) -> None:
    """Append that the staircase of least cost is private, and costs no more than Y and another."""
    on, best = AVERAGED & ON, least.gamma
    private = proof.shows(IS_PRIVATE.proposition.map(lambda e: e.xreplace({gamma: best})), on=ON,
        by="instance", uses=(found.private, *least.ranges), at={gamma: best},
        because="this staircase is private")
    than_that = proof.shows(Cheaper(STAIRCASE(best), STAIRCASE(found.gamma), COST.name), on=on,
        by="instance", uses=(least.least, *found.ranges), at={x: found.gamma},
        because="it costs no more than that one")
    than_worst = proof.applies("cheaper by way of", on=on,
        uses=(than_that, cheaper, found.exists, *found.ranges, *least.ranges),
        because="and so no more than the worst of the family", cheap=STAIRCASE(best),
        middle=STAIRCASE(found.gamma), dear=YARDSTICK(), cost=COST.name)
    inside = []
    for goal, why in WITHIN.items():
        within = proof.assumes(goal, because=why)
        inside.append(proof.shows(goal.proposition.map(lambda e: e.xreplace({gamma: best})), on=ON,
                by="instance", uses=(within, *least.ranges), at={gamma: best},
                because="from here too"))
    than_other = proof.shows(Cheaper(STAIRCASE(best), STAIRCASE(OTHER(best)), COST.name), on=ON,
        by="instance", uses=(least.least, *inside), at={x: OTHER(best)},
        because="and no more than the other one")
    proof.exists(BEST, {gamma: best}, uses=(private, than_worst, than_other, *least.ranges),
        because="the staircase of least cost is private; it costs no more than the one whose tail "
            "was compared, and no more than any other")


CLAIMS = (Claim(THEOREM1, derive),)
