"""Expectations of functions of which only values are known, by quadrature and by sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.elementwise import Dense, OnIntegers

Array: TypeAlias = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]

PRECISION = 1e-10  # of a result, relative
ORDER = 10
#: The ends of a piece are looked at from inside, where it jumps at them.
INSIDE = 1 - 1e-11
MOST_PIECES, MOST_TERMS = 200_000, 5_000_000
#: How much mass is left beyond the place up to which one goes, until what is there hardly counts.
TAILS = (1e-20, 1e-40, 1e-80, 1e-160, 1e-300)
#: Quantiles between which a function is looked at, however little of it shows.
QUANTILES = (1e-12, 1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4)
ENDLESS = "the expected value is infinite, or its tails fall too slowly to be summed"


def of_density(noise: Dense, function: Function) -> float:
    """E g(X) for symmetric noise with a density and possibly atoms, to about ten digits.

    Raises
    ------
    BadInput
        When the function has values that are no real numbers.
    DpproofsError
        When the expectation is infinite, or quadrature does not converge.
    """

    def weighted(x: Array) -> Array:
        density = noise.pdf(x)
        folded = values(function, x) + values(function, -x)
        return np.where(density > 0, folded, 0.0) * density

    def between(left: float, right: float) -> float:
        inner = np.concatenate([noise.knots(right), -noise.ppf(np.array(QUANTILES))])
        inner = inner[(inner > left) & (inner < right)]
        return integral(weighted, np.unique([left, *inner, right]))

    places, masses = noise.atoms()
    at_atoms = float(np.sum(values(function, places) * masses))
    last = float(noise.ppf(1.0))
    if last < np.inf:
        return at_atoms + finite(between(0.0, last))
    return at_atoms + settled(between, [-float(noise.ppf(tail)) for tail in TAILS])


def of_masses(noise: OnIntegers, function: Function) -> float:
    """E g(X) for symmetric noise on the integers, to about ten digits; raises as `of_density`."""

    def between(left: float, right: float) -> float:
        if right > MOST_TERMS:
            raise DpproofsError(f"the noise is too wide to be summed: beyond {MOST_TERMS} terms")
        m = np.arange(np.floor(left) + 1, np.floor(right) + 1)
        folded = values(function, m) + values(function, -m)
        return float(np.sum(np.where(noise.pmf(m) > 0, folded, 0.0) * noise.pmf(m)))

    origin = np.zeros(1)
    at_origin = float(values(function, origin)[0] * noise.pmf(origin)[0])
    return at_origin + settled(between, [10 - float(noise.ppf(tail)) for tail in TAILS])


def values(function: Function, x: Array) -> Array:
    """A function at points, whether or not it takes arrays.

    Raises
    ------
    BadInput
        When its values are no real numbers.
    """
    try:
        found = np.asarray(function(x), dtype=float)
        if found.shape == x.shape:
            return found
    except (TypeError, ValueError):  # it takes one number at a time
        pass
    try:
        return np.array([_one(function, each) for each in x.tolist()])
    except (TypeError, ValueError) as error:
        raise BadInput("p", function, "a function from numbers to numbers") from error


def _one(function: Function, x: float) -> float:
    try:
        return float(function(x))
    except OverflowError:
        return np.inf


def integral(function: Callable[[Array], Array], edges: Array) -> float:
    """Of a function over [edges[0], edges[-1]]; it may jump or bend at the edges, and elsewhere.

    Lobatto's rule on each piece, which is halved for as long as its halves say something else. It
    has nodes at both ends, so that no jump between them is overlooked when it is the only one.

    Raises
    ------
    DpproofsError
        When that does not come to an end.
    """
    left, right = edges[:-1], edges[1:]
    whole = _lobatto(function, left, right)
    done = 0.0
    while left.size <= MOST_PIECES:
        middle = (left + right) / 2
        first, second = _lobatto(function, left, middle), _lobatto(function, middle, right)
        better = first + second
        scale = abs(done) + finite(float(np.abs(better).sum()))
        # Where a piece is as narrow as doubles can tell, a jump in it makes no difference.
        wrong = np.abs(better - whole) > PRECISION * scale / max(edges.size, 100)
        wrong &= (middle > left) & (middle < right)
        done += float(better[~wrong].sum())
        if not wrong.any():
            return done
        left, middle, right = left[wrong], middle[wrong], right[wrong]
        whole = np.concatenate([first[wrong], second[wrong]])
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
    raise DpproofsError("the expected value did not converge: the function varies too much")


def _lobatto(function: Callable[[Array], Array], left: Array, right: Array) -> Array:
    nodes, weights = lobatto_rule()
    half, centre = (right - left)[:, None] / 2, (left + right)[:, None] / 2
    x = centre + half * (INSIDE * nodes)
    with np.errstate(over="ignore", invalid="ignore"):
        found: Array = (function(x.reshape(-1)).reshape(x.shape) * weights * half).sum(axis=1)
    return found


@cache
def lobatto_rule() -> tuple[Array, Array]:
    """Nodes in [-1, 1], both ends among them, and weights; exact up to degree 2 ORDER - 3."""
    basis = np.polynomial.Legendre.basis(ORDER - 1)
    nodes = np.concatenate([[-1.0], np.sort(basis.deriv().roots().real), [1.0]])
    return nodes, 2 / (ORDER * (ORDER - 1) * basis(nodes) ** 2)


def settled(between: Callable[[float, float], float], ends: Sequence[float]) -> float:
    """A sum from 0 to an end so far out that the stretch before it hardly counts.

    Parameters
    ----------
    between
        The sum between two places.
    ends
        Those to be tried, in increasing order.

    Raises
    ------
    DpproofsError
        When none is far enough, or the sum is no finite number.
    """
    for end in ends:
        inside, last = finite(between(0.0, 0.8 * end)), finite(between(0.8 * end, end))
        if abs(last) <= PRECISION * abs(inside):
            return inside + last
    raise DpproofsError(ENDLESS)


def finite(value: float) -> float:
    """The value itself; :class:`DpproofsError` when it is no finite number."""
    if not np.isfinite(value):
        raise DpproofsError(ENDLESS)
    return value
