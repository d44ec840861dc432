"""Theorem 1: the main result, from Theorems 2 and 3."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Exists, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.theorems.staircase.definitions import YARDSTICK
from dpproofs.theorems.staircase.noise import (
    COST,
    DEFINITIONS,
    EPSILON,
    EXISTS,
    IS_PRIVATE,
    ON,
    Q,
)
from dpproofs.theorems.staircase.periodic import AVERAGE, AVERAGED, PERIODIC, show_average
from dpproofs.theorems.staircase.setting import PAPER, SPLIT, Delta, gamma
from dpproofs.theorems.staircase.theorem3 import Subject, show_cheaper

BEST = Goal(
    Exists(
        Domain((SPLIT,)), (IS_PRIVATE.proposition, Cheaper(Q, YARDSTICK(), COST.name))
    ),
    AVERAGED & ON,
)  # fmt: skip

THEOREM1 = Statement(
    id="staircase.thm1",
    paper=PAPER,
    item="Theorem 1",
    title="the main result: the optimal noise is a staircase that does not depend on the output",
    printed_latex=r"\inf_{\{\nu_t\}\text{ as in (30)}}\sup_t\int L\,d\nu_t=\int "
    r"L(x)\,f_{\gamma^*}(x)\,dx,\qquad\gamma^*=\mathop{\mathrm{arg\,min}}_{\gamma\in[0,1]}\int "
    r"L(x)\,f_\gamma(x)\,dx",
    parameters=PERIODIC.parameters,
    given=PERIODIC.given,
    definitions=DEFINITIONS,
    printed=(EXISTS, BEST),
    hypotheses=PERIODIC.hypotheses,
    note="For every family nu_t of noise that depends on the output t and keeps the constraint, "
    "is constant on pieces of width tau and repeats after N of them, there is a staircase that is "
    "private and costs at most E L(Y), for any Y that costs at least as much as every nu_t: so at "
    "most what the worst nu_t costs. M(n) is the average over the first n pieces, which Theorem 2 "
    "shows to be private for n = N; Theorem 3 does the rest. A staircase is itself such a family. "
    "The condition on families stands in front of Theorem 2 and in (30); that the theorem holds "
    "without it is the conjecture after Theorem 2, of which nothing is shown here. Left in words: "
    "that the least cost is attained, so that there is a gamma*. If one staircase has finite "
    "cost, the sum of b^k L(x + k Delta) is finite and bounded on [0, Delta], so the cost is "
    "continuous in gamma; otherwise all costs are infinite. The condition on L(x+1)/L(x) is not "
    "needed.",
    examples=PERIODIC.examples,
)


def derive() -> Derivation:
    proof = Proof(ON, THEOREM1)
    private, average = show_average(proof)
    on = AVERAGED & ON
    kept = proof.shows(
        Private(AVERAGE, EPSILON, sp.Integer(0), Delta), on=on,
        by="instance", uses=(private,), at={},
        because="Theorem 2: the average over a period is private",
    )  # fmt: skip
    found = show_cheaper(proof, Subject(AVERAGE, AVERAGED), kept)
    worst = proof.shows(
        Cheaper(AVERAGE, YARDSTICK(), COST.name), on=on, by="instance", uses=(average,), at={},
        because="and it costs at most as much as the worst of the family",
    )  # fmt: skip
    chosen = Q.xreplace({gamma: found.gamma})
    cheaper = proof.applies(
        "cheaper by way of", on=on, uses=(found.cheaper, worst, found.exists, *found.ranges),
        because="and so does the staircase",
        cheap=chosen, middle=AVERAGE, dear=YARDSTICK(), cost=COST.name,
    )  # fmt: skip
    proof.exists(
        BEST, {gamma: found.gamma}, uses=(found.private, cheaper, *found.ranges),
        because="so there is a staircase that costs at most as much",
    )  # fmt: skip
    return proof.done()


CLAIMS = (Claim(THEOREM1, derive),)
