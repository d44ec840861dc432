"""Noise with rational places and probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from dpproofs.testing.strategies.sets import NoiseSet


@dataclass(frozen=True)
class StepNoise:
    """A distribution on the line with a density that is constant between places; all rational.

    Attributes
    ----------
    places
        Increasing; there is no noise beyond the first and the last.
    levels
        The density between neighbouring places.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from dpproofs.testing.strategies import StepNoise
    >>> uniform = StepNoise((Fraction(0), Fraction(1)), (Fraction(1),))
    >>> str(uniform.cdf(Fraction(1, 3)))
    '1/3'
    """

    places: tuple[Fraction, ...]
    levels: tuple[Fraction, ...]

    def probability(self, noise_set: NoiseSet, shift: Fraction | int = 0) -> Fraction:
        """P(X + shift in S), exactly; single points have none.

        >>> from fractions import Fraction
        >>> from dpproofs.testing.strategies import StepNoise
        >>> uniform = StepNoise((Fraction(0), Fraction(1)), (Fraction(1),))
        >>> str(uniform.probability((((Fraction(1, 2), Fraction(2)),), ())))
        '1/2'
        """
        total = Fraction(0)
        for low, high in noise_set[0]:
            for start, end, level in zip(self.places, self.places[1:], self.levels, strict=False):
                overlap = min(end, high - shift) - max(start, low - shift)
                total += level * max(Fraction(0), overlap)
        return total

    def cdf(self, x: Fraction | int) -> Fraction:
        """P(X <= x).

        >>> from fractions import Fraction
        >>> from dpproofs.testing.strategies import StepNoise
        >>> str(StepNoise((Fraction(0), Fraction(1)), (Fraction(1),)).cdf(Fraction(1, 3)))
        '1/3'
        """
        return self.probability((((self.places[0] - 1, Fraction(x)),), ()))

    def delta(self, ratio: Fraction | int, shift: Fraction | int) -> Fraction:
        """The largest P(S) - ratio P(S + shift) over all sets, exactly; ratio is e^epsilon.

        >>> from fractions import Fraction
        >>> from dpproofs.testing.strategies import StepNoise
        >>> uniform = StepNoise((Fraction(0), Fraction(1)), (Fraction(1),))
        >>> str(uniform.delta(1, Fraction(1, 4)))
        '1/4'
        """
        cuts = sorted({*self.places, *(place - shift for place in self.places)})
        total = Fraction(0)
        for low, high in pairwise(cuts):
            interval: NoiseSet = (((low, high),), ())
            moved: NoiseSet = (((low + shift, high + shift),), ())
            total += max(Fraction(0), self.probability(interval) - ratio * self.probability(moved))
        return total


@st.composite
def step_noise(draw: st.DrawFn, *, most: int = 6, denominator: int = 12) -> StepNoise:
    """Any step distribution with rational places and probabilities.

    It shrinks to the uniform distribution on [0, 1].

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> [str(each) for each in find(strategies.step_noise(), lambda _: True).places]
    ['0', '1']
    """
    widths = draw(st.lists(st.integers(1, denominator), min_size=1, max_size=most))
    weights = draw(st.lists(st.integers(0, 20), min_size=len(widths), max_size=len(widths)))
    if not sum(weights):
        weights[0] = 1
    start = Fraction(draw(st.integers(-denominator, denominator)))
    places = [start]
    for width in widths:
        places.append(places[-1] + Fraction(width))
    total = sum(weights)
    levels = [Fraction(w, total * width) for w, width in zip(weights, widths, strict=True)]
    return StepNoise(tuple(places), tuple(levels))
