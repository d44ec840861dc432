"""What searches found is remembered between runs, and is a candidate like any other."""

import json

import pytest
import sympy as sp
from noise_families import over, s, x

import dpproofs as dp
from dpproofs.deriving import candidates
from dpproofs.deriving.candidates import candidate
from dpproofs.deriving.enclosure import Over
from dpproofs.kernel import cache
from dpproofs.tactics import remembered
from dpproofs.tactics.remembered import recalled, remember
from dpproofs.tactics.searching import Answer, Task

S = over(dp.positive(s))
MEANT = Over(x * sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2), x, sp.Integer(0), sp.oo)
TASK = Task(MEANT.term, x, MEANT.lower, MEANT.upper)
RIGHT = s * sp.log(2)
TREE = ["Mul", ["Symbol", "s"], ["log", ["Rational", "2", "1"]]]


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.PLACE, str(tmp_path))
    return tmp_path


@pytest.fixture
def searches(monkeypatch):
    """The searches that are made, each of which finds the right answer."""
    made = []

    def answers(task, _seconds):
        made.append(task)
        yield Answer("found now", RIGHT)

    monkeypatch.setattr(candidates, "answers", answers)
    return made


def test_an_answer_is_searched_for_once(place, searches):
    assert candidate(MEANT, S, search=False) is None
    first = candidate(MEANT, S)
    assert candidate(MEANT, S) == candidate(MEANT, S, search=False) == first
    assert len(searches) == 1
    assert len(list(place.rglob("*.json"))) == 1


@pytest.mark.usefixtures("place")
def test_another_question_and_other_finders_search_anew(searches, monkeypatch):
    candidate(MEANT, S)
    candidate(MEANT, over(dp.between(s, 0, 1)))
    assert len(searches) == 2
    monkeypatch.setattr(remembered, "_finders", lambda: "another version")
    candidate(MEANT, S)
    assert len(searches) == 3


FORGED = [
    ["Mul", ["Rational", "2", "1"], TREE],  # another number
    ["Add", TREE, ["Rational", "1", str(10**20)]],  # nearly the same
    ["Mul", ["Rational", "-1", "1"], TREE],
    ["Symbol", "stranger"], ["Infinity"], ["ImaginaryUnit"], [], None, 7, "s*log(2)",
    ["Rational", "1", "0"], ["Rational", "one", "2"], ["Rational", "9" * 101, "1"],
    ["Pow", ["Rational", "10", "1"], ["Rational", "1000000000", "1"]],
    ["factorial", ["Rational", "1000000000", "1"]],
    ["Function", ["Symbol", "s"]], ["preview", ["Symbol", "s"]], ["__doc__"], [["Mul"]],
]  # fmt: skip


@pytest.mark.parametrize("value", FORGED, ids=str)
def test_a_forged_answer_is_refused_and_found_again(place, searches, value):
    first = candidate(MEANT, S)
    (file,) = place.rglob("*.json")
    good = file.read_bytes()
    file.write_text(json.dumps(["found before", value, None]), "ascii")
    assert candidate(MEANT, S, search=False) is None
    assert candidate(MEANT, S) == first
    assert len(searches) == 2
    assert file.read_bytes() == good


@pytest.mark.parametrize("content", ["", "{", "[]", "[1, 2]", '[7, ["Symbol", "s"], null]', "é"])
def test_a_damaged_file_is_found_again(place, searches, content):
    candidate(MEANT, S)
    (file,) = place.rglob("*.json")
    file.write_bytes(content.encode("latin-1"))
    assert candidate(MEANT, S).value == RIGHT
    assert len(searches) == 2


@pytest.mark.parametrize(
    "value",
    [
        RIGHT, sp.pi**2 * s**2 / 3, sp.Catalan + sp.EulerGamma * sp.E, sp.zeta(s, sp.S(1) / 4),
        sp.lowergamma(s, 1) * sp.erfc(s) - sp.Ei(-1), sp.sqrt(2) * sp.asin(s),
    ],
)  # fmt: skip
def test_what_is_written_is_read_back(place, value):
    remember(TASK, "", Answer("by hand", value, value * x))
    assert recalled(TASK, "") == Answer("by hand", value, value * x)
    assert any(place.iterdir())


@pytest.mark.parametrize("value", [sp.Float("0.5"), sp.Function("f")(s), sp.Piecewise((s, s > 1))])
def test_what_could_not_be_read_back_is_not_written(place, value):
    remember(TASK, "", Answer("by hand", value))
    assert not any(place.iterdir())


def test_nothing_is_kept_where_there_is_no_place(monkeypatch, tmp_path):
    monkeypatch.setenv(cache.PLACE, "")
    remember(TASK, "", Answer("by hand", RIGHT))
    assert recalled(TASK, "") is None
    monkeypatch.setenv(cache.PLACE, str(tmp_path / "file"))
    (tmp_path / "file").write_text("no directory")
    remember(TASK, "", Answer("by hand", RIGHT))
    assert recalled(TASK, "") is None


@pytest.mark.usefixtures("place")
def test_a_family_and_an_integral_use_what_is_remembered(monkeypatch):
    density = sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2)
    logistic = dp.Family("logistic_kept", x=x, domain=S, pieces=[dp.Piece(density, 0, sp.oo)])
    remember(TASK, str(S), Answer("found before", RIGHT))
    monkeypatch.setattr(candidates, "answers", None)
    cost = logistic.cost(1)
    assert cost.value == 2 * RIGHT
    assert "found before" in str(cost.path)
    asked = dp.derive_integral(MEANT.term, x, 0, sp.oo, S)
    assert asked.value == RIGHT
    assert "found before" in asked.path


@pytest.mark.usefixtures("place")
def test_a_value_alone_of_the_whole_line_stays_open(monkeypatch):
    y = sp.Symbol("x", real=True)
    density = sp.exp(-y / s) / (s * (1 + sp.exp(-y / s)) ** 2)
    line = dp.Family(
        "line", x=y, domain=S, even=False, pieces=[dp.Piece(density, -sp.oo, sp.oo)]
    )  # fmt: skip
    value = sp.pi**2 * s**2 / 3
    remember(Task(y**2 * density, y, -sp.oo, sp.oo), str(S), Answer("found before", value))
    monkeypatch.setattr(candidates, "answers", None)
    cost = line.cost(2)
    assert cost.value == value
    assert cost.verdict.decision == "open"
    assert "at three points it agrees with enclosures" in cost.verdict.note
