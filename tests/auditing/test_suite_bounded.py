"""The second way to outputs in an interval: by quadrature alone, and by draws."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters import audit_parameters
from dpproofs.auditing.suite.bounded import BoundedOutputs
from dpproofs.auditing.suite.second_way import of_parameters
from dpproofs.auditing.target import About, Computed, Target
from dpproofs.privacy.enclosed import known_noise
from dpproofs.privacy.enclosed.base import decimals

OUTPUTS = [(1.5, 0.0, 4.0), (0.25, -1.0, 3.0), (3.0, 0.0, 1.0), (0.01, 0.0, 5.0), (4e8, -2.0, 2.0)]


class Bounded(Target):
    """Draws with one scale, and tells another."""

    about = About("bounded")

    def __init__(self, scale, told=None):
        self.scale, self.told = scale, told or scale

    def draw(self, value, count, rng):
        found = value + rng.laplace(scale=self.scale, size=50 * count)
        return found[(found >= 0) & (found <= 5)][:count]

    def computed(self):
        return Computed("bounded_laplace", {"scale": self.told, "lower": 0.0, "upper": 5.0})


@pytest.mark.no_cover  # most of the work is quadrature
@pytest.mark.parametrize("numbers", OUTPUTS, ids=str)
@pytest.mark.parametrize("size", [0.5, 1.0, 9.0])
def test_quadrature_gives_the_bounds_that_are_enclosed(numbers, size):
    outputs = BoundedOutputs(*numbers)
    noise = known_noise("bounded_laplace", vars(outputs))
    pure = noise.pure_epsilon(size)
    with mpmath.workdps(40):
        assert outputs.largest_loss(size) == pytest.approx(mpmath.mpf(decimals(pure)[0]), rel=1e-12)
        for share in (0.0, 0.2, 0.8):
            epsilon = share * float(pure)
            found = outputs.least_delta(epsilon, size)
            low, high = decimals(noise.bounds(epsilon, size)[0], 30)
            assert mpmath.mpf(low) * (1 - 1e-12) <= found <= mpmath.mpf(high) * (1 + 1e-12)
        assert outputs.least_delta(1.01 * float(pure), size) == 0


def test_probabilities_of_outputs_are_those_of_the_textbook():
    outputs = BoundedOutputs(2.0, 0.0, 5.0)
    with mpmath.workdps(30):
        inside = 1 - np.exp(-2.5)
        assert float(outputs.at_most(mpmath.mpf(0), mpmath.mpf(1))) == pytest.approx(
            (1 - np.exp(-0.5)) / inside
        )
        middle = outputs.at_most(mpmath.mpf(2.5), mpmath.mpf(3))
        assert float(middle) == pytest.approx(0.5 + (1 - np.exp(-0.25)) / (1 - np.exp(-1.25)) / 2)
        assert float(outputs.stays(mpmath.mpf(0))) == pytest.approx(inside / 2)


@pytest.mark.parametrize("claim", [PrivacyClaim(0.5, 0, 1), PrivacyClaim(0.2, 0.01, 1)])
def test_too_small_a_scale_is_confirmed_and_a_scale_that_is_not_drawn_with_is_not(claim):
    def second(target):
        report = audit_parameters(target.computed(), claims=[claim])
        return report.verdict, of_parameters(report.record().worst, target)

    verdict, way = second(Bounded(2.0))
    assert verdict == "violation"
    assert way.agrees
    assert "draws at 0.0 are at most 1, as the computed noise" in way.text
    assert not second(Bounded(6.0, told=2.0))[1].agrees
    verdict, way = second(Bounded(9.0))
    assert verdict != "violation"
    assert not way.agrees


def test_noise_that_hardly_ever_falls_into_the_interval_is_not_drawn():
    claim = PrivacyClaim(1e-9, 0, 1)
    target = Bounded(1e8)
    point = audit_parameters(target.computed(), claims=[claim]).record().worst
    way = of_parameters(point, target)
    assert way.agrees
    assert "not drawn: one candidate in 4e+07 is an output" in way.text
    none = replace(point, computed=replace(point.computed, parameters={"scale": 0.0}))
    assert "no density without noise" in of_parameters(none, target).text
