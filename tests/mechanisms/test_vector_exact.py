"""The staircase for vectors at points that are known exactly: no rounding decides which shell."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpproofs as dp
from dpproofs.mechanisms.vector.ball import BALLS

NORMS = ("l1", "l2", "linf")
TINY = Fraction(1, 2**40)
TRIPLES = [(3, 4, 0), (5, 12, 0), (2, 3, 6), (1, 4, 8), (4, 4, 7), (1, 0, 0), (6, 6, 7)]


def power(norm, x):
    """The norm of a vector of fractions; in l2 its square."""
    if norm == "l2":
        return sum(entry * entry for entry in x)
    return sum(map(abs, x)) if norm == "l1" else max(map(abs, x))


def drops(norm, x, gamma, sensitivity):
    """How many radii (k + gamma) sensitivity are no larger than the norm."""
    size, k = power(norm, x), 0
    while ((k + gamma) * sensitivity) ** (2 if norm == "l2" else 1) <= size:
        k += 1
    return k


def seen(noise, x):
    """The drops that the density has made."""
    top = float(noise.logpdf(np.zeros(3)))
    return round((top - float(noise.logpdf([float(entry) for entry in x]))) / noise.epsilon)


@st.composite
def unit_vectors(draw, norm):
    """Vectors of norm 1 with rational entries, dyadic ones but for l2."""
    if norm == "l2":
        triple = draw(st.permutations(draw(st.sampled_from(TRIPLES))))
        size = math.isqrt(sum(entry**2 for entry in triple))
        return [
            Fraction(entry, size) * sign
            for entry, sign in zip(triple, draw(st.tuples(*[SIGNS] * 3)), strict=True)
        ]
    cuts = sorted(draw(st.lists(st.integers(0, 64), min_size=2, max_size=2)))
    parts = [cuts[0], cuts[1] - cuts[0], 64 - cuts[1]]
    if norm == "linf":
        parts[draw(st.integers(0, 2))] = 64
    signs = draw(st.tuples(*[SIGNS] * 3))
    return [Fraction(part, 64) * sign for part, sign in zip(parts, signs, strict=True)]


SIGNS = st.sampled_from([-1, 1])


@st.composite
def situations(draw, norm):
    """A gamma, a sensitivity, a point at a shell or beside it, and a shift of full length."""
    gamma = Fraction(draw(st.integers(1, 64)), 64)
    sensitivity = Fraction(2) ** draw(st.integers(-3, 3))
    radius = (draw(st.integers(0, 5)) + gamma) * sensitivity
    radius += draw(st.sampled_from([-TINY, Fraction(0), TINY]))
    x = [radius * entry for entry in draw(unit_vectors(norm))]
    v = [sensitivity * entry for entry in draw(unit_vectors(norm))]
    return gamma, sensitivity, x, v


@pytest.mark.parametrize("norm", NORMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_shift_of_full_length_changes_the_density_by_one_drop_at_most(norm, data):
    gamma, sensitivity, x, v = data.draw(situations(norm))
    assert power(norm, v) == sensitivity ** (2 if norm == "l2" else 1)
    moved = [a + b for a, b in zip(x, v, strict=True)]
    here, there = (drops(norm, y, gamma, sensitivity) for y in (x, moved))
    assert abs(here - there) <= 1
    noise = dp.VectorStaircase(0.75, float(sensitivity), dimension=3, norm=norm, gamma=float(gamma))
    for y, wanted in ((x, here), (moved, there)):
        size = float(BALLS[norm].gauge(np.array(y, dtype=float))) / float(sensitivity)
        beside = abs(size - float(gamma) - round(size - float(gamma)))
        if norm != "l2" or beside > 1e-9:  # doubles are roots of sums of rounded squares there
            assert seen(noise, y) == wanted


@pytest.mark.parametrize("norm", NORMS)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_both_sides_of_a_shell_differ_by_one_drop(norm, data):
    gamma, sensitivity, _, direction = data.draw(situations(norm))
    k = data.draw(st.integers(0, 5))
    noise = dp.VectorStaircase(0.75, float(sensitivity), dimension=3, norm=norm, gamma=float(gamma))
    unit = [entry / sensitivity for entry in direction]
    radius = (k + gamma) * sensitivity
    sides = [[(radius + step) * entry for entry in unit] for step in (-TINY, TINY)]
    assert [drops(norm, y, gamma, sensitivity) for y in sides] == [k, k + 1]
    assert [seen(noise, y) for y in sides] == [k, k + 1]


@pytest.mark.parametrize("norm", NORMS)
def test_a_sensitivity_in_another_norm_is_not_kept(norm):
    """Shifts that are longer in the norm are seen: the test above can fail."""
    found = drops(norm, [Fraction(1)] * 3, Fraction(1, 2), 1)
    assert found == {"l1": 3, "l2": 2, "linf": 1}[norm]


# -- what balls keep ------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", NORMS)
def test_a_ball_keeps_least_along_the_worst_shift(norm):
    ball, points = BALLS[norm], np.empty((60_000, 3))
    ball.fill(points, np.random.default_rng(6))
    worst = {"l1": [1, 0, 0], "l2": [1, 0, 0], "linf": [1, 1, 1]}[norm]
    error = 5 * math.sqrt(0.25 / len(points))
    others = np.random.default_rng(7).standard_normal((6, 3))
    for s in (0.3, 1.0, 1.7):
        kept = float(ball.kept(3, np.array(s)))
        assert kept >= (1 - s / 2) ** 3 - 1e-15
        found = (ball.gauge(points - s * np.array(worst)) <= 1).mean()
        assert abs(found - kept) < error
        for v in others:
            moved = points - s * v / ball.gauge(v)
            assert (ball.gauge(moved) <= 1).mean() > kept - error
