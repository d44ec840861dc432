"""Integrals up to where a logarithm in the antiderivative has no value: finite ones, no others."""

import pytest
from handmade import F, accepted, add, exp, log, mul, power, proof, refused, var
from test_hollow_starts import integrated

LEFT = add(1, mul(-1, "x"))  # 1 - x
ROOM = add("s", mul(-1, "x"))


def inner(room):
    """Of room log(room), which falls with x."""
    return mul(F(-1, 2), power(room, 2), add(log(room), F(-1, 2)))


FINITE = {
    "a logarithm": integrated(log(LEFT), -1, mul(-1, LEFT, add(log(LEFT), -1))),
    "a logarithm times what falls": integrated(mul(LEFT, log(LEFT)), F(-1, 4), inner(LEFT)),
    "up to a parameter": integrated(
        mul(ROOM, log(ROOM)),
        mul(F(1, 2), power("s", 2), add(log("s"), F(-1, 2))),
        inner(ROOM),
        var("s", 0, None),
        high="s",
    ),
    "from minus infinity": integrated(
        mul(exp("x"), add(1, mul(log(mul(-1, "x")), add(1, "x")))),
        0,
        mul("x", exp("x"), log(mul(-1, "x"))),
        low=None,
        high=0,
    ),
}
REFUSED = {
    "another value": integrated(log(LEFT), -2, mul(-1, LEFT, add(log(LEFT), -1))),
    "a simple pole": integrated(power(LEFT, -1), 0, mul(-1, log(LEFT))),
    "a simple pole as if it ended with 1": integrated(power(LEFT, -1), 1, mul(-1, log(LEFT))),
    "beyond the end": integrated(log(LEFT), -1, mul(-1, LEFT, add(log(LEFT), -1)), low=2, high=1),
    "no room": integrated(
        log(ROOM), 0, mul(-1, ROOM, add(log(ROOM), -1)), var("s", 0, None), low="s", high="s"
    ),
}


@pytest.mark.parametrize("steps", FINITE.values(), ids=FINITE)
def test_an_integral_that_is_finite_is_accepted(steps):
    accepted(proof(steps))


@pytest.mark.parametrize("steps", REFUSED.values(), ids=REFUSED)
def test_another_one_is_refused(steps):
    refused(proof(steps), "")
