"""The two promises of every transform, decided exactly."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution


def is_private(noise: StepDistribution, b: Fraction, size: Fraction) -> bool:
    """Whether b f(x) <= f(x + d) for (almost) all x and all ``abs(d) <= size``, b = e^{-epsilon}.

    Of two places at most ``size`` apart, one may be taken between the edges: farther out both
    densities are those of one period before, scaled alike.
    """
    if noise.atoms:  # noise that is private has none (Lemma 18)
        return False
    density = Pieces.of(noise, noise.edges[0] - size, noise.edges[-1] + size)
    return all(
        density.least(start - size, end + size) >= b * f
        for f, (start, end) in zip(density.levels, pairwise(density.edges), strict=True)
    )


def costs_no_more(new: StepDistribution, old: StepDistribution) -> bool:
    """Whether P(abs(X) > x) is nowhere larger for the new noise, so that no even cost that is
    nondecreasing on [0, oo) is.

    Both tails are piecewise linear in x, so that the ends of the pieces decide. Beyond one period
    from the edges each repeats with its ratio, and that of the new noise must not be larger.

    Raises
    ------
    BadInput
        When the periods differ, or the new noise has the larger ratio.
    """
    if new.period != old.period or new.ratio > old.ratio:
        raise BadInput("new", new, f"of period {old.period} and ratio at most {old.ratio}")
    edge = max(abs(end) for noise in (new, old) for end in (noise.edges[0], noise.edges[-1]))
    reach = edge + new.period
    breaks = {abs(x) for noise in (new, old) for x in places(noise, -reach, reach)}
    gained = Fraction(0)  # how much more mass the new noise has inside
    for low, high in pairwise(sorted({Fraction(0), *breaks})):
        middle = (low + high) / 2
        more = new.density(middle) + new.density(-middle)
        gained += (more - old.density(middle) - old.density(-middle)) * (high - low)
        if gained < 0:
            return False
    return True


@dataclass(frozen=True)
class Pieces:
    """A density on an interval, cut where it may jump."""

    edges: list[Fraction]
    levels: list[Fraction]

    @classmethod
    def of(cls, noise: StepDistribution, low: Fraction, high: Fraction) -> Pieces:
        """The density of noise on [low, high]."""
        edges = places(noise, low, high)
        return cls(edges, [noise.density(x) for x in edges[:-1]])

    def least(self, low: Fraction, high: Fraction) -> Fraction:
        """The least level on (low, high), which meets the interval."""
        first = max(bisect_right(self.edges, low) - 1, 0)
        return min(self.levels[first : bisect_left(self.edges, high)])


def places(noise: StepDistribution, low: Fraction, high: Fraction) -> list[Fraction]:
    """Points of [low, high], in order, between which the density is constant."""
    found = {low, high}
    for edge in noise.edges:
        first = -((edge - low) // noise.period)
        last = (high - edge) // noise.period
        found.update(edge + k * noise.period for k in range(first, last + 1))
    return sorted(found)
