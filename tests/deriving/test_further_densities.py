"""Densities that nobody had in mind when the tactics were written, by what stood in their way."""

import pytest
import sympy as sp
from noise_families import over, p, s, x, y
from sympy import Rational

import dpproofs as dp
from dpproofs.replaying import replay

t = sp.Symbol("t", positive=True)
k = sp.Symbol("k", integer=True)
S = over(dp.positive(s))


def noise(density, upper=sp.oo, domain=S, **options):
    pieces = [dp.Piece(density, 0, upper)]
    return dp.Family("further", x=x, domain=domain, pieces=pieces, **options)


def masses(mass, upper=sp.oo, domain=S):
    pieces = [dp.Piece(mass, 0, upper)]
    return dp.Family("further", x=k, domain=domain, pieces=pieces, integers=True)


def decided(found):
    return found.holds and replay(found.certificate, any_statement=True).accepted


def gives(found, value):
    return sp.simplify(found.value - value) == 0


# -- powers of sums that are no integers ----------------------------------------------------------

BUMP = Rational(15, 16) / s * (1 + x**2 / s**2) ** Rational(-7, 2)
STUDENT_4 = Rational(3, 8) / s * (1 + x**2 / (4 * s**2)) ** Rational(-5, 2)
STUDENT_2 = s**2 / (2 * s**2 + x**2) ** Rational(3, 2)


@pytest.mark.parametrize(
    ("density", "first", "second"),
    [(BUMP, 3 * s / 8, s**2 / 4), (STUDENT_4, s, 2 * s**2), (STUDENT_2, sp.sqrt(2) * s, sp.oo)],
)
def test_half_integer_powers_have_antiderivatives_in_powers(density, first, second):
    tried = noise(density)
    assert decided(tried.normalisation())
    assert gives(tried.cost(1), first)
    assert decided(tried.cost(1))
    assert tried.cost(2).value == second
    assert decided(tried.cost(2))
    assert decided(tried.tail(t))


@pytest.mark.parametrize(("density", "degrees"), [(STUDENT_4, 4), (STUDENT_2, 2)])
def test_moments_of_students_t_with_even_degrees_are_in_cases(density, degrees):
    moment = noise(density).cost(p)
    assert moment.value.args[0].cond == (p < degrees)
    assert moment.value.args[1].expr == sp.oo
    assert decided(moment)


# -- values at 0 where only limits are ------------------------------------------------------------


def test_an_antiderivative_with_1_over_x_has_a_limit_at_0():
    levy = noise(sp.sqrt(s / (2 * sp.pi)) * x ** Rational(-3, 2) * sp.exp(-s / (2 * x)) / 2)
    assert decided(levy.normalisation())
    assert decided(levy.tail(t))
    moment = levy.cost(p)
    assert gives(levy.cost(Rational(1, 4)),
                 (s / 2) ** Rational(1, 4) * sp.gamma(Rational(1, 4)) / sp.sqrt(sp.pi))  # fmt: skip
    assert moment.value.args[0].cond == (p < Rational(1, 2))
    assert decided(moment)


def test_the_complementary_error_function_of_an_exponential_has_limits():
    moyal = dp.Family(
        "moyal", x=y, domain=S, even=False,
        pieces=[dp.Piece(
            sp.exp(-(y / s + sp.exp(-y / s)) / 2) / (s * sp.sqrt(2 * sp.pi)), -sp.oo, sp.oo
        )],
    )  # fmt: skip
    assert decided(moyal.normalisation())
    assert decided(moyal.cdf(sp.Symbol("t", real=True)))


def test_the_arc_tangent_of_a_root_of_3_is_a_part_of_pi():
    tried = noise(3 * sp.sqrt(3) / (4 * sp.pi * s * (sp.cosh(x / s) + Rational(1, 2))))
    assert decided(tried.normalisation())
    assert decided(tried.tail(t))


# -- masses that end at a parameter ---------------------------------------------------------------


def test_masses_may_end_at_an_integer_parameter():
    n = sp.Symbol("n", integer=True, positive=True)
    triangle = masses((n + 1 - k) / (n + 1) ** 2, n + 1, over(dp.integer(n, 1)))
    assert decided(triangle.normalisation())
    assert gives(triangle.variance(), n * (n + 2) / 6)
    assert decided(triangle.cost(1))
    assert decided(triangle.variance())
