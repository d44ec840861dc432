"""Report noisy max: Ding et al., CCS 2018, algorithms 5 to 8.

The name of the largest noisy answer is epsilon-private. Its value is not: it was never counted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Answers = NDArray[np.float64]


def index_laplace(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.str_]:
    """Algorithm 5: the index of the largest answer with Laplace noise of scale 2/epsilon."""
    noise = rng.laplace(scale=2 / epsilon, size=(count, answers.size))
    return _names(answers + noise)


def index_exponential(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.str_]:
    """Algorithm 6: the same with exponential noise of scale 2/epsilon."""
    noise = rng.exponential(scale=2 / epsilon, size=(count, answers.size))
    return _names(answers + noise)


def value_laplace(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """Algorithm 7, wrong: the noisy value itself.

    Far below all answers its density is proportional to exp(k epsilon x / 2) for k queries: when
    all of them go up by 1 the ratio is exp(k epsilon / 2), which the k noisy answers attain.
    """
    noise = rng.laplace(scale=2 / epsilon, size=(count, answers.size))
    return np.asarray((answers + noise).max(axis=1))


def value_exponential(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """Algorithm 8, wrong: the noisy value is never below the largest answer."""
    noise = rng.exponential(scale=2 / epsilon, size=(count, answers.size))
    return np.asarray((answers + noise).max(axis=1))


def _names(noisy: NDArray[np.float64]) -> NDArray[np.str_]:
    """Which query won: a category, not a number."""
    names = np.array([f"query {i}" for i in range(noisy.shape[1])])
    return np.asarray(names[noisy.argmax(axis=1)])
