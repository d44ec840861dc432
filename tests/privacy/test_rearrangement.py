"""The transformations of section 3 keep their two promises, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy import rearrangement as step
from dpproofs.privacy.exact import StepDistribution, exact_uniform_with_atom

F = Fraction
SIZE = F(2)
THRESHOLDS = {F(1, 7): F(1), F(1): F(2), F(9, 5): F(1), F(4): F(3)}


def worst(noise: StepDistribution) -> Fraction:
    """The supremum of P(S) - P(S+d) over all sets and shifts in (0, SIZE].

    Between differences of edges and atoms it is linear in the shift, and where atoms meet it jumps
    down: hence its values at those shifts, and its limits there from both sides.
    """
    points = {*noise.edges, *noise.atoms}
    kinks = sorted({F(0), SIZE, *(d for x in points for y in points if 0 < (d := x - y) < SIZE)})
    found = [noise.divergence(d, 1) for d in kinks[1:]]
    for low, high in pairwise(kinks):
        third = (high - low) / 3
        left, right = (noise.divergence(d, 1) for d in (low + third, high - third))
        found += [2 * left - right, 2 * right - left]
    return max(found)


def centre(noise: StepDistribution) -> Fraction:
    return noise.mass([(-SIZE / 2, SIZE / 2)])


def costs(noise: StepDistribution) -> list[Fraction]:
    return [noise.moment(1), noise.moment(2), noise.moment(5), noise.step_cost(THRESHOLDS)]


small = st.integers(1, 12)


@st.composite
def decreasing(draw: st.DrawFn) -> StepDistribution:
    """Symmetric and decreasing noise that reaches beyond SIZE/2, with rational data."""
    widths = [F(n, 4) for n in draw(st.lists(small, min_size=1, max_size=5))] + [F(3, 2)]
    drops = draw(st.lists(st.integers(0, 5), min_size=len(widths), max_size=len(widths)))
    levels = [F(sum(drops[i:]) + 1) for i in range(len(widths))]
    atom = F(draw(st.integers(0, 3)))
    total = atom + 2 * sum(w * f for w, f in zip(widths, levels, strict=True))
    right = [sum(widths[: i + 1], F(0)) for i in range(len(widths))]
    return StepDistribution(
        edges=(*(-x for x in reversed(right)), F(0), *right),
        densities=tuple(f / total for f in (*reversed(levels), *levels)),
        atoms={F(0): atom / total} if atom else {},
        period=2 * right[-1],
    )


@given(decreasing())
@settings(max_examples=60, deadline=None)
def test_the_mass_near_the_origin_is_the_worst_gain(noise: StepDistribution) -> None:
    assert worst(noise) == centre(noise)


@given(decreasing())
@settings(max_examples=40, deadline=None)
def test_every_step_of_the_rearrangement_keeps_privacy_and_does_not_cost_more(
    noise: StepDistribution,
) -> None:
    delta = centre(noise) + (1 - centre(noise)) / 3
    tail = step.flattened_tail(noise, SIZE)
    flat = step.flattened_centre(tail, SIZE)
    full = step.filled_centre(flat, SIZE, delta)
    chain = [noise, tail, flat, full]
    for before, after in pairwise(chain):
        assert all(new <= old for old, new in zip(costs(before), costs(after), strict=True))
    assert worst(tail) == worst(flat) == worst(noise)
    assert worst(full) == delta
    alpha = full.atoms.get(F(0), F(0))
    member = exact_uniform_with_atom(delta, alpha, SIZE)
    assert full.edges[-1] == member.edges[-1]
    assert full.density(F(0)) == member.density(F(0))


@given(decreasing(), small)
@settings(max_examples=40, deadline=None)
def test_averaging_over_cells_keeps_the_mass_near_the_origin(
    noise: StepDistribution, cells: int
) -> None:
    assert centre(step.averaged(noise, SIZE, cells)) == centre(noise)


@st.composite
def anything(draw: st.DrawFn) -> StepDistribution:
    """Noise of any shape, with atoms anywhere."""
    edges = sorted(draw(st.sets(st.integers(-9, 9), min_size=2, max_size=6)))
    weights = draw(st.lists(small, min_size=len(edges) - 1, max_size=len(edges) - 1))
    atoms = draw(st.dictionaries(st.integers(-5, 5), small, max_size=3))
    mass = [w * (b - a) for w, (a, b) in zip(weights, pairwise(edges), strict=True)]
    total = F(sum(mass) + sum(atoms.values()))
    return StepDistribution(
        edges=tuple(F(x, 2) for x in edges),
        densities=tuple(2 * w / total for w in weights),
        atoms={F(x, 2): m / total for x, m in atoms.items()},
        period=F(edges[-1] - edges[0], 2),
    )


@given(anything())
@settings(max_examples=60, deadline=None)
def test_symmetrising_keeps_privacy_and_cost(noise: StepDistribution) -> None:
    even = step.symmetrised(noise)
    assert even.reflected() == even
    assert worst(even) <= max(worst(noise), worst(noise.reflected()))
    assert costs(even) == costs(noise)


def test_noise_with_a_ripple_beats_the_uniform_noise() -> None:
    """Footnote 1 believes that monotonicity can be dropped: it cannot."""
    for p, masses, width in (
        (2, (1, 2, 2, 1, 1, 2, 2, 1), F(1, 4)),
        (1, (2, 3, 2, 2, 3, 2, 2, 3, 2), F(1, 3)),
    ):
        total, size = sum(masses), len(masses) * width
        edges = tuple(-size / 2 + i * width for i in range(len(masses) + 1))
        ripple = StepDistribution(
            edges=edges, densities=tuple(F(m, total) / width for m in masses), period=size
        )
        delta = 1 / size
        assert ripple.divergence(1, 1) == delta
        assert all(ripple.divergence(k * width, 1) <= delta for k in range(1, 5) if k * width <= 1)
        assert ripple.moment(p) < exact_uniform_with_atom(delta, 0).moment(p)


@pytest.mark.parametrize(
    "noise",
    [
        StepDistribution(edges=(F(0), F(1)), densities=(F(1),)),
        StepDistribution(
            edges=(F(-2), F(-1), F(1), F(2)), densities=(F(1, 3), F(1, 6), F(1, 3)), period=F(4)
        ),
    ],
    ids=["not symmetric", "not decreasing"],
)
def test_other_noise_is_refused(noise: StepDistribution) -> None:
    with pytest.raises(BadInput, match="noise"):
        step.flattened_tail(noise, SIZE)
