"""gamma = exp(-epsilon)/2 for every power: its verdict, planted errors, and what it costs anew."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp
from mpmath import mp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Proposition
from dpproofs.replaying.program import replay
from dpproofs.theorems.staircase import heuristic_quality
from dpproofs.theorems.staircase.heuristic_sums import m
from dpproofs.theorems.staircase.setting import Delta, b
from dpproofs.verifying import verify as verify_anew
from tests.theorems.forging import wants_every_hypothesis

verify = cache(verify_anew)
(CLAIM,) = heuristic_quality.CLAIMS
WORSE, ABOVE, BELOW, PAID, TENDS = CLAIM.statement.corrected[:5]


@pytest.fixture(autouse=True)
def _forty_digits():
    with mp.workdps(40):
        yield


def test_the_claim_is_corrected_for_every_power_and_its_twins_die():
    verdict = verify(CLAIM.id)
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == ("corrected", "proved")
    assert verdict.mutation.tried >= 20
    assert verdict.mutation.survivors == ()
    assert verdict.erratum is not None
    assert "Delta/3" in verdict.erratum["counterexample"]
    assert "whatever the real m > 0" in verdict.erratum["corrected"]


def test_its_certificate_replays_and_wants_every_hypothesis():
    found = verify(CLAIM.id).certificate
    report = replay(found, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    assert {"comparison of sums", "without the first term"} < set(report.trusts)
    assert wants_every_hypothesis(found)


@pytest.mark.parametrize(
    ("place", "change"),
    [("w", lambda v: 2 * v), ("w", lambda v: v + 1), ("phi", lambda v: v + b)],
)
def test_other_powers_and_sums_are_no_example(place, change):
    (example,) = CLAIM.statement.examples
    law = example[place]
    changed = {**example, place: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(CLAIM.statement, examples=(changed,))) != ""


def _established(goal: Goal, changed: Proposition) -> bool:
    derivation = CLAIM.derivation
    (step,) = [s for s in derivation.steps if s.goal == goal]
    assert check(step, derivation).established
    assert changed != goal.proposition
    return check(replace(step, goal=Goal(changed, goal.domain)), derivation).established


PLANTED = {
    "more than a little more than the limit": (ABOVE, "value", lambda e: e * sp.Rational(101, 100)),
    "half the cost at exp(-s)": (BELOW, "value", lambda e: e / 2),
    "another power at exp(-s)": (BELOW, "value", lambda e: e * Delta),
    "the cost without m + 1": (PAID, "value", lambda e: e * (m + 1)),
    "the cost with another power of 1-b": (PAID, "value", lambda e: e * (1 - b)),
    "twice the limit": (TENDS, "value", lambda e: 2 * e),
    "the limit with m for m + 1": (TENDS, "value", lambda e: e * (m + 1) / m),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_not_established(name):
    goal, part, change = PLANTED[name]
    changed = replace(goal.proposition, **{part: change(getattr(goal.proposition, part))})
    assert not _established(goal, changed)


@pytest.mark.parametrize("place", [0, 1])
def test_the_factor_is_not_exceeded_by_more(place):
    """With a larger or a smaller number for v, the witness does not do."""
    promised = WORSE.proposition
    value = promised.all[place].value * (2 if place == 0 else sp.Rational(1, 2))
    part = replace(promised.all[place], value=value)
    changed = (*promised.all[:place], part, *promised.all[place + 1 :])
    assert not _established(WORSE, replace(promised, all=changed))


# -- the cost from the density, for any power -----------------------------------------------------


def paid(power, ratio, split):
    """E|X|^power for Delta = 1: the pieces of (25), period by period."""
    n, total, k = power + 1, mp.mpf(0), 0
    while k < 10 or ratio**k * mp.mpf(k + 1) ** n > mp.mpf(10) ** -30 * total:
        inner = (k + split) ** n - mp.mpf(k) ** n
        outer = mp.mpf(k + 1) ** n - (k + split) ** n
        total, k = total + ratio**k * (inner + ratio * outer), k + 1
    return (1 - ratio) / (ratio + (1 - ratio) * split) / n * total


EXPONENTS = [mp.mpf(1) / 10, mp.mpf(1), mp.mpf("1.7"), mp.mpf(4), mp.mpf(9)]


@pytest.mark.parametrize("power", EXPONENTS)
def test_the_choice_costs_more_than_its_limit(power):
    limit = 2 / (3 * (power + 1))
    for ratio in (mp.mpf(10) ** -9, mp.mpf(1) / 50, mp.mpf(1) / 2, mp.mpf(9) / 10):
        assert paid(power, ratio, ratio / 2) > limit
    if power >= 1:
        assert abs(paid(power, mp.mpf(10) ** -9, mp.mpf(10) ** -9 / 2) / limit - 1) < 1e-3


@pytest.mark.parametrize("power", EXPONENTS)
@pytest.mark.parametrize("s", [mp.mpf(1) / 20, mp.mpf(1), mp.mpf(5)])
@pytest.mark.parametrize("share", [1, 3, 1000])
def test_another_gamma_costs_little(power, s, share):
    ratio, split = mp.exp(-(power + 1) * s) / 2 / share, mp.exp(-s)
    total = mp.nsum(lambda k: (k + 2) ** (power + 1) / mp.mpf(2) ** k, [0, mp.inf])
    bound = mp.exp(-power * s) * (2 + total) / (2 * (power + 1))
    assert paid(power, ratio, split) <= bound


@pytest.mark.parametrize("power", EXPONENTS)
@pytest.mark.parametrize("factor", [mp.mpf(1), mp.mpf(100)])
def test_at_the_b_of_the_proof_the_choice_costs_more_than_that_many_times(power, factor):
    total = mp.nsum(lambda k: (k + 2) ** (power + 1) / mp.mpf(2) ** k, [0, mp.inf])
    exponent = 2 * factor * (2 + total)  # m s
    log_bound = mp.log((2 + total) / (2 * (power + 1))) - exponent
    assert mp.log(2 / (3 * (power + 1))) > mp.log(factor) + log_bound
