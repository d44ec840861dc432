"""Masses on the integers that no telescoper adds up: sums by SymPy, compared with enclosures."""

import math

import pytest
import sympy as sp
from flint import acb, arb
from noise_families import over, s, x
from scipy.integrate import quad

import dpproofs as dp
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.finite import finite
from dpproofs.deriving.mass import Mass
from dpproofs.kernel.verdict import Decision

S = over(dp.positive(s))
ZERO = sp.Integer(0)
k = sp.Symbol("k", nonnegative=True)


def noise(mass):
    return dp.Family(
        "masses", x=x, domain=S, integers=True, normalise=True, pieces=[dp.Piece(mass, 0, sp.oo)]
    )


def test_two_sided_poisson_masses_are_normalised_and_have_moments():
    poisson = noise(s**x / sp.factorial(x))
    cost = poisson.cost(1)
    assert sp.simplify(cost.value - 2 * s * sp.exp(s) / (2 * sp.exp(s) - 1)) == 0
    assert cost.verdict.decision is Decision.open
    low, high = cost.enclosure(s=1, digits=15)
    exact = sp.N(cost.value.subs(s, 1), 80)
    assert sp.Rational(str(low)) <= exact <= sp.Rational(str(high))
    assert high - low < sp.Rational(1, 10**14)


@pytest.mark.parametrize(
    ("term", "whole"),
    [
        (s**k / sp.factorial(k), sp.true),
        (sp.factorial(k) / s**k, None),
        ((1 + k) ** -4, sp.true),
        (1 / (1 + k), sp.false),
    ],
)
def test_whether_a_sum_is_finite_is_seen(term, whole):
    assert finite(term, k, ZERO, sp.oo, S, integers=True) == whole


def test_sums_of_powers_and_factorials_are_enclosed():
    zeta = Over((1 + k) ** -4, k, ZERO, sp.oo, integers=True).enclose({}, 20, 5.0)
    assert zeta[0] < sp.N(sp.pi**4 / 90, 80) < zeta[1]
    assert zeta[1] - zeta[0] < sp.Rational(1, 10**11)
    low, high = Over(2**k / sp.factorial(k), k, ZERO, sp.oo, integers=True).enclose({}, 20, 5.0)
    assert low < sp.N(sp.exp(2), 80) < high
    with pytest.raises(NoEnclosure):
        Over(1 / (1 + k), k, ZERO, sp.oo, integers=True).enclose({}, 10, 1.0)


DISCRETE_NORMAL = noise(sp.exp(-(x**2) / (2 * s**2)))
THETA = {n: math.exp(-(n**2) / 8) for n in range(-60, 61)}  # at s = 2


def weighted(weight):
    """A mean over the discrete normal masses at s = 2, in floats."""
    return sum(weight(n) * mass for n, mass in THETA.items()) / sum(THETA.values())


def near(found, real):
    low, high = found
    return high - low < 1e-12 and abs(float(low) - real) < 1e-12


def test_a_total_mass_without_a_formula_stays_a_sum_that_is_enclosed():
    (piece,) = DISCRETE_NORMAL.pieces
    (mass,) = piece.density.atoms(Mass)
    assert str(mass) == "(2*Sum(exp(-n**2/(2*s**2)), (n, 1, oo)) + 1)"
    assert sp.latex(mass**-2).endswith(r"1\right)^{2}}")
    assert abs(sp.N(mass.subs(s, 2), 30) - sum(THETA.values())) < 1e-13
    assert mass.doit() == mass
    assert mass.is_positive
    assert DISCRETE_NORMAL.normalisation().value == 1
    assert DISCRETE_NORMAL.normalisation().verdict.decision is Decision.open


@pytest.mark.parametrize(
    ("ask", "real"),
    [
        (lambda f: f.variance(), weighted(lambda n: n**2)),
        (lambda f: f.cost(1), weighted(abs)),
        (lambda f: f.tail(3), weighted(lambda n: abs(n) >= 3)),
        (lambda f: f.entropy(), math.log(sum(THETA.values())) + weighted(lambda n: n**2) / 8),
        (lambda f: f.renyi(2, 1), 1 / 4),
    ],
)
def test_questions_on_discrete_normal_noise_stay_open_with_enclosures(ask, real):
    found = ask(DISCRETE_NORMAL)
    assert found.value is None
    assert found.verdict.decision is Decision.open
    assert near(found.enclosure(s=2, digits=15), real)


def test_the_worst_shift_of_discrete_normal_noise_is_shown_though_its_mass_has_no_formula():
    profile = DISCRETE_NORMAL.privacy_profile(sp.Symbol("e", nonnegative=True), 1)
    assert "the worst shift is the whole" in profile.verdict.note
    real = weighted(lambda n: max(0, 1 - math.exp(1 / 2 - (2 * n + 1) / 8)))
    assert near(profile.enclosure(e="1/2", s=2, digits=15), real)
    risen = noise(sp.exp(-((x - 2) ** 2) / (2 * s**2)))
    other = risen.privacy_profile(sp.Symbol("e", nonnegative=True), 1)
    assert "not shown to be the worst" in other.verdict.note


def test_an_integral_without_a_formula_normalises_as_well():
    y = sp.Symbol("y", positive=True)
    quartic = dp.Family(
        "quartic", x=y, domain=S, normalise=True, seconds=0.1,
        pieces=[dp.Piece(sp.exp(-(y**4) / s - y**3), 0, 2)],
    )  # fmt: skip
    low, high = quartic.cost(2).enclosure(s=1, digits=12)
    below, above = (
        quad(lambda u, n=n: u**n * math.exp(-(u**4) - u**3), 0, 2, epsabs=1e-13)[0] for n in (0, 2)
    )
    assert near((low, high), above / below)


def test_a_sum_up_to_an_end_normalises_as_well():
    short = dp.Family(
        "short", x=x, domain=S, integers=True, normalise=True, seconds=0.1,
        pieces=[dp.Piece(sp.exp(-(x**2) / (2 * s**2)), 0, 4)],
    )  # fmt: skip
    masses = [THETA[n] for n in range(-3, 4)]
    real = sum(n**2 * THETA[n] for n in range(-3, 4)) / sum(masses)
    assert near(short.variance().enclosure(s=2, digits=15), real)


def test_a_total_mass_is_no_number_without_its_parameters():
    (mass,) = DISCRETE_NORMAL.pieces[0].density.atoms(Mass)
    with pytest.raises(NoEnclosure, match="no real value"):
        mass.enclosed({s: acb(1, 1)})
    assert mass.evalf() == mass
    wide = mass.enclosed({s: acb(arb(2, 0.01))}).real
    assert wide.contains(arb(sum(THETA.values())))
    assert wide.rad() > 1e-4


def test_a_density_with_an_index_and_no_formula_of_its_mass_is_refused():
    index = sp.Symbol("k")
    with pytest.raises(dp.BadInput, match="closed form, or is enclosed"):
        dp.Family(
            "odd", x=x, domain=S, normalise=True,
            pieces=[dp.Piece(sp.exp(-(index**2) / s), index, index + 1, index)],
        )  # fmt: skip
