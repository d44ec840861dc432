"""Examples of hypotheses that are none are told, whatever the hypotheses say."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from flint import arb

from dpproofs.checkers.models import misfit
from dpproofs.checkers.numbers import ball
from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private
from dpproofs.kernel.derivation import Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.examples import in_example
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.terms import Mass, Meet, Outside, interval
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
    goal = Goal(that(Mass(given[0](), interval(0, 1))) <= 1, ON)
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
    assert misfit(stated(that(Mass(Y(), interval(0, 1))) == 0, {})) == "no example is given of Y"


def test_what_cannot_be_evaluated_is_no_example():
    name = sp.Function("f")
    given = (X, Given("f", "function", 1))
    body = sp.Piecewise((sp.exp(-x), x < 1), (1, True))
    claim = that(name(b)) <= 2
    good, unknown = ({"f": sp.Lambda(x, found)} for found in (sp.Min(x, 1), body))
    assert misfit(stated(claim, good, given=given)) == ""
    assert "cannot be evaluated" in misfit(stated(claim, unknown, given=given))
    joined = that(Mass(X(), interval(0, sp.Function("f")(b)))) <= 2
    assert misfit(stated(joined, {**good, "X": _laplace}, given=given)) == ""


def test_an_integral_is_found_by_quadrature():
    name = sp.Function("f")
    claim = Integral(name(x), x, _zero, D, D**2 / 2)
    right, wrong = ({"f": sp.Lambda(x, found)} for found in (x, 2 * x))
    given = (X, Given("f", "function", 1))
    assert misfit(stated(claim, right, given=given)) == ""
    assert misfit(stated(claim, wrong, given=given)) == "the hypotheses fail in the example given"


def test_a_hypothesis_of_another_kind_is_refused():
    for claim in (
        Expected(X(), x, x, "==", _one),
        Loss(X(), X(), _zero, _one, x, x, "==", _zero),
    ):
        with pytest.raises(BadInput, match="private, even, cheaper"):
            misfit(stated(claim, {"X": _laplace}))


def test_a_bound_on_a_cost_is_held_against_the_tails():
    for budget, fits in ((D / -sp.log(b), True), (D / (-4 * sp.log(b)), False)):
        found = stated(Expected(X(), x, x, "<=", budget), {"X": _laplace})
        assert (misfit(found, tries=100) == "") == fits


def test_a_bound_from_below_is_held_against_the_cost():
    for least, fits in ((_one, True), (_one + b / 10, False)):
        found = stated(Expected(X(), x, x + 1, ">=", least), {"X": _laplace})
        assert (misfit(found, tries=100) == "") == fits


def test_of_noise_that_is_defined_the_cost_is_enough():
    density = Pieces("f", sp.Symbol("x", real=True), (), Domain(), (Piece(_one, sp.oo),))
    given = (X, Given("v", "function"))
    noise, budget = sp.Function("Q")(), sp.Function("v")()
    goal = Goal(Expected(noise, x, sp.Min(x, 1), "<=", budget), ON)
    for most, fits in ((_one, True), (b, False)):
        found = replace(
            stated(private(), {"X": _laplace, "v": sp.Lambda((), most)}, given=given),
            definitions=(density, Law("Q", (), Domain(), "f")), hypotheses=(goal,),
        )  # fmt: skip
        assert (misfit(found, tries=100) == "") == fits


@pytest.mark.parametrize(
    ("loss", "most", "fits"),
    [
        (x, -sp.log(b), True),
        (x, -sp.log(b) / 10, False),
        (sp.exp(2 * x), b**-2, True),
        (sp.exp(2 * x), b ** -sp.Rational(1, 10), False),
        (sp.Max(1 - sp.exp(-x), 0), _one, True),
    ],
)
def test_a_bound_on_a_loss_is_held_against_two_parts_of_the_line(loss, most, fits):
    x_ = sp.Symbol("l", real=True)
    claim = Loss(X(), X(), D, _one, x_, loss.xreplace({x: x_}), "<=", most)
    assert (misfit(stated(claim, {"X": _laplace}), tries=100) == "") == fits


def test_one_example_that_fits_does_not_excuse_another():
    found = stated(private(), {"X": _laplace})
    assert misfit(found) == ""
    assert "fail" in misfit(replace(found, examples=({"X": _laplace}, {"X": uniform(1 / D)})))


# -- what nothing satisfies -----------------------------------------------------------------------

S = sp.Function("S")()
_wide = laplace(sp.Rational(1, 2), 5)


@pytest.mark.parametrize(
    ("claim", "noise"),
    [
        (that(Mass(X(), S)) <= sp.Rational(9, 10), _wide),  # not of the line
        (that(sp.Rational(1, 1000)) <= Mass(X(), S), _wide),  # not of the empty set
        (private(delta=-sp.Rational(1, 10**9)), _laplace),  # nor is this true of the empty set
    ],
)
def test_a_hypothesis_about_every_set_is_tried_on_many(claim, noise):
    assert "fail" in misfit(stated(claim, {"X": noise}))


@pytest.mark.parametrize("T", [S, interval(-1, 2, "[)")])
def test_a_hypothesis_that_every_set_keeps_is_not_contradicted(T):
    inside, outside = Mass(X(), Meet(S, T)), Mass(X(), Meet(Outside(T), S))
    assert misfit(stated(that(inside) <= Mass(X(), T), {"X": _laplace})) == ""
    assert misfit(stated(that(outside) <= 1 - Mass(X(), T), {"X": _laplace})) == ""
    assert "fail" in misfit(stated(that(inside) <= outside, {"X": _laplace}))


@pytest.mark.parametrize(
    ("left", "right", "value"),
    [
        (interval(-sp.oo, 1, "()"), interval(0, sp.oo, "()"), 0.25),
        (interval(-sp.oo, 1, "()"), interval(-sp.oo, 0, "()"), 0.5),
        (Outside(interval(0, 1, "[)")), interval(-1, 2, "[)"), 0.375),
        (interval(-1, 2, "[)"), Outside(interval(0, 1, "[)")), 0.375),
        (Outside(interval(0, 1, "[)")), Outside(interval(1, 2, "[)")), 0.625),
    ],
)
def test_the_mass_of_what_two_sets_have_in_common(left, right, value):
    """Of the noise with P(X >= u) = 2^(-u)/2 for u >= 0."""
    halves = laplace(sp.Rational(1, 2), 1)
    mass = in_example(Mass(X(), Meet(left, right)), {"X": halves})
    assert abs(ball(mass, {}) - arb(value)) < 1e-9
