"""Section II: problem (6) is convex in the mechanism."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.noise_sought import COST, a, costs, divergence, h, place
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import laplace

s = sp.Symbol("s", positive=True)
share = sp.Symbol("t", nonnegative=True)
y = sp.Symbol("y", real=True)
S = sp.Function("S")()

#: What two mechanisms add to an input, and what a mixture of them does.
ONE, OTHER, MIXED = (Given(name, "noise", 1) for name in ("P", "Q", "M"))
#: What the two cost at most, and what their outputs at neighbours lose at most.
COSTS = Given("C_1", "function"), Given("C_2", "function")
LOSSES = Given("V_1", "function"), Given("V_2", "function")

ON = Domain((positive(s), Variable(share, sp.Integer(0), sp.Integer(1), "[]")))
_INPUTS = ON & real(y)
_NEIGHBOURS = _INPUTS & between(a, -s, s, "[]")
_SIZES = ON & Variable(place, sp.Integer(0), sp.oo, "[)")


def mixed(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """A share of one, and the rest of the other."""
    return share * one + (1 - share) * other


def cheap(noise: Given, most: sp.Expr) -> Goal:
    """A mechanism keeps a budget at every input."""
    return Goal(costs(noise(y), most), _INPUTS)


def quiet(noise: Given, most: sp.Expr) -> Goal:
    """No outputs at a distance of at most s have a larger divergence."""
    return Goal(divergence(noise(y), noise(y + a), a, "<=", most), _NEIGHBOURS)


MIXTURE = Goal(that(Mass(MIXED(y), S)) == mixed(Mass(ONE(y), S), Mass(OTHER(y), S)), _INPUTS)
POSITIVE, GROWS = (
    Goal(that(0) <= COST(place), _SIZES),
    Goal(that(COST(place)) <= COST(place + h), _SIZES & positive(h)),
)
CHEAP = tuple(cheap(noise, most()) for noise, most in zip((ONE, OTHER), COSTS, strict=True))
QUIET = tuple(quiet(noise, most()) for noise, most in zip((ONE, OTHER), LOSSES, strict=True))
STILL_CHEAP, STILL_QUIET = (
    said(MIXED, mixed(*(most() for most in bounds)))
    for said, bounds in ((cheap, COSTS), (quiet, LOSSES))
)

CONVEX = Statement(
    id="cactus.eq6.convex",
    paper=PAPER,
    item="Section II-B, convexity",
    title="the least divergence under a bound on the cost is a convex problem",
    printed_latex=r"\text{The optimization problem in (6) is a convex problem}",
    parameters=ON,
    given=(ONE, OTHER, MIXED, COST, *COSTS, *LOSSES),
    hypotheses=(POSITIVE, GROWS, MIXTURE, *CHEAP, *QUIET),
    printed=(STILL_CHEAP, STILL_QUIET),
    note="P(y) and Q(y) are the laws of the outputs of two mechanisms at the input y, less y, and "
    "M(y) gives every Borel set t times what P(y) gives it and 1 - t times what Q(y) does: so the "
    "output of M at y has the mixture of the laws of the two outputs. C_1 and C_2 are what the two "
    "cost at most at any input; with C_1 = C_2 = C the first goal says that a mixture of "
    "mechanisms that (6) allows is allowed. V_1 and V_2 are any bounds of the divergences of "
    "outputs at inputs at a distance of at most s, and the suprema are the least ones; so the "
    "second goal says that the objective is convex. Of the cost no more of Assumption 1 is used "
    "than that it is not negative and does not decrease with the size of the noise. What (20) has "
    "in place of (6) is convex by cactus.thm2.convex.",
    examples=(
        {
            "P": laplace(half, sp.Integer(1), (y,)),
            "Q": laplace(half, sp.Integer(1), (y,)),
            "M": laplace(half, sp.Integer(1), (y,)),
            "c": sp.Lambda(place, sp.Integer(1)),
            "C_1": sp.Lambda((), sp.Integer(1)),
            "C_2": sp.Lambda((), sp.Integer(2)),
            "V_1": sp.Lambda((), s),
            "V_2": sp.Lambda((), 2 * s),
        },
    ),
)


def derive() -> Derivation:
    proof = Proof(_INPUTS, CONVEX)
    positive_, grows, mixture, *bounds = proof.supposes(
        (POSITIVE, "no noise has a negative cost"),
        (GROWS, "nor does more noise cost less"),
        (MIXTURE, "M is a mixture of two mechanisms"),
        (CHEAP[0], "the first keeps a budget"),
        (CHEAP[1], "and so does the second"),
        (QUIET[0], "the first tells no inputs apart by more than V_1"),
        (QUIET[1], "nor the second by more than V_2"),
    )
    there = proof.shows(
        MIXTURE.proposition.map(lambda e: e.xreplace({y: y + a})),
        on=_NEIGHBOURS,
        by="instance",
        uses=(mixture,),
        at={y: y + a},
        because="at the other input as well",
    )
    shares = {"share": share, "rest": 1 - share}
    proof.concludes(
        STILL_CHEAP,
        by="rule",
        rule="cost of a mixture",
        uses=(mixture, positive_, grows, *bounds[:2]),
        because="a cost is linear in the law of the noise",
        bindings={
            "mixed": MIXED(y),
            "one": ONE(y),
            "other": OTHER(y),
            **shares,
            "cost": COST(OWN["x"]),
            "one_bound": COSTS[0](),
            "other_bound": COSTS[1](),
        },
    )
    proof.concludes(
        STILL_QUIET,
        by="rule",
        rule="divergence of a mixture",
        uses=(mixture, there, *bounds[2:]),
        because="and divergences are jointly convex",
        bindings={
            "mixed": MIXED(y),
            "one": ONE(y),
            "other": OTHER(y),
            "mixed_than": MIXED(y + a),
            "one_than": ONE(y + a),
            "other_than": OTHER(y + a),
            "shift": a,
            **shares,
            "one_bound": LOSSES[0](),
            "other_bound": LOSSES[1](),
        },
    )
    return proof.done()


CLAIMS = (Claim(CONVEX, derive),)
