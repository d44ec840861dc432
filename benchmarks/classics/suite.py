"""The mechanisms as targets, what is claimed of each, and whether that is true."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.classics import additive, geometric, noisy_max, rappor
from benchmarks.classics import sparse_vector as svt
from benchmarks.classics.neighbours import every_entry, numbers, one_entry
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Argument, Draws, Pair, Target

EPSILON = 0.7  # the middle one of the three of Ding et al.
ANSWERS = 5
QUERIES = 10

DING = "Ding et al., CCS 2018"
LYU = "Lyu, Su and Li, PVLDB 2017"
WANG = "Wang et al., PLDI 2019"
RAPPOR = "Erlingsson, Pihur and Korolova, CCS 2014"


@dataclass(frozen=True)
class Classic(Target):
    """A mechanism of the literature with its parameters.

    Attributes
    ----------
    mechanism
        Called with an array of answers, a count and a generator; about.arguments by name.
    neighbours
        The inputs to try: numbers, or tuples of answers.
    """

    about: About
    mechanism: Callable[..., Draws]
    neighbours: tuple[Pair, ...]

    @property
    def seeded(self) -> bool:
        return True

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        return self.mechanism(np.asarray(value, float), count, rng, **self.about.arguments)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair]:
        del claim
        return self.neighbours


@dataclass(frozen=True)
class Mechanism:
    """An entry of the suite.

    Attributes
    ----------
    build
        Makes the target.
    satisfied
        Whether the claim is true for all neighbours of the kind tried.
    source
        Where the mechanism, and the truth of the claim, come from.
    epsilon
        The least true epsilon for such neighbours where it is known, else None.
    """

    name: str
    build: Callable[[], Target]
    claim: PrivacyClaim
    satisfied: bool
    source: str
    epsilon: float | None = None


def entry(
    name: str,
    mechanism: Callable[..., Draws],
    neighbours: tuple[Pair, ...],
    source: str,
    *,
    satisfied: bool = True,
    claimed: float = EPSILON,
    least: float | None = None,
    **arguments: Argument,
) -> Mechanism:
    """One line of the table below."""
    build = partial(Classic, About(name, arguments=arguments), mechanism, neighbours)
    return Mechanism(name, build, PrivacyClaim(claimed), satisfied, source, least)


def _additive() -> Sequence[Mechanism]:
    one, every = one_entry(ANSWERS), every_entry(ANSWERS)
    given = partial(entry, epsilon=EPSILON)
    sound = partial(given, least=EPSILON)
    return (
        sound("Laplace", additive.laplace, numbers(0, 1), "Dwork et al., TCC 2006"),
        sound(
            "Laplace, parallel",
            additive.laplace_parallel,
            numbers(0, 1),
            "Bichsel et al., S&P 2021",
            copies=20,
        ),
        sound("noisy sum", additive.noisy_sum, one, "Dwork et al., TCC 2006"),
        sound("histogram", additive.histogram, one, f"{DING}, algorithm 9"),
        given(
            "histogram, scale epsilon",
            additive.histogram_wrong_scale,
            one,
            f"{DING}, algorithm 10",
            satisfied=False,
            least=1 / EPSILON,
        ),
        sound("prefix sums", additive.prefix_sums, one, WANG),
        given(
            "prefix sums, all may differ",
            additive.prefix_sums,
            every,
            f"{WANG}, with neighbours it does not allow",
            satisfied=False,
            least=ANSWERS * EPSILON,
        ),
        entry(
            "truncated geometric",
            geometric.truncated_geometric,
            numbers(*range(6)),
            "Balcer and Vadhan, ITCS 2018, algorithm 4.8",
            claimed=math.log1p(2**-2),
            least=math.log1p(2**-2),
            k=2,
            n=5,
        ),
    )


def _noisy_max() -> Sequence[Mechanism]:
    given = partial(entry, neighbours=every_entry(ANSWERS), epsilon=EPSILON)
    wrong = partial(given, satisfied=False)
    return (
        given("noisy max 1: index", noisy_max.index_laplace, source=f"{DING}, algorithm 5"),
        given("noisy max 2: index", noisy_max.index_exponential, source=f"{DING}, algorithm 6"),
        wrong(
            "noisy max 3: value",
            noisy_max.value_laplace,
            source=f"{DING}, algorithm 7",
            least=ANSWERS * EPSILON / 2,
        ),
        wrong(
            "noisy max 4: value",
            noisy_max.value_exponential,
            source=f"{DING}, algorithm 8",
            least=math.inf,
        ),
    )


def _sparse_vector() -> Sequence[Mechanism]:
    given = partial(entry, neighbours=every_entry(QUERIES), epsilon=EPSILON, t=1.0)
    wrong = partial(given, satisfied=False)
    return (
        given("SVT 1", svt.svt1, source=f"{LYU}, algorithm 1", c=1),
        given("SVT 2", svt.svt2, source=f"{LYU}, algorithm 2", c=2),
        wrong("SVT 3", svt.svt3, source=f"{LYU}, algorithm 3", c=1, least=QUERIES * EPSILON / 2),
        wrong("SVT 4", svt.svt4, source=f"{LYU}, algorithm 4", c=1),
        wrong("SVT 5", svt.svt5, source=f"{LYU}, algorithm 5", least=math.inf),
        wrong("SVT 6", svt.svt6, source=f"{LYU}, algorithm 6"),
        given("numeric SVT", svt.numeric_svt, source=WANG, c=1),
    )


def _rappor() -> Sequence[Mechanism]:
    # Any two values are neighbours. The filters of 0 and 7 have no bit in common.
    given = partial(entry, neighbours=numbers(7, 0, 1, 2), hashes=4, bits=20)
    once = rappor.one_time_epsilon(f=0.95, hashes=4)
    again = rappor.epsilon(f=0.75, p=0.45, q=0.55, hashes=4)
    return (
        given(
            "RAPPOR, one time",
            rappor.one_time_rappor,
            source=f"{RAPPOR}, theorem 1",
            claimed=once,
            least=once,
            f=0.95,
        ),
        given(
            "RAPPOR",
            rappor.rappor,
            source=f"{RAPPOR}, theorem 2",
            claimed=again,
            least=again,
            f=0.75,
            p=0.45,
            q=0.55,
        ),
    )


MECHANISMS: tuple[Mechanism, ...] = (
    *_additive(),
    *_noisy_max(),
    *_sparse_vector(),
    *_rappor(),
)
