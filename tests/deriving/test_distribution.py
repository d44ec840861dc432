"""Tails and distribution functions, piece by piece."""

from fractions import Fraction

import pytest
import sympy as sp
from noise_families import (
    ASYMMETRIC,
    AT,
    GEOMETRIC,
    LAPLACE,
    PAIR,
    PARITY,
    STAIRCASE,
    STEPS,
    TRIANGULAR,
    b,
    c,
    h,
    lam,
    n,
    over,
    s,
    w,
    y,
)  # fmt: skip

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

t = sp.Symbol("t", positive=True)


def holds(found):
    assert found.verdict.decision is Decision.holds, found.verdict.note
    assert replay(found.certificate, any_statement=True).accepted


def test_the_tail_of_laplace_noise():
    tail = LAPLACE.tail(t)
    assert tail.value == sp.exp(-t / lam)
    holds(tail)


def test_the_tail_of_a_bounded_density_is_0_beyond_it():
    tail = TRIANGULAR.tail(t)
    inside, outside = tail.value.args
    assert sp.expand(inside[0] - (1 - t / s) ** 2) == 0
    assert outside == (0, True)
    holds(tail)
    assert tail.enclosure(s=1, t=3) == (0, 0)


def test_an_atom_counts_in_the_distribution_function():
    cdf = STEPS.cdf(t)
    first = cdf.value.args[0][0]
    # 1/2 and half of the atom at 0, and 2 h for each unit of length
    assert sp.expand(first - (1 - 3 * h * w + 2 * h * t)) == 0
    holds(cdf)


@pytest.mark.sweep
def test_the_tail_of_a_periodic_density_knows_its_period():
    tail = STAIRCASE.tail(t)
    low, high = tail.definition.enclose(
        {v.symbol: sp.Rational(value) for v, value in zip(
            tail.domain, (*AT["stairs"].values(), 3), strict=True)}, 20, 20.0)  # fmt: skip
    value = tail.value.subs({v.symbol: sp.Rational(AT["stairs"].get(v.symbol.name, 3))
                             for v in tail.domain})  # fmt: skip
    assert sp.Rational(str(low)) <= value <= sp.Rational(str(high))
    assert value.is_Rational


LEANS = dp.Family(
    "leans", x=y, domain=over(dp.positive(w)), even=False,
    pieces=[dp.Piece(1 / (4 * w), -w, w), dp.Piece(1 / (2 * w), w, 2 * w)],
)  # fmt: skip
WAITS = dp.Family(
    "waits", x=y, domain=over(dp.positive(lam)), even=False, atoms=[(0, sp.Rational(1, 2))],
    pieces=[dp.Piece(sp.exp(-y / lam) / (2 * lam), 0, sp.oo)],
)  # fmt: skip
SKEWED = dp.Family(
    "skewed", x=n, domain=over(dp.between(b, 0, 1), dp.between(c, 0, 1)), even=False, integers=True,
    pieces=[
        dp.Piece((1 - b) * (1 - c) / (1 - b * c) * b**n, 0, sp.oo),
        dp.Piece((1 - b) * (1 - c) / (1 - b * c) * c ** (-n), -sp.oo, 0),
    ],
)  # fmt: skip
PLACES = {**AT, "leans": {"w": 2}, "waits": {"lambda": 2}, "skewed": {"b": "1/2", "c": "1/3"}}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("family", "at"),
    [
        (ASYMMETRIC, (-3, "-1/2", 0, 2)), (LEANS, (-3, -1, 1, 3, 5)), (WAITS, (-1, 0, 1)),
        (SKEWED, (-3, -1, 0, 4)), (GEOMETRIC, (0, 1, 5)), (PARITY, (0, 1, 2, 3)),
        (STEPS, ("1/2", "3/2", 3)),
    ],
    ids=lambda v: getattr(v, "name", ""),
)  # fmt: skip
def test_distribution_functions_agree_with_the_density(family, at):
    cdf = family.cdf(t)
    holds(cdf)
    for place in map(sp.Rational, at):
        values = {v.symbol: sp.Rational(PLACES[family.name].get(v.symbol.name, place))
                  for v in cdf.domain}  # fmt: skip
        value = cdf.value.subs(values)
        low, high = cdf.definition.enclose(
            {s: Fraction(int(v.p), int(v.q)) for s, v in values.items()}, 20, 10.0
        )
        assert float(low) == pytest.approx(float(value), rel=1e-14)
        assert float(high) == pytest.approx(float(value), rel=1e-14)
        assert 0 <= value <= 1


def test_the_distribution_function_on_the_integers_counts_the_place_itself():
    cdf, tail = GEOMETRIC.cdf(t), GEOMETRIC.tail(t)
    place = sp.Symbol("t", integer=True, nonnegative=True)
    assert sp.simplify(cdf.value - (1 - b ** (place + 1) / (1 + b))) == 0
    assert sp.simplify(tail.value - 2 * b**place / (1 + b)) == 0
    holds(tail)
    with pytest.raises(BadInput) as error:
        cdf.enclosure(b="1/2", t="1/2")
    assert error.value.argument == "t"


def test_no_atom_off_the_origin_is_told_by_the_name_that_was_called():
    with pytest.raises(BadInput, match="for its cdf"):
        PAIR.cdf(t)
    with pytest.raises(BadInput, match="even noise, for its tail"):
        ASYMMETRIC.tail(t)


@pytest.mark.parametrize(
    ("wrong", "argument"),
    [
        (lambda: ASYMMETRIC.tail(t), "family"),
        (lambda: PAIR.tail(t), "atoms"),
        (lambda: TRIANGULAR.tail(s), "t"),
    ],
)
def test_where_there_is_no_tail(wrong, argument):
    with pytest.raises(BadInput) as error:
        wrong()
    assert error.value.argument == argument
