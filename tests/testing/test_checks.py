"""Every check can fail: it finds a fault made for it, and is silent on samplers without one."""

import math
from dataclasses import replace

import hypothesis
import numpy as np
import pytest

import dpproofs as dp
from benchmarks.conformance import correct, power, reported
from benchmarks.conformance.records import Noisy
from dpproofs.kernel.errors import BadInput
from dpproofs.testing import ConformanceFailure, NotAudited, check_sampler, privacy, suite
from dpproofs.testing.sampler import is_discrete
from dpproofs.testing.suite import all_checks

pytestmark = pytest.mark.usefixtures("planted_clock")

FOUND_BY = {
    "outcomes_are_finite": "NaN once in 500, at every input",
    "outcomes_have_one_type_and_shape": "an int for a float, near 0",
    "input_is_not_changed": "the list of records is sorted in place",
    "seed_decides_the_draws": "a fixed seed, rng ignored",
    "global_randomness_is_left_alone": "the global generator seeded",
    "draws_do_not_repeat": "the same 1,000 draws again",
    "draws_are_independent": "draws in pairs x, -x",
    "is_private": "Laplace: a tenth too little noise",
    "is_private_on_random_sets": "geometric: 2 epsilon for epsilon",
    "distribution_is_as_claimed": "staircase: gamma 0.9 throughout",
    "tails_are_as_claimed": "noise clamped to [-8, 8]",
    "support_is_as_claimed": "noise clamped to [-8, 8]",
    "atoms_are_where_claimed": "truncated Laplace: clamped",
    "moments_are_as_claimed": "Laplace: variance for scale",
    "noise_is_the_same_at_every_input": "noise grows beyond 10",
    "extreme_inputs_are_answered": "the sum in an int32",
    "resolution_is_not_single_precision": "value and noise in 32 bits",
    "noise_scales_with_the_sensitivity": "class: the sensitivity squared, tried at 1",
    "noise_does_not_grow_with_epsilon": "class: epsilon times sensitivity for their quotient",
    "is_private_at_other_parameters": "class: the scale is the sensitivity",
    "nonsense_is_refused": "class: NaN passes the check epsilon <= 0",
}
PLANTED = power.faults()
FAULTS = {case.name: case for case in PLANTED}


class Narrow:
    """Noise whose law is known and too narrow for its claim."""

    def __init__(self, law):
        self.cdf, self.sf, self.ppf = law.cdf, law.sf, law.ppf


class Overflowing(Noisy):
    """At a tiny epsilon the scale is not a number."""

    @property
    def scale(self):
        return super().scale if self.epsilon > 1e-3 else np.nan

    def __call__(self, value, size, rng):
        return value + self.scale * rng.laplace(size=size)


def failing(report):
    return set(power.failed(report))


@pytest.mark.sweep
@pytest.mark.parametrize(("check", "fault"), FOUND_BY.items())
def test_each_check_finds_the_fault_it_is_made_for(check, fault):
    report = power.checked(FAULTS[fault], 1, [check])
    assert failing(report) == {check}
    (found,) = report.failures
    assert found.evidence
    assert found.clause in str(next(each for each in all_checks() if each.name == check).clause)


def test_the_remaining_checks_find_theirs():
    law = Narrow(dp.Laplace(2))
    assert failing(check_sampler(dp.Laplace(2), epsilon=1, law=law, checks=["law_keeps_the_claim"]))
    report = check_sampler(Overflowing, epsilon=1, checks=["extreme_parameters_work"])
    assert failing(report) == {"extreme_parameters_work"}
    loose = FAULTS["noise rounded to 0.01, not the sum"]
    strict = {**loose.arguments, "strict": True, "checks": ["no_double_tells_the_input"]}
    assert failing(check_sampler(loose.subject, **strict)) == {"no_double_tells_the_input"}
    covered = {*FOUND_BY, "law_keeps_the_claim", "extreme_parameters_work"}
    assert covered | {"no_double_tells_the_input"} == {each.name for each in all_checks()}


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name", ["no noise once in 1,000", "half the noise below -50", "uniforms of 16 bits"]
)
@pytest.mark.parametrize("outcomes", [True, False], ids=["all", "all but the outcomes"])
def test_rare_events_and_far_inputs_are_looked_at(name, outcomes, monkeypatch):
    def chosen(*given):
        return (each for each in audits(*given) if outcomes or each[0] != privacy.NUMBERS)

    audits = privacy._audits
    monkeypatch.setattr(privacy, "_audits", chosen)
    (found,) = power.checked(FAULTS[name], 2, ["is_private"]).failures
    others = ("values that come again", "inputs far away")
    assert outcomes or found.privacy.looked_at in others


SAMPLE = [case for case in correct.all_cases() if "expected" not in case.arguments][::7]


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_correct_samplers_pass(case):
    report = check_sampler(case.subject, **case.arguments, seconds=0.15, seed=1)
    assert failing(report) == set()


def test_faults_are_as_many_as_promised():
    breaking = [case for case in FAULTS.values() if case.breaks == "privacy"]
    assert len(breaking) >= 60
    assert len(FAULTS) == len(PLANTED)  # names are unique
    assert all(case.need < np.inf for case in FAULTS.values())
    assert len(correct.all_cases()) >= 20


def test_every_check_teaches_and_cites():
    for check in all_checks():
        assert len(check.teaches) > 100, check.name
        assert check.clause


