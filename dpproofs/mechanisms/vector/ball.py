"""Unit balls of norms on R^d: uniform points, the norm itself, volumes and moments."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy.special import betainc, gammaln

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.vector.exact import Law, in_l1, in_l2, in_linf

#: Fills an array of shape (n, d) with independent points that are uniform in the ball.
Filler: TypeAlias = Callable[[Array, np.random.Generator], None]


@dataclass(frozen=True)
class Ball:
    """The unit ball of a norm on R^d.

    Attributes
    ----------
    name
        How the norm is called.
    fill
        ``fill(out, rng)`` overwrites ``out``, of shape (n, d), with n independent points that are
        uniform in the ball.
    gauge
        ``gauge(x)`` is the norm along the last axis.
    log_volume
        ``log_volume(d)`` is the logarithm of the ball's volume.
    log_moment
        ``log_moment(d, p)`` is the logarithm of E|U_1|^p for a uniform point U; None when it is
        not known.
    kept
        ``kept(d, s)`` is the least share of the ball that lies in the ball moved by a vector of
        norm s in [0, 2]; None when it is not known.
    exact
        ``exact(d)`` is the law of a uniform point in ball arithmetic; None when it is not known.

    Examples
    --------
    >>> import dpproofs as dp
    >>> ball = dp.VectorStaircase(1, dimension=2, norm="l1").norm
    >>> ball.name, float(ball.gauge([3.0, -4.0]))
    ('l1', 7.0)
    """

    name: str
    fill: Filler
    gauge: Callable[[Array], Array]
    log_volume: Callable[[int], float]
    log_moment: Callable[[int, float], float] | None = None
    kept: Callable[[int, Array], Array] | None = None
    exact: Callable[[int], Law] | None = None

    def __repr__(self) -> str:
        return f"<Ball of {self.name}>"


def named(norm: str | Ball) -> Ball:
    """The ball of that name, or the one that is given.

    Raises
    ------
    BadInput
        When there is none of that name.
    """
    if isinstance(norm, Ball):
        return norm
    if norm not in BALLS:
        raise BadInput("norm", norm, f"one of {', '.join(BALLS)}, or a Ball")
    return BALLS[norm]


def _kept_least(d: int, s: Array) -> Array:
    """The least that the ball of any norm can keep, which those of l1 and linf do.

    Of a vector v of norm s the ball of radius 1 - s/2 about v/2 lies in both, by the triangle
    inequality. In l1 there is no more in both when one coordinate moves, and in linf when all move
    as far.
    """
    return np.clip(1 - s / 2, 0, 1) ** d


# -- |x_1| + ... + |x_d| --------------------------------------------------------------------------


def _fill_l1(out: Array, rng: np.random.Generator) -> None:
    """Exponentials over the sum of one more are uniform in a simplex; signs are fair coins."""
    rng.standard_exponential(out=out)
    total = out.sum(axis=1)
    total += rng.standard_exponential(len(out))
    out /= total[:, None]
    coins = np.frombuffer(rng.bytes((out.size + 7) // 8), np.uint8)
    signs = np.unpackbits(coins, count=out.size).reshape(out.shape)
    np.negative(out, out=out, where=signs.view(bool))


def _moment_l1(d: int, p: float) -> float:
    """|U_1| has the density d (1 - t)^(d - 1)."""
    return float(gammaln(p + 1) + gammaln(d + 1) - gammaln(d + p + 1))


# -- the Euclidean norm ---------------------------------------------------------------------------


def _fill_l2(out: Array, rng: np.random.Generator) -> None:
    """Normals over the root of their squares and an exponential's: Barthe et al. (2005)."""
    rng.standard_normal(out=out)
    squares = np.einsum("ij,ij->i", out, out)
    squares += 2 * rng.standard_exponential(len(out))
    np.sqrt(squares, out=squares)
    out *= np.reciprocal(squares, out=squares)[:, None]


def _moment_l2(d: int, p: float) -> float:
    """U_1^2 has the beta distribution with 1/2 and (d + 1)/2."""
    above = gammaln((p + 1) / 2) + gammaln(d / 2 + 1)
    return float(above - gammaln(0.5) - gammaln((d + p) / 2 + 1))


def _kept_l2(d: int, s: Array) -> Array:
    """Two caps, each of the height 1 - s/2."""
    return np.asarray(betainc((d + 1) / 2, 0.5, np.clip(1 - s**2 / 4, 0, 1)))


# -- the largest coordinate -----------------------------------------------------------------------


def _fill_linf(out: Array, rng: np.random.Generator) -> None:
    rng.random(out=out)
    out *= 2
    out -= 1


BALLS = {
    ball.name: ball
    for ball in (
        Ball(
            "l1", _fill_l1, lambda x: np.abs(x).sum(axis=-1),
            lambda d: d * math.log(2) - math.lgamma(d + 1), _moment_l1, _kept_least,
            in_l1,
        ),
        Ball(
            "l2", _fill_l2, lambda x: np.linalg.norm(x, axis=-1),
            lambda d: d / 2 * math.log(math.pi) - math.lgamma(d / 2 + 1), _moment_l2, _kept_l2,
            in_l2,
        ),
        Ball(
            "linf", _fill_linf, lambda x: np.abs(x).max(axis=-1),
            lambda d: d * math.log(2), lambda _, p: -math.log(p + 1), _kept_least,
            in_linf,
        ),
    )
}  # fmt: skip
