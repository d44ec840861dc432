"""Mixtures of Gaussians: their costs by quadrature, and that delta is used up at the shift 1."""

from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from scipy.stats import norm

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optimum import known_mixtures
from dpproofs.optimum.known_mixtures import quasi_gaussian_moments


@pytest.mark.parametrize(("epsilon", "delta"), [("2", "1/100"), ("1", "1/20"), ("1/2", "1/1000")])
def test_quasi_gaussian_noise_uses_up_delta_and_costs_what_its_density_says(epsilon, delta):
    e, d = Fraction(epsilon), Fraction(delta)
    with ctx.workprec(256):
        growth = ball(e).exp()
        sigma = float(known_mixtures._deviation(growth, ball(e), ball(d)).mid())
        found = quasi_gaussian_moments(e, d)
    assert found is not None
    growth = np.exp(float(e))

    def density(x):
        bells = growth * norm.pdf(x, 0, sigma) + norm.pdf(np.abs(x), 1, sigma)
        return bells / (growth + 2 * norm.cdf(1 / sigma))

    x = np.linspace(-12 * sigma, 12 * sigma, 200_001)
    width, here = x[1] - x[0], density(x)
    for p in (1, 2):
        assert float(found[p].mid()) == pytest.approx((np.abs(x) ** p * here).sum() * width, 1e-6)
        assert float(found[p].rad()) < 1e-15
    lost = [
        np.maximum(here - growth * density(x + shift), 0).sum() * width
        for shift in np.linspace(0.1, 1, 10)
    ]
    assert max(lost) == lost[-1] == pytest.approx(float(d), rel=1e-6)


def test_where_its_conditions_are_not_shown_it_has_no_cost():
    with ctx.workprec(256):
        assert quasi_gaussian_moments(Fraction(5), Fraction(1, 100)) is None
        assert quasi_gaussian_moments(Fraction(1, 100), Fraction(1, 5)) is None
