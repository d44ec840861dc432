"""The mechanisms of the literature against exact probabilities."""

import math
import pickle
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binomtest, expon, laplace

from benchmarks.classics import MECHANISMS, Mechanism, geometric, rappor
from benchmarks.classics import sparse_vector as svt
from benchmarks.classics.neighbours import every_entry, one_entry
from benchmarks.classics.suite import EPSILON, QUERIES
from dpproofs.auditing.claim import PrivacyClaim

SUITE = {mechanism.name: mechanism for mechanism in MECHANISMS}
DRAWS = 40_000
ONES = (1,) * 5
MIXED = (2, 0, 1, 1, 0)
STREAM = (2, *(0,) * 9)

everyone = pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: m.name)


def draws(name, value, seed=0):
    return SUITE[name].build().draw(value, DRAWS, np.random.default_rng(seed))


def agrees(hits, probability):
    """Whether a count of hits is one that the probability makes credible."""
    return binomtest(int(np.sum(hits)), len(hits), probability).pvalue > 1e-6


def below(x, scale):
    """The distribution function of Laplace noise, which is quicker than SciPy's on a number."""
    return math.exp(x / scale) / 2 if x < 0 else 1 - math.exp(-x / scale) / 2


def averaged(probability, scale):
    """The mean over Laplace noise on the threshold, whose integrand has kinks at integers."""
    edges = [-40 * scale, *range(-3, 4), 40 * scale]
    return sum(
        quad(lambda r: probability(r) * math.exp(-abs(r) / scale) / (2 * scale), low, high)[0]
        for low, high in pairwise(edges)
    )


@everyone
def test_draws_are_one_array_of_numbers_vectors_or_categories(mechanism: Mechanism):
    target = mechanism.build()
    pair = target.pairs(mechanism.claim)[0]
    values = (pair.input, pair.neighbour)
    here, there = (target.draw(value, 7, np.random.default_rng(1)) for value in values)
    assert here.shape[0] == 7
    assert here.ndim in {1, 2}
    assert here.shape == there.shape
    assert here.dtype.kind in "fiU"
    assert here.dtype.kind != "f" or np.isfinite(here).all()


@everyone
def test_draws_are_those_of_the_seed(mechanism: Mechanism):
    target = pickle.loads(pickle.dumps(mechanism.build()))  # noqa: S301
    assert target.seeded
    value = target.pairs(mechanism.claim)[0].input
    first, second = (target.draw(value, 50, np.random.default_rng(3)) for _ in range(2))
    other = target.draw(value, 50, np.random.default_rng(4))
    assert (first == second).all()
    assert (first != other).any()


@everyone
def test_truth_of_a_claim_agrees_with_the_least_epsilon(mechanism: Mechanism):
    assert mechanism.source
    if mechanism.epsilon is not None:
        assert mechanism.satisfied == (mechanism.epsilon <= mechanism.claim.epsilon)


def test_names_are_different():
    assert len(SUITE) == len(MECHANISMS)


def test_neighbours_differ_by_one_in_one_entry_or_in_any():
    for pair in one_entry(5):
        assert np.abs(np.subtract(pair.input, pair.neighbour)).sum() == 1
    pairs = every_entry(5)
    assert len({(pair.input, pair.neighbour) for pair in pairs}) == 8
    for pair in pairs:
        assert np.abs(np.subtract(pair.input, pair.neighbour)).max() == 1


def test_target_takes_its_neighbours_from_the_suite():
    target = SUITE["histogram"].build()
    assert target.pairs(PrivacyClaim(1)) == one_entry(5)
    assert target.about.arguments == {"epsilon": EPSILON}


@pytest.mark.parametrize(
    ("name", "value", "centre", "scale"),
    [
        ("Laplace", 3, 3, 1 / EPSILON),
        ("noisy sum", MIXED, 4, 1 / EPSILON),
    ],
)
def test_number_with_laplace_noise(name, value, centre, scale):
    noise = draws(name, value) - centre
    assert agrees(noise < -scale, math.exp(-1) / 2)
    assert agrees(noise < scale, 1 - math.exp(-1) / 2)


@pytest.mark.parametrize(
    ("name", "scale"),
    [
        ("histogram", 1 / EPSILON),
        ("histogram, scale epsilon", EPSILON),
        ("prefix sums", 1 / EPSILON),
        ("prefix sums, all may differ", 1 / EPSILON),
    ],
)
def test_every_answer_has_laplace_noise_of_its_own(name, scale):
    noisy = draws(name, MIXED)
    if name.startswith("prefix"):
        noisy = np.diff(noisy, prepend=0)
    noise = noisy - np.array(MIXED)
    for column in noise.T:
        assert agrees(column < -scale, math.exp(-1) / 2)
    assert agrees((noise < 0).all(axis=1), 2**-5)


