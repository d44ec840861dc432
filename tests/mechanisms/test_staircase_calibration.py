"""The staircase that costs least at (epsilon, delta): against a search, and by its own privacy."""

import math
from fractions import Fraction

import pytest
from flint import ctx

import dpproofs as dp
from dpproofs.mechanisms.formulas import staircase_calibration
from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.mechanisms.formulas.staircase_calibration import BITS, _Branch, calibrated_staircase
from dpproofs.privacy.exact import exact_staircase

ASKED = [
    ("1", "1/20", "1"),
    ("1/2", "1/5", "2"),
    ("3", "3/5", "1/2"),
    ("0", "3/10", "2"),
]


def asked_for(texts):
    return tuple(map(Fraction, texts))


def keeping(epsilon, delta, gamma):
    """The own epsilon at which a staircase with one gamma has the profile delta, by bisection."""
    low, high = epsilon, epsilon + 60
    for _ in range(100):
        middle = (low + high) / 2
        private = dp.Staircase(middle, gamma=gamma).privacy_profile(epsilon) <= delta
        low, high = (middle, high) if private else (low, middle)
    return low


@pytest.mark.parametrize("texts", ASKED)
def test_no_staircase_on_a_grid_is_cheaper_and_one_attains_it(texts):
    found = calibrated_staircase(*asked_for(texts))
    epsilon, delta, p = map(float, asked_for(texts))
    lower, upper = float(found.lower), float(found.upper)
    assert upper * (1 - 2e-9) < lower <= upper
    noise = dp.Staircase(float(found.epsilon), gamma=float(found.gamma))
    assert noise.privacy_profile(epsilon) == pytest.approx(delta, rel=1e-12)
    assert noise.expected_cost(p) == pytest.approx(upper, rel=1e-12)
    costs = []
    for gamma in (k / 40 for k in range(1, 41)):
        own = keeping(epsilon, delta, gamma)
        costs.append(dp.Staircase(own, gamma=gamma).expected_cost(p))
    assert lower <= min(costs) * (1 + 1e-12)
    assert min(costs) < lower * 1.02


def test_it_is_private_by_a_count_of_sets():
    epsilon, delta, p = Fraction(1), Fraction(1, 20), Fraction(1)
    found = calibrated_staircase(epsilon, delta, p)
    b, gamma = Fraction(math.exp(-found.epsilon)), Fraction(float(found.gamma))
    noise = exact_staircase(b, gamma)
    losses = [noise.divergence(Fraction(k, 8), Fraction(math.e)) for k in range(1, 9)]
    assert max(losses) == losses[-1] == pytest.approx(delta, rel=1e-12)


@pytest.mark.parametrize(
    ("texts", "limit"),
    [
        (("1", "1e-11", "2"), float(dp.staircase_optimum(1, 2).least_cost.lower)),
        (("1/10", "1/2", "1"), 1 / 2),  # uniform on [-1, 1]
        (("1/200", "3/4", "2"), 4 / 27),  # uniform of width 4/3
        (("0", "4/5", "1"), 1 / 5),  # on [-1, 1], with an atom of 3/5
        (("1/2", "9/10", "1/16"), 0.2 * 16 / 17),  # an atom of 4/5
        (("0", "3/10", "1"), 7 / 6),  # steps of the same width, b = 2/5
    ],
)
def test_known_ends_are_limits(texts, limit):
    found = calibrated_staircase(*asked_for(texts))
    assert float(found.lower) == pytest.approx(limit, rel=2e-9)
    assert float(found.upper) == pytest.approx(limit, rel=2e-9)


@pytest.mark.parametrize("texts", [*ASKED, ("1", "1e-9", "3/2")])
@pytest.mark.parametrize("wide", [False, True])
def test_boxes_enclose_costs_and_slopes(texts, wide):
    with ctx.workprec(BITS):
        branch = _Branch(*asked_for(texts), wide)
        start, end, far = branch.interval()
        end = end - 30 + 5 if far else end
        for share in (Fraction(1, 7), Fraction(2, 3)):
            low = start + (end - start) * share
            high = low + (end - start) / 20
            costs, slopes = branch.over(low, high)
            step = (high - low) / 2**60
            for t in (low + (high - low) * k / 8 for k in range(8)):
                here, there = branch.at(t).cost, branch.at(t + step).cost
                mean = (there / here).log() / ball(step)
                assert costs.contains(here)
                assert slopes.contains(mean)
                assert branch.over(t, t + step)[1].contains(mean)


@pytest.mark.parametrize("texts", [("0", "4/5", "1"), ("2", "1/2", "2")])
@pytest.mark.parametrize("wide", [False, True])
def test_far_staircases_cost_at_least_what_is_said_of_them(texts, wide):
    with ctx.workprec(BITS):
        branch = _Branch(*asked_for(texts), wide)
        for far in (branch.epsilon + 3, branch.epsilon + 20):
            bound = branch.beyond(far)
            assert all(bound < branch.at(far + more).cost for more in range(6))
        assert float(bound) == pytest.approx(float(branch.at(branch.epsilon + 20).cost), rel=1e-6)


def test_a_wrong_slope_is_noticed(monkeypatch):
    """A box that is thrown away by mistake leaves an enclosure without the least cost."""
    right = calibrated_staircase(Fraction(1), Fraction(1, 20), Fraction(1))
    over = _Branch.over
    monkeypatch.setattr(
        staircase_calibration._Branch,
        "over",
        lambda self, low, high: (over(self, low, high)[0], ball(1) + over(self, low, high)[1] ** 2),
    )
    wrong = calibrated_staircase(Fraction(1), Fraction(1, 20), Fraction(1))
    assert rational(wrong.lower.lower()) > rational(right.upper.upper())
