"""Densities that nobody had in mind when the tactics were written, by what stood in their way."""

import pytest
import sympy as sp
from noise_families import a, b, over, p, s, x, y
from sympy import Rational

import dpproofs as dp
from dpproofs.deriving.finite import finite
from dpproofs.replaying import replay
from dpproofs.tactics.betas import with_logarithms
from dpproofs.tactics.fractions import by_fractions

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


def test_a_power_below_0_may_have_a_symbolic_exponent():
    frechet = noise(a * s**a * x ** (-a - 1) * sp.exp(-((x / s) ** -a)) / 2,
                    domain=over(dp.positive(s), dp.positive(a)))  # fmt: skip
    assert decided(frechet.normalisation())
    assert decided(frechet.tail(t))


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


# -- logarithms beside powers and exponentials: entropies -----------------------------------------

TRICUBE = Rational(70, 81) * (1 - (x / s) ** 3) ** 3 / s


def test_an_entropy_has_a_logarithm_whose_factor_has_no_known_sign():
    found = noise(TRICUBE, s).entropy()
    value = Rational(1111, 140) - sp.sqrt(3) * sp.pi / 2 - sp.log(70 * sp.sqrt(3))
    assert gives(found, value + sp.log(s))
    assert found.verdict.decision == "open"  # no certificate, but twelve digits
    assert found.verdict.note.startswith("The checkers do not decide")


@pytest.mark.parametrize(
    ("term", "end", "told"),
    [
        (x**2 * (sp.log(s) + sp.log(x)) * sp.exp(-x / s), sp.oo, sp.true),
        ((sp.log(s) + sp.log(x)) / x, s, None),  # too large near 0, where it has no known sign
    ],
)
def test_what_is_integrable_whatever_its_sign_has_a_finite_integral(term, end, told):
    assert finite(term, x, sp.Integer(0), end, S) is told


def test_logarithms_come_from_derivatives_of_beta_and_gamma_integrals():
    inner = sp.log(s - x) + sp.log(s + x)
    assert sp.simplify(with_logarithms((s**2 - x**2) * inner, x, s) - sp.integrate(
        (s**2 - x**2) * inner, (x, 0, s))) == 0  # fmt: skip
    bell = x * sp.exp(-(x**2)) * sp.log(x)
    assert with_logarithms(bell, x, sp.oo) == -sp.EulerGamma / 4
    steep = sp.exp(-1 / x) / x**2 * sp.log(x)
    assert with_logarithms(steep, x, sp.oo) == sp.EulerGamma


@pytest.mark.parametrize(
    ("term", "upper"),
    [
        (sp.exp(-x) * sp.log(x + 1), sp.oo),  # a logarithm of another sum
        ((1 - x**2) * sp.log(1 - x**2), sp.Rational(1, 2)),  # an end where the sum is not 0
        (sp.exp(x) * sp.log(x), sp.oo),  # what grows
        (sp.log(1 + x) * sp.log(2 + x) / (1 + x) ** 4, sp.oo),  # two sums that do not go together
    ],
)
def test_other_integrals_with_logarithms_are_left_alone(term, upper):
    assert with_logarithms(term, x, upper) is None


# -- divergences that are infinite ----------------------------------------------------------------


@pytest.mark.parametrize(
    "density",
    [x**2 * sp.exp(-x / s) / (4 * s**3), sp.exp(-sp.sqrt(x / s)) / (4 * sp.sqrt(x * s))],
)
def test_a_renyi_divergence_is_infinite_where_the_shifted_density_vanishes_or_the_own_is_steep(
    density,
):
    found = noise(density).renyi(2, sp.Symbol("d"))
    assert found.value == sp.oo
    assert found.name == "further.renyi"
    assert "too small near an end" in found.verdict.note


def test_a_renyi_divergence_of_masses_that_end_is_infinite():
    n = sp.Symbol("n", integer=True, positive=True)
    triangle = masses((n + 1 - k) / (n + 1) ** 2, n + 1, over(dp.integer(n, 1)))
    found = triangle.renyi(2, 1)
    assert found.value == sp.oo
    assert decided(found)


def test_a_renyi_divergence_of_a_density_that_ends_is_infinite():
    order, d = sp.symbols("order d")
    found = noise(TRICUBE, s).renyi(order, d)
    assert found.value == sp.oo
    assert decided(found)
    dips = noise(12 * (x - s / 2) ** 2 / (2 * s**3), s).renyi(order, d)
    assert dips.value == sp.oo
    assert dips.verdict.decision == "open"  # it is not positive up to its end, but at s/2
    assert dips.verdict.note.startswith("The shifted noise has no mass")


# -- sums of fractions, and of powers times geometric factors -------------------------------------


def test_sums_over_the_integers_have_polylogarithms_and_logarithms():
    bell = (1 - b) ** 2 * (k + 1) * b**k / (1 + 2 * b - b**2)
    pascal = masses(bell, domain=over(dp.between(b, 0, 1)))
    moment = pascal.cost(p).value
    assert moment.has(sp.polylog)
    at = {b: Rational(1, 2), p: Rational(3, 2)}
    values = (bell.subs(at).subs(k, n) * n ** Rational(3, 2) for n in range(1, 120))
    assert abs(sp.N(moment.subs({q: at[c] for q in moment.free_symbols for c in at
                                 if c.name == q.name}) - 2 * sum(values), 15)) < 1e-12  # fmt: skip
    assert pascal.renyi(2, 1).value.has(sp.log(1 - b))


@pytest.mark.parametrize(
    ("term", "lower", "value"),
    [
        (k / (k + 1) ** 4, 0, sp.zeta(3) - sp.pi**4 / 90),
        ((k + 1) ** -4, t, sp.zeta(4, t + 1)),
        (1 / (k * (k + 2)), 1, Rational(3, 4)),
        (b**k / (k + 1), 0, -sp.log(1 - b) / b),
        (k * b ** (k + 1) / (k + 1), 0, b / (1 - b) + sp.log(1 - b)),
        (b**k / ((k + 1) * (b + sp.log(1 - b))), 0, -sp.log(1 - b) / (b * (b + sp.log(1 - b)))),
        (1 / (k + 1), 0, None),
        (b**k * sp.sqrt(1 + k**2), 0, None),
    ],
)
def test_sums_of_fractions_are_values_of_the_zeta_function(term, lower, value):
    found = by_fractions(term, k, sp.S(lower))
    assert found is None if value is None else sp.simplify(found - value) == 0
