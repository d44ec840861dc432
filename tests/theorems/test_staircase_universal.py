"""Section I-D5: the best gamma for the amplitude is not the best one for the power."""

from dataclasses import replace

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.domain import Domain
from dpproofs.theorems.staircase import not_universal
from dpproofs.verifying import verify


def test_no_gamma_is_best_for_both_costs():
    found = dp.verify("staircase.I-D5")
    assert (found.decision.name, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried == found.mutation.killed > 0


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_the_least_costs_are_those_of_the_mechanisms(epsilon):
    t = sp.exp(-sp.Rational(epsilon) / 2)
    values = {not_universal.t: t, not_universal.T: sp.cbrt(t**2 * (1 + t**2) / 2)}
    best = [dp.Staircase(epsilon, cost=power).expected_cost(power) for power in (1, 2)]
    for said, least in zip(
        (not_universal.least_amplitude, not_universal.least_power), best, strict=True
    ):
        assert float(said.subs({**values, not_universal.Delta: 1})) == pytest.approx(
            least, rel=1e-6
        )
    for gamma in (0.1, 0.3, 0.45):
        noise = dp.Staircase(epsilon, gamma=gamma)
        assert noise.expected_cost(1) + noise.expected_cost(2) > sum(best)


def test_with_one_centre_for_both_it_is_not_accepted(monkeypatch):
    """Were T equal to t, one gamma would serve both costs."""
    for name in ("_APART", "_BOTH"):
        goal = getattr(not_universal, name)
        same = goal.proposition.map(lambda e: e.xreplace({not_universal.T: not_universal.t}))
        on = Domain(tuple(v for v in goal.domain if v.symbol != not_universal.T))
        monkeypatch.setattr(not_universal, name, replace(goal, proposition=same, domain=on))
    printed = (*not_universal.STATEMENT.printed[:-2], not_universal._APART, not_universal._BOTH)
    claim = Claim(replace(not_universal.STATEMENT, printed=printed), not_universal.derive)
    assert verify(claim).decision.name == "open"
