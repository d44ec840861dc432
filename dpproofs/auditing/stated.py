"""Claims of other kinds than (epsilon, delta), by the curve of these that follows from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real
from typing import Any

from dpproofs.kernel.errors import BadInput, shortened

RHO, RENYI, MU, PROFILE = KINDS = "rho", "renyi", "mu", "profile"
DELTAS = 0.5, 0.2, 0.05, 0.01, 2e-3, 4e-4, 8e-5, 1e-5, 1e-6, 1e-7  # that points are sought at
USUAL = 1e-5  # delta of the point by which audits go that know of one point only
ORDERS = 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 8.0  # of Renyi divergences that are bet on; 1 is Kullback's
FARTHEST = 700.0  # epsilon
STEPS = 32  # of bisections
ROUNDED = 1e-9  # of a profile that is known in doubles, relative
THEOREMS = {
    RHO: "Bun & Steinke, 2016, Definition 1.1, with Asoodeh et al., 2021, at the best order",
    RENYI: "Asoodeh et al., 2021 (Mironov, 2017, Proposition 3, made tight)",
    MU: "Dong, Roth & Su, arXiv:1905.02383, Corollary 2.13",
    PROFILE: "the profile itself",
}

Point = tuple[float, float]  # epsilon and delta
Curve = Callable[[float], float]


@dataclass(frozen=True)
class Stated:
    """A claim as it was made, where that is not one (epsilon, delta).

    Attributes
    ----------
    kind
        "rho", "renyi", "mu" or "profile".
    numbers
        rho, and the delta of approximate zCDP where there is one; order and divergence; mu; none.
    points
        Pairs of epsilon and delta that follow from it by a theorem, epsilon rising.
    theorem
        By which they follow.
    name
        Of what has the profile.
    """

    kind: str
    numbers: tuple[float, ...]
    points: tuple[Point, ...]
    theorem: str
    name: str = ""

    @property
    def usual(self) -> Point:
        """The point by which audits go that know of one point only: its delta is about 1e-5."""
        return min(self.points, key=lambda p: abs(math.log(max(p[1], 1e-300) / USUAL)))

    @property
    def arguments(self) -> dict[str, Any]:
        """The numbers by the names that they were given under."""
        if self.kind == RHO:
            return dict(zip((RHO, "delta"), self.numbers, strict=False))
        if self.kind == RENYI:
            return {RENYI: self.numbers}
        return {MU: self.numbers[0]} if self.kind == MU else {}

    @property
    def divergences(self) -> tuple[Point, ...]:
        """Orders, and what the Renyi divergence is at most there; none where none is bounded.

        A divergence of a lower order is not larger, and mu-Gaussian DP bounds those of all orders
        by the ones of two normal distributions, of which outputs are a function.
        """
        if self.kind == RENYI:
            order, most = self.numbers
            return (*((lower, most) for lower in ORDERS if lower < order), (order, most))
        if self.kind == PROFILE or len(self.numbers) > 1:
            return ()
        rho = self.numbers[0] if self.kind == RHO else self.numbers[0] ** 2 / 2
        return tuple((order, order * rho) for order in ORDERS)

    @property
    def sigma(self) -> float | None:
        """The least standard deviation of normal noise that keeps it, at a sensitivity of 1."""
        if self.kind == MU:
            return 1 / self.numbers[0]
        if self.kind == RENYI:
            return math.sqrt(self.numbers[0] / (2 * self.numbers[1]))
        return 1 / math.sqrt(2 * self.numbers[0]) if self.kind == RHO else None

    def __str__(self) -> str:
        shown = [f"{number:g}" for number in self.numbers]
        if self.kind == RENYI:
            return f"Renyi divergence {shown[1]} at order {shown[0]}"
        if self.kind == PROFILE:
            return f"the profile of {self.name}"
        return f"{self.kind} {shown[0]}" + "".join(f", delta {delta}" for delta in shown[1:])


def stated_as(kind: str, value: Any, delta: float | None) -> Stated:
    """A claim of a kind.

    Raises
    ------
    BadInput
        When the value is out of range, or there is a delta and the kind has none.
    """
    if kind == PROFILE:
        _without(delta, kind)
        return Stated(kind, (), _of_profile(value), THEOREMS[kind], shortened(_named(value), 60))
    if kind == RENYI:
        _without(delta, kind)
        order, most = _order(value)
        return Stated(kind, (order, most), _of_renyi(order, most), THEOREMS[kind])
    number = _positive(kind, value)
    if kind == MU:
        _without(delta, kind)
        return Stated(kind, (number,), _of_mu(number), THEOREMS[kind])
    if not delta:
        return Stated(kind, (number,), _of_rho(number), THEOREMS[kind])
    if not 0 <= delta < 1:
        raise BadInput("delta", delta, "a number in [0, 1)")
    points = tuple((e, d + float(delta)) for e, d in _of_rho(number) if d + delta < 1)
    theorem = f"Bun & Steinke, 2016, Lemma 8.8, with {THEOREMS[kind].partition(', with ')[2]}"
    return Stated(kind, (number, float(delta)), points, theorem)


@lru_cache(maxsize=64)
def _of_rho(rho: float) -> tuple[Point, ...]:
    from dpproofs.privacy.conversions import delta_of_zcdp

    epsilons = (rho + 2 * math.sqrt(rho * -math.log(delta)) for delta in (1.0, *DELTAS))
    return _points([0.0, *epsilons], lambda epsilon: delta_of_zcdp(rho, epsilon))


@lru_cache(maxsize=64)
def _of_renyi(order: float, most: float) -> tuple[Point, ...]:
    from dpproofs.privacy.conversions import delta_of_renyi

    epsilons = (most - math.log(delta) / (order - 1) for delta in (1.0, *DELTAS))
    return _points([0.0, *epsilons], lambda epsilon: delta_of_renyi(order, most, epsilon))


@lru_cache(maxsize=64)
def _of_mu(mu: float) -> tuple[Point, ...]:
    from dpproofs.privacy.conversions import delta_of_gdp

    return _searched(lambda epsilon: delta_of_gdp(mu, epsilon))


def _of_profile(value: Any) -> tuple[Point, ...]:
    """Points of a mechanism's profile, of a composition's upper bounds, or of a function."""
    profile = getattr(value, "privacy_profile", value)
    inverse = getattr(value, "epsilon", None)
    if callable(inverse):  # of a composition, whose bounds take their time
        ends = ((float(inverse(delta)[1]), delta) for delta in reversed(DELTAS))
        return tuple(sorted((e, d) for e, d in ends if e <= FARTHEST))
    if not callable(profile):
        raise BadInput(PROFILE, value, "a mechanism, or a function from epsilon to delta")

    def curve(epsilon: float) -> float:
        delta = _number(profile(epsilon))
        if not delta >= 0:
            raise BadInput(PROFILE, delta, f"a number >= 0 at epsilon {epsilon:g}")
        return min(1.0, delta * (1 + ROUNDED))

    return _searched(curve)


def _searched(curve: Curve) -> tuple[Point, ...]:
    """Points at 0, about the deltas of DELTAS, and where the curve comes to 0."""
    ends = [_reached(curve, delta) for delta in (*DELTAS, 0.0)]
    return _points([0.0, *(end for end in ends if end is not None)], curve)


def _reached(curve: Curve, delta: float) -> float | None:
    """The epsilon from which on a curve is not above a delta; None where there is none."""
    low, high = 0.0, 1e-3
    while curve(high) > delta:
        low, high = high, 2 * high
        if high > FARTHEST:
            return None
    for _ in range(STEPS if low or curve(low) > delta else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > delta else (low, middle)
    return high if curve(low) > delta else 0.0


def _points(epsilons: Sequence[float], curve: Curve) -> tuple[Point, ...]:
    """Points at these epsilons where the curve says something: the least epsilon at a delta."""
    found: dict[float, float] = {}
    for epsilon in sorted({e for e in epsilons if 0 <= e <= FARTHEST}):
        delta = curve(epsilon)
        if delta < 1:
            found.setdefault(delta, epsilon)
    if not found:
        raise BadInput("claim", "delta 1 at every epsilon", "one that bounds something")
    return tuple((epsilon, delta) for delta, epsilon in found.items())


def _number(value: Any) -> float:
    """A real number as a float; NaN for anything else."""
    # bool is a Real by accident.
    return math.nan if isinstance(value, bool) or not isinstance(value, Real) else float(value)


def _positive(name: str, value: Any) -> float:
    number = _number(value)
    if not 0 < number < math.inf:
        raise BadInput(name, value, "a number in (0, inf)")
    return number


def _order(value: Any) -> Point:
    try:
        order, most = map(_number, value)
    except (TypeError, ValueError):
        order = most = math.nan
    if not (1 < order < math.inf and 0 < most < math.inf):
        raise BadInput(RENYI, value, "a pair (order > 1, divergence > 0)")
    return order, most


def _without(delta: float | None, kind: str) -> None:
    if delta is not None:
        raise BadInput("delta", delta, f"left out with {kind}")


def _named(value: Any) -> str:
    return getattr(value, "__name__", None) or repr(value)
