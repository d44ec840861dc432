"""Candidates from SymPy: found in other processes, within a budget, and never believed."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp
from noise_families import LAPLACE, TRIANGULAR, over, s, x

import dpproofs as dp
from dpproofs.deriving import candidates, costs, derived
from dpproofs.deriving.candidates import candidate
from dpproofs.deriving.enclosure import Over
from dpproofs.kernel.errors import DpproofsError
from dpproofs.kernel.verdict import Decision
from dpproofs.tactics import budget, searching
from dpproofs.tactics.budget import left, spending, spent
from dpproofs.tactics.searching import Answer, Task, answers
from dpproofs.tactics.ways import plain, ways

S = over(dp.positive(s))
MEANT = Over(x * sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2), x, sp.Integer(0), sp.oo)
RIGHT = s * sp.log(2)
LONG = sp.exp(-(x**4) - x**3 - s * sp.sqrt(1 + x**3)) * sp.log(1 + sp.exp(x))


def test_a_search_in_other_processes_finds_what_our_tactics_do_not():
    found = candidate(MEANT, S)
    assert sp.expand(found.value - RIGHT) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        -RIGHT, 2 * RIGHT, s, sp.oo, sp.nan, RIGHT + sp.I, sp.Symbol("z"), s * sp.log(-2),
        RIGHT + sp.Rational(1, 10**10), sp.Integral(x, (x, 0, s)), sp.sqrt((s - 1) ** 2) + 1 - s,
        RIGHT + sp.Heaviside(s - 10**6), sp.Function("f")(s),
    ],
)  # fmt: skip
def test_a_wrong_candidate_is_passed_over(monkeypatch, wrong):
    asked = [Answer("wrong", wrong), Answer("nothing", None), Answer("right", RIGHT)]
    monkeypatch.setattr(candidates, "answers", lambda _task, _seconds: (each for each in asked))
    kept = candidate(MEANT, S)
    assert kept.how == "right" or sp.expand(kept.value - RIGHT) == 0
    monkeypatch.setattr(candidates, "answers", lambda _task, _seconds: (each for each in asked[:1]))
    assert candidate(MEANT, S) is None or wrong.has(sp.Heaviside)


@pytest.mark.parametrize(
    ("integrand", "lower", "upper"),
    [  # where SymPy has been wrong, or still is: a sign lost under a root, a jump passed over
        (sp.sqrt((x - 1) ** 2), 0, 2),
        (1 / (2 + sp.cos(x)), 0, 2 * sp.pi),
        (sp.Abs(sp.sin(x)), 0, 4),
        (sp.exp(-sp.Abs(x - 1)), 0, 3),
    ],
)
def test_an_integral_that_misleads_sympy_is_right_or_not_there(integrand, lower, upper):
    meant = Over(integrand, x, sp.S(lower), sp.S(upper))
    found = candidate(meant, over(), seconds=6)
    if found is not None:
        exact = sp.Integral(integrand, (x, lower, upper)).evalf(20)
        assert abs(sp.N(found.value, 20) - exact) < 1e-8


def test_the_budget_of_a_call_holds_for_other_processes_too(monkeypatch):
    monkeypatch.setenv("DPPROOFS_PATIENCE", "1")
    with spending(3):
        assert 2.5 < left(10) <= 3
        spent(2)
        assert left(10) <= 1
        with spending(50):  # inside, the call around it counts
            assert left(10) <= 1
        spent(2)
        assert list(answers(Task(x, x, sp.Integer(0), s), 10)) == []
    assert left(10) == 10


def children(pid):
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return listed.read_text().split() if listed.exists() else []


def test_a_search_that_is_left_ends_its_processes():
    found = answers(Task(x, x, sp.Integer(0), s), 60)
    assert next(found).spent >= 0
    helper = searching._HELPERS[os.getpid()]
    found.close()
    assert helper.poll() is None  # it is there for the next one
    assert not children(helper.pid)
    assert any(found.value == s**2 / 2 for found in answers(Task(x, x, sp.Integer(0), s), 5))
    assert searching._HELPERS[os.getpid()] is helper


def test_searches_side_by_side_take_no_more_than_they_are_given(monkeypatch):
    monkeypatch.setenv("DPPROOFS_PATIENCE", "1")
    charged = []
    monkeypatch.setattr(searching, "spent", charged.append)
    assert list(answers(Task(LONG, x, sp.Integer(0), sp.oo), 4)) == []
    assert 2 < sum(charged) < 5.5


def test_a_search_that_was_interrupted_leaves_the_next_one_free(monkeypatch):
    def interrupts(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(candidates, "agreement", interrupts)
    with pytest.raises(KeyboardInterrupt) as error:
        candidate(Over(x, x, sp.Integer(0), s), S)
    monkeypatch.undo()
    assert error.tb is not None  # which keeps the frames alive, as a notebook does
    assert candidate(Over(x, x, sp.Integer(0), s), S).value == s**2 / 2


def test_a_helper_that_died_is_started_again():
    list(answers(Task(x, x, sp.Integer(0), s), 5))
    searching._HELPERS[os.getpid()].kill()
    searching._HELPERS[os.getpid()].wait()
    assert any(found.value == s**2 / 2 for found in answers(Task(x, x, sp.Integer(0), s), 5))


def test_values_with_conditions_are_taken_without_them():
    assert plain(sp.Piecewise((s, s > 1), (sp.oo, True))) == s
    assert plain(sp.Piecewise((sp.oo, s > 1), (s, True))) is None
    assert "SymPy's integrate" in [how for how, _ in ways(Task(x, x, sp.Integer(0), s))]


ERRORS = [
    sp.PolynomialError("a generator"), sp.polys.polyerrors.CoercionFailed(),
    SystemError("callback"), AttributeError("name"), NotImplementedError(), RecursionError(),
    ZeroDivisionError(), sp.ShapeError("s"), TypeError("a\nb"),
]  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("ask", [lambda f: f.cost(5), lambda f: f.cost_of(x**7)])
def test_an_error_from_below_becomes_an_open_answer_that_names_it(monkeypatch, error, ask):
    def fails(*_args, **_options):
        raise error

    monkeypatch.setattr(costs, "total", fails)
    costs.expected_once.cache_clear()
    cost = ask(replace(TRIANGULAR, name="errs"))
    costs.expected_once.cache_clear()
    assert cost.value is None
    assert cost.verdict.decision is Decision.open
    assert type(error).__name__ in cost.verdict.note
    assert "\n" not in cost.verdict.note
    low, high = cost.enclosure(s=1, digits=5)
    assert 0 < low <= high


@pytest.mark.parametrize(
    "density",
    [sp.Matrix([1]), sp.zoo, sp.nan, sp.I, sp.Derivative(sp.Function("f")(x), x), x > 1, [1]],
)
def test_what_cannot_be_read_is_refused_in_one_line(density):
    with pytest.raises(DpproofsError) as error:
        dp.Family("odd", x=x, domain=S, pieces=[dp.Piece(density, 0, s)])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("place", [0, -1, sp.Symbol("z"), "1", None, 1.5j])
def test_a_place_that_is_none_is_refused(place):
    if not (isinstance(place, sp.Symbol)):
        with pytest.raises(DpproofsError):
            LAPLACE.tail(place)


def test_a_call_without_time_ends_at_once_and_still_has_enclosures():
    begun = time.process_time()
    cost = replace(LAPLACE, name="hurried", seconds=0).cost_of(x * sp.log(1 + x))
    assert cost.value is None
    assert time.process_time() - begun < 20
    low, high = cost.enclosure(**{"lambda": 1}, digits=6)
    assert 0 < low <= high


def forever(*_args):
    while True:
        pass


def test_a_call_that_does_something_else_than_search_is_ended_too(monkeypatch):
    monkeypatch.setenv("DPPROOFS_PATIENCE", "1")
    monkeypatch.setattr(budget, "LATE", 0.3)
    monkeypatch.setattr(costs, "total", forever)
    costs.expected_once.cache_clear()
    begun = time.process_time()
    cost = replace(TRIANGULAR, name="endless", seconds=0.2).cost(9)
    costs.expected_once.cache_clear()
    assert cost.value is None
    assert "in the time given" in cost.verdict.note
    assert time.process_time() - begun < 3


def test_checkers_that_take_too_long_leave_a_formula_open(monkeypatch):
    monkeypatch.setenv("DPPROOFS_PATIENCE", "1")
    monkeypatch.setattr(budget, "LATE", 0.3 - budget.CALL)
    monkeypatch.setattr(derived, "verify", forever)
    cost = replace(TRIANGULAR, name="slow").cost(1)
    assert cost.value == s / 3
    assert cost.verdict.decision is Decision.open
    assert cost.verdict.note.endswith("in time.")
