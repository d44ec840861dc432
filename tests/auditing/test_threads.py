"""Faults that threads on GitHub tell of are found, and their mended twins are not."""

import numpy as np
import pytest

import dpproofs as dp
from benchmarks.conformance.threads import all_cases
from benchmarks.elsewhere.__main__ import merged, weights_vanish
from dpproofs.auditing.record import EntryRecord, FieldRecord
from dpproofs.auditing.sampler.witness import WitnessSet

CASES = {case.name: case for case in all_cases()}
MISSED = {  # at the default budget, always or at some seeds
    "a median whose weights all underflow": "it takes 2,981 records",
    "distinct values are bounded after they are joined": "the search came on it at seeds 0 and 3, "
    "and did not at 1 and 2",
}
QUICK = ("a group of 3 rows changes in 3 rows at most",
         "permute-and-flip with the rho of the exponential mechanism",
         "bits that are flipped, as many as there are",
         "bounds of what is no number",
         "a sum of blocks without noise")  # fmt: skip


def test_every_fault_has_a_thread_and_a_twin():
    assert len(CASES) == len(all_cases()) == 26
    assert all(case.source for case in CASES.values())
    assert {*MISSED, *QUICK} <= {*CASES}


@pytest.mark.parametrize("name", QUICK)
def test_a_fault_is_found_and_its_twin_is_not(name):
    assert CASES[name].audit(mended=False, seed=0, draws=20_000).verdict == "violation"
    assert CASES[name].audit(mended=True, seed=0, draws=3_000).verdict == "no violation found"


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name in CASES if name not in MISSED])
def test_every_other_fault_is_found_at_the_default_budget(name):
    assert CASES[name].audit(mended=False, seed=1).verdict == "violation"
    assert CASES[name].audit(mended=True, seed=1, draws=3_000).verdict == "no violation found"


def test_a_divergence_is_bet_on_where_a_vector_shows_it():
    def tree(leaves, size, rng):  # no entry alone is too close to its neighbour's
        return np.array([sum(leaves), *leaves]) + rng.normal(scale=4.0, size=(size, 5))

    claim, pair = dp.PrivacyClaim(rho=0.5), ((0.0,) * 4, (1.0,) * 4)
    assert dp.audit(tree, claim=claim, pairs=[pair], max_draws=200_000).verdict == "violation"


def test_an_empty_set_holds_no_vector():
    assert not WitnessSet().contains(np.zeros((3, 2))).any()


def test_the_weights_of_a_bound_on_contributions_vanish_from_153_users_on():
    assert [weights_vanish(users) for users in (0, 152, 153, 10_000)] == [False, False, True, True]
    assert not weights_vanish(153, partitions=1_999)


def test_entries_made_elsewhere_replace_those_of_the_same_name():
    def named(target, version):
        library, _, mechanism = target.partition(":")
        return EntryRecord(target=target, library=library, version=version, mechanism=mechanism)

    old = (named("a:b", "1"), named("c:d", "1"))
    field = FieldRecord(dpproofs="1", date="2026-11-29", libraries={}, entries=old)
    found = merged(field, [named("a:b", "2"), named("e:f", "1")])
    assert [(one.target, one.version) for one in found.entries] == [
        ("c:d", "1"),
        ("a:b", "2"),
        ("e:f", "1"),
    ]
