"""Outcomes of any kind count: a sampler that fails more often at one input tells it apart."""

import math
import time
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form, common, form_of
from dpproofs.auditing.labels import coded, failures, label_of
from dpproofs.auditing.outcomes import conform
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.views import Coordinate
from dpproofs.auditing.sampler.winner import _named
from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.target import Pair
from dpproofs.auditing.targets import calls
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.outputs import outcomes_of
from dpproofs.render.audits.words import view

SHORT = {"epsilon": 1.0, "max_draws": 20_000, "pairs": [(0, 1)]}


def laplace(value, rng):
    return value + rng.laplace()


def nothing(value, rng):
    """None now and then, at one input only."""
    return None if value == 1 and rng.random() < 0.05 else laplace(value, rng)


def not_a_number(value, rng):
    return math.nan if value == 1 and rng.random() < 0.05 else laplace(value, rng)


def exception(value, rng):
    if value == 1 and rng.random() < 0.05:
        raise ZeroDivisionError("no noise")
    return laplace(value, rng)


def many_not_a_number(value, size, rng):
    noise = value + rng.laplace(size=size)
    return np.where((rng.random(size) < 0.05) & (value == 1), np.nan, noise)


def many_with_an_exception(value, size, rng):
    if value == 1 and (rng.random(size) < 0.05).any():
        raise ZeroDivisionError("no noise")
    return value + rng.laplace(size=size)


@pytest.mark.parametrize(
    ("sampler", "said"),
    [
        (nothing, "returned None"),
        (not_a_number, "NaN"),
        (exception, "raised ZeroDivisionError"),
        (many_not_a_number, "NaN"),
        (many_with_an_exception, "raised ZeroDivisionError"),
    ],
)
def test_a_leak_by_failures_is_found(sampler, said):
    report = dp.audit(sampler, **SHORT, seed=1)
    assert report.verdict == "violation"
    found = str(report.witness.set)
    assert f"y is {said}" in found or "y is no number" in found
    assert report.witness.inside > 3 * report.witness.neighbour_inside


@pytest.mark.sweep
@pytest.mark.parametrize("sampler", [nothing, exception, many_not_a_number, many_with_an_exception])
def test_failures_as_frequent_at_both_inputs_are_no_leak(sampler):
    def at_both(_value, rng):
        return sampler(1, rng=rng)

    def many_at_both(_value, size, rng):
        return sampler(1, size, rng)

    for seed in range(3):
        both = many_at_both if "size" in sampler.__code__.co_varnames else at_both
        report = dp.audit(both, **(SHORT | {"max_draws": 2000}), seed=seed)
        assert report.verdict == "no violation found"


def test_a_leak_by_time_is_found():
    def slow(value, rng):
        if value == 1 and rng.random() < 0.2:
            time.sleep(1)
        return laplace(value, rng)

    target = replace(target_of(slow, PrivacyClaim(1.0)), patience=0.003)
    report = dp.audit(target, **SHORT)
    assert report.verdict == "violation"
    found = str(report.witness.set)
    assert "y is no answer within 0.003 s" in found or "y is no number" in found


def test_a_target_that_sleeps_does_not_outlive_the_time_it_is_given():
    def asleep(_value):
        time.sleep(1000)

    started = time.monotonic()
    report = dp.audit(asleep, epsilon=1, seconds=0.5)
    assert time.monotonic() - started < 100  # whatever else the machine has to do
    assert report.verdict == "error"
    assert "nothing was drawn" in report.error


def bounded(value, rng):
    """A mechanism on [0, 10]."""
    if not 0 <= value <= 10:
        raise ValueError("outside of [0, 10]")
    return value + rng.laplace()


def test_inputs_that_are_refused_are_skipped():
    report = dp.audit(bounded, epsilon=1, max_draws=20_000)
    assert (report.verdict, report.error) == ("no violation found", None)
    assert any(pair.input < 0 for pair in report.refused)
    wrong = dp.audit(
        lambda value, rng: bounded(value, rng) / 3, epsilon=1, inputs=[-3, 4], max_draws=5000
    )
    assert wrong.verdict == "no violation found"  # less of both signal and noise
    leak = dp.audit(bounded, epsilon=1, pairs=[(10, 11)])
    assert leak.verdict == "violation"  # somebody says that these are neighbours
    assert leak.witness.inside in {0, leak.witness.draws}


