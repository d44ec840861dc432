"""Brackets of least costs: by hand, by the solver, and wrong in every way."""

import json
import math
from fractions import Fraction

import pytest
from flint import ctx

from dpproofs.optima.bracket.search import bracket
from dpproofs.optima.bracket.threshold import threshold_bracket
from dpproofs.replaying import bracket as again
from dpproofs.replaying.child import replay_file
from dpproofs.replaying.reader import Rejected, digest


def sealed(document):
    body = {key: part for key, part in document.items() if key != "digest"}
    return {**body, "digest": digest(body)}


def by_hand(**changes):
    """epsilon 0, delta 1/2, |x|: triangles of masses 1, 2, 1 above, one multiplier below.

    With g(0) = 2 alone, v(0) = 2, v(1) = -1 and l = 0, 1, 2, ...: nu = 0.
    """
    document = {
        "format": "dpproofs-certificate", "kind": "bracket", "version": 1,
        "epsilon": "0", "delta": "1/2", "sensitivity": "1", "cost": "1", "n": 1,
        "lower": {"bound": "0", "scale": "1", "tests": [{"shift": 1, "first": 0, "values": "2"}]},
        "upper": {"bound": "5/8", "total": "4", "atom": "0", "masses": "2 1"},
    }  # fmt: skip
    for path, value in changes.items():
        *above, last = path.split("__")
        part = document
        for name in above:
            part = part[name]
        part[last] = value
    return sealed(document)


@pytest.fixture(scope="module")
def solved():
    """Certificates over many regimes: an atom, epsilon 0, broken powers, another unit."""
    questions = {
        "plain": ("1", "1/10", 1, 1),
        "square": ("1", "1/10", 3, 2),
        "no epsilon": ("0", "3/10", 1, 1),
        "atom": ("1/5", "3/4", 1, 1),
        "between": ("1", "1/10", "1/2", "3/2"),
        "below one": ("1", "1/10", 2, "1/2"),
        "nearly one": ("1", "1/100", 1, "6/5"),
    }
    return {name: bracket(*asked, gap="1/20").certificate() for name, asked in questions.items()}


def reason_of(document):
    try:
        report = again.report(document)
    except Rejected as problem:
        return f"malformed: {problem}"
    assert report.accepted == (report.reason == "")
    return report.reason


def test_a_bracket_by_hand_is_accepted():
    report = again.report(by_hand())
    assert (report.accepted, report.verdict, report.grade, report.steps) == (
        True, "holds", "certified", 2,
    )  # fmt: skip
    assert report.known
    assert report.trusts == ("noise-on-a-lattice",)


def test_brackets_of_the_solver_are_accepted(solved):
    for name, document in solved.items():
        assert reason_of(json.loads(json.dumps(document))) == "", name


def test_a_report_says_which_end_fails():
    report = again.report(by_hand(lower__bound="1/100"))
    assert (report.failing, report.steps) == ("lower", 0)
    assert report.reason == "the lower bound is above what is proved"
    report = again.report(by_hand(upper__bound="62/100"))
    assert (report.failing, report.steps) == ("upper", 1)
    assert report.reason == "the upper bound is below what is proved"


