"""Planted faults of mechanisms on records, vectors and choices, and of what makes samplers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from benchmarks.conformance.cases import Case, cells_need, event_need
from dpproofs.auditing.claim import PrivacyClaim

Rng = np.random.Generator


def lists() -> Iterator[Case]:
    """Mechanisms on lists of records."""

    def total(records: Sequence[float], rng: Rng) -> float:
        return float(sum(records) + rng.laplace())

    def mean(records: Sequence[float], rng: Rng) -> float:
        return float(np.mean(records) + rng.laplace(scale=1 / len(records) / 0.5))

    def sorting(records: list[float], rng: Rng) -> float:
        records.sort()
        return float(records[0] + rng.laplace())

    def histogram(records: Sequence[str], rng: Rng) -> dict[str, float]:
        return {key: count + rng.laplace() for key, count in Counter(records).items()}

    def each(records: Sequence[float], rng: Rng) -> list[float]:
        return [record + rng.laplace() for record in records]

    def count(records: Sequence[int], rng: Rng) -> int:
        return len(records) + round(rng.laplace(scale=0.5))

    certain = event_need(1.0, 0.0)
    replaced = {"epsilon": 1.0, "pairs": [([1.0, 1.0], [1.0, -1.0])]}
    yield Case("noise for add/remove, records replaced", total, replaced, _laplace(1, 1, 2.0, 1.0))
    yield Case("mean: n in the scale, add/remove", mean,
               {"epsilon": 0.5, "pairs": [([0.5, 0.5], [0.5])]},
               _laplace(1, 2, 0.0, 0.5))  # fmt: skip
    yield Case("the list of records is sorted in place", sorting,
               {"epsilon": 1.0, "pairs": [([3.0, 1.0, 2.0], [3.0, 1.0, 1.5])]}, 1.0,
               "contract")  # fmt: skip
    yield Case("histogram: only keys that occur", histogram,
               {"epsilon": 1.0, "pairs": [(["a", "a", "b"], ["a", "a"])]}, certain)  # fmt: skip
    yield Case("as many outcomes as records", each,
               {"epsilon": 1.0, "pairs": [([1.0, 2.0], [1.0])]}, certain)  # fmt: skip
    places = np.arange(-30, 31)
    mass = np.diff(stats.laplace(scale=0.5).cdf(np.append(places - 0.5, 30.5)))
    needed = cells_need(np.append(mass, 0), np.append(0, mass))
    yield Case("count: rounded Laplace of half the scale", count,
               {"epsilon": 1.0, "pairs": [([0, 0, 0], [0, 0])]}, needed)  # fmt: skip


def _laplace(first: float, second: float, shift: float, epsilon: float) -> float:
    """Pairs that tell Laplace noise of two scales apart, at a claim."""
    ends = np.linspace(-40, 40, 16_001)
    p = np.diff(stats.laplace(scale=first).cdf(ends), prepend=0, append=1)
    q = np.diff(stats.laplace(scale=second).cdf(ends - shift), prepend=0, append=1)
    return cells_need(p, q, PrivacyClaim(epsilon))


def vectors() -> Iterator[Case]:
    """Mechanisms on vectors."""

    def shared(value: Sequence[float], rng: Rng) -> Any:
        return np.array(value) + rng.laplace()

    def maximum(value: Sequence[float], rng: Rng) -> Any:
        return np.array(value) + rng.laplace(size=len(value))

    def first_only(value: Sequence[float], rng: Rng) -> Any:
        noisy = np.array(value, dtype=float)
        noisy[0] += rng.laplace()
        return noisy

    def summed(value: Sequence[float], rng: Rng) -> Any:
        return [*(np.array(value) + rng.laplace(size=len(value))), float(sum(value))]

    certain = event_need(1.0, 0.0)
    one = {"epsilon": 1.0, "pairs": [((0.0, 0.0), (1.0, 0.0))]}
    yield Case("one noise for all entries", shared, one, certain)
    both = {"epsilon": 1.0, "pairs": [((0.0, 0.0), (1.0, 1.0))]}
    # On each of the orthants beyond both inputs the ratio is e^2.
    p, q = 0.25, (math.exp(-1) / 2) ** 2
    yield Case("noise for l-infinity, entries all change", maximum, both,
               cells_need(np.array([p, q, 1 - p - q]), np.array([q, p, 1 - p - q])))  # fmt: skip
    second = {"epsilon": 1.0, "pairs": [((0.0, 0.0), (0.0, 1.0))]}
    yield Case("noise for the first entry only", first_only, second, certain)
    yield Case("the sum of all without noise", summed, one, certain)


def choices() -> Iterator[Case]:
    """Mechanisms whose outcomes are choices."""
    scores = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    utility = [np.exp(np.array(each)) for each in scores]

    def respond(value: str, rng: Rng) -> str:
        return value if rng.random() < 0.8 else ("yes" if value == "no" else "no")

    def chosen(value: Sequence[float], rng: Rng) -> int:
        weights = np.exp(2 * np.array(value))
        return int(rng.choice(len(value), p=weights / weights.sum()))

    def largest(value: Sequence[float], rng: Rng) -> int:
        return int(np.argmax(np.array(value) + rng.laplace()))

    def value_of_largest(value: Sequence[float], rng: Rng) -> float:
        noisy = np.array(value) + rng.laplace(scale=2, size=len(value))
        return float(value[int(np.argmax(noisy))])

    def sparse(value: Sequence[float], rng: Rng) -> list[bool]:
        threshold = 0.5 + rng.laplace(scale=2)
        return [bool(query >= threshold) for query in value]

    def halted(value: Sequence[float], rng: Rng) -> list[bool]:
        answers = []
        for query in value:
            answers.append(bool(query + rng.laplace(scale=0.5) >= 0.5))
            if answers[-1]:
                break
        return answers

    def subset(value: Sequence[str], rng: Rng) -> tuple[str, ...]:
        return tuple(word for word in ("a", "b") if (word in value) == (rng.random() < 0.9))

    words = {"epsilon": 1.0, "pairs": [("yes", "no")]}
    yield Case("randomised response with 0.8", respond, words, event_need(0.8, 0.2))
    given = {"epsilon": 1.0, "pairs": [scores]}
    p, q = (weights**2 / (weights**2).sum() for weights in utility)
    yield Case("exponential mechanism: 2 epsilon", chosen, given, cells_need(p, q))
    tie = {"epsilon": 1.0, "pairs": [((1.0, 1.5, 0.0), (2.0, 1.5, 0.0))]}
    yield Case("noisy maximum: one noise for all", largest, tie, event_need(1.0, 0.0))
    # The value of the first entry, 2.0, occurs at one input only.
    yield Case("noisy maximum: its value without noise", value_of_largest, tie,
               event_need(0.3, 0.0))  # fmt: skip
    apart = {"epsilon": 1.0, "pairs": [((0.0, 1.0), (1.0, 0.0))]}
    # (False, True) needs a threshold between the answers, of probability P(|noise| < 1/2).
    between = 1 - math.exp(-0.25)
    yield Case("sparse vector: answers without noise", sparse, apart, event_need(between, 0.0))
    low, high = 0.5 * math.exp(-1), 1 - 0.5 * math.exp(-1)
    yield Case("sparse vector: threshold without noise", halted,
               {"epsilon": 1.0, "pairs": [((0.0, 0.0), (1.0, 1.0))]},
               event_need((1 - low) ** 2, (1 - high) ** 2))  # fmt: skip
    p_in, p_out = 0.9, 0.1
    yield Case("sets: 0.9 for the kept, epsilon 1", subset,
               {"epsilon": 1.0, "pairs": [(("a", "b"), ("b",))]},
               event_need(p_in, p_out))  # fmt: skip


def makers() -> Iterator[Case]:
    """Classes that are right at the parameters that tests use."""
    for made, needed, breaks in (
        (EpsilonForgotten, _laplace(1, 1, 1.0, 0.25), "privacy"),
        (EpsilonUpsideDown, _laplace(0.25, 0.25, 1.0, 0.25), "privacy"),
        (SensitivitySquared, math.log(20) / 0.1931, "law"),
        (NegativeAccepted, 1.0, "contract"),
        (NanAccepted, 1.0, "contract"),
        (NoWords, 1.0, "contract"),
    ):
        yield Case(f"class: {made.__doc__}", made, {"epsilon": 1.0}, needed, breaks)


@dataclass
class Noisy:
    """Laplace noise."""

    epsilon: float
    sensitivity: float = 1.0

    def __post_init__(self) -> None:
        if not (self.epsilon > 0 and self.sensitivity > 0):
            raise ValueError("epsilon and sensitivity should be positive")

    @property
    def scale(self) -> float:
        return self.sensitivity / self.epsilon

    def __call__(self, value: float, size: int, rng: Rng) -> Any:
        return value + rng.laplace(scale=self.scale, size=size)


class EpsilonForgotten(Noisy):
    """the scale is the sensitivity"""

    @property
    def scale(self) -> float:
        return self.sensitivity


class EpsilonUpsideDown(Noisy):
    """epsilon times sensitivity for their quotient"""

    @property
    def scale(self) -> float:
        return self.sensitivity * self.epsilon


class SensitivitySquared(Noisy):
    """the sensitivity squared, tried at 1"""

    @property
    def scale(self) -> float:
        return self.sensitivity**2 / self.epsilon


class NegativeAccepted(Noisy):
    """the size of a negative epsilon is taken"""

    def __post_init__(self) -> None:
        if math.isnan(self.epsilon + self.sensitivity):
            raise ValueError("epsilon and sensitivity should be numbers")
        self.epsilon, self.sensitivity = abs(self.epsilon), abs(self.sensitivity)


class NanAccepted(Noisy):
    """NaN passes the check epsilon <= 0"""

    def __post_init__(self) -> None:
        if self.epsilon <= 0 or self.sensitivity <= 0:
            raise ValueError("epsilon and sensitivity should be positive")


class NoWords(Noisy):
    """a negative epsilon is refused without a word"""

    def __post_init__(self) -> None:
        if not (self.epsilon > 0 and self.sensitivity > 0):
            raise ValueError


def all_cases() -> list[Case]:
    """All of them."""
    return [*lists(), *vectors(), *choices(), *makers()]
