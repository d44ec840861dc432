"""Levels of step noise: by sums over cells, over all shifts, and never too small."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath as mp
import pytest
from flint import ctx

import dpproofs as dp
from dpproofs.mechanisms.formulas import chords, levels
from dpproofs.optima.cactus.loss import StepLoss
from tests.mechanisms.test_stated import divergence, exact, inside, phi_inverse

MASSES = (
    (Fraction(5), Fraction(3), Fraction(3, 2), Fraction(1, 2), Fraction(1, 3)),
    (Fraction(1), Fraction(4), Fraction(1, 8), Fraction(2)),
    (Fraction(1), Fraction(1, 1000)),
)
LOSSES = [
    StepLoss(masses, Fraction(r, 10), n)
    for masses, r, n in zip(MASSES, (5, 7, 2), (3, 2, 1), strict=True)
]
EVERY = pytest.mark.parametrize("loss", LOSSES, ids=["falls", "two-peaks", "spike"])


@pytest.fixture(scope="module", autouse=True)
def precise():
    with mp.workdps(45):
        yield


def all_pairs(loss, cells=400):
    """For each shift, pairs of masses."""
    r, end = exact(loss.ratio), len(loss.masses) - 1
    line = [
        exact(loss.masses[min(i, end)]) * r ** max(i - end, 0) for i in range(cells + loss.shifts)
    ]
    whole = 2 * mp.fsum(line) - line[0]
    return [
        [(line[abs(i)] / whole, line[abs(i + k)] / whole) for i in range(-cells, cells)]
        for k in range(1, loss.shifts + 1)
    ]


@EVERY
@pytest.mark.parametrize("order", [1, 1.5, 4])
def test_divergences_are_the_largest_of_all_shifts(loss, order):
    level = levels.told(loss, lambda: levels.renyi(loss, Fraction(order)))
    inside(level, max(divergence(pairs, order) for pairs in all_pairs(loss)))


@EVERY
@pytest.mark.parametrize("epsilon", [0, Fraction(1, 2), 2])
def test_the_profile_is_the_largest_of_all_shifts(loss, epsilon):
    from dpproofs.mechanisms.formulas.enclosure import ball

    level = levels.told(loss, lambda: loss.delta(ball(Fraction(epsilon))))
    odds = mp.exp(exact(epsilon))
    leaks = [mp.fsum(max(p - odds * q, 0) for p, q in pairs) for pairs in all_pairs(loss)]
    inside(level, max(leaks))


@EVERY
def test_rho_is_not_below_any_order_and_close_to_the_best(loss):
    level = levels.told(loss, lambda: levels.zcdp(loss))
    orders = [1, *(1 + mp.mpf(2) ** (mp.mpf(k) / 4) for k in range(-24, 24))]
    best = max(divergence(pairs, a) / a for pairs in all_pairs(loss) for a in orders)
    assert best < exact(level.upper) * (1 + mp.mpf(10) ** -30)
    assert exact(level.upper) < best * (1 + 1e-3)
    assert level.lower <= level.upper < level.lower * (1 + 1e-4)


@EVERY
def test_mu_is_that_of_the_farthest_corner_of_any_shift(loss):
    level = levels.told(loss, loss.gdp)
    farthest = 0
    for pairs in all_pairs(loss):
        p = q = mp.mpf(0)
        for first, second in sorted(pairs, key=lambda pair: pair[0] / pair[1])[:-1]:
            p, q = p + first, q + second
            if p > 0 and q < 1 - mp.mpf(10) ** -12:
                farthest = max(farthest, phi_inverse(q) - phi_inverse(p))
    inside(level, farthest)


def test_a_cactus_has_every_level_and_is_made_for_each():
    noise = dp.Cactus(variance=1, n=10)
    assert noise.renyi(1).upper == pytest.approx(noise.divergences().max(), rel=1e-9)
    assert noise.zcdp().upper >= noise.renyi(1).upper
    assert noise.zcdp().upper < 0.5 < dp.Gaussian.of_sigma(1).zcdp().upper * (1 + 1e-9)
    leaks = noise._leaks(Fraction(1))
    assert leaks.lower * (1 - 1e-9) < noise.privacy_profile(1) < leaks.upper * (1 + 1e-9)
    made = dp.Cactus.of_rho(0.3, sensitivity=2, n=10)
    assert 0.3 * (1 - 1e-4) < made.zcdp().upper <= 0.3
    assert made.sensitivity == 2
    made = dp.Cactus.of(epsilon=1, delta=1e-3, n=10)
    assert 1e-3 * (1 - 1e-6) < made.privacy_profile(1) < 1e-3 * (1 + 1e-9)


def test_chords_bound_what_is_between_their_ends():
    loss = LOSSES[0]
    with ctx.workprec(128):
        points = [
            (t, loss.log_moment(t)) for t in (0 * loss._cells[0] + 2**k for k in range(-4, 6))
        ]
        for low, high in pairwise(points):
            bound = -chords.cell(low, high)[0]
            for part in range(1, 8):
                t = low[0] + (high[0] - low[0]) * part / 8
                assert not loss.log_moment(t) / t / (t + 1) > bound
            assert math.isfinite(bound)
