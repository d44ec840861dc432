"""Outcomes of any kind: what a sampler answers besides numbers, as arrays that can be counted.

A sampler that fails more often at one input than at its neighbour tells them apart. So NaN, None,
an exception and no answer in time are outcomes with a label, like others. Among doubles a failure
is a NaN whose low bits are a code of its label.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.target import Draws, TargetError

Codes: TypeAlias = NDArray[np.uint64]

QUIET = np.uint64(0x7FF8 << 48)  # the bits of a NaN
CODE = np.uint64(0xFFFFFFFF)
LARGEST = 2**63 - 1
EXACT = 2**53  # doubles hold all integers up to this
ENTRIES = 8  # of a list whose length varies: the first ones, and the sum of those left
IN_TEXT = 7  # numbers in a text that are looked at
MOST_LABELS = 1000  # that are remembered in words
FEW = 12  # outcomes from which on it is told whether labels come twice
PLACE = re.compile(r"\bat 0x[0-9A-Fa-f]+")  # where in memory an object is
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
NOTHING = "NaN"

_NUMBERS = frozenset({float, int, bool, np.float64, np.int64})  # told at once, without asking

_LABELS: dict[int, str] = {0: NOTHING}  # of codes that this process has seen


@dataclass(frozen=True)
class Failure:
    """A draw that came to nothing: how, for short, and what was said about it."""

    label: str
    detail: str = ""


@dataclass(frozen=True)
class Form:
    """What the outcomes of a sampler look like.

    Attributes
    ----------
    kind
        Numbers; integers beyond 2^53, as rows of the nearest double and of what it leaves; vectors
        of ``width`` numbers; lists of numbers whose length varies, as rows of the length, the first
        entries and the sum of the rest; dictionaries of numbers, as rows in the order of ``keys``;
        or labels, which are anything. Beside a fraction, text in vectors, lists
        and dictionaries is a number too: noise makes every such outcome another one, so that no
        label would come twice. Where labels hardly ever come twice they are texts: rows of the
        length, the first numbers in it, and one number for the whole of it.

    What an outcome becomes depends on the form and on nothing else. If it depended on outcomes
    that were drawn with it, a private sampler could be called a violation.
    """

    kind: Literal["number", "huge", "vector", "list", "record", "text", "label"]
    width: int = 1
    keys: tuple[str, ...] = ()

    def said(self, column: int) -> str | None:
        """What a column of the rows is, y being the outcome; None where it is that entry."""
        if self.kind == "record":
            return f"y[{self.keys[column]!r}]"
        if self.kind == "huge":
            return ("float(y)", "y - int(float(y))")[column]
        if self.kind == "text":
            whole = {0: "len(str(y))", 1 + IN_TEXT: "crc32(str(y))"}
            return whole.get(column, f"numbers(str(y))[{column - 1}]")
        if self.kind != "list":
            return None
        if column == 0:
            return "len(y)"
        return f"y[{column - 1}]" if column < ENTRIES else f"sum(y[{ENTRIES - 1}:])"


def coded(label: str) -> float:
    """The NaN that stands for a failure."""
    code = crc32(label.encode()) | 1 if label != NOTHING else 0
    _LABELS[code] = label
    return float(np.array(QUIET | np.uint64(code)).view(np.float64))


def labels() -> dict[int, str]:
    """The labels known here, by code, but for that of a plain NaN."""
    return {code: label for code, label in _LABELS.items() if code}


def learn(found: Mapping[int, str]) -> None:
    """Labels that another process has met."""
    _LABELS.update(found)


def failures(draws: Draws) -> Codes:
    """The code of each draw: CODE + 1 for one that is none, 0 for a plain NaN."""
    fine = np.full(len(draws), CODE + np.uint64(1), dtype=np.uint64)
    if draws.dtype.kind != "f":
        return fine
    first = np.ascontiguousarray(draws if draws.ndim == 1 else draws[:, 0], dtype=np.float64)
    failed = np.isnan(first)
    if failed.any():
        fine[failed] = first[failed].view(np.uint64) & CODE
    return fine


def learn_label(code: int, label: str) -> None:
    """Remember what a code stands for; of too many, the one that was learned first is forgotten."""
    if code not in _LABELS and len(_LABELS) >= MOST_LABELS:
        del _LABELS[next(each for each in _LABELS if each)]
    _LABELS.setdefault(code, label)


def label_of(code: int) -> str:
    """The label of a code."""
    return _LABELS.get(int(code), NOTHING)


def code_of(label: str) -> int:
    """The code of a label."""
    return int(np.array(coded(label)).view(np.uint64) & CODE)


def form_of(outcomes: Sequence[Any]) -> Form | None:
    """The form that outcomes have, failures apart; labels where they have nothing in common.

    None where all are failures.
    """
    proper = [x for x in outcomes if x is not None and not isinstance(x, Failure)]
    if not proper:
        return None
    if all(map(_is_number, proper)):
        if any(isinstance(x, Integral) and not _is_small(x) for x in proper):
            return Form("label")  # as doubles, they would be the same
        return Form("huge", 2) if any(map(_is_huge, proper)) else Form("number")
    rows = [_row(outcome) for outcome in proper]
    entries = [entry for row in rows for entry in row or ()]
    simple = all(isinstance(x, Mapping) and not any(map(_is_nested, x.values())) for x in proper)
    if simple:
        entries = [value for outcome in proper for value in outcome.values()]
    if None in rows or (not all(map(_is_number, entries)) and not _by_entries(proper, entries)):
        return Form("label")
    if simple:
        keys = sorted({str(key) for outcome in proper for key in outcome})
        return Form("record", len(keys), tuple(keys)) if keys else Form("label")
    lengths = {len(row) for row in rows if row is not None}
    if lengths == {0}:
        return Form("label")
    if lengths == {1}:
        return Form("number")
    return Form("vector", lengths.pop()) if len(lengths) == 1 else Form("list", 1 + ENTRIES)


def _by_entries(outcomes: Sequence[Any], entries: Sequence[Any]) -> bool:
    """Whether outcomes that hold more than numbers are looked at entry by entry.

    They are where nothing is beside numbers but holes in vectors; and where there are fractions,
    and most outcomes are other ones, so that hardly any label would come twice.
    """
    if not any(isinstance(entry, str) for entry in entries):
        return not any(isinstance(outcome, Mapping) for outcome in outcomes)
    different = len(set(map(_text, outcomes)))
    return any(map(_is_fraction, entries)) and 2 * different > len(outcomes)


def conform(outcomes: Draws | Sequence[Any], form: Form) -> Draws:
    """Outcomes as an array of a form; what does not fit is a failure that says what it is.

    Returns
    -------
    Numbers of shape (count,), integers where all are; doubles of shape (count, width) for vectors,
    lists and records; strings of shape (count,) for labels.
    """
    if isinstance(outcomes, np.ndarray):
        if _fits(outcomes, form):
            return outcomes
        outcomes = list(outcomes) if outcomes.ndim > 1 else outcomes.tolist()
    if form.kind == "label":
        return np.array([_text(outcome) for outcome in outcomes], dtype=np.str_)
    if form.kind == "number":
        outcomes = [float(x) if _is_huge(x := _alone(outcome)) else x for outcome in outcomes]
        if outcomes and all(map(_is_small, outcomes)):
            return np.array(list(map(int, outcomes)))
        return np.array([_double(outcome) for outcome in outcomes], dtype=np.float64)
    row = _of_text if form.kind == "text" else _entries
    return np.array([row(outcome, form) for outcome in outcomes]).reshape(-1, form.width)


def known_form(draws: Draws | Sequence[Any]) -> Form | None:
    """The form of an array, or of outcomes."""
    if not isinstance(draws, np.ndarray):
        return form_of(draws)
    if draws.dtype.kind in "US":
        return Form("label")
    return Form("number") if draws.ndim == 1 else Form("vector", draws.shape[1])


def form_together(here: Draws | Sequence[Any], there: Draws | Sequence[Any]) -> Form:
    """The form of outcomes at two inputs; texts where as labels hardly any would come twice.

    Where types vary, or there are words, numbers and vectors are lists, of which these are seen.
    """
    form = common(known_form(here), known_form(there))
    if form.kind in {"number", "vector"} and _are_mixed(here, there):
        return Form("list", 1 + ENTRIES)
    if form.kind != "label":
        return form
    proper = [x for x in (*here, *there) if x is not None and not isinstance(x, Failure)]
    different = len({_text(outcome) for outcome in proper})
    noisy = any(map(_is_fraction, proper)) and 2 * different > len(proper)
    unlike = len(proper) >= FEW and 8 * different > 7 * len(proper)
    return Form("text", 2 + IN_TEXT) if noisy or unlike else form


def _are_mixed(here: Draws | Sequence[Any], there: Draws | Sequence[Any]) -> bool:
    """Whether there are words in vectors, or types, at one place, that values do not tell.

    They do in max(0, y), which is an integer where it is whole, and a float elsewhere.
    """
    arrays = [draws for draws in (here, there) if isinstance(draws, np.ndarray)]
    failed = any(draws.dtype.kind == "f" and np.isnan(draws).any() for draws in arrays)
    if failed or (len(arrays) == 2 and arrays[0].dtype.kind == arrays[1].dtype.kind):
        return False  # integers are floats in an array that holds failures
    proper = [x for x in (*here, *there) if x is not None and not isinstance(x, Failure)]
    rows = [[x] if _is_number(x) else _row(x) or [] for x in proper]
    if any(isinstance(entry, str) for row in rows for entry in row):
        return True
    kinds: dict[tuple[int, bool], str] = {}
    entries = ((place, entry) for row in rows for place, entry in enumerate(row))
    return any(
        kinds.setdefault((place, _is_fraction(entry)), kind) != kind
        for place, entry in entries
        if _is_number(entry) and (kind := type_of(entry).removeprefix("-0.0") or "float")
    )


def common(first: Form | None, second: Form | None) -> Form:
    """The form that the outcomes at two inputs have together."""
    if first is None or second is None:
        return first or second or Form("number")
    if first == second:
        return first
    if {first.kind, second.kind} == {"number", "huge"}:
        return Form("huge", 2)
    rows = ("number", "vector", "list")
    if first.kind in rows and second.kind in rows:
        return Form("list", 1 + ENTRIES)
    if first.kind == second.kind == "record":
        keys = tuple(sorted({*first.keys, *second.keys}))
        return Form("record", len(keys), keys)
    return Form("label")


def _fits(draws: Draws, form: Form) -> bool:
    if draws.dtype.kind in "US":
        return form.kind == "label"
    if draws.ndim == 1:
        return form.kind == "number"
    return form.kind == "vector" and draws.shape[1] == form.width


def is_number_like(outcome: Any) -> bool:
    """Whether an outcome is a number, of whatever type."""
    return _is_number(outcome)


def type_of(number: Any) -> str:
    """The type of a number as a text; of an array's and of Python's it is the same."""
    if number is None:
        return "None"
    if isinstance(number, bool | np.bool_):
        return "bool"
    if isinstance(number, int | np.integer):
        return "int"
    if isinstance(number, float | np.floating):
        return "-0.0" if number == 0 and math.copysign(1, number) < 0 else "float"
    return type(number).__name__


def text_of(outcome: Any) -> str:
    """One text for equal outcomes; raises as `_text` does."""
    return _text(outcome)


def _is_number(outcome: Any) -> bool:
    return type(outcome) in _NUMBERS or isinstance(outcome, Real | Decimal | np.bool_)


def _is_small(outcome: Any) -> bool:
    """Whether an outcome is an integer of 64 bits."""
    return isinstance(outcome, Integral | np.bool_) and -LARGEST - 1 <= int(outcome) <= LARGEST


def _is_huge(outcome: Any) -> bool:
    """Whether an outcome is an integer that a double may not hold."""
    return isinstance(outcome, Integral) and abs(int(outcome)) > EXACT


def _is_fraction(entry: Any) -> bool:
    """Whether an entry is a number that noise may have been added to, and no integer."""
    if not _is_number(entry) or isinstance(entry, Integral | np.bool_):
        return False
    return math.isfinite(entry) and not float(entry).is_integer()


def _is_nested(entry: Any) -> bool:
    return entry is not None and not _is_number(entry) and not isinstance(entry, str)


def _alone(outcome: Any) -> Any:
    """The only entry of a vector of one; anything else as it is."""
    if _is_number(outcome) or isinstance(outcome, Mapping | str):
        return outcome
    row = _row(outcome)
    return row[0] if row is not None and len(row) == 1 else outcome


def _row(outcome: Any) -> list[Any] | None:
    """The numbers and texts of a vector, keys among them as one text; None for what is none."""
    if isinstance(outcome, complex | np.complexfloating):
        outcome = [float(outcome.real), float(outcome.imag)]
    if hasattr(outcome, "__array__") and not np.isscalar(outcome):
        outcome = np.asarray(outcome).ravel().tolist()
    if isinstance(outcome, Mapping):
        named = sorted(
            ((str(key), value) for key, value in outcome.items()), key=lambda item: item[0]
        )
        outcome = [repr([key for key, _ in named]), *(value for _, value in named)]
    if not isinstance(outcome, list | tuple):
        return None
    flat: list[Any] = []
    for entry in outcome:
        single = not _is_nested(entry)
        inner = None if single else _row(entry)
        if inner is None and not single:
            return None
        flat += [entry] if inner is None else inner
    return flat


def _entry(entry: Any) -> float:
    """A number in a row; a text's is always the same."""
    return float(crc32(entry.encode())) if isinstance(entry, str) else _double(entry)


