"""Records drawn in different ways, and neighbours of different kinds."""

import itertools
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import dpproofs as dp
from dpproofs import DiscreteGaussian, Gaussian, Geometric, Laplace, Round, Sampling, compose
from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.composition import sampling
from dpproofs.privacy.composition.amplified import Tests as ByTests
from dpproofs.privacy.composition.sampling import (
    ADD,
    EITHER,
    NEIGHBOURS,
    REMOVE,
    REPLACE,
    copies,
)

RATE, BATCH, RECORDS = 0.25, 5, 20
WAYS = {
    "poisson": lambda neighbours: Sampling.poisson(RATE, neighbours=neighbours),
    "without": lambda neighbours: Sampling.without_replacement(
        BATCH, RECORDS, neighbours=neighbours
    ),
    "with": lambda neighbours: Sampling.with_replacement(BATCH, RECORDS, neighbours=neighbours),
}


def mixtures(scheme, neighbours):
    """Weights and shifts of both inputs, all other records counting for nothing."""
    if scheme == "with":
        one = Fraction(1, RECORDS)
        here = [
            (float(math.comb(BATCH, k) * one**k * (1 - one) ** (BATCH - k)), k)
            for k in range(BATCH + 1)
        ]
    else:
        here = [(1 - RATE, 0), (RATE, 1)]
    if scheme == "poisson" and neighbours == REPLACE:
        return here, [(weight, -k) for weight, k in here]
    return here, [(1.0, 0)]


def directions(one, two, neighbours):
    return {ADD: [(two, one)], REMOVE: [(one, two)]}.get(neighbours, [(one, two), (two, one)])


def by_quadrature(density, here, there, epsilon):
    """The integral of (P - e^epsilon Q)+, between the places where it has a kink."""

    def gain(x):
        one, two = (mpmath.fsum(w * density(x - k) for w, k in each) for each in (here, there))
        return one - mpmath.exp(epsilon) * two

    grid = [mpmath.mpf(k) for k in range(-9, 15)]
    ends = [-mpmath.inf, grid[0]]
    for left, right in itertools.pairwise(grid):
        if gain(left) * gain(right) < 0:
            ends.append(mpmath.findroot(gain, (left, right), solver="anderson"))
        ends.append(right)
    return float(mpmath.quad(lambda x: max(gain(x), 0), [*ends, mpmath.inf], maxdegree=5))


DENSITIES = {
    Gaussian.of_sigma(1.5): lambda x: mpmath.npdf(x, 0, 1.5),
    Laplace(0.8): lambda x: mpmath.mpf("0.4") * mpmath.exp(-mpmath.mpf("0.8") * abs(x)),
}


@pytest.mark.parametrize("noise", DENSITIES, ids=repr)
@pytest.mark.parametrize("scheme", WAYS)
@pytest.mark.parametrize("neighbours", [ADD, REMOVE, REPLACE])
def test_one_round_is_what_quadrature_says(noise, scheme, neighbours):
    way = WAYS[scheme](neighbours)
    here, there = mixtures(scheme, neighbours)
    exact = max(
        by_quadrature(DENSITIES[noise], one, two, 0.1)
        for one, two in directions(here, there, neighbours)
    )
    found = compose(noise, sampling=way, gap=1e-3).delta("0.1")
    assert found.lower <= exact * (1 + 1e-9)
    assert exact <= found.upper * (1 + 1e-9)
    if scheme != "with" or neighbours != REPLACE:
        assert found.reached
        assert found.upper - found.lower <= 1e-3 * exact * (1 + 1e-9)


@pytest.mark.parametrize("noise", [DiscreteGaussian(1.5, 2), Geometric(0.7)], ids=repr)
@pytest.mark.parametrize("scheme", WAYS)
@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_two_rounds_of_integers_are_the_products_of_their_masses(noise, scheme, neighbours):
    way = WAYS[scheme](neighbours)
    places = np.arange(-40, 61)
    one, two = (
        sum(weight * noise.pmf(places - k * noise.sensitivity) for weight, k in each)
        for each in mixtures(scheme, neighbours)
    )
    worst = max(
        float(np.maximum(np.outer(p, p) - math.exp(0.2) * np.outer(q, q), 0).sum())
        for p, q in directions(one, two, neighbours)
    )
    found = compose(noise, 2, sampling=way, gap=1e-3).delta("0.2")
    assert found.lower <= worst * (1 + 1e-9)
    assert worst <= found.upper * (1 + 1e-9)
    if scheme == "poisson" or neighbours != REPLACE:
        assert found.upper - found.lower <= 2e-3 * worst  # first order in the step, from below


@pytest.mark.parametrize(
    "noise", [dp.Cactus(variance=1, n=6), dp.DiscreteStaircase(1, 3)], ids=repr
)
def test_a_replaced_record_of_any_noise_is_amplified(noise):
    """q H(log(1 + (e^epsilon - 1)/q)) is tight for a round."""
    way = Sampling.without_replacement(1, 10)
    inside = math.log1p(math.expm1(0.05) / 0.1)
    exact = 0.1 * float(noise.privacy_profile(inside))
    low, high = compose(noise, sampling=way, gap=0.01).delta("0.05")
    assert low <= exact * (1 + 1e-9)
    assert exact <= high * (1 + 1e-9) <= 1.02 * exact


def test_both_directions_are_the_worse_of_two():
    for make in WAYS.values():
        bounds = {
            each: compose(Laplace(0.8), 3, sampling=make(each)).epsilon("1e-3")
            for each in (ADD, REMOVE, EITHER)
        }
        assert bounds[EITHER].lower <= max(bounds[ADD].upper, bounds[REMOVE].upper)
        assert bounds[EITHER].upper >= max(bounds[ADD].lower, bounds[REMOVE].lower)


