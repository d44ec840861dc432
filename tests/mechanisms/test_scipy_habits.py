"""What scipy.stats has for a distribution, noise on the integers has, in its shapes."""

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput

NOISES = [
    dp.DiscreteGaussian(sigma=2.5),
    dp.DiscreteStaircase(epsilon=1, sensitivity=3),
    dp.Geometric(epsilon=0.7),
    dp.Skellam(mu=4),
    dp.TruncatedGeometric(epsilon=1, delta=1e-3),
]
ARGUMENTS = {
    "pmf": np.arange(-3, 3),
    "logpmf": np.arange(-3, 3),
    "cdf": np.arange(-3, 3),
    "sf": np.arange(-3, 3),
    "ppf": np.linspace(0.01, 0.99, 6),
    "isf": np.linspace(0.01, 0.99, 6),
    "privacy_profile": np.linspace(0, 2, 6),
}


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_functions_are_elementwise_in_every_shape(noise, name):
    function, values = getattr(noise, name), ARGUMENTS[name]
    flat = function(values)
    assert flat.shape == (6,)
    assert np.array_equal(function(values.reshape(2, 1, 3)), flat.reshape(2, 1, 3))
    assert np.array_equal(function(values.tolist()), flat)
    assert function(values[:0]).shape == (0,)
    assert np.shape(function(values[1].item())) == ()
    assert [float(function(each)) for each in values] == flat.tolist()


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
def test_averages_and_ends_are_those_of_the_masses(noise):
    places = np.arange(-200, 201)
    mass = noise.pmf(places)
    mean, variance = noise.stats("mv")
    assert (mean, variance) == pytest.approx((0, mass @ places.astype(float) ** 2), rel=1e-9)
    assert noise.expect(np.cos) == pytest.approx(mass @ np.cos(places), rel=1e-9)
    low, high = noise.interval(0.9)
    assert (low, high) == (noise.ppf(0.05), noise.ppf(0.95))
    lows, highs = noise.interval([0.5, 0.9])
    assert lows.shape == highs.shape == (2,)
    left, right = noise.support()
    assert left == -right
    inside = [x for x in places if left <= x <= right]
    assert noise.pmf(inside).sum() == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
@pytest.mark.parametrize(("size", "shape"), [(4, (4,)), ((2, 3), (2, 3)), ((), ()), (0, (0,))])
def test_draws_have_the_shape_that_was_asked_for(noise, size, shape):
    for draw in (noise.rvs(size, random_state=1), noise.sample_exact(size, rng=1)):
        assert np.shape(draw) == shape
        assert draw.dtype == np.int64
    assert isinstance(noise.rvs(random_state=1), int)
    with pytest.raises(BadInput, match="size"):
        noise.rvs("many")
