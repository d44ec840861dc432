"""Integrals from 0 whose antiderivative has no value there: finite ones, and no others."""

import pytest
from handmade import (
    F,
    accepted,
    add,
    cos,
    exp,
    integral,
    mul,
    power,
    proof,
    refused,
    sin,
    step,
    tree,
    var,
)

RECIPROCAL = power("x", -1)


def integrated(f, value, antiderivative, *domain, low=0, high=1):
    return [
        step(
            integral(f, "x", low, high, value),
            list(domain),
            "integral",
            antiderivative=tree(antiderivative),
        )
    ]


FINITE = {
    "a root": integrated(power("x", F(-1, 2)), 2, mul(2, power("x", F(1, 2)))),
    "a power above -1": integrated(
        power("x", add("a", -1)),
        power("a", -1),
        mul(power("a", -1), power("x", "a")),
        var("a", 0, 1),
    ),
    "an exponential that wins": integrated(
        mul(power("x", -2), exp(mul(-1, RECIPROCAL))), exp(-1), exp(mul(-1, RECIPROCAL))
    ),
}
REFUSED = {
    "an inverse square": integrated(power("x", -2), -1, mul(-1, RECIPROCAL)),
    "an inverse square as if it began with 0": integrated(power("x", -2), 0, mul(-1, RECIPROCAL)),
    "a power below -1": integrated(
        power("x", add("a", -1)),
        power("a", -1),
        mul(power("a", -1), power("x", "a")),
        var("a", -1, 0),
    ),
    "a root of a cube": integrated(power("x", F(-3, 2)), -2, mul(-2, power("x", F(-1, 2)))),
    "what oscillates": integrated(
        mul(-1, power("x", -2), cos(RECIPROCAL)), sin(1), sin(RECIPROCAL)
    ),
    "an exponential that grows": integrated(
        mul(-1, power("x", -2), exp(RECIPROCAL)), exp(1), exp(RECIPROCAL)
    ),
    "another value": integrated(power("x", F(-1, 2)), 3, mul(2, power("x", F(1, 2)))),
    "a pole inside": integrated(power("x", -2), -2, mul(-1, RECIPROCAL), low=-1),
    "a pole elsewhere": integrated(
        power(add("x", -1), -2), -2, mul(-1, power(add("x", -1), -1)), high=2
    ),
}


@pytest.mark.parametrize("name", FINITE)
def test_a_finite_integral_is_accepted(name):
    accepted(proof(FINITE[name]))


@pytest.mark.parametrize("name", REFUSED)
def test_any_other_is_refused(name):
    refused(proof(REFUSED[name]), "")
