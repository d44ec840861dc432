"""Section 1.1: discrete uniform noise against any private noise on the integers."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Claim
from dpproofs.theorems.additive import integers
from dpproofs.verifying import verify


def test_no_private_noise_costs_less_than_uniform_noise():
    found = dp.verify("additive.sec1.discrete")
    assert (found.decision.name, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried == found.mutation.killed > 0


@pytest.mark.parametrize("m", [0, 1, 2, 5])
def test_the_bound_is_the_cost_of_uniform_noise_which_is_private(m):
    masses = [Fraction(1, 2 * m + 1)] * (2 * m + 1)
    moved = [*masses[1:], 0]
    gained = sum(max(p - q, 0) for p, q in zip(masses, moved, strict=True))
    assert gained == Fraction(1, 2 * m + 1)
    for example in integers.STATEMENT.examples:
        cost, total = (example[name] for name in "LS")
        bound = total(m) / sp.Integer(2 * m + 1)
        assert bound == sum(cost(abs(i)) for i in range(-m, m + 1)) / sp.Integer(2 * m + 1)


@pytest.mark.parametrize("place", range(len(integers.STATEMENT.hypotheses)))
def test_no_hypothesis_can_be_left_out(place):
    kept = tuple(h for i, h in enumerate(integers.STATEMENT.hypotheses) if i != place)
    claim = Claim(replace(integers.STATEMENT, hypotheses=kept), integers.derive)
    assert verify(claim).decision.name == "open"


def test_more_delta_is_not_accepted(monkeypatch):
    """With 1/(2m) noise on fewer points costs less."""
    private = integers.PRIVATE
    assert isinstance(private.proposition, Private)
    more = replace(private, proposition=replace(private.proposition, delta=2 * integers.delta))
    hypotheses = (more, *integers.STATEMENT.hypotheses[1:])
    assumed = tuple(zip(hypotheses, (why for _, why in integers._ASSUMED), strict=True))
    monkeypatch.setattr(integers, "_ASSUMED", assumed)
    claim = Claim(replace(integers.STATEMENT, hypotheses=hypotheses), integers.derive)
    assert verify(claim).decision.name == "open"
