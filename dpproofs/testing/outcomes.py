"""Whatever a sampler does when it is called is an outcome: a number, None, an exception, ...

An outcome that is not a number leaks as well as one that is. Each layout below is a function from
outcomes to arrays that is fixed before the draws it is used on, so what is found out about the
array holds for the outcomes (Dwork & Roth, 2014, Proposition 2.1).
"""

from __future__ import annotations

import copy
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.target import Target, TargetError
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.callables import PythonTarget
from dpproofs.auditing.targets.calls import OutOfTime, remaining
from dpproofs.auditing.targets.handed_out import Overwritten
from dpproofs.auditing.targets.of_records import OfRecords
from dpproofs.auditing.texts import whole_repr

Outcomes: TypeAlias = NDArray[Any] | list[Any]

NONE = -(2.0**1000)  # where numbers are wanted and there is none
CODES = 4093  # of outcomes that are put into classes
PLAIN = (int, float, str, bytes, bool, type(None), np.generic)
SMALLEST, LARGEST = -(2**63), 2**63 - 1
LONGEST = 64  # entries of an outcome that are looked at one by one


@dataclass(frozen=True)
class Raised:
    """The outcome of a call that ended in an exception."""

    kind: str
    message: str


def outcomes(
    target: Target, value: Any, count: int, rng: np.random.Generator, *, copied: bool = True
) -> Outcomes:
    """Call a sampler for ``count`` outcomes at one input: an array, or a list of anything.

    Each call gets a copy of an input that it could change, unless ``copied`` is False.

    Raises
    ------
    TargetError
        When a sampler that was asked for ``count`` draws returned another number of them.
    """
    if isinstance(target, OfRecords):
        return outcomes(target.target, target.make(value), count, rng, copied=copied)
    if isinstance(target, AdditiveTarget):
        return _sums(target, value, count, rng)
    if not isinstance(target, PythonTarget):
        return target.draw(value, count, rng)
    options: dict[str, Any] = dict(target.passed)
    if target.uses_rng:
        options["rng"] = rng
    call = partial(_called, target, options, _fresh if copied else _same, value)
    if not target.sized:
        return [call() for _ in range(count)]
    drawn = call(size=count)
    if isinstance(drawn, Raised):  # one by one, since only some of them may have raised
        return [_single(call(size=1)) for _ in range(count)]
    return _counted(drawn, count, target.about.name)


def _called(
    target: PythonTarget,
    options: Mapping[str, Any],
    prepared: Callable[[Any], Any],
    value: Any,
    **more: Any,
) -> Any:
    own = prepared(value)
    try:
        keep = target.handed_out.copied
        if target.keyword:
            return keep(target.function(**options, **more, **{target.keyword: own}))
        return keep(target.function(own, **options, **more))
    except (KeyboardInterrupt, TimeoutError, OutOfTime, Overwritten):
        raise
    except BaseException as error:  # also SystemExit, and panics of libraries in Rust
        if remaining() == 0:
            raise OutOfTime from error  # what it was told, whatever it made of that
        return Raised(type(error).__name__, str(error))


def _sums(target: AdditiveTarget, value: Any, count: int, rng: np.random.Generator) -> Outcomes:
    try:
        noise = _counted(target.sampler(count, rng), count, target.about.name)
    except (KeyboardInterrupt, TimeoutError, OutOfTime, TargetError):
        raise
    except BaseException as error:  # noqa: BLE001 (also SystemExit, and panics of libraries in Rust)
        return [Raised(type(error).__name__, str(error))] * count
    if isinstance(noise, np.ndarray) and noise.dtype.kind in "iuf":
        with np.errstate(all="ignore"):
            return np.asarray(noise + value)
    return [draw + value if isinstance(draw, Real) else draw for draw in noise]


