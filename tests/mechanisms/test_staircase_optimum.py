"""The enclosures of the least cost and its gamma, against closed forms and other evaluations."""

import json
import math
from decimal import Decimal
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import acb, arb, ctx, fmpq

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Laplace, Staircase
from dpproofs.mechanisms.formulas import staircase_cost as cost
from dpproofs.mechanisms.formulas import staircase_gamma
from dpproofs.mechanisms.formulas.enclosure import Enclosure, exactly
from dpproofs.mechanisms.staircase_optimum import compared, staircase_optimum

EPSILONS = ("1e-8", "1e-4", "0.02", "0.1", "0.5", "1", "3", "10", "100", "1000")


def as_mp(value):
    return mp.mpf(value.numerator) / value.denominator


def closed_form(epsilon, p):
    """gamma* and the least cost of Theorems 4 and 6."""
    e = as_mp(Fraction(epsilon))
    b = mp.exp(-e)
    if p == 1:
        return 1 / (1 + mp.exp(e / 2)), mp.exp(e / 2) / mp.expm1(e)
    T = mp.cbrt(b * (1 + b) / 2)
    return (T - b) / -mp.expm1(-e), (T * T + b) / mp.expm1(-e) ** 2


@pytest.mark.parametrize("digits", [1, 15, 200, 1000])
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("p", [1, 2])
def test_theorems_4_and_6_are_enclosed(epsilon, p, digits):
    found = staircase_optimum(epsilon, p, digits=digits)
    with mp.workdps(digits + 50):
        gamma, least = closed_form(epsilon, p)
        for enclosure, exact in ((found.gamma, gamma), (found.least_cost, least)):
            assert as_mp(enclosure.lower) < exact < as_mp(enclosure.upper)
            assert enclosure.upper - enclosure.lower <= enclosure.lower / 10**digits


@pytest.mark.sweep
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("p", ["0.01", "0.5", "0.999999", "1.7", "3", "8.5", "50", "50.5"])
def test_gamma_changes_the_sign_of_the_slope_in_another_evaluation(epsilon, p):
    # FLINT's Lerch transcendent shares no code with the sums used here.
    found = staircase_optimum(epsilon, p)
    with ctx.workprec(700 if float(epsilon) < 1e-3 or float(p) > 8 else 300):
        e, power = (
            fmpq(*Fraction(epsilon).as_integer_ratio()),
            fmpq(*Fraction(p).as_integer_ratio()),
        )
        b = (-arb(e)).exp()

        def lerch(s, gamma):
            # The sum less its first term, so that a tiny gamma does not matter.
            rest = b * acb(b).lerch_phi(acb(-arb(s)), acb(gamma + 1)).real
            return gamma ** arb(s) + rest

        def slope(gamma):
            D = b + (1 - b) * gamma
            return (power + 1) * D * lerch(power, gamma) - (1 - b) * lerch(power + 1, gamma)

        low, high = (
            arb(fmpq(*end.as_integer_ratio())) for end in (found.gamma.lower, found.gamma.upper)
        )
        below, above = slope(low), slope(high)
        costs = [
            (1 - b) ** 2 * lerch(power + 1, g) / ((power + 1) * (b + (1 - b) * g))
            for g in (low, high)
        ]
        assert below < 0 < above
        width = Fraction(found.least_cost.upper - found.least_cost.lower)
        for value in costs:
            assert value > arb(fmpq(*found.least_cost.lower.as_integer_ratio()))
            upper = found.least_cost.upper + width
            assert value < arb(fmpq(*upper.as_integer_ratio()))


@pytest.mark.parametrize("p", ["0.01", "0.7", "2.5", "12.5", "50"])
@pytest.mark.parametrize("epsilon", ["0.4", "2", "40"])
def test_the_cost_is_the_sum_of_the_paper_in_mpmath(epsilon, p):
    with mp.workdps(60):
        e, q, g = as_mp(Fraction(epsilon)), as_mp(Fraction(p)), mp.mpf("0.3")
        b = mp.exp(-e)
        terms = int((140 + 2 * float(q) * math.log(2000)) / float(e)) + 10
        # (275) integrates the density cell by cell; (312) has telescoped it.
        one = [((k + g) ** (q + 1) - k ** (q + 1)) * b**k for k in range(terms)]
        two = [((k + 1) ** (q + 1) - (k + g) ** (q + 1)) * b ** (k + 1) for k in range(terms)]
        exact = (1 - b) / (b + (1 - b) * g) * mp.fsum(one + two) / (q + 1)
        with ctx.workprec(200):
            found = cost.unit_cost(Fraction(epsilon), Fraction(3, 10), Fraction(p))
            assert found.rel_accuracy_bits() > 150
            assert abs(mp.mpf(found.mid().str(50, radius=False)) / exact - 1) < mp.mpf(10) ** -45


