"""The lower bounds of the truncated Laplacian's paper and their tightness, once more by numbers."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from mpmath import mp
from scipy.optimize import linprog

import dpproofs as dp
from dpproofs.checkers import check
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.proposition import Limit, that
from dpproofs.theorems.poster import bounds as poster
from dpproofs.theorems.trunclap import (
    condition,
    discretisation,
    lemma2,
    lower_bounds,
    real_count,
    tightness,
    tightness_power,
    tightness_power_together,
    tightness_together,
)
from dpproofs.theorems.trunclap.setting import delta, eps
from dpproofs.verifying import verify

MODULES = (
    discretisation, condition, lemma2, lower_bounds, tightness, tightness_together,
    tightness_power, tightness_power_together, poster,
)  # fmt: skip
CLAIMS = {claim.id: claim for module in MODULES for claim in module.CLAIMS}
EXPECTED = {
    "trunclap.nint": ("definition", "proved"),
    "trunclap.nint.limits": ("corrected", "proved"),
    "trunclap.lem2": ("corrected", "certified"),
    "trunclap.disc.cells": ("holds", "proved"),
    "trunclap.thm4.dual": ("corrected", "proved"),
    "trunclap.thm4": ("holds", "proved"),
    "trunclap.thm5": ("holds", "proved"),
    "trunclap.thm5.dual": ("corrected", "proved"),
    "trunclap.thm6.1": ("holds", "proved"),
    "trunclap.thm6.2": ("holds", "proved"),
    "trunclap.thm6.3": ("corrected", "proved"),
    "trunclap.thm6.aux": ("holds", "proved"),
    "trunclap.thm7.1": ("holds", "proved"),
    "trunclap.thm7.1.proof": ("corrected", "proved"),
    "trunclap.thm7.2": ("holds", "proved"),
    "trunclap.thm7.3": ("corrected", "proved"),
    "poster.bounds": ("holds", "proved"),
    "poster.tight": ("holds", "proved"),
}
POINTS = [(0.1, 1e-3), (1.0, 1e-6), (2.5, 0.3), (0.01, 0.01), (5.0, 0.49), (0.3, 0.05)]


@pytest.fixture(autouse=True)
def _digits():
    with mp.workdps(40):
        yield


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdicts(name):
    verdict = dp.verify(name)
    assert (verdict.decision.name, verdict.grade.name) == EXPECTED[name]
    assert verdict.mutation.tried > 0
    assert not verdict.mutation.survivors


# -- the formulas, from their definitions ---------------------------------------------------------


def constants(epsilon, lost):
    return mp.exp(-epsilon), (lost + mp.expm1(epsilon) / 2) / mp.exp(epsilon)


def integer_delta(b, n):
    return b ** (n - 1) * (1 - b) / (2 * (1 - b**n))


@pytest.mark.parametrize("n", range(1, 7))
def test_the_closed_forms_of_both_bounds_for_an_integer_n(n):
    b = mp.mpf("0.7")
    a = constants(-mp.log(b), integer_delta(b, n))[1]
    assert mp.almosteq(sum(a * b**k for k in range(n)), mp.mpf(1) / 2)
    at = {lower_bounds.b: b, lower_bounds.delta: integer_delta(b, n), lower_bounds.n: n}
    at[lower_bounds.Delta] = mp.mpf(3)
    for closed, power in ((lower_bounds.closed1, 1), (lower_bounds.closed2, 2)):
        value = sp.lambdify(list(at), closed, "mpmath")(*at.values())
        summed = 2 * a * sum(b**k * k**power for k in range(n)) * 3**power
        assert abs(value - summed) < mp.mpf(10) ** -35


def truncated_laplacian(epsilon, lost, power):
    """E|X|^power by quadrature, in units of Delta."""
    end = mp.log1p(mp.expm1(epsilon) / (2 * lost)) / epsilon
    height = epsilon / (2 * (1 - mp.exp(-end * epsilon)))
    return 2 * mp.quad(lambda x: x**power * height * mp.exp(-x * epsilon), [0, end])


def values(expression, epsilon, lost):
    return sp.lambdify((eps, delta), expression, "mpmath")(mp.mpf(epsilon), mp.mpf(lost))


@pytest.mark.parametrize(("epsilon", "lost"), POINTS)
def test_the_gap_between_the_bounds(epsilon, lost):
    epsilon, lost = mp.mpf(epsilon), mp.mpf(lost)
    b, a = constants(epsilon, lost)
    n = mp.log1p(mp.expm1(epsilon) / (2 * lost)) / epsilon
    first = 2 * a * ((b - b**n) / (1 - b) ** 2 - (n - 1) * b**n / (1 - b))
    amplitude = truncated_laplacian(epsilon, lost, 1)
    assert mp.almosteq(values(tightness.upper, epsilon, lost), amplitude, rel_eps=1e-25)
    assert mp.almosteq(values(tightness.lower, epsilon, lost), first, rel_eps=1e-25)
    second = truncated_laplacian(epsilon, lost, 2)
    assert mp.almosteq(values(tightness_power.upper, epsilon, lost), second, rel_eps=1e-25)
    moved = sum(
        values(row, epsilon, lost) for row in (tightness_power.lower, tightness_power.difference)
    )
    assert mp.almosteq(moved, second, rel_eps=1e-25)


@pytest.mark.parametrize(("epsilon", "lost"), POINTS)
def test_the_bound_holds_for_every_epsilon_and_delta(epsilon, lost):
    epsilon, lost = mp.mpf(epsilon), mp.mpf(lost)
    b, _ = constants(epsilon, lost)
    tail, total = b * (1 - 2 * lost), mp.mpf(0)
    while tail > 0:
        total, tail = total + tail, b * (tail - 2 * lost)
    low, high = values(tightness.lower, epsilon, lost), values(tightness.upper, epsilon, lost)
    assert low <= total <= high
    assert high - low < 0.5


def ratio(epsilon, lost, module):
    return values(module.lower / module.upper, epsilon, lost)


def test_the_limits_and_their_rates():
    small = mp.mpf(10) ** -7
    for lost in (mp.mpf(1) / 8, mp.mpf(1) / 3):
        first, second = (ratio(small, lost, part) for part in (tightness, tightness_power))
        assert abs(first - (1 - 2 * lost)) < 1e-6
        assert abs(second - (1 - lost) * (1 - 2 * lost)) < 1e-6
        assert 1 - 2 * lost - 2 * small / 3 <= first < 1 - 2 * lost
    for epsilon in (mp.mpf(1) / 2, mp.mpf(3)):
        lost = mp.mpf(10) ** -25
        high = mp.expm1(epsilon)
        assert abs(ratio(epsilon, lost, tightness) - epsilon / high) < 1e-20
        wanted = epsilon**2 * (1 + mp.exp(epsilon)) / (2 * high**2)
        assert abs(ratio(epsilon, lost, tightness_power) - wanted) < 1e-20
    assert abs((1 - ratio(small, small, tightness)) / small - 2.6445) < 1e-3
    assert abs((1 - ratio(small, small, tightness_power)) / small - 3.832) < 1e-3


def test_both_bounds_for_small_epsilon_equal_to_delta():
    small, l = mp.mpf(10) ** -9, mp.log(mp.mpf(3) / 2)  # noqa: E741  (a logarithm)
    for expression in (tightness.lower, tightness.upper):
        assert abs(small * values(expression, small, small) - (1 - 2 * l)) < 1e-8
    for expression in (tightness_power.lower, tightness_power.upper):
        value = small**2 * values(expression, small, small)
        assert abs(value - 2 * (1 - 2 * l - l**2)) < 1e-8


# -- privacy, by linear programs ------------------------------------------------------------------


def least_cost(cost, ratio_, lost, period, last):
    """The least cost of (epsilon, delta)-private noise on the integers -last, ..., last."""
    places = np.arange(-last, last + 1)
    size, shifts = len(places), [d for d in range(-period, period + 1) if d]
    columns = size * (1 + len(shifts))
    rows, bounds = [], []
    for number, d in enumerate(shifts):
        start = size * (1 + number)
        for i in range(size):
            row = np.zeros(columns)
            row[i], row[start + i] = 1, -1
            if 0 <= i + d < size:
                row[i + d] -= 1 / ratio_
            rows.append(row)
            bounds.append(0)
        row = np.zeros(columns)
        row[start : start + size] = 1
        rows.append(row)
        bounds.append(lost)
    mass = np.zeros((1, columns))
    mass[0, :size] = 1
    spent = np.concatenate([[cost(abs(i)) for i in places], np.zeros(columns - size)])
    return linprog(spent, A_ub=np.array(rows), b_ub=bounds, A_eq=mass, b_eq=[1]).fun


def test_lemma_2_on_the_integers():
    program = lemma2.PROGRAMS[0]
    b, n, period = float(program.ratio), program.terms, program.period
    found = least_cost(float, b, float(program.lost), period, 16)
    assert found >= float(program.value)
    assert program.lost == Fraction(1, 6)
    # the same with a cost that falls to 0 beyond 5: both sides of (9) are 1
    cost = lambda i: float(i) if i <= 5 else 0.0  # noqa: E731
    assert sum(
        b**i * (2 * cost(i * period) - cost(1 + (i - 1) * period) - cost(1 + i * period))
        for i in range(1, n)
    ) == cost(1)
    assert least_cost(cost, b, float(program.lost), period, 16) < 6 / 5
    assert float(program.value) > 2
    # and with L(0) = -1, for which both are 0 and so is the bound
    assert least_cost(lambda i: -float(i == 0), b, float(program.lost), period, 16) < 0


@pytest.mark.parametrize("program", lemma2.PROGRAMS, ids=str)
def test_a_solver_finds_the_value_for_half_lines(program):
    goal = program.goal.proposition
    variables = goal.variables

    def row(expression):
        poly = sp.Poly(expression, *variables)
        return [float(poly.coeff_monomial(v)) for v in variables], float(poly.coeff_monomial(1))

    above, level = [row(c) for c in goal.constraints], [row(c) for c in goal.equations]
    found = linprog(
        row(goal.objective)[0],
        A_ub=-np.array([r for r, _ in above]), b_ub=[c for _, c in above],
        A_eq=[r for r, _ in level], b_eq=[-c for _, c in level],
    )  # fmt: skip
    assert found.fun == pytest.approx(float(goal.value), rel=1e-7)


def test_the_least_amplitude_of_noise_on_a_grid_lies_between_the_bounds():
    epsilon, lost, cells = 1.0, 0.1, 3  # Delta = 3 cells, each of mass at its nearest point
    cost = lambda i: max(0.0, (i - 0.5) / cells)  # noqa: E731
    found = least_cost(cost, np.exp(-epsilon), lost, cells, 24)
    assert float(values(tightness.lower, epsilon, lost)) - 1 / cells < found
    assert found < float(values(tightness.upper, epsilon, lost))


def test_condition_9():
    for epsilon, n, N in ((0.5, 2, 3), (1.4, 2, 3), (0.2, 5, 4), (1.0, 1, 50)):
        b = mp.exp(-epsilon)
        a = (1 - b) / (2 * (1 - b**n))

        def cost(i, N=N):
            return (2 * i - 1) / mp.mpf(2 * N)

        left = sum(
            b**i * (2 * cost(i * N) - cost(1 + (i - 1) * N) - cost(1 + i * N)) for i in range(1, n)
        )
        assert (left >= cost(1)) == (n > 1 and 2 + a / (1 - 2 * a) <= N)
        assert abs(sum(b**i for i in range(1, n)) - (1 / (2 * a) - 1)) < 1e-30


# -- wrong versions -------------------------------------------------------------------------------


def decided(claim, **changed):
    return verify(Claim(replace(claim.statement, **changed), claim.derive)).decision.name


def refused(claim, goal, wrong):
    """The step that shows a goal does not show another."""
    derivation = claim.derive()
    step = next(step for step in derivation.steps if step.goal == goal)
    assert check(step, derivation).established
    return not check(replace(step, goal=wrong), derivation).established


def test_other_limits_are_refused():
    for part, together in (
        (tightness, tightness_together),
        (tightness_power, tightness_power_together),
    ):
        for statement in (part.HIGH, part.LOW, together.TOGETHER):
            claim = CLAIMS[statement.id]
            goals = claim.statement.printed + claim.statement.corrected
            for goal in goals:
                limit = goal.proposition
                if isinstance(limit, Limit):
                    wrong = Goal(
                        replace(limit, value=limit.value + sp.Rational(1, 100)), goal.domain
                    )
                    assert refused(claim, goal, wrong)


def test_a_larger_bound_is_refused():
    for name, low, goal in (
        ("trunclap.thm4", real_count.low1, real_count.EVERY1),
        ("trunclap.thm5", real_count.low2, real_count.EVERY2),
    ):
        for wrong in (low * sp.Rational(101, 100), low + sp.Rational(1, 1000)):
            twin = replace(goal, proposition=that(wrong) < goal.proposition.rhs)
            assert refused(CLAIMS[name], goal, twin)


@pytest.mark.parametrize(("epsilon", "lost"), POINTS)
def test_the_bounds_with_a_real_n_are_below_those_that_are_shown(epsilon, lost):
    epsilon, lost = mp.mpf(epsilon), mp.mpf(lost)
    length = mp.log1p(mp.expm1(epsilon) / (2 * lost))
    terms = int(length / epsilon)
    part = length - terms * epsilon
    at = {real_count.s: part, real_count.t: epsilon - part, real_count.count: terms}
    for goal, low in (
        (real_count.EVERY1, tightness.lower),
        (real_count.EVERY2, tightness_power.lower),
    ):
        claim = goal.proposition
        real, shown = (
            sp.lambdify(list(at), side, "mpmath")(*at.values()) for side in (claim.lhs, claim.rhs)
        )
        assert mp.almosteq(real, values(low, epsilon, lost), rel_eps=1e-20)
        assert real <= shown


def test_the_hypotheses_cannot_be_left_out():
    claim = CLAIMS["trunclap.thm4"]
    for place in range(len(claim.statement.hypotheses)):
        kept = tuple(h for i, h in enumerate(claim.statement.hypotheses) if i != place)
        assert decided(claim, hypotheses=kept) == "open"
    claim = CLAIMS["trunclap.lem2"]
    for place in range(len(claim.statement.hypotheses)):
        kept = tuple(h for i, h in enumerate(claim.statement.hypotheses) if i != place)
        assert decided(claim, hypotheses=kept) == "open"


def test_the_printed_sum_of_theorem_4_is_not_accepted():
    claim = CLAIMS["trunclap.thm4.dual"]
    goal = claim.statement.corrected[1]
    wrong = replace(goal.proposition, value=1 / (2 * discretisation.a_n))
    assert refused(claim, goal, Goal(wrong, goal.domain))


def test_a_multiplier_of_a_program_that_is_off_is_refused():
    claim, program = CLAIMS["trunclap.lem2"], lemma2.PROGRAMS[1]
    derivation = claim.derive()
    step = next(step for step in derivation.steps if step.goal == program.goal)
    first, *others = program.multipliers()
    hints = {**step.hints, "multipliers": [first + sp.Rational(1, 10**9), *others]}
    assert not check(replace(step, hints=hints), derivation).established


@pytest.mark.parametrize(("epsilon", "lost"), [(1e-9, 0.25), (0.01, 0.1), (1.0, 0.2), (3.0, 1e-4)])
def test_the_sharper_bound_lies_between_the_bound_of_theorem_4_and_the_truncated_laplacian(
    epsilon, lost
):
    decay = math.exp(-epsilon)
    plain, sharp = [1.0], [2 * (1 - lost) / (1 + math.exp(epsilon))]
    while plain[-1] > 0:
        plain.append(decay * (plain[-1] - 2 * lost))
    while sharp[-1] > 0:
        sharp.append(decay * (sharp[-1] - 2 * lost))
    upper = dp.TruncatedLaplace(epsilon, lost).expected_cost(1)
    assert sum(plain[1:-1]) < sum(sharp[:-1]) <= upper * (1 + 1e-9)
    assert epsilon > 1e-3 or sum(sharp[:-1]) == pytest.approx(1 / (4 * lost))


def test_the_sharper_bound_is_proved():
    verdict = verify("trunclap.thm4.sharp")
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
