"""What `assert_private` accepts, and what it raises."""

import pickle
import random
import time
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import VIOLATION
from dpproofs.kernel.errors import BadInput
from dpproofs.testing import (
    ConformanceFailure,
    NotAudited,
    PrivacyViolation,
    assert_private,
    check_sampler,
    parametrize_with_checks,
    privacy,
)
from dpproofs.testing.sampler import sampler_of
from dpproofs.testing.session import Allotment
from dpproofs.testing.trial import settled
from dpproofs.testing.views import Kinds

pytestmark = pytest.mark.usefixtures("planted_clock")


def sized(value, size, rng):
    return value + rng.laplace(size=size)


def scalar(value, rng):
    return float(value + rng.laplace())


def bare(value):
    return value + random.expovariate(1) - random.expovariate(1)


def decimal(value, rng):
    return Decimal(value) + Decimal(rng.laplace())


def fraction(value, rng):
    return Fraction(value) + Fraction(rng.laplace())


def counted(value: int, rng):
    return int(value + rng.geometric(0.632) - rng.geometric(0.632))


def yes_or_no(value, rng):
    return value if rng.random() < 0.73 else not value


def both(value, rng):
    return {"sum": value[0] + rng.laplace(), "more": [value[1] + 2 * rng.laplace()]}


@pytest.mark.sweep
@pytest.mark.parametrize("sampler", [sized, scalar, bare, decimal, fraction, counted])
def test_samplers_of_every_form_pass(sampler):
    assert_private(sampler, epsilon=1.0, delta=0.0, sensitivity=1.0, max_draws=300, seed=1)


@pytest.mark.sweep
def test_any_objects_are_neighbouring_inputs():
    assert_private(yes_or_no, epsilon=1, pairs=[(True, False)], max_draws=500, seed=1)
    pairs = [([0.0, 0.0], [1.0, 0.0]), ([0.0, 0.0], [0.0, 1.0])]
    assert_private(both, epsilon=1, pairs=pairs, max_draws=500, seed=1)
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(both, epsilon=0.4, pairs=pairs, max_draws=20_000, seed=1)
    assert raised.value.report.input in ([0.0, 0.0], [1.0, 0.0])


@pytest.mark.sweep
@pytest.mark.no_cover
def test_mechanisms_say_their_own_claim():
    assert_private(dp.Gaussian(1, 1e-3), max_draws=500, seed=1)
    assert_private(dp.UniformWithAtom(0.9), max_draws=2000, seed=1)
    assert sampler_of(dp.UniformWithAtom(0.5)).claim.epsilon == 0
    with pytest.raises(PrivacyViolation):
        assert_private(dp.Laplace(2), epsilon=1, seed=1)


def test_a_violation_says_what_was_seen_in_five_lines():
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(dp.Laplace(2), epsilon=1.0, delta=0.0, sensitivity=1.0, seed=1)
    error = raised.value
    assert isinstance(error, AssertionError)
    lines = str(error).splitlines()
    assert len(lines) == 6  # and the line that says how to have it again
    assert lines[0] == "Laplace claims epsilon 1, delta 0 at sensitivity 1: violation"
    assert [line.split()[0] for line in lines[1:]] == [
        "evidence",
        "event",
        "seen",
        "so",
        "reproduce",
    ]
    report = error.report
    assert report.verdict == "violation"
    assert report.epsilon_low > 1
    assert report.limits[0] > np.e * report.limits[1]
    told = report.to_json()
    assert told["witness"]["inside"] > told["witness"]["neighbour_inside"]
    assert told["evidence"]["samples"] == report.pairs
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 (it was made here)
    assert str(copy) == str(error)
    assert copy.report.verdict == "violation"


@pytest.mark.sweep
@pytest.mark.no_cover
def test_the_same_seed_sees_the_same_thing():
    def seen(seed):
        with pytest.raises(PrivacyViolation) as raised:
            assert_private(dp.Laplace(1.5), epsilon=1, seed=seed)
        return raised.value.report.counts, raised.value.report.log_e

    assert seen(3) == seen(3)
    assert seen(3) != seen(4)


def sleeping(value, rng):
    time.sleep(0.2)
    return value + rng.laplace()


def miscounting(value, size, rng):
    return value + rng.laplace(size=size - 1)


def repeating(value, size):
    return value + np.random.default_rng(1).laplace(size=size)


@pytest.mark.parametrize(
    ("sampler", "arguments", "why"),
    [
        (sized, {"max_draws": 1}, "not even no noise at all would show"),
        (sized, {"epsilon": 30.0, "max_draws": 1000}, "not even no noise at all would show"),
        (miscounting, {}, "returned 0 draws, but should return 1"),
        (repeating, {}, "its draws repeat, and are no evidence"),
    ],
)
def test_what_cannot_be_told_is_no_pass(sampler, arguments, why):
    with pytest.raises(NotAudited) as raised:
        assert_private(sampler, **{"epsilon": 1.0, "seed": 1, **arguments})
    assert why in str(raised.value)
    assert not isinstance(raised.value, PrivacyViolation)
    assert isinstance(raised.value, ConformanceFailure)


