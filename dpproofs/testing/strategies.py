"""Hypothesis strategies: sets of noise values and shifts, with exact rational ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from hypothesis import strategies as st

NoiseSet: TypeAlias = tuple[tuple[tuple[Fraction, Fraction], ...], tuple[Fraction, ...]]


def noise_values(
    reach: Fraction | int, *, special: Sequence[Fraction] = ()
) -> st.SearchStrategy[Fraction]:
    """Rationals in [-reach, reach], often one of ``special``: edges, atoms and their shifts."""
    plain = st.fractions(min_value=-reach, max_value=reach, max_denominator=60)
    return st.sampled_from(special) | plain if special else plain


def noise_sets(
    reach: Fraction | int, *, special: Sequence[Fraction] = (), most: int = 4
) -> st.SearchStrategy[NoiseSet]:
    """Finite unions of disjoint open intervals, and points that lie in none of them."""
    ends = st.lists(noise_values(reach, special=special), max_size=2 * most, unique=True)
    return st.tuples(ends, st.lists(noise_values(reach, special=special), max_size=most)).map(
        lambda drawn: _assemble(*drawn)
    )


def shifts(sensitivity: Fraction | int) -> st.SearchStrategy[Fraction]:
    """Shifts of at most the sensitivity, often an extreme one."""
    extremes = st.sampled_from([Fraction(sensitivity), -Fraction(sensitivity)])
    return extremes | noise_values(sensitivity)


def _assemble(ends: Sequence[Fraction], points: Sequence[Fraction]) -> NoiseSet:
    # An odd last end is dropped.
    ordered = sorted(ends[: len(ends) // 2 * 2])
    intervals = tuple(zip(ordered[::2], ordered[1::2], strict=True))
    outside = {x for x in points if not any(low < x < high for low, high in intervals)}
    return intervals, tuple(sorted(outside))
