"""Laplace noise on one answer, on several, and on their sums."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Answers = NDArray[np.float64]


def laplace(
    answer: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """A number with noise of scale 1/epsilon: Dwork et al., TCC 2006."""
    return float(answer) + rng.laplace(scale=1 / epsilon, size=count)


def laplace_parallel(
    answer: Answers, count: int, rng: np.random.Generator, *, epsilon: float, copies: int
) -> NDArray[np.float64]:
    """The same number released several times, each with its share of epsilon: DP-Sniper."""
    return float(answer) + rng.laplace(scale=copies / epsilon, size=(count, copies))


def noisy_sum(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """The sum of the answers, of which one may differ by 1, with noise of scale 1/epsilon."""
    return float(answers.sum()) + rng.laplace(scale=1 / epsilon, size=count)


def histogram(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """Ding et al., CCS 2018, algorithm 9: noise of scale 1/epsilon on each count."""
    return answers + rng.laplace(scale=1 / epsilon, size=(count, answers.size))


def histogram_wrong_scale(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """Algorithm 10, wrong for epsilon < 1: scale epsilon, which is (1/epsilon)-private."""
    return answers + rng.laplace(scale=epsilon, size=(count, answers.size))


def prefix_sums(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float
) -> NDArray[np.float64]:
    """Running sums of the noisy answers: Wang et al., PLDI 2019.

    Epsilon-private when one answer may differ by 1; the running sums of k answers that may all
    differ tell as much as the k noisy answers, k epsilon.
    """
    return np.asarray(histogram(answers, count, rng, epsilon=epsilon).cumsum(axis=1))
