"""Outputs about both inputs at every scale, and audits of rows that are saved and go on."""

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.bets import priors, propose
from dpproofs.auditing.sampler.grids import RARE, TWOFOLD, LogGrid
from dpproofs.auditing.sampler.state import load, save
from dpproofs.auditing.sampler.views import Octave, Output
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import Pair
from dpproofs.auditing.targets.callables import target_of


@pytest.mark.parametrize("seed", range(2))
def test_noise_of_the_wrong_unit_now_and_then_is_found(seed):
    def spike(value, size, rng):
        return value + rng.laplace(size=size) * np.where(rng.random(size) < 0.01, 1e-9, 1)

    report = dp.audit(spike, epsilon=1, seed=seed, max_draws=5_000)
    assert report.verdict == "violation"


def test_octaves_are_those_of_the_distance_from_the_nearer_input():
    view = Octave(1.0, 100.0, -4, 8)
    draws = np.array([1.0, 1 + 2.0**-5, 1.5, 3.0, -1e9, 1e9, -np.inf, np.inf, np.nan, 100, 99.5])
    assert view(draws).tolist() == [0, 0, 4, 6, 8, 17, 8, 8, 8, 9, 13]
    assert str(view) == "(octave(|y - 1|), 9 + octave(|y - 100|) where that is less) - -4"


def test_a_spike_at_each_input_costs_little_more_than_it_needs():
    """In one release of 250 the noise is 1e-9: log(20) / (.004 log(1 + 1/e)) = 2,390 pairs do."""

    def spike(value, size, rng):
        return value + rng.laplace(size=size) * np.where(rng.random(size) < 0.004, 1e-9, 1)

    reports = [dp.audit(spike, epsilon=1, seed=seed, max_draws=13_000) for seed in (2, 3)]
    assert [report.verdict for report in reports] == ["violation"] * 2


def test_bins_that_are_empty_at_one_input_by_chance_are_not_bet_on_where_events_are_twofold():
    here, there = np.array([3, 4, 90, 10]), np.array([0, 0, 30, 1])
    proposed = propose(
        *np.array([[here] * 2, [there] * 2]), 0, np.full(2, np.e), None, np.array([1, 4])
    )
    (first, few), _ = proposed.pair(-1)
    assert first.tolist() == [True, True, False, False]
    assert few.tolist() == [False, True, False, False]
    for rare in (RARE, TWOFOLD):
        assert priors(False, rare).sum() == pytest.approx(1)


def noisy(value, rng):
    return {"b": value + rng.laplace(), "a": [1, 2][int(rng.integers(2))]}


def listed(value, rng):
    return [float(value), *rng.laplace(size=11 + int(rng.integers(3))).tolist()][::-1]


def number(value, rng):
    return value + rng.laplace()


@pytest.mark.parametrize("function", [noisy, listed, number])
def test_what_is_saved_goes_on(function, tmp_path):
    claim = PrivacyClaim(1.0)
    target = target_of(function, claim)
    audit = Audit.of(target, claim, pairs=[Pair(0.0, 1.0)])
    audit.run(Budget(max_draws=25), Here(target))
    save(audit, tmp_path / "state.npz")
    again = load(tmp_path / "state.npz", target, claim)
    assert again.process.log_e == pytest.approx(audit.process.log_e)
    grids, before = ([t.grid for t in a.process.strands[0].tracks] for a in (again, audit))
    assert grids == before
    again.run(Budget(max_draws=60), Here(target))
    assert again.process.pairs > audit.process.pairs or again.process.log_e > 3


def test_outputs_that_are_near_are_told_apart_beside_many_that_are_far():
    rng = np.random.default_rng(0)
    scale = np.where(rng.random(4000) < 0.4, 1.0, 1e14)
    grid = LogGrid.fitted(Output(), scale * rng.laplace(size=4000))
    bins = grid.bins(np.array([-2.0, -0.5, 0.5, 2.0, 1e14, 2e14]))
    assert len({*bins.tolist()}) == 6
    usual = LogGrid.fitted(Output(), rng.laplace(size=4000))
    assert usual.size == 64 * 24 * 2 + 3  # octaves from 2^-10 to 2^14 of the spread, and the rest