@pytest.mark.sweep
def test_mechanisms_of_the_package_pass_every_check(monkeypatch):
    monkeypatch.setattr(suite, "current", lambda: None)  # the whole level, as outside of pytest
    report = check_sampler(dp.Staircase(1), seconds=0.3, seed=2)
    assert failing(report) == set()
    assert not report.undecided
    assert "no_double_tells_the_input" in report.not_applicable
    assert report.alpha == pytest.approx(0.05)
    assert [each["check"] for each in report.to_json()["findings"]]


def test_expected_failures_are_told_apart_and_stale_ones_complain():
    reasons = {"is_private": "half the noise", "law_keeps_the_claim": "no longer true"}
    report = check_sampler(
        dp.Laplace(2),
        epsilon=1,
        law=dp.Laplace(1),
        checks=["is_private", "law_keeps_the_claim"],
        expected=reasons,
        seconds=0.5,
    )
    assert report.failures == ()
    assert report.stale == ("law_keeps_the_claim",)
    assert "failed as expected (half the noise)" in str(report)
    assert "expected to fail, but does not" in str(report)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"checks": ["is_public"]}, "checks = 'is_public', but should be one of "),
        ({"expected": {"is_public": "?"}}, "expected = 'is_public', but should be one of "),
        ({"epsilon": -1}, "epsilon = -1, but should be a number in [0, inf)"),
        ({"law": "laplace"}, "law = 'laplace', but should be a distribution with cdf, sf and ppf"),
        ({"pairs": [1]}, "pairs = 1, but should be pairs of neighbouring inputs"),
        ({"pairs": []}, "pairs = [], but should be at least one pair of neighbouring inputs"),
        ({"domain": (1, 0)}, "domain = (1, 0), but should be (low, high) with low < high"),
    ],
)
def test_bad_arguments_are_one_clear_line(arguments, wrong):
    with pytest.raises(BadInput) as raised:
        check_sampler(Noisy, **{"epsilon": 1.0, **arguments})
    assert str(raised.value).startswith(wrong)
    with pytest.raises(BadInput, match="epsilon = None, but should be given"):
        check_sampler(lambda value: value)


@pytest.mark.sweep
@pytest.mark.parametrize("case", reported.all_cases(), ids=lambda case: case.name)
def test_faults_that_were_reported_in_public_are_found(case, monkeypatch):
    monkeypatch.setattr(suite, "current", lambda: None)
    report = power.checked(case, seed=1, checks=["is_private"])
    assert failing(report) == {"is_private"}
    assert report.failures[0].check == "is_private"
    assert case.need < 20_000
    assert case.source


def test_threads_are_of_faults_that_are_planted():
    assert reported.THREADS.keys() <= {case.name for case in power.faults()}


class Described:
    """A law that is known by its distribution function alone."""

    def __init__(self, law):
        self.cdf, self.sf, self.ppf = law.cdf, law.sf, law.ppf


def test_a_law_on_the_integers_needs_no_masses():
    def counted(value: int, size, rng):
        stop = -math.expm1(-1.0)
        return value + rng.geometric(stop, size) - rng.geometric(stop, size)

    checks = ["distribution_is_as_claimed", "tails_are_as_claimed", "support_is_as_claimed"]
    law = Described(dp.Geometric(1))
    assert not check_sampler(counted, epsilon=1, law=law, checks=checks, seed=1).undecided
    assert check_sampler(counted, epsilon=1, law=law, checks=checks, seed=1).failures == ()
    assert not is_discrete(Described(dp.Laplace(1)))


def test_a_mean_says_of_what_it_is():
    def small(value, size, rng):
        return value + rng.laplace(scale=0.9, size=size)

    given = {"epsilon": 1, "law": dp.Laplace(1), "checks": ["moments_are_as_claimed"], "seed": 1}
    report = check_sampler(small, **given)
    (failed,) = report.failures
    assert failed.evidence[0].startswith("the mean of ")
    assert failed.evidence[1].startswith("where C is output minus input, cut off at -")
    assert "the mean of" in repr(report.failures)
    with pytest.raises(ConformanceFailure, match=r"moments_are_as_claimed +failed"):
        report.raise_for_failures()
    report = check_sampler(small, epsilon=2, law=dp.Laplace(2), checks=["law_keeps_the_claim"])
    report.raise_for_failures()


def test_what_could_not_be_told_is_no_pass():
    def slow(value, rng):
        return value + rng.laplace()

    checks = ["outcomes_are_finite", "is_private"]
    report = check_sampler(slow, epsilon=1, power=0.999, checks=checks, seconds=0.1, seed=1)
    (unknown,) = report.failures
    assert (unknown.check, unknown.verdict) == ("is_private", "undecided")
    assert "0 failed, 1 undecided" in repr(report)
    assert repr(report.failures).startswith("<0 failed, 1 undecided: is_private: ")
    with pytest.raises(NotAudited, match="was to be shown, but so few draws"):
        report.raise_for_failures()
    expected = {"is_private": "it is slow"}
    replace(report, expected=expected).raise_for_failures()


def test_a_deadline_of_hypothesis_is_told_of():
    @hypothesis.settings(max_examples=1, database=None, deadline=200)
    @hypothesis.given(hypothesis.strategies.just(1))
    def quick(_one):
        check_sampler(dp.Laplace(1), checks=["law_keeps_the_claim"])

    with pytest.raises(BadInput, match=r"deadline = '200 ms', but should be None"):
        quick()


def test_errors_of_the_interface_speak_of_python():
    with pytest.raises(BadInput, match=r"^inputs = '?x'?, but should be "):
        dp.audit(dp.Laplace(1), epsilon=1, inputs=["x"])
    with pytest.raises(BadInput, match=r"^arguments? "):
        check_sampler(lambda value, *, scale: value + scale, epsilon=1)
