"""Hypothesis strategies with exact rational data: sets of noise values, shifts, private noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from hypothesis import strategies as st

NoiseSet: TypeAlias = tuple[tuple[tuple[Fraction, Fraction], ...], tuple[Fraction, ...]]


def noise_values(
    reach: Fraction | int, *, special: Sequence[Fraction] = ()
) -> st.SearchStrategy[Fraction]:
    """Rationals in [-reach, reach], often one of ``special``: edges, atoms and their shifts.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.noise_values(2), lambda _: True)
    Fraction(0, 1)
    """
    plain = st.fractions(min_value=-reach, max_value=reach, max_denominator=60)
    return st.sampled_from(special) | plain if special else plain


def noise_sets(
    reach: Fraction | int, *, special: Sequence[Fraction] = (), most: int = 4
) -> st.SearchStrategy[NoiseSet]:
    """Finite unions of disjoint open intervals, and points that lie in none of them.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.noise_sets(2), lambda _: True)
    ((), ())
    """
    ends = st.lists(noise_values(reach, special=special), max_size=2 * most, unique=True)
    return st.tuples(ends, st.lists(noise_values(reach, special=special), max_size=most)).map(
        lambda drawn: _assemble(*drawn)
    )


def shifts(sensitivity: Fraction | int) -> st.SearchStrategy[Fraction]:
    """Shifts of at most the sensitivity, often an extreme one.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.shifts(3), lambda _: True)
    Fraction(3, 1)
    """
    extremes = st.sampled_from([Fraction(sensitivity), -Fraction(sensitivity)])
    return extremes | noise_values(sensitivity)


class PrivateLevels(NamedTuple):
    """Levels on consecutive bins of the line that are those of private noise, unnormalised.

    Attributes
    ----------
    left
        The levels left of a place, outwards; each is the ratio times that of `bins` before it.
    right
        Those to the right of it.
    bins
        Bins in one sensitivity.
    b
        e^{-epsilon}: levels of bins at most ``bins`` apart differ by a factor of at most 1/b.
    ratio
        In [b, 1).

    Examples
    --------
    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.private_levels(), lambda _: True).bins
    1
    """

    left: tuple[Fraction, ...]
    right: tuple[Fraction, ...]
    bins: int
    b: Fraction
    ratio: Fraction


@st.composite
def private_levels(
    draw: st.DrawFn, *, symmetric: bool = False, decreasing: bool = False, most: int = 7
) -> PrivateLevels:
    """Random levels that keep the privacy constraint, often with equality.

    Arbitrary levels are raised to the least ones above them that are private. Half of the tails
    fall by the factor b, the fastest allowed, in every sensitivity; the others more slowly, from
    one flat sensitivity on.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> levels = find(strategies.private_levels(), lambda _: True)
    >>> str(levels.b), [str(level) for level in levels.left]
    ('1/10', ['1', '1/10'])
    """
    bins = draw(st.integers(1, 6))
    b = draw(st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10))
    reach = draw(st.integers(1, most))
    sides = [draw(_levels(reach, decreasing=decreasing)) for _ in range(2 - symmetric)]
    line = [*reversed(sides[-1]), *sides[0]]  # one list serves both sides of symmetric levels
    raised = [
        max(level * b ** (-(-abs(k - j) // bins)) for j, level in enumerate(line))
        for k in range(-bins, len(line) + bins)
    ]
    half = reach + bins
    left, right = raised[:half][::-1], raised[half:]
    ratio = b
    if draw(st.booleans()):
        ratio += (1 - b) * draw(st.fractions(0, Fraction(3, 4), max_denominator=4))
        left, right = (side + [side[-1]] * bins for side in (left, right))
    return PrivateLevels(tuple(left), tuple(right), bins, b, ratio)


def _levels(count: int, *, decreasing: bool) -> st.SearchStrategy[list[Fraction]]:
    levels = st.lists(
        st.integers(1, 40).map(Fraction), min_size=count, max_size=count
    )  # fmt: skip
    return levels.map(lambda row: sorted(row, reverse=True)) if decreasing else levels


def _assemble(ends: Sequence[Fraction], points: Sequence[Fraction]) -> NoiseSet:
    # An odd last end is dropped.
    ordered = sorted(ends[: len(ends) // 2 * 2])
    intervals = tuple(zip(ordered[::2], ordered[1::2], strict=True))
    outside = {x for x in points if not any(low < x < high for low, high in intervals)}
    return intervals, tuple(sorted(outside))
