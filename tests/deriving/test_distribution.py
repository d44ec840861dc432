"""Tails and distribution functions, piece by piece."""

import pytest
import sympy as sp
from noise_families import ASYMMETRIC, AT, LAPLACE, PAIR, STAIRCASE, STEPS, TRIANGULAR, h, lam, s, w

from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision
from dpproofs.replay import replay

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


def test_the_tail_of_a_periodic_density_knows_its_period():
    tail = STAIRCASE.tail(t)
    low, high = tail.definition.enclose(
        {v.symbol: sp.Rational(value) for v, value in zip(
            tail.domain, (*AT["stairs"].values(), 3), strict=True)}, 20, 20.0)  # fmt: skip
    value = tail.value.subs({v.symbol: sp.Rational(AT["stairs"].get(v.symbol.name, 3))
                             for v in tail.domain})  # fmt: skip
    assert sp.Rational(str(low)) <= value <= sp.Rational(str(high))
    assert value.is_Rational


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
