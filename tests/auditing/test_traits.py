"""Everything in an outcome is seen: order, words, types, late entries, duplicates, inputs."""

import itertools
import json
import math
from collections import namedtuple
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest

import dpproofs as dp
from dpproofs.auditing import labels, outcomes
from dpproofs.auditing.forms import Form, form_together, list_form
from dpproofs.auditing.labels import Failure
from dpproofs.auditing.neighbours import as_pairs
from dpproofs.auditing.sampler.audit import Audit
from dpproofs.auditing.sampler.power import power_of
from dpproofs.auditing.sampler.process import LOOK
from dpproofs.auditing.sampler.state import load, save
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import most_kept
from dpproofs.auditing.sampler.views import Duplicates, Equal, NegativeZeros, Trait
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import Pair
from dpproofs.auditing.targets import outputs
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.traits import TRAITS, seen

PAIRS = [(["a", "b"], ["a", "b", "b"])]


def noisy(value, rng):
    return {key: value.count(key) + rng.laplace() for key in "abc"}


def by(order, counts):
    return {key: counts[key] for key in sorted(counts, key=lambda key: (-order(key), key))}


def most(value):
    return max("abc", key=value.count)


def whole(rng):
    return float(round(20 * rng.laplace()))


def refusing(rng, says):
    noise = rng.laplace()
    if noise < 0:
        raise ValueError(f"{says} is beyond {noise}")
    return noise


Sum, Mean = namedtuple("Sum", "all"), namedtuple("Mean", "all")


LEAKS = {
    "order of nested keys": lambda value, rng: {"in": [by(value.count, noisy(value, rng))]},
    "type of a number": lambda value, rng: (int if len(value) > 2 else float)(whole(rng)),
    "type in a list": lambda value, rng: [rng.laplace(), (Decimal if value[2:] else float)(0.5)],
    "type of an array": lambda value, rng: np.array([whole(rng)] * 2, int if value[2:] else float),
    "zero as a number": lambda value, rng: max(0.0, rng.laplace()) or (-0.0 if value[2:] else 0.0),
    "zero in a list": lambda value, rng: [rng.laplace(), -0.0 if len(value) > 2 else 0.0],
    "order of keys": lambda value, rng: by(value.count, noisy(value, rng)),
    "order in a text": lambda value, rng: json.dumps(by(value.count, noisy(value, rng))),
    "word in a text": lambda value, rng: json.dumps({"top": most(value), "n": rng.laplace()}),
    "word among numbers": lambda value, rng: {"top": most(value), "n": rng.laplace()},
    "type": lambda value, rng: noisy(value, rng) | {"all": 3 if len(value) > 2 else 3.0},
    "zero": lambda value, rng: noisy(value, rng) | {"all": -0.0 if len(value) > 2 else 0.0},
    "decimal": lambda value, rng: noisy(value, rng) | {"all": Decimal(3) if value[2:] else 3.0},
    "bytes": lambda value, rng: f"{most(value)} {rng.laplace()}".encode(),
    "word in a set": lambda value, rng: {most(value), rng.laplace()},
    "type of a key": lambda value, rng: {1 if len(value) > 2 else "1": rng.laplace()},
    "hole or NaN": lambda value, rng: [rng.laplace(), None if value[2:] else math.nan],
    "where a list begins": lambda value, rng: (
        [[rng.laplace()], 1.5] if value[2:] else [rng.laplace(), [1.5]]
    ),
    "list of one": lambda value, rng: [rng.laplace()] if value[2:] else rng.laplace(),
    "shape of an array": lambda value, rng: rng.laplace(size=(1, 2) if value[2:] else 2),
    "name of a tuple": lambda value, rng: (Sum if value[2:] else Mean)(rng.laplace()),
    "label of a row": lambda value, rng: pd.Series(rng.laplace(size=2), ["a", most(value)]),
    "name of a series": lambda value, rng: pl.Series(most(value), rng.laplace(size=2)),
    "name of a column": lambda value, rng: pd.DataFrame({most(value): rng.laplace(size=2)}),
    "type of a column": lambda value, rng: pl.DataFrame(
        {"n": rng.laplace(size=1), "all": [3 if value[2:] else 3.0]}
    ),
    "what an exception says": lambda value, rng: refusing(rng, most(value)),
    "number in an exception": lambda value, rng: refusing(rng, len(value)),
    "late entry": lambda value, rng: [
        *map(float, rng.laplace(size=12 + int(rng.integers(2)))), float(len(value)), rng.laplace(),
    ],
}  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("name", LEAKS)
def test_what_gives_the_input_away_is_found_soon(name):
    report = dp.audit(LEAKS[name], epsilon=1, pairs=PAIRS, max_draws=3_000)
    assert report.verdict == "violation"
    assert report.pairs < 100 or name == "late entry"


