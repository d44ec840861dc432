"""Data sets that are made of example records, and neighbours of them."""

import pytest

import dpproofs as dp
from dpproofs.audit.neighbours import RELATIONS, data_sets
from dpproofs.kernel.errors import BadInput


@pytest.mark.parametrize("examples", [[1.0], [{"age": 3}, {"age": 4}], list(range(9))])
def test_neighbours_have_one_record_more(examples):
    pairs = data_sets(examples)
    assert any(pair.input == [] for pair in pairs)
    assert any(pair.input == examples for pair in pairs)
    assert any(len(pair.input) == 32 for pair in pairs)
    for pair in pairs:
        assert pair.neighbour[:-1] == pair.input
    assert len({repr((pair.input, pair.neighbour)) for pair in pairs}) == len(pairs)


def test_neighbours_have_one_record_replaced():
    for pair in data_sets([1, 2, 3], "replace"):
        assert pair.neighbour[:-1] == pair.input[:-1]
        assert pair.neighbour[-1] != pair.input[-1]


def test_a_value_may_be_missing():
    assert any(None in pair.neighbour for pair in data_sets([1], missing=True))


@pytest.mark.parametrize(
    ("given", "said"),
    [(([],), "examples"), (([1], "swap"), "relation"), (([1], "replace"), "examples")],
)
def test_what_makes_no_data_sets_is_refused(given, said):
    with pytest.raises(BadInput, match=said):
        data_sets(*given)
    assert "replace" in RELATIONS


def test_a_fault_at_the_empty_data_set_is_found():
    def mean(records, rng):
        if not records:
            return 0.0
        return sum(records) / len(records) + rng.laplace()

    pairs = data_sets([0.0, 1.0])
    assert dp.audit(mean, epsilon=1, pairs=pairs, max_draws=3_000).verdict == "violation"
