"""The core of the staircase paper: verdicts, planted errors, and oracles that share no code."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import mpmath
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal
from dpproofs.kernel.proposition import Minimum, Series
from dpproofs.theorems.registry import find, registry
from dpproofs.verifying import verify

DEFINITIONS = ["def3", "eq25", "heur.62"]
HOLDING = [
    "eq15", "eq26", "eq39", "alg1", "appC.277", "appC.276", "appC.279", "appC.281",
    "thm4.gamma", "thm4.cost", "eq46", "appD.295", "appD.297", "appD.302", "thm6.gamma",
    "thm6.cost", "eq52", "fig4", "heur.63", "heur.65", "heur.66",
]  # fmt: skip
VERDICTS = dict.fromkeys(DEFINITIONS, "definition") | dict.fromkeys(HOLDING, "holds")


@pytest.mark.parametrize("name", VERDICTS)
def test_claim_is_proved_and_every_twin_dies(name):
    verdict = verify(f"staircase.{name}")
    assert verdict.note is not None
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == (
        VERDICTS[name],
        "proved",
    ), verdict.note
    assert verdict.mutation.tried >= (2 if name == "eq39" else 4)
    assert verdict.mutation.survivors == ()
    assert verdict.mutation.killed == verdict.mutation.tried


def test_every_staircase_claim_formalised_here_is_listed():
    core = {f"staircase.{name}" for name in VERDICTS}
    assert core <= set(registry())


# -- planted errors: a step whose goal was changed is not established -----------------------------


def _put(goal: Goal, old: sp.Expr, new: sp.Expr) -> Goal:
    return Goal(goal.proposition.map(lambda e: e.subs(old, new)), goal.domain)


def _established(claim: Claim, place: int, changed: Goal) -> bool:
    """Whether the step that shows a printed goal would show the changed one instead."""
    derivation: Derivation = claim.derivation
    goal = claim.statement.printed[place]
    step = next(s for s in derivation.steps if s.goal == goal)
    assert check(step, derivation).established, "the true goal should be established"
    return check(replace(step, goal=changed), derivation).established


def _with(claim: str, place: int, **changes: sp.Expr) -> tuple[Claim, int, Goal]:
    found = find(f"staircase.{claim}")
    goal = found.statement.printed[place]
    return found, place, Goal(replace(goal.proposition, **changes), goal.domain)


def _value(claim: str, place: int, field: str = "value") -> sp.Expr:
    return getattr(find(f"staircase.{claim}").statement.printed[place].proposition, field)


def _scaled(claim: str, place: int, field: str, factor: sp.Expr) -> tuple[Claim, int, Goal]:
    return _with(claim, place, **{field: factor * _value(claim, place, field)})


_eps = sp.Symbol("epsilon", positive=True)
_b, _T = sp.symbols("b T", positive=True)

PLANTED = {
    "normaliser without the factor 2": _scaled("eq26", 1, "term", sp.Integer(2)),
    "Pr[G = i] without 1 - b": _scaled("alg1", 5, "term", 1 / (1 - _b)),
    "Pr[B = 0] and Pr[B = 1] exchanged": _scaled("alg1", 0, "lhs", _b),
    "sum of k b^k from 1 instead of b": _scaled("appC.277", 1, "value", 1 / _b),
    "third sum with 1 + 4b": _with(
        "appC.277", 2, value=_b * (1 + 4 * _b) / (1 - _b) ** 3
    ),
    "amplitude with half the first term": _with(
        "appC.276", 0, value=_value("appC.276", 0)
        - sp.Symbol("Delta", positive=True) * _b / (2 * (1 - _b)),
    ),
    "slope (281) with + b": _with(
        "appC.281", 0, value=_value("appC.281", 0).subs(_b, _b + sp.Rational(1, 10**9))
    ),
    "gamma* = 1/(1 + e^eps)": _with("thm4.gamma", 2, at=1 / (1 + sp.exp(_eps))),
    "least amplitude with e^eps + 1": _scaled(
        "thm4.cost", 0, "value", (sp.exp(_eps) - 1) / (sp.exp(_eps) + 1)
    ),
    "Theta constant 2": _with("cor5.low", 1, value=sp.Integer(2)),
    "gamma* = T/(1 - b)": _with("thm6.gamma", 2, at=_T / (1 - _b)),
    "gamma* of the amplitude for the power": _with(
        "thm6.gamma", 2, at=sp.sqrt(_b) / (1 + sp.sqrt(_b))
    ),
    "least power without 2^(-2/3)": _with(
        "thm6.cost", 0, value=_value("thm6.cost", 0).subs(_b, 2 * _b)
    ),
    "limit constant 1 in (55)": _with("cor7.low", 3, value=sp.Integer(1)),
    "limit 1/3 of gamma*": _with("fig4", 4, value=sp.Rational(1, 3)),
    "Laplace power 1/eps^2": _scaled("eq52", 0, "value", sp.Rational(1, 2)),
    "trade-off (15) with e^(2 eps)": _scaled("eq15", 1, "rhs", sp.exp(-_eps)),
    "no test within a thousandth of (15)": _scaled("eq15", 4, "lhs", sp.Rational(1001, 1000)),
    "two thirds for one third in (65)": _with("heur.65", 1, value=sp.Rational(2, 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_not_established(name):
    claim, place, changed = PLANTED[name]
    assert changed != claim.statement.printed[place]
    assert not _established(claim, place, changed)


@pytest.mark.parametrize(("claim", "place"), [("cor5.high", 1), ("cor7.high", 1)])
@pytest.mark.parametrize("coefficient", range(4))
def test_series_with_one_wrong_coefficient_is_not_established(claim, place, coefficient):
    found = find(f"staircase.{claim}")
    goal = found.statement.printed[place]
    assert isinstance(goal.proposition, Series)
    row = list(goal.proposition.coefficients)
    row[coefficient] += sp.Rational(1, 10**6)
    changed = replace(goal.proposition, coefficients=tuple(row))
    assert not _established(found, place, Goal(changed, goal.domain))


def test_privacy_with_a_smaller_factor_is_not_established():
    found = find("staircase.eq39")
    for place, goal in enumerate(found.statement.printed):
        claim = goal.proposition
        if isinstance(claim, Private):
            smaller = replace(claim, epsilon=claim.epsilon * sp.Rational(999, 1000))
        else:
            smaller = replace(claim, rhs=sp.Rational(999, 1000) * claim.rhs)
        assert not _established(found, place, Goal(smaller, goal.domain))


# -- oracles: the density itself, written once more ----------------------------------------------

RATES = [mpmath.mpf(1) / 50, mpmath.mpf(1), mpmath.mpf(7)]


def _density(x, epsilon, gamma, delta=1):
    """(25), line by line."""
    b = mpmath.exp(-epsilon)
    top = (1 - b) / (2 * delta * (gamma + b * (1 - gamma)))
    periods = mpmath.floor(abs(x) / delta)
    return top * b**periods * (1 if abs(x) - periods * delta < gamma * delta else b)


def _by_quadrature(epsilon, gamma, power):
    """The cost for Delta = 1, integrated piece by piece until the tail no longer counts."""
    total, k = mpmath.mpf(0), 0
    while True:
        pieces = [(k, k + gamma), (k + gamma, k + 1)]
        part = sum(
            mpmath.quad(lambda x: x**power, [low, high])
            * _density((low + high) / 2, epsilon, gamma)
            for low, high in pieces
            if low < high
        )
        total += 2 * part
        k += 1
        if part < mpmath.mpf(10) ** -14 * total:
            return total


@cache
def _compiled(claim, field):
    expression = _value(claim, 0, field)
    names = ["epsilon", "b", "gamma", "Delta"]
    symbols = {symbol.name: symbol for symbol in expression.free_symbols}
    return sp.lambdify([symbols.get(n, sp.Symbol(n)) for n in names], expression, "mpmath")


def _formula(claim, field, epsilon, gamma):
    """A printed cost at Delta = 1."""
    return _compiled(claim, field)(epsilon, mpmath.exp(-epsilon), gamma, 1)


@pytest.mark.parametrize("power_and_claim", [(1, "appC.276"), (2, "appD.295")])
@pytest.mark.parametrize("epsilon", RATES[1:])
@pytest.mark.parametrize("gamma", [0, mpmath.mpf(1) / 3, 1])
def test_cost_formula_agrees_with_quadrature(power_and_claim, epsilon, gamma):
    power, claim = power_and_claim
    measured = _by_quadrature(epsilon, gamma, power)
    assert mpmath.almosteq(_formula(claim, "value", epsilon, gamma), measured, 1e-12)


@pytest.mark.parametrize("gamma", [0, mpmath.mpf(2) / 5, 1])
@pytest.mark.parametrize("epsilon", RATES)
def test_density_has_mass_one(gamma, epsilon):
    assert mpmath.almosteq(_by_quadrature(epsilon, gamma, 0), 1, 1e-10)


def _best_amplitude(epsilon):
    return 1 / (1 + mpmath.exp(epsilon / 2))


def _best_power(epsilon):
    """(50), as printed."""
    b = mpmath.exp(-epsilon)
    inner = b - 2 * b**2 + 2 * b**4 - b**5
    return -b / (1 - b) + mpmath.cbrt(inner) / (mpmath.cbrt(2) * (1 - b) ** 2)


CASES = [("appC.276", _best_amplitude, "thm4.cost"), ("appD.295", _best_power, "thm6.cost")]


@pytest.mark.parametrize(("claim", "best", "least"), CASES)
@pytest.mark.parametrize("epsilon", RATES)
def test_printed_gamma_beats_a_grid(claim, best, least, epsilon):
    cost = [_formula(claim, "value", epsilon, mpmath.mpf(i) / 400) for i in range(401)]
    at_best = _formula(claim, "value", epsilon, best(epsilon))
    assert all(at_best <= value for value in cost)
    nearest = min(range(401), key=cost.__getitem__)
    assert abs(mpmath.mpf(nearest) / 400 - best(epsilon)) <= mpmath.mpf(1) / 400
    assert mpmath.almosteq(at_best, _formula(least, "value", epsilon, 0), 1e-10)


@pytest.mark.parametrize("best", [_best_amplitude, _best_power])
def test_best_gamma_falls_from_one_half_to_zero(best):
    values = [best(mpmath.mpf(i) / 10) for i in range(1, 200)]
    assert all(before > after for before, after in pairwise(values))
    assert abs(best(mpmath.mpf("1e-3")) - 0.5) < 1e-3
    assert 0 < best(mpmath.mpf(40)) < 1e-5


@pytest.mark.parametrize("gamma", [0, 0.25, 0.5, 1])
def test_density_ratio_is_at_most_exp_epsilon_on_a_grid(gamma):
    bound = mpmath.e * (1 + mpmath.mpf(10) ** -12)
    places = [mpmath.mpf(i) / 8 for i in range(-24, 25)]
    for x in places:
        for y in places:
            if abs(x - y) <= 1:
                assert _density(x, 1, gamma) <= bound * _density(y, 1, gamma)


def test_formal_minimum_and_sums_are_what_the_paper_prints():
    kinds = [type(goal.proposition) for goal in find("staircase.thm6.gamma").statement.printed]
    assert Minimum in kinds
    assert type(find("staircase.appC.276").statement.printed[0].proposition) is Expected
