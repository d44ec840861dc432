"""Mixtures of Gaussians: the least deviation, by quadrature and by planted errors."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from scipy.stats import norm

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.optima.rivals import mixtures as known_mixtures
from dpproofs.optima.rivals.bells import Bells
from dpproofs.optima.rivals.bells_privacy import Uncovered
from dpproofs.optima.rivals.mixtures import calibrated, multi_gaussian, quasi_gaussian

POINTS = {"multi": [("2", "1/100")], "quasi": [("2", "1/100"), ("5", "1/100")]}
CASES = [(kind, *point) for kind, points in POINTS.items() for point in points]


def density(kind, epsilon, s):
    """The density as the paper's program has it, in doubles."""
    growth = math.exp(epsilon)
    if kind == "multi":
        weights = {k: growth ** -abs(k) for k in range(-10, 11)}
        total = sum(weights.values())
        return lambda x: sum(w * norm.pdf(x, k, s) for k, w in weights.items()) / total
    total = growth + 2 * norm.cdf(1 / s)
    return lambda x: (growth * norm.pdf(x, 0, s) + norm.pdf(np.abs(x), 1, s)) / total


@pytest.mark.parametrize(("kind", "epsilon", "delta"), CASES)
def test_the_least_deviation_is_enclosed(kind, epsilon, delta):
    e, d = Fraction(epsilon), Fraction(delta)
    found = calibrated(kind, e, d, 7)
    assert found is not None
    assert found.lower.deviation < found.upper.deviation < 1.03 * found.lower.deviation
    x = np.linspace(-24, 24, 48_001)
    width = x[1] - x[0]
    for noise, inside in ((found.upper, True), (found.lower, False)):
        f = density(kind, float(e), noise.deviation)
        here = f(x)
        for p in (1, 2):
            assert float(noise.moment(Fraction(p)).mid()) == pytest.approx(
                float((np.abs(x) ** p * here).sum() * width), rel=1e-5
            )
        shifts = np.append(np.linspace(0, 1, 9), found.shift)
        lost = [np.maximum(here - math.exp(e) * f(x + t), 0).sum() * width for t in shifts]
        assert (max(lost) <= d) is inside
    for p in (1, 2):
        moment = found.moment(Fraction(p))
        assert float(moment.rad()) < 2e-2 * float(moment.mid())


def test_a_shift_inside_is_worst_for_many_bells():
    """At the shift 1 weights that fall by e^epsilon cover each other."""
    found = calibrated("multi", Fraction(2), Fraction("1/100"), 7)
    assert 0.7 < found.shift < 0.85
    with ctx.workprec(96):
        assert float(Uncovered(found.upper, Fraction(2), Fraction("1/100")).at(1.0).upper()) < 5e-3


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", POINTS)
def test_a_little_less_noise_is_not_shown_to_be_private(kind):
    e, d = Fraction(2), Fraction("1/100")
    found = calibrated(kind, e, d, 7)
    with ctx.workprec(96):
        asked = Uncovered(found.upper, e, d)
        assert asked.stays_below()
        assert not dataclasses.replace(asked, noise=found.lower).stays_below()
        assert not asked.exceeds(found.shift)
        assert not asked.exceeds(1.0)


def test_densities_lie_between_what_is_said_of_intervals():
    with ctx.workprec(96):
        for noise in (multi_gaussian(Fraction(1), 0.3), quasi_gaussian(Fraction(1), 0.8)):
            kind = "multi" if len(noise.parts) > 2 else "quasi"
            f = density(kind, 1.0, noise.deviation)
            a = np.linspace(-4, 4, 81)[:-1] + 0.013
            b = a + 0.1
            low, high = noise.within(a, b)
            steep = noise.steepness(a, b)
            for share in np.linspace(0, 1, 7):
                x = a + share * (b - a)
                assert ((low <= f(x)) & (f(x) <= high)).all()
                assert (np.abs(f(x + 1e-6) - f(x - 1e-6)) / 2e-6 <= steep * (1 + 1e-6)).all()
            x = np.linspace(1.5, 40, 40_000)
            assert noise.variation(1.5) >= 2 * np.abs(np.diff(f(x))).sum()
            assert float(noise.mass(ball(-1.0), ball(2.0)).mid()) == pytest.approx(
                float(f(np.linspace(-1, 2, 30_001)).mean() * 3), rel=1e-4
            )


def test_one_bell_is_normal_noise():
    """Then the worst shift is 1, and what it uncovers is known."""
    e, s = Fraction(1), 1.25
    with ctx.workprec(96):
        noise = Bells(((ball(1.0), 0),), s)
        found = Uncovered(noise, e, Fraction(1, 10)).at(1.0)
        known = norm.cdf(0.5 / s - s) - math.e * norm.cdf(-0.5 / s - s)
        assert float(found.lower()) <= known <= float(found.upper())
        assert float(found.rad()) < 1e-5
        above, below = (Fraction(known * share) for share in (1.01, 0.99))
        assert Uncovered(noise, e, above).stays_below()
        assert not Uncovered(noise, e, below).stays_below()
        assert Uncovered(noise, e, below).exceeds(1.0)


def test_where_nothing_is_shown_it_has_no_cost(monkeypatch):
    asked = ("quasi", Fraction(1), Fraction("1/21"))
    monkeypatch.setattr(Uncovered, "exceeds", lambda _self, _shift: False)
    assert calibrated.__wrapped__(*asked) is None
    monkeypatch.setattr(Uncovered, "stays_below", lambda _self: False)
    assert calibrated.__wrapped__(*asked) is None
    assert known_mixtures.TRIES > 1
