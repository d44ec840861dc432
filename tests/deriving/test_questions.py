"""What a paper asks of a family: quantiles, entropy, Renyi divergence, calibration, comparison."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from noise_families import (
    ASYMMETRIC,
    GAUSSIAN,
    GEOMETRIC,
    LAPLACE,
    MIXTURE,
    STEPS,
    TRIANGULAR,
    b,
    lam,
    over,
    s,
    sigma,
    x,
)  # fmt: skip

import dpproofs as dp
from dpproofs.deriving import calibrating, information, quantile
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.crossing import crossing
from dpproofs.deriving.sentences import decided
from dpproofs.kernel.errors import BadInput
from dpproofs.replaying import replay

u, d, e, order = sp.symbols("u d e alpha")
TENTH, NINE = sp.Rational(1, 10), sp.Rational(9, 10)
CAUCHY = dp.Family(
    "cauchy", x=x, domain=over(dp.positive(s)),
    pieces=[dp.Piece(s / (sp.pi * (s**2 + x**2)), 0, sp.oo)],
)  # fmt: skip
QUARTIC = dp.Family(
    "quartic", x=x, domain=over(dp.positive(s)),
    pieces=[dp.Piece(sp.sqrt(2) * s**3 / (sp.pi * (s**4 + x**4)), 0, sp.oo)],
)  # fmt: skip
WITH_A_DIP = dp.Family(
    "dip", x=x, domain=over(dp.positive(s)),
    pieces=[dp.Piece(sp.sqrt(2) * s * x**2 / (sp.pi * (s**4 + x**4)), 0, sp.oo)],
)  # fmt: skip
BOX = dp.Family(
    "box", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(1 / (2 * s), 0, s)]
)  # fmt: skip


def accepted(derived):
    return replay(derived.certificate, any_statement=True).accepted


# -- quantiles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        (LAPLACE, lam * sp.log(5)),
        (TRIANGULAR, s * (1 - sp.sqrt(5) / 5)),
        (GAUSSIAN, sp.sqrt(2) * sigma * sp.erfinv(sp.Rational(4, 5))),
    ],
)
def test_the_quantile_at_a_number(family, expected):
    found = family.quantile(NINE)
    assert sp.simplify(found.value - expected) == 0
    assert sp.simplify(family.quantile(TENTH).value + expected) == 0


def test_a_quantile_is_decided_where_the_place_is_shown_to_lie_on_its_piece():
    found = BOX.quantile(u)
    level = found.domain.variables[-1].symbol
    assert sp.simplify(found.value.args[1][0] - s * (2 * level - 1)) == 0
    assert found.holds
    assert accepted(found)
    assert LAPLACE.quantile(u).holds  # by the sign of a logarithm
    assert TRIANGULAR.quantile(u).holds  # by the sign of a difference of roots


@pytest.mark.parametrize(("end", "shown"), [(s, True), (s / 2, False)])
def test_the_place_has_to_lie_on_its_piece(end, shown):
    place, level = sp.symbols("t v", positive=True)
    cdf, half = sp.Rational(1, 2) + place / (2 * s), sp.Rational(1, 2)
    branch = quantile.Branch(half, sp.Integer(1), cdf, s * (2 * level - 1), (sp.Integer(0), end))
    assert decided(list(quantile._lines(branch, place, level, BOX.domain))) == shown


def test_the_quantile_of_noise_that_is_not_even():
    a, c = (v.symbol for v in ASYMMETRIC.domain)
    found = ASYMMETRIC.quantile(u)
    level = found.domain.variables[-1].symbol
    lower, upper = (case for case, _ in found.value.args)
    assert sp.simplify(sp.expand_log(lower - c * sp.log(level * (a + c) / c), force=True)) == 0
    assert sp.simplify(upper - a * sp.log(a / ((1 - level) * (a + c)))) == 0


def test_without_a_formula_the_quantile_is_isolated():
    found = MIXTURE.quantile(NINE)
    assert found.value is None
    at = {"q": "3/10", "lambda": 2, "w": 2}
    low, high = found.enclosure(digits=12, **at)
    assert 0 < high - low < Fraction(1, 10**11)
    below, above = MIXTURE.cdf(sp.Rational(int(low.numerator), int(low.denominator))).enclosure(
        **at
    )
    assert abs(below - Fraction(9, 10)) < Fraction(1, 10**10) > above - below


def test_a_quantile_that_was_solved_wrongly_is_not_shown(monkeypatch):
    right = quantile._solved
    monkeypatch.setattr(quantile, "_solved", lambda *args: right(*args) * sp.Rational(11, 10))
    found = GAUSSIAN.quantile(u)
    assert found.value is None
    assert "misses enclosures" in found.verdict.note


@pytest.mark.parametrize("level", [0, 1, sp.Rational(3, 2), sp.Symbol("lambda")])
def test_levels_that_are_none_are_refused(level):
    with pytest.raises(BadInput, match="u = "):
        LAPLACE.quantile(level)


@pytest.mark.parametrize("family", [GEOMETRIC, STEPS])
def test_noise_with_point_masses_has_no_quantile_here(family):
    with pytest.raises(BadInput, match="density alone"):
        family.quantile(u)


# -- places where something is a level -------------------------------------------------------------


def square(place):
    return place**2 - 2, place**2 - 2


def test_a_crossing_lies_between_two_certified_signs():
    low, high = crossing(square, 30, sp.oo, positive=True)
    assert low**2 < 2 < high**2
    assert high - low < Fraction(2, 10**30)


def test_an_unseen_sign_is_looked_for_beside():
    fuzz = Fraction(1, 10**9)
    low, high = crossing(lambda t: (t - 1 - fuzz, t - 1 + fuzz), 30, sp.oo, positive=False)
    assert low < 1 < high < 1 + Fraction(1, 10**6)


def test_what_is_never_negative_crosses_nowhere():
    with pytest.raises(NoEnclosure, match="no two places"):
        crossing(lambda _: (Fraction(1), Fraction(2)), 10, sp.oo, positive=True)


# -- entropy and Renyi divergence ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        (LAPLACE, 1 + sp.log(2 * lam)),
        (GAUSSIAN, sp.log(2 * sp.pi * sp.E * sigma**2) / 2),
        (
            GEOMETRIC,
            -sp.log((1 - b) / (1 + b)) - 2 * b * sp.log(b) / (1 - b**2),
        ),
    ],
)
def test_the_entropy(family, expected):
    found = family.entropy()
    assert abs(sp.N((found.value - expected).subs(dict.fromkeys([lam, sigma, b], TENTH)))) < 1e-12
    assert found.holds
    assert accepted(found)


def test_an_entropy_without_a_formula_is_enclosed():
    low, high = TRIANGULAR.entropy().enclosure(s=2)
    exact = mpmath.mpf("0.5") + mpmath.log(2)
    assert low <= Fraction(str(exact)) + Fraction(1, 10**12)
    assert high >= Fraction(str(exact)) - Fraction(1, 10**12)


def test_the_renyi_divergence_of_the_papers():
    laplace = LAPLACE.renyi(order, d)
    assert laplace.holds
    assert accepted(laplace)
    parameters = [v.symbol for v in laplace.domain]
    at = dict(zip(parameters, (sp.Integer(2), sp.Integer(3), sp.Rational(5, 2)), strict=True))
    scale, shift, a = (at[symbol] for symbol in parameters)
    moment = (a * sp.exp((a - 1) * shift / scale) + (a - 1) * sp.exp(-a * shift / scale)) / (
        2 * a - 1
    )
    assert abs(sp.N(laplace.value.subs(at) - sp.log(moment) / (a - 1))) < 1e-12
    normal = GAUSSIAN.renyi(2, d)
    shift = normal.domain.variables[-1].symbol
    assert sp.simplify(normal.value - shift**2 / sigma**2) == 0
    assert sp.simplify(GEOMETRIC.renyi(2, 1).value - sp.log(b - 1 + 1 / b)) == 0


def test_the_renyi_divergence_of_bounded_noise_is_infinite():
    found = BOX.renyi(2, d)
    assert found.value is sp.oo
    assert found.holds
    assert "no mass" in found.path[0]


def test_a_wrong_moment_is_not_shown(monkeypatch):
    right = information.total

    def wrong(*args, **options):
        found = right(*args, **options)
        return found and dp.deriving.derived.replace(found, value=found.value * 2)

    monkeypatch.setattr(information, "total", wrong)
    assert CAUCHY.renyi(2, d).value is None
    assert LAPLACE.entropy().value is None


@pytest.mark.parametrize("wrong", [1, sp.Rational(1, 2), lam, sp.Symbol("lambda")])
def test_other_orders_are_refused(wrong):
    with pytest.raises(BadInput, match="order"):
        LAPLACE.renyi(wrong, d)


# -- calibration -----------------------------------------------------------------------------------


def test_the_least_scale_of_laplace_noise():
    found = LAPLACE.calibrate(e, u, d, scale=lam)
    shift, epsilon, delta = (v.symbol for v in found.domain)
    assert sp.simplify(found.value - shift / (epsilon + 2 * sp.log(1 / (1 - delta)))) == 0


def test_the_least_scale_of_normal_noise_is_isolated_and_private():
    found = GAUSSIAN.calibrate(1, sp.Rational(1, 1000), 1, scale=sigma)
    low, high = found.enclosure(digits=12)
    assert 0 < high - low < Fraction(1, 10**10)
    profile = GAUSSIAN.privacy_profile(sp.Symbol("e", nonnegative=True), 1)
    assert profile.enclosure(sigma=str(high), e=1)[0] <= Fraction(1, 1000)
    assert profile.enclosure(sigma=str(low), e=1)[1] >= Fraction(1, 1000)
    assert abs(float(low) - 2.5746570186) < 1e-9


@pytest.mark.parametrize(
    ("noise", "told"),
    [(QUARTIC, "certified values"), (WITH_A_DIP, "not shown to be the worst")],
    ids=["falls", "has a dip"],
)
def test_noise_whose_mass_no_checker_decides_is_calibrated_by_enclosures(noise, told):
    found = noise.calibrate(1, TENTH, 1, scale=s)
    assert found.value is None
    assert told in found.verdict.note
    low, high = found.enclosure(digits=4)
    profile = noise.privacy_profile(sp.Symbol("e", nonnegative=True), 1)
    assert profile.name.endswith("at_sensitivity") == (noise is WITH_A_DIP)
    assert profile.enclosure(digits=8, s=str(low), e=1)[1] >= Fraction(1, 10)
    assert profile.enclosure(digits=8, s=str(high), e=1)[0] <= Fraction(1, 10)


def test_a_wrong_scale_is_not_shown(monkeypatch):
    right = calibrating._roots
    monkeypatch.setattr(calibrating, "_roots", lambda *args: [2 * root for root in right(*args)])
    assert LAPLACE.calibrate(1, TENTH, d, scale=lam).value is None


@pytest.mark.parametrize(
    ("asked", "argument"),
    [
        ({"epsilon": -1, "delta": TENTH}, "epsilon"),
        ({"epsilon": 1, "delta": 0}, "delta"),
        ({"epsilon": 1, "delta": 1}, "delta"),
        ({"epsilon": "1", "delta": TENTH}, "epsilon"),
    ],
)
def test_privacy_that_is_none_is_refused(asked, argument):
    with pytest.raises(BadInput, match=f"^{argument} = "):
        LAPLACE.calibrate(**asked, sensitivity=d, scale=lam)


def test_what_is_no_scale_is_refused():
    with pytest.raises(BadInput, match="multiplied"):
        ASYMMETRIC.calibrate(1, TENTH, d, scale=ASYMMETRIC.domain.variables[0].symbol)
    with pytest.raises(BadInput, match="one of"):
        LAPLACE.calibrate(1, TENTH, d, scale=s)


# -- comparison ------------------------------------------------------------------------------------


def test_which_of_two_families_costs_less():
    found = LAPLACE.compare(GAUSSIAN)
    assert sp.simplify(found.value - lam / sigma * sp.sqrt(sp.pi / 2)) == 0
    assert sp.simplify(found.lower.rhs - sigma * sp.sqrt(2 / sp.pi)) == 0
    assert found.lower.lhs == lam
    assert found.holds
    assert accepted(found)


STUDENT = dp.Family(
    "student", x=x, domain=over(dp.positive(s)),
    pieces=[dp.Piece(6 * sp.sqrt(3) * s**3 / (sp.pi * (3 * s**2 + x**2) ** 2), 0, sp.oo)],
)  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "cost", "lower"),
    [
        (STUDENT, LAPLACE, 1, s < sp.sqrt(3) * sp.pi * lam / 6),
        (STUDENT, LAPLACE, 2, s < sp.sqrt(6) * lam / 3),
        (LAPLACE, STUDENT, 2, lam < sp.sqrt(6) * s / 2),
    ],
)
def test_costs_with_roots_are_compared(one, other, cost, lower):
    found = one.compare(other, cost)
    assert found.lower == lower
    assert found.holds
    assert accepted(found)


def test_costs_in_one_order_for_all_parameters():
    wider = dp.Family("wider", x=x, domain=TRIANGULAR.domain, pieces=[dp.Piece(1 / (2 * s), 0, s)])
    assert TRIANGULAR.compare(wider).lower is sp.true
    assert wider.compare(TRIANGULAR).lower is sp.false
    assert wider.compare(wider, 2).lower is sp.false
    assert TRIANGULAR.compare(wider, 2).holds


def test_infinite_costs_have_no_quotient():
    found = CAUCHY.compare(LAPLACE)
    assert found.value is None
    assert found.lower is sp.false
    assert not found.holds
    assert "infinite" in found.verdict.note


def test_parameters_of_one_name_need_one_range():
    other = LAPLACE.with_domain(over(dp.between(lam, 0, 1)))
    with pytest.raises(BadInput, match="same range"):
        LAPLACE.compare(other)
    with pytest.raises(BadInput, match="a Family"):
        LAPLACE.compare(3)


@pytest.mark.parametrize(
    ("density", "value"),
    [
        ((1 - x / s) / s, sp.log(s) + sp.Rational(1, 2)),
        (sp.Rational(3, 4) * (1 - x**2 / s**2) / s, sp.log(s) - sp.log(3) + sp.Rational(5, 3)),
    ],
)
def test_an_entropy_with_a_logarithm_that_has_no_value_at_the_end_is_decided(density, value):
    family = dp.Family(
        "bounded", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(density, 0, s)]
    )
    entropy = family.entropy()
    assert sp.expand(entropy.value - value) == 0
    assert entropy.holds


def test_the_entropy_of_cauchy_noise_has_a_formula():
    density = s / (sp.pi * (s**2 + x**2))
    family = dp.Family(
        "cauchy", x=x, domain=over(dp.positive(s)), pieces=[dp.Piece(density, 0, sp.oo)]
    )
    entropy = family.entropy()
    assert sp.expand_log(entropy.value - sp.log(4 * sp.pi * s), force=True).expand() == 0


def test_noise_on_one_side_has_a_quantile_and_plain_cases():
    y, t, u = sp.Symbol("y", real=True), sp.Symbol("t", positive=True), sp.Symbol("u")
    piece = dp.Piece(sp.pi / (2 * s) * sp.sin(sp.pi * y / s), 0, s)
    family = dp.Family("sine", x=y, domain=over(dp.positive(s)), pieces=[piece], even=False)
    quantile, cdf = family.quantile(u), family.cdf(t)
    level = quantile.domain.variables[-1].symbol
    assert quantile.value.subs({level: sp.Rational(3, 4), s: 1}) == sp.Rational(2, 3)
    assert not quantile.value.has(sp.nan)
    assert len(cdf.value.args) == 3
    assert not any(inside.has(sp.Piecewise) for inside, _ in cdf.value.args)
    assert family.cost(sp.Symbol("p")).value is not None  # x**p times a sine is integrable at 0


def test_a_cost_that_is_infinite_for_some_parameters_is_compared_where_it_is_not():
    shape, scale = sp.symbols("shape scale", positive=True)
    both = over(dp.positive(s), dp.positive(shape))
    density = s**shape * x ** (-shape - 1) * sp.exp(-s / x) / (2 * sp.gamma(shape))
    heavy = dp.Family("heavy", x=x, domain=both, pieces=[dp.Piece(density, 0, sp.oo)])
    light = dp.Family(
        "light", x=x, domain=over(dp.positive(scale)),
        pieces=[dp.Piece(sp.exp(-x / scale) / (2 * scale), 0, sp.oo)],
    )  # fmt: skip
    cauchy = dp.Family(
        "cauchy", x=x, domain=over(dp.positive(s)),
        pieces=[dp.Piece(s / (sp.pi * (s**2 + x**2)), 0, sp.oo)],
    )  # fmt: skip
    found = heavy.compare(light)
    assert found.lower == sp.And(shape > 1, s < scale * (shape - 1))
    assert not found.holds
    assert cauchy.compare(light).lower == sp.false
    assert light.compare(cauchy).lower == sp.true
    assert light.compare(heavy).lower is None