def _double(outcome: Any) -> float:
    if isinstance(outcome, Failure):
        return coded(outcome.label)
    if not _is_number(outcome):
        return coded(f"returned {_kind(outcome)}")
    try:
        return float(outcome)
    except OverflowError:
        return float("inf") if outcome > 0 else float("-inf")


def _entries(outcome: Any, form: Form) -> list[float]:
    """One row, all of it the failure where the outcome is one."""
    if isinstance(outcome, Failure):
        return [coded(outcome.label)] * form.width
    if form.kind == "record":
        if not isinstance(outcome, Mapping):
            return [coded(f"returned {_kind(outcome)}")] * form.width
        by_name = {str(key): value for key, value in outcome.items()}
        if not by_name.keys() <= set(form.keys):
            return [coded("other keys")] * form.width
        return [_entry(by_name[key]) if key in by_name else -np.inf for key in form.keys]
    outcome = _alone(outcome)
    if form.kind == "huge" and _is_number(outcome):
        return _apart(outcome)
    numbers = [outcome] if _is_number(outcome) else _row(outcome)
    if numbers is None:
        return [coded(f"returned {_kind(outcome)}")] * form.width
    if form.kind == "list":
        entries = [_entry(number) for number in numbers]
        if len(entries) > ENTRIES:
            entries[ENTRIES - 1 :] = [sum(entries[ENTRIES - 1 :])]
        return [float(len(numbers)), *entries, *[-np.inf] * (ENTRIES - len(entries))]
    if len(numbers) != form.width:
        entries_told = "1 number" if len(numbers) == 1 else f"{len(numbers)} numbers"
        return [coded(f"a vector of {entries_told}")] * form.width
    return [_entry(number) for number in numbers]


