"""The radius of the staircase in d dimensions: verdicts, replays, planted errors, and the noise."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers import check
from dpproofs.kernel.proposition import Derivative, Integral, Limit, Relation, Series, Sum
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector.gains import CASES
from dpproofs.theorems.vector.setting import b, cost, gamma, total
from dpproofs.verifying import verify as verify_anew

verify = cache(verify_anew)

#: The grade, and how many twins at least.
GRADES = {
    "sums": ("proved", 20),
    "knorm": ("proved", 25),
    "gain.high": ("proved", 30),
    "gain.low": ("proved", 8),
    "slope": ("proved", 70),
    "place.high": ("proved", 8),
    "place.low": ("proved", 16),
}


@pytest.mark.parametrize("name", GRADES)
def test_a_claim_holds_its_twins_die_and_its_certificate_replays(name):
    verdict = verify(f"vector.{name}")
    grade, twins = GRADES[name]
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == ("holds", grade)
    assert verdict.mutation.tried >= twins
    assert verdict.mutation.survivors == ()
    report = replay(verdict.certificate, any_statement=True)
    assert (report.accepted, report.reason, report.trusts) == (True, "", ())


def test_the_certificate_of_the_gains_that_is_kept_replays():
    """Every box of every gamma is enclosed anew."""
    path = Path(__file__).parents[2] / "derivations/certificates/vector.gain.values.json"
    report = replay(json.loads(path.read_text("utf-8")))
    assert (report.accepted, report.verdict, report.grade) == (True, "holds", "enclosed")


def shown(name, kind, change):
    """Whether the first step of a kind is still established with its proposition changed."""
    derivation = find(f"vector.{name}").derivation
    step = next(s for s in derivation.steps if isinstance(s.goal.proposition, kind))
    said = change(step.goal.proposition)
    changed = replace(step, goal=replace(step.goal, proposition=said))
    return check(changed, derivation).established


@pytest.mark.parametrize(
    ("name", "kind", "change"),
    [
        ("sums", Sum, lambda said: replace(said, value=said.value + b / 1000)),
        ("sums", Sum, lambda said: replace(said, lower=sp.Integer(1))),
        ("gain.high", Limit, lambda said: replace(said, value=said.value + 1)),
        ("gain.high", Relation, lambda said: replace(said, lhs=said.lhs + (1 - b) / 4)),
        ("gain.high", Series, lambda said: replace(said, coefficients=(sp.Integer(2),))),
        ("knorm", Integral, lambda said: replace(said, value=said.value * 2)),
        ("knorm", Integral, lambda said: replace(said, lower=said.upper / 2)),
        ("gain.low", Limit, lambda said: replace(said, value=said.value * 2)),
        ("slope", Derivative, lambda said: replace(said, value=said.value * 2)),
        ("slope", Relation, lambda said: replace(said, rhs=said.rhs / b)),
        ("place.high", Limit, lambda said: replace(said, value=-said.value)),
        ("place.high", Limit, lambda said: replace(said, value=said.value + gamma / 100)),
        ("place.low", Limit, lambda said: replace(said, value=said.value * 2)),
        (
            "place.low",
            Limit,
            lambda said: replace(said, expression=said.expression * said.variable),
        ),
        ("gain.values", Relation, lambda said: replace(said, lhs=said.rhs, rhs=said.lhs)),
    ],
)
def test_a_planted_error_is_not_established(name, kind, change):
    assert shown(name, kind, lambda said: said)
    assert not shown(name, kind, change)


@pytest.mark.parametrize("d", [1, 2, 4])
def test_the_formulas_are_the_cost_of_the_noise(d):
    point = {b: sp.exp(-sp.Rational(3, 2)), gamma: sp.Rational(2, 5)}
    noise = dp.VectorStaircase(1.5, dimension=d, gamma=0.4)
    assert math.isclose(noise.expected_cost(1), float(cost(d).subs(point)), rel_tol=1e-12)
    terms = (math.exp(-1.5 * k) * (k + 0.4) ** d for k in range(80))
    assert math.isclose(math.fsum(terms), float(total(d).subs(point)), rel_tol=1e-12)


@pytest.mark.parametrize(("epsilon", "d", "place", "low", "high"), CASES)
def test_the_gains_are_those_of_the_enclosed_optimum(epsilon, d, place, low, high):
    found = dp.vector_optimum(epsilon, dimension=d)
    least = found.least_cost
    assert sp.Rational(low) < sp.Rational(d, epsilon) / least.upper
    assert sp.Rational(d, epsilon) / least.lower < sp.Rational(high)
    assert abs(float(found.gamma.lower) - float(place)) < 1e-6


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_the_best_gamma_is_where_the_limits_say(d):
    small = float(dp.vector_optimum("0.01", dimension=d).gamma.lower)
    value = sp.bernoulli(d, sp.Rational(small))
    assert abs(value) < 0.01
    assert sp.bernoulli(d, sp.Rational(small + 0.05)) > value
    large = float(dp.vector_optimum(60, dimension=d).gamma.lower)
    assert math.isclose(large, (d * math.exp(-60)) ** (1 / (d + 1)), rel_tol=1e-3)
