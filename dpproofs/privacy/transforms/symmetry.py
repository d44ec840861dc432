"""Lemmas 15, 16 and 29: averages of noise distributions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution
from dpproofs.privacy.transforms.promises import places


def mixed(parts: Sequence[StepDistribution], weights: Sequence[Fraction]) -> StepDistribution:
    """The mixture of noise without atoms, all of one period and one ratio (Lemma 15).

    Privacy: if every part is private, so is the mixture. Cost: that of the mixture is the average
    of theirs, for every cost.

    Raises
    ------
    BadInput
        When the parts differ in period or ratio, have atoms, or the weights do not add up to 1.
    """
    alike = {(part.period, part.ratio) for part in parts}
    if len(alike) != 1 or any(part.atoms for part in parts):
        raise BadInput("parts", parts, "noise without atoms, with the same period and ratio")
    ((period, ratio),) = alike
    low = min(part.edges[0] for part in parts)
    high = max(part.edges[-1] for part in parts)
    edges = sorted({x for part in parts for x in places(part, low, high)})
    levels = (
        sum((w * part.density(x) for w, part in zip(weights, parts, strict=True)), Fraction(0))
        for x, _ in pairwise(edges)
    )
    return StepDistribution(tuple(edges), tuple(levels), period=period, ratio=ratio)


def symmetrised(noise: StepDistribution) -> StepDistribution:
    """The average of noise and its mirror image (Lemmas 16 and 29).

    Privacy: kept, as the mirror image is as private. Cost: the same for every even cost. Noise on
    the integers that decreases on both sides still does.
    """
    return mixed((noise, noise.reflected()), (Fraction(1, 2), Fraction(1, 2)))
