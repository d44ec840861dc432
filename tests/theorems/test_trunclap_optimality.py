"""The optimality of the truncated Laplacian for every epsilon and delta: false, by three cells."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.domain import Domain, between
from dpproofs.optima.bracket.search import bracket
from dpproofs.theorems.trunclap import optimality
from dpproofs.theorems.trunclap.setting import eps
from dpproofs.verifying import verify


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("trunclap.optimality")


def test_it_is_corrected_and_in_the_errata(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("corrected", "enclosed")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert dp.replay(verdict.certificate).accepted
    assert "(1, 2, 1)/4 have amplitude 5/8, below the 0.6502" in verdict.erratum["counterexample"]


@pytest.mark.parametrize("epsilon", [0.25, 0.7, math.log(2), 1.5, 3])
@pytest.mark.parametrize("cost", [1, 2])
def test_three_cells_cost_what_is_said_and_less(epsilon, cost):
    growth = math.exp(epsilon)
    noise = (optimality.AMPLITUDE, optimality.POWER)[cost - 1]
    said = float(noise.value.subs({optimality.t: epsilon, optimality.s: 1}))
    masses = (growth / (growth + 2), 2 / (growth + 2))
    found = sum(
        mass / (b - a) * (b ** (cost + 1) - a ** (cost + 1)) / (cost + 1)
        for mass, a, b in zip(masses, (0, 0.5), (0.5, 1.5), strict=True)
    )
    assert said == pytest.approx(found)
    assert said < dp.TruncatedLaplace(epsilon, 1 / (growth + 2)).expected_cost(cost)


def test_a_bracket_certifies_both_better_noises():
    epsilon, growth = Fraction(math.log(2)), 2
    for cost, value in ((1, Fraction(5, 8)), (2, Fraction(7, 12))):
        found = bracket(epsilon, Fraction(1, 4), 1, cost, gap="1/50")
        printed = dp.TruncatedLaplace(math.log(growth), 0.25).expected_cost(cost)
        assert found.upper < printed * 0.98
        assert found.lower <= value


@pytest.mark.parametrize("last", ["31/10", "7/2"])
def test_it_is_not_shown_of_larger_epsilon(monkeypatch, last):
    """The amplitude is larger from 3.2 on."""
    on = Domain((between(eps, sp.Rational(1, 4), sp.Rational(last), "[]"),))
    wider = tuple(replace(goal, domain=on) for goal in optimality.BEATEN)
    said = replace(optimality.STATEMENT, corrected=(*optimality.STATEMENT.corrected[:-2], *wider))
    monkeypatch.setattr(optimality, "BEATEN", wider)
    monkeypatch.setattr(optimality, "STATEMENT", said)
    found = verify(Claim(said, optimality.derive)).decision.name
    assert found == ("corrected" if last == "31/10" else "open")


def test_dearer_noise_does_not_refute_it(monkeypatch):
    """With exp(epsilon) = 40 the truncated Laplacian has less amplitude than three cells."""
    monkeypatch.setattr(optimality, "_LOG", sp.log(40))
    assert verify(Claim(optimality.STATEMENT, optimality.derive)).decision.name == "open"
