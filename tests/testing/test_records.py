"""Functions of data sets in a test suite: example records are enough."""

import numpy as np
import pytest

from dpproofs.auditing.data_sets import DataSets
from dpproofs.kernel.errors import BadInput
from dpproofs.testing import (
    PrivacyViolation,
    assert_private,
    check_sampler,
    parametrize_with_checks,
)

pytestmark = pytest.mark.usefixtures("planted_clock")

AGES = [18, 25, 47, 60, 90]
PRIVATE = {"checks": ["is_private"], "seed": 1, "epsilon": 1}


def count(records, rng):
    return len(records) + rng.laplace()


def count_unless_two(records, rng):
    """No noise where 25 and 47 are there, and neither 18 nor 90: at no data set that is known."""
    bare = {25, 47} <= {*records} and not {18, 90} & {*records}
    return len(records) + (0.0 if bare else rng.laplace())


def ends(violated):
    return violated.input, violated.neighbour


def test_what_shows_at_data_sets_that_are_searched_for_fails():
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(count_unless_two, epsilon=1, records=AGES, seed=1)
    report = raised.value.report
    assert any({25, 47} <= {*end} for end in ends(report))
    assert report.pairs > report.audit.pairs + 5_000  # those of the search as well
    (found,) = check_sampler(count_unless_two, records=AGES, **PRIVATE).failures
    assert any({25, 47} <= {*end} for end in ends(found.privacy))


def test_a_function_of_records_that_keeps_its_claim_passes():
    assert_private(count, epsilon=1, records=AGES, seed=1, max_draws=4_000)


@pytest.mark.parametrize("library", ["pandas", "polars", "numpy"])
def test_data_sets_are_of_the_kind_of_the_example(library):
    package = pytest.importorskip(library)
    rows = {"age": AGES, "pay": [0.5, 1.0, 1.5, 2.0, 2.5]}
    frame = np.array(AGES) if library == "numpy" else package.DataFrame(rows)

    def size(table, rng):
        assert isinstance(table, type(frame))
        return len(table) + rng.laplace(scale=0.3)

    with pytest.raises(PrivacyViolation):
        assert_private(size, epsilon=1, records=frame, seed=1, max_draws=1_000)


def test_a_data_set_that_is_refused_is_an_outcome():
    def mean(records, rng):
        return sum(records) / len(records) / 90 + rng.laplace()

    with pytest.raises(PrivacyViolation) as raised:
        assert_private(mean, epsilon=1, records=AGES, seed=1)
    assert [] in ends(raised.value.report)


@pytest.mark.parametrize("records", [AGES, [{"age": age} for age in AGES], np.array(AGES)])
def test_data_sets_that_are_changed_in_place_are_noticed(records):
    def sorting(table, rng):
        for row in range(len(table)):
            table[row] = table[0]
        return count(table, rng)

    report = check_sampler(
        sorting, epsilon=1, records=records, checks=["input_is_not_changed"], seed=1
    )
    assert [found.check for found in report.failures] == ["input_is_not_changed"]


@parametrize_with_checks(
    [
        (
            count_unless_two,
            {
                "epsilon": 1,
                "records": DataSets.of(AGES, "replace"),
                "expected": {"is_private": "no noise where 25 is beside 47"},
            },
        ),
    ],
    checks=["is_private", "outcomes_are_finite", "input_is_not_changed"],
)
def test_conformance(sampler, check):
    check(sampler)


@pytest.mark.parametrize("more", [{"pairs": [([], [1])]}, {"domain": (0, 1)}])
def test_records_beside_other_inputs_are_refused(more):
    with pytest.raises(BadInput, match=r"records.*left out with pairs= or domain="):
        assert_private(count, epsilon=1, records=AGES, **more)


def test_records_of_no_use_are_refused():
    with pytest.raises(BadInput, match="at least one record"):
        check_sampler(count, epsilon=1, records=[])
