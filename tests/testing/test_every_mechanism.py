"""Every mechanism of the registry keeps its promise on random sets: its exact law and its draws."""

import importlib
import math
import sys

import pytest
from hypothesis import Phase, find, given, settings
from promises import (
    noise_is_private_on,
    noise_keeps,
    noise_on_a_set,
    selection_is_private_on,
    selection_keeps,
    selection_on_a_set,
    vectors_are_private_on,
    vectors_on_a_set,
)

import dpproofs as dp
from dpproofs import mechanisms
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import (
    all_mechanisms,
    integer_mechanisms,
    selection_mechanisms,
    vector,
)
from dpproofs.mechanisms.vector.base import VectorNoise
from dpproofs.testing import NotAudited, PrivacyViolation, assert_private_on

EXACT, DRAWN = 20, 8  # examples for each mechanism

NOISE = [*all_mechanisms().values(), *integer_mechanisms().values()]
SELECTIONS = list(selection_mechanisms().values())
VECTORS = [
    kind
    for kind in vars(vector).values()
    if isinstance(kind, type) and issubclass(kind, VectorNoise)
]


@pytest.mark.no_cover  # strategies and laws run in the search for planted mechanisms
@pytest.mark.parametrize("kind", NOISE, ids=lambda kind: kind.__name__)
def test_the_exact_law_of_noise_keeps_the_promise(kind):
    @settings(max_examples=EXACT)
    @given(noise_on_a_set(kind))
    def kept_everywhere(drawn):
        assert noise_keeps(drawn)

    kept_everywhere()


@pytest.mark.parametrize("kind", SELECTIONS, ids=lambda kind: kind.__name__)
def test_the_exact_law_of_a_selection_keeps_the_promise(kind):
    @settings(max_examples=EXACT)
    @given(selection_on_a_set(kind))
    def kept_everywhere(drawn):
        assert selection_keeps(drawn)

    kept_everywhere()


DRAWS = (
    *((kind, noise_on_a_set, noise_is_private_on) for kind in NOISE),
    *((kind, selection_on_a_set, selection_is_private_on) for kind in SELECTIONS),
    *((kind, vectors_on_a_set, vectors_are_private_on) for kind in VECTORS),
)


@pytest.mark.no_cover  # the same lines run on the sets given below
@pytest.mark.dpproofs(checks=DRAWN)
@pytest.mark.parametrize(
    ("kind", "on_a_set", "private_on"), DRAWS, ids=[kind.__name__ for kind, _, _ in DRAWS]
)
def test_draws_keep_the_promise(kind, on_a_set, private_on):
    @settings(max_examples=DRAWN)
    @given(on_a_set(kind))
    def kept_everywhere(drawn):
        private_on(drawn)

    kept_everywhere()