@pytest.mark.parametrize("name", ["plain", "square", "no epsilon", "atom", "between", "below one"])
def test_no_other_number_passes_with_a_new_digest(solved, name):
    document = solved[name]
    lower, upper = document["lower"], document["upper"]
    masses = [int(m) for m in upper["masses"].split()]
    for place in range(len(masses)):
        changed = [m + (i == place) * (1 + m // 1000) for i, m in enumerate(masses)]
        text = " ".join(map(str, changed))
        assert "their sum" in reason_of(sealed({**document, "upper": {**upper, "masses": text}}))
    for place, test in enumerate(lower["tests"]):
        values = [int(v) for v in test["values"].split()]
        top = values.index(max(values))
        values[top] += 1 + values[top] // 100
        wrong = [*lower["tests"]]
        wrong[place] = {**test, "values": " ".join(map(str, values))}
        found = reason_of(sealed({**document, "lower": {**lower, "tests": wrong}}))
        assert found == "the lower bound is above what is proved"
    for key, value in (("epsilon", "-1/50"), ("delta", "-1/50"), ("cost", "1/4")):
        other = Fraction(document[key]) + Fraction(value)
        if other >= 0:
            assert reason_of(sealed({**document, key: str(other)})) != "", key


@pytest.mark.parametrize("name", ["plain", "square", "no epsilon", "between"])
def test_noise_drawn_to_the_middle_is_cheaper_and_not_private(solved, name):
    document = solved[name]
    upper = document["upper"]
    masses = [int(m) for m in upper["masses"].split()]
    moved = [m // 100 for m in masses[1:]]
    masses[0] += 2 * sum(moved)
    masses[1:] = [m - less for m, less in zip(masses[1:], moved, strict=True)]
    noise = {**upper, "masses": " ".join(map(str, masses))}
    assert "not private" in reason_of(sealed({**document, "upper": noise}))


def test_every_change_breaks_the_digest(solved):
    document = solved["plain"]
    changed = json.loads(json.dumps(document))
    values = changed["lower"]["tests"][0]["values"].split()
    changed["lower"]["tests"][0]["values"] = " ".join([*values[:-1], "1"])
    assert "digest" in reason_of(changed)
    assert "digest" in reason_of({**document, "n": document["n"] + 1})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"upper__atom": "1"}, "their sum"),
        ({"upper__total": "0"}, "total: not positive"),
        ({"upper__masses": "4", "upper__bound": "1/4"}, "not private at a shift of 1 cells"),
        ({"upper__atom": "3", "upper__masses": "1", "upper__bound": "9"}, "shift of 0 cells"),
        ({"upper__masses": "0 2"}, "not private at a shift of 1 cells"),
        ({"upper__masses": " ".join(["0"] * 20), "n": 4096}, "their sum"),
        ({"upper__masses": " ".join(["0"] * 3000), "n": 4096}, "too many for so fine a lattice"),
        ({"lower__scale": "0"}, "scale: not positive"),
        ({"lower__tests": [{"shift": 2, "first": 0, "values": "1"}]}, "beyond the sensitivity"),
        ({"lower__tests": [{"shift": 0, "first": 0, "values": "1"}]}, "beyond the sensitivity"),
        ({"lower__tests": [{"shift": 1, "first": 0, "values": "1"}] * 2}, "each once"),
        ({"lower__tests": [{"shift": 1, "first": 99_999, "values": "1 1"}]}, "beyond 100000"),
        ({"lower__tests": [{"shift": 1, "first": 0, "values": ""}]}, "not a text of integers"),
        ({"lower__tests": [{"shift": 1, "first": 0, "values": "-1"}]}, "not a text of integers"),
        ({"lower__tests": [{"shift": 1, "first": 0.5, "values": "1"}]}, "number of a cell"),
        ({"lower__tests": [{"shift": 1, "first": 100_001, "values": "1"}]}, "number of a cell"),
        ({"lower__tests": [{"shift": 1, "first": 0}]}, "not an object with exactly"),
        ({"lower__scale": "1 2"}, "not one integer"),
        ({"lower__scale": 1}, "not a text of integers"),
        ({"epsilon": "257"}, "epsilon: not in"),
        ({"epsilon": "-1"}, "epsilon: not in"),
        ({"epsilon": 1}, "not a number p/q"),
        ({"delta": "1"}, "delta: not in"),
        ({"delta": "0"}, "delta: not in"),
        ({"delta": "-1/2", "epsilon": "1"}, "delta: not in"),
        ({"delta": "1/0"}, "not a number p/q"),
        ({"sensitivity": "0"}, "sensitivity: not positive"),
        ({"cost": "0"}, "cost: not in"),
        ({"cost": "65"}, "cost: not in"),
        ({"n": 0}, "n: not in"),
        ({"n": True}, "n: not in"),
        ({"n": 4097}, "n: not in"),
        ({"version": 2}, "version: not one of 1"),
        ({"more": 1}, "not an object with exactly"),
    ],
)
def test_wrong_brackets_are_rejected(changes, reason):
    assert reason in reason_of(by_hand(**changes))


def test_nothing_but_a_document_is_read():
    assert "not an object" in reason_of([])


def test_no_tests_prove_that_costs_are_not_negative():
    assert reason_of(by_hand(lower__tests=[])) == ""
    assert reason_of(by_hand(lower__tests=[], cost="2", upper__bound="1")) == ""


@pytest.mark.parametrize(
    "cost", [Fraction(1, 2), Fraction(1), Fraction(3, 2), 2, 3, Fraction(9, 2)]
)
def test_lines_lie_below_the_cost_and_means_above(cost):
    cost = Fraction(cost)
    p = float(cost)
    ends = [float(again.lowest_cost(j, cost)) for j in range(30)]
    for j in range(29):
        for t in (0, 0.01, 0.3, 0.5, 0.8, 1):
            assert ends[j] * (1 - t) + ends[j + 1] * t <= (j + t) ** p * (1 + 1e-14)
    assert ends[int(cost) + 2 :] == sorted(ends[int(cost) + 2 :])
    for j in range(6):
        near = abs(j - 0.5) ** (p + 1) * (1 if j else -1)
        mean = ((j + 0.5) ** (p + 1) - near) / (p + 1)
        sides = 2 if j else 1
        assert float(again.highest_cost(j, cost)) == pytest.approx(sides * mean)


