"""The rules by which tails are compared, and the misuse that their shapes exclude."""

from __future__ import annotations

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal, Statement, Step
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import at_most, equal
from dpproofs.kernel.rules import instance
from dpproofs.verify import check_steps

x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
n, n_1, n_2 = sp.symbols("n n_1 n_2", integer=True)
y = sp.Symbol("y", positive=True)
F, G = sp.Function("F"), sp.Function("G")
SUP, CHEAP, DEAR = (sp.Function(name)() for name in ("sup", "cheap", "dear"))

NOTHING = Domain()
UP, AHEAD = Domain((between(h, 0, 2, "(]"),)), Domain((between(x, 0, 2, "(]"),))
INSIDE = Domain((between(x, 0, 2), between(h, 0, 2 - x, "(]")))
MULTIPLES = Domain(
    (index(n, 2), index(n_1, 1, n), index(n_2, 1, n), between(h, 0, 2 / n, "(]"))
)  # fmt: skip
FEWER = Domain((index(n, 3), *MULTIPLES.variables[1:]))
PERIODS = Domain((between(x, 0, 2), index(n, 0)))
PLACES = Domain((index(n_1, 1, 2), index(n, 0)))


def first(count):
    return Domain((index(n, 0, count),))


COUNT = Domain((index(n, 0),))
GROWS = at_most(0, F(n + 1) - F(n))
PROPORTION = Goal(at_most(n_2 * F(n_1 * h), n_1 * G(n_2 * h)), MULTIPLES)
MONOTONE = Goal(at_most(G(x), G(x + h)), INSIDE)
RATIO = Goal(at_most(h * F(x), x * G(h)), AHEAD & UP)
LENGTHS = {"small": F(x), "great": G(x), "width": sp.Integer(2)}
BOUNDED, BEGUN = Goal(at_most(F(x), G(h)), AHEAD & UP), Goal(at_most(0, G(h)), UP)
TOP = {
    "set": F(x), "start": sp.Integer(0), "above": G(h), "width": sp.Integer(2),
    "supremum": sp.Symbol("sup"),
}  # fmt: skip
MOST = {
    "set": F(n), "start": sp.Integer(0), "above": sp.Integer(9), "last": sp.Integer(2),
    "maximum": sp.Symbol("sup"),
}  # fmt: skip
MANY = (
    Goal(at_most(F(n), 9), Domain((index(n, 0, 2), index(n_1, 0, 2)))),
    Goal(at_most(0, 9), Domain((index(n_1, 0, 2),))),
)
CHEAPER = Goal(at_most(CHEAP, DEAR), NOTHING)
LINE, LOWER = (Goal(at_most(k - x, G(x + 2 * n)), PERIODS) for k in (0, -1))
WHOLE = Goal(at_most(-n_1, G(n_1 + 2 * n)), PLACES)


def order(near, far):
    return {
        "near": near, "far": far, "function": sp.Symbol("G"), "width": sp.Integer(2),
        "cheaper": sp.Symbol("cheap"), "dearer": sp.Symbol("dear"),
    }  # fmt: skip


RIGHT = {
    "increments": (
        [Goal(GROWS, first(4))], Goal(at_most(F(0), F(n)), first(5)),
        {"terms": F(n), "last": sp.Integer(5)},
    ),
    "increments, for ever": (
        [Goal(GROWS, COUNT)], Goal(at_most(F(0), F(n)), COUNT), {"terms": F(n), "last": sp.oo},
    ),
    "commensurable": ([PROPORTION, MONOTONE], RATIO, LENGTHS),
    "supremum: start": ([BOUNDED, BEGUN], Goal(at_most(0, SUP), NOTHING), TOP),
    "supremum: set": ([BOUNDED, BEGUN], Goal(at_most(F(x), SUP), AHEAD), TOP),
    "supremum: above": ([BOUNDED, BEGUN], Goal(at_most(SUP, G(h)), UP), TOP),
    "maximum: start": (MANY, Goal(at_most(0, SUP), NOTHING), MOST),
    "maximum: set": (MANY, Goal(at_most(F(n), SUP), first(2)), MOST),
    "maximum: above": (MANY, Goal(at_most(SUP, 9), Domain((index(n_1, 0, 2),))), MOST),
    "stochastic order by periods": ([LINE, LOWER], CHEAPER, order(-x, -1 - x)),
    "stochastic order by periods, integers": ([WHOLE, WHOLE], CHEAPER, order(-n_1, -n_1)),
}  # fmt: skip
WRONG = {
    "increments": [
        ([Goal(GROWS, first(2))], *RIGHT["increments"][1:]),
        ([Goal(GROWS, first(4))], Goal(at_most(F(1), F(n)), first(5)), RIGHT["increments"][2]),
        ([Goal(GROWS, first(4))], Goal(at_most(F(0), F(n)), first(6)), RIGHT["increments"][2]),
    ],
    "commensurable": [
        ([PROPORTION, Goal(at_most(F(x), F(x + h)), INSIDE)], RATIO, LENGTHS),
        ([Goal(PROPORTION.proposition, FEWER), MONOTONE], RATIO, LENGTHS),
        ([PROPORTION, MONOTONE], Goal(at_most(x * F(x), h * G(h)), AHEAD & UP), LENGTHS),
        ([PROPORTION, MONOTONE], RATIO, {**LENGTHS, "width": sp.Integer(-2)}),
    ],
    "supremum: start": [
        ([BOUNDED, BOUNDED], Goal(at_most(0, SUP), NOTHING), TOP),
        ([BOUNDED, BEGUN], Goal(at_most(SUP, 0), NOTHING), TOP),
    ],
    "supremum: above": [([BOUNDED, BEGUN], Goal(at_most(SUP, F(h)), UP), TOP)],
    "maximum: set": [(MANY, Goal(at_most(F(n), SUP), first(3)), MOST)],
    "stochastic order by periods": [
        ([LINE, LINE], CHEAPER, order(-x, -1 - x)),
        ([LINE, LOWER], Goal(at_most(DEAR, CHEAP), NOTHING), order(-x, -1 - x)),
    ],
    "stochastic order by periods, integers": [
        ([Goal(WHOLE.proposition, Domain((index(n_1, 1, 1), index(n, 0))))] * 2,
         CHEAPER, order(-n_1, -n_1)),
    ],
}  # fmt: skip


