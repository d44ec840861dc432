"""Definitions, families and the first lemmas: verdicts, planted errors, and exact random noise."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction as F  # noqa: N817  # formulas stay readable
from itertools import pairwise

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.privacy import StepDistribution, exact_staircase, exact_uniform_with_atom
from dpproofs.replaying import replay
from dpproofs.testing.strategies import noise_sets, shifts
from dpproofs.theorems.staircase import definitions, families, lemma16, lemma18, lemma19, periodic
from dpproofs.verifying import verify

MODULES = (definitions, families, periodic, lemma16, lemma18, lemma19)
CLAIMS = {claim.id.removeprefix("staircase."): claim for m in MODULES for claim in m.CLAIMS}
DEFINITIONS = {"def1", "def2", "eq18", "eq20", "prop1", "prop2"}
HOLDING = {
    "eq3", "lem14", "lem15", "thm2", "thm10", "appB.lem16", "appB.lem18", "appB.lem19",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(DEFINITIONS | HOLDING))
def test_claim_is_proved_every_twin_dies_and_its_certificate_replays(name):
    verdict = verify(CLAIMS[name])
    wanted = "definition" if name in DEFINITIONS else "holds"
    grade = verdict.grade and verdict.grade.name
    assert (verdict.decision.value, grade) == (wanted, "proved"), verdict.note
    assert verdict.mutation.tried >= 3
    assert verdict.mutation.survivors == ()
    report = replay(json.loads(json.dumps(verdict.certificate)), any_statement=True)
    assert report.accepted, report.reason


def test_the_modules_hold_these_claims_and_no_others():
    assert set(CLAIMS) == DEFINITIONS | HOLDING


# -- planted errors -------------------------------------------------------------------------------

b, z, Delta = sp.symbols("b z Delta", positive=True)
i = sp.Symbol("i", integer=True, positive=True)
m = sp.Symbol("m", integer=True)


def _step(claim: Claim, place: int):
    """The step that shows a printed goal."""
    goal = claim.statement.printed[place]
    step = next(s for s in claim.derivation.steps if s.goal == goal)
    return step, claim.derivation


def _shows(name: str, place: int, change) -> bool:
    step, derivation = _step(CLAIMS[name], place)
    assert check(step, derivation).established, "the true goal should be established"
    wrong = change(step.goal)
    assert wrong != step.goal
    return check(replace(step, goal=wrong), derivation).established


def _side(field: str, factor=1, plus=0):
    def change(goal: Goal) -> Goal:
        value = getattr(goal.proposition, field) * factor + plus
        return Goal(replace(goal.proposition, **{field: value}), goal.domain)

    return change


def _put(old, new):
    return lambda goal: Goal(goal.proposition.map(lambda e: e.subs(old, new)), goal.domain)


def _to(field: str, value):
    return lambda goal: Goal(replace(goal.proposition, **{field: value}), goal.domain)


def _close(rate):
    """A bound for the cost of the average, at another rate."""
    cost = lemma19.V(m)
    return cost + rate * (cost - lemma19.L(0))


def _infima():
    return lemma19.BEST_CELLS(i) - lemma19.BEST()


PLANTED = {
    "(0, (1-b)/2) privacy": ("def1", 0, _side("rhs", (1 + b) / 2)),
    "errors that add up to 2/(1+b)": ("eq3", 0, _side("lhs", sp.Integer(2))),
    "e^eps at the other error": ("eq3", 0, _put(b, 1 / b)),
    "a chain of n neighbours as one": ("def2", 0, _side("lhs", plus=Delta)),
    "a family that is more private": ("eq18", 0, _side("rhs", b)),
    "a cost that is least elsewhere": ("prop1", 0, _side("rhs", plus=-1)),
    "growth without the factor": ("prop2", 0, _to("rhs", sp.Function("L")(z))),
    "a translate with a smaller factor": ("lem14", 0, _side("rhs", b)),
    "a combination with a smaller factor": ("lem15", 0, _side("rhs", sp.Rational(99, 100))),
    "an average that is more private": ("thm2", 0, _side("rhs", b)),
    "integers: an average that is more private": ("thm10", 0, _side("rhs", b)),
    "a symmetrisation that is more private": ("appB.lem16", 0, _side("rhs", b)),
    "points with mass": ("appB.lem18", 0, _to("rhs", sp.Integer(1))),
    "every interval has mass 1": ("appB.lem18", 1, _to("lhs", sp.Integer(1))),
    "an average that gives up less": ("appB.lem19", 2, _to("epsilon", -sp.log(b) / 2)),
    "an average for longer shifts": ("appB.lem19", 2, _to("sensitivity", 2 * Delta)),
    "a rate of 1/i^2": ("appB.lem19", 3, _to("value", _close(1 / (b * i**2)))),
    "half of the rate": ("appB.lem19", 3, _to("value", _close(1 / (2 * b * i)))),
    "a rate without e^eps": ("appB.lem19", 3, _to("value", _close(1 / i))),
    "no difference at all": ("appB.lem19", 4, _to("value", lemma19.U(i, m))),
    "a bound that does not vanish": ("appB.lem19", 5, _to("value", sp.Integer(1))),
    "an infimum that is not larger": ("appB.lem19", 6, _to("lhs", _infima())),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_not_established(name):
    assert not _shows(*PLANTED[name])


# -- random private noise, exactly ----------------------------------------------------------------

LEVELS = st.fractions(F(1, 6), 2, max_denominator=12)


def growth(p: StepDistribution, size: int = 1) -> F:
    """e^epsilon: the largest ratio of densities at places at most ``size`` apart."""
    low, high = p.edges[0] - 2 * p.period - size, p.edges[-1] + 2 * p.period + size
    inside = [x for x in p.edges if low < x < high]
    tails = [x + k * p.period for x in p.edges for k in (-3, -2, -1, 1, 2, 3)]
    breaks = sorted({*inside, *(x for x in tails if low <= x <= high)})
    rows = [(left, right, p.density(left)) for left, right in pairwise(breaks)]
    return max(
        here / there
        for left, right, here in rows
        for start, end, there in rows
        if start - right < size and left - end < size
    )


@st.composite
def private_noise(draw, *, reach: int = 3):
    """Positive levels between -reach and reach, with geometric tails, and its e^epsilon."""
    inner = draw(st.sets(st.fractions(-reach, reach, max_denominator=4), max_size=6))
    edges = tuple(sorted({F(-reach), F(reach), *inner}))
    levels = [draw(LEVELS) for _ in edges[1:]]
    ratio = draw(st.sampled_from([F(1, 5), F(1, 2), F(4, 5)]))
    period = F(draw(st.sampled_from([1, 2])))
    shape = _normalised(edges, levels, ratio, period)
    return shape, growth(shape)


def _normalised(edges, levels, ratio, period):
    def inside(low, high):
        return sum(
            (f * (min(end, high) - max(start, low))
             for f, (start, end) in zip(levels, pairwise(edges), strict=True)
             if max(start, low) < min(end, high)),
            F(0),
        )  # fmt: skip

    ends = inside(edges[0], edges[0] + period) + inside(edges[-1] - period, edges[-1])
    total = inside(edges[0], edges[-1]) + ratio / (1 - ratio) * ends
    return StepDistribution(edges, tuple(f / total for f in levels), {}, period, ratio)


def symmetrised(p: StepDistribution) -> StepDistribution:
    """(P(S) + P(-S))/2."""
    edges = tuple(sorted({*p.edges, *(-x for x in p.edges)}))
    mirror = p.reflected()
    levels = tuple((p.density(x) + mirror.density(x)) / 2 for x in edges[:-1])
    return StepDistribution(edges, levels, {}, p.period, p.ratio)


def averaged(p: StepDistribution, fineness: int) -> StepDistribution:
    """P_i: the mass of every cell of width 1/fineness spread evenly over it."""
    width, reach = F(1, fineness), int(p.edges[-1])
    edges = tuple(k * width for k in range(-reach * fineness, reach * fineness + 1))
    levels = tuple(p.mass([cell]) / width for cell in pairwise(edges))
    return StepDistribution(edges, levels, {}, p.period, p.ratio)


@given(private_noise(), st.data())
@settings(max_examples=60, deadline=None)
def test_random_noise_is_as_private_as_its_densities_say(drawn, data):
    p, e = drawn
    assert p.divergence(data.draw(shifts(1)), e) == 0
    assert max(p.divergence(x, e * F(999, 1000)) for x in _telling(p)) > 0


def _telling(p: StepDistribution) -> list[F]:
    """Shifts among which one leads from the lowest to the highest level within reach."""
    inner = F(1, 1000)
    places = {*p.edges, *(x + k * p.period for x in p.edges for k in (-2, -1, 1, 2))}
    moves = {y - x + s for x in places for y in places for s in (-inner, inner)}
    return sorted(s for s in moves if abs(s) <= 1)


@given(private_noise(), st.data())
@settings(max_examples=60, deadline=None)
def test_symmetrising_keeps_privacy_and_cost_exactly(drawn, data):
    p, e = drawn
    q = symmetrised(p)
    assert q == q.reflected()
    assert q.divergence(data.draw(shifts(1)), e) == 0
    assert all(q.moment(power) == p.moment(power) for power in (1, 2, 3))
    jumps = {F(1, 3): F(2), F(2): F(1, 7), F(9, 2): F(5)}
    assert q.step_cost(jumps) == p.step_cost(jumps)
    intervals, points = data.draw(noise_sets(4))
    mirror = [(-high, -low) for low, high in intervals]
    both = p.mass(intervals, points) + p.mass(mirror, [-x for x in points])
    assert 2 * q.mass(intervals, points) == both


@given(private_noise(), st.integers(1, 4), st.data())
@settings(max_examples=60, deadline=None)
def test_averaging_over_cells_keeps_privacy_exactly(drawn, fineness, data):
    p, e = drawn
    q = averaged(symmetrised(p), fineness)
    assert q == q.reflected()
    assert growth(q) <= e
    assert q.divergence(data.draw(shifts(1)), e) == 0


@given(private_noise(), st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_averaging_over_cells_moves_the_cost_by_at_most_the_rate(drawn, fineness):
    p, e = drawn
    p = symmetrised(p)
    q = averaged(p, fineness)
    for power in (1, 2, 5):
        assert abs(q.moment(power) - p.moment(power)) <= e / fineness * p.moment(power)
    # Jumps that grow without bound: no B with L(x + 1) <= B L(x) serves this cost.
    jumps = {F(4**k, 3): F(1 + 9**k) ** (k + 1) for k in range(4)}
    cost = p.step_cost(jumps)
    assert abs(q.step_cost(jumps) - cost) <= e / fineness * cost


@given(private_noise(), st.data())
@settings(max_examples=60, deadline=None)
def test_every_interval_has_the_mass_that_the_lemma_promises(drawn, data):
    p, e = drawn
    y = data.draw(st.fractions(-9, 9, max_denominator=20))
    w = data.draw(st.fractions(F(1, 20), 1, max_denominator=20))
    cells = 1
    while p.mass([(y - cells * w, y + cells * w)]) < F(1, 2):
        cells += 1
    small = 1 / e
    assert p.mass([(y, y + w)]) >= small**cells * (1 - small) / (2 * (1 + small)) >= 0
    assert p.mass([(y, y + w)]) > 0


def test_cells_that_do_not_divide_the_sensitivity_can_break_privacy():
    p = exact_staircase(F(1, 4), F(1, 2))  # e^epsilon = 4, sensitivity 1
    width = F(2, 3)
    # x = 5/8 lies in the first cell, x + 1 in the third.
    first, third = (p.mass([(k * width, (k + 1) * width)]) for k in (0, 2))
    assert first > 4 * third


@pytest.mark.parametrize("e", [2, 100, 10**6])
def test_noise_with_an_atom_is_not_private_for_any_epsilon(e):
    p = exact_uniform_with_atom(F(1, 2), F(1, 4))
    assert p.divergence(F(1, 1000), e) >= F(1, 4)


# -- averages over a period, by brute force -------------------------------------------------------


@given(st.integers(1, 4), st.integers(1, 7), st.data())
@settings(max_examples=50, deadline=None)
def test_average_of_a_periodic_family_is_as_private_as_the_family(period, steps, data):
    """Pieces of width 1 and Delta = steps/4, with densities that are constant on quarters.

    nu_t(x) against nu_{t+d}(x - d) at the starts of all pieces t, for every d in eighths: the
    ratio of the averages is never above the largest ratio of the family.
    """
    size = F(steps, 4)
    family = [
        [data.draw(LEVELS) for _ in range(12)] for _ in range(period)
    ]  # levels on [0, 3) in quarters, repeated beyond

    def density(piece: int, x: F) -> F:
        return family[piece % period][int((4 * x) // 1) % 12]

    moves = [F(k, 8) for k in range(int(-8 * size), int(8 * size) + 1)]
    places = [F(k, 8) + F(1, 17) for k in range(24)]
    for move in moves:
        for x in places:
            pairs = [
                (density(t, x), density(int((t + move) // 1), x - move)) for t in range(period)
            ]
            worst = max(here / there for here, there in pairs)
            average = [sum(density(t, y) for t in range(period)) for y in (x, x - move)]
            assert average[0] <= worst * average[1]


@given(st.lists(st.fractions(F(1, 9), 1), min_size=1, max_size=5), st.data())
def test_convex_combinations_stay_below_the_bounds(weights, data):
    total = sum(weights)
    rows = [(w / total, data.draw(LEVELS), data.draw(LEVELS)) for w in weights]
    e = max(here / there for _, here, there in rows)
    assert sum(w * here for w, here, _ in rows) <= e * sum(w * there for w, _, there in rows)


# -- independent numbers --------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [mpmath.mpf(1) / 5, 1, 6])
@pytest.mark.parametrize("fineness", [1, 3, 40])
@pytest.mark.parametrize("power", [1, 2, 4])
def test_averaged_laplace_noise_costs_what_the_rate_allows(epsilon, fineness, power):
    """Sensitivity 1: the cost by sums over cells, and without averaging in closed form."""
    w, q = mpmath.mpf(1) / fineness, mpmath.exp(-mpmath.mpf(epsilon) / fineness)

    def cell(k):
        moment = ((k + 1) ** (power + 1) - k ** (power + 1)) * w**power / (power + 1)
        return (1 - q) * q**k * moment  # both sides of 0

    cost = mpmath.factorial(power) / mpmath.mpf(epsilon) ** power
    average = mpmath.nsum(cell, [0, mpmath.inf])
    assert average > cost  # the power is convex and the density decreasing
    assert average - cost <= mpmath.exp(epsilon) / fineness * cost


@pytest.mark.parametrize("epsilon", [mpmath.mpf(1) / 10, 1, 5])
def test_randomised_response_attains_both_bounds(epsilon):
    small = mpmath.exp(-epsilon)
    alarm = missed = small / (1 + small)
    assert mpmath.almosteq(alarm + missed / small, 1)
    assert mpmath.almosteq(alarm + missed, 2 * small / (1 + small))
    assert mpmath.almosteq(1 - 2 * missed, mpmath.tanh(mpmath.mpf(epsilon) / 2))
