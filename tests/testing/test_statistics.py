"""Tests of the tests: p-values are no smaller than chance, and fall when something is wrong."""

import math

import numpy as np
import pytest

from dpproofs.auditing.target import TargetError
from dpproofs.testing.outcomes import Layout, Raised, entries, kind, kind_codes
from dpproofs.testing.repeating import run_twice
from dpproofs.testing.statistics import (
    independent_p,
    mean_log_e,
    more_p,
    same_law,
    share_p,
    uniform_bound,
)

P_VALUES = {
    "uniform": lambda rng: uniform_bound(rng.random(60)),
    "same law": lambda rng: same_law(rng.normal(size=500), rng.normal(size=500)),
    "same law, atoms": lambda rng: same_law(rng.poisson(2, 500), rng.poisson(2, 500)),
    "share": lambda rng: share_p(rng.binomial(40, 0.3), 40, 0.3),
    "more": lambda rng: more_p(rng.binomial(40, 0.5), 40, 0.5),
    "independent": lambda rng: independent_p(rng.random(50) < 0.4, rng.random(50) < 0.7),
    "mean": lambda rng: math.exp(-mean_log_e(rng.beta(0.2, 0.6, 300), 0.25, 0.0, 1.0)),
}


@pytest.mark.parametrize("name", P_VALUES)
def test_p_values_are_small_no_more_often_than_chance(name):
    rng = np.random.default_rng(11)
    found = np.array([P_VALUES[name](rng) for _ in range(700)])
    for level in (0.02, 0.1, 0.3):
        # Four standard deviations.
        assert (found <= level).mean() <= level + 4 * math.sqrt(level / 700)


def test_p_values_fall_when_something_is_wrong():
    rng = np.random.default_rng(3)
    assert uniform_bound(rng.random(2000) ** 1.2) < 1e-4
    assert same_law(rng.normal(size=5000), rng.normal(size=5000) * 1.3) < 1e-4
    assert same_law(rng.normal(size=100), rng.normal(5, size=100)) == 1  # too few to tell
    assert share_p(60, 100, 0.3) < 1e-6
    event = rng.random(500) < 0.5
    assert independent_p(event, event) < 1e-6
    assert mean_log_e(rng.random(3000), 0.45, 0.0, 1.0) > 10
    assert mean_log_e(np.ones(3), 0.0, 0.0, 1.0) == math.inf


def test_runs_that_come_twice_are_seen_and_chance_is_not():
    rng = np.random.default_rng(2)
    draws = rng.laplace(size=3000)
    assert run_twice(draws.reshape(-1, 1)) is None
    again = np.concatenate([draws, draws[500:900]]).reshape(-1, 1)
    found = run_twice(again)
    assert (found.second - found.first) == 2500
    for choices in (2, 10):
        assert run_twice(rng.integers(0, choices, (5000, 1))) is None
    assert run_twice(np.zeros((5000, 1))) is None


class Odd:
    """Something that is no outcome anybody expects."""


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (1.5, "a number"),
        (np.float32("nan"), "NaN"),
        (10**400, "a number"),
        (True, "a truth value"),
        (None, "None"),
        ("a", "a string"),
        ([1.0, math.inf], "a list of 2, not all of them finite"),
        ((1, 2), "a tuple of 2"),
        ({"a": 1}, "a mapping of 1"),
        (np.zeros((2, 3)), "an array of shape (2, 3)"),
        (np.array([np.nan]), "an array of shape (1,), not all of them finite"),
        (Raised("KeyError", "x"), "raises KeyError"),
        (Odd(), "a Odd"),
    ],
)
def test_kinds_of_outcomes(outcome, text):
    assert kind(outcome) == text


@pytest.mark.parametrize(
    ("drawn", "form", "shape"),
    [
        ([1.0, 2, None], "numbers", (3,)),
        ([1, 2**63 - 1, Raised("E", "")], "integers", (3,)),
        ([1, 10**30, Raised("E", "")], "strings", (3,)),
        (["a", "b", None], "strings", (3,)),
        ([[1.0, 2.0], [1.0], None], "entries", (3, 3)),
        ([{"a": 1, "b": [2, 3]}, {"a": 1}, "?"], "classes", (3,)),
        ([{"a": 1, "b": [2, 3]}, {"a": 1}, Odd], "classes", (3,)),
        ([np.array([1, 2]), {"a": 1}], "entries", (2, 3)),
    ],
)
def test_layouts_hold_any_outcomes(drawn, form, shape):
    layout = Layout.of(drawn)
    assert layout.form == form
    array = layout(drawn)
    assert array.shape == shape
    assert not (array.dtype.kind == "f" and np.isnan(array).any())
    # The layout stays the same whatever comes later.
    for other in ([math.nan, "x", None], [[1, 2, 3, 4]] * 3, [10**400, -math.inf, "?"]):
        assert layout(other).dtype == array.dtype or array.dtype.kind == "U"


def test_what_says_only_where_it_is_is_of_no_class():
    with pytest.raises(TargetError, match="whose repr says where it is in memory"):
        Layout.of(["a", {"b": 1}])([Odd()])
    assert Layout.of([1.0])([Odd(), 2.0]).shape == (2,)  # among numbers it is none of them


def test_codes_do_not_depend_on_what_was_seen_before():
    first = kind_codes([1.0, None])
    assert kind_codes([None])[0] == first[1]
    assert kind_codes(np.array([1.0, np.nan]))[0] == first[0]
    assert (kind_codes(np.ones(3)) == first[0]).all()


def test_entries_are_numbers_in_order():
    assert entries({"b": 2, "a": [1, (3,)]}) == [1, 3, 2]
    assert entries(["a"]) is None
    assert entries(np.array(["a"])) is None
    assert entries(2.5) == [2.5]
