"""Examples of hypotheses that are none are told, whatever the hypotheses say."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.checkers.models import misfit
from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private
from dpproofs.kernel.derivation import Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import at_most, equal
from dpproofs.kernel.terms import Mass, interval
from dpproofs.theorems.samples import geometric, laplace, symmetric, two_points, uniform

b, D = sp.symbols("b Delta", positive=True)
ON = Domain((between(b, 0, 1), positive(D)))
x = sp.Symbol("x", nonnegative=True)
X, Y, COST = Given("X", "noise"), Given("Y", "noise"), Given("L", "cost")
WHOLE = Given("X", "noise", on="integers")
_zero, _one = sp.Integer(0), sp.Integer(1)
_laplace = laplace(b, D)


def stated(claim, *examples, given=(X, Y, COST)):
    """A sentence with one hypothesis, and its examples."""
    goal = Goal(at_most(Mass(given[0](), interval(0, 1)), 1), ON)
    return Statement(
        id="staircase.eq3", paper="staircase", item="", title="", printed_latex="",
        printed=(goal,), parameters=ON, given=given, hypotheses=(Goal(claim, ON),),
        examples=tuple(examples),
    )  # fmt: skip


def private(level=b, delta=_zero, reach=D):
    return Private(X(), -sp.log(level), delta, reach)


@pytest.mark.parametrize(
    ("claim", "noise"),
    [
        (private(), _laplace),
        (private(reach=D / 2, level=sp.sqrt(b)), _laplace),
        (private(level=_one, delta=b, reach=D), uniform(b / D)),
        (private(level=_one, delta=_one), two_points(sp.Rational(1, 3))),
        (Even(X()), _laplace),
        (Even(X()), symmetric(sp.Lambda(x, b / (1 + x)))),
    ],
)
def test_what_is_so_is_not_contradicted(claim, noise):
    assert misfit(stated(claim, {"X": noise}), tries=100) == ""


@pytest.mark.parametrize(
    ("claim", "noise"),
    [
        (private(level=sp.sqrt(b)), _laplace),
        (private(reach=2 * D), _laplace),
        (private(), uniform(b / D)),
        (private(level=_one, delta=b / 2), uniform(b / D)),
        (private(), two_points(sp.Rational(1, 3))),
        (Even(X()), laplace(b, D, (), D)),
        (Even(X()), two_points(sp.Rational(1, 3))),
    ],
)
def test_what_is_not_so_is_seen(claim, noise):
    assert "fail" in misfit(stated(claim, {"X": noise}), tries=100)


def test_noise_on_the_integers_is_moved_by_integers_only():
    for reach, fits in ((1, True), (2, False)):
        found = stated(private(reach=sp.Integer(reach)), {"X": geometric(b)}, given=(WHOLE,))
        assert (misfit(found, tries=100) == "") == fits
    line = stated(private(reach=_one), {"X": geometric(b)})
    assert "fail" in misfit(line, tries=100)


def test_smaller_tails_cost_less_and_larger_ones_need_not():
    wide = laplace(b, 2 * D)
    claim = Cheaper(X(), Y(), COST.name)
    assert misfit(stated(claim, {"X": _laplace, "Y": wide})) == ""
    assert misfit(stated(claim, {"X": _laplace, "Y": _laplace})) == ""
    assert "fail" in misfit(stated(claim, {"X": wide, "Y": _laplace}))


def test_an_example_names_everything_that_the_hypotheses_speak_of():
    claim = Cheaper(X(), Y(), COST.name)
    assert misfit(stated(claim, {"X": _laplace})) == "no example is given of Y"
    both = stated(claim, {"X": _laplace, "Y": _laplace}, {"Y": _laplace})
    assert misfit(both) == "no example is given of X"
    assert misfit(stated(equal(Mass(Y(), interval(0, 1)), 0), {})) == "no example is given of Y"


def test_what_cannot_be_evaluated_is_no_example():
    name = sp.Function("f")
    given = (X, Given("f", "function", 1))
    body = sp.Piecewise((sp.exp(-x), x < 1), (1, True))
    claim = at_most(name(b), 2)
    good, unknown = ({"f": sp.Lambda(x, found)} for found in (sp.Min(x, 1), body))
    assert misfit(stated(claim, good, given=given)) == ""
    assert "cannot be evaluated" in misfit(stated(claim, unknown, given=given))
    joined = at_most(Mass(X(), interval(0, sp.Function("f")(b))), 2)
    assert misfit(stated(joined, {**good, "X": _laplace}, given=given)) == ""


def test_a_hypothesis_of_another_kind_is_refused():
    claim = Expected(X(), x, x, "<=", _one)
    with pytest.raises(BadInput, match="private, even, cheaper"):
        misfit(stated(claim, {"X": _laplace}))


def test_one_example_that_fits_does_not_excuse_another():
    found = stated(private(), {"X": _laplace})
    assert misfit(found) == ""
    assert "fail" in misfit(replace(found, examples=({"X": _laplace}, {"X": uniform(1 / D)})))
