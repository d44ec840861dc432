"""The sparse vector technique: Lyu, Su and Li, PVLDB 10(6), 2017, algorithms 1 to 6.

Which of a stream of queries are above a threshold, until c of them are. Algorithms 1 and 2 are
epsilon-private; 3 to 6 were published by others as private and are not. Ding et al., CCS 2018,
call 5, 6, 4 and 3 the incorrect variants 1 to 4. Numeric SVT is of Wang et al., PLDI 2019.

An answer is ABOVE, BELOW, or, after the c-th query above, ABORTED. Where values are released, the
last two are numbers far from all values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

ABOVE, BELOW, ABORTED = 1, 0, -1
BELOW_VALUE, ABORTED_VALUE = -1e6, -2e6

Answers = NDArray[np.float64]
Noise = Callable[..., NDArray[np.float64]]


def svt1(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, c: int, t: float
) -> NDArray[np.int8]:
    """Algorithm 1: one noisy threshold, noise on each answer proportional to c."""
    threshold = t + rng.laplace(scale=2 / epsilon, size=(count, 1))
    noise = rng.laplace(scale=4 * c / epsilon, size=(count, answers.size))
    return _cut(answers + noise >= threshold, c)


def svt2(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, c: int, t: float
) -> NDArray[np.int8]:
    """Algorithm 2, of Dwork and Roth's book: the threshold is drawn anew after each query above."""
    noise = rng.laplace(scale=4 * c / epsilon, size=(count, answers.size))
    threshold = t + rng.laplace(scale=2 * c / epsilon, size=count)
    above = np.empty((count, answers.size), bool)
    for query, noisy in enumerate((answers + noise).T):
        above[:, query] = noisy >= threshold
        fresh = t + rng.laplace(scale=2 * c / epsilon, size=count)
        threshold = np.where(above[:, query], fresh, threshold)
    return _cut(above, c)


def svt3(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, c: int, t: float
) -> NDArray[np.float64]:
    """Algorithm 3, of lecture notes, wrong: the noisy answers that were above are released.

    A released value bounds the threshold, which then hides nothing. Where it is far below, all
    of k answers contribute: the ratio is exp(k epsilon / (2c)), which k noisy answers attain.
    """
    threshold = t + rng.laplace(scale=2 / epsilon, size=(count, 1))
    noisy = answers + rng.laplace(scale=2 * c / epsilon, size=(count, answers.size))
    return _release(_cut(noisy >= threshold, c), noisy)


def svt4(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, c: int, t: float
) -> NDArray[np.int8]:
    """Algorithm 4, of Lee and Clifton, KDD 2014, wrong: (1 + 6c) epsilon / 4 is what it satisfies.

    A quarter of epsilon goes to the threshold, and the noise on answers does not grow with c.
    """
    threshold = t + rng.laplace(scale=4 / epsilon, size=(count, 1))
    noise = rng.laplace(scale=4 / (3 * epsilon), size=(count, answers.size))
    return _cut(answers + noise >= threshold, c)


def svt5(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, t: float
) -> NDArray[np.int8]:
    """Algorithm 5, of Stoddard et al., 2014, wrong: no noise on the answers, so order shows."""
    threshold = t + rng.laplace(scale=2 / epsilon, size=(count, 1))
    return (answers >= threshold).astype(np.int8)


def svt6(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, t: float
) -> NDArray[np.int8]:
    """Algorithm 6, of Chen et al., KDD 2015, wrong: as many queries above as there are."""
    threshold = t + rng.laplace(scale=2 / epsilon, size=(count, 1))
    noise = rng.laplace(scale=2 / epsilon, size=(count, answers.size))
    return (answers + noise >= threshold).astype(np.int8)


def numeric_svt(
    answers: Answers, count: int, rng: np.random.Generator, *, epsilon: float, c: int, t: float
) -> NDArray[np.float64]:
    """Wang et al., PLDI 2019: the answers above are released with noise of their own."""
    threshold = t + rng.laplace(scale=3 / epsilon, size=(count, 1))
    noise = rng.laplace(scale=6 * c / epsilon, size=(count, answers.size))
    released = answers + rng.laplace(scale=3 * c / epsilon, size=(count, answers.size))
    return _release(_cut(answers + noise >= threshold, c), released)


def _cut(above: NDArray[np.bool_], c: int) -> NDArray[np.int8]:
    """Answers after the c-th above are ABORTED."""
    earlier = above.cumsum(axis=1) - above
    return np.where(earlier >= c, np.int8(ABORTED), above.astype(np.int8))


def _release(verdicts: NDArray[np.int8], values: NDArray[Any]) -> NDArray[np.float64]:
    """Values where verdicts are ABOVE, marks elsewhere."""
    return np.select(
        [verdicts == ABOVE, verdicts == BELOW], [values, BELOW_VALUE], default=ABORTED_VALUE
    )
