"""Step distributions: exact masses, divergences and costs, and the privacy they decide."""

import math
from fractions import Fraction as F  # noqa: N817  # formulas stay readable
from itertools import accumulate, pairwise, repeat

import pytest
import sympy as sp
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Staircase, UniformWithAtom
from dpproofs.privacy import StepDistribution, exact_staircase, exact_uniform_with_atom
from dpproofs.privacy.exact import disjoint
from dpproofs.testing.strategies import noise_sets, noise_values, shifts

# sum of x^k k^i for i = 0, ..., 6 by the operator x d/dx: another route than the recurrence tested.
X = sp.Symbol("x")
SUMS = list(accumulate(repeat(1 / (1 - X), 7), lambda c, _: sp.cancel(X * sp.diff(c, X))))

open_unit = st.fractions(F(1, 50), F(49, 50), max_denominator=50)
sizes = st.sampled_from([F(1), F(2), F(3, 7)])


@st.composite
def staircases(draw):
    gamma = draw(st.fractions(0, 1, max_denominator=20))
    b, size = draw(open_unit), draw(sizes)
    return exact_staircase(b, gamma, size), b, gamma, size


@st.composite
def uniforms(draw):
    delta, size = draw(open_unit), draw(sizes)
    alpha = delta * draw(st.fractions(0, F(9, 10), max_denominator=20))
    return exact_uniform_with_atom(delta, alpha, size), delta, size


def special(p):
    """Edges, atoms and their neighbours one period away, where sets are most telling."""
    return [x + k * p.period for x in (*p.edges, *p.atoms) for k in (-1, 0, 1)]


@given(staircases(), st.data())
def test_staircase_is_private_on_every_set_and_shift(drawn, data):
    p, b, _, size = drawn
    intervals, points = data.draw(noise_sets(4 * size, special=special(p)))
    d = data.draw(shifts(size))
    moved = [(low + d, high + d) for low, high in intervals]
    assert p.mass(intervals, points) <= p.mass(moved, [x + d for x in points]) / b


@given(uniforms(), st.data())
def test_uniform_with_atom_is_private_on_every_set_and_shift(drawn, data):
    p, delta, size = drawn
    intervals, points = data.draw(noise_sets(4 * size, special=special(p)))
    d = data.draw(shifts(size))
    moved = [(low + d, high + d) for low, high in intervals]
    assert p.mass(intervals, points) <= p.mass(moved, [x + d for x in points]) + delta


@settings(deadline=None, max_examples=25)
@given(staircases(), st.data(), st.fractions(1, 9, max_denominator=9))
def test_divergence_is_reached_by_a_set_and_exceeded_by_none(drawn, data, growth):
    p, _, _, size = drawn
    d = data.draw(shifts(size))
    intervals, points = data.draw(noise_sets(4 * size, special=special(p)))
    moved = [(low + d, high + d) for low, high in intervals]
    gain = p.mass(intervals, points) - growth * p.mass(moved, [x + d for x in points])
    most = p.divergence(d, growth)
    assert gain <= most
    # The set where the density is larger, cut off far out, nearly reaches it.
    reach = 8 * size
    grid = sorted({x + s + k * size for x in p.edges for s in (0, -d) for k in range(-8, 9)})
    best = [
        (low, high)
        for low, high in pairwise(grid)
        if abs(low) <= reach and p.density(low) > growth * p.density(low + d)
    ]
    reached = p.mass(best) - growth * p.mass([(low + d, high + d) for low, high in best])
    assert reached <= most
    assert most - reached <= 1 - p.mass([(-reach + size, reach - size)])


@given(staircases(), st.data())
def test_divergence_of_the_staircase_is_its_closed_form(drawn, data):
    p, b, gamma, size = drawn
    growth = data.draw(st.fractions(1, 1 / b, max_denominator=100))
    worst = max(p.divergence(size, growth), p.divergence(-size, growth))
    D = gamma + b * (1 - gamma)
    assert worst == (1 - growth * b) * (min(F(1), 2 * gamma) * (1 - b) + b) / (2 * D)
    assert p.divergence(data.draw(shifts(size)), growth) <= worst
    assert p.divergence(size, 1 / b) == 0


@given(uniforms(), st.fractions(1, 9), st.data())
def test_divergence_of_the_uniform_with_atom_is_delta(drawn, growth, data):
    p, delta, size = drawn
    assert p.divergence(size, growth) == delta
    assert p.divergence(data.draw(shifts(size)), growth) <= delta


@settings(deadline=None)
@given(staircases(), st.integers(0, 5))
def test_moments_of_the_staircase_are_equation_312(drawn, p):
    noise, b, gamma, size = drawn
    D = gamma + b * (1 - gamma)
    value = [F(str(c.subs(X, sp.Rational(b.numerator, b.denominator)))) for c in SUMS]
    total = sum(math.comb(p + 1, i) * value[p + 1 - i] * gamma**i for i in range(p + 2))
    assert noise.moment(p) == size**p * (1 - b) ** 2 / ((p + 1) * D) * total


@given(uniforms(), st.integers(0, 5))
def test_moments_of_the_uniform_with_atom_are_theorem_3(drawn, p):
    noise, delta, size = drawn
    alpha = noise.atoms.get(F(0), F(0))
    formula = (size / 2) ** p * (1 - alpha) ** (p + 1) / (delta - alpha) ** p / (p + 1)
    assert noise.moment(p) == formula + (alpha if p == 0 else 0)


