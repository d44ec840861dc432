"""Where an audit looks: a domain, the ends of what machines hold, what is special, refusals."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler.inputs import domain_of, number_pairs
from dpproofs.auditing.sampler.search import _places
from dpproofs.auditing.target import Pair
from dpproofs.kernel.errors import BadInput
from dpproofs.testing import assert_private

PURE = PrivacyClaim(1.0)
SHORT = {"epsilon": 1, "max_draws": 2_000}


def from_0_to_10(value, size, rng):
    if not 0 <= value <= 10:
        raise ValueError("outside")
    return value + rng.laplace(size=size)


@pytest.mark.sweep
def test_an_input_that_the_audit_chose_and_that_is_refused_lies_outside_the_domain():
    report = dp.audit(from_0_to_10, epsilon=1, max_draws=6_000)
    assert report.verdict == "no violation found"
    low, high = report.domain
    assert 0 <= low < high <= 10
    assert report.refused
    assert_private(from_0_to_10, epsilon=1)


@pytest.mark.parametrize("given", [{"inputs": [10.0]}, {"domain": (0, 20)}])
def test_what_was_named_and_is_refused_is_an_outcome(given):
    report = dp.audit(from_0_to_10, **SHORT, **given)
    assert report.verdict == "violation"


def test_in_its_domain_it_is_private():
    report = dp.audit(from_0_to_10, **SHORT, domain=(0, 10))
    assert report.verdict == "no violation found"
    assert report.domain == (0, 10)
    assert not report.refused


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_an_input_that_is_rounded_away_from_its_neighbour_is_found(kind):
    most = 2 * 2 ** (np.finfo(kind).nmant + 1)

    def rounded(value, size, rng):
        held = float(kind(value)) if abs(value) < most else float(value)
        return held + rng.laplace(size=size)

    ends = [(pair.input, pair.neighbour) for pair in number_pairs(PURE, 0)]
    near = [each for each in ends if max(map(abs, each)) < most]
    twice = [abs(float(kind(x)) - float(kind(y))) for x, y in near]
    assert 2.0 in twice
    assert dp.audit(rounded, epsilon=1, max_draws=60_000).verdict == "violation"


@pytest.mark.parametrize("domain", [(0, 10), (-3.5, math.inf), (1e6, 1e6 + 0.25)])
@pytest.mark.parametrize("integers", [False, True])
def test_pairs_in_a_domain_lie_in_it(domain, integers):
    if integers and domain[1] - domain[0] < 1:
        pytest.skip("no two integers lie there")
    pairs = number_pairs(PURE, 0, domain=domain, integers=integers)
    ends = [x for pair in pairs for x in (pair.input, pair.neighbour)]
    assert domain[0] <= min(ends) < max(ends) <= domain[1]
    assert math.ceil(domain[0]) in ends if integers else domain[0] in ends
    assert domain[1] in ends or domain[1] == math.inf


@pytest.mark.parametrize("domain", [(1, 1), (2, 1), (math.nan, 1), 3, ("a", "b"), (1, 2, 3)])
def test_a_domain_is_two_numbers(domain):
    with pytest.raises(BadInput, match="domain"):
        domain_of(domain)


def test_integers_are_tried_at_the_ends_of_what_machines_hold():
    pairs = number_pairs(PURE, 0, integers=True)
    for bits in (7, 8, 15, 16, 31, 32, 63, 64):
        assert Pair(2**bits, 2**bits - 1) in pairs
        assert Pair(-(2**bits), -(2**bits) - 1) in pairs


def test_doubles_are_tried_at_the_ends_of_what_machines_hold():
    inputs = [pair.input for pair in number_pairs(PURE, 0)]
    assert {2.0**11 + 1, 2.0**24 + 1, 65504.0, 2.0**-126, 2.0**-1022, 5e-324} <= {*inputs}
    assert any(x == 0 and math.copysign(1, x) < 0 for x in inputs)


@pytest.mark.parametrize(
    ("end", "sensitivity"),
    [(2.0**63, 2000.0), (2.0**64, 5e3), (65520.0, 1.0), ((2 - 2.0**-24) * 2.0**127, 2.0**80)],
)
def test_neighbours_stand_on_both_sides_of_an_end(end, sensitivity):
    pairs = number_pairs(PrivacyClaim(1.0, 0.0, sensitivity), 0)
    assert any(pair.neighbour < end <= pair.input for pair in pairs)


def wrapped(bits):
    half = 2 ** (bits - 1)

    def summed(value: int, size, rng):
        noise = rng.geometric(1 - 1 / math.e, (2, size))
        return (value + half) % (2 * half) - half + noise[0] - noise[1]

    return summed


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_a_sum_that_wraps_is_found(bits):
    report = dp.audit(wrapped(bits), epsilon=1, max_draws=50_000)
    assert report.verdict == "violation"


def test_a_sum_that_is_made_whole_and_wraps_is_found():
    def cut_off(value, size, rng):
        return (int(value) + 2**15) % 2**16 - 2**15 + rng.laplace(size=size)

    assert dp.audit(cut_off, epsilon=1, max_draws=50_000).verdict == "violation"


def test_a_sum_that_holds_all_is_clean():
    def exact(value: int, size, rng):
        noise = rng.geometric(1 - 1 / math.e, (2, size))
        return [int(value) + int(a) - int(b) for a, b in noise.T]

    assert dp.audit(exact, epsilon=1, max_draws=4_000).verdict == "no violation found"


def test_inputs_far_out_are_whole_where_the_sensitivity_is():
    assert all(x.is_integer() for x in _places(1.0, 0, whole=False) if abs(x) > 8)
    assert not all(x.is_integer() for x in _places(0.5, 0, whole=False) if abs(x) > 8)


def not_a_number(value, size, rng):
    return np.where(np.isnan(value), 0.0, np.clip(value, 0, 1)) + rng.laplace(size=size)


@pytest.mark.parametrize("special", [False, True])
def test_nan_and_infinities_are_tried_when_asked(special):
    limits = {"epsilon": 1, "max_draws": 20_000, "special": special}
    report = dp.audit(lambda x, size, rng: x + rng.laplace(size=size), **limits)
    assert report.special is special
    assert (report.verdict == "violation") is special
    clean = dp.audit(not_a_number, **SHORT, special=special)
    assert clean.verdict == "no violation found"


@pytest.mark.parametrize("target", ["numpy:laplace", lambda x, rng: x + rng.laplace()])
def test_nan_that_somebody_names_is_tried(target):
    report = dp.audit(target, **SHORT, inputs=[math.nan])
    assert report.verdict == "violation"
    assert report.special