def derived(name, premises, conclusion, bindings, *more):
    steps = [Step(str(i + 1), goal, "assume", "") for i, goal in enumerate((*premises, *more))]
    uses = tuple(step.name for step in steps[: len(premises)])
    hints = {"rule": name.split(", for")[0], "bindings": bindings}
    return Derivation((*steps, Step(str(len(steps) + 1), conclusion, "rule", "", hints, uses)))


def accepted(derivation):
    return check(derivation.steps[-1], derivation).established


@pytest.mark.parametrize("name", RIGHT)
def test_a_rule_gives_its_conclusion(name):
    assert accepted(derived(name, *RIGHT[name]))


@pytest.mark.parametrize(("name", "place"), [(k, i) for k in WRONG for i in range(len(WRONG[k]))])
def test_a_rule_gives_nothing_else(name, place):
    assert not accepted(derived(name, *WRONG[name][place]))


def test_lengths_do_not_count_their_pieces():
    with pytest.raises(BadInput, match="parameters"):
        accepted(derived("commensurable", [PROPORTION, MONOTONE], RATIO, {**LENGTHS, "small": n}))


def test_a_supremum_is_not_known_before():
    known = Goal(equal(SUP, 7), NOTHING)
    name = "supremum: set"
    assert not accepted(derived(name, *RIGHT[name], known))


def test_a_supremum_stands_for_one_set():
    name = "supremum: set"
    steps = list(derived(name, *RIGHT[name]).steps)
    hints = {"rule": "supremum: start", "bindings": {**TOP, "start": sp.Integer(1)}}
    more = Goal(at_most(1, G(h)), UP)
    steps.append(Step("4", more, "assume", ""))
    last = Step("5", Goal(at_most(1, SUP), NOTHING), "rule", "", hints, ("1", "4"))
    derivation = Derivation((*steps, last))
    assert not check(last, derivation).established


@pytest.mark.parametrize(("body", "right"), [(sp.Integer(0), True), (-y, False)])
def test_a_supremum_has_every_parameter_as_an_argument(body, right):
    name = "supremum: set"
    derivation = derived(name, *RIGHT[name])
    statement = Statement(
        id="t", paper="t", item="t", title="t", printed_latex="t",
        printed=(RIGHT[name][1],), hypotheses=tuple(RIGHT[name][0]),
        models=({"F": sp.Lambda(x, body), "G": sp.Lambda(x, 1)},),
    )  # fmt: skip
    assert check_steps(statement, derivation)[-1].established is right


def test_the_arguments_of_a_place_do_not_change_places():
    u, place = sp.Symbol("u", positive=True), sp.Function("place")
    curve, steps, last = x - y / (y + u), [], []
    bindings = {
        "curve": curve, "slope": sp.Integer(1), "lower": sp.Integer(0), "upper": sp.Integer(1),
        "place": sp.Symbol("place"),
    }  # fmt: skip
    for one, other in ((y, u), (u, y)):
        on = Domain((positive(one), positive(other)))
        found = equal(curve.xreplace({x: 1 / (1 + sp.exp(place(one, other)))}), 0)
        premises, conclusion = instance("intermediate value", bindings, on)
        assert conclusion == Goal(found, on)
        first = len(steps)
        steps += [Step(str(first + i + 1), goal, "assume", "") for i, goal in enumerate(premises)]
        uses = tuple(step.name for step in steps[first:])
        hints = {"rule": "intermediate value", "bindings": bindings}
        steps.append(Step(str(len(steps) + 1), conclusion, "rule", "", hints, uses))
        last.append(check(steps[-1], Derivation(tuple(steps))).established)
    assert last == [True, False]
