"""Data sets that are made of example records, and neighbours of them."""

import numpy as np
import pytest
from hypothesis import strategies as st

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.data_sets import DataSets
from dpproofs.auditing.neighbours import RELATIONS, data_sets
from dpproofs.auditing.sampler import Budget
from dpproofs.auditing.sampler.records import Search, audit_of_records
from dpproofs.auditing.target import About, Target
from dpproofs.auditing.targets.calls import OutOfTime
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


# -- data sets that are searched ------------------------------------------------------------------

AGES = [18, 25, 33, 47, 90]
PEOPLE = [{"age": 20, "city": "A"}, {"age": 35, "city": "B"}, {"age": 90, "city": "A"}]


def noise_unless(fault):
    """How many records there are, with noise but at data sets with the fault."""
    return lambda records, rng: len(records) + (0.0 if fault(records) else rng.laplace())


def equal(records):
    return len(records) > 2 and all(record == records[0] for record in records)


# Each shows at data sets that are not among those tried from the start, but for the last.
FAULTS = {
    "duplicates among few": (lambda r: len(set(r)) < len(r) in (3, 4), AGES),
    "three of a kind beside others": (
        lambda r: max(map(r.count, r), default=0) == 3 and len(set(r)) > 1,
        AGES,
    ),
    "all equal": (lambda r: equal(r) and len(r) < 20, AGES),
    "an extreme twice among many": (lambda r: len(r) > 7 and r.count(90) == 2, AGES),
    "sorted": (lambda r: len(set(r)) > 3 and 18 not in r and r == sorted(r), AGES),
    "two records and not a third": (lambda r: {25, 47} <= {*r} and not {18, 90} & {*r}, AGES),
    "a missing value": (
        lambda r: len(r) > 4 and any(p["age"] is None for p in r),
        DataSets.of(PEOPLE, missing=True),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_particular_data_set_shows_is_found_at_the_default_budget(name):
    fault, records = FAULTS[name]
    report = dp.audit(noise_unless(fault), epsilon=1, records=records)
    assert report.verdict == "violation"
    assert any(fault(end) for end in (report.witness.pair.input, report.witness.pair.neighbour))


def test_without_the_search_all_of_them_but_one_are_missed():
    seen = [
        name
        for name, (fault, records) in FAULTS.items()
        for pair in DataSets.of(records).pairs()
        if fault(pair.input) or fault(pair.neighbour)
    ]
    assert set(seen) == {"a missing value"}


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_function_that_keeps_its_claim_is_not_flagged(relation):
    def share(records, rng):
        return sum(record["age"] or 0 for record in records) / 90 + rng.laplace()

    for seed in range(3):
        sets = DataSets.of(PEOPLE, relation, missing=True)
        report = dp.audit(share, epsilon=1, records=sets, max_draws=8_000, seed=seed)
        assert report.verdict == "no violation found"
        assert report.pairs <= 8_000


def test_vectors_and_words_are_searched_as_well():
    def histogram(records, rng):
        known = [sum(p["city"] == city for p in records) for city in "AB"]
        noise = rng.laplace(size=2)
        return np.array(known) + (noise * [1, 0] if equal(records) else noise)

    def word(records, rng):
        return "many" if len(records) == 13 else str(rng.choice(["few", "many"]))

    for function in (histogram, word):
        report = dp.audit(function, epsilon=1, records=PEOPLE, max_draws=40_000)
        assert report.verdict == "violation"


def test_a_batch_that_fails_is_drawn_one_by_one():
    def batched(records, size, rng):
        if not records:
            raise ValueError("no records")
        return len(records) + rng.laplace(size=size)

    report = dp.audit(batched, epsilon=1, records=AGES, max_draws=8_000)
    assert report.verdict == "violation"
    assert [] in (report.witness.pair.input, report.witness.pair.neighbour)


def test_what_fails_as_a_whole_or_takes_too_long_is_told():
    def buffer(records, rng, held=[0.0]):  # noqa: B006  (the fault)
        held[0] = len(records) + rng.laplace()
        return held

    assert dp.audit(buffer, epsilon=1, records=AGES, max_draws=4_000).verdict == "error"


class Busy(Target):
    """Takes the whole time for one look."""

    about = About("busy")

    def draw(self, value, count, rng):
        del value, count, rng
        raise OutOfTime


def test_a_search_that_is_out_of_time_leaves_what_is_known():
    sets = DataSets.of(AGES)
    search = Search(Busy(), PrivacyClaim(1), 0)
    assert search.run(sets, Budget(seconds=60)) == []
    audit = audit_of_records(Busy(), PrivacyClaim(1), sets, 0, Budget(seconds=60))
    assert [s.pair.input for s in audit.process.strands] == [pair.input for pair in sets.pairs()]
    assert sum(strand.share for strand in audit.process.strands) == pytest.approx(1)


def test_draws_of_the_search_are_none_of_the_audit():
    drawn = []

    def count(records, rng):
        drawn.append(float(rng.random()))
        return len(records) + rng.laplace()

    report = dp.audit(count, epsilon=1, records=AGES, max_draws=4_000)
    assert len(set(drawn)) == len(drawn)
    assert report.pairs == pytest.approx(4_000, abs=100)
    assert report.history[-1][0] - report.history[0][0] < 3_100  # the search had a quarter


# -- what data sets are ---------------------------------------------------------------------------


def test_one_record_and_a_list_of_them_are_examples():
    assert DataSets.of({"age": 3}).examples == ({"age": 3},)
    assert DataSets.of(3.5).examples == (3.5,)
    assert DataSets.of((1, "a")).examples == ((1, "a"),)
    assert DataSets.of([3, 1, 2, 3]).examples == (1, 2, 3)
    assert DataSets.of([{"age": 9}, {"age": 3}]).examples == ({"age": 3}, {"age": 9})
    sets = DataSets.of([1, 2], "replace")
    assert DataSets.of(sets) is sets


def test_values_are_missing_where_they_may_be():
    assert None in DataSets.of([1, 2], missing=True).examples
    examples = DataSets.of({"age": 3, "city": "A"}, missing=True).examples
    assert {"age": None, "city": "A"} in examples
    assert {"age": 3, "city": None} in examples
    assert (None, 2) in DataSets.of((1, 2), missing=True).examples
    assert DataSets.of(np.array([1, 2]), missing=True).examples == (1, 2)  # no integer is missing


def test_examples_of_a_strategy_are_the_same_each_time_and_inside_it():
    strategy = st.fixed_dictionaries({"age": st.integers(0, 120)})
    first = DataSets.of(strategy)
    assert first == DataSets.of(strategy)
    assert len(first.examples) > 20
    assert first.examples[0]["age"] < 5
    assert 115 < first.examples[-1]["age"] <= 120


@pytest.mark.parametrize("relation", RELATIONS)
def test_every_pair_of_a_search_is_one_of_neighbours(relation):
    sets, rng = DataSets.of([1, 2, 3], relation), np.random.default_rng(0)
    pair = sets.some(rng)
    for _ in range(300):
        pair = sets.near(pair, rng) if rng.random() < 0.7 else sets.some(rng)
        x, y = pair.input, pair.neighbour
        assert {*x, *y} <= {1, 2, 3}
        if relation == "replace":
            assert len(x) == len(y) > 0
            assert sum(a != b for a, b in zip(x, y, strict=True)) <= 1
        else:
            assert any(y[:k] + y[k + 1 :] == x for k in range(len(y)))


def test_arrays_with_and_without_fields_are_data_sets():
    fields = np.array([(20, 1.5), (90, 2.0)], dtype=[("age", int), ("weight", float)])
    for given in (fields, np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, 2])):
        sets = DataSets.of(given)
        made = sets.make([*sets.examples])
        assert made.dtype == given.dtype
        assert made.tolist() == given.tolist()
        assert sets.make([]).shape == (0, *given.shape[1:])
    missing = DataSets.of(fields, missing=True)
    assert all(record["age"] is not None for record in missing.examples)
    (gap,) = [record for record in missing.examples if record == {"age": 20, "weight": None}]
    assert np.isnan(missing.make([gap])["weight"][0])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_are_data_sets(library):
    package = pytest.importorskip(library)
    frame = package.DataFrame({"age": [20, 35, 90], "city": ["A", "B", "A"]})
    sets = DataSets.of(frame, missing=True)
    whole = sets.make([record for record in sets.examples if None not in record.values()])
    assert whole.equals(frame)
    assert len(sets.make([])) == 0
    assert [str(kind) for kind in sets.make([]).dtypes] == [str(kind) for kind in frame.dtypes]

    def leaks(table, rng):
        assert isinstance(table, package.DataFrame)
        gaps = int(table["age"].isna().sum()) if library == "pandas" else table["age"].null_count()
        return len(table) + (0.0 if gaps else rng.laplace())

    assert dp.audit(leaks, epsilon=1, records=sets, max_draws=1_000).verdict == "violation"
    fine = dp.audit(lambda t, rng: len(t) + rng.laplace(), epsilon=1, records=frame, max_draws=900)
    assert fine.verdict != "violation"


def test_a_frame_whose_columns_cannot_be_told_apart_is_refused():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(BadInput, match="different names"):
        DataSets.of(pandas.DataFrame([[1, 2]], columns=["a", "a"]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"records": []}, "records"),
        ({"records": np.array(3)}, "first axis"),
        ({"records": [1], "pairs": [(0, 1)]}, "left out"),
        ({"records": [1], "inputs": [1.0]}, "left out"),
        ({"records": [1], "domain": (0, 1)}, "left out"),
        ({"records": [1], "special": True}, "left out"),
    ],
)
def test_records_that_are_of_no_use_are_refused(given, said):
    with pytest.raises(BadInput, match=said):
        dp.audit(noise_unless(equal), epsilon=1, **given)
    with pytest.raises(BadInput, match="replaced"):
        DataSets.of([1], "replace")
