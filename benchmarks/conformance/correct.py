"""Correct samplers that look different: none may fail a check."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from scipy import special, stats

from benchmarks.conformance.cases import Case, additive
from benchmarks.conformance.records import Noisy
from benchmarks.detection import staircase_with
from dpproofs.mechanisms import Gaussian, Geometric, Laplace, Staircase, UniformWithAtom

UNIT = {"epsilon": 1.0, "law": Laplace(1)}
ONE = {"epsilon": 1.0}
Rng = np.random.Generator


def laplaces() -> Iterator[Case]:
    """Ways to draw Laplace noise."""
    ways = {
        "difference of two exponentials": lambda n, g: (
            g.exponential(size=n) - g.exponential(size=n)
        ),
        "inverse of the cdf": lambda n, g: stats.laplace.ppf(g.random(n)),
        "product of two signs": lambda n, g: (
            g.exponential(size=n) * g.choice([-1, 1], n) * g.choice([-1, 1], n)
        ),
        "normal of exponential variance": lambda n, g: (
            np.sqrt(2 * g.exponential(size=n)) * g.normal(size=n)
        ),
        "log of a quotient of uniforms": lambda n, g: np.log((1 - g.random(n)) / (1 - g.random(n))),
        "difference of two gammas, twice": lambda n, g: (
            g.gamma(0.5, size=(2, n)).sum(axis=0) - g.gamma(0.5, size=(2, n)).sum(axis=0)
        ),
        "shuffled": lambda n, g: g.permutation(g.laplace(size=n)),
        "in two halves": lambda n, g: np.concatenate(
            [g.laplace(size=n // 2), g.laplace(size=n - n // 2)]
        ),
        "rejected from a Cauchy": _rejected,
        "integer part geometric, rest exponential": lambda n, g: (
            (g.geometric(1 - math.exp(-1), n) - 1 + -np.log1p(-g.random(n) * (1 - math.exp(-1))))
            * g.choice([-1, 1], n)
        ),
    }
    for name, draw in ways.items():
        yield Case(f"Laplace: {name}", additive(draw), UNIT)

    def scalar(value: float, rng: Rng) -> float:
        return value + float(rng.laplace())

    def plain(value: float) -> float:
        return value + random.expovariate(1) - random.expovariate(1)

    def decimal(value: float, rng: Rng) -> Decimal:
        return Decimal(value) + Decimal(float(rng.laplace()))

    def stated(value: float, size: int) -> Any:
        return value + np.random.laplace(size=size)  # noqa: NPY002 (the global generator, stated)

    yield Case("Laplace: one draw a call", scalar, UNIT)
    yield Case("Laplace: the standard library's random", plain, UNIT)
    yield Case("Laplace: decimals", decimal, UNIT)
    yield Case("Laplace: the global generator, no rng", stated, UNIT)
    yield Case("Laplace: a class", Noisy, {"epsilon": 1.0, "law": Laplace(1)})


def _rejected(size: int, rng: Rng) -> Any:
    kept = np.empty(0)
    while len(kept) < size:
        x = rng.standard_cauchy(4 * size + 64)
        ratio = np.exp(-np.abs(x)) * (1 + x**2)
        kept = np.append(kept, x[rng.random(len(x)) < ratio / 1.01])
    return kept[:size]


def others() -> Iterator[Case]:
    """Other noise, and functions of noisy values."""
    sigma = math.sqrt(Gaussian(1, 1e-3).expected_cost(2))
    gauss = {"epsilon": 1.0, "delta": 1e-3, "law": Gaussian(1, 1e-3)}

    def polar(size: int, rng: Rng) -> Any:
        angle = 2 * np.pi * rng.random(size)
        return sigma * np.sqrt(2 * rng.exponential(size=size)) * np.cos(angle)

    yield Case("Gaussian: Box and Muller", additive(polar), gauss)
    yield Case("Gaussian: inverse of the cdf",
               additive(lambda n, g: sigma * special.ndtri(1 - g.random(n))), gauss)  # fmt: skip
    b = math.exp(-1)

    def geometric(value: int, size: int, rng: Rng) -> Any:
        return value + rng.geometric(1 - b, size) - rng.geometric(1 - b, size)

    def laplace_floor(value: int, size: int, rng: Rng) -> Any:
        first, second = (np.floor(rng.exponential(size=size)).astype(int) for _ in range(2))
        return value + first - second

    whole = {"epsilon": 1.0, "law": Geometric(1)}
    yield Case("geometric: difference of two", geometric, whole)
    yield Case("geometric: floors of exponentials", laplace_floor, whole)
    draw, _ = staircase_with(Staircase(1).gamma, 1.0, Staircase(1).gamma)
    yield Case("staircase: Algorithm 1", additive(draw), {"epsilon": 1.0, "law": Staircase(1)})
    noise = UniformWithAtom(0.9)

    def atom(size: int, rng: Rng) -> Any:
        flat = rng.uniform(-noise.half_width, noise.half_width, size)
        return np.where(rng.random(size) < noise.alpha, 0.0, flat)

    yield Case("uniform with an atom, by two draws", additive(atom),
               {"epsilon": 0.0, "delta": 0.9, "law": noise})  # fmt: skip
    yield Case("the sum rounded to 0.01", lambda v, size, rng: np.round(_sum(v, size, rng), 2), ONE)
    yield Case("the sum clamped to [0, 1]", lambda v, size, rng: _sum(v, size, rng).clip(0, 1), ONE)
    yield Case("twice the noise", additive(lambda n, g: g.laplace(scale=2, size=n)), ONE)
    yield Case("a domain, and an error outside of it", _bounded,
               {"epsilon": 1.0, "domain": (0.0, 10.0)})  # fmt: skip
    yield Case("fixed point, 16 bits after the point", _fixed_point, ONE)


def _sum(value: float, size: int, rng: Rng) -> Any:
    return value + rng.laplace(size=size)


def _bounded(value: float, size: int, rng: Rng) -> Any:
    if not 0 <= value <= 10:
        raise ValueError(f"value = {value}, but should be in [0, 10]")
    return np.clip(value + rng.laplace(size=size), 0, 10)


def _fixed_point(value: float, size: int, rng: Rng) -> Any:
    """Rounding the value can lengthen a shift by one unit, for which the noise has room."""
    unit = 2.0**-16
    stop = -math.expm1(-unit / (1 + unit))
    noise = rng.geometric(stop, size) - rng.geometric(stop, size)
    return (np.rint(value / unit) + noise) * unit


def answers() -> Iterator[Case]:
    """Answers that are no sums."""

    def respond(value: str, rng: Rng) -> str:
        truth = math.e / (1 + math.e)
        return value if rng.random() < truth else ("yes" if value == "no" else "no")

    def gumbel(value: Sequence[float], rng: Rng) -> int:
        return int(np.argmax(np.array(value) / 2 + rng.gumbel(size=len(value))))

    def maximum(value: Sequence[float], rng: Rng) -> int:
        return int(np.argmax(np.array(value) + rng.exponential(scale=2, size=len(value))))

    def histogram(value: Sequence[float], rng: Rng) -> Any:
        return np.array(value) + rng.laplace(size=len(value))

    def above(value: Sequence[float], rng: Rng) -> list[bool]:
        threshold, answers = 0.5 + rng.laplace(scale=2), []
        for query in value:
            answers.append(bool(query + rng.laplace(scale=4) >= threshold))
            if answers[-1]:
                break
        return answers

    yield Case("randomised response", respond, {"epsilon": 1.0, "pairs": [("yes", "no")]})
    scores = {"epsilon": 1.0, "pairs": [((0.0, 0.0, 1.0), (1.0, 0.0, 0.0))]}
    yield Case("exponential mechanism by Gumbel noise", gumbel, scores)
    yield Case("noisy maximum with exponential noise", maximum, scores)
    bins = {"epsilon": 1.0, "pairs": [((1.0, 2.0, 1.0), (1.0, 3.0, 1.0))]}
    yield Case("histogram of three bins", histogram, bins)
    two = {"epsilon": 1.0, "pairs": [((0.0, 1.0, 0.0), (1.0, 0.0, 1.0))]}
    early = {"outcomes_have_one_type_and_shape": "it stops early"}
    yield Case("sparse vector", above, {**two, "expected": early})


def libraries() -> Iterator[Case]:
    """Of libraries, where they are installed."""
    try:
        import opendp.prelude  # noqa: F401 (whether it is there)
    except ImportError:
        return
    yield Case("OpenDP: laplace", "opendp:laplace", ONE)
    yield Case("OpenDP: geometric", "opendp:geometric", ONE)


def all_cases() -> list[Case]:
    """All of them."""
    return [*laplaces(), *others(), *answers(), *libraries()]
