"""The corners of trade-offs between errors: bounds of those that are not computed."""

from fractions import Fraction

import pytest

import dpproofs as dp
from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas import corners
from dpproofs.mechanisms.formulas.corners import DiscreteNormalTails, SkellamTails

KINDS = pytest.mark.parametrize(
    "tails",
    [
        DiscreteNormalTails(Fraction(1, 4)),
        DiscreteNormalTails(Fraction(36)),
        SkellamTails(Fraction(1, 2)),
        SkellamTails(Fraction(40)),
    ],
    ids=["normal-narrow", "normal", "skellam-narrow", "skellam"],
)


@KINDS
@pytest.mark.parametrize("shift", [1, 3, 40])
def test_bounds_hold_of_chances_that_are_computed(tails, shift):
    chances = [None, *tails.chances(300)]
    for j in (1, 2, 5, 17, 60, 200):
        assert not tails.above(j) < chances[j]
        assert not tails.left(j, shift) > chances[j + shift] / chances[j]
        assert not tails.left(j + 1, shift) > tails.left(j, shift)
    assert tails.above(60) < 1.3 * chances[60]


@KINDS
@pytest.mark.parametrize("shift", [1, 3, 40])
def test_no_corner_beyond_a_place_is_above_its_bound(tails, shift):
    places = [None, *map(corners._place, tails.chances(900))]
    bounds = {j: tails.beyond(j, shift) for j in (5, 12, 90, 200, 400)}
    assert bounds[400].is_finite()
    for first, bound in bounds.items():
        later = (places[j + shift] - places[j] for j in range(first, 900 - shift, 7))
        assert all(not corner > bound for corner in later)


@KINDS
@pytest.mark.parametrize("shift", [1, 3, 40])
def test_blocks_alone_bound_the_corners_in_them(monkeypatch, tails, shift):
    monkeypatch.setattr(corners, "LENGTH", 8)
    places = [None, *map(corners._place, tails.chances(900))]
    for first in (20, 90):
        bound = corners._bound(tails, first, shift, 0 * places[1])
        later = (places[j + shift] - places[j] for j in range(first, 900 - shift))
        assert bound.is_finite()
        assert all(not corner > bound for corner in later)


@KINDS
@pytest.mark.parametrize("shift", [1, 3, 40])
def test_blocks_of_corners_enclose_what_all_of_them_tell(monkeypatch, tails, shift):
    exact = corners.farthest(tails, shift)
    monkeypatch.setattr(corners, "FAR", 10**6)  # too many to be computed
    monkeypatch.setattr(corners, "FEW", 8)
    wide = corners.farthest(tails, shift)
    assert wide.overlaps(exact)
    assert wide.upper() < exact.lower() * 1.2
    monkeypatch.setattr(corners, "LENGTH", 1 << 12)
    monkeypatch.setattr(corners, "FEW", 60)
    assert corners.farthest(tails, shift).upper() < exact.lower() * 1.002


@pytest.mark.parametrize(("sigma", "shift"), [(0.5, 3), (2, 1), (6, 40)])
def test_noise_too_wide_for_corners_is_between_the_middle_and_integrals(sigma, shift):
    tails = DiscreteNormalTails(Fraction(sigma) ** 2)
    assert tails.wide(shift).overlaps(corners.farthest(tails, shift))
    assert tails.wide(shift).upper() < (shift + 1.1) / sigma


def test_noise_whose_corners_are_too_many():
    mu = dp.DiscreteGaussian(sigma=1e6, sensitivity=10**5).gdp()
    assert 0.1 * (1 - 1e-12) < mu.lower < mu.upper < 0.1001
    with pytest.raises(DpproofsError, match="this wide no least mu is known"):
        dp.Skellam(mu=1e8, sensitivity=10**6).gdp()
    with pytest.raises(DpproofsError, match="this wide no least mu is known"):
        DiscreteNormalTails(Fraction(1, 100)).wide(1)


def test_wide_noise_has_a_narrow_bracket():
    for noise in (dp.Skellam(mu=1e6, sensitivity=100), dp.DiscreteGaussian(sigma=150)):
        mu = noise.gdp()
        near = noise.sensitivity / (1000 if noise.sensitivity == 100 else 150)
        assert near * (1 - 1e-4) < mu.lower < mu.upper < near * 1.006