def test_an_input_at_which_nothing_comes_out_is_no_refusal():
    def silent(value, rng):
        return math.nan if value == 1 else value + rng.laplace()

    assert dp.audit(silent, epsilon=1, max_draws=2000).verdict == "violation"


def test_the_audit_of_the_numbers_skips_what_is_refused():
    report = dp.audit(bounded, epsilon=1, of=["numbers"], max_draws=3000)
    assert report.verdict == "violation"  # its sums are of doubles
    assert report.numbers.witness.pair.input in range(11)
    nowhere = dp.audit(lambda value: {}[value], epsilon=1, of=["numbers"])
    assert nowhere.verdict == "error"


def test_a_target_that_fails_everywhere_is_an_error():
    report = dp.audit(lambda _value: {}["noise"], epsilon=1)
    assert report.verdict == "error"
    assert "failed at every input: KeyError" in report.error


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "answer",
    [
        lambda yes, _: [0.0] * (2 + yes),  # in the length
        lambda yes, noise: {"count": noise, **({"extra": 1.0} if yes else {})},
        lambda yes, _: ("no", "yes")[yes],
        lambda yes, _: (1, "yes" if yes else "no"),
        lambda yes, _: {"answer": "yes" if yes else "no"},
        lambda yes, noise: [noise, None if yes else noise],
        lambda yes, noise: np.array([[noise, 1.0 * yes]]),
        lambda yes, _: [{"no": 1, "yes": 1}, {("no", "yes")[yes]: 1}],
        lambda yes, noise: [{("no", "yes")[yes]: noise}, noise],
        lambda yes, noise: ("ab"[noise > 0], 0.5 + (yes ^ (noise > 0))),
    ],
    ids=[
        "lengths",
        "keys",
        "strings",
        "tuples",
        "dicts",
        "holes",
        "rows",
        "inner keys",
        "inner keys beside noise",
        "only together",
    ],
)
def test_a_leak_in_an_answer_of_any_kind_is_found(answer):
    def sampler(value, rng):
        truthful = rng.random() < 0.9  # keeps epsilon = log 9
        return answer(int(value == 1) ^ (not truthful), rng.normal())

    found = dp.audit(sampler, **SHORT)
    assert found.verdict == "violation"
    kept = SHORT | {"epsilon": 2.2, "seed": 1, "max_draws": 2000}
    assert dp.audit(sampler, **kept).verdict == "no violation found"
    assert 10 * found.pairs < 2000  # a leak is seen long before that


class Table:
    """What NumPy can read as an array of objects, as data frames are."""

    def __init__(self, *rows):
        self.rows = rows

    def __array__(self, dtype=None, copy=None):
        return np.array(self.rows, dtype=object)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "answer",
    [
        lambda noisy, _: ("a", noisy),
        lambda noisy, other: [("a", noisy), ("b", other)],
        lambda noisy, _: {"status": "ok", "value": noisy},
        lambda noisy, _: {"status": "ok", "parts": [1, {"value": noisy}]},
        lambda noisy, other: Table(["a", other], ["b", noisy]),
        lambda noisy, other: [*[other] * 8, noisy, *[0.0] * int(other > 1)],
    ],
    ids=["pair", "histogram", "status", "nested", "table", "long list"],
)
def test_noise_beside_text_and_behind_much_else_is_looked_at(answer):
    def noisy(scale):
        return lambda value, rng: answer(value + rng.laplace(scale=scale), rng.normal())

    inputs = {"epsilon": 1, "pairs": [(0, 1)], "max_draws": 20_000}
    assert dp.audit(noisy(0.3), **inputs).verdict == "violation"
    assert dp.audit(noisy(1.0), **(inputs | {"max_draws": 1000})).verdict == "no violation found"


