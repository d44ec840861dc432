"""What the sums themselves do: one dimension, arcs through 0 = 1, K-norm noise, Theorem 3's law."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Sum, that
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector import across, base, gentle, knorm
from dpproofs.theorems.vector.single import ZERO
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

verdict = cache(verify)

#: How many twins at least.
TWINS = {
    "vector.best.line": 50,
    "vector.turns.across": 30,
    "vector.turns.gentle": 80,
    "vector.knorm.powers": 20,
    "vector.line": 20,
}


@pytest.mark.parametrize("name", TWINS)
def test_it_is_proved_and_its_certificate_replays(name):
    found = verdict(name)
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= TWINS[name]
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


@pytest.mark.parametrize("name", [name for name in TWINS if name != "vector.line"])
def test_replay_wants_every_hypothesis(name):
    assert wants_every_hypothesis(verdict(name).certificate)


_flat = Goal(that(base.slope(base.later)) < base.slope(base.y), base.UP)
_steep = Goal(that(base.T(1 + base.p, base.later) - base.T(1 + base.p, base.y)) <
    (1 + base.p) * base.gap * base.T(base.p, base.y), base.UP,
)  # fmt: skip
_swapped = Goal(that(across.HIGH.proposition.rhs) <= across.HIGH.proposition.lhs, across.ON
)  # fmt: skip
_slower = Goal(that(gentle.RISE.proposition.lhs) <= gentle.RISE.proposition.rhs / 2, gentle.UP
)  # fmt: skip
_dearer = Goal(that(knorm.eps * knorm.E(knorm.p + 1)) == (knorm.d + knorm.p + 1) * knorm.E(knorm.p),
    knorm.ON & knorm.POWER,
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "proved", "claimed"),
    [
        ("vector.best.line", base.CLIMBS, _flat),
        ("vector.best.line", base.HIGH, _steep),
        ("vector.turns.across", across.HIGH, _swapped),
        ("vector.turns.gentle", gentle.RISE, _slower),
        ("vector.knorm.powers", knorm.STEP, _dearer),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(name, proved, claimed):
    derivation = find(name).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


def test_no_place_but_the_one_that_was_found_is_a_zero():
    derivation = find("vector.best.line").derivation
    (step,) = (each for each in derivation.steps if each.goal == ZERO)
    assert check(step, derivation).established
    other = {key: value / 2 for key, value in step.hints["values"].items()}
    assert not check(replace(step, hints={**step.hints, "values": other}), derivation).established


@pytest.mark.parametrize(
    ("name", "function", "change"),
    [
        ("vector.best.line", "T", lambda value: value * 2 + 1),
        ("vector.turns.across", "g_least", lambda value: value * 50),
        ("vector.turns.across", "g_most", lambda value: value / 50),
        ("vector.turns.gentle", "g", lambda value: value * 2),
        ("vector.knorm.powers", "I", lambda value: value + 1),
        ("vector.knorm.powers", "E", lambda value: value * 2),
        ("vector.knorm.powers", "F", lambda value: -value),
    ],
)
def test_an_example_that_breaks_a_hypothesis_is_none(name, function, change):
    statement = find(name).statement
    (example,) = statement.examples
    law = example[function]
    wrong = {**example, function: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""


def test_a_ball_more_or_less_is_another_density():
    derivation = find("vector.line").derivation
    mixed = [step for step in derivation.steps if isinstance(step.goal.proposition, Sum)][1:3]
    for step in mixed:
        said = step.goal.proposition
        wrong = replace(
            step, goal=replace(step.goal, proposition=replace(said, lower=said.lower + 1))
        )
        assert check(step, derivation).established
        assert not check(wrong, derivation).established


@pytest.mark.parametrize("p", [0.4, 1, 3])
def test_the_best_radius_in_one_dimension_is_the_zero(p):
    b = math.exp(-1.5)

    def total(m, y):
        return math.fsum(b**k * (k + y) ** m for k in range(200))

    def slope(y):
        return (1 + p) * (1 - b) * total(1, y) * total(p, y) - total(1 + p, y)

    gamma = dp.VectorStaircase(1.5, dimension=1, cost=p).gamma
    assert slope(gamma - 1e-3) < 0 < slope(gamma + 1e-3)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (2, 3), (7, 2)])
def test_the_cost_of_k_norm_noise_is_the_closed_form(d, n):
    cost = dp.KNorm(0.7, dimension=d).expected_cost(n)
    assert math.isclose(cost, math.gamma(d + n) / math.gamma(d) / 0.7**n, rel_tol=1e-12)


@pytest.mark.parametrize("gamma", [0.2, 1])
def test_in_one_dimension_the_two_staircases_are_one(gamma):
    vector = dp.VectorStaircase(1.5, sensitivity=2, dimension=1, gamma=gamma)
    line = dp.Staircase(1.5, sensitivity=2, gamma=gamma)
    for place in (0.1, 0.5, 1.9, 3.3):
        assert math.isclose(float(vector.pdf([place])), float(line.pdf(place)), rel_tol=1e-12)
