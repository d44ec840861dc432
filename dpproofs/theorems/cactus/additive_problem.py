"""(8)-(10): the problem for additive noise is the restriction of that for all mechanisms."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.proof import Use
from dpproofs.kernel.domain import Domain, between, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Proposition, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, half
from dpproofs.theorems.samples import laplace

h, d, step = OWN["h"], OWN["d"], OWN["n"]
s = sp.Symbol("s", positive=True)
t, a, x, y, z = sp.symbols("t a x y z", real=True)
S = sp.Function("S")()

#: The outputs of one mechanism that adds noise, and its noise.
NU, NOISE = Given("nu", "noise", 1), Given("P", "noise")
#: D(P_x || P_y) of mechanism t, D(P || T_a P) of noise z, and what is worst for each.
BETWEEN, SHIFTED = Given("D", "function", 3), Given("F", "function", 2)
WORST, WORST_SHIFT = Given("V", "function", 1), Given("W", "function", 1)
#: The mechanism that adds noise z; inputs, a shift and noise near the suprema and the infimum.
ADDS = Given("e", "function", 1)
HERE, THERE = Given("X", "function", 2), Given("Y", "function", 2)
NEAR, BEST = Given("A", "function", 2), Given("Z", "function", 1)
LEAST, LEAST_ADDITIVE = Given("KL", "function"), Given("KL_add", "function")

_ON = Domain((positive(s),))
_OUTPUTS = _ON & real(t)
_NOISES = _ON & real(z)
_SLACK = positive(h)
_gap = HERE(t, h) - THERE(t, h)

_HYPOTHESES = {Goal(that(Mass(NU(t), S)) == Mass(NOISE(), Moved(S, -t)),
        _OUTPUTS): "the mechanism adds noise",
    Goal(that(BETWEEN(ADDS(z), x, y)) == SHIFTED(z, y - x),
        _NOISES & real(x) & real(y)): "divergences do not change when both distributions are moved",
    Goal(that(BETWEEN(t, x, x + a)) <= WORST(t),
        _OUTPUTS & real(x)
            & between(a, -s, s, "[]")): "no two neighbours have more than the worst divergence",
    Goal(that(WORST(t)) <= BETWEEN(t, HERE(t, h), THERE(t, h)) + h,
        _OUTPUTS & _SLACK): "and some have nearly as much",
    Goal(that(-s) <= _gap, _OUTPUTS & _SLACK): "which are neighbours",
    Goal(that(_gap) <= s, _OUTPUTS & _SLACK): "on either side",
    Goal(that(SHIFTED(z, a)) <= WORST_SHIFT(z),
        _NOISES & between(a, -s, s, "[]")): "no shift has more than the worst divergence",
    Goal(that(WORST_SHIFT(z)) <= SHIFTED(z, NEAR(z, h)) + h,
        _NOISES & _SLACK): "and some has nearly as much",
    Goal(that(-s) <= NEAR(z, h), _NOISES & _SLACK): "which is a shift between neighbours",
    Goal(that(NEAR(z, h)) <= s, _NOISES & _SLACK): "to either side",
    Goal(that(LEAST()) <= WORST(t), _OUTPUTS): "an infimum is at most all values",
    Goal(that(WORST_SHIFT(BEST(h))) <= LEAST_ADDITIVE() + h,
        _ON & _SLACK): "and some value is near it"}
_SAME_NOISE = Goal(that(Mass(NU(t), Moved(S, t))) == Mass(NOISE(), S), _OUTPUTS)
_SAME_SHIFT = Goal(that(Mass(NU(t + d), Moved(S, t))) == Mass(NOISE(), Moved(S, -d)),
    _OUTPUTS & real(d))
_SAME_WORST = Goal(that(WORST(ADDS(z))) == WORST_SHIFT(z), _NOISES)
_ORDER = Goal(that(LEAST()) <= LEAST_ADDITIVE(), _ON)

PROBLEM = Statement(id="cactus.eq8", paper=PAPER, item="(8)-(10)",
    title="the problem for additive noise is the restriction of the problem for all mechanisms",
    printed_latex=r"\mathrm{KL}^\star=\inf_{P_{Y|X}}\sup_{|x-x'|\le s}D(P_{Y|X=x}\|P_{Y|X=x'})\le"
    r"\mathrm{KL}^\star_{\rm add}=\inf_P\sup_{|a|\le s}D(P\|T_aP)", parameters=_ON,
    given=(NU, NOISE, BETWEEN, SHIFTED, WORST, WORST_SHIFT, ADDS, HERE, THERE, NEAR, BEST, LEAST,
        LEAST_ADDITIVE), hypotheses=tuple(_HYPOTHESES),
    printed=(_SAME_NOISE, _SAME_SHIFT, _SAME_WORST, _ORDER),
    note="nu(t) is the distribution of the output at t of a mechanism that adds noise of "
    "distribution P. Seen from t, it is P at t and P moved by d at t + d: so the cost does not "
    "depend on t, and the divergence of the outputs at x and y is D(P || T_(y-x) P), which is the "
    "second hypothesis. t and z run through mechanisms and noise within the budget, of finite "
    "worst divergence: D(t, x, y) is that of mechanism t at two inputs, V(t) its supremum over |x "
    "- y| <= s, F(z, a) is D(P || T_a P) of noise z, W(z) its supremum over |a| <= s, and e(z) the "
    "mechanism that adds noise z. X, Y and A come within h of these suprema, Z within h of KL_add, "
    "the infimum of W; KL is at most every V(t). The third goal: additive mechanisms lead to (10).",
    examples=({"nu": laplace(half, sp.Integer(1), (t,), t), "P": laplace(half, sp.Integer(1)),
            "D": sp.Lambda((t, x, y), (1 + t**2) * (y - x) ** 2),
            "F": sp.Lambda((z, a), (2 + z**2) * a**2), "V": sp.Lambda(t, (1 + t**2) * s**2),
            "W": sp.Lambda(z, (2 + z**2) * s**2), "e": sp.Lambda(z, sp.sqrt(1 + z**2)),
            "X": sp.Lambda((t, h), s), "Y": sp.Lambda((t, h), sp.Integer(0)),
            "A": sp.Lambda((z, h), s), "Z": sp.Lambda(h, sp.Integer(0)), "KL": sp.Lambda((), s**2),
            "KL_add": sp.Lambda((), 2 * s**2)},))


def derive() -> Derivation:
    proof = Proof(_OUTPUTS, PROBLEM)
    (additive, same, worst, near, left, right, worst_shift, near_shift, low, high, least,
        best) = proof.supposes(*_HYPOTHESES.items())
    for goal, at, why in ((_SAME_NOISE, {}, "seen from the output t the noise is that of t = 0"),
            (_SAME_SHIFT, {t: t + d}, "the noise at t + d is moved by d")):
        which, where = (t, S) if not at else (t + d, Moved(S, -d))
        moved = Moved(S, t)
        there = proof.shows(that(Mass(NU(which), moved)) == Mass(NOISE(), Moved(moved, -which)),
            on=goal.domain, by="instance", uses=(additive,), at=at, sets={"S": moved},
            because="additive noise at a set that is moved as well")
        back = proof.shows(that(Mass(NOISE(), Moved(moved, -which))) == Mass(NOISE(), where),
            on=goal.domain, by="measure", because="two moves are one")
        proof.follows(goal, there, back, because=why)
    mechanism, nearly = {t: ADDS(z)}, {h: 1 / (step + 1)}
    here, there_ = (f(ADDS(z), 1 / (step + 1)) for f in (HERE, THERE))
    shift = NEAR(z, 1 / (step + 1))
    within, near_by = ([proof.follows(_put(proof.goal(bound).proposition, at), (bound, at),
                on=_NOISES & index(step, 0), because="with the h that is 1/(n + 1)")
            for bound in bounds]
        for bounds, at in (((left, right), {**mechanism, **nearly}), ((low, high), nearly)))
    above = WORST(ADDS(z)) - WORST_SHIFT(z)
    no_more = _at_most(proof, above, _NOISES,
        [(near, {**mechanism, **nearly}), (same, {x: here, y: there_}),
            (worst_shift, {a: there_ - here})], within,
        "an additive mechanism has no more than its noise")
    no_less = _at_most(proof, -above, _NOISES,
        [(near_shift, nearly), (same, {x: sp.Integer(0), y: shift}),
            (worst, {**mechanism, x: sp.Integer(0), a: shift})], near_by, "it is no less")
    sides = [proof.follows(that(low) <= high, bound, on=_NOISES,
            because="the same in another order")
        for (low, high), bound in (((WORST(ADDS(z)), WORST_SHIFT(z)), no_more),
            ((WORST_SHIFT(z), WORST(ADDS(z))), no_less))]
    equal_worst = proof.applies("antisymmetry", on=_NOISES, uses=sides,
        because="so the worst is over shifts", left=WORST(ADDS(z)), right=WORST_SHIFT(z))
    some = BEST(1 / (step + 1))
    order = _at_most(proof, LEAST() - LEAST_ADDITIVE(), _ON,
        [(least, {t: ADDS(some)}), (equal_worst, {z: some}), (best, nearly)], [],
        "an additive mechanism near the least is a mechanism")
    proof.follows(_ORDER, order, because="so more mechanisms can only do better")
    return proof.done()


def _put(claim: Proposition, values: Mapping[sp.Symbol, sp.Expr]) -> Proposition:
    return claim.map(lambda e: e.xreplace(dict(values)))


def _at_most(proof: Proof, gap: sp.Expr, on: Domain, facts: list[Use], also: list[str],
        because: str) -> str:
    """Append that a gap is at most 0, since n times it is at most n/(n + 1)."""
    often = proof.follows(that(step * gap) <= 1, *facts, on=on & index(step, 0), also=also,
        because=because)
    return proof.applies("Archimedes", on=on, uses=(often,), because="up to 1/(n + 1) for every n",
        value=gap, bound=sp.Integer(1))


CLAIMS = (Claim(PROBLEM, derive),)
