"""What an audit that found nothing would have found: the figures are true, and can be demanded."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import dpproofs as dp
from benchmarks.power import LEAKS, Case, faulty
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler.power import LAPLACE, NORMAL, Sight, least_leak
from dpproofs.kernel.errors import BadInput

LAPLACE_300 = Case("Laplace", "laplace", 1.0, {"epsilon": 1.0}, 300)
RECORDS = replace(LAPLACE_300, where={"pairs": [([0.0], [1.0])]})
SIGMA = float(dp.Gaussian(1, 1e-3).sigma)
NORMAL_1000 = Case("normal", "normal", SIGMA, {"epsilon": 1.0, "delta": 1e-3}, 1000)


def power(case):
    return case.audit(partial(faulty, case, "noise", 1.0), 0).power


def laplace(value, size, rng):
    return value + rng.laplace(size=size)


@pytest.mark.sweep
@pytest.mark.no_cover  # many audits; the same lines run in the other tests
@pytest.mark.parametrize("case", [LAPLACE_300, RECORDS, NORMAL_1000], ids=["", "records", "normal"])
def test_noise_and_leaks_of_exactly_these_sizes_are_found(case):
    known = power(case)
    assert sum(case.found("noise", known.scale, seed) for seed in range(8)) >= 7
    for leak in LEAKS:
        assert sum(case.found(leak, known.leak, seed) for seed in range(2)) == 2


def test_what_is_much_smaller_than_these_sizes_is_missed():
    """So that they are no figures which are true because they say nothing."""
    known = power(LAPLACE_300)
    half = known.scale + (1 - known.scale) / 2
    assert sum(LAPLACE_300.found("noise", half, seed) for seed in range(5)) <= 3
    assert sum(LAPLACE_300.found("far away", known.leak / 6, seed) for seed in range(5)) <= 3


def test_more_draws_and_a_larger_level_show_more():
    claim = PrivacyClaim(1.0)
    scales = [Sight(claim, 0.05, LAPLACE, pairs).scale() for pairs in (100, 300, 3000, 10**6)]
    assert scales[0] is None
    assert scales[1:] == sorted(scales[1:])
    assert 0.98 < scales[-1] < 1
    assert Sight(claim, 0.001, LAPLACE, 3000).scale() < scales[2]
    leaks = [least_leak(claim, 0.05, pairs) for pairs in (50, 300, 3000, 10**6)]
    assert leaks[0] is None
    assert leaks[1:] == sorted(leaks[1:], reverse=True)
    assert least_leak(claim, 0.001, 3000) > leaks[2]
    assert least_leak(PrivacyClaim(1.0, 0.01), 0.05, 10**7) > 0.01


def test_normal_noise_takes_more_draws_than_laplace_noise():
    """The excess of delta lies in its tails."""
    claim = PrivacyClaim(1.0, 1e-5)
    known = [Sight(claim, 0.05, noise, 100_000).scale() for noise in (LAPLACE, NORMAL)]
    assert known[1] < known[0] - 0.2


def test_the_kind_of_noise_is_told_by_what_it_looks_like():
    for noise in ("laplace", "normal"):
        case = replace(NORMAL_1000, noise=noise, width=20.0)
        assert power(case).noise.lower() == noise


def test_inputs_nearer_than_the_sensitivity_show_less():
    whole = dp.audit(laplace, epsilon=1, max_draws=1000, shifts=[1.0]).power.scale
    half = dp.audit(laplace, epsilon=1, max_draws=1000, shifts=[0.5]).power.scale
    assert half == pytest.approx(whole / 2, rel=0.01)


@pytest.mark.parametrize(
    ("sampler", "pairs", "why"),
    [
        (lambda v, rng: v if rng.random() < 0.7 else 1 - v, [(0, 1)], "one of a few"),
        (lambda v, rng: "yes" if rng.random() < 0.5 + 0.2 * v else "no", [(0, 1)], "no numbers"),
        (lambda v, rng: len(v) + rng.laplace(scale=100.0), [([1], [])], "do not clearly differ"),
        (
            lambda v, rng: list(np.array(v) + rng.laplace(scale=3, size=2)),
            [((0, 0), (1, 1))],
            "norm",
        ),
    ],
)
def test_where_no_noise_could_be_smaller_there_is_a_reason_and_leaks_alone(sampler, pairs, why):
    report = dp.audit(sampler, epsilon=1, max_draws=400, pairs=pairs)
    assert report.verdict == "no violation found"
    assert report.power.scale is None
    assert why in report.power.why
    assert 0 < report.power.leak < 0.5


def test_an_audit_that_says_nothing_was_found_says_what_would_have_been():
    report = dp.audit(laplace, epsilon=1, max_draws=1000)
    assert "would have shown Laplace noise" in repr(report)
    told = report.to_json()["power"]
    assert (told["scale"], told["leak"]) == (report.power.scale, report.power.leak)
    assert str(report.power).endswith(f"a leak of 1 in {int(1 / report.power.leak)}")


def test_a_power_that_is_demanded_ends_the_audit_when_it_is_reached():
    report = dp.audit(laplace, epsilon=1, power=0.7)
    assert report.verdict == "no violation found"
    assert 0.7 <= report.power.scale < 0.72
    assert report.pairs == pytest.approx(dp.audit(laplace, epsilon=1, power=0.7, seed=1).pairs)
    assert report.pairs < 5000


def test_a_budget_that_is_too_small_for_the_demand_decides_nothing():
    report = dp.audit(laplace, epsilon=1, power=0.9, max_draws=1000)
    assert report.verdict == "undecided"
    assert "noise 10 % too small was to be shown" in report.power.lacking
    choice = dp.audit(
        lambda v, rng: v if rng.random() < 0.7 else 1 - v,
        epsilon=1, power=0.5, max_draws=400, pairs=[(0, 1)],
    )  # fmt: skip
    assert choice.verdict == "undecided"
    assert choice.power.lacking.endswith("no noise could be smaller")


@pytest.mark.parametrize("wrong", [0, 1, -1, float("nan")])
def test_a_power_is_a_share(wrong):
    with pytest.raises(BadInput, match=r"power = .*a number in"):
        dp.audit(laplace, epsilon=1, power=wrong)