def test_replacing_under_poisson_sampling_is_worse_than_removing():
    noise = Gaussian.of_sigma(2)
    removed = compose(noise, 10, sampling="0.1").epsilon("1e-5")
    replaced = compose(noise, 10, sampling=Sampling.poisson("0.1", neighbours=REPLACE)).epsilon(
        "1e-5"
    )
    assert removed.upper < replaced.lower
    everything = Sampling.poisson(1, neighbours=REPLACE)
    twice = compose(Gaussian.of_sigma(1), 10).epsilon("1e-5")
    assert compose(noise, 10, sampling=everything).epsilon("1e-5") == pytest.approx(twice, rel=1e-4)


def test_shuffled_batches_are_bounded_by_those_in_a_fixed_order():
    shuffled = compose(Laplace(0.5), 25, sampling=Sampling.shuffled(10))
    found, fixed = shuffled.epsilon("1e-4"), compose(Laplace(0.5), 3).epsilon("1e-4")
    assert (found.lower, found.upper, found.reached) == (0, fixed.upper, False)
    one = compose(Laplace(0.5), 2, sampling=Sampling.shuffled(1))
    assert one.delta("0.6") == compose(Laplace(0.5), 2).delta("0.6")


def test_moments_of_dp_accounting_are_not_below():
    accounting = pytest.importorskip("dp_accounting", reason="install dp-accounting to compare")
    theirs = accounting.rdp.RdpAccountant(
        neighboring_relation=accounting.NeighboringRelation.REPLACE_ONE
    )
    event = accounting.SampledWithoutReplacementDpEvent(1000, 10, accounting.GaussianDpEvent(1.0))
    theirs.compose(event, 20)
    way = Sampling.without_replacement(10, 1000)
    found = compose(Gaussian.of_sigma(1), 20, sampling=way, gap=0.01).epsilon("1e-5")
    assert found.upper < theirs.get_epsilon(1e-5)


REPLACED = Sampling.without_replacement(1, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Sampling.poisson(2), "rate = 2, but should be a number in"),
        (lambda: Sampling.poisson(0.5, neighbours="any"), "neighbours = 'any'"),
        (lambda: Sampling.without_replacement(3, 2), "batch = 3, but should be an integer in"),
        (lambda: Sampling.without_replacement(1, 0.5), "records = 0.5"),
        (lambda: Sampling.with_replacement(1, 1), "records = 1"),
        (lambda: Sampling.with_replacement(0, 9), "batch = 0"),
        (lambda: Sampling.shuffled(0), "batches = 0"),
        (lambda: Sampling.shuffled(5, neighbours=ADD), "neighbours = 'add', but should be"),
        (
            lambda: Round(dp.Staircase(1), sampling=Sampling.with_replacement(2, 9)),
            "mechanism = .*Staircase.* noise with Sampling.with_replacement",
        ),
        (
            lambda: Round(dp.RandomizedResponse(1), 1, Sampling.poisson(0.5, neighbours=REPLACE)),
            "mechanism = RandomizedResponse",
        ),
        (
            lambda: compose([Round(Laplace(1), 1, 0.5), Round(Laplace(1), 1, REPLACED)]),
            "sampling = Sampling.without_replacement.* with the neighbours of Sampling.poisson",
        ),
        (
            lambda: compose(
                Laplace(1), sampling=Sampling.poisson(0.5, neighbours=REPLACE)
            ).certificate(delta=0.1),
            "sampling = .*, but should be for a certificate, Poisson's of records that are added",
        ),
        (
            lambda: compose(Laplace(1), sampling=Sampling.with_replacement(2, 9)).certificate(
                delta=0.1
            ),
            "sampling = .*, but should be for a certificate",
        ),
    ],
)
def test_what_is_not_known_is_refused(call, message):
    with pytest.raises(BadInput, match=message):
        call()


def test_rounds_without_sampling_go_with_all_neighbours():
    rounds = [Round(Laplace(0.5), 2), Round(Laplace(0.5), 2, REPLACED)]
    assert compose(rounds).epsilon("1e-3").lower > compose(Laplace(0.5), 2).epsilon("1e-3").lower


def test_samplings_say_how_they_are_made():
    assert repr(REPLACED) == "Sampling.without_replacement(1, 2, neighbours='replace')"
    assert repr(WAYS["with"](ADD)) == "Sampling.with_replacement(5, 20, neighbours='add')"
    assert repr(Sampling.shuffled(7)) == "Sampling.shuffled(7, neighbours='replace')"
    assert repr(Sampling.poisson("1/4")) == "Sampling.poisson('1/4', neighbours='add or remove')"
    assert sum(copies(Sampling.with_replacement(5, 20), 1e-30)[0]) == pytest.approx(1)


def test_copies_that_are_left_out_count_as_if_they_told_everything():
    way = Sampling.with_replacement(50, 100)
    shares, rest = copies(way, 1e-3)
    assert 0 < 1 - math.fsum(shares) <= rest
    here, there, left = sampling.mixtures(way, 1e-3, 1)
    assert math.fsum(weight for weight, _ in here) < 1 <= math.fsum([left, *(w for w, _ in here)])
    noise = Gaussian.of_sigma(1)
    more, less = (ByTests.of_half_lines(noise, here, there, each) for each in (left, 0.0))
    assert more.privacy_profile(1.0) - less.privacy_profile(1.0) == pytest.approx(left)
    logs = np.log([0.5, 0.5]), np.log([0.25, 0.75])
    more, less = (ByTests.of_outcomes(*logs, each) for each in (left, 0.0))
    assert more.privacy_profile(0.1) - less.privacy_profile(0.1) == pytest.approx(left)
