"""One text for equal outcomes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Set
from numbers import Integral
from typing import Any

import numpy as np

from dpproofs.auditing.kinds import double, is_number_like, type_of
from dpproofs.auditing.labels import CODE, Failure, label_of
from dpproofs.auditing.target import TargetError

PLACE = re.compile(r"\bat 0x[0-9A-Fa-f]+")  # where in memory an object is
LARGE = 1000  # numbers from which on are no part of a message
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def without_noise(text: str) -> str:
    """A text with a mark for each number that may be noise: with a fraction, or large."""
    return NUMBER.sub(_mark, PLACE.sub("at #", text))


def _mark(number: re.Match[str]) -> str:
    value = float(number.group())
    return number.group() if abs(value) < LARGE and value.is_integer() else "#"


def key_of(key: Any) -> str:
    """The text of a dictionary's key, which tells 1 from "1"."""
    return key if isinstance(key, str) else f"<{_text(key, typed=True)}>"


def opening_of(outcome: list[Any] | tuple[Any, ...]) -> str:
    """How the text of a list or a tuple begins; of a named tuple with its name and fields."""
    if isinstance(outcome, list):
        return "["
    fields = getattr(outcome, "_fields", None)
    return "(" if fields is None else f"{type(outcome).__name__}{fields!r}("


def text_of(outcome: Any) -> str:
    """One text for equal outcomes; of numbers inside of what is no array, their types as well.

    Raises
    ------
    TargetError
        For an object whose ``repr`` says where it is, and not what.
    """
    if isinstance(outcome, str):
        return outcome
    if isinstance(outcome, list) and len(outcome) == 1:
        return text_of(outcome[0])
    return _text(outcome, typed=not _is_like_an_array(outcome))


def _is_like_an_array(outcome: Any) -> bool:
    """Whether an outcome may have come from an array, which has one type for all of it."""
    if isinstance(outcome, list):
        return all(map(_is_like_an_array, outcome))
    return is_number_like(outcome) or (hasattr(outcome, "__array__") and not np.isscalar(outcome))


def _text(outcome: Any, *, typed: bool) -> str:
    """The text of what may be inside another outcome: of a string with its quotes."""
    if outcome is None or isinstance(outcome, Failure):
        return f"<{'returned None' if outcome is None else outcome.label}>"
    if isinstance(outcome, str):
        return repr(outcome)
    if is_number_like(outcome):
        return _of_typed(outcome) if typed else _of_number(outcome)
    if isinstance(outcome, Mapping):
        named = [(key_of(key), _text(value, typed=typed)) for key, value in outcome.items()]
        keys = [key for key, _ in named]
        order = "" if keys == sorted(keys) else f" in the order {keys}"
        return f"{sorted(named)!r}{order}"
    if isinstance(outcome, Set):
        return "{" + ", ".join(sorted(_text(entry, typed=typed) for entry in outcome)) + "}"
    if hasattr(outcome, "__array__") and not np.isscalar(outcome):
        outcome = np.asarray(outcome).tolist()
    if isinstance(outcome, list) and len(outcome) == 1:
        return _text(outcome[0], typed=typed)
    if isinstance(outcome, list | tuple):
        inside = ", ".join(_text(entry, typed=typed) for entry in outcome)
        return f"{opening_of(outcome)}{inside}{')' if isinstance(outcome, tuple) else ']'}"
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


def _of_typed(number: Any) -> str:
    """The text of a number that tells 1, 1.0 and True apart."""
    kind, text = type_of(number), _of_number(number)
    match kind:
        case "int":
            return text
        case "bool":
            return str(bool(number))
        case "float":
            return f"{text}.0" if text.lstrip("-").isdigit() else text
        case "-0.0":
            return kind
    return f"{kind}({text})"


def _of_number(number: Any) -> str:
    """The same text for 1, 1.0 and True, which may come from one array or another."""
    value = double(number)
    if math.isnan(value):
        return f"<{label_of(int(np.array(value).view(np.uint64) & CODE))}>"
    if isinstance(number, Integral):
        return str(int(number))
    return str(int(value)) if value.is_integer() else repr(value)