def beyond(place="1", bound="1/2", **changes):
    """epsilon 0, delta 1/4, P(|X| > 1): uniform on [-2, 2] above, one multiplier below.

    With g(0) = 1 alone, v(0) = 1/2, v(1) = -1/2 and l = 0, 1, 1, ...: nu = 1/2 and W = 1.
    """
    given = {
        "cost": f"threshold {place}", "delta": "1/4",
        "lower": {"bound": "1/4", "scale": "1", "tests": [{"shift": 1, "first": 0, "values": "1"}]},
        "upper": {"bound": bound, "total": "4", "atom": "0", "masses": "1 1"},
    }  # fmt: skip
    return by_hand(**given | changes)


def test_a_threshold_by_hand_is_accepted():
    report = again.report(beyond())
    assert report.accepted
    assert report.id == "bracket(epsilon=0, delta=1/4, threshold=1)"
    assert reason_of(beyond(place="1/2", bound="3/4")) == ""
    assert reason_of(beyond(place="3", bound="0", lower__bound="0")) == ""
    assert reason_of(beyond(place="2", bound="1/2", sensitivity="2")) == ""


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (beyond(lower__bound="26/100"), "the lower bound is above what is proved"),
        (beyond(place="3"), "the lower bound is above what is proved"),
        (beyond(bound="49/100"), "the upper bound is below what is proved"),
        (beyond(place="99/100"), "the upper bound is below what is proved"),
        (beyond(delta="24/100"), "not private at a shift of 1 cells"),
        (beyond(upper__total="3"), "their sum"),
        (beyond(place="0"), "the threshold is not positive"),
        (beyond(place="1.5"), "not a number p/q"),
        (beyond(place="200000"), "beyond 100000 cells"),
    ],
)
def test_wrong_thresholds_are_rejected(document, reason):
    assert reason in reason_of(document)


def test_thresholds_of_the_solver_are_accepted_and_changed_ones_are_not():
    document = threshold_bracket("1", "1/10", "3/4", gap="1/100").certificate()
    assert reason_of(json.loads(json.dumps(document))) == ""
    lower, upper = document["lower"], document["upper"]
    masses = [int(m) for m in upper["masses"].split()]
    masses[0] += masses[0] // 100
    total = str(int(upper["atom"]) + 2 * sum(masses))
    noise = {**upper, "masses": " ".join(map(str, masses)), "total": total}
    assert "not private" in reason_of(sealed({**document, "upper": noise}))
    test = lower["tests"][-1]
    values = [int(v) for v in test["values"].split()]
    values[values.index(max(values))] *= 2
    wrong = [*lower["tests"][:-1], {**test, "values": " ".join(map(str, values))}]
    found = reason_of(sealed({**document, "lower": {**lower, "tests": wrong}}))
    assert found == "the lower bound is above what is proved"


def test_powers_and_exponentials_are_enclosed():
    assert again.power(Fraction(0), Fraction(1, 2)) == (0, 0)
    with ctx.workprec(200):
        low, high = again.power(Fraction(2), Fraction(1, 2))
        assert low**2 < 2 < high**2
        low, high = again.between(Fraction(1))
    assert low / 2**96 <= math.e <= high / 2**96
    assert 0 < high - low <= 2


def test_a_file_is_replayed_like_any_other(tmp_path):
    path = tmp_path / "bracket.json"
    path.write_text(json.dumps(by_hand()), "utf-8")
    assert replay_file(path, any_statement=False, beside=[]).accepted
    path.write_text(json.dumps({**by_hand(), "n": 2}), "utf-8")
    assert not replay_file(path, any_statement=False, beside=[]).accepted


def endless(**changes):
    """epsilon 1, delta 0, |x|: masses 8, 4 and then half as much in each sensitivity, without end.

    All is 8 + 2 (4 + 2 + ...) = 24, and the cost (8/4 + 2 (4 * 1 + 2 * 2 + 1 * 3 + ...))/24.
    """
    given = {
        "epsilon": "1", "delta": "0",
        "lower": {"bound": "0", "scale": "1", "tests": [{"shift": 1, "first": 0, "values": "0"}]},
        "upper": {"bound": "17/12", "total": "16", "atom": "0", "masses": "8 4", "ratio": "1/2"},
    }  # fmt: skip
    return by_hand(**given | changes)


