"""Brackets where no program is fit, which replay accepts, and budgets of time."""

from fractions import Fraction

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.optima.bracket import everywhere, steep
from dpproofs.optima.bracket.chain import chain_lower
from dpproofs.optima.bracket.endless import endless_upper
from dpproofs.optima.bracket.everywhere import bracket_anywhere, reached
from dpproofs.optima.bracket.exact_ends import Exact, NotProved
from dpproofs.optima.lattice import budget
from dpproofs.optima.lattice.costs import Power, Threshold
from dpproofs.optima.lattice.noise import support
from dpproofs.optima.lattice.solution import NotSolved


def found(*asked, gap="1e-3", seconds=20, **more):
    answer = bracket_anywhere(*asked, gap=gap, seconds=seconds, **more)
    assert dp.replay(answer.certificate()).accepted
    return answer


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("delta", "cost", "gap"),
    [("1e-6", 1, 2e-8), ("1e-9", 2, 5e-8), ("1e-300", 1, 2e-8), ("1e-9", "1/2", 1e-6)],
)
def test_without_epsilon_a_group_of_people_is_one(delta, cost, gap):
    answer = found(0, delta, 3, cost)
    assert answer.gap < gap
    assert min(answer.proof.group, answer.noise.group) > 1
    uniform = Fraction(3, 2) / Fraction(delta)
    assert float(answer.upper) == pytest.approx(float(uniform) ** float(Fraction(cost)) / (
        1 + float(Fraction(cost))), rel=1e-6)  # fmt: skip


@pytest.mark.no_cover
@pytest.mark.parametrize(("inverse", "exact"), [(2 * 10**6, 5 * 10**5), (2 * 10**11, 5 * 10**10)])
def test_it_holds_what_the_claim_of_the_amplitude_says(inverse, exact):
    answer = found(0, Fraction(1, inverse))
    assert answer.lower <= exact <= answer.upper


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("epsilon", "delta", "cost", "gap"),
    [
        (1, "1e-13", 1, 2e-3), ("1/10", "1e-20", 2, 2e-3), (16, "1e-13", 1, 1e-3),
        ("1e-6", "1e-20", 2, 1e-5), ("1e-6", "1e-6", 1, 1e-5), ("1e-13", "1e-300", 1, 1e-5),
        (5, "1e-200", "3/2", 0.2),
    ],
)  # fmt: skip
def test_where_delta_is_tiny_the_staircase_is_nearly_best(epsilon, delta, cost, gap):
    answer = found(epsilon, delta, 1, cost, gap="1e-2")
    assert answer.gap < gap
    pure = dp.staircase_optimum(epsilon, cost).least_cost
    assert answer.lower <= pure.upper
    if answer.noise.ratio is not None and Fraction(delta) < Fraction(1, 10**12):
        assert float(answer.upper) == pytest.approx(pure.middle, rel=1e-3)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("epsilon", "delta", "cost"),
    [(17, "1e-3", 1), (20, "1e-6", 2), (64, "1/2", 1), (256, "1e-300", 1), (20, "9/10", 16)],
)
def test_for_large_epsilon_there_is_a_wide_one(epsilon, delta, cost):
    answer = found(epsilon, delta, 1, cost)
    assert 0 < answer.lower < answer.upper
    assert answer.lower <= dp.staircase_optimum(epsilon, cost).least_cost.upper


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("epsilon", "delta", "place", "gap"),
    [
        (1, 0, 1, 1e-6), (1, 0, "1/3", 1e-6), (5, 0, 2, 1e-6), (1, 0, 100, 1e-6),
        ("1/100", 0, 100, 1e-6), (1, "1e-20", "3/2", 1e-6), (200, 0, 3, 1e-6),
        (20, "1e-3", 1, 1e-2),
        ("1/100", "1e-9", 100, 1e-6), (0, "1e-6", 1000, 1e-3), ("1e-6", 0, 5, 1e-2),
        (20, "1e-3", "1/2", 0.6), ("1/100", "1e-3", "1/3", 1e-2),
    ],
)  # fmt: skip
def test_thresholds(epsilon, delta, place, gap):
    answer = found(epsilon, delta, threshold=place)
    assert answer.gap < gap


def test_thresholds_without_delta_are_those_of_the_laplacian_at_whole_places():
    """At t = 1 no noise exceeds the threshold less often than e^-epsilon."""
    answer = dp.optimum(1, threshold=1)
    assert answer.lower <= 0.36787944117144233 <= answer.upper
    assert answer.bracket is not None


def test_where_a_program_is_fit_it_is_that_of_the_program():
    answer = bracket_anywhere(1, "1/10", gap="1/20")
    assert answer.certificate() == dp.optimum(1, "1/10", gap="1/20").bracket.certificate()


def test_noise_that_is_not_a_list_is_no_mechanism():
    answer = bracket_anywhere("1e-6", "1e-20")
    with pytest.raises(DpproofsError, match="not a list of cells"):
        dp.OptimalNoise.from_bracket(answer)


@pytest.mark.no_cover
def test_next_to_no_epsilon_it_is_wide_and_valid():
    answer = found("1e-30", "1e-40")
    assert 0 < answer.lower < answer.upper
    with pytest.raises(NotProved, match="falls too slowly"):
        endless_upper(Fraction(1, 10**30), Fraction(0), Power(Fraction(1)))


def test_what_a_certificate_has_no_room_for():
    far = Exact(Fraction(1), Fraction(0), Threshold(Fraction(2000)), 1)
    with pytest.raises(NotProved, match="no room"):
        chain_lower(far)
    with pytest.raises(NotProved, match="too many digits"):
        endless_upper(Fraction(1), Fraction(0), far.cost)
    with pytest.raises(NotProved, match="too many cells"):
        endless_upper(Fraction(1), Fraction(0), Threshold(Fraction(30_000)))
    with pytest.raises(NotProved, match="no noise was found"):
        bracket_anywhere(1, 0, threshold=2000)
    with pytest.raises(BadInput, match="threshold"):
        bracket_anywhere(1, 0, threshold="1e-3")


def test_how_far_noise_reaches():
    assert reached(Fraction(0), Fraction(1, 100)) == 50
    assert reached(Fraction(200), Fraction(1, 10**300)) == pytest.approx(4.4503, rel=1e-3)
    assert reached(Fraction(2), Fraction(1, 4)) == pytest.approx(support(2, 0.25))


def test_steep_multipliers_need_weights(monkeypatch):
    monkeypatch.setattr(steep, "_weights", lambda *_: np.zeros(5))
    with pytest.raises(NotProved, match="too short"):
        steep.steep_lower(Fraction(17), Fraction(1, 2), Power(Fraction(16)))


def test_a_budget_ends_a_search_and_is_never_longer_than_the_one_around_it(monkeypatch):
    assert budget.left() == float("inf")
    with budget.within(100):
        with budget.within(None):
            assert budget.left() <= 100
        with budget.within(0):
            assert budget.left() == 0
        assert budget.left() > 0
    narrow, seen = bracket_anywhere(1, "1/10", gap="1e-4"), []
    early = found(1, "1/10", gap="1e-4", seconds=1e-9, progress=seen.append)
    assert seen[-1] is early
    assert early.lower <= narrow.lower <= narrow.upper <= early.upper

    def unsolved(*_arguments, **_options):
        raise NotSolved("for the test")

    monkeypatch.setattr(everywhere, "bracket", unsolved)
    assert found(1, "1/10").upper >= narrow.lower
