"""Inequalities between exponential polynomials: the series or the derivatives that show them."""

import pytest
import sympy as sp

from dpproofs.checkers import ladder
from dpproofs.kernel.domain import Domain, positive, real
from dpproofs.kernel.proposition import that
from dpproofs.render.proofs.ladders import shown

y = sp.Symbol("y", positive=True)
ON = Domain((positive(y),))
E = sp.exp(y)


def text(equations):
    return [" ".join((e.left, *(f"{r} {side}" for r, side in e.links))) for e in equations]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (that(0) < E - 1 - y, r"e^{y} - y - 1 = \sum_{n = 2}^{\infty} \frac{y^{n}}{n!} > 0"),
        (
            that(1 + y) < E,
            r"e^{y} - \left(y + 1\right) = \sum_{n = 2}^{\infty} \frac{y^{n}}{n!} > 0",
        ),
        (
            that(1 - y) < sp.exp(-y),
            (
                r"\left(y - 1\right) e^{y} + 1"
                r" = \sum_{n = 2}^{\infty} \left(n - 1\right) \frac{y^{n}}{n!} > 0"
            ),
        ),
        (
            that(y**2 * (1 - E) + 6 * y * (E - 1)) < 12 * (E - 1 - y),
            (
                r"\left(y^{2} - 6 y + 12\right) e^{y} - \left(y^{2} + 6 y + 12\right)"
                r" = \sum_{n = 5}^{\infty} \left(n - 4\right) \left(n - 3\right)"
                r" \frac{y^{n}}{n!} > 0"
            ),
        ),
        (
            that(4 * (sp.exp(y / 2) - 1)) < y * (sp.exp(y / 2) + 1),
            (
                r"\left(y - 4\right) e^{y / 2} + y + 4"
                r" = 2 \sum_{n = 3}^{\infty} \left(n - 2\right)"
                r" \frac{\left(\frac{y}{2}\right)^{n}}{n!} > 0"
            ),
        ),
        (that(y) < E, r"e^{y} - y = 1 + \sum_{n = 2}^{\infty} \frac{y^{n}}{n!} > 0"),
        (that(E - 1 - y) < E - 1, "y > 0"),
        (
            that(0) > 1 + y - E,
            r"e^{y} - \left(y + 1\right) = \sum_{n = 2}^{\infty} \frac{y^{n}}{n!} > 0",
        ),
    ],
)
def test_two_rates_give_a_power_series(claim, said):
    equations, after = shown(claim, ON)
    assert text(equations) == [said]
    assert after == ""


THREE = that(y**2 * (1 - E) ** 2 * -1 + y * (E - 1) ** 2) < 6 * y * (E + 1) - 12 * (E - 1)


def test_more_rates_give_derivatives_as_many_as_the_checker_takes():
    equations, after = shown(THREE, ON)
    gap = sp.expand(THREE.rhs - THREE.lhs)
    count = ladder.climb(ladder.collect(gap, y))
    assert equations == ()
    assert f"Done {count} times, this leaves $" in after
    assert r"e^{y}$ without a negative coefficient, and at $y = 0$" in after


@pytest.mark.parametrize(
    ("claim", "on"),
    [
        (that(E) < 1 + y, ON),  # false
        (that(E) < 2, ON),  # false further out
        (that(2) < E, ON),  # false near 0, where the first term decides
        (that(-1) < sp.exp(2 * y) - 3 * E + 1, ON),  # false, with three rates
        (that(sp.log(1 + y)) < y, ON),  # no exponential polynomial
        (that(1 + y) < E, Domain((positive(y), real(sp.Symbol("x"))))),
    ],
)
def test_what_neither_shows_is_left_as_it_is(claim, on):
    assert shown(claim, on) == ((), "")
