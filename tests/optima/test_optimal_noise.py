"""Optimal noise as a mechanism: its distribution, its draws, its privacy and what it plugs into."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.privacy import hockey_stick

DRAWS = 200_000


@pytest.fixture(
    scope="module",
    params=[
        ("1", "0.05", 2, {"cost": 1}),
        ("1/5", "3/4", "1/2", {}),
        ("1", "0.05", 2, {"threshold": 1}),
    ],
    ids=["cost", "atom", "threshold"],
)
def noise(request):
    *asked, cost = request.param
    return dp.OptimalNoise(*asked, **cost, gap="1/50")


@pytest.fixture(scope="module")
def with_atom():
    found = dp.OptimalNoise("1/5", "3/4", gap="1/50")
    assert found.atoms()[1].size == 1
    return found


def test_it_costs_what_its_bracket_says(noise):
    if noise.cost:
        spent = noise.expected_cost(noise.cost)
    else:
        spent = 2 * noise.sf(float(noise.bracket.threshold))
    assert spent == pytest.approx(float(noise.bracket.upper), rel=1e-12)
    end = noise.masses.size * noise.sensitivity / noise.cells
    for p in (0.5, 1, 2):
        found, _ = integrate.quad(
            lambda x, p=p: 2 * x**p * noise.pdf(x), 0, end, limit=900, points=noise.knots(end)
        )
        assert noise.expected_cost(p) == pytest.approx(found, rel=1e-5)


def test_its_profile_is_exact_and_keeps_delta(noise):
    epsilon = float(noise.bracket.epsilon)
    delta = float(noise.privacy_profile(epsilon))
    assert delta <= noise.delta * (1 + 1e-9)
    assert delta == pytest.approx(noise.delta, rel=1e-4)
    profile, shifts = noise.worst_shift([0, epsilon, 2])
    assert np.all(np.diff(profile) <= 0)
    for level, found, shift in zip([0, epsilon, 2], profile, shifts, strict=True):
        near = [hockey_stick(noise, level, s) for s in (shift * 0.999, noise.sensitivity * 0.37)]
        assert max(near) <= found + 1e-9
        if shift:
            assert near[0] == pytest.approx(found, rel=0.02)
    assert noise.privacy_profile(math.inf) <= noise.delta


def test_the_exact_distribution_is_private_for_any_shift_in_rational_numbers(noise):
    exact = noise.exact()
    assert exact.total == 1
    growth = Fraction(math.floor(math.exp(noise.epsilon) * 2**50), 2**50)
    size = noise.bracket.sensitivity
    for shift in (size, size / 3, size / 1000, -size * 2 / 7):
        assert exact.divergence(shift, growth) <= noise.bracket.delta
    if noise.cost == 1:
        assert exact.moment(1) <= noise.bracket.upper


def test_distribution_function_quantile_and_density_agree(noise):
    end = noise.masses.size * noise.sensitivity / noise.cells
    x = np.linspace(-end, end, 4000)
    assert noise.cdf(-x) == pytest.approx(noise.sf(x), abs=1e-15)
    inside = x[(noise.sf(np.abs(x)) > 1e-3) & (np.abs(x) > 0.01)]
    assert noise.ppf(noise.cdf(inside)) == pytest.approx(inside, abs=1e-6)
    width = noise.sensitivity / noise.cells
    mass = noise.cdf(0.4 * width) - noise.cdf(0.1 * width)
    assert mass == pytest.approx(noise.pdf(0.2 * width) * 0.3 * width, rel=1e-9)
    assert (noise.cdf(-math.inf), noise.sf(math.inf), noise.pdf(2 * end)) == (0, 0, 0)
    assert np.isnan([noise.cdf(math.nan), noise.pdf(math.nan), noise.ppf(1.5)]).all()
    assert abs(noise.ppf(0.5)) < 1e-12
    assert abs(noise.ppf(1) - end) <= width
    atom = noise.cdf(0) - (1 - noise.sf(-1e-300))
    assert atom == pytest.approx(noise.atoms()[1].sum(), abs=1e-12)


def test_draws_follow_the_distribution(noise):
    draws = np.sort(noise.sample(DRAWS, rng=1))
    zero = np.count_nonzero(draws == 0) / DRAWS
    atom = float(noise.atoms()[1].sum())
    assert abs(zero - atom) < 5 * math.sqrt(atom / DRAWS) + 1e-12
    for x in np.linspace(-0.9, 0.9, 7) * noise.sensitivity:
        share = np.count_nonzero(draws <= x) / DRAWS
        assert abs(share - noise.cdf(x)) < 5 * math.sqrt(0.25 / DRAWS)
    assert np.mean(np.abs(draws)) == pytest.approx(noise.expected_cost(1), rel=0.03)


def test_exact_draws_follow_the_distribution(with_atom):
    tail = with_atom._exact_tail()
    for x in (Fraction(0), Fraction(1, 7), Fraction(3, 5), Fraction(50)):
        assert float(tail(x)) == pytest.approx(with_atom.sf(float(x)), rel=1e-12, abs=1e-15)
    step = 2.0**-20
    draws = with_atom.sample_exact(2000, step=step, rng=3)
    assert abs(np.mean(draws == 0) - with_atom.atoms()[1][0]) < 0.05
    for x in (-0.3, 0.2, 0.6):
        assert abs(np.mean(draws <= x) - with_atom.cdf(x)) < 0.05


def test_a_solution_is_kept_and_its_certificate_is_that_of_the_bracket():
    one, two = (dp.OptimalNoise(1, "0.05", 2, gap="1/50") for _ in range(2))
    assert one.bracket is two.bracket
    assert one.certificate() == one.bracket.certificate()
    assert "OptimalNoise(epsilon=1.0, delta=0.05" in repr(one)
    assert len(repr(one)) < 200


def test_noise_for_a_threshold_has_no_cell_about_0():
    noise = dp.OptimalNoise(1, "0.05", 2, threshold=1, gap="1/50")
    width = noise.sensitivity / noise.cells
    assert noise.pdf([0.4 * width, -0.4 * width]) == pytest.approx(noise.masses[0] / width)
    assert noise.knots(1.5 * width).tolist() == [-width, width]
    assert noise.cost == 0
    tail = noise._exact_tail()
    for x in (Fraction(0), Fraction(1, 7), Fraction(7, 3)):
        assert float(tail(x)) == pytest.approx(noise.sf(float(x)), rel=1e-12)
    assert repr(noise).endswith("sensitivity=2.0, threshold=1.0)")
    best = dp.optimum(1, "0.05", 2, threshold=1, gap="1/50").noise
    assert best.sf(1) == pytest.approx(noise.sf(1), rel=1e-12)
    with pytest.raises(BadInput, match="threshold"):
        dp.OptimalNoise(1, "0.05", 2, cost=1, threshold=1)
    with pytest.raises(BadInput, match="threshold"):
        dp.OptimalNoise(1, "0.05", 2, threshold=0)


@pytest.mark.sweep
def test_it_plugs_into_composition():
    noise = dp.OptimalNoise(1, "0.05", gap="1/50")
    lower, upper = dp.compose([dp.Round(noise, count=2)]).delta(2)
    assert 0 < lower <= upper < 2 * noise.delta


def test_there_is_no_formula_and_bad_input_is_refused():
    noise = dp.OptimalNoise(1, "0.05", 2, gap="1/50")
    with pytest.raises(DpproofsError, match="no closed form"):
        noise.symbolic()
    for arguments in ((-1, 0.1), (1, 0), (1, 1), (1, 0.1, -1)):
        with pytest.raises(BadInput):
            dp.OptimalNoise(*arguments)
