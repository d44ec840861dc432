"""Noise with tails of powers, and logistic noise: what is asked is decided, or right and open."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from noise_families import a, over, p, s, x
from sympy import Rational

import dpproofs as dp
from dpproofs.deriving.derived import Derived
from dpproofs.replaying import replay
from dpproofs.tactics import antiderivatives, betas

u, alpha, d = sp.symbols("u alpha d")
DENSITIES = {
    "cauchy": (s / (sp.pi * (s**2 + x**2)), sp.oo),
    "student_3": (6 * sp.sqrt(3) * s**3 / (sp.pi * (3 * s**2 + x**2) ** 2), sp.oo),
    "student_5": (8 * (1 + x**2 / (5 * s**2)) ** -3 / (3 * sp.sqrt(5) * sp.pi * s), sp.oo),
    "lomax": (a * s**a / (2 * (s + x) ** (a + 1)), sp.oo),
    "burr": (a * (x / s) / (s * (1 + x**2 / s**2) ** (a + 1)), sp.oo),
    "semicircle": (2 * sp.sqrt(s**2 - x**2) / (sp.pi * s**2), s),
    "falling": (a * (1 - x / s) ** (a - 1) / (2 * s), s),
    "sech": (1 / (2 * s * sp.cosh(sp.pi * x / (2 * s))), sp.oo),
    "sech_squared": (1 / (2 * s * sp.cosh(x / s) ** 2), sp.oo),
    "logistic": (sp.exp(-x / s) / (s * (1 + sp.exp(-x / s)) ** 2), sp.oo),
}
AT = (
    {s: Rational(7, 5), a: Rational(5, 2), p: Rational(1, 2)},
    {s: Rational(2, 3), a: Rational(10, 3), p: Rational(5, 4)},
)


def family(name):
    density, upper = DENSITIES[name]
    shape = [dp.positive(a)] if density.has(a) else []
    return dp.Family(
        name, x=x, domain=over(dp.positive(s), *shape), pieces=[dp.Piece(density, 0, upper)]
    )


def decided(found):
    return found.holds and replay(found.certificate, any_statement=True).accepted


def expected(name, weight, at):
    """Twice an integral over x > 0, by quadrature in log(x)."""
    density, upper = DENSITIES[name]
    term = sp.lambdify(x, (weight * density).subs(at), "mpmath")
    top = 90 if upper is sp.oo else mpmath.log(mpmath.mpf(at[s].p) / at[s].q)
    places = [-90, -20, -5, -1, *((1, 5, 20) if upper is sp.oo else ()), top]
    with mpmath.workdps(20):
        whole = mpmath.quad(lambda v: term(mpmath.exp(v)) * mpmath.exp(v), places)
        return 2 * mpmath.re(whole)


# -- moments --------------------------------------------------------------------------------------

CRITICAL = {"cauchy": 1, "student_3": 3, "student_5": 5, "lomax": a, "burr": 2 * a}


@pytest.mark.parametrize("name", [*CRITICAL, "semicircle", "falling"])
def test_every_moment_is_decided_below_the_critical_exponent_and_from_there_on(name):
    found = family(name).cost(p)
    assert decided(found), found.verdict.note
    exponent = found.domain.variables[-1].symbol
    for at in AT:
        here = {(exponent if key == p else key): value for key, value in at.items()}
        value = found.value.subs(here)
        if here[exponent] >= sp.S(CRITICAL.get(name, 10)).subs(here):
            assert value is sp.oo
        else:
            real = expected(name, x ** at[p], at)
            assert abs(sp.N(value, 15) - sp.Float(real, 15)) < 1e-9 * (1 + abs(real))


def test_logistic_noise_has_its_size_and_entropy_decided():
    for name, value in (("logistic", 2 * s * sp.log(2)), ("sech_squared", s * sp.log(2))):
        found = family(name).cost(1)
        assert found.value == value
        assert decided(found)
    assert family("logistic").entropy().value == sp.log(s) + 2
    assert decided(family("logistic").entropy())


def test_a_wrong_beta_integral_is_not_shown(monkeypatch):
    right = betas.Product.factor
    monkeypatch.setattr(
        betas.Product, "factor", lambda self, first: right(self, first) * Rational(11, 10)
    )
    found = replace(family("falling"), name="other", seconds=1).cost(p)
    value = found.value and found.value.subs(AT[0])
    assert value is None or abs(value - expected("falling", x ** Rational(1, 2), AT[0])) < 1e-9
    assert not found.holds


def test_beta_integrals_are_taken_where_there_is_no_elementary_function():
    assert antiderivatives.tabulated(x**2 / (x**2 + s) ** 3, x) is None
    assert antiderivatives.tabulated(x**p / (x**2 + s + x), x) is None
    assert antiderivatives.tabulated(x**p / (x**2 + s) * sp.sqrt(x + 1), x) is None
    assert antiderivatives.tabulated(x**p / (x**2 - s), x) is None
    inner, how = antiderivatives.tabulated(x**p / (x**2 + s), x)
    assert how == "a Beta integral"
    assert antiderivatives.at_end(inner, x, sp.Integer(0)) == 0


# -- quantiles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param("cauchy", marks=pytest.mark.sweep), "sech", "lomax"])
def test_quantiles_are_decided(name):
    noise = family(name)
    found = noise.quantile(u)
    assert decided(found), found.verdict.note
    level = found.domain.variables[-1].symbol
    for at, mass in zip(AT, (Rational(4, 5), Rational(3, 10)), strict=True):
        place = found.value.subs({**at, level: mass})
        below = noise.cdf(sp.Symbol("t"))
        cdf = below.value.subs({**at, below.domain.variables[-1].symbol: abs(place)})
        assert abs(sp.N(cdf - max(mass, 1 - mass))) < 1e-12


# -- entropy and Renyi divergence -----------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param("student_5", marks=pytest.mark.sweep), "lomax"])
def test_the_entropy_of_heavy_tails_is_right(name):
    found = family(name).entropy()
    assert found.holds == (name == "lomax")
    for at in AT:
        real = expected(name, -sp.log(DENSITIES[name][0]), at)
        assert abs(sp.N(found.value.subs(at), 15) - sp.Float(real, 15)) < 1e-9


def test_the_renyi_divergence_of_a_symbolic_order_has_enclosures():
    found = replace(family("cauchy"), seconds=1).renyi(alpha, d)
    assert found.value is None
    low, high = found.enclosure(s="7/5", d="1/2", alpha="3/2", digits=15)
    assert low <= Rational("0.0468115368598822456") + Rational(1, 10**14)
    assert high >= Rational("0.0468115368598822456") - Rational(1, 10**14)
    assert high - low < Rational(1, 10**14)


# -- far out --------------------------------------------------------------------------------------


def test_a_tail_that_is_a_power_of_any_exponent_is_its_own_expansion():
    b, t = sp.symbols("b t", positive=True)
    noise = dp.Family(
        "log_laplace", x=x, domain=over(dp.positive(s), dp.positive(b)),
        pieces=[
            dp.Piece(b * (x / s) ** (b - 1) / (4 * s), 0, s),
            dp.Piece(b * (x / s) ** (-b - 1) / (4 * s), s, sp.oo),
        ],
    )  # fmt: skip
    tail = noise.tail(t)
    place = tail.domain.variables[-1].symbol
    far = tail.expansion(t, sp.oo, terms=1)
    assert sp.simplify(far.value - (s / place) ** b / 2) == 0
    assert not far.holds
    assert "single power" in far.verdict.note


def test_a_tail_with_a_symbol_in_its_power_is_not_expanded_as_0():
    t = sp.Symbol("t", positive=True)
    tail = family("burr").tail(t)
    assert not tail.value.has(sp.betainc)  # it is a power of s**2/(s**2 + t**2)
    far = tail.expansion(t, sp.oo, terms=1)
    place = far.variable
    assert sp.simplify(far.value * place ** (2 * a) / s ** (2 * a)) == 1
    powers = Derived("powers", over(dp.positive(a), dp.positive(t)), t**-a * (1 + 1 / t))
    assert powers.expansion(t, sp.oo, terms=1).value == t**-a


def test_mirrored_gompertz_noise_has_its_mass_and_tail_decided():
    b, t = sp.symbols("b t", positive=True)
    density = b * sp.exp(x / s) * sp.exp(-b * (sp.exp(x / s) - 1)) / (2 * s)
    noise = dp.Family(
        "gompertz", x=x, domain=over(dp.positive(s), dp.positive(b)),
        pieces=[dp.Piece(density, 0, sp.oo)],
    )  # fmt: skip
    assert decided(noise.normalisation())
    tail = noise.tail(t)
    assert decided(tail), tail.verdict.note
    at = {v.symbol: value for v, value in zip(tail.domain, (Rational(7, 5), 2, 1), strict=True)}
    real = sp.exp(-2 * (sp.exp(Rational(5, 7)) - 1))
    assert abs(sp.N(tail.value.subs(at) - real)) < 1e-12


def test_noise_that_oscillates_as_it_falls_has_its_moments():
    family = dp.Family(
        "waves", x=x, domain=dp.Domain((dp.positive(s),)),
        pieces=[dp.Piece(sp.exp(-x / s) * (1 + sp.cos(x / s)) / (3 * s), 0, sp.oo)],
    )  # fmt: skip
    assert family.normalisation().value == 1
    assert family.cost(2).value == s**2


def test_slash_noise_whose_density_is_no_quotient_at_the_origin_has_its_mass_and_moments():
    density = s * (1 - sp.exp(-(x**2) / (2 * s**2))) / (sp.sqrt(2 * sp.pi) * x**2)
    family = dp.Family(
        "slash", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(density, 0, sp.oo)]
    )
    mass = family.normalisation()
    assert mass.value == 1
    low, high = mass.enclosure(s=1, digits=12)
    assert low <= 1 <= high
    assert high - low < Rational(1, 10**12)
    assert family.cost(1).value == sp.oo
    assert family.cost(2).holds
