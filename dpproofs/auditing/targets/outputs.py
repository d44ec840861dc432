"""From whatever a sampler answers to an array of draws, or a clear refusal.

Numbers become doubles or 64-bit integers, one by one. What is not exact as either (a fraction, an
integer beyond 64 bits) is rounded: a function of the output, which cannot break privacy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.labels import Failure
from dpproofs.auditing.target import Draws, TargetError
from dpproofs.auditing.targets.calls import PATIENCE, answers
from dpproofs.auditing.targets.handed_out import copied

WANTED = "a number, a vector of numbers or a string"
VECTORS = (list, tuple, np.ndarray)
SMALLEST, LARGEST = -(2**63), 2**63 - 1
EXACT = 2**53  # doubles hold all integers up to this


def called(
    call: Callable[[], Any],
    count: int,
    whose: str,
    patience: float = PATIENCE,
    keep: Callable[[Any], Any] = copied,
    first: Sequence[Any] = (),
) -> Draws | Sequence[Any]:
    """What so many calls come to, one draw each, failures among them; see `Target.outcomes`.

    Of these ``first`` have been made.
    """
    found = [*first, *answers(call, count - len(first), patience, keep)]
    if any(isinstance(outcome, Failure) for outcome in found):
        return found
    return outcomes_of(found, count, whose)


def outcomes_of(draws: Any, count: int, whose: str) -> Draws | Sequence[Any]:
    """What `checked` returns, with NaN; the answers as they are where there are as many of them."""
    if isinstance(draws, list | tuple) and len(draws) == count and not _are_alike(draws):
        return list(draws)
    try:
        return checked(draws, count, whose, nan=True)
    except TargetError:
        if isinstance(draws, list | tuple | np.ndarray) and len(draws) == count:
            return list(draws)
        raise


def _are_alike(draws: Sequence[Any]) -> bool:
    """Whether an array keeps what draws are: all floats, or all integers that doubles hold.

    What an outcome is read as must not depend on the others: `conform` reads them one by one.
    """
    for family in (float | np.floating, int | np.integer):
        if all(_is_of(draw, family) for draw in draws):
            return not _are_huge(draws)
    return all(isinstance(draw, str) for draw in draws)


def _is_of(draw: Any, family: Any) -> bool:
    """Whether a draw is a number, or a list of numbers, of types that count as the same.

    An array would not tell tuples and lists in lists from others, nor a list of one from a number.
    """
    if isinstance(draw, np.ndarray) and draw.dtype.kind != "O":
        flat = draw.ndim == 1 and len(draw) > 1
        return flat and issubclass(draw.dtype.type, family)
    if isinstance(draw, list):
        return len(draw) > 1 and all(_is_single(entry, family) for entry in draw)
    return _is_single(draw, family)


def _is_single(entry: Any, family: Any) -> bool:
    return isinstance(entry, family) and not isinstance(entry, bool)


def _are_huge(draws: Sequence[Any]) -> bool:
    """Whether there are integers that an array would round if there were fractions in it too."""
    return any(abs(int(draw)) > EXACT for draw in draws if isinstance(draw, Integral))


def checked(draws: Any, count: int, whose: str, *, nan: bool = False) -> Draws:
    """What a sampler answered when asked for ``count`` draws at once.

    Parameters
    ----------
    draws
        An array or a sequence of draws, or a bare number for one draw.
    count
        How many were asked for.
    whose
        The sampler and its input, for messages.
    nan
        Whether NaN is a draw.

    Returns
    -------
    Floats or 64-bit integers of shape (count,) or (count, k), or strings of shape (count,). A
    vector of one number counts as the number.

    Raises
    ------
    TargetError
        For a wrong number of draws, NaN, vectors of unequal lengths, or anything that is no draw.
    """
    if hasattr(draws, "__array__"):
        draws = np.atleast_1d(np.asarray(draws))
    elif not isinstance(draws, list | tuple):
        draws = [draws]
    if len(draws) != count:
        found = "1 draw" if len(draws) == 1 else f"{len(draws)} draws"
        raise TargetError(f"{whose} returned {found}, but should return {count}")
    if not isinstance(draws, np.ndarray) or draws.dtype.kind not in "fiubU":
        draws = _array(list(draws), whose)
    return _tidy(draws, whose, nan=nan)


def _array(draws: list[Any], whose: str) -> NDArray[Any]:
    """The draws as an array of a plain type, told from the types of the Python objects."""
    kinds = set(map(type, draws))
    if kinds <= {float, np.float64}:
        return np.array(draws, dtype=np.float64)
    if all(issubclass(kind, str) for kind in kinds):
        return np.array(draws, dtype=np.str_)
    if any(issubclass(kind, VECTORS) for kind in kinds):
        return _vectors(draws, whose)
    for kind in kinds:
        if not issubclass(kind, Real | Decimal | np.bool_):
            raise _refused(next(draw for draw in draws if type(draw) is kind), whose)
    whole = all(issubclass(kind, Integral | np.bool_) for kind in kinds)
    if whole and all(SMALLEST <= int(draw) <= LARGEST for draw in draws):
        return np.array([int(draw) for draw in draws], dtype=np.int64)
    return np.array([_double(draw) for draw in draws], dtype=np.float64)


def _vectors(draws: Sequence[Any], whose: str) -> NDArray[Any]:
    """Vectors of one length as the rows of an array."""
    odd = [draw for draw in draws if not isinstance(draw, VECTORS)]
    if odd:
        raise _refused(odd[0], f"{whose} returned vectors, but once")
    rows = [np.asarray(draw, dtype=object).ravel() for draw in draws]
    lengths = sorted({row.size for row in rows})
    if len(lengths) > 1:
        raise TargetError(
            f"{whose} returned vectors of {lengths[0]} and of {lengths[-1]} numbers,"
            " but should return vectors of one length"
        )
    numbers = _array(list(np.concatenate(rows)), whose)
    return numbers.reshape(len(rows), lengths[0])


def _tidy(draws: NDArray[Any], whose: str, *, nan: bool) -> Draws:
    """Plain types and shapes, without NaN unless it is a draw."""
    if draws.ndim > 1:
        draws = draws.reshape(len(draws), -1)
        if draws.shape[1] == 0:
            raise TargetError(f"{whose} returned empty vectors, but should return {WANTED}")
        if draws.shape[1] == 1:
            draws = draws[:, 0]
    match draws.dtype.kind:
        case "f":
            draws = draws.astype(np.float64, copy=False)
            # The least of an array is NaN when one of them is.
            if not nan and draws.size and np.isnan(draws.min()):
                raise TargetError(f"{whose} returned NaN, but should return {WANTED}")
        case "u":
            draws = np.minimum(draws, LARGEST).astype(np.int64)
        case "i" | "b":
            draws = draws.astype(np.int64, copy=False)
        case _ if draws.ndim > 1:
            raise TargetError(f"{whose} returned vectors of strings, but should join them into one")
    return draws


def _double(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:
        return np.inf if number > 0 else -np.inf


def _refused(draw: Any, whose: str) -> TargetError:
    text = " ".join(repr(draw).split())
    short = text if len(text) <= 60 else text[:59] + "…"
    found = "None" if draw is None else f"{short} ({type(draw).__name__})"
    return TargetError(f"{whose} returned {found}, but should return {WANTED}")
