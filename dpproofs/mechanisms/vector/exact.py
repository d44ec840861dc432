"""Exact vectors of noise on a lattice: what was added in the reals, rounded to a power of two.

For a vector v and noise X, both of real numbers, the multiples of a step nearest to the coordinates
of v + X are a function of v + X, and of nothing else that depends on the data. So they are exactly
as private as v + X is. X is a function of independent uniform numbers, of which as many digits are
drawn, and as much of X computed in ball arithmetic, as it takes to round every coordinate.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.lattice import DIGITS, MORE, MOST, SPARE, Undecided

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball as Real

Function: TypeAlias = "Callable[[Sequence[Real]], list[Real]]"


@dataclass(frozen=True)
class Law:
    """The law of a vector: a function of so many independent uniform numbers in (0, 1).

    Attributes
    ----------
    uniforms
        How many.
    function
        From balls that contain them to balls that contain the coordinates; not finite where the
        uniforms are not known well enough.
    """

    uniforms: int
    function: Function


@dataclass
class Uniforms:
    """Independent uniform numbers in (0, 1), as far as their digits were looked at.

    Attributes
    ----------
    coins
        Where digits come from.
    number
        How many uniform numbers there are.
    digits, count
        The i-th number lies in [digits[i], digits[i] + 1] / 2^count.
    """

    coins: Coins
    number: int
    digits: list[int] = field(init=False)
    count: int = field(init=False)

    def __post_init__(self) -> None:
        self.digits, self.count = [self.coins.bits(DIGITS) for _ in range(self.number)], DIGITS

    def refine(self) -> None:
        """Draw further digits of each."""
        self.digits = [known << MORE | self.coins.bits(MORE) for known in self.digits]
        self.count += MORE

    def balls(self) -> list[Real]:
        """What is known of them, exact at a working precision above the number of digits."""
        from flint import arb

        unit = arb(2) ** (-self.count - 1)
        return [arb(2 * known + 1, 1) * unit for known in self.digits]


def rounded_vector(values: Sequence[Fraction], step: Fraction, law: Law, coins: Coins) -> list[int]:
    """The multiples of the step nearest to the coordinates of value + X, over the step."""
    from flint import ctx

    starts = [math.floor(value / step + Fraction(1, 2)) for value in values]
    places = [value / step + Fraction(1, 2) - k for value, k in zip(values, starts, strict=True)]
    uniforms = Uniforms(coins, law.uniforms)
    while uniforms.count <= MOST:
        with ctx.workprec(uniforms.count + SPARE):
            width = ball(step)
            noise = law.function(uniforms.balls())
            moved = [_floor(x / width + ball(at)) for x, at in zip(noise, places, strict=True)]
        known = [cell for cell in moved if cell is not None]
        if len(known) == len(moved):
            return [k + cell for k, cell in zip(starts, known, strict=True)]
        uniforms.refine()
    raise Undecided(f"{law.uniforms} uniform numbers do not tell the noise well enough")


def _floor(x: Real) -> int | None:
    """The integer part of all numbers of a ball; None where they have several."""
    cell = x.floor().unique_fmpz() if x.is_finite() else None
    return None if cell is None else int(cell)


# -- points that are uniform in a ball ------------------------------------------------------------


def in_l1(dimension: int) -> Law:
    """Exponentials over the sum of one more are uniform in a simplex; each has a sign."""

    def point(uniforms: Sequence[Real]) -> list[Real]:
        centred = [2 * u - 1 for u in uniforms[:-1]]
        sizes = [-abs(t).log() for t in centred]
        total = sum(sizes, -uniforms[-1].log())
        return [t.sgn() * size / total for t, size in zip(centred, sizes, strict=True)]

    return Law(dimension + 1, point)


def in_l2(dimension: int) -> Law:
    """Normals over the root of their squares and twice an exponential: Barthe et al. (2005).

    The normals are those of Box and Muller (1958), two from two uniform numbers.
    """
    pairs = (dimension + 1) // 2

    def point(uniforms: Sequence[Real]) -> list[Real]:
        normals = []
        for size, turn in zip(uniforms[:pairs], uniforms[pairs : 2 * pairs], strict=True):
            length, angle = (-2 * size.log()).sqrt(), 2 * turn
            normals += [length * angle.cos_pi(), length * angle.sin_pi()]
        normals = normals[:dimension]
        squares = sum((x * x for x in normals), -2 * uniforms[-1].log())
        return [x / squares.sqrt() for x in normals]

    return Law(2 * pairs + 1, point)


def in_linf(dimension: int) -> Law:
    """Coordinates are independent."""
    return Law(dimension, lambda uniforms: [2 * u - 1 for u in uniforms])


# -- the radius -----------------------------------------------------------------------------------


def gamma_radius(shape: int, epsilon: Fraction) -> Law:
    """A gamma variate of a whole shape over epsilon: a sum of so many exponentials."""

    def radius(uniforms: Sequence[Real]) -> list[Real]:
        product = math.prod(uniforms[1:], start=uniforms[0])
        return [-product.log() / ball(epsilon)]

    return Law(shape, radius)


def known_radius(length: Fraction) -> Law:
    """A radius that is drawn already."""
    return Law(0, lambda _: [ball(length)])


def scaled(radius: Law, point: Law, scale: Fraction) -> Law:
    """A scale times an independent radius times a point."""

    def product(uniforms: Sequence[Real]) -> list[Real]:
        (length,) = radius.function(uniforms[: radius.uniforms])
        length *= ball(scale)
        return [length * x for x in point.function(uniforms[radius.uniforms :])]

    return Law(radius.uniforms + point.uniforms, product)
