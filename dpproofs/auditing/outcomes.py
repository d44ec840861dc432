"""Outcomes of any kind: what a sampler answers besides numbers, as arrays that can be counted.

A sampler that fails more often at one input than at its neighbour tells them apart. So NaN, None,
an exception and no answer in time are outcomes with a label, like others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any
from zlib import crc32

import numpy as np

from dpproofs.auditing.forms import ENTRIES, IN_TEXT, Form, alone, row_of
from dpproofs.auditing.kinds import double, is_huge, is_number_like, is_small, kind_of
from dpproofs.auditing.labels import Failure, coded
from dpproofs.auditing.target import Draws
from dpproofs.auditing.texts import NUMBER, text_of


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
        return np.array([text_of(outcome) for outcome in outcomes], dtype=np.str_)
    if form.kind == "number":
        outcomes = [float(x) if is_huge(x := alone(outcome)) else x for outcome in outcomes]
        if outcomes and all(map(is_small, outcomes)):
            return np.array(list(map(int, outcomes)))
        return np.array([double(outcome) for outcome in outcomes], dtype=np.float64)
    if form.kind == "vector" and all(_is_matrix(outcome, form) for outcome in outcomes):
        return np.array([outcome.ravel() for outcome in outcomes], dtype=np.float64)
    row = _of_text if form.kind == "text" else _entries
    return np.array([row(outcome, form) for outcome in outcomes]).reshape(-1, form.width)


def _is_matrix(outcome: Any, form: Form) -> bool:
    """Whether an outcome is an array of numbers, as many as a form has."""
    numbers = isinstance(outcome, np.ndarray) and outcome.dtype.kind in "fiu"
    return numbers and outcome.size == form.width


def _fits(draws: Draws, form: Form) -> bool:
    if draws.dtype.kind in "US":
        return form.kind == "label"
    if draws.ndim == 1:
        return form.kind == "number"
    return form.kind == "vector" and draws.shape[1] == form.width


def _entry(entry: Any) -> float:
    """A number in a row; a text's is always the same."""
    return float(crc32(entry.encode())) if isinstance(entry, str) else double(entry)


def _entries(outcome: Any, form: Form) -> list[float]:
    """One row, all of it the failure where the outcome is one."""
    if isinstance(outcome, Failure):
        return [coded(outcome.label)] * form.width
    if form.kind == "record":
        if not isinstance(outcome, Mapping):
            return [coded(f"returned {kind_of(outcome)}")] * form.width
        by_name = {str(key): value for key, value in outcome.items()}
        if not by_name.keys() <= set(form.keys):
            return [coded("other keys")] * form.width
        return [_entry(by_name[key]) if key in by_name else -np.inf for key in form.keys]
    outcome = alone(outcome)
    if form.kind == "huge" and is_number_like(outcome):
        return _apart(outcome)
    numbers = [outcome] if is_number_like(outcome) else row_of(outcome)
    if numbers is None:
        return [coded(f"returned {kind_of(outcome)}")] * form.width
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
    near = double(number)
    if not isinstance(number, Integral) or not math.isfinite(near):
        return [near, 0.0]
    return [near, float(int(number) - int(near))]


def _of_text(outcome: Any, form: Form) -> list[float]:
    """The length of an outcome's text, the first numbers in it, and a number for all of it."""
    if outcome is None or isinstance(outcome, Failure):
        return [coded("returned None" if outcome is None else outcome.label)] * form.width
    text = text_of(outcome)
    numbers = [float(found) for found in NUMBER.findall(text)[:IN_TEXT]]
    rest = [-math.inf] * (IN_TEXT - len(numbers))
    return [float(len(text)), *numbers, *rest, float(crc32(text.encode()))]