def _apart(number: Any) -> list[float]:
    """The double nearest to a number, and what it leaves of an integer."""
    near = _double(number)
    if not isinstance(number, Integral) or not math.isfinite(near):
        return [near, 0.0]
    return [near, float(int(number) - int(near))]


def _of_text(outcome: Any, form: Form) -> list[float]:
    """The length of an outcome's text, the first numbers in it, and a number for all of it."""
    if outcome is None or isinstance(outcome, Failure):
        return [coded("returned None" if outcome is None else outcome.label)] * form.width
    text = _text(outcome)
    numbers = [float(found) for found in NUMBER.findall(text)[:IN_TEXT]]
    rest = [-math.inf] * (IN_TEXT - len(numbers))
    return [float(len(text)), *numbers, *rest, float(crc32(text.encode()))]


def _text(outcome: Any) -> str:
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
    if _is_number(outcome):
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
    if isinstance(outcome, list | tuple):
        return _text(outcome[0]) if len(outcome) == 1 else f"[{', '.join(map(_inner, outcome))}]"
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
    return repr(outcome) if isinstance(outcome, str) else _text(outcome)


def _of_number(number: Any) -> str:
    """The same text for 1, 1.0 and True, which may come from one array or another."""
    value = _double(number)
    if math.isnan(value):
        return f"<{label_of(int(np.array(value).view(np.uint64) & CODE))}>"
    if isinstance(number, Integral):
        return str(int(number))
    return str(int(value)) if value.is_integer() else repr(value)


def _kind(outcome: Any) -> str:
    """What was returned, in words that do not tell an array from a list, or 1 from 1.0."""
    if outcome is None:
        return "None"
    if _is_number(outcome):
        return "a number"
    listed = isinstance(outcome, list | tuple) or hasattr(outcome, "__array__")
    return "a list" if listed else type(outcome).__name__
