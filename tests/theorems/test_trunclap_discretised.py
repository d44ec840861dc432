"""Section 4: noise read cell by cell, and what false twins of it come to."""

from dataclasses import replace

import mpmath as mp
import pytest

from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.theorems.trunclap import discretised as grid
from dpproofs.theorems.trunclap.setting import Delta, delta, eps
from dpproofs.verifying import verify

(CLAIM,) = grid.CLAIMS


def decided(**changed):
    """The verdict on the claim with a part of its statement changed."""
    return verify(Claim(replace(CLAIM.statement, **changed), CLAIM.derive)).decision.name


def test_the_discretisation_holds():
    found = verify(CLAIM)
    assert (found.decision.name, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried > 0
    assert not found.mutation.survivors


@pytest.mark.parametrize("place", range(len(CLAIM.statement.hypotheses)))
def test_no_hypothesis_can_be_left_out(place):
    kept = tuple(h for i, h in enumerate(CLAIM.statement.hypotheses) if i != place)
    assert decided(hypotheses=kept) == "open"


def _said(goal, **changed):
    return Goal(replace(goal.proposition, **changed), goal.domain)


def _instead(goal, other):
    """The hypotheses with another one in the place of one."""
    return tuple(other if found == goal else found for found in CLAIM.statement.hypotheses)


def _far(goal):
    """The far ends of cells in the place of the near ones."""
    return _said(goal, rhs=Delta / (2 * grid.N) * (2 * grid.n + 1))


PRIVATE, COST = CLAIM.statement.printed
MASSES = grid.MASSES.proposition
WRONG = {
    "for shifts by one more": {"printed": (_said(PRIVATE, sensitivity=grid.N + 1), COST)},
    "with less delta": {"printed": (_said(PRIVATE, delta=delta / 2), COST)},
    "with less epsilon": {"printed": (_said(PRIVATE, epsilon=eps / 2), COST)},
    "at half the cost": {"printed": (PRIVATE, _said(COST, value=grid.V() / 2))},
    "for another cost": {
        "printed": (PRIVATE, _said(COST, cost=grid.C(2 * grid.NEAR(grid.x))))
    },
    "at the far ends": {"hypotheses": _instead(grid.ENDS, _far(grid.ENDS))},
    "with a cost around 0": {
        "hypotheses": _instead(grid.ORIGIN, _said(grid.ORIGIN, rhs=Delta / grid.N))
    },
    "for other cells": {
        "hypotheses": _instead(
            grid.MASSES, _said(grid.MASSES, rhs=MASSES.rhs.xreplace({Delta: 2 * Delta}))
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_false_is_not_accepted(name):
    assert decided(**WRONG[name]) == "open"


def test_laplace_noise_costs_at_least_what_its_cells_cost():
    """And nearly as little, when the cells are short."""
    for cells, room in ((1, 0.7), (16, 0.1)):
        unit = mp.mpf(1) / (2 * cells)

        def mass(i, unit=unit):
            return mp.exp(-unit * (2 * i - 1)) / 2 - mp.exp(-unit * (2 * i + 1)) / 2

        cost = 2 * mp.nsum(lambda i, unit=unit: unit * (2 * i - 1) * mass(i), [1, mp.inf])
        assert 1 - room < cost < 1
