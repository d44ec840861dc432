"""Neighbouring inputs of other kinds than numbers: vectors, and lists of records."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dpproofs.auditing.target import Pair
from dpproofs.kernel.errors import BadInput

NORMS = ("l1", "l2", "linf")
RELATIONS = ("add or remove", "replace")
MANY = 32  # times that a record is in a data set of many
MOST_COORDINATES = 4  # that are tried one by one
ALONE, OTHER = 0.2, 0.2  # of the evidence at each input, for single coordinates, and turned signs


def vectors(
    inputs: Iterable[Sequence[float]], sensitivity: float = 1.0, norm: str = "l1"
) -> list[Pair]:
    """Vectors and neighbours at the full sensitivity in a norm.

    Along single coordinates, which is as far as l1 goes; and along the diagonal, where l2 and
    l-infinity allow all coordinates to move.

    Parameters
    ----------
    inputs
        Vectors of one length.
    sensitivity
        How far a neighbour may be, in (0, oo).
    norm
        "l1", "l2" or "linf".

    Raises
    ------
    BadInput
        For an unknown norm, a sensitivity out of range, or inputs that are no vectors.
    """
    if norm not in NORMS:
        raise BadInput("norm", norm, f"one of {', '.join(NORMS)}")
    if not 0 < sensitivity < math.inf:
        raise BadInput("sensitivity", sensitivity, "a number in (0, inf)")
    if not isinstance(inputs, Iterable):
        raise BadInput("inputs", inputs, "vectors, such as [[0, 0, 0]]")
    found = []
    for start in inputs:
        try:
            x = np.asarray(start, dtype=float)
        except (TypeError, ValueError) as error:
            raise BadInput("inputs", start, "a vector of numbers") from error
        if x.ndim != 1 or not x.size or not np.isfinite(x).all():
            raise BadInput("inputs", start, "a vector of finite numbers")
        moves = _directions(x.size, sensitivity, norm)
        found += [Pair((*x.tolist(),), (*(x + d).tolist(),), weight) for d, weight in moves]
    if not found:
        raise BadInput("inputs", "none", "at least one vector")
    return found


def _directions(
    width: int, sensitivity: float, norm: str
) -> list[tuple[np.ndarray[Any, Any], float]]:
    """Shifts and their weights: the longest in the other norms has most."""
    rows = np.eye(width)[:MOST_COORDINATES]
    moves = [(sensitivity * row, ALONE / len(rows)) for row in rows]
    if width > 1 and norm != "l1":
        length = sensitivity if norm == "linf" else sensitivity / math.sqrt(width)
        diagonal = np.full(width, length * (1 - 2.0**-50))  # rounding may not make it longer
        other = np.where(np.arange(width) % 2, -diagonal, diagonal)
        moves = [(diagonal, 1 - ALONE - OTHER), *moves, (other, OTHER)]
    return moves


def add_remove(records: Sequence[Any], others: Iterable[Any] = ()) -> list[Pair]:
    """A list of records beside those without one of them, and with one more.

    Every record is left out, the first and the last of many; every one of ``others`` is added.
    """
    whole = list(records)
    fewer = [whole[:k] + whole[k + 1 :] for k in _places(len(whole))]
    more = [[*whole, other] for other in others]
    return _against(whole, [*fewer, *more], "records, or others to add")


def replace_one(records: Sequence[Any], others: Iterable[Any]) -> list[Pair]:
    """A list of records beside those in which one of them is another."""
    whole = list(records)
    changed = [
        [*whole[:k], other, *whole[k + 1 :]] for other in others for k in _places(len(whole))
    ]
    return _against(whole, changed, "records, and others that are different")


def data_sets(
    examples: Iterable[Any], relation: str = "add or remove", *, missing: bool = False
) -> list[Pair]:
    """Data sets made of example records, each beside a neighbour.

    The sets are those at which functions of records are known to go wrong: none, one record, all of
    them in each order, one record many times, two of them in turns.

    Parameters
    ----------
    examples
        At least one record: numbers, tuples, dictionaries, anything that the sampler takes.
    relation
        "add or remove", where a neighbour has one record more or less; or "replace".
    missing
        Whether None is a record, too: a value that is missing.

    Raises
    ------
    BadInput
        For no examples, an unknown relation, or a single example that is to be replaced.
    """
    records = [*examples, *([None] if missing else [])]
    if not records:
        raise BadInput("examples", "none", "at least one record")
    if relation not in RELATIONS:
        raise BadInput("relation", relation, f"one of {', '.join(RELATIONS)}")
    chosen = [records[k] for k in _places(len(records))]
    first, last = chosen[0], chosen[-1]
    sets = [[], [first], records, records[::-1], [first] * MANY, [first, last] * (MANY // 2)]
    found = []
    for whole in sets:
        for other in chosen:
            if relation == "replace":
                found += [(whole, [*whole[:-1], other])] if whole else []
            else:
                found.append((whole, [*whole, other]))
    distinct = {(repr(x), repr(y)): Pair(x, y) for x, y in found if repr(x) != repr(y)}
    if not distinct:
        raise BadInput("examples", records, "records that are different, to be replaced")
    return [*distinct.values()]


def _places(count: int) -> list[int]:
    """Which records are tried: all of a few, the ends and the middle of many."""
    return list(range(count)) if count <= MOST_COORDINATES else [0, count // 2, count - 1]


def _against(whole: list[Any], changed: Sequence[list[Any]], accepted: str) -> list[Pair]:
    distinct = {repr(other): other for other in changed if repr(other) != repr(whole)}
    if not distinct:
        raise BadInput("records", whole, accepted)
    return [Pair(whole, other) for other in distinct.values()]


def as_pairs(pairs: Iterable[Any]) -> list[Pair]:
    """Pairs as a user writes them: tuples or lists of two, or `Pair`.

    Raises
    ------
    BadInput
        For anything else, for no pairs, and for two inputs that are the same.
    """
    found = []
    for pair in pairs:
        if isinstance(pair, Pair):
            two = pair
        elif isinstance(pair, tuple | list) and len(pair) == 2:
            two = Pair(*pair)
        else:
            raise BadInput("pairs", pair, "tuples of an input and its neighbour")
        if two.input is two.neighbour or repr(two.input) == repr(two.neighbour):
            raise BadInput("pairs", pair, "two inputs that are different")
        found.append(two)
    if not found:
        raise BadInput("pairs", "none", "at least one tuple of an input and its neighbour")
    return found


def between(inputs: Iterable[Any], shifts: Iterable[Any]) -> list[Pair] | None:
    """Every input with every shift where they are vectors; None where they are numbers.

    Raises
    ------
    BadInput
        When some are vectors and some are not, or their lengths differ.
    """
    starts, moves = list(inputs), list(shifts)
    flat = [np.ndim(value) == 0 for value in (*starts, *moves)]
    if all(flat):
        return None
    if any(flat) or not (starts and moves):
        raise BadInput("inputs", starts, "inputs and shifts, all of them vectors of one length")
    try:
        rows = [np.asarray(value, dtype=float) for value in (*starts, *moves)]
    except (TypeError, ValueError) as error:
        accepted = "numbers or vectors of numbers; pairs= takes any other objects"
        raise BadInput("inputs", starts, accepted) from error
    if len({row.shape for row in rows}) > 1 or rows[0].ndim > 1:
        raise BadInput("inputs", starts, "inputs and shifts, all of them vectors of one length")
    xs, ds = rows[: len(starts)], rows[len(starts) :]
    return as_pairs(Pair(tuple(x.tolist()), tuple((x + d).tolist())) for x in xs for d in ds)
