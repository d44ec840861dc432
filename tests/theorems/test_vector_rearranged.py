"""The density with balls for its levels: a verdict, its replay, hypotheses that are wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import between
from dpproofs.kernel.proposition import that
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector.rearranged import (
    AT,
    PRIVATE,
    SLOWLY,
    Delta,
    F,
    other,
    r,
)
from dpproofs.theorems.vector.setting import b
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

NAME = "vector.rearranged"
verdict = cache(lambda: verify(NAME))


def test_it_is_proved_and_its_certificate_replays():
    found = verdict()
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= 14
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


def test_replay_wants_every_hypothesis():
    assert wants_every_hypothesis(verdict().certificate)


@pytest.mark.parametrize(
    ("goal", "claimed"),
    [
        (SLOWLY, Goal(that(b * F(r)) < F(r + Delta), AT)),
        (SLOWLY, Goal(that(F(r)) <= F(r + Delta), AT)),
        (SLOWLY, Goal(that(b * F(r)) <= F(r + 2 * Delta), AT)),
        (
            PRIVATE,
            Goal(that(b * F(r)) <= F(other), AT & between(other, 0, r + 2 * Delta, "[]")),
        ),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(goal, claimed):
    derivation = find(NAME).derivation
    (step,) = (each for each in derivation.steps if each.goal == goal)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("rho", lambda value: value / 2),
        ("rho", lambda value: 2 * value),
        ("F", lambda value: value / 2),
        ("F", lambda value: 2 * value),
        ("q", lambda value: -value),
        ("q", lambda value: value + 1),
    ],
)
def test_an_example_that_breaks_a_hypothesis_is_none(name, change):
    statement = find(NAME).statement
    (example,) = statement.examples
    law = example[name]
    wrong = {**example, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,)), tries=150) != ""


def test_the_hypotheses_hold_for_k_norm_noise():
    """Its density is M e^(-r c), with b = e^(-Delta c): no numbers that are taken exactly."""
    draws = np.random.default_rng(0).uniform(0.01, 0.99, (500, 5))
    for ratio, width, top, level, place in draws:
        c, t, at = -np.log(ratio) / width, top * level, 3 * place
        density = top * np.exp(-c * at)
        radius, further = np.log(top / t) / c, np.log(top / (ratio * t)) / c
        assert further == pytest.approx(radius + width)
        slack = radius - at if radius > at else 1.0
        assert slack > 0
        assert (radius - at) * (t - density) <= 1e-12
        assert (density - t) * (radius - at - slack) >= -1e-12
        assert 0 <= density <= top


def test_levels_below_that_only_reach_the_radius_are_not_enough():
    """With b = 1/2 and Delta = 1 let rho be k on (b^k, b^(k - 1)], which grows by just Delta.

    F(1) = 1 and F(2) = 1/4 keep the products with q = 0, but F falls by a quarter from 1 to 2.
    """
    half = sp.Rational(1, 2)

    def radius(level):
        return next(k for k in range(1, 20) if half**k < level)

    law = {1: sp.S.One, 2: half**2}
    for level in (sp.Rational(k, 64) for k in range(1, 64)):
        assert radius(half * level) == radius(level) + 1
        for place, value in law.items():
            assert (radius(level) - place) * (level - value) <= 0
    assert half * law[1] > law[2]