@pytest.mark.parametrize("s", ["-0.99", "-0.3", "0", "0.5", "2", "3.3", "9", "20.25"])
@pytest.mark.parametrize("epsilon", ["0.05", "0.4", "1.5"])
def test_all_ways_to_sum_overlap(epsilon, s):
    epsilon, s = Fraction(epsilon), Fraction(s)
    with ctx.workprec(120):
        gamma = arb(fmpq(3, 7))
        length = cost._direct_length(float(epsilon), float(s) + 2, 120)
        ways = [cost._direct(epsilon, s, 3, math.ceil(length))]
        if s < 10:
            ways.append(
                cost._series(epsilon, s, 3, cost._series_length(float(epsilon), float(s), 3, 120))
            )
        if s >= 0 and s.denominator == 1:
            ways.append(cost._closed(epsilon, int(s), 3))
        if s > 3:
            ways.append(cost._waves(epsilon, s, 3, 60))
        values = [way(gamma) for way in ways]
        for other in values[1:]:
            for one, two in zip(values[0], other, strict=True):
                assert one.overlaps(two)
                assert epsilon > 1 or two.rel_accuracy_bits() > 20
        assert all(value.rel_accuracy_bits() > 90 for value in values[0])


@pytest.mark.parametrize("length", [3, 5, 9])
@pytest.mark.parametrize("s", ["-0.5", "0.5", "6.5"])
def test_sums_cut_short_still_enclose(s, length):
    s, gamma = Fraction(s), arb(0.875)
    with ctx.workprec(200):
        for epsilon in (Fraction(1, 10), Fraction(2)):
            exact = cost._direct(epsilon, s, 2, 3000)(gamma)
            short = [cost._series(epsilon, s, 2, length)]
            if s > 0:
                short.append(cost._waves(epsilon, s, 2, length))
            if epsilon > 1:
                short.append(cost._direct(epsilon, s, 2, 6 + length))
            for way in short:
                for value, whole in zip(way(gamma), exact, strict=True):
                    assert value.contains(whole)


@pytest.mark.parametrize("p", [0.3, 2.5, 7])
@pytest.mark.parametrize("epsilon", [1e-6, 0.3, 4, 60])
def test_no_other_gamma_is_cheaper_than_the_lower_bound(epsilon, p):
    found = staircase_optimum(epsilon, p, digits=30)
    best = float((found.gamma.lower + found.gamma.upper) / 2)
    with ctx.workprec(200):
        least = arb(fmpq(*found.least_cost.lower.as_integer_ratio()))
        for gamma in (0, 1, 0.5, best, best * 0.999, best * 1.001, *np.linspace(0.05, 0.95, 7)):
            assert cost.unit_cost(Fraction(epsilon), Fraction(float(gamma)), Fraction(p)) > least


def test_a_tail_that_does_not_shrink_is_unbounded():
    (direct,) = cost._direct(Fraction(1), Fraction(9), 1, 2)(arb(1))
    (series,) = cost._series(Fraction(3), Fraction(9), 1, 2)(arb(1))
    assert not direct.is_finite()
    assert not series.is_finite()


def test_sensitivity_scales_the_cost_and_not_gamma():
    one = staircase_optimum(1, "1.5", digits=40)
    nine = staircase_optimum(1, "1.5", 9, digits=40)
    assert nine.gamma == one.gamma
    assert nine.least_cost.lower <= 27 * one.least_cost.upper
    assert nine.least_cost.upper >= 27 * one.least_cost.lower


def test_numbers_are_what_they_say():
    assert staircase_optimum(0.1).epsilon != Fraction(1, 10)
    tenths = [staircase_optimum(x) for x in ("0.1", "1/10", Fraction(1, 10), Decimal("0.1"))]
    assert len(set(tenths)) == 1
    assert (
        staircase_optimum(np.int64(2)) == staircase_optimum(np.float32(2)) == staircase_optimum(2)
    )
    assert (
        staircase_optimum(0.1, digits=30).gamma.upper
        < staircase_optimum("0.1", digits=30).gamma.lower
    )


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ((0,), "epsilon"),
        ((-1,), "epsilon"),
        (("1e-31",), "epsilon"),
        ((math.nan,), "epsilon"),
        ((math.inf,), "epsilon"),
        (("1e999999999",), "epsilon"),
        ((Decimal("NaN"),), "epsilon"),
        (("1/0",), "epsilon"),
        (("one",), "epsilon"),
        ((True,), "epsilon"),
        ((None,), "epsilon"),
        ((1, 0), "cost"),
        ((1, 1001), "cost"),
        ((1, 1, 0), "sensitivity"),
    ],
)
def test_a_number_outside_its_domain_is_named(arguments, argument):
    with pytest.raises(BadInput) as caught:
        staircase_optimum(*arguments)
    assert caught.value.argument == argument


@pytest.mark.parametrize("digits", [0, 1001, "15", None])
def test_digits_are_limited(digits):
    with pytest.raises(BadInput, match="an integer from 1 to 1000"):
        staircase_optimum(1, digits=digits)