@pytest.mark.parametrize(
    ("form", "column", "said"),
    [
        (Form("list", 9), 0, "len(y)"),
        (Form("list", 9), 2, "y[1]"),
        (Form("list", 9), 8, "sum(y[7:])"),
        (Form("record", 2, ("leak", "noise")), 0, "y['leak']"),
        (Form("vector", 3), 2, "y[2]"),
    ],
)
def test_a_witness_names_what_it_looks_at_as_the_output_has_it(form, column, said):
    strand = Strand(Pair(0, 1), 1.0)
    strand.form = form
    found = _named(WitnessSet(Coordinate(column), intervals=((2.0, math.inf),)), strand)
    assert str(found) == f"{said} >= 2.0"
    assert view(found.record().view) == said


class Wide:
    """An input whose ``repr`` is a table of many lines."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "\n".join([f"   a    {self.value}"] * 50)


def test_the_repr_of_a_report_is_one_line_whatever_the_inputs_are():
    pairs = [(Wide(0), Wide(1))]
    report = dp.audit(lambda table, rng: table.value + rng.laplace(), epsilon=0.1, pairs=pairs)
    assert report.witness is not None
    assert "\n" not in repr(report)
    assert len(repr(report)) < 200


@pytest.mark.parametrize("name", ["inputs", "shifts"])
def test_inputs_that_are_no_numbers_are_told(name):
    with pytest.raises(dp.BadInput, match="'a', but should be a"):
        dp.audit(bounded, epsilon=1, **{name: ["a"]})


def test_text_is_a_number_beside_fractions_only():
    assert form_of([("a", 1), ("b", 2.0)]) == form_of([("a", math.nan)]) == Form("label")
    assert form_of([("a", 1.5), ("b", 2)]) == Form("vector", 2)
    assert form_of([{"x": "a", "y": 0.5}]) == Form("record", 2, ("x", "y"))
    assert form_of([{"x": ["a", 0.5]}]) == Form("vector", 3)  # with the keys
    assert form_of([("a", 0.5)] * 2) == form_of([[{"a": 1}]]) == form_of([{"a": None}])
    assert form_of([{"x": 1.5}, 2.5]) == form_of([[0.5, object()]]) == Form("label")
    rows = conform([("a", 0.5), ("b", 1.0), ("a", 2.0)], Form("vector", 2))
    assert rows[0, 0] == rows[2, 0] != rows[1, 0]
    assert conform([[1.0] * 12], Form("list", 9)).tolist() == [[12, *[1] * 7, 5]]


def test_forms_are_told_and_kept():
    assert form_of([1, 2.5]) == Form("number")
    assert form_of([[1, 2], (3, 4)]) == Form("vector", 2)
    assert form_of([[1, 2], []]).kind == "list"
    assert form_of([{"b": 1, "a": 2.0}]) == Form("record", 2, ("a", "b"))
    assert form_of(["a", 1]) == Form("label")
    rows = conform([[1.0], [], [1, 2, 3], "no"], Form("list", 9))
    assert rows[:3, 0].tolist() == [1, 0, 3]
    assert np.isnan(rows[3]).all()
    assert conform([1, True, 2**70], Form("number")).tolist() == [1, 1, 2.0**70]
    draws = np.array([1.0, math.nan, coded("raised KeyError")])
    assert [label_of(int(code)) for code in failures(draws)[1:]] == ["NaN", "raised KeyError"]


def test_time_that_ends_while_a_failure_is_noted_ends_nothing(monkeypatch):
    late = iter([True])

    def told(_error):
        if next(late, False):
            raise calls.NoAnswer
        return "no"

    def failing():
        raise ValueError("no")

    monkeypatch.setattr(calls, "last_line", told)
    assert len(calls.answers(failing, 3, 60)) == 3


def lists_of_one_or_two(value, rng):
    """Keeps epsilon = 1: what one draw is says nothing of those that were made with it."""
    alone = rng.random() < (0.5 if value == 0 else 0.5 * math.exp(-1))
    return [rng.random() for _ in range(1 if alone else 2)]


def integers_or_fractions(value, rng):
    """Keeps epsilon = 1; an array of such vectors holds integers only if all of them do."""
    rare = 0.1 * (0.5 if value == 0 else 1 - 0.5 * math.exp(-1))
    return [1, 0.5] if rng.random() < rare else [1, 0]


def integers_or_text(value, rng):
    common = 0.95 if value == 0 else 0.95 * math.exp(-0.05)
    return 1 if rng.random() < common else ("a" if rng.random() < 0.5 else 2.5)


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize("sampler", [lists_of_one_or_two, integers_or_fractions, integers_or_text])
@pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
def test_what_an_outcome_becomes_does_not_depend_on_others(sampler, pair):
    for seed in range(4):
        report = dp.audit(sampler, epsilon=1, pairs=[pair], max_draws=1500, seed=seed)
        assert report.verdict == "no violation found", (seed, report)


def leak(value, rng):
    return rng.random() < (0.9 if value == 1 else 0.1)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("sampler", "said"),
    [
        (
            lambda value, rng: [rng.random() for _ in range(1 + leak(value, rng))],
            ("len(y)", "form(y)", "score(y)"),
        ),
        (lambda value, rng: ["abc"[rng.integers(3)]] * (1 + leak(value, rng)), ("'a'",)),
        (
            lambda value, rng: [f"u{rng.integers(10**9)}"] * (2 + leak(value, rng)),
            ("str(y)", "score(y)", "form(y)"),
        ),
        (
            lambda value, rng: f"u{rng.integers(10**9)}" + "x" * leak(value, rng),
            ("len(str(y))", "form(y)"),
        ),
        (
            lambda value, rng: f"{value + 0.3 * rng.laplace():.9f}",
            ("numbers(str(y))[0]", "score(y)"),
        ),
        (
            lambda value, rng: "no" if rng.random() < 0.1 else value + 0.2 * rng.laplace(),
            ("numbers(str(y))[0]", "score(y)"),
        ),
        (
            lambda value, rng: complex(rng.normal(), value + 0.3 * rng.laplace()),
            ("y[1]", "score(y)"),
        ),
        (lambda value, rng: 10**30 + leak(value, rng), (str(10**30),)),
        (lambda value, rng: {"a", ("b", "c")[leak(value, rng)]}, ("{'a', '",)),
    ],
    ids=[
        "one or two numbers",
        "one or two texts",
        "texts that do not come twice",
        "the length of such a text",
        "a number as text",
        "a word or a number",
        "complex",
        "huge integers",
        "sets",
    ],
)
def test_a_leak_beside_what_does_not_come_twice_is_found(sampler, said):
    report = dp.audit(sampler, **(SHORT | {"max_draws": 3000}))
    assert report.verdict == "violation"
    assert report.witness.inside > report.witness.neighbour_inside
    found = str(report.witness.set)
    assert any(view in found for view in said), found


def test_outcomes_of_which_hardly_any_comes_twice_are_not_clean():
    def answers(_value, rng):
        return ("a", "b")[rng.integers(2)] if next(calls_made) < 40 else str(rng.integers(10**9))

    calls_made = iter(range(10**9))
    report = dp.audit(answers, **(SHORT | {"max_draws": 5000}))
    assert report.verdict == "error"
    assert "hardly anything twice" in report.error


@pytest.mark.parametrize(
    "answer",
    [object, lambda: (x for x in ()), lambda: [object(), 1]],
    ids=["object", "generator", "inside a list"],
)
def test_an_object_that_says_only_where_it_is_is_refused(answer):
    report = dp.audit(lambda _value: answer(), **SHORT)
    assert report.verdict == "error"
    assert "whose repr says where it is in memory" in report.error


def test_integers_that_fail_now_and_then_are_looked_at_like_others():
    def failing(value, rng):
        noise = int(rng.geometric(0.5))
        return None if value == 1 and rng.random() < 0.02 else noise

    report = dp.audit(failing, **SHORT)
    assert report.verdict == "violation"
    assert str(report.witness.set) == "y is returned None"


def test_what_does_not_happen_again_is_no_violation():
    def at_first(value, rng):
        return float(value) if next(calls_made) < 45 else rng.normal()

    calls_made = iter(range(10**9))
    report = dp.audit(at_first, **(SHORT | {"max_draws": 1000}))
    assert report.verdict == "undecided"
    assert report.witness is None
    assert "did not come again" in report.error


HUGE = [2**53 + 1, -(2**53) - 3, 2**60 + 5, 2**63 - 1, -(2**63)]
BESIDE = {"alone": [], "a fraction": [0.5], "None": [None], "text": ["no"], "larger": [2**70]}


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("kind", [Form("number"), Form("huge", 2), Form("label"), Form("list", 9)])
def test_an_integer_is_read_alike_whatever_is_drawn_with_it(kind, beside):
    for whole in (*HUGE, 7, np.int64(2**53 + 1)):
        alone = conform(outcomes_of([whole], 1, "it"), kind)
        batch = [whole, *beside]
        assert np.array_equal(conform(outcomes_of(batch, len(batch), "it"), kind)[:1], alone)


def test_integers_beyond_doubles_are_told_apart_by_what_doubles_leave():
    form = form_of(HUGE)
    assert form == Form("huge", 2) == form_of([0.5, 2**53 + 1]) == common(form, Form("number"))
    rows = conform([2**53 + 1, 2**53 + 2, 0.5, None, "no", float("inf"), 2**2000], form)
    assert rows[:3].tolist() == [[2.0**53, 1.0], [2.0**53 + 2, 0.0], [0.5, 0.0]]
    assert np.isnan(rows[3:5]).all()
    assert rows[5:].tolist() == [[math.inf, 0.0]] * 2
    assert [form.said(column) for column in (0, 1)] == ["float(y)", "y - int(float(y))"]
    assert common(form, Form("vector", 2)) == common(form, Form("label")) == Form("label")


def test_a_leak_in_the_last_bits_of_an_integer_is_found():
    def parity(value, rng):
        noise = int(rng.integers(2**20))
        return 2**60 + 2 * noise + (value == 1 and rng.random() < 0.9)

    report = dp.audit(parity, **(SHORT | {"max_draws": 3000}))
    assert report.verdict == "violation"
    assert "y - int(float(y))" in str(report.witness.set)


def test_equal_outcomes_have_one_text():
    form = Form("label")
    same = [1, 1.0, True, [1], np.float64(1), np.array([1])]
    assert set(conform(same, form)) == {"1"}
    assert conform([(1.0,), ("a", "b")], form).tolist() == ["(1.0)", "('a', 'b')"]
    assert set(conform([[1, 2], [1.0, 2.0], np.array([1, 2])], form)) == {"[1, 2]"}
    assert set(conform([{2, 1}, frozenset([1, 2])], form)) == {"{1, 2}"}
    assert list(conform([math.nan, None, b"x", 0.5], form)) == [
        "<NaN>",
        "<returned None>",
        "b'x'",
        "0.5",
    ]
    text = Form("text", 9)
    rows = conform(["a 1.5 -2e3", None, 7], text)
    assert rows[0, :4].tolist() == [10.0, 1.5, -2000.0, -math.inf]
    assert np.isnan(rows[1]).all()
    assert rows[2, :2].tolist() == [1.0, 7.0]
    said = [text.said(column) for column in (0, 1, 7, 8)]
    assert said == ["len(str(y))", "numbers(str(y))[0]", "numbers(str(y))[6]", "crc32(str(y))"]


def test_numbers_beside_words_have_their_types_in_a_text():
    form = Form("label")
    numbers = [1, 1.0, True, -0.0, Decimal(1), 0.5, 1e300, None]
    texts = ["1", "1.0", "True", "-0.0", "Decimal(1)", "0.5", "<returned None>"]
    found = conform([["a", number] for number in numbers], form).tolist()
    assert [text for text in found if len(text) < 40] == [f"['a', {text}]" for text in texts]
    assert conform([{"k": [1.0, (2,)]}], form).tolist() == ["[('k', '[1.0, (2)]')]"]
    assert conform([{1.0, 2.0}], form).tolist() == ["{1.0, 2.0}"]


def test_a_vector_with_a_nan_in_front_is_no_failure():
    rows = np.array([[math.nan, 1.0], [math.nan, math.nan], [1.0, math.nan]])
    assert failures(rows).tolist() == [2**32, 0, 2**32]

    def behind(value, size, rng):
        entries = value + 0.3 * rng.laplace(size=(size, 2))
        entries[:, 0] = math.nan
        return entries

    report = dp.audit(behind, epsilon=1, pairs=[(0, 1)], max_draws=1_000)
    assert report.verdict == "violation"
    assert report.refused == ()