def test_noise_without_an_end_is_accepted():
    """The cost is 34/24."""
    above = {"upper__bound": "1417/1000"}
    assert reason_of(endless(**above)) == ""
    assert "below what is proved" in reason_of(endless(upper__bound="1416/1000"))
    assert reason_of(endless(upper__ratio="3679/10000", upper__bound="2")) == ""
    # With an end: 8 + 2 (4 + 2 + 1) = 22, of which the last cell, 1, is uncovered.
    ended = {"upper__periods": "2", "upper__bound": "15/11"}
    assert "not private" in reason_of(endless(**ended))
    assert "not private" in reason_of(endless(**ended, delta="45/1000"))
    assert reason_of(endless(**ended, delta="46/1000")) == ""
    assert "below what" in reason_of(endless(**ended | {"upper__bound": "1"}, delta="46/1000"))
    far = {"upper__periods": "9" * 90, "upper__bound": "1417/1000", "delta": "1/1000000"}
    assert reason_of(endless(**far)) == ""
    place = {"cost": "threshold 2", "upper__total": "24", "upper__bound": "26/100"}
    assert reason_of(endless(**place)) == ""
    assert "below what" in reason_of(endless(**place | {"upper__bound": "24/100"}))
    root = endless(cost="1/2", upper__bound="3/2")
    assert reason_of(root) == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"upper__ratio": "1/3"}, "ratio: below e^-epsilon"),
        ({"upper__ratio": "1"}, "ratio: not in (0, 1)"),
        ({"upper__ratio": "0"}, "ratio: not in (0, 1)"),
        ({"upper__ratio": "0.5"}, "not a number p/q"),
        ({"upper__periods": "1/2"}, "not a text of integers"),
        ({"upper__masses": "16", "upper__total": "16"}, "too few for a tail"),
        ({"upper__masses": "4 8", "upper__total": "20"}, "they rise"),
        ({"upper__masses": "8 0", "upper__total": "8", "n": 2}, "they rise"),
        ({"upper__masses": "12 2", "upper__total": "16"}, "not private at a shift of 1 cells"),
        ({"upper__atom": "1", "upper__total": "17"}, "not private at a shift of 0 cells"),
        ({"upper__group": "2"}, "without atom and ratio"),
    ],
)
def test_wrong_noise_without_an_end_is_rejected(changes, reason):
    assert reason in reason_of(endless(**changes))


def test_a_period_without_a_ratio_is_rejected():
    upper = {**by_hand()["upper"], "periods": "3"}
    assert "there is no ratio" in reason_of(by_hand(upper=upper))


def grouped(**changes):
    """epsilon 0, delta 1/20, groups of 10: the brackets by hand, ten times as wide."""
    made = by_hand(delta="1/20", upper__bound="25/4")
    lower, upper = ({**made[end], "group": "10"} for end in ("lower", "upper"))
    document = {**made, "lower": lower, "upper": upper}
    for path, value in changes.items():
        end, name = path.split("__")
        document[end] = {**document[end], name: value}
    return sealed(document)


def test_groups_by_hand_are_accepted_and_wrong_ones_are_not():
    assert reason_of(grouped()) == ""
    assert "below what is proved" in reason_of(grouped(upper__bound="624/100"))
    assert "not private at a shift of 1 cells" in reason_of(grouped(upper__group="9"))
    assert "group: not positive" in reason_of(grouped(lower__group="0"))
    assert "group: not of cells" in reason_of(grouped(upper__group="0"))
    assert "group: not of cells" in reason_of(grouped(upper__n=2))
    atom = {"upper__atom": "1", "upper__total": "5"}
    assert "group: not of cells" in reason_of(grouped(**atom))


def test_a_group_pays_for_its_size():
    """g(0) = 1 alone: nu = 1 - 1/2 at one step of threshold 1, here of ten sensitivities."""
    given = {"place": "10", "delta": "1/40", "bound": "1"}
    made = beyond(**given)
    group = {**made["lower"], "group": "10"}
    made["upper"] = {**made["upper"], "group": "10"}
    assert reason_of(sealed({**made, "lower": group})) == ""
    for size in ("9", "11"):
        wrong = sealed({**made, "lower": {**group, "group": size, "bound": "26/100"}})
        assert "above what is proved" in reason_of(wrong)
    with ctx.workprec(384):
        question = again.Question(Fraction(1), Fraction(1, 100), Fraction(1), Fraction(1), 1)
        three = again.grouped(question, 3)
        assert float(three.delta) == pytest.approx((1 + math.e + math.e**2) / 100)
        assert (three.epsilon, three.sensitivity) == (3, 3)
        with pytest.raises(Rejected, match="beyond 256"):
            again.grouped(question, 257)