def test_parallel_releases_share_epsilon():
    noise = draws("Laplace, parallel", 1) - 1
    assert noise.shape[1] == 20
    assert agrees(noise[:, 7] < -20 / EPSILON, math.exp(-1) / 2)


@pytest.mark.parametrize("value", range(6))
def test_truncated_geometric_has_the_probabilities_of_its_formula(value):
    ratio = 2**2 / (2**2 + 1)
    out = draws("truncated geometric", value)
    for z in range(6):
        mass = ratio ** abs(z - value) / (1 + ratio) * (1 if z in {0, 5} else 1 - ratio)
        assert agrees(out == z, mass)


def test_truncated_geometric_is_exactly_as_private_as_claimed():
    masses = [np.diff(geometric.cumulative(value, k=2, n=5), prepend=0) for value in range(6)]
    ratios = {int(p) / int(q) for a, b in pairwise(masses) for p, q in zip(a, b, strict=True)}
    assert max(ratios) == 5 / 4
    assert min(ratios) == 4 / 5


@pytest.mark.parametrize(
    ("name", "noise"),
    [
        ("noisy max 1: index", laplace(scale=2 / EPSILON)),
        ("noisy max 2: index", expon(scale=2 / EPSILON)),
    ],
)
def test_index_of_the_noisy_max(name, noise):
    def wins(x):
        others = [noise.cdf(x - answer) for answer in MIXED[1:]]
        return noise.pdf(x - MIXED[0]) * math.prod(others)

    edges = [-60, 0, 1, 2, 60]
    mass = sum(quad(wins, a, b)[0] for a, b in pairwise(edges))
    assert agrees(draws(name, MIXED) == "query 0", mass)
    assert agrees(draws(name, ONES) == "query 3", 1 / 5)


@pytest.mark.parametrize(
    ("name", "noise"),
    [
        ("noisy max 3: value", laplace(scale=2 / EPSILON)),
        ("noisy max 4: value", expon(scale=2 / EPSILON)),
    ],
)
def test_value_of_the_noisy_max(name, noise):
    out = draws(name, MIXED)
    for x in (2.5, 4.0):
        assert agrees(out < x, math.prod(noise.cdf(x - answer) for answer in MIXED))


def test_value_of_the_exponential_noisy_max_is_never_below_the_largest_answer():
    assert draws("noisy max 4: value", (2,) * 5).min() >= 2
    assert draws("noisy max 4: value", ONES).min() < 2


# Scales of the noise on the threshold and on the answers.
SCALES = {
    "SVT 1": (2 / EPSILON, 4 / EPSILON),
    "SVT 2": (4 / EPSILON, 8 / EPSILON),
    "SVT 3": (2 / EPSILON, 2 / EPSILON),
    "SVT 4": (4 / EPSILON, 4 / (3 * EPSILON)),
    "SVT 6": (2 / EPSILON, 2 / EPSILON),
    "numeric SVT": (3 / EPSILON, 6 / EPSILON),
}


@pytest.mark.parametrize("name", SCALES)
def test_sparse_vector_finds_nothing_as_often_as_it_should(name):
    threshold, answers = SCALES[name]

    def nothing(rho):
        return math.prod(below(1 + rho - answer, answers) for answer in STREAM)

    out = draws(name, STREAM)
    nowhere = svt.BELOW_VALUE if out.dtype.kind == "f" else svt.BELOW
    assert agrees((out == nowhere).all(axis=1), averaged(nothing, threshold))


@pytest.mark.parametrize("name", SCALES)
def test_sparse_vector_finds_the_first_as_often_as_it_should(name):
    threshold, answers = SCALES[name]
    out = draws(name, STREAM)
    marks = [svt.BELOW_VALUE, svt.ABORTED_VALUE] if out.dtype.kind == "f" else [svt.BELOW]
    first = averaged(lambda rho: below(STREAM[0] - 1 - rho, answers), threshold)
    assert agrees(~np.isin(out[:, 0], marks), first)