def _counted(drawn: Any, count: int, whose: str) -> Outcomes:
    if hasattr(drawn, "__array__"):
        drawn = np.atleast_1d(np.asarray(drawn))
    elif not isinstance(drawn, list | tuple):
        drawn = [drawn]
    if len(drawn) != count:
        raise TargetError(f"{whose} returned {len(drawn)} draws, but should return {count}")
    return drawn if isinstance(drawn, np.ndarray) and drawn.dtype != object else list(drawn)


def _single(drawn: Any) -> Any:
    if isinstance(drawn, np.ndarray | list | tuple) and len(drawn) == 1:
        return drawn[0]
    return drawn


def _same(value: Any) -> Any:
    return value


def _fresh(value: Any) -> Any:
    """The value, or a copy of one that could be changed by the sampler."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.copy()
    if isinstance(value, list | tuple) and all(isinstance(entry, PLAIN) for entry in value):
        return value[:]
    return copy.deepcopy(value)


def kind(outcome: Any) -> str:
    """What an outcome is, in words, whatever number it is."""
    if isinstance(outcome, Raised):
        return f"raises {outcome.kind}"
    if outcome is None:
        return "None"
    if isinstance(outcome, bool | np.bool_):
        return "a truth value"
    if isinstance(outcome, Real | Decimal):
        return _kind_of_number(outcome)
    if isinstance(outcome, str | bytes):
        return "a string"
    if isinstance(outcome, Mapping):
        return f"a mapping of {len(outcome)}"
    if isinstance(outcome, np.ndarray):
        inside = "" if not outcome.size or _all_finite(outcome) else ", not all of them finite"
        return f"an array of shape {outcome.shape}{inside}"
    if isinstance(outcome, Sequence | set | frozenset):
        inside = "" if all(map(_is_finite, outcome)) else ", not all of them finite"
        return f"a {type(outcome).__name__} of {len(outcome)}{inside}"
    return f"a {type(outcome).__name__}"


def _kind_of_number(number: Any) -> str:
    try:
        value = float(number)
    except OverflowError:
        return "a number"
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "-inf" if value < 0 else "inf"
    return "a number"


def _all_finite(array: NDArray[Any]) -> bool:
    return array.dtype.kind not in "fc" or bool(np.isfinite(array).all())


def _is_finite(entry: Any) -> bool:
    return not isinstance(entry, float | np.floating) or math.isfinite(entry)


def kinds(drawn: Outcomes) -> list[str]:
    """The kind of each outcome."""
    if isinstance(drawn, np.ndarray) and drawn.ndim == 1 and drawn.dtype.kind in "iuf":
        if _all_finite(drawn):
            return ["a number"] * len(drawn)
        return [_kind_of_number(number) for number in drawn.tolist()]
    return [kind(outcome) for outcome in drawn]


def code(text: str) -> int:
    """A class of outcomes as a number: always the same one, whatever was seen before."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) % CODES


def kind_codes(drawn: Outcomes) -> NDArray[np.int64]:
    """The kinds of outcomes as numbers."""
    if isinstance(drawn, np.ndarray) and drawn.dtype.kind in "iufb" and _all_finite(drawn):
        kinds_of_first = code(kind(drawn[0] if drawn.ndim > 1 else drawn[0].item()))
        return np.full(len(drawn), kinds_of_first, dtype=np.int64)
    return np.array([code(text) for text in kinds(drawn)], dtype=np.int64)


