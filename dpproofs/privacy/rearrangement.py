"""The transformations of Geng, Ding, Guo & Kumar, section 3, on exact step distributions.

Each takes a noise distribution to one that keeps the (0, delta) constraint and does not cost more.
All but :func:`symmetrised` want a symmetric, monotonically decreasing distribution without tails
(``ratio`` 0), as :func:`require_decreasing` checks.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution

ZERO = Fraction(0)


def symmetrised(noise: StepDistribution) -> StepDistribution:
    """The average of a distribution without tails and its mirror image (Lemma 1)."""
    other = noise.reflected()
    edges = sorted({*noise.edges, *other.edges})
    locations = {*noise.atoms, *other.atoms}
    return _without_tails(
        edges,
        [(_inside(noise, x) + _inside(other, x)) / 2 for x, _ in pairwise(edges)],
        {x: (noise.atoms.get(x, ZERO) + other.atoms.get(x, ZERO)) / 2 for x in locations},
    )


def averaged(noise: StepDistribution, size: Fraction, cells: int) -> StepDistribution:
    """The density averaged over cells of width size / (2 cells); the atom stays (Figure 2)."""
    require_decreasing(noise)
    width = size / (2 * cells)
    count = -(-noise.edges[-1] // width)
    right = [k * width for k in range(int(count) + 1)]
    levels = [noise.mass([pair]) / width for pair in pairwise(right)]
    return _mirrored(right, levels, noise.atoms.get(ZERO, ZERO))


def flattened_tail(noise: StepDistribution, size: Fraction) -> StepDistribution:
    """The mass beyond size/2 moved inwards, at the density just inside size/2 (Figure 3)."""
    require_decreasing(noise)
    half = size / 2
    right, levels = _up_to(noise, half)
    beyond = (1 - noise.mass([(-half, half)])) / 2
    if beyond:
        right.append(half + beyond / levels[-1])
        levels.append(levels[-1])
    return _mirrored(right, levels, noise.atoms.get(ZERO, ZERO))


def flattened_centre(noise: StepDistribution, size: Fraction) -> StepDistribution:
    """The density inside size/2 lowered to that beyond it; what is left goes to 0 (Figure 4)."""
    require_decreasing(noise)
    half = size / 2
    level = noise.density(half)
    outer = [x for x in noise.edges if x > half]
    right = [ZERO, half, *outer]
    levels = [level, *(noise.density(x) for x in right[1:-1])]
    freed = noise.mass([(-half, half)]) - size * level
    return _mirrored(right, levels, freed)


def filled_centre(noise: StepDistribution, size: Fraction, delta: Fraction) -> StepDistribution:
    """A member of the family, thinned until the mass of [-size/2, size/2] is delta (last step)."""
    end = noise.edges[-1]
    level = (1 - delta) / (2 * end - size)
    return _mirrored([ZERO, end], [level], delta - level * size)


def require_decreasing(noise: StepDistribution) -> None:
    """Check that a distribution is symmetric and monotonically decreasing, without tails.

    Raises
    ------
    BadInput
        When it is not.
    """
    levels = [noise.density(x) for x in (ZERO, *noise.edges) if x >= 0]
    if noise.ratio or noise.reflected() != noise or set(noise.atoms) - {ZERO}:
        raise BadInput("noise", noise, "symmetric, without tails, with an atom at 0 only")
    if any(near < far for near, far in pairwise(levels)):
        raise BadInput("noise", noise, "monotonically decreasing away from 0")


def _inside(noise: StepDistribution, x: Fraction) -> Fraction:
    return noise.density(x) if noise.edges[0] <= x < noise.edges[-1] else ZERO


def _up_to(noise: StepDistribution, end: Fraction) -> tuple[list[Fraction], list[Fraction]]:
    """Edges from 0 to ``end`` and the densities between them."""
    right = [ZERO, *(x for x in noise.edges if 0 < x < end), end]
    return right, [_inside(noise, x) for x in right[:-1]]


def _mirrored(right: list[Fraction], levels: list[Fraction], atom: Fraction) -> StepDistribution:
    """The symmetric distribution with these edges and densities right of 0."""
    edges = [*(-x for x in reversed(right[1:])), *right]
    return _without_tails(edges, [*reversed(levels), *levels], {ZERO: atom})


def _without_tails(
    edges: list[Fraction], levels: list[Fraction], atoms: dict[Fraction, Fraction]
) -> StepDistribution:
    return StepDistribution(
        edges=tuple(edges),
        densities=tuple(levels),
        atoms={x: mass for x, mass in atoms.items() if mass},
        period=edges[-1] - edges[0],
    )
