"""Exact draws of the staircase's shell: K = k with a chance of b^k (k + gamma)^d, b = e^{-epsilon}.

Where epsilon d is small, by rejection: a sum of d + 1 geometric numbers is k with a chance of
b^k (k + 1) ... (k + d), and no factor k + i is below k + gamma, so that k is kept with a rational
chance. Elsewhere by comparing the digits of a uniform number with partial sums in ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.lattice import Quantile, last_that
from dpproofs.mechanisms.formulas.staircase_cost import moments
from dpproofs.mechanisms.vector.lattice import Lattice

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball as Real

MOSTLY_KEPT = 2  # epsilon d up to which about a third or more are kept
BLOCK = 1 << 9  # partial sums that are made at a time
LONGEST = 1 << 17  # the most that may matter


def exact_shell(lattice: Lattice, coins: Coins) -> int:
    """A value of K, with exactly its probability.

    Raises
    ------
    BadInput
        When there are too many shells that matter.
    """
    if lattice.epsilon * lattice.dimension <= MOSTLY_KEPT:
        return _kept(lattice, coins)
    if lattice.length > LONGEST:
        least = lattice.length * lattice.epsilon / LONGEST
        raise BadInput("epsilon", lattice.epsilon, f"at least {least:.2g} for exact draws")
    q = Quantile(coins)
    # 2 Q, which is uniform in (0, 1), is at least P(K < k) up to k = K.
    return last_that(lambda k: k <= 0 or not q.below(_half_below(lattice), Fraction(k)), 0)


def _kept(lattice: Lattice, coins: Coins) -> int:
    epsilon, gamma = Fraction(lattice.epsilon), Fraction(lattice.gamma)
    while True:
        k = sum(coins.geometric(epsilon) for _ in range(lattice.dimension + 1))
        chances = ((k + gamma) / (k + i) for i in range(1, lattice.dimension + 1))
        if all(coins.happens(chance.numerator, chance.denominator) for chance in chances):
            return k


def _half_below(lattice: Lattice) -> Callable[[Fraction], Real]:
    """From k to P(K < k)/2 at the working precision."""
    from flint import ctx

    def tail(k: Fraction) -> Real:
        block, place = divmod(int(k), BLOCK)
        return _sums(lattice, block, ctx.prec)[place] / (2 * _total(lattice, ctx.prec))

    return tail


@lru_cache(maxsize=16)
def _total(lattice: Lattice, precision: int) -> Real:  # noqa: ARG001  # the working precision
    (total,) = moments(Fraction(lattice.epsilon), Fraction(lattice.dimension), 1)(
        ball(lattice.gamma)
    )
    return total


@lru_cache(maxsize=4 * LONGEST // BLOCK)
def _sums(lattice: Lattice, block: int, precision: int) -> tuple[Real, ...]:
    """The sums of b^j (j + gamma)^d over j < k for the k of a block, and for the next k."""
    from flint import arb

    sums = [_sums(lattice, block - 1, precision)[-1] if block else arb(0)]
    b, start = (-ball(lattice.epsilon)).exp(), block * BLOCK
    power, gamma = b**start, ball(lattice.gamma)
    for j in range(start, start + BLOCK):
        sums.append(sums[-1] + power * (j + gamma) ** lattice.dimension)
        power *= b
    return tuple(sums)