def test_a_sampler_that_hangs_is_given_up(monkeypatch):
    monkeypatch.setattr("dpproofs.testing.privacy.PATIENCE", 0.3)
    with pytest.raises(NotAudited, match="no answer within"):
        assert_private(sleeping, epsilon=1, seconds=0.05)


@pytest.mark.sweep
@pytest.mark.no_cover
def test_a_look_at_kinds_that_had_no_time_is_no_pass(monkeypatch):
    """On a machine with much else to do the look may end after a few pairs."""
    audited = privacy._audited

    def rushed(view, claim, budget, seed, *, patient):
        most = 9 if isinstance(view, Kinds) else budget.max_draws
        return audited(view, claim, replace(budget, max_draws=most), seed, patient=patient)

    assert_private(sized, epsilon=1.0, seconds=1, seed=1)
    monkeypatch.setattr(privacy, "_audited", rushed)
    with pytest.raises(NotAudited, match="there were 9 pairs of draws, too few"):
        assert_private(sized, epsilon=1.0, seconds=1, seed=1)


@pytest.mark.sweep
def test_a_power_that_is_demanded_is_reached_or_is_no_pass():
    assert_private(sized, epsilon=1, power=0.7, seed=1)
    with pytest.raises(NotAudited, match="noise 10 % too small was to be shown, but so few draws"):
        assert_private(sized, epsilon=1, power=0.9, max_draws=2000, seed=1)
    with pytest.raises(NotAudited, match="no noise could be smaller"):
        assert_private(yes_or_no, epsilon=1, pairs=[(True, False)], power=0.5, seed=1)
    (found,) = check_sampler(
        sized, epsilon=1, power=0.99, checks=["is_private"], seconds=0.1, seed=1
    ).findings
    assert found.verdict == "undecided"
    assert "noise 1 % too small was to be shown" in found.evidence[1]


def test_a_session_demands_power_only_where_there_is_noise():
    subject = sampler_of(yes_or_no, epsilon=1, pairs=[(True, False)])
    effort = privacy.Effort(0.05, 1, draws=500, power=0.5, strict=False)
    assert privacy.examine(subject, effort).verdict == "no violation found"
    noisy = privacy.examine(sampler_of(sized, epsilon=1), replace(effort, power=0.9))
    assert noisy.verdict == "undecided"


def test_a_sampler_of_many_at_a_call_has_a_floor_of_draws():
    """However little time there was, as on a machine with much else to do."""
    report = privacy.examine(sampler_of(sized, epsilon=1), privacy.Effort(0.01, 1, seconds=0.01))
    assert report.audit.pairs >= privacy.FLOOR
    assert report.power.scale > 0.9
    assert str(report.power) in str(report)
    assert report.to_json()["power"]["scale"] == report.power.scale


def test_no_noise_at_all_is_a_violation():
    with pytest.raises(PrivacyViolation):
        assert_private(lambda value: value, epsilon=1, seed=1)


def leaking(outcome):
    def leaks(value, rng):
        if value > 0.5 and rng.random() < 0.05:
            return outcome()
        return float(value + rng.laplace())

    return leaks


def refuse():
    raise ValueError("no")


@pytest.mark.parametrize(
    ("outcome", "event"),
    [
        (lambda: np.nan, "the outcome is NaN"),
        (lambda: None, "the outcome is None"),
        (lambda: -np.inf, "the outcome is -inf"),
        (lambda: "much", "the outcome is a string"),
        (lambda: [1.0, 2.0], "the outcome is a list of 2"),
        (refuse, "the outcome is raises ValueError"),
    ],
)
def test_outcomes_that_are_no_numbers_leak(outcome, event):
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(leaking(outcome), epsilon=1, seed=1, max_draws=20_000)
    assert raised.value.report.looked_at == "the kind of outcome"
    assert event in raised.value.report.event


def bounded(value, size, rng):
    if not 0 <= value <= 10:
        raise ValueError("outside of [0, 10]")
    return np.clip(value + rng.laplace(size=size), 0, 10)


@pytest.mark.parametrize(
    "sampler",
    [
        lambda value, rng: complex(rng.normal(), value + 0.3 * rng.laplace()),
        lambda value, rng: np.array([1j * (value + 0.3 * rng.laplace())]),
        lambda value, rng: 10**30 + value * int(rng.random() < 0.9),
    ],
    ids=["complex", "arrays of these", "huge integers"],
)
def test_numbers_of_other_kinds_leak(sampler):
    with pytest.raises(PrivacyViolation):
        assert_private(sampler, epsilon=1.0, pairs=[(0, 1)], max_draws=5000, seconds=60, seed=1)


