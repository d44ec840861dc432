"""Pictures of what noise leaks: between its points a line is the profile, and it ends at a 0."""

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.mechanisms.pictures import curves
from dpproofs.mechanisms.pictures.curves import sampled

LEAST = 1e-11  # of the width of a picture: the eye does not see what is closer


def line(noise, last):
    return sampled(lambda epsilon: np.asarray(noise.privacy_profile(epsilon)), 0.0, last)


def read_off(x, y, places):
    """The values that the picture has, NaN where it has no line."""
    return 10 ** np.interp(places, x, np.log10(y))


@pytest.mark.parametrize(
    "noise",
    [
        dp.TruncatedLaplace(1, 1e-12),
        dp.Tulap(1, 1e-3),
        dp.Laplace(1),
        dp.Gaussian(1, 1e-5),
        dp.Gaussian.of_sigma(20.0),
        dp.DiscreteGaussian(sigma=0.5),
        dp.DiscreteStaircase(1, 5, r=2),
        dp.TruncatedGeometric(1, 1e-6),
        dp.Skellam(mu=4),
        dp.UniformWithAtom(0.1),
    ],
    ids=lambda noise: type(noise).__name__,
)
def test_between_its_points_the_line_is_the_profile(noise):
    x, y = line(noise, 2.0)
    places = np.random.default_rng(0).uniform(x[:-1], x[1:])[np.diff(x) > LEAST]
    exact, shown = noise.privacy_profile(places), read_off(x, y, places)
    drawn = np.isfinite(shown)
    assert np.abs(np.log10(shown[drawn] / exact[drawn])).max() < 3 * curves.CLOSE
    assert np.array_equal(drawn, exact >= np.finfo(float).tiny)  # and no line elsewhere


def test_the_kink_of_truncated_laplace_noise_is_no_line_across():
    noise = dp.TruncatedLaplace(1, 1e-12)
    x, y = line(noise, 1.25)
    assert float(read_off(x, y, 0.9)) == pytest.approx(0.0488, abs=1e-4)
    assert float(read_off(x, y, 0.95)) == pytest.approx(0.0247, abs=1e-4)
    assert y[np.searchsorted(x, 1.0)] == pytest.approx(1e-12, rel=0.01)


def test_no_line_joins_what_lies_on_both_sides_of_a_zero():
    x, y = sampled(lambda place: np.abs(place - 0.3) * (np.abs(place - 0.3) > 1e-9), 0.0, 1.0)
    across = (x[:-1] < 0.3) & (x[1:] > 0.3)
    assert np.isnan(y[:-1] + y[1:])[across | (x[:-1] == 0.3) | (x[1:] == 0.3)].all()
    assert np.nanmin(y) < 2e-9


def test_a_coarse_line_would_be_noticed(monkeypatch):
    monkeypatch.setattr(curves, "HALVINGS", 1)
    x, y = line(dp.TruncatedLaplace(1, 1e-12), 1.9)
    left = x[np.searchsorted(x, 1.0) - 1]
    exact = dp.TruncatedLaplace(1, 1e-12).privacy_profile(np.array((1 + left) / 2))
    shown = read_off(x, y, (1 + left) / 2)
    assert abs(np.log10(shown / exact)) > 1


def test_what_is_all_rounding_is_not_refined_for_ever():
    seen = []

    def rough(x):
        seen.append(x.size)
        return np.where(np.arange(x.size) % 2, 1.0, 10.0)

    x, _ = sampled(rough, 0.0, 1.0)
    assert x.size < 4 * curves.MOST_CELLS
    assert np.all(np.diff(x) > 0)


def test_a_plunge_leaves_the_picture_and_does_not_stretch_it():
    pytest.importorskip("matplotlib")
    axes = dp.Laplace(1).plot_privacy_profile()
    assert 1e-4 < axes.get_ylim()[0] < 1e-2
    dp.TruncatedLaplace(1, 1e-12).plot_privacy_profile(axes)
    assert axes.get_ylim()[0] == pytest.approx(5e-13, rel=0.1)