@dataclass(frozen=True)
class Layout:
    """How outcomes become an array: chosen from a first look, the same ever after.

    Attributes
    ----------
    form
        "numbers", "integers", "strings", "entries" or "classes".
    width
        Of outcomes with entries: how many numbers are kept of each.
    """

    form: str
    width: int = 0

    @classmethod
    def of(cls, drawn: Outcomes) -> Layout:
        """The layout that keeps most of such outcomes."""
        if isinstance(drawn, np.ndarray) and drawn.ndim == 1 and drawn.dtype.kind in "biuf":
            return cls("integers" if drawn.dtype.kind in "biu" else "numbers")
        told = [each for each in drawn if each is not None and not isinstance(each, Raised)]
        if all(isinstance(each, Integral | np.bool_) for each in told) and told:
            huge = any(not SMALLEST <= int(each) <= LARGEST for each in told)
            return cls("strings" if huge else "integers")
        if all(isinstance(each, Real | Decimal) for each in told):
            return cls("numbers")
        if all(isinstance(each, str | bytes) for each in told):
            return cls("strings")
        rows = [entries(each) for each in told]
        if all(row is not None for row in rows):
            return cls("entries", min(LONGEST, max(len(row or ()) for row in rows)))
        return cls("classes")

    def __call__(self, drawn: Outcomes) -> NDArray[Any]:
        """The outcomes as an array that the auditor takes."""
        match self.form:
            case "numbers":
                return _doubles(drawn)
            case "integers":
                return _integers(drawn)
            case "strings":
                return np.array([str(each) for each in drawn], dtype=np.str_)
            case "entries":
                return np.array([self._row(each) for each in drawn], dtype=np.float64)
            case _:
                return np.array([code(whole_repr(each)) for each in drawn], dtype=np.int64)

    def _row(self, outcome: Any) -> list[float]:
        """How many entries there are, and the first of them."""
        row = entries(outcome)
        if row is None:
            return [-1.0, *[NONE] * self.width]
        kept = [_number(entry) for entry in row[: self.width]]
        return [float(len(row)), *kept, *[0.0] * (self.width - len(kept))]


def entries(outcome: Any) -> list[Any] | None:
    """The numbers in an outcome, in order; None where it holds something else."""
    if isinstance(outcome, complex | np.complexfloating):
        return [float(outcome.real), float(outcome.imag)]
    if isinstance(outcome, np.ndarray):
        if outcome.dtype.kind == "c":
            outcome = np.stack([outcome.real, outcome.imag], axis=-1)
        return outcome.ravel().tolist() if outcome.dtype.kind in "biuf" else None
    if isinstance(outcome, Mapping):
        outcome = [outcome[key] for key in sorted(outcome, key=repr)]
    if not isinstance(outcome, list | tuple):
        return [outcome] if isinstance(outcome, Real | Decimal) else None
    found: list[Any] = []
    for entry in outcome:
        inside = entries(entry)
        if inside is None:
            return None
        found += inside
    return found


def _number(outcome: Any) -> float:
    if not isinstance(outcome, Real | Decimal | np.bool_):
        return NONE
    try:
        value = float(outcome)
    except OverflowError:
        return math.inf if _sign(outcome) > 0 else -math.inf
    return NONE if math.isnan(value) else value


def _doubles(drawn: Outcomes) -> NDArray[np.float64]:
    if isinstance(drawn, np.ndarray) and drawn.ndim == 1 and drawn.dtype.kind in "biuf":
        numbers = drawn.astype(np.float64, copy=False)
        absent = np.isnan(numbers)
        return np.where(absent, NONE, numbers) if absent.any() else numbers
    return np.array([_number(each) for each in drawn], dtype=np.float64)


def _integers(drawn: Outcomes) -> NDArray[np.int64]:
    if isinstance(drawn, np.ndarray) and drawn.ndim == 1 and drawn.dtype.kind in "bi":
        return drawn.astype(np.int64, copy=False)
    return np.array([_integer(each) for each in drawn], dtype=np.int64)


def _integer(outcome: Any) -> int:
    """The outcome rounded down and cut off to 64 bits; the least of them where there is none."""
    if not isinstance(outcome, Real | Decimal | np.bool_):
        return SMALLEST
    try:
        return int(min(max(math.floor(outcome), SMALLEST), LARGEST))
    except (ValueError, OverflowError):  # NaN, infinite
        return LARGEST if _sign(outcome) > 0 else SMALLEST


def _sign(number: Any) -> int:
    """1 for a positive number, else -1, also for NaN."""
    return 1 if number > 0 else -1