def test_objects_that_say_only_where_they_are_cannot_be_told():
    with pytest.raises(NotAudited, match="where it is in memory"):
        assert_private(lambda _value: object(), epsilon=1.0, seed=1)


@pytest.mark.sweep
def test_a_domain_keeps_inputs_to_what_the_sampler_is_made_for():
    for domain in ({"domain": (0, 10)}, {}):  # what is refused every time lies outside of it
        assert_private(bounded, epsilon=1, max_draws=2000, seed=1, **domain)
    with pytest.raises(PrivacyViolation, match="raises ValueError"):
        assert_private(bounded, epsilon=1, domain=(0, 11), max_draws=2000, seed=1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"max_draws": 0}, "max_draws = 0, but should be an integer >= 1"),
        ({"seconds": 0}, "seconds = 0, but should be a number > 0"),
        ({"power": 1}, "power = 1, but should be a number in (0, 1)"),
        ({"delta": 1}, "delta = 1, but should be a number in [0, 1)"),
    ],
)
def test_bad_arguments_are_one_clear_line(arguments, told):
    with pytest.raises(BadInput) as raised:
        assert_private(sized, epsilon=1, **arguments)
    assert str(raised.value) == told


def test_parametrized_tests_know_their_names():
    mark = parametrize_with_checks(
        [(sized, {"epsilon": 1.0, "name": "mine"}), dp.Geometric(1)],
        checks=["is_private", "outcomes_are_finite"],
        expected={"is_private": "a reason"},
    )
    cases = mark.args[1]
    assert [case.id for case in cases] == [
        "mine-outcomes_are_finite",
        "mine-is_private",
        "Geometric-outcomes_are_finite",
        "Geometric-is_private",
    ]
    assert [bool(case.marks) for case in cases] == [False, True, False, True]
    sampler, check = cases[0].values
    assert check(sampler).verdict == "passed"


@pytest.mark.parametrize(
    ("samplers", "expected", "told"),
    [
        ([(sized, 1)], {}, "should be a sampler, or a pair of one and a dict of its claim"),
        ([(sized, {"epsilon": 1.0, "eps": 2})], {}, "unexpected keyword argument 'eps'"),
        ([sized], {}, "epsilon = None"),
        ([dp.Laplace(1)], {"is_publik": "?"}, "expected = 'is_publik'"),
        ([dp.Laplace(1)], {"input_is_not_changed": "?"}, "a check that applies to any"),
        (
            [(dp.Laplace(1), {"expected": {"input_is_not_changed": "?"}})],
            {},
            "a check that applies to Laplace",
        ),
    ],
)
def test_bad_parametrization_is_one_clear_line(samplers, expected, told):
    with pytest.raises(BadInput, match=told.replace("(", r"\(")):
        parametrize_with_checks(samplers, expected=expected)


@pytest.mark.sweep
@pytest.mark.no_cover
def test_a_failing_check_raises_what_it_found():
    mark = parametrize_with_checks(
        [(dp.Laplace(2), {"law": dp.Laplace(1)})],
        checks=["distribution_is_as_claimed", "is_private"],
    )
    failures = {}
    for case in mark.args[1]:
        sampler, check = case.values
        given = Allotment(0.01, 1, 0.2)
        try:
            settled(check.made(sampler, given), "so")
        except ConformanceFailure as error:
            failures[check.name] = error
    assert set(failures) == {"distribution_is_as_claimed"}  # it claims epsilon 2, and keeps it
    error = failures["distribution_is_as_claimed"]
    assert error.report is None
    assert error.finding.p < error.finding.level
    assert "P(noise <= " in str(error)


def test_a_sampler_that_fails_is_asked_once_and_no_check_passes():
    calls = []

    def wrong(value, size, rng):
        calls.append(size)
        return value + rng.laplace(size=size + 1)

    report = check_sampler(wrong, epsilon=1, seconds=0.1)
    assert report.failures == report.findings
    assert {each.verdict for each in report.findings} == {"undecided"}
    assert len(calls) < 40


def test_noise_that_is_hardly_ever_a_number_is_undecided():
    def mostly(value, size, rng):
        return np.where(rng.random(size) < 0.9, np.nan, value + rng.laplace(size=size))

    checks = ["distribution_is_as_claimed", "outcomes_are_finite"]
    report = check_sampler(mostly, epsilon=1, law=dp.Laplace(1), checks=checks, seconds=0.1)
    verdicts = {each.check: each.verdict for each in report.findings}
    assert verdicts == {"outcomes_are_finite": "failed", checks[0]: "undecided"}


def test_a_violation_without_an_event_says_so():
    report = privacy.PrivacyReport("f", PrivacyClaim(1.0, 0.0, 1.0), VIOLATION, 0.05, 0)
    assert any(line.startswith("event     none") for line in report.lines())
    seen = replace(report, event="y <= 0", counts=(9, 1, 10), limits=(0.5, 0.4))
    assert [line[10:24] for line in seen.lines() if line[:5] == "event"] == ["y <= 0, at Non"]