@pytest.mark.parametrize(("name", "c"), [("SVT 1", 1), ("SVT 2", 2), ("SVT 4", 1)])
def test_sparse_vector_stops_after_c_answers_above(name, c):
    out = draws(name, (2,) * QUERIES)
    above = (out == svt.ABOVE).sum(axis=1)
    stopped = (out == svt.ABORTED).any(axis=1)
    assert above.max() == c
    assert (above[stopped] == c).all()
    first = (out == svt.ABORTED).argmax(axis=1)[stopped]
    assert (out[stopped, first - 1] == svt.ABOVE).all()
    assert (np.diff((out == svt.ABORTED).astype(int), axis=1) >= 0).all()


def test_sparse_vector_draws_a_new_threshold_after_an_answer_above():
    def kept(rho):
        return below(1 - rho, 8 / EPSILON) ** 2

    def fresh(rho):
        return below(1 - rho, 8 / EPSILON)

    both = (draws("SVT 2", (2,) * QUERIES)[:, :2] == svt.ABOVE).all(axis=1)
    assert agrees(both, averaged(fresh, 4 / EPSILON) ** 2)
    assert not agrees(both, averaged(kept, 4 / EPSILON))


def test_sparse_vector_without_noise_on_answers_keeps_their_order():
    out = draws("SVT 5", (1, *(0,) * 9))
    assert agrees(out[:, 0] == 1, laplace.cdf(0))
    assert (out[:, :1] >= out[:, 1:]).all()


@pytest.mark.parametrize("name", ["SVT 3", "numeric SVT"])
def test_released_answers_are_distant_from_marks(name):
    out = draws(name, STREAM)
    values = out[~np.isin(out, [svt.BELOW_VALUE, svt.ABORTED_VALUE])]
    assert values.size
    assert np.abs(values).max() < 1000


def test_released_answer_is_the_one_compared_or_one_of_its_own():
    threshold, answers = SCALES["SVT 3"]
    first = draws("SVT 3", STREAM)[:, 0]

    def above_and_over(rho):
        return below(2 - max(4, 1 + rho), answers)

    assert agrees(first > 4, averaged(above_and_over, threshold))

    threshold, answers = SCALES["numeric SVT"]
    first = draws("numeric SVT", STREAM)[:, 0]
    above = averaged(lambda rho: below(1 - rho, answers), threshold)
    assert agrees(first > 4, above * laplace.sf(2, scale=3 / EPSILON))


@pytest.mark.parametrize("name", ["SVT 4", "SVT 6"])
def test_sparse_vector_variants_break_their_claims_at_a_pair_tried(name):
    """Of five 0s and five 1s against its mirror image, by quadrature."""
    threshold, answers = SCALES[name]
    last = 6 if name == "SVT 4" else 10

    def second_half_is_above(stream, rho):
        """As far as the algorithm gets: SVT 4 stops at the first query of that half."""
        low = [below(1 + rho - answer, answers) for answer in stream]
        return math.prod(low[:5]) * math.prod(1 - p for p in low[5:last])

    streams = (0,) * 5 + (1,) * 5, (1,) * 5 + (0,) * 5
    more, less = (averaged(partial(second_half_is_above, s), threshold) for s in streams)
    assert more > math.exp(SUITE[name].claim.epsilon) * less


def test_rappor_keeps_or_replaces_bits():
    kept = rappor.bloom_filter(np.asarray(7.0), hashes=4, bits=20)
    out = draws("RAPPOR, one time", 7)
    for column, bit in zip(out.T, kept, strict=True):
        assert agrees(column == bit, 1 - 0.95 / 2)


def test_rappor_randomises_again():
    kept = rappor.bloom_filter(np.asarray(7.0), hashes=4, bits=20)
    out = draws("RAPPOR", 7)
    for column, bit in zip(out.T, kept, strict=True):
        permanent = 0.75 / 2 + (1 - 0.75) * bit
        assert agrees(column == 1, 0.55 * permanent + 0.45 * (1 - permanent))


def test_rappor_attains_its_epsilon_at_a_pair_tried():
    pair = SUITE["RAPPOR"].build().pairs(SUITE["RAPPOR"].claim)[0]
    here, there = (rappor.bloom_filter(v, hashes=4, bits=20) for v in (pair.input, pair.neighbour))
    assert (here != there).sum() == 8
    assert here.sum() == there.sum() == 4
    one, zero = 0.375 + 0.25 * 0.55, 0.375 + 0.25 * 0.45
    ratio = (one / zero * (1 - zero) / (1 - one)) ** 4
    assert math.isclose(math.log(ratio), SUITE["RAPPOR"].epsilon)
    assert math.isclose(SUITE["RAPPOR, one time"].epsilon, 8 * math.log(0.525 / 0.475))
