"""The truncated Laplacian against the optimal Gaussian: verdicts, planted errors, and oracles."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Integral, that
from dpproofs.mechanisms import Gaussian, TruncatedLaplace
from dpproofs.render.figures import trunclap_amplitude, trunclap_regions
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.poster import regimes
from dpproofs.theorems.trunclap import comparison
from dpproofs.theorems.trunclap.critical_line import AMPLITUDE, LINE, POWER, show_line, y
from dpproofs.theorems.trunclap.gaussian_profile import WORST, c, profile, show_moves
from dpproofs.theorems.trunclap.setting import EPSILON, SENSITIVITY, delta, eps
from dpproofs.verifying import verify

CLAIMS = {claim.id: claim for claim in (*comparison.CLAIMS, *regimes.CLAIMS)}
VERDICTS = {
    "trunclap.allregimes": "corrected",
    "trunclap.fig2": "holds",
    "poster.regimes": "corrected",
}


@pytest.mark.parametrize("name", VERDICTS)
def test_claim_is_established_and_every_twin_dies(name):
    verdict = verify(CLAIMS[name])
    assert verdict.grade is not None, verdict.note
    assert (verdict.decision.value, verdict.grade.name) == (VERDICTS[name], "enclosed")
    assert verdict.mutation.tried >= 10
    assert verdict.mutation.survivors == ()


# -- planted errors -------------------------------------------------------------------------------


def _open_steps(proof):
    """The methods of the steps that are not established (nothing follows from what is not)."""
    derivation = replace(proof.done(), statement=comparison.REGIMES)
    return [s.method for s in derivation.steps if not check(s, derivation).established]


def _line(cost):
    proof = Proof(LINE)
    meaning = cost.show_meaning(proof)
    show_line(proof, cost, show_moves(proof), meaning)
    return _open_steps(proof)


@pytest.mark.parametrize("cost", [AMPLITUDE, POWER], ids=lambda cost: cost.name)
def test_a_line_beyond_the_least_threshold_is_not_shown(cost):
    assert _line(replace(cost, width=cost.width + sp.Rational(1, 50))) == ["region"]


def test_a_line_needs_a_rate_below_its_width_and_true_bounds():
    assert _line(AMPLITUDE) == _line(POWER) == []
    assert _line(replace(AMPLITUDE, rate=sp.Rational(4, 5))) == ["sign"]
    assert _line(replace(AMPLITUDE, near=sp.sqrt(sp.pi / 2) / 3)) == ["ladder"]
    assert "ladder" in _line(replace(POWER, far=sp.sqrt(2) - sp.Rational(1, 10)))
    twice = replace(POWER, value=POWER.value * 2)
    # The first of these is that the power is positive: it compares it with the limit, not doubled.
    assert _line(twice) == ["entailment", "ladder", "ladder", "ladder"]
    assert _line(replace(twice, top=POWER.top * 2)) == ["ladder", "ladder", "ladder"]


def _cheaper(cost, most):
    proof = Proof(LINE)
    domain = Domain((between(delta, 0, most, "(]"), EPSILON, SENSITIVITY))
    wrong = Goal(that(comparison.UPPER[cost.name]) < comparison.GAUSSIAN[cost.name], domain)
    meaning = cost.show_meaning(proof)
    comparison.show_cheaper(proof, cost, show_moves(proof), wrong, meaning)
    return _open_steps(proof)


@pytest.mark.parametrize(
    ("cost", "most"), [(AMPLITUDE, sp.Rational(2, 5)), (POWER, sp.Rational(41, 100))]
)
def test_a_larger_delta_is_not_below_the_line(cost, most):
    assert _cheaper(cost, cost.width / 2 - sp.Rational(1, 10**4)) == []
    assert _cheaper(cost, most) == ["sign"]


def test_a_smaller_epsilon_is_not_large():
    goal = CLAIMS["trunclap.allregimes"].statement.corrected[7]
    for least, wrong in ((4, []), (3, ["region"])):
        on = Domain((goal.domain[delta], between(eps, least, sp.oo, "[)"), SENSITIVITY))
        proof = Proof(LINE)
        meaning, moves = AMPLITUDE.show_meaning(proof), show_moves(proof)
        comparison.show_large(proof, AMPLITUDE, moves, Goal(goal.proposition, on), meaning)
        assert _open_steps(proof) == wrong


@pytest.mark.parametrize(("place", "cost"), [(9, AMPLITUDE), (10, POWER)])
def test_a_larger_epsilon_is_not_small(place, cost):
    goal = CLAIMS["trunclap.allregimes"].statement.corrected[place]
    on = Domain((goal.domain[delta], between(eps, 0, sp.Rational(5, 4), "(]"), SENSITIVITY))
    for end in (1, sp.Rational(3, 2)):
        proof = Proof(LINE)
        meaning, moves = cost.show_meaning(proof), show_moves(proof)
        wrong = Goal(goal.proposition, on)
        comparison.show_small(proof, cost, moves, wrong, meaning, sp.S(end))
        assert set(_open_steps(proof)) == {"region"}


@pytest.mark.parametrize("place", range(len(WORST)))
def test_another_half_line_or_profile_is_not_what_privacy_asks(place):
    claim = CLAIMS["trunclap.allregimes"]
    derivation = claim.derive()
    (step,) = [s for s in derivation.steps if s.goal == WORST[place]]
    said = step.goal.proposition
    if isinstance(said, Integral):
        wrong = [replace(said, lower=said.lower + eps), replace(said, value=2 * said.value)]
    else:
        wrong = [replace(said, lhs=said.rhs, rhs=said.lhs)]
    for other in wrong:
        changed = replace(step, goal=Goal(other, step.goal.domain))
        assert not check(changed, derivation).established


# -- oracles --------------------------------------------------------------------------------------

mp = mpmath.MPContext()
mp.dps = 30


def _profile(epsilon, ratio):
    half = epsilon / (2 * ratio)
    return mp.ncdf(half - ratio) - mp.exp(epsilon) * mp.ncdf(-half - ratio)


def _same_amplitude(end):
    return mp.sqrt(mp.pi / 2) * (1 - end / mp.expm1(end))


def _same_power(end):
    return mp.sqrt(2 * (1 - (end**2 / 2 + end) / mp.expm1(end)))


def _excess(epsilon, delta_, same):
    """Profile, less delta, of the Gaussian noise of the same cost: positive if ours is better."""
    epsilon, delta_ = mp.mpf(epsilon), mp.mpf(delta_)
    return _profile(epsilon, same(mp.log1p(mp.expm1(epsilon) / (2 * delta_)))) - delta_


@pytest.mark.parametrize(("epsilon", "delta_"), [(0.3, 0.01), (1.5, 0.45), (4, 1e-6)])
def test_formulas_are_those_of_the_mechanisms(epsilon, delta_):
    ours, sigma = TruncatedLaplace(epsilon, delta_), Gaussian(epsilon, delta_).sigma
    end = mp.log1p(mp.expm1(epsilon) / (2 * delta_))
    assert float(_same_amplitude(end) / epsilon * mp.sqrt(2 / mp.pi)) == pytest.approx(
        ours.expected_cost(1), rel=1e-10
    )
    assert float(_same_power(end) / epsilon) ** 2 == pytest.approx(ours.expected_cost(2), rel=1e-10)
    assert float(_profile(mp.mpf(epsilon), epsilon * mp.mpf(sigma))) == pytest.approx(delta_)
    exact = sp.lambdify((eps, c), profile(eps, c), "mpmath")
    assert float(exact(epsilon, 0.8)) == pytest.approx(
        float(_profile(mp.mpf(epsilon), mp.mpf(0.8)))
    )
    for cost, same in ((AMPLITUDE, _same_amplitude), (POWER, _same_power)):
        assert float(cost.value.subs(y, 1.3)) == pytest.approx(
            float(same(mp.mpf(1.3))) ** cost.order
        )


@pytest.mark.parametrize(
    ("same", "safe", "small", "large"),
    [(_same_amplitude, 0.39, 0.5, 4), (_same_power, 0.4, 0.8, 5)],
)
def test_ours_is_better_where_it_is_shown_to_be(same, safe, small, large):
    for delta_ in (1e-9, 1e-3, 0.1, 0.3, safe):
        for epsilon in np.logspace(-6, 2, 41):
            assert _excess(epsilon, delta_, same) > 0
    for delta_ in (safe, 0.45, 0.4999):
        for epsilon in (*np.logspace(-6, np.log10(small), 11), *np.linspace(large, large + 9, 10)):
            assert _excess(epsilon, delta_, same) > 0


@pytest.mark.parametrize("same", [_same_amplitude, _same_power])
def test_the_gaussian_is_better_in_the_box_and_at_the_counterexample(same):
    for delta_ in (0.47, 0.485, 0.4999):
        for epsilon in (1.7, 1.8, 1.9):
            assert _excess(epsilon, delta_, same) < 0
    assert _excess(1.5, 0.45, same) < 0


def test_the_counterexample_costs_as_much_more_as_is_said():
    ours, best = TruncatedLaplace(1.5, 0.45), Gaussian(1.5, 0.45)
    assert [ours.expected_cost(p) / best.expected_cost(p) for p in (1, 2)] == pytest.approx(
        [1.027, 1.028], abs=5e-4
    )


@cache
def _thresholds(place):
    ratio = (trunclap_amplitude.same_amplitude, trunclap_amplitude.same_power)[place]
    return trunclap_regions.thresholds(ratio)


@pytest.mark.parametrize(("place", "least", "at"), [(0, 0.394752, 1.353), (1, 0.401829, 1.935)])
def test_the_least_thresholds_are_those_of_the_note(place, least, at):
    epsilon, delta_ = _thresholds(place)
    lowest = delta_.argmin()
    assert delta_[lowest] == pytest.approx(least, abs=2e-6)
    assert epsilon[lowest] == pytest.approx(at, abs=0.01)
    assert f"{least}" in CLAIMS["trunclap.allregimes"].statement.note


@pytest.mark.parametrize("place", [0, 1])
def test_there_is_one_threshold_for_each_x(place):
    same = (_same_amplitude, _same_power)[place]
    for end in (0.2, 1.0, 1.5, 2.2, 4.0):
        x, ratio = mp.expm1(end), same(mp.mpf(end))
        shares = [_profile(mp.log1p(w * x), ratio) / w for w in np.linspace(0.05, 1, 20)]
        assert shares == sorted(shares, reverse=True)


def test_the_figures_draw_ratios_below_one():
    for power in (1, 2):
        found = trunclap_amplitude.ratios(power)
        assert 0 < found.min() < found.max() < 1
    sigma = trunclap_amplitude.least_sigma(np.array([1.0, 1e-4]), np.array([1e-6, 0.1]))
    assert sigma == pytest.approx([Gaussian(1, 1e-6).sigma, Gaussian(1e-4, 0.1).sigma], rel=1e-6)