PLANTED = """
from fractions import Fraction

import sympy as sp

from dpproofs.mechanisms.discrete_gaussian import DiscreteGaussian
from dpproofs.mechanisms.discrete_staircase import DiscreteStaircase
from dpproofs.mechanisms.gaussian import Gaussian
from dpproofs.mechanisms.laplace import Laplace
from dpproofs.mechanisms.light_tailed_laplace import LightTailedLaplace
from dpproofs.mechanisms.selection import ExponentialMechanism
from dpproofs.mechanisms.skellam import Skellam
from dpproofs.mechanisms.truncated_geometric import TruncatedGeometric
from dpproofs.mechanisms.truncated_laplace import TruncatedLaplace


class NarrowLaplace(Laplace):  # a scale that is a tenth too small
    def _exact_tail(self):
        tail = super()._exact_tail()
        return lambda x: tail(x * Fraction(10, 9))


class NarrowGaussian(Gaussian):  # a standard deviation that is a tenth too small
    def _exact_tail(self):
        tail = super()._exact_tail()
        return lambda x: tail(x * Fraction(10, 9))


class CutLaplace(TruncatedLaplace):  # a bound that is a hundredth too near
    def _exact(self):
        scale, length, bend = super()._exact()
        return scale, length * 99 / 100, bend


class BentTwice(LightTailedLaplace):  # whose bound was moved inwards twice
    def _exact(self):
        scale, length, bend = super()._exact()
        return scale, length + (1 - bend).log(), bend


class SteepStaircase(DiscreteStaircase):  # drops that are a tenth too deep
    def symbolic(self):
        from dataclasses import replace

        right = super().symbolic()
        (b, meaning), *others = right.definitions
        return replace(right, definitions=((b, meaning ** sp.Rational(11, 10)), *others))


class LateGaussian(DiscreteGaussian):  # whose worst half-line begins four places late
    def _first(self, epsilon):
        return super()._first(epsilon) + 4


class SmallSkellam(Skellam):  # a profile for a variance that is a third larger
    def _exact_profile(self, epsilon):
        return Skellam(1.33 * self.mu, self.sensitivity)._exact_profile(epsilon)


class ShortGeometric(TruncatedGeometric):  # a bound that is one too near
    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "bound", max(self.bound - 1, self.sensitivity))


class HastyExponential(ExponentialMechanism):  # that forgets the normaliser
    @property
    def rate(self):
        return self.epsilon
"""


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """The registry with a module of mechanisms that break their promises."""
    (tmp_path / "planted.py").write_text(PLANTED, "utf-8")
    monkeypatch.setattr(mechanisms, "__path__", [*mechanisms.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    mechanisms._kinds.cache_clear()
    before = {*NOISE, *SELECTIONS}
    found = all_mechanisms() | integer_mechanisms() | selection_mechanisms()
    yield [kind for kind in found.values() if kind not in before]
    mechanisms._kinds.cache_clear()
    del sys.modules["dpproofs.mechanisms.planted"], mechanisms.planted


def test_planted_mechanisms_are_discovered_and_break_their_promises(planted):
    assert len(planted) == PLANTED.count("\nclass ")
    looking = settings(max_examples=500, derandomize=True, database=None, phases=[Phase.generate])
    for kind in planted:
        if issubclass(kind, mechanisms.SelectionMechanism):
            strategy, keeps = selection_on_a_set(kind), selection_keeps
        else:
            strategy, keeps = noise_on_a_set(kind), noise_keeps
        drawn = find(strategy, lambda d, keeps=keeps: not keeps(d), settings=looking)
        assert type(getattr(drawn[0], "mechanism", drawn[0])) is kind


WRONG = """
import numpy as np
from hypothesis import Phase, given, settings
from promises import noise_is_private_on, noise_on_a_set
from dpproofs.mechanisms import Laplace

SEEN = {}

class Narrow(Laplace):
    def _fill(self, out, spare, rng):
        super()._fill(out, spare, rng)
        out *= 0.6

    def sample(self, size=None, *, rng=None):
        SEEN["draws"] = SEEN.get("draws", 0) + 1
        return super().sample(size, rng=rng)

@settings(
    max_examples=100, deadline=None, derandomize=True, database=None, phases=[Phase.generate]
)
@given(noise_on_a_set(Narrow))
def test_wrong(drawn):
    before = SEEN.get("draws", 0)
    try:
        noise_is_private_on(drawn)
    finally:
        drew = SEEN["draws"] > before
        assert drew or repr(drawn) in SEEN  # a verdict that was stored
        SEEN[repr(drawn)] = True
"""


def test_draws_of_too_little_noise_are_found_and_their_verdict_is_stored(folder):
    folder.write("test_wrong.py", WRONG)
    code, text = folder.run_here("--dpproofs-seed", "1", "-q")
    assert code == 1, text
    assert "PrivacyViolation: Narrow" in text
    assert "of the given set" in text
    assert "Flaky" not in text


def test_a_set_that_shows_nothing_passes_and_one_that_tells_is_measured():
    noise, whole = dp.Laplace(2), ([(-math.inf, math.inf)], [])
    assert_private_on(noise, whole, (0.0, 1.0), epsilon=1, seed=1)
    with pytest.raises(PrivacyViolation) as caught:
        assert_private_on(noise, ([(-9, 0)], [0.25]), (0.0, 1.0), epsilon=1, seed=1)
    report = caught.value.report
    assert report.pairs < 20_000
    assert report.log_e >= math.log(20)
    assert (report.input, report.neighbour) == (0.0, 1.0)
    assert report.event == "y in (-9, 0) u {0.25}"
    assert 1 < report.epsilon_low < 2
    here, there, draws = report.counts
    assert here / draws == pytest.approx(0.5, abs=0.05)
    assert there / draws == pytest.approx(math.exp(-2) / 2, abs=0.03)
    with pytest.raises(PrivacyViolation, match="y not in"):
        assert_private_on(noise, ([(0, 99)], []), (0.0, 1.0), epsilon=1, seed=1)


def test_an_atom_shows_as_a_point():
    noise = dp.UniformWithAtom(0.9)
    atom = ([], [0.0])
    assert_private_on(noise, atom, (0.0, 1.0), seed=1)
    with pytest.raises(PrivacyViolation, match=r"y in \{0\}"):
        assert_private_on(noise, atom, (0.0, 1.0), delta=0.5, seed=1)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"outcomes": ([(1, 0)], [])}, "outcomes"),
        ({"outcomes": ([(0, math.nan)], [])}, "outcomes"),
        ({"outcomes": ([], ["x"])}, "outcomes"),
        ({"outcomes": [1]}, "outcomes"),
        ({"max_draws": 0}, "max_draws"),
    ],
)
def test_bad_arguments_are_named(arguments, named):
    given = {"outcomes": ([(0, 1)], []), "pair": (0.0, 1.0)} | arguments
    with pytest.raises(BadInput) as caught:
        assert_private_on(dp.Laplace(1), **given)
    assert caught.value.argument == named


def test_outcomes_that_are_no_numbers_have_no_sets_and_a_failing_sampler_tells_nothing():
    with pytest.raises(BadInput, match="a sampler of numbers"):
        assert_private_on(lambda value: [value, value], ([(0, 1)], []), (0, 1), epsilon=1)

    def short(value, size):  # noqa: ARG001  # a sampler takes a value
        return [0.0]

    with pytest.raises(NotAudited, match="could not tell"):
        assert_private_on(short, ([(0, 1)], []), (0, 1), epsilon=1)
