"""The staircase against Laplace noise: verdicts, planted errors, and oracles that share no code."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import log

import mpmath
import pytest
import sympy as sp
from mpmath import mpf

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal
from dpproofs.kernel.proposition import Relation
from dpproofs.mechanisms import Laplace, Staircase
from dpproofs.render.figures import all_figures
from dpproofs.render.figures.staircase_density import steps
from dpproofs.render.figures.staircase_gain import EPSILONS, gains
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.verifying import verify as verify_anew

verify = cache(verify_anew)

VERDICTS = {
    "cor5.high": ("holds", "proved"),
    "cor5.low": ("holds", "proved"),
    "cor7.high": ("holds", "proved"),
    "cor7.low": ("holds", "proved"),
    "fig2": ("holds", "enclosed"),
    "heur.quality.powers": ("holds", "enclosed"),
    "I-D7": ("holds", "proved"),
}
FAR = [mpf(1) / 1000, mpf(1) / 10, mpf(1), mpf(3), mpf(7), mpf(15), mpf(60)]


@pytest.mark.parametrize("name", VERDICTS)
def test_claim_is_decided_its_twins_die_and_its_certificate_replays(name):
    verdict = verify(f"staircase.{name}")
    found = (verdict.decision.value, verdict.grade and verdict.grade.name)
    assert found == VERDICTS[name], verdict.note
    assert verdict.mutation.tried >= 20
    assert verdict.mutation.survivors == ()
    report = replay(verdict.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    assert not report.trusts


# -- planted errors: a bound moved to the wrong side of the truth is not established --------------

#: Claim, which goal, a coefficient in it, and what takes its place.
PLANTED = {
    "amplitude gap, cubic term too small": ("cor5.high", 2, "-7/5760", "-7/5761"),
    "amplitude gap, next term too small": ("cor5.high", 3, "31/967680", "31/967681"),
    "power gap, quartic term too small": ("cor7.high", 2, "-1/18144", "-1/18145"),
    "power gap, next term too small": ("cor7.high", 3, "1/129600", "1/129601"),
    "gain at 10 is below 23.60": ("fig2", 5, "2361/100", "2360/100"),
    "gain above 1 + epsilon^2/23": ("fig2", 6, "1/24", "1/23"),
    "gain in power above 1 + epsilon^2/23": ("fig2", 7, "1/24", "1/23"),
    "power gap below Delta^2/13": ("fig2", 15, "1/12", "1/13"),
    "excess with 8 for 9": ("heur.quality.powers", 8, "9/128", "8/128"),
    "excess in power with 24 for 25": ("heur.quality.powers", 9, "25/144", "24/144"),
    "error with the factor 1": ("I-D7", 2, None, "1/2"),
    "power of many queries with 2 for 8": ("I-D7", 5, None, "1/4"),
}


def _changed(goal: Goal, old: str | None, new: str) -> Goal:
    """The goal with one coefficient replaced, or with its right side scaled."""
    relation = goal.proposition
    assert isinstance(relation, Relation)
    if old is None:
        return Goal(replace(relation, rhs=sp.Rational(new) * relation.rhs), goal.domain)
    put = {sp.Rational(old): sp.Rational(new)}
    return Goal(relation.map(lambda side: side.xreplace(put)), goal.domain)


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_not_established(name):
    claim, place, old, new = PLANTED[name]
    found = find(f"staircase.{claim}")
    statement, derivation = found.statement, found.derivation
    goal = (statement.corrected or statement.printed)[place]
    assert isinstance(derivation, Derivation)
    (step,) = [s for s in derivation.steps if s.goal == goal]
    assert check(step, derivation).established
    changed = _changed(goal, old, new)
    assert changed != goal
    assert not check(replace(step, goal=changed), derivation).established


# -- oracles: the costs from the density, written once more ---------------------------------------


def _cost(epsilon, gamma, power):
    """E|X|**power for Delta = 1: the pieces of (25), summed until they no longer count."""
    b = mpmath.exp(-epsilon)
    top = (1 - b) / (gamma + b * (1 - gamma))  # twice a(gamma), both sides of the origin
    n = power + 1

    def period(k):
        first = (k + gamma) ** n - mpf(k) ** n
        return b**k * (first + b * (mpf(k + 1) ** n - (k + gamma) ** n)) / n

    total, k = mpf(0), 0
    while k < 10 or b**k * mpf(k + 1) ** n > mpf(10) ** -25 * total:
        total, k = total + period(k), k + 1
    return top * total


def _laplace(epsilon, power):
    return mpmath.factorial(power) / mpf(epsilon) ** power


def _best(epsilon, power):
    """The least cost, from Theorems 4 and 6 in hyperbolic functions."""
    y = mpf(epsilon) / 2
    if power == 1:
        return 1 / (2 * mpmath.sinh(y))
    return (1 + mpmath.cosh(y) ** (mpf(2) / 3)) / (4 * mpmath.sinh(y) ** 2)


@pytest.fixture(autouse=True)
def _forty_digits():
    with mpmath.workdps(40):
        yield


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("epsilon", [mpf(1) / 4, mpf(2), mpf(9)])
def test_least_cost_in_hyperbolic_functions(power, epsilon):
    low, high = mpf(0), mpf(1)
    for _ in range(60):  # the cost falls, then rises
        third = (high - low) / 3
        left, right = (_cost(epsilon, low + share * third, power) for share in (1, 2))
        low, high = (low, high - third) if left < right else (low + third, high)
    gamma = (low + high) / 2
    assert mpmath.almosteq(_cost(epsilon, gamma, power), _best(epsilon, power), 1e-12)


@pytest.mark.parametrize("epsilon", FAR)
def test_gaps_lie_between_their_partial_sums(epsilon):
    e = mpf(epsilon)
    gap = _laplace(e, 1) - _best(e, 1)
    low = e / 24 - 7 * e**3 / 5760
    assert low < gap < low + 31 * e**5 / 967680
    gap = _laplace(e, 2) - _best(e, 2)
    low = mpf(1) / 12 - e**2 / 720 - e**4 / 18144
    assert low < gap < low + e**6 / 129600
    assert 0 < gap < mpf(1) / 12


def test_next_coefficients_are_those_of_the_series():
    """What was cut off, over the first term that was: 1 as epsilon tends to 0."""
    e = mpf(1) / 10**4
    rest = _laplace(e, 1) - _best(e, 1) - e / 24 + 7 * e**3 / 5760
    assert mpmath.almosteq(rest / (31 * e**5 / 967680), 1, 1e-6)
    rest = _laplace(e, 2) - _best(e, 2) - mpf(1) / 12 + e**2 / 720
    assert mpmath.almosteq(rest / (-(e**4) / 18144), 1, 1e-6)


@pytest.mark.parametrize("epsilon", FAR)
def test_low_privacy_orders(epsilon):
    b = mpmath.exp(-mpf(epsilon))
    assert mpmath.almosteq(_best(epsilon, 1) / mpmath.sqrt(b), 1 + b / (1 - b), 1e-25)
    order = _best(epsilon, 2) / mpmath.cbrt(b) ** 2
    low = mpf(2) ** (-mpf(2) / 3) + mpmath.cbrt(b)
    assert low < order < low + 4 * b / (1 - b) ** 2


def test_gains_at_ten_and_everywhere():
    assert mpmath.almosteq(_laplace(10, 1) / _best(10, 1), mpf("14.8406"), 1e-5)
    assert mpmath.almosteq(_laplace(10, 2) / _best(10, 2), mpf("23.6069"), 1e-5)
    for power in (1, 2):
        values = [_laplace(e, power) / _best(e, power) for e in FAR]
        assert values == sorted(values)
        assert all(v > 1 + mpf(e) ** 2 / 24 for v, e in zip(values, FAR, strict=True))


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("gamma", [0, 1])
@pytest.mark.parametrize("epsilon", [mpf(1) / 5, mpf(2), mpf(9)])
def test_ends_of_gamma_cost_more_than_laplace_noise(power, gamma, epsilon):
    assert _cost(epsilon, gamma, power) > _laplace(epsilon, power)


CHOICE = {
    1: lambda b: (4 + 9 * b - 6 * b**2 + b**3) / (4 * (3 - b) * (1 - b)),
    2: lambda b: (
        (8 + 44 * b + 15 * b**2 - 27 * b**3 + 9 * b**4 - b**5) / (12 * (3 - b) * (1 - b) ** 2)
    ),
}


@pytest.mark.parametrize("power", CHOICE)
@pytest.mark.parametrize("epsilon", [mpf(1) / 5, mpf(2), mpf(9)])
def test_cost_of_the_choice(power, epsilon):
    b = mpmath.exp(-epsilon)
    assert mpmath.almosteq(_cost(epsilon, b / 2, power), CHOICE[power](b), 1e-20)


def test_exact_points_at_which_the_choice_loses():
    assert CHOICE[1](Fraction(1, 8)) == Fraction(2577, 5152) > 1 / log(8)
    assert CHOICE[2](Fraction(1, 4)) == Fraction(6673, 6336) > 2 / log(4) ** 2


@pytest.mark.parametrize(("power", "low", "high"), [(1, "1.606", "1.607"), (2, "1.215", "1.216")])
def test_choice_crosses_laplace_noise_once(power, low, high):
    def more(epsilon):
        return CHOICE[power](mpmath.exp(-mpf(epsilon))) - _laplace(epsilon, power)

    assert more(low) < 0 < more(high)
    signs = [more(mpf(i) / 20) > 0 for i in range(1, 200)]
    assert signs == sorted(signs)


@pytest.mark.parametrize("epsilon", FAR)
def test_excess_of_the_choice(epsilon):
    e, b = mpf(epsilon), mpmath.exp(-mpf(epsilon))
    assert 0 < CHOICE[1](b) - _best(e, 1) < 9 * e**3 / 128
    assert 0 < CHOICE[2](b) - _best(e, 2) < 25 * e**2 / 144
    assert CHOICE[1](b) > mpf(1) / 3
    assert CHOICE[2](b) > mpf(2) / 9


def test_constants_of_the_excess_are_attained_in_the_limit():
    e = mpf(1) / 10**5
    b = mpmath.exp(-e)
    assert mpmath.almosteq((CHOICE[1](b) - _best(e, 1)) / e**3, mpf(9) / 128, 1e-4)
    assert mpmath.almosteq((CHOICE[2](b) - _best(e, 2)) / e**2, mpf(25) / 144, 1e-4)


@pytest.mark.parametrize("queries", [1, 3, 50])
@pytest.mark.parametrize("share", [mpf(1), mpf(4), mpf(30)])
def test_many_queries(queries, share):
    error, order = queries * _best(share, 1), queries * mpmath.exp(-share / 2)
    assert order < error < 2 * order
    power, order = _best(share, 2), mpmath.exp(-2 * share / 3)
    assert mpf(2) ** (-mpf(2) / 3) * order < power < 8 * order


def test_order_of_many_queries_fails_for_fixed_epsilon():
    ratios = [_best(mpf(2) / d, 1) / mpmath.exp(-mpf(1) / d) for d in (10, 100, 1000)]
    assert all(r > mpf(d) / 2 for r, d in zip(ratios, (10, 100, 1000), strict=True))


# -- figures --------------------------------------------------------------------------------------


def test_every_figure_of_the_staircase_paper_is_there():
    items = [figure.item for figure in all_figures() if figure.paper == "staircase"]
    assert items == [f"Figure {n}" for n in range(1, 6)]


def test_drawn_gain_is_the_one_of_the_formulas():
    for power in (1, 2):
        drawn = gains(power)
        assert EPSILONS[-1] == 10
        last = [float(_laplace(10, power) / cost) for cost in (
            _best(10, power), CHOICE[power](mpmath.exp(-10)), _cost(mpf(10), 1, power)
        )]  # fmt: skip
        assert [curve[-1] for curve in drawn.values()] == pytest.approx(last)


def test_drawn_steps_have_the_mass_of_the_density():
    noise = Staircase(1.5)
    place, level = steps(noise, 40)
    mass = sum((place[1::2] - place[::2]) * level[::2])
    assert mass == pytest.approx(1)
    assert level.max() > Laplace(1.5).pdf(0.0)
