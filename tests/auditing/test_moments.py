"""Bias and variance as documented, against those of the outputs."""

import numpy as np
import pytest
from planted import Clock

from dpproofs.auditing import targets
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.moments import audit_moments
from dpproofs.auditing.suite import Settings, audited
from dpproofs.auditing.suite.isolation import here
from dpproofs.auditing.target import About, Computed, Documented, Pair, Target, TargetError
from dpproofs.kernel.errors import BadInput

CLAIM = PrivacyClaim(1, 0, 1)
CLAMPED = (1 - np.exp(-2)) / 2  # the bias at an end of [0, 2] of Laplace noise of scale 1, clamped


class Clamped(Target):
    """Laplace noise of scale 1, with outputs in [0, 2] and a bias and a variance that are said."""

    def __init__(self, bias=None, variance=None, bounds=(0.0, 2.0), computed=None):
        self.about = About("clamped", "made-up", "1.0")
        self.said = Documented(bias, variance, bounds)
        self.told = computed

    def draw(self, value, count, rng):
        return np.clip(value + rng.laplace(0, 1, count), 0, 2)

    def pairs(self, _claim):
        return [Pair(0, 1), Pair(0, 0.5)]

    def documented(self, _value):
        return self.said

    def computed(self):
        return self.told


def test_a_bias_and_a_variance_that_are_right_agree():
    variance = 1 - 3 * np.exp(-2) - CLAMPED**2
    found = audit_moments(Clamped(CLAMPED, variance), CLAIM)
    assert [(moment.name, moment.input) for moment in found] == [("bias", 0), ("variance", 0)]
    for moment, true in zip(found, (CLAMPED, variance), strict=True):
        low, high = moment.limits
        assert moment.agrees
        assert low < true < high < low + 0.3


@pytest.mark.parametrize(("bias", "variance"), [(0.0, 0.4), (0.9, 0.4), (CLAMPED, 2.0)])
def test_a_wrong_one_is_found(bias, variance):
    assert not all(moment.agrees for moment in audit_moments(Clamped(bias, variance), CLAIM))


def test_the_variance_of_added_noise_is_enclosed():
    laplace = Computed("laplace", {"scale": 2.0})
    right = audit_moments(Clamped(0.0, 8.0, None, laplace), CLAIM)
    assert all(moment.agrees for moment in right)
    wrong = audit_moments(Clamped(0.0, 8.001, None, laplace), CLAIM)
    assert [moment.agrees for moment in wrong] == [True, False]


def test_what_is_not_said_or_not_known_is_not_held_against_anybody():
    processed = Computed("laplace", {"scale": 2.0}, processed=True)
    unknown = Computed("cauchy", {"scale": 2.0})
    for told in (None, processed, unknown):
        assert audit_moments(Clamped(0.0, 1.0, None, told), CLAIM) == []
    assert audit_moments(Clamped(), CLAIM) == []

    class Fails(Clamped):
        def draw(self, *_):
            raise TargetError("it fails")

    assert audit_moments(Fails(0.0, 1.0), CLAIM) == []


class Library:
    LIBRARY, EXTRA = "made-up", "made-up"

    def __init__(self, bias):
        self.bias = bias

    def names(self):
        return ["clamped"]

    def build(self, _name, claim, arguments):
        if arguments or claim != CLAIM:
            raise BadInput("claim", claim, "another")
        return Clamped(self.bias)


@pytest.mark.parametrize(("bias", "told"), [(0.9, True), (CLAMPED, False)])
def test_the_report_of_the_field_tells_it_and_calls_it_no_violation(bias, told, monkeypatch):
    Clock(tick=0.005).plant(monkeypatch)
    settings = Settings(seconds_each=0.2, run=here)
    entry = audited(Library(bias), "clamped", settings, 1e-3)
    assert bool(entry.moments) == told
    assert ("the documented bias at input 0 and epsilon 1" in (entry.note or "")) == told
    assert {finding.audit for finding in entry.findings} <= {"numbers"}  # it adds in doubles


def test_laplace_noise_of_diffprivlib_is_documented_without_delta():
    pytest.importorskip("diffprivlib")
    adapter = targets.adapters()["diffprivlib"]
    for delta, right in ((0.0, True), (0.1, False)):
        claim = PrivacyClaim(0.5, delta, 3)
        for name in ("LaplaceTruncated", "LaplaceFolded", "Laplace"):
            found = audit_moments(adapter.build(name, claim, {}), claim)
            assert found
            assert all(moment.agrees for moment in found) == (right or name == "Laplace")
