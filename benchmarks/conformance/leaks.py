"""Planted faults beside the noise: outcomes that are no noise, seeds, bits, dependence on data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import stats

from benchmarks.conformance.cases import Case, additive, cells_need, event_need, happens, law_need
from dpproofs.mechanisms import Laplace

ONE = {"epsilon": 1.0}
UNIT = {"epsilon": 1.0, "law": Laplace(1)}


def outcomes() -> Iterator[Case]:
    """Outcomes that are no noisy numbers, more often at one input."""

    def nan(value: float, size: int, rng: np.random.Generator) -> Any:
        rare = (rng.random(size) < 0.01) & (value > 0)
        return np.where(rare, np.nan, value + rng.laplace(size=size))

    def infinite(value: float, size: int, rng: np.random.Generator) -> Any:
        rare = (rng.random(size) < 0.01) & (value > 0)
        return np.where(rare, np.inf, value + rng.laplace(size=size))

    def raises(value: float, rng: np.random.Generator) -> float:
        if value > 0.5 and rng.random() < 0.01:
            raise ValueError("too large")
        return float(value + rng.laplace())

    def none(value: float, rng: np.random.Generator) -> float | None:
        return None if value > 0.5 and rng.random() < 0.02 else float(value + rng.laplace())

    def kept(rate: float) -> Any:
        def noisy(value: float, size: int, rng: np.random.Generator) -> Any:
            return np.where(rng.random(size) < rate, value, value + rng.laplace(size=size))

        return noisy

    for name, subject, rate in (
        ("NaN once in 100, above 0", nan, 0.01),
        ("infinite once in 100, above 0", infinite, 0.01),
        ("an exception once in 100, above 1/2", raises, 0.01),
        ("None once in 50, above 1/2", none, 0.02),
        ("no noise once in 100", kept(0.01), 0.01),
        ("no noise once in 1,000", kept(0.001), 0.001),
    ):
        yield Case(name, subject, ONE, event_need(rate, 0.0))
    for times in (5_000, 20_000):
        yield Case(f"no noise once in {times:,}", kept(1 / times), ONE, event_need(1 / times, 0.0))
    everywhere = {"epsilon": 1.0, "law": Laplace(1)}
    yield Case("NaN once in 500, at every input", additive(_nan_anywhere), everywhere,
               happens(0.002), "contract")  # fmt: skip
    yield Case("an int for a float, near 0", _int_for_float, ONE, happens(0.03), "contract")


def _nan_anywhere(size: int, rng: np.random.Generator) -> Any:
    return np.where(rng.random(size) < 0.002, np.nan, rng.laplace(size=size))


def _int_for_float(value: float, rng: np.random.Generator) -> float:
    noisy = float(value + rng.laplace())
    return 0 if abs(noisy) < 0.05 else noisy


def values() -> Iterator[Case]:
    """Noise that depends on the value."""

    def none_at_zero(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + rng.laplace(size=size) if value else np.zeros(size)

    def multiplied(value: float, size: int, rng: np.random.Generator) -> Any:
        return value * (1 + rng.laplace(size=size))

    def below_zero(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + rng.laplace(size=size) if value >= 0 else np.full(size, value)

    certain = event_need(1.0, 0.0)
    yield Case("no noise at 0", none_at_zero, ONE, certain)
    yield Case("noise multiplied with the value", multiplied, ONE, certain)
    yield Case("no noise below 0", below_zero, ONE, certain)
    half = stats.laplace(scale=0.5)
    yield Case("half the noise between 20 and 40", _where(20, 40), ONE, _pair_need(half, half))
    yield Case("half the noise below -50", _where(-math.inf, -50), ONE, _pair_need(half, half))
    grown = stats.laplace(scale=6)

    def growing(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + rng.laplace(scale=max(1.0, abs(value) / 10), size=size)

    yield Case("noise grows beyond 10", growing, UNIT, law_need(grown, Laplace(1)), "law")

    def rounded(value: float, size: int, rng: np.random.Generator) -> Any:
        return round(value / 0.75) * 0.75 + rng.laplace(size=size)

    wide = stats.laplace()
    yield Case("value rounded to 3/4 before the noise", rounded, ONE, _pair_need(wide, wide, 1.5))

    def fraction(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + rng.laplace(size=size).astype(int)

    yield Case("noise cut to an integer", fraction, ONE, certain)

    def cents(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + np.round(rng.laplace(size=size), 2)

    yield Case("noise rounded to 0.01, not the sum", cents, ONE, certain)
    positive = {"epsilon": 1.0, "domain": (0.0, 10.0)}
    yield Case("redrawn until it is not negative", _redrawn, positive, _redrawn_need())

    def threshold(value: float, size: int, rng: np.random.Generator) -> Any:
        noisy = value + rng.laplace(size=size)
        return np.where(noisy > 1, value, 0.0)

    yield Case("the raw value when the noisy one is large", threshold, ONE,
               event_need(0.5, 0.0))  # fmt: skip


def _where(low: float, high: float) -> Any:
    def noisy(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + rng.laplace(scale=0.5 if low < value < high else 1.0, size=size)

    return noisy


def _pair_need(first: Any, second: Any, shift: float = 1.0) -> float:
    ends = np.linspace(-12, 12, 4001)
    p = np.diff(first.cdf(ends), prepend=0, append=1)
    return cells_need(p, np.diff(second.cdf(ends - shift), prepend=0, append=1))


def _redrawn(value: float, size: int, rng: np.random.Generator) -> Any:
    return value + stats.laplace.ppf(rng.uniform(stats.laplace.cdf(-value), 1, size))


def _redrawn_need() -> float:
    ends = np.linspace(0, 12, 4001)
    at = [
        np.diff(
            (stats.laplace.cdf(ends - x) - stats.laplace.cdf(-x)) / stats.laplace.sf(-x), append=1
        )
        for x in (0.0, 1.0)
    ]
    return cells_need(*(np.maximum(side, 0) for side in at))


Rng = np.random.Generator


def _fixed(value: float, size: int) -> Any:
    return value + np.random.default_rng(7).laplace(size=size)


def _by_value(value: float, size: int) -> Any:
    return value + np.random.default_rng(abs(hash(value))).laplace(size=size)


def _ignoring(value: float, size: int, rng: Rng) -> Any:
    del rng
    return value + np.random.default_rng(7).laplace(size=size)


def _elsewhere(value: float, size: int, rng: Rng) -> Any:
    del rng
    return value + np.random.laplace(size=size)  # noqa: NPY002 (the fault)


def _seeding(value: float, size: int, rng: Rng) -> Any:
    np.random.seed(int(rng.integers(1 << 31)))  # noqa: NPY002 (the fault)
    return value + np.random.laplace(size=size)  # noqa: NPY002 (the fault)


def _one(value: float, size: int, rng: Rng) -> Any:
    return value + np.full(size, rng.laplace())


def _cycle(size: int, rng: Rng) -> Any:
    return np.resize(rng.laplace(size=1000), size)


def _paired(size: int, rng: Rng) -> Any:
    half = rng.laplace(size=size // 2 + 1)
    return np.stack([half, -half], axis=1).reshape(-1)[:size]


def _doubled(size: int, rng: Rng) -> Any:
    return np.repeat(rng.laplace(size=size // 2 + 1), 2)[:size]


def _lasting(size: int, rng: Rng) -> Any:
    signs = np.where(np.cumsum(rng.random(size) < 0.4) % 2, 1, -1)
    return signs * rng.exponential(size=size)


def seeds() -> Iterator[Case]:
    """Randomness that is none."""
    for name, subject in (
        ("a fixed seed at each call", _fixed),
        ("a seed made of the value", _by_value),
        ("a fixed seed, rng ignored", _ignoring),
        ("one draw for all of a call", _one),
    ):
        yield Case(name, subject, ONE, 2.0)
    for name, subject in (
        ("rng ignored for the global generator", _elsewhere),
        ("the global generator seeded", _seeding),
    ):
        yield Case(name, subject, ONE, 2.0, "contract")
    yield Case("the same 1,000 draws again", additive(_cycle), ONE, 1001.0, "contract")
    yield Case("draws in pairs x, -x", additive(_paired), ONE, 2.0, "contract")
    yield Case("each draw used twice", additive(_doubled), ONE, 2.0, "contract")
    # The sign stays with probability 0.6: KL(0.6, 0.5) a pair of draws.
    kept = 0.6 * math.log(1.2) + 0.4 * math.log(0.8)
    needed = math.log(20) / kept
    yield Case("the sign stays more often than not", additive(_lasting), ONE, needed, "contract")


def bits() -> Iterator[Case]:
    """Numbers that are too small for what they hold."""

    def single(value: float, size: int, rng: np.random.Generator) -> Any:
        return (value + rng.laplace(size=size)).astype(np.float32)

    def noise_single(value: float, size: int, rng: np.random.Generator) -> Any:
        return np.float32(value) + rng.laplace(size=size).astype(np.float32)

    def half(value: float, size: int, rng: np.random.Generator) -> Any:
        return np.float16(value) + rng.laplace(size=size).astype(np.float16)

    def wrapped(value: int, size: int, rng: np.random.Generator) -> Any:
        noise = rng.geometric(0.6, size) - rng.geometric(0.6, size)
        return (np.int64(value) + noise).astype(np.int32)

    def overflowing(value: float, size: int, rng: np.random.Generator) -> Any:
        with np.errstate(all="ignore"):
            return np.copysign(np.sqrt(np.square(value)), value) + rng.laplace(size=size)

    for name, subject in (
        ("the sum in 32 bits", single),
        ("value and noise in 32 bits", noise_single),
        ("value and noise in 16 bits", half),
    ):
        yield Case(name, subject, ONE, 2.0)
    yield Case("the sum in an int32", wrapped, ONE, 1.0, "contract")
    yield Case("the square of the value overflows", overflowing, ONE, 1.0, "contract")


def all_cases() -> list[Case]:
    """All of them."""
    return [*outcomes(), *values(), *seeds(), *bits()]