def test_an_enclosure_rounds_outward():
    third = Enclosure(Fraction(1, 10), Fraction(7, 10))
    assert Fraction(1, 10) in third
    assert Fraction(8, 10) not in third
    assert str(third) == "[0.1, 0.7]"
    assert third.fractions == ("1/10", "7/10")
    lower, upper = third.floats
    assert Fraction(lower) <= Fraction(1, 10) < Fraction(math.nextafter(lower, 1))
    assert Fraction(upper) >= Fraction(7, 10) > Fraction(math.nextafter(upper, 0))
    huge = Enclosure(Fraction(10) ** 400, Fraction(10) ** 400)
    assert huge.floats == (math.nextafter(math.inf, 0), math.inf)
    assert huge.middle == math.inf
    tiny = Enclosure(Fraction(1, 10**400), Fraction(1, 10**400))
    assert tiny.floats == (0, math.ulp(0.0))
    assert len(Enclosure(Fraction(1, 10**6000), Fraction(1)).fractions[0]) == 6003


def test_the_result_is_immutable_and_the_facade_has_it():
    found = dp.staircase_optimum(1)
    with pytest.raises(AttributeError):
        found.gamma = None
    with pytest.raises(AttributeError):
        found.gamma.lower = 0


def test_a_root_that_cannot_be_isolated_is_an_error(monkeypatch):
    monkeypatch.setattr(staircase_gamma, "_newton", lambda gamma, *_: gamma)
    with pytest.raises(ArithmeticError, match="not isolated"):
        staircase_gamma.isolated_gamma(Fraction(1), Fraction(3, 2), 100)


def test_exact_numbers_of_json_are_accepted():
    assert exactly("x", json.loads("0.25"), "0", "1") == Fraction(1, 4)


# -- excess ---------------------------------------------------------------------------------------


def exact_excess(epsilon, gamma, p):
    """The excess for p = 1 or 2, from the closed forms (276) and (295)."""
    with mp.workdps(120):
        e, g = as_mp(Fraction(epsilon)), as_mp(Fraction(gamma))
        b = mp.exp(-e)
        D = b + (1 - b) * g
        if p == 1:
            value = b / (1 - b) + (b + (1 - b) * g * g) / (2 * D)
        else:
            c = [1 / (1 - b), b / (1 - b) ** 2, b * (1 + b) / (1 - b) ** 3]
            c.append(b * (b * b + 4 * b + 1) / (1 - b) ** 4)
            value = (1 - b) ** 2 / (3 * D) * (c[3] + 3 * g * c[2] + 3 * g * g * c[1] + g**3 * c[0])
        return value / closed_form(epsilon, p)[1] - 1


@pytest.mark.parametrize("epsilon", [1e-6, 0.01, 1, 8, 90])
@pytest.mark.parametrize("p", [1, 2])
def test_the_excess_has_relative_accuracy(epsilon, p):
    best = Staircase(epsilon, cost=p).gamma
    for gamma in (0, 1, 0.3, best, best * (1 + 1e-6), best * (1 - 1e-3)):
        noise = Staircase(epsilon, 3, gamma=gamma)
        assert noise.excess(p) == pytest.approx(float(exact_excess(epsilon, gamma, p)), rel=1e-14)


def test_the_excess_of_the_best_double_is_tiny_and_not_zero():
    for p in (0.5, 1, 2, 3.5):
        for epsilon in (1e-6, 1, 30):
            assert 0 < Staircase(epsilon, cost=p).excess(p) < 1e-29


def test_an_excess_below_all_precision_is_a_ball_around_zero():
    def optimum():
        return 1 / (1 - (-arb(1)).exp()) * (arb(-1) / 2).exp()

    found = staircase_gamma.excess(optimum, Fraction(1), Fraction(1))
    assert found.contains(0)
    assert found.rad() < arb(10) ** -1000


def test_excess_refuses_a_bad_exponent():
    with pytest.raises(BadInput):
        Staircase(1).excess(0)


@pytest.mark.parametrize("p", [1, 2, 1.5])
def test_known_mechanisms_are_compared(p):
    for epsilon in (0.01, 1.0, 12.0):
        best, laplace, amplitude, heuristic = compared(staircase_optimum(epsilon, p, 2))
        assert best.excess == 0
        assert best.cost == pytest.approx(Staircase(epsilon, 2, cost=p).expected_cost(p))
        assert laplace.cost == pytest.approx(Laplace(epsilon, 2).expected_cost(p))
        assert laplace.excess == pytest.approx(laplace.cost / best.cost - 1, rel=1e-6, abs=1e-15)
        given = {
            amplitude: 1 / (1 + math.exp(epsilon / 2)),
            heuristic: math.exp(-epsilon) / 2,
        }
        for each, gamma in given.items():
            noise = Staircase(epsilon, 2, gamma=gamma)
            assert each.cost == pytest.approx(noise.expected_cost(p), rel=1e-14)
            if each.excess:
                assert each.excess == pytest.approx(noise.excess(p), rel=1e-6)
        assert (amplitude.excess == 0) == (p == 1)