@given(staircases(), st.lists(noise_values(8).filter(bool), max_size=4), st.integers(1, 3))
def test_step_costs_are_masses_beyond_the_thresholds(drawn, thresholds, height):
    p, *_ = drawn
    jumps = {abs(t): F(height) for t in thresholds}
    tails = sum(height * p.mass([(-1000, -t), (t, 1000)], [t, -t]) for t in jumps)
    assert 0 <= p.step_cost(jumps) - tails <= 12 * (1 - p.mass([(-1000, 1000)]))


@settings(deadline=None, max_examples=50)
@given(staircases(), noise_sets(5), noise_sets(5))
def test_mass_is_additive_and_symmetric(drawn, first, second):
    p, *_ = drawn
    (one, _), (two, _) = first, second
    joint = p.mass([*one, *two])
    both = [(max(a, c), min(b, d)) for a, b in one for c, d in two if max(a, c) < min(b, d)]
    assert joint == p.mass(one) + p.mass(two) - p.mass(both)
    assert p.mass(one) == p.mass([(-high, -low) for low, high in one])
    assert p.reflected() == p


@given(open_unit, noise_values(6), sizes)
@example(F(1, 3), F(0), F(1))
def test_exact_twins_agree_with_the_mechanisms(b, x, size):
    gamma = F(1, 4)
    noise = Staircase(-math.log(b), float(size), gamma=float(gamma))
    exact = exact_staircase(b, gamma, size)
    far = 10_000 * size
    assert float(exact.mass([(-far, x)])) == pytest.approx(float(noise.cdf(float(x))), abs=1e-12)
    within = (abs(x) / size) % 1
    assume(min(abs(within - gamma), within, 1 - within) > F(1, 1000))
    assert float(exact.density(x)) == pytest.approx(float(noise.pdf(float(x))), rel=1e-11)


def test_uniform_twin_agrees_with_the_mechanism():
    exact, noise = exact_uniform_with_atom(F(3, 4), F(1, 2), 2), UniformWithAtom(0.75, 2, alpha=0.5)
    for x in (-3, -1, 0, 1, 3):
        assert float(exact.mass([(-9, x)], [x])) == noise.cdf(x)
    assert exact.mass([(-1, 1)], [0]) == exact.mass([(-1, 1)]) == F(3, 4)
    assert exact.density(9) == exact.density(-9) == 0


def fails(p, growth, delta, size):
    return max(p.divergence(s * size, growth) for s in (-1, F(-1, 2), F(1, 2), 1)) > delta


def test_planted_faults_are_caught_exactly():
    b, gamma, size = F(1, 3), F(1, 4), F(1)
    right = exact_staircase(b, gamma, size)
    assert not fails(right, 1 / b, 0, size)
    # Scale: the same noise for a sensitivity that is a little too small.
    assert fails(exact_staircase(b, gamma, F(99, 100)), 1 / b, 0, size)
    # Epsilon: b a little too small.
    assert fails(exact_staircase(F(33, 100), gamma, size), 1 / b, 0, size)
    # Another gamma under the normaliser of the right one is no distribution at all.
    with pytest.raises(BadInput, match="of mass 1"):
        StepDistribution((F(-1), F(-1, 2), F(0), F(1, 2), F(1)), right.densities, ratio=b)
    # Half the width, and an atom whose mass went elsewhere.
    delta, alpha = F(9, 10), F(8, 10)
    assert not fails(exact_uniform_with_atom(delta, alpha), 1, delta, size)
    h = (1 - alpha) / (delta - alpha) / 2
    half = StepDistribution((-h / 2, h / 2), ((1 - alpha) / h,), {F(0): alpha}, period=h)
    missing = StepDistribution((-h * F(1, 4), h * F(1, 4)), (2 / h,), period=h / 4)
    assert fails(half, 1, delta, size)
    assert fails(missing, 1, delta, size)


def test_atoms_are_compared_with_atoms():
    p = StepDistribution((F(-1), F(1)), (F(1, 4),), {F(-1, 2): F(1, 8), F(1, 2): F(3, 8)})
    assert p.divergence(1, 1) == F(3, 8) + F(1, 4)
    assert p.divergence(-1, 1) == F(1, 4) + F(1, 8) + F(1, 4)
    assert p.moment(1) == F(1, 4) + F(1, 4)
    assert p.reflected().divergence(1, 1) == p.divergence(-1, 1)


def test_disjoint_merges_overlaps_and_keeps_touching_intervals_apart():
    assert disjoint([(1, 2), (0, 1), (3, 3), (F(3, 2), 4)]) == [(0, 1), (1, 4)]


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: StepDistribution((F(1), F(0)), (F(1),)), "edges"),
        (lambda: StepDistribution((F(1), F(3)), (F(1, 4),), ratio=F(1, 2)), "edges"),
        (lambda: StepDistribution((F(0), F(1)), (F(1), F(1))), "densities"),
        (lambda: StepDistribution((F(0), F(1)), (F(-1),)), "densities"),
        (lambda: StepDistribution((F(0), F(1)), (F(1),), {F(0): F(-1)}), "atoms"),
        (lambda: StepDistribution((F(0), F(1)), (F(1),), ratio=F(1)), "ratio"),
        (lambda: StepDistribution((F(0), F(1)), (F(1),), period=F(2)), "period"),
        (lambda: exact_staircase(1, 0), "b"),
        (lambda: exact_staircase(F(1, 2), 2), "gamma"),
        (lambda: exact_uniform_with_atom(F(1, 2), F(1, 2)), "alpha"),
        (lambda: exact_staircase(F(1, 2), 0).moment(-1), "p"),
        (lambda: exact_staircase(F(1, 2), 0).step_cost({F(0): F(1)}), "jumps"),
    ],
)
def test_bad_input_is_named(make, argument):
    with pytest.raises(BadInput) as caught:
        make()
    assert caught.value.argument == argument
