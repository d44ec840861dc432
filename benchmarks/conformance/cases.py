"""A planted fault or a correct sampler, and how many draws a fault needs at least."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.needs import divergence, need
from dpproofs.auditing.claim import PrivacyClaim

ALPHA = 0.05
PURE = PrivacyClaim(1.0)
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A sampler under test.

    Attributes
    ----------
    name
        In words: the one-line change, or how a correct sampler is made.
    subject
        What `check_sampler` gets ...
    arguments
        ... and its arguments: the claim, the law, pairs.
    need
        Of a fault: draws, or pairs of draws at two neighbours, that whoever knows it needs at least
        to show it at level 0.05. One draw where the fault shows for certain.
    breaks
        "privacy" when the claim of privacy is false; "law" when only the distribution is not the
        documented one; "contract" for the rest.
    source
        The public thread that tells of such a fault on GitHub; empty where it is our own idea.
    """

    name: str
    subject: Any
    arguments: Mapping[str, Any] = field(default_factory=dict)
    need: float = 1.0
    breaks: str = "privacy"
    source: str = ""


def additive(draw: Callable[[int, np.random.Generator], Any]) -> Callable[..., Any]:
    """The sampler that adds noise to its value."""

    def noisy(value: float, size: int, rng: np.random.Generator) -> Any:
        return value + draw(size, rng)

    return noisy


def noise_need(noise: Any, claim: PrivacyClaim = PURE, marks: Sequence[float] = ()) -> float:
    """Pairs that show that noise breaks a claim, for the best set of any kind."""
    return need(noise, claim, ALPHA, marks=(0.0, *marks)).any_set


def event_need(p: float, q: float, claim: PrivacyClaim = PURE) -> float:
    """Pairs that show an event of probability p at the input and q at its neighbour."""
    growth = float(divergence(np.array([p]), np.array([q]), claim)[0])
    return max(1.0, math.log(1 / ALPHA) / growth) if growth > 1e-12 else math.inf


def cells_need(p: Array, q: Array, claim: PrivacyClaim = PURE) -> float:
    """Pairs for the best union of cells with these probabilities at two inputs, either way."""
    best = 0.0
    for first, second in ((p, q), (q, p)):
        with np.errstate(divide="ignore", invalid="ignore"):
            order = np.argsort(-np.nan_to_num(first / second, posinf=1e300), kind="stable")
        sums = np.minimum(np.cumsum([first[order], second[order]], axis=1), 1.0)
        best = max(best, float(divergence(sums[0], sums[1], claim).max()))
    return max(1.0, math.log(1 / ALPHA) / best) if best > 1e-12 else math.inf


def law_need(noise: Any, law: Any, marks: Sequence[float] = ()) -> float:
    """Draws that tell noise from the law that is claimed: log(20) over their divergence."""
    levels = np.concatenate([np.logspace(-7, -2, 300), np.linspace(0.01, 0.99, 1500)])
    levels = np.concatenate([levels, 1 - levels[:300]])
    ends = np.concatenate([noise.ppf(levels), law.ppf(levels), marks])
    ends = np.unique(np.concatenate([ends, ends - 1e-9, ends + 1e-9]))
    p, q = (
        np.maximum(np.concatenate([[d.cdf(ends[0])], np.diff(d.cdf(ends)), [d.sf(ends[-1])]]), 0)
        for d in (noise, law)
    )
    inside = p > 0
    if np.any(q[inside] <= 0):
        # 3/P(where the law has nothing) draws have one there with probability 0.95.
        certain = float(p[inside & (q <= 0)].sum())
        rest = inside & (q > 0)
        tilt = float(np.sum(p[rest] * np.log(p[rest] / q[rest])))
        return min(math.log(1 / ALPHA) / certain, _over(tilt)) if certain > 1e-12 else _over(tilt)
    return _over(float(np.sum(p[inside] * np.log(p[inside] / q[inside]))))


def _over(growth: float) -> float:
    return max(1.0, math.log(1 / ALPHA) / growth) if growth > 1e-12 else math.inf


def happens(probability: float) -> float:
    """Draws until what happens so often has happened, with probability 0.95."""
    return max(1.0, math.log(ALPHA) / math.log1p(-probability)) if probability < 1 else 1.0
