"""The least probability of more noise than a threshold: where both ends meet, who attains it."""

from fractions import Fraction

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.optima.bracket.threshold import threshold_bracket
from dpproofs.optima.lattice.noise import Lattice
from dpproofs.optima.lattice.solution import NotSolved
from dpproofs.optima.rivals.calibrated import standings
from dpproofs.optima.rivals.tails import known_tails


@pytest.fixture(scope="module")
def found():
    return threshold_bracket(1, "0.05", "3/4")


def test_both_ends_meet_on_the_lattice_of_the_threshold(found):
    assert found.n == 4
    assert found.gap < 1e-4
    assert found.lower <= found.upper


def test_a_finer_lattice_would_find_the_same_noise(found):
    """Theorem 5: noise rounded down to multiples of 1/4 is as good."""
    from dpproofs.optima.lattice.interior_point import solved

    lattice = Lattice(1.0, 0.05, 8, 120, centred=False)
    finer = solved(lattice, (np.arange(121) >= 6).astype(float))
    beyond = 2 * finer.masses[6:].sum()
    assert beyond == pytest.approx(float(found.upper), rel=1e-4)


def test_without_epsilon_half_lines_say_how_much_lies_within():
    """P(|X| <= t) is at most delta for each of the 2 t cells, and uniform noise attains it."""
    found = threshold_bracket(0, "0.3", 1, gap="1e-2")
    assert found.lower <= 1 - 2 * Fraction("0.3") <= found.upper
    assert found.gap <= 1e-2


def test_a_larger_threshold_is_exceeded_less_often(found):
    more = threshold_bracket(1, "0.05", "4/5", gap="1e-3")
    assert more.upper < found.lower


def test_a_threshold_between_lattices_is_approached():
    seen = []
    threshold_bracket(1, "0.05", "0.7071", gap="2e-2", progress=seen.append)
    assert seen[-1].gap <= 2e-2 < seen[0].gap
    below, above = (threshold_bracket(1, "0.05", t, gap="1e-3") for t in ("2/3", "3/4"))
    assert all(each.lower <= below.upper and above.lower <= each.upper for each in seen)


def test_the_unit_of_the_query_does_not_matter(found):
    double = threshold_bracket(1, "0.05", "3/2", 2)
    assert (double.lower, double.upper) == (found.lower, found.upper)


def test_known_mechanisms_exceed_it_as_often_as_they_say(found):
    tails = known_tails(found, Fraction(3, 4))
    noises = {
        "Laplace": dp.Laplace(1 - 2 * np.log1p(-0.05)),
        "Gaussian": dp.Gaussian(1, 0.05),
        "Truncated Laplace": dp.TruncatedLaplace(1, 0.05),
    }
    for name, noise in noises.items():
        assert tails[name].middle == pytest.approx(2 * noise.sf(0.75), rel=1e-9), name
    assert tails["Uniform"].middle == pytest.approx(1 - 1.5 * 0.05)
    # Tulap noise: one geometric number minus another, plus uniform noise, cut off.
    b = np.exp(-1)
    q = 2 * 0.05 * b / (1 - b + 2 * 0.05 * b)
    beyond = b / (1 + b) - 0.25 * (1 - b) / (1 + b) * b
    assert tails["Tulap"].middle == pytest.approx((2 * beyond - q) / (1 - q), rel=1e-9)
    assert [each.excess.lower >= 0 for each in standings(found)]
    assert min(tail.upper for tail in tails.values()) >= found.lower
    far = threshold_bracket(3, "0.2", "9/10", gap="1/10")
    assert known_tails(far, Fraction(99, 10))["Tulap"].upper == 0


def test_at_one_sensitivity_truncated_laplace_noise_is_best():
    found = threshold_bracket(1, "0.05", 1, gap="1e-6")
    tails = known_tails(found, Fraction(1))
    for name in ("Truncated Laplace", "Tulap"):
        assert found.lower <= tails[name].upper <= found.lower * (1 + Fraction(1, 10**6))


def test_the_optimum_says_what_it_is_about():
    found = dp.optimum(1, "0.05", threshold=1, gap="1e-3")
    assert "<= P(|X| > 1) <=" in repr(found)
    assert found.threshold == 1
    assert 2 * found.noise.sf(1) == pytest.approx(found.upper, rel=1e-12)
    assert dp.optimum(1, threshold=1).lower > found.upper


@pytest.mark.parametrize("threshold", [0, "1/1000", 100, "x"])
def test_thresholds_out_of_reach_are_one_sentence(threshold):
    with pytest.raises(BadInput, match="threshold = "):
        threshold_bracket(1, "0.05", threshold)


def test_a_program_that_is_not_solved_leaves_the_bracket_before(monkeypatch):
    from dpproofs.optima.lattice import interior_point as lattice_interior_point

    seen = []

    def stop(bracket):
        seen.append(bracket)
        monkeypatch.setattr(lattice_interior_point, "MOST_STEPS", 1)

    found = threshold_bracket(1, "0.05", "0.7071", gap="1e-6", progress=stop)
    assert [found] == seen
    with pytest.raises(NotSolved):
        threshold_bracket(1, "0.05", 1)
