"""A parameter of a mechanism, declared once: its domain and its LaTeX symbol.

The declaration annotates the field::

    epsilon: Annotated[float, Parameter(r"\\varepsilon", 0, math.inf)]

Validation, documentation and the symbolic description all read it from there.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Rational, Real
from types import MappingProxyType
from typing import Any, get_type_hints

from dpproofs.kernel.errors import BadInput


@dataclass(frozen=True)
class Parameter:
    """An interval of real numbers with a LaTeX symbol.

    Attributes
    ----------
    latex
        The papers' letter.
    lower, upper
        Numbers, or the name of a parameter declared earlier. An infinite end never belongs.
    ends
        ``"()"``, ``"(]"``, ``"[)"`` or ``"[]"``: which ends belong to the domain.
    integer
        True when only the integers of the interval belong.
    """

    latex: str
    lower: float | str
    upper: float | str
    ends: str = "()"
    integer: bool = False

    def validated(self, name: str, value: object, earlier: Mapping[str, Any]) -> float:
        """The value as a float (or an int), when it lies in the domain.

        Raises
        ------
        BadInput
            When it is not a real number, or lies outside (NaN does).
        """
        lower, upper = (
            earlier[end] if isinstance(end, str) else end for end in (self.lower, self.upper)
        )
        number = as_int(value) if self.integer else as_float(value)
        above = operator.le if self.ends[0] == "[" else operator.lt
        below = operator.le if self.ends[1] == "]" else operator.lt
        # Two comparisons that are both false for NaN.
        if number is None or not (above(lower, number) and below(number, upper)):
            kind = "an integer" if self.integer else "a number"
            raise BadInput(name, value, f"{kind} in {self._interval(lower, upper)}")
        return number

    def _interval(self, lower: float, upper: float) -> str:
        left, right = (
            f"{end} = {value:.17g}" if isinstance(end, str) else f"{end:g}"
            for end, value in ((self.lower, lower), (self.upper, upper))
        )
        return f"{self.ends[0]}{left}, {right}{self.ends[1]}"


def as_float(value: object) -> float | None:
    """A real number as a float; None for anything else (text, booleans, complex numbers)."""
    # Fractions, NumPy's scalars and Python's numbers are all `Real`; so is bool, by accident.
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:
        return -math.inf if value < 0 else math.inf
    # An exact value that is positive must not become a zero that means something else.
    vanished = number == 0 and isinstance(value, Rational) and value != 0
    return math.copysign(math.ulp(0.0), value) if vanished else number


def as_int(value: object) -> int | None:
    """A whole number as an int, also when it comes as a float; None for anything else."""
    number = as_float(value)
    if number is None or not math.isfinite(number) or value != int(value):  # type: ignore[call-overload]
        return None
    return int(value)  # type: ignore[call-overload, no-any-return]  # it is a whole Real


@cache
def declared(cls: type) -> Mapping[str, Parameter]:
    """The parameters that the annotations of a class declare, in order."""
    found: dict[str, Parameter] = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        for note in getattr(hint, "__metadata__", ()):
            if isinstance(note, Parameter):
                found[name] = note
    return MappingProxyType(found)
