"""The best of two parameters, and the best parameter under conditions."""

import pytest
import sympy as sp
from noise_families import over, s, x

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

w, c = sp.symbols("w c", positive=True)
q = sp.Symbol("q", nonnegative=True)
WITH_ATOM = dp.Family(
    "atom", x=x, domain=over(dp.positive(w), dp.between(q, 0, 1, "[)")),
    pieces=[dp.Piece((1 - q) / (2 * w), 0, w)], atoms=[(0, q)],
)  # fmt: skip
BOX = dp.Family(
    "box", x=x, domain=over(dp.positive(c), dp.positive(s)), pieces=[dp.Piece(1 / (2 * s), 0, s)]
)
NEAR_ONE = (x - 1) ** 2


@pytest.mark.parametrize(
    ("where", "place", "least"),
    [
        ((), (sp.Rational(3, 2), 0), sp.Rational(1, 4)),
        ((q >= sp.Rational(1, 5),), (sp.Rational(3, 2), sp.Rational(1, 5)), sp.Rational(2, 5)),
        (w <= 1, (1, 0), sp.Rational(1, 3)),
    ],
)
def test_the_least_over_two_parameters_is_decided(where, place, least):
    best = WITH_ATOM.minimise((w, q), NEAR_ONE, where=where)
    assert (tuple(best.place), best.value) == (place, least)
    assert best.unique, best.verdict.note
    assert replay(best.certificate, any_statement=True).accepted
    with pytest.raises(BadInput, match="one parameter"):
        best.place_enclosure()


def test_a_condition_may_speak_of_other_parameters():
    best = BOX.minimise(s, 2, where=2 * s >= c)
    assert (best.place, best.value) == (c / 2, c**2 / 12)
    assert best.unique
    assert BOX.minimise(s, NEAR_ONE, where=s >= -c).place == sp.Rational(3, 2)  # says nothing more


def test_a_condition_that_is_not_the_tighter_bound_for_all_parameters_is_refused():
    above = BOX.with_domain(over(dp.positive(c), dp.between(s, 1, sp.oo, "[)")))
    with pytest.raises(BadInput, match="where"):
        above.minimise(s, 2, where=s >= c)
    assert above.minimise(s, 2, where=s >= sp.Rational(1, 2)).place == 1
    assert above.minimise(s, 2, where=s >= 1).place == 1
    assert above.minimise(s, 2, where=s > 1).place is None  # for none is the least


def test_a_least_cost_that_leaves_a_parameter_free_is_no_place():
    longer = dp.Family(
        "longer", x=x, domain=over(dp.positive(s), dp.between(q, 0, 1, "[]")),
        pieces=[dp.Piece(1 / (2 * s * (1 + q)), 0, s * (1 + q))],
    )  # fmt: skip
    best = longer.minimise((s, q), NEAR_ONE)
    assert best.place is None
    assert not best.unique
    assert best.value == sp.Rational(1, 4)
    assert "same for every" in best.note


def test_a_least_cost_that_is_not_taken_stays_open():
    best = BOX.minimise((c, s), 2)
    assert best.place is None
    assert best.verdict.decision is Decision.open or not best.unique


@pytest.mark.parametrize(
    ("parameter", "where"),
    [
        ((w, w), ()), ((w, q, w), ()), ((), ()), ("w", ()), ((w, c), ()), (w, "w < 1"),
        (w, w > 1 / w), (w, sp.Eq(w, 1)), (w, c < w), (w, q < sp.Rational(1, 2)), (w, None),
        (w, w < -1),
    ],
)  # fmt: skip
def test_what_is_no_choice_and_no_bound_is_refused(parameter, where):
    with pytest.raises(BadInput) as error:
        WITH_ATOM.minimise(parameter, 2, where=where)
    assert "\n" not in str(error.value)
