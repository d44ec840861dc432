"""One text for equal outcomes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Set
from numbers import Integral
from typing import Any

import numpy as np

from dpproofs.auditing.kinds import double, is_number_like
from dpproofs.auditing.labels import CODE, Failure, label_of
from dpproofs.auditing.target import TargetError

PLACE = re.compile(r"\bat 0x[0-9A-Fa-f]+")  # where in memory an object is
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def text_of(outcome: Any) -> str:
    """One text for equal outcomes.

    Raises
    ------
    TargetError
        For an object whose ``repr`` says where it is, and not what.
    """
    if outcome is None or isinstance(outcome, Failure):
        return f"<{'returned None' if outcome is None else outcome.label}>"
    if isinstance(outcome, str):
        return outcome
    if is_number_like(outcome):
        return _of_number(outcome)
    if isinstance(outcome, Mapping):
        named = [(str(key), _inner(value)) for key, value in outcome.items()]
        keys = [key for key, _ in named]
        order = "" if keys == sorted(keys) else f" in the order {keys}"
        return f"{sorted(named)!r}{order}"
    if isinstance(outcome, Set):
        return "{" + ", ".join(sorted(map(_inner, outcome))) + "}"
    if hasattr(outcome, "__array__") and not np.isscalar(outcome):
        outcome = np.asarray(outcome).tolist()
    if isinstance(outcome, tuple):
        return f"({', '.join(map(_inner, outcome))})"
    if isinstance(outcome, list):
        return text_of(outcome[0]) if len(outcome) == 1 else f"[{', '.join(map(_inner, outcome))}]"
    return whole_repr(outcome)


def whole_repr(outcome: Any) -> str:
    """The ``repr`` of an outcome.

    Raises
    ------
    TargetError
        Where it says where the object is, and not what.
    """
    text = repr(outcome)
    if PLACE.search(text):
        kind = type(outcome).__name__
        raise TargetError(
            f"the sampler returned an object of type {kind}, whose repr says where it is in memory"
            " and not what it is, but should return a number, a string, a list or a dictionary"
        )
    return text


def _inner(outcome: Any) -> str:
    """The text of what is inside another outcome: of a string with its quotes."""
    return repr(outcome) if isinstance(outcome, str) else text_of(outcome)


def _of_number(number: Any) -> str:
    """The same text for 1, 1.0 and True, which may come from one array or another."""
    value = double(number)
    if math.isnan(value):
        return f"<{label_of(int(np.array(value).view(np.uint64) & CODE))}>"
    if isinstance(number, Integral):
        return str(int(number))
    return str(int(value)) if value.is_integer() else repr(value)
