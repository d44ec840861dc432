"""Noise on the integers, of any sensitivity D = 1, 2, ...: its amplitude between two bounds."""

import math
from dataclasses import replace

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.proposition import that
from dpproofs.theorems.trunclap import integer_noise as found
from dpproofs.theorems.trunclap.moments import b
from dpproofs.theorems.trunclap.setting import delta, eps
from tests.theorems.forging import forged, rejected


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("trunclap.discrete")


def test_it_holds_and_its_twins_die(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed >= 50
    report = dp.replay(verdict.certificate)
    assert report.accepted
    assert report.trusts == (
        "induction", "larger tails, at places", "privacy, by sets of integers", "sets of cells",
        "tail sum",
    )  # fmt: skip


PLANTED = {
    "noise costs more": (found.LEAST, Expected(
        found.Z(), found.x, found.x, ">=", (found.D + 1) * found.first_moment)),
    "noise costs a unit more": (found.LEAST, Expected(
        found.Z(), found.x, found.x, ">=", found.D * found.first_moment + 1)),
    "rounded noise is more private": (found.IS_PRIVATE, Private(
        found.Y(), -sp.log(b), delta / 2, found.D)),
    "rounded noise is private for more shifts": (found.IS_PRIVATE, Private(
        found.Y(), -sp.log(b), delta, found.D + 1)),
    "rounded noise costs no more": (found.CHEAP, Expected(
        found.Y(), found.x, found.x, "<=", found.V())),
    "the ratio is nearer to 1": (found.RATE, that(1 - eps) <= found.ROUNDED.value),
    "the ratio is above 1": (found.BELOW, that(1) <= found.ROUNDED.value),
    "the ratio has another limit": (found.MEETS, replace(
        found.MEETS.proposition, value=sp.Rational(1, 2))),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_rejected(verdict, name):
    goal, wrong = PLANTED[name]
    said = replace(goal, proposition=wrong)
    printed = tuple(said if each == goal else each for each in found.DISCRETE.printed)
    assert printed != found.DISCRETE.printed
    assert rejected(Claim(replace(found.DISCRETE, printed=printed), found.derive))
    assert not forged(verdict.certificate, goal, said).accepted


def rounded(epsilon, chance, sensitivity):
    """The masses of the truncated Laplacian rounded to integers, by its distribution function."""
    noise = dp.TruncatedLaplace(epsilon, chance, sensitivity=sensitivity)
    last = math.ceil(noise.bound) + 1
    places = range(-last, last + 1)
    return noise, {i: float(noise.cdf(i + 0.5) - noise.cdf(i - 0.5)) for i in places}


@pytest.mark.parametrize("sensitivity", [1, 2, 5])
@pytest.mark.parametrize("epsilon", [0.3, 0.1, 0.03])
def test_rounded_noise_in_numbers(epsilon, sensitivity):
    noise, masses = rounded(epsilon, epsilon, sensitivity)
    assert sum(masses.values()) == pytest.approx(1)
    for shift in range(1, sensitivity + 1):
        moved = (masses[i] - math.exp(epsilon) * masses.get(i + shift, 0) for i in masses)
        assert sum(max(0, gain) for gain in moved) <= epsilon * (1 + 1e-9)
    amplitude = sum(abs(i) * mass for i, mass in masses.items())
    assert amplitude <= noise.expected_cost(1) + 0.5
    low = sensitivity * float(found.DIAGONAL.lower.subs(eps, epsilon))
    assert low <= amplitude
    assert low / (noise.expected_cost(1) + 0.5) >= 1 - 16 * epsilon / 3
