"""Neighbouring query answers in patterns: the inputs tried in Ding et al., CCS 2018."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, starmap

from dpproofs.auditing.target import Pair

Answers = tuple[int, ...]


def numbers(*values: int) -> tuple[Pair, ...]:
    """Numbers of which each is a neighbour of the next."""
    return tuple(starmap(Pair, pairwise(values)))


def one_entry(size: int) -> tuple[Pair, ...]:
    """Vectors of ones of which one entry goes up or down by 1, as counts of a histogram do."""
    return tuple(starmap(Pair, _one_entry(size)))


def every_entry(size: int) -> tuple[Pair, ...]:
    """Answers to ``size`` queries of sensitivity 1, each of which may differ, at most by 1."""
    return tuple(starmap(Pair, [*_one_entry(size), *_every_entry(size)]))


def _one_entry(size: int) -> Iterator[tuple[Answers, Answers]]:
    ones = (1,) * size
    yield ones, (0, *ones[1:])
    yield ones, (2, *ones[1:])


def _every_entry(size: int) -> Iterator[tuple[Answers, Answers]]:
    ones, zeros, twos = ((value,) * size for value in (1, 0, 2))
    left = size // 2
    yield ones, (2, *zeros[1:])  # one above, rest below
    yield ones, (0, *twos[1:])  # one below, rest above
    yield ones, (*twos[:left], *zeros[left:])  # half half
    yield ones, twos  # all above
    yield ones, zeros  # all below
    yield (*ones[:left], *zeros[left:]), (*zeros[:left], *ones[left:])  # X shape
