"""Theorem 2: noise that depends on the query's value is no better than noise that does not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from dpproofs.privacy.exact import StepDistribution
from dpproofs.privacy.transforms.promises import Pieces
from dpproofs.privacy.transforms.symmetry import mixed


def constant_family(family: Sequence[StepDistribution]) -> StepDistribution:
    """The average of nu_0, nu_{T/n}, ..., the members of a family of period T (Theorem 2).

    ``family[k]`` is the noise for values t in [k T/n, (k + 1) T/n), and for those values moved by
    a multiple of T. By Lemma 14 the family moved by a multiple of T/n is as private and as
    expensive; by Lemma 15 so is the average of all of them, which is the same for every t.

    Privacy: kept. Cost: the average cost of the members, so at most the largest one.
    """
    return mixed(family, [Fraction(1, len(family))] * len(family))


def is_private_family(
    family: Sequence[StepDistribution], b: Fraction, size: Fraction, step: Fraction
) -> bool:
    """Whether b f_t(x) <= f_u(x + t - u) for all x and values ``abs(t - u) <= size``: (18).

    ``step`` is T/n: ``family[k]`` is the noise for values in [k step, (k + 1) step), and so on
    periodically. All members have one period and one ratio, so that the tails decide nothing.
    """
    low = min(noise.edges[0] for noise in family) - size
    high = max(noise.edges[-1] for noise in family) + size
    densities = [Pieces.of(noise, low, high) for noise in family]
    # Values in two cells, m apart, differ by the d with |d + m step| < step.
    for m in range(-int(size // step) - 1, int(size // step) + 2):
        least, most = max(-size, -(m + 1) * step), min(size, -(m - 1) * step)
        for k, here in enumerate(densities if least < most else ()):
            there = densities[(k + m) % len(family)]
            for f, (start, end) in zip(here.levels, pairwise(here.edges), strict=True):
                inside = start + least < high and low < end + most
                if inside and there.least(start + least, end + most) < b * f:
                    return False
    return True