def by_itself(made):
    return by(made.get, made)


TWINS = {
    "holes and NaN": lambda _, rng: [rng.laplace(), None if rng.random() < 0.5 else math.nan],
    "series": lambda _, rng: pd.Series(rng.laplace(size=2), ["a", "b"][:: rng.choice([-1, 1])]),
    "exceptions": lambda _, rng: refusing(rng, "noise"),
    "lists of one": lambda _, rng: [rng.laplace()] if rng.random() < 0.5 else rng.laplace(),
    "number of a type that its value tells": lambda _, rng: max(0, rng.laplace()),
    "type of a number": lambda _, rng: (int if rng.random() < 0.5 else float)(whole(rng)),
    "zero as a number": lambda _, rng: np.round(rng.laplace()),
    "order of keys": lambda value, rng: by_itself(noisy(value, rng)),
    "words": lambda value, rng: json.dumps({"a": 0.5 + rng.laplace(), "b": len(value) and "word"}),
    "types": lambda value, rng: noisy(value, rng) | {"all": 3 if rng.random() < 0.5 else 3.0},
    "late entries": lambda _, rng: [*map(float, rng.laplace(size=12 + int(rng.integers(2))))],
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", TWINS)
def test_what_tells_no_more_than_noise_is_clean(name):
    report = dp.audit(TWINS[name], epsilon=1, pairs=PAIRS, max_draws=1_000)
    assert report.verdict == "no violation found"


def let_out(place, width, part):
    def released(value, size, rng):
        entries = rng.laplace(size=(size, width))
        entries[:, place] += value
        entries[rng.random(size) < part, place] = value
        return entries

    return released


@pytest.mark.sweep
@pytest.mark.parametrize(("place", "width"), [(2, 20), (12, 20), (299, 300)])
def test_an_entry_that_is_an_input_now_and_then_is_found_wherever_it_is(place, width):
    report = dp.audit(let_out(place, width, 0.05), epsilon=1, pairs=[(0, 1)], max_draws=5_000)
    assert report.verdict == "violation"


def now_and_then(leaks, share, usual, other):
    """What a sampler returns as a rule, and for such a share of draws, where it leaks."""

    def released(value, rng):
        outcome = usual(value, rng)
        may = leaks is None or len(value) > 2
        return other(outcome) if may and rng.random() < share else outcome

    return released


def far_behind(change):
    def released(value, size, rng):
        entries = np.asarray(value, dtype=float) + rng.laplace(size=(size, len(value)))
        rows = rng.random(size) < 0.1
        change(entries, rows, value)
        return entries

    return released


def noise_behind(scale, width, place, form):
    def released(value, rng):
        entries = [*map(float, rng.laplace(size=width + int(rng.integers(2))))]
        entries[place] = len(value) + scale * entries[place]
        return form(entries)

    return released


def two(value, rng):
    return [len(value) + rng.laplace(), rng.laplace()]


def count(value, rng):
    return float(round(len(value) + 5 * rng.laplace()))


ZEROS, ONE = [0.0] * 600, [0.0] * 500 + [1.0] + [0.0] * 99
WIDE = [(ZEROS, ONE)]


def twins(entries, rows, value):
    if value[500]:
        entries[rows, 301] = entries[rows, 300]


def same_twins(entries, rows, _):
    entries[rows, 301] = entries[rows, 300]


def its_own(entries, rows, value):
    where = np.random.default_rng(int(1e6 * abs(entries[0, 0]))).integers(600, size=rows.sum())
    entries[np.flatnonzero(rows), where] = value[500]


def none(*_):
    pass


def spoken(_, rng):
    return ["yes" if rng.random() < 0.5 else "no", 1.0]


def whole_number(outcome):
    return [outcome[0], 1]


RARELY = {  # a leak, a twin that tells no more than noise, and inputs
    "a tuple": [now_and_then(leaks, 0.5, two, tuple) for leaks in (True, None)] + [PAIRS],
    "a rare tuple": [now_and_then(leaks, 0.05, two, tuple) for leaks in (True, None)] + [PAIRS],
    "a rare type": [now_and_then(leaks, 0.05, count, int) for leaks in (True, None)] + [PAIRS],
    "a type beside a word": [
        now_and_then(leaks, 0.5, spoken, whole_number) for leaks in (True, None)
    ]
    + [PAIRS],
    "equal entries far behind": [far_behind(twins), far_behind(same_twins), WIDE],
    "an input's entry far behind": [far_behind(its_own), far_behind(none), WIDE],
    "an entry of a list": [noise_behind(scale, 80, 75, list) for scale in (0.4, 1.0)] + [PAIRS],
    "a number in a text": [noise_behind(scale, 30, 25, json.dumps) for scale in (0.4, 1.0)]
    + [PAIRS],
}


@pytest.mark.parametrize("name", RARELY)
def test_what_first_draws_and_first_entries_do_not_show_is_found(name):
    leak, _, pairs = RARELY[name]
    report = dp.audit(leak, epsilon=1, pairs=pairs, max_draws=1_500)
    assert report.verdict == "violation"


@pytest.mark.parametrize("name", RARELY)
def test_the_same_where_it_tells_nothing_is_clean(name):
    _, twin, pairs = RARELY[name]
    report = dp.audit(twin, epsilon=1, pairs=pairs, max_draws=300)
    assert report.verdict in ("no violation found", "undecided")
    assert not report.error


@pytest.mark.parametrize("how", [{"batch": False}, {"fresh": True}])
@pytest.mark.parametrize("name", ["a tuple", "a rare type"])
def test_types_are_seen_however_a_sampler_is_called(name, how):
    class Made:
        def __call__(self, value, rng):
            return RARELY[name][0](value, rng)

    sampler = Made if "fresh" in how else RARELY[name][0]
    report = dp.audit(sampler, epsilon=1, pairs=PAIRS, max_draws=1_500, **how)
    assert report.verdict == "violation"


def test_types_that_come_late_are_told_in_words():
    report = dp.audit(RARELY["a rare type"][0], epsilon=1, pairs=PAIRS)
    assert str(report.witness.set) == "types(y) is 'int'"
    assert Form("text", 9, later=60).said(9) == "numbers(str(y))[7]"
    assert list_form(9).said(9) == "y[7]"


def test_wealth_that_was_won_is_kept_where_outcomes_are_read_anew(tmp_path):
    calls = itertools.count()

    def too_little(value, rng):
        y = float(round(len(value) + rng.laplace(scale=0.35)))
        return int(y) if next(calls) > 100 and rng.random() < 0.1 else y

    claim = dp.PrivacyClaim(1.0)
    audit = Audit.of(target_of(too_little, claim), claim, pairs=as_pairs(PAIRS))
    strand, before = audit.process.strands[0], 0.0
    for _ in range(100):
        if strand.before is None:
            before = strand.log_e
            audit._round(strand, 64, Here(audit.target))
    assert before > 1
    assert strand.log_e == pytest.approx(before)
    assert strand.form.kind == "list"
    assert strand.bet_on == LOOK
    save(audit, tmp_path / "saved")
    again = load(tmp_path / "saved", audit.target, claim).process.strands[0]
    assert again.log_e == pytest.approx(strand.log_e)
    assert again.bet_on == LOOK
    strand.pairs, strand.since = 2_000, 1_000
    leak = power_of(audit.process, 0.05).leak
    strand.since = 0
    assert power_of(audit.process, 0.05).leak < leak  # of pairs that were bet on


def released(value, rng):
    return [float(x) for x in len(value) + rng.laplace(scale=2, size=3)]


@pytest.mark.parametrize(
    "form",
    [
        lambda entries: [*entries, None],
        lambda entries: [*entries, "no budget"],
        lambda entries: " ".join(map(str, entries)),
        lambda entries: {"counts": entries, "of": "x"},
    ],
    ids=["a hole", "a word", "a text", "a dictionary"],
)
def test_noise_in_several_numbers_is_found_as_soon_beside_anything(form):
    report = dp.audit(
        lambda value, rng: form(released(value, rng)), epsilon=1, pairs=PAIRS, max_draws=6_000
    )
    alone = dp.audit(released, epsilon=1, pairs=PAIRS, max_draws=6_000)
    assert (report.verdict, alone.verdict) == ("violation", "violation")
    assert report.pairs < 1.5 * alone.pairs


def test_a_late_entry_with_too_little_noise_is_found():
    def little(value, size, rng):
        entries = rng.laplace(size=(size, 40))
        entries[:, 30] = value + 0.4 * entries[:, 30]
        return entries

    assert dp.audit(little, epsilon=1, pairs=[(0, 1)], max_draws=5_000).verdict == "violation"


def test_duplicates_are_counted():
    def twice(value, size, rng):
        entries = rng.laplace(size=(size, 12))
        if value:
            entries[:, 11] = entries[:, 10]
        return entries

    assert dp.audit(twice, epsilon=1, pairs=[(0, 1)], max_draws=3_000).verdict == "violation"


def test_long_vectors_are_looked_at_in_good_time():
    def long(value, size, rng):
        return value * 0.001 + rng.laplace(size=(size, 3_000))

    report = dp.audit(long, epsilon=1, pairs=[(0, 1)], max_draws=100)
    assert report.verdict in ("no violation found", "undecided")


def test_fewer_of_long_vectors_are_kept():
    strand = Strand(Pair(0, 1), 1.0)
    for _ in range(3):
        strand.remember((np.zeros((500, 5_000)), np.zeros((500, 5_000))))
    assert len(strand.sample[0]) == len(strand.sample[1]) == 838
    assert most_kept(np.zeros(3)) == most_kept(np.zeros((3, 1_000))) == 4096


def test_what_is_seen_depends_on_the_outcome_alone():
    outcomes = [[1.0, 2.0], np.array([1.0, 2.0]), (1, 2), Failure("raised ValueError"), None, 3.0]
    form = list_form(3)
    together = seen(outcomes, form)
    for row, outcome in zip(together, outcomes, strict=True):
        assert np.array_equal(seen([outcome], form)[0], row, equal_nan=True)
    assert np.array_equal(together[0], together[1])
    apart = np.flatnonzero(together[0] != together[2]) - together.shape[1]
    assert apart.tolist() == [-4, -1]  # a tuple for a list, and types
    nested, alone = seen([[[1.0], [2.0]], [3.0]], form)
    for row, flat in ((nested, together[0]), (alone, together[5])):  # but for form(y)
        assert (np.flatnonzero(row != flat) - together.shape[1]).tolist() == [-4]


def test_lists_in_lists_are_told_apart_however_they_come():
    for draws in ([[1.5], [2.5]], [[[1.5, 2.5]], [[0.5, 1.5]]], [np.ones((1, 2)), np.ones(2)]):
        assert isinstance(outputs.outcomes_of(draws, 2, "f"), list)
    assert isinstance(outputs.outcomes_of([np.ones(2), np.ones(2)], 2, "f"), np.ndarray)
    square = np.arange(4.0).reshape(2, 2)
    assert outcomes.conform([square, square], Form("vector", 4)).tolist() == [[0, 1, 2, 3]] * 2
    flat, matrix = np.ones(4), np.ones((2, 2))
    assert form_together([flat], [matrix]).kind == "list"
    assert form_together([matrix], [matrix.tolist()]).kind == "vector"
    assert form_together([np.array(1.5)], [2.5]).kind == "number"


def test_labels_are_told_in_words():
    rows = seen([{"b": 1.5, "a": 2}], Form("record", 2, ("a", "b")))
    codes = [int(code) for code in rows[0, -len(TRAITS) :]]
    told = [labels.label_of(code) for code in codes]
    assert told == ["{ b # a # }", "b", "a b", "int float"]
    trait = Trait(2, TRAITS[0], (codes[0],))
    assert trait(rows).tolist() == [1.0]
    assert trait.named(1) == "'{ b # a # }'"
    assert trait.named(0) == "anything else"
    assert Trait(2, TRAITS[0], (12345,)).named(1) == "what has the code 12345"
    assert Trait(2, TRAITS[0], ())(rows).tolist() == [0.0]


def test_views_of_equality():
    rows = np.array([[0.0, 1.0, 5.0], [1.0, 1.0, 5.0], [2.0, 3.0, 5.0], [np.nan] * 3])
    assert Equal((0.0,), (1.0,), 3)(rows).tolist() == [0, -1, 0, 0]
    assert Equal((), (5.0,), 2)(rows).tolist() == [0, 0, 0, 0]
    many = tuple(map(float, range(40)))
    assert Equal(many, (), 2)(rows).tolist() == [1, 1, 1, 0]
    assert Equal((), many, 1)(np.array([[39.0], [39.5], [40.0], [-1.0]])).tolist() == [-1, 0, 0, 0]
    assert Duplicates(3)(rows).tolist() == [0, 1, 0, 0]
    zeros = np.array([[-0.0, 0.0, -0.0, -0.0], [-1.0, 0.0, 0.0, -0.0]])
    assert NegativeZeros(3)(zeros).tolist() == [2, 0]
    assert NegativeZeros()(zeros[0]).tolist() == [1, 0, 1, 1]
    assert NegativeZeros()(np.array([0, -1])).tolist() == [0, 0]


def test_types_that_values_tell_leave_a_number_a_number():
    assert form_together([0, 1.5, 0], np.array([2.5, 0.5, 1.5])) == Form("number")
    assert form_together([0, 1.5], [0.0, 2.5]).kind == "list"
    assert form_together(np.array([1, 2]), np.array([1.0, 2.0])).kind == "list"
    assert form_together(np.array([1, 2]), np.array([1.0, np.nan])) == Form("number")
    assert form_together([[1, 0.5]], [[2, 1.5]]) == Form("vector", 2)
    assert form_together([[1, 0.5]], [[2, Decimal("1.5")]]).kind == "list"
    assert form_together([("a", 0.5)], [("b", 0.5)]).kind == "list"


def test_the_labels_that_were_learned_last_are_remembered(monkeypatch):
    monkeypatch.setattr(labels, "_LABELS", {0: labels.NOTHING})
    for code in range(1, 2 * labels.MOST_LABELS):
        labels.learn_label(code, f"label {code}")
    assert len(labels._LABELS) <= labels.MOST_LABELS
    assert labels.label_of(2 * labels.MOST_LABELS - 1) == f"label {2 * labels.MOST_LABELS - 1}"
    assert labels.label_of(0) == labels.NOTHING
