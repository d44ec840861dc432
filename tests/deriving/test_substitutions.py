"""Integrals in an exponential or a logarithm: of double exponential and log-normal noise, say."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from flint import arb
from noise_families import over, s, x, y

import dpproofs as dp
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.finite import finite
from dpproofs.deriving.near import Near
from dpproofs.deriving.tails import Majorant
from dpproofs.deriving.values import CLOSE, agreement
from dpproofs.replaying import replay
from dpproofs.tactics.antiderivatives import antiderivative, at_end
from dpproofs.tactics.logarithms import in_logarithm, unfolded
from dpproofs.tactics.ways import _best

S = over(dp.positive(s))
ZERO, ONE = sp.Integer(0), sp.Integer(1)
LOG_NORMAL = sp.exp(-(sp.log(x / 2) ** 2) / (2 * s**2)) / (x * s * sp.sqrt(2 * sp.pi))


def noise(density, lower=0, **options):
    place = y if lower != 0 else x
    return dp.Family(
        "tried", x=place, domain=S, pieces=[dp.Piece(density, lower, sp.oo)], **options
    )


def test_the_mass_and_the_tail_of_the_hyperbolic_secant_are_decided():
    secant = noise(1 / (2 * s * sp.cosh(sp.pi * x / (2 * s))))
    t = sp.Symbol("t", positive=True)
    tail = secant.tail(t)
    assert tail.value == 4 * sp.atan(sp.exp(-sp.pi * t / (2 * s))) / sp.pi
    assert tail.holds
    assert replay(tail.certificate, any_statement=True).accepted


def test_the_mass_of_double_exponential_noise_is_decided():
    gumbel = noise(sp.exp(-y / s - sp.exp(-y / s)) / s, -sp.oo, even=False)
    assert gumbel.normalisation().holds


def test_log_normal_noise_has_its_moments_and_enclosures():
    multiplied = noise(LOG_NORMAL, even=False)
    cost = multiplied.cost(2)
    assert sp.expand(cost.value - 4 * sp.exp(2 * s**2)) == 0
    assert cost.holds
    assert replay(cost.certificate, any_statement=True).accepted
    place = sp.Symbol("t", real=True)
    low, high = multiplied.cdf(place).enclosure(s=1, t=2, digits=10)
    assert low <= sp.Rational(1, 2) <= high
    assert high - low < sp.Rational(1, 10**9)


def test_every_moment_of_log_normal_noise_is_decided():
    p = sp.Symbol("p", positive=True)
    standard = noise(sp.exp(-(sp.log(x) ** 2) / (2 * s**2)) / (2 * x * s * sp.sqrt(2 * sp.pi)))
    cost = standard.cost(p)
    assert cost.value == sp.exp(p**2 * s**2 / 2)
    assert cost.holds
    other = replace(cost, value=2 * cost.value)
    assert agreement(other.value, cost.definition, cost.domain) < CLOSE


def test_a_fraction_with_the_root_of_a_number_is_decided():
    quartic = noise(sp.sqrt(2) * s**3 / (sp.pi * (s**4 + x**4)))
    t = sp.Symbol("t", positive=True)
    for found in (quartic.normalisation(), quartic.variance(), quartic.tail(t)):
        assert found.holds, found.verdict.note
    assert quartic.variance().value == s**2


def test_inverse_gaussian_noise_has_enclosures_and_no_hyperbolic_functions():
    term = sp.sqrt(s / (2 * sp.pi * x**3)) * sp.exp(-s * (x - 1) ** 2 / (2 * x))
    low, high = Over(term, x, ZERO, sp.oo).enclose({s: Fraction(7, 5)}, 15, 5.0)
    assert low <= 1 <= high
    assert high - low < sp.Rational(1, 10**14)
    with pytest.raises(NoEnclosure, match="not seen to vanish"):
        Over(sp.exp(1 / x), x, ZERO, ONE).enclose({s: Fraction(1)}, 15, 5.0)
    assert _best((sp.cosh(s) - sp.sinh(s)) * sp.exp(s)) == 1


def test_the_entropy_of_a_heavy_tail_has_enclosures():
    part = sp.log(sp.pi * (1 + x**2)) / (sp.pi * (1 + x**2))
    low, high = Over(part, x, ZERO, sp.oo).enclose({}, 4, 5.0)
    assert low <= Fraction(math.log(4 * math.pi) / 2) <= high
    assert high - low < sp.Rational(1, 10**3)


def test_sums_of_bessel_functions_have_enclosures():
    mass = Over(sp.exp(-2 * s) * sp.besseli(x, 2 * s), x, ZERO, sp.oo, integers=True)
    low, high = mass.enclose({s: Fraction(7, 5)}, 15, 5.0)
    assert abs(float(low) - 0.62640276685078) < 1e-12  # (1 + exp(-2.8) I_0(2.8))/2
    assert high - low < sp.Rational(1, 10**14)
    assert finite(mass.term, x, ZERO, sp.oo, S, integers=True) is sp.true


@pytest.mark.parametrize(
    ("term", "slope_of"),
    [
        (sp.exp(-x / s) / (1 + sp.exp(-2 * x / s)), "exp(-x/s)"),
        (1 / ((x + s) * (x + 2 * s)), "SymPy"),
        (sp.exp(-(sp.log(x) ** 2)), "log(x)"),
        (x**2 * sp.log(x) ** 3 + sp.log(2 * x), "log(x)"),
    ],
)
def test_an_antiderivative_differentiates_back(term, slope_of):
    inner, how = antiderivative(term, x)
    assert slope_of in how
    back = sp.lambdify((x, s), sp.diff(inner, x) - term)
    assert all(abs(back(place, 0.7)) < 1e-12 for place in (0.3, 1.1, 2.9))


def test_ends_at_which_a_logarithm_is_infinite_are_seen():
    assert at_end(sp.erf(sp.log(x)), x, ZERO) == -1
    assert at_end(sp.erf(sp.log(x)), x, sp.oo) == 1
    assert at_end(sp.log((x + s) / (2 * x + s)), x, sp.oo) == sp.log(sp.Rational(1, 2))
    assert at_end(sp.log(x / (x**2 + s)), x, sp.oo) is None
    assert at_end(sp.exp(-sp.exp(x)), x, sp.oo) == 0
    assert at_end(sp.exp(sp.exp(x)), x, sp.oo) is None


def test_only_integrals_with_powers_of_logarithms_in_an_exponent_change_their_variable():
    assert in_logarithm(x + s, x) is None
    assert unfolded(x * sp.log(x) * sp.exp(-x), x, ZERO, sp.oo) is None
    _, _, lower, upper = unfolded(LOG_NORMAL, x, ZERO, ONE)
    assert (lower, upper) == (-sp.oo, 0)
    assert finite(sp.exp(sp.log(x) ** 2), x, ZERO, sp.oo, S) is not sp.true
    low, high = Over(LOG_NORMAL, x, ZERO, sp.oo).enclose({s: 1}, 15, 5.0)
    assert low <= 1 <= high
    assert high - low < sp.Rational(1, 10**14)


def test_a_tail_has_no_parts_that_cancel_far_out():
    t = sp.Symbol("t", positive=True)
    tail = noise(1 / (4 * s * sp.cosh(x / (2 * s)) ** 2)).tail(t)
    assert tail.value == 2 / (sp.exp(t / s) + 1)
    assert tail.holds, tail.verdict.note


@pytest.mark.parametrize(
    ("density", "upper", "power", "value"),
    [
        (s / x**2 * sp.exp(-s / x) / 2, sp.oo, sp.Rational(1, 2), sp.sqrt(sp.pi * s)),
        (sp.log(s / x) / (2 * s), s, 1, s / 4),
    ],
)
def test_densities_that_are_steep_at_the_origin_are_compared_with_enclosures(
    density, upper, power, value
):
    steep = dp.Family("steep", x=x, domain=S, pieces=[dp.Piece(density, 0, upper)])
    cost = steep.cost(power)
    assert sp.expand(cost.value - value) == 0
    low, high = cost.enclosure(s=2, digits=10)
    assert low <= sp.N(value.subs(s, 2), 30) <= high
    assert high - low < sp.Rational(1, 10**9)


def test_an_exponential_that_grows_towards_an_end_is_not_enclosed():
    meant = Over(sp.exp(1 / x), x, ZERO, ONE)
    with pytest.raises(NoEnclosure):
        meant.enclose({}, 10, 2.0)


def test_bounds_near_an_end_are_above_the_exponential():
    d = sp.Symbol("d", positive=True)
    reach = arb(1) / 32
    ((factor, power),) = Near(d, reach, {}).of(sp.exp(3 + 5 * d - 1 / d))
    for place in (arb(1) / 32, arb(1) / 64, arb(1) / 128):
        assert factor * place**power >= (3 + 5 * place - 1 / place).exp()


@pytest.mark.parametrize("order", [10, 12, 30])
def test_bounds_far_out_are_above_bessel_functions(order):
    (bound,) = Majorant(x, arb(10), {}).of(sp.besseli(x, 1))
    assert bound.factor * (-bound.rate * order**bound.degree).exp() > arb(1).bessel_i(order)
