"""Theorem 1 and its arg min: tails in numbers, planted errors, and what is needed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.assertions import Cheaper, Exists, Obtain
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Relation, that
from dpproofs.replaying.program import replay
from dpproofs.theorems.staircase import attained, theorem1
from dpproofs.theorems.staircase.noise import Q
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

(CLAIM,) = theorem1.CLAIMS
x, d = attained.x, attained.d
F = Fraction


@pytest.fixture(scope="module")
def verdict():
    return verify(CLAIM.id)


@pytest.fixture(scope="module")
def certificate(verdict):
    return verdict.certificate


def test_theorem_1_holds_with_its_arg_min(verdict, certificate):
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == ("holds", "proved")
    promised = theorem1.BEST.proposition
    assert isinstance(promised, Exists)
    assert promised.all[-1] == Cheaper(Q, theorem1.STAIRCASE(theorem1.OTHER(theorem1.gamma)), "L")
    report = replay(certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    assert "least cost" in report.trusts
    assert "in words" not in CLAIM.statement.note


def test_every_hypothesis_is_wanted(certificate):
    assert wants_every_hypothesis(certificate)


# -- the tails ------------------------------------------------------------------------------------


def tail(ratio: F, split: F, place: F, period: int) -> F:
    """P(|X| >= place + period) for Delta = 1 and place in (0, 1], from the levels of (25)."""
    top = (1 - ratio) / (split + ratio * (1 - split))  # on both sides of the origin
    first, second = max(split - place, 0), 1 - max(place, split)
    return ratio**period * (top * (first + ratio * second) + ratio)


PLACES = [F(1, 100), F(1, 3), F(1, 2), F(9, 10), F(1)]
SPLITS = [F(0), F(1, 50), F(1, 3), F(1, 2), F(4, 5), F(1)]


@pytest.mark.parametrize("ratio", [F(1, 100), F(1, 2), F(99, 100)])
def test_tails_differ_by_the_factor_at_most(ratio):
    slope = 1 / ratio**2
    assert attained.SLOPE.subs(sp.Symbol("b", positive=True), sp.Rational(ratio)) == slope
    for place in PLACES:
        for low in SPLITS:
            for high in (split for split in SPLITS if split >= low):
                one, other = (tail(ratio, split, place, 2) for split in (low, high))
                factor = 1 + slope * (high - low)
                assert one <= factor * other
                assert other <= factor * one


def _factors() -> list[tuple[str, Relation]]:
    """The steps that say by which factor tails differ."""
    (found,) = [
        step
        for step in CLAIM.derivation.steps
        if isinstance(step.goal.proposition, Obtain) and step.goal.proposition.name == "g"
    ]
    return [(name, CLAIM.derivation.step(name).goal.proposition) for name in found.uses[:2]]


@pytest.mark.parametrize("slope", [sp.Integer(0), sp.Rational(1, 10)])
def test_tails_do_not_differ_by_less(slope):
    """With a factor that is too small no region is shown."""
    derivation = CLAIM.derivation
    for name, claim in _factors():
        lost = 0
        for part in derivation.step(name).uses:
            step = derivation.step(part)
            assert check(step, derivation).established
            wrong = claim.rhs.xreplace({1 + attained.SLOPE * (x - d): 1 + slope * (x - d)})
            assert wrong != claim.rhs
            changed = replace(step, goal=Goal(that(claim.lhs) <= wrong, step.goal.domain))
            lost += not check(changed, derivation).established
        assert lost


def test_every_region_of_the_places_is_needed():
    derivation = CLAIM.derivation
    for name, _ in _factors():
        step = derivation.step(name)
        for part in step.uses:
            kept = tuple(used for used in step.uses if used != part)
            assert not check(replace(step, uses=kept), derivation).established


def test_the_other_gamma_has_to_be_one():
    """A function that leads out of [0, 1] leads to no staircase."""
    derivation = CLAIM.derivation
    (step,) = [step for step in derivation.steps if step.goal == theorem1.BEST]
    third = derivation.step(step.uses[2])
    assert check(third, derivation).established
    for place in (1, 2):
        kept = tuple(used for at, used in enumerate(third.uses) if at != place)
        assert not check(replace(third, uses=kept), derivation).established
