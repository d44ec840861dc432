"""What an outcome shows besides its numbers: order, words, types, and entries far behind.

Each trait is a label, as a number in a column behind those of the form. Like these it depends on
the outcome and its form only.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from dpproofs.auditing.forms import ENTRIES, IN_TEXT, Form, row_of
from dpproofs.auditing.kinds import is_number_like, type_of
from dpproofs.auditing.labels import Failure, coded, learn_label
from dpproofs.auditing.outcomes import conform
from dpproofs.auditing.target import Draws
from dpproofs.auditing.texts import NUMBER, key_of, opening_of, text_of

TRAITS = ("form(y)", "first(y)", "words(y)", "types(y)")
SHOWN = 80  # characters of a label


def traits_of(form: Form) -> int:
    """How many columns are labels, the last ones."""
    return len(TRAITS) if form.kind in {"record", "text", "list"} else 0


def seen(outcomes: Draws | Sequence[Any], form: Form) -> Draws:
    """Outcomes as an array of a form, with what else is looked at."""
    rows = conform(outcomes, form)
    if not traits_of(form):
        return rows
    beside = [_beside(outcome, form) for outcome in outcomes]
    width = form.later + traits_of(form)
    return np.hstack([rows, np.array(beside, dtype=np.float64).reshape(len(rows), width)])


def _beside(outcome: Any, form: Form) -> list[float]:
    if isinstance(outcome, Failure) or outcome is None:
        label = "returned None" if outcome is None else outcome.label
        return [coded(label)] * (form.later + traits_of(form))
    if _is_text(outcome):
        text = text_of(outcome)
        skeleton, types = NUMBER.sub("#", text), "text"
        words = [word for word in skeleton.replace("#", " ").split() if word]
        if not isinstance(outcome, str):
            found = NUMBER.findall(text)
            types = " ".join("int" if each.lstrip("+-").isdigit() else "float" for each in found)
    else:
        parts = [*_parts(outcome)]
        words = [text for kind, text in parts if kind == "word"]
        skeleton = " ".join("#" if kind == "number" else text for kind, text in parts)
        types = " ".join(text for kind, text in _in_order(outcome) if kind == "number")
    labels = (skeleton, words[0] if words else "", " ".join(sorted(words)), types)
    return [*_later(outcome, form), *map(_code, labels)]


def _code(label: str) -> float:
    code = crc32(label.encode())
    learn_label(code, label[:SHOWN])
    return float(code)


def _is_text(outcome: Any) -> bool:
    """Whether an outcome is one text, as are bytes, sets, and objects of other classes."""
    inside = is_number_like(outcome) or isinstance(outcome, Mapping | list | tuple)
    return isinstance(outcome, str) or not (inside or hasattr(outcome, "__array__"))


def _parts(outcome: Any) -> Iterator[tuple[str, str]]:
    """Words, numbers by their types, and marks of where something begins and ends, in order."""
    if isinstance(outcome, str):
        yield "word", outcome
    elif outcome is None or is_number_like(outcome):
        yield "number", type_of(outcome)
    elif isinstance(outcome, Mapping):
        yield "mark", "{"
        for key, value in outcome.items():
            yield "word", key_of(key)
            yield from _parts(value)
        yield "mark", "}"
    elif isinstance(outcome, list | tuple) or hasattr(outcome, "__array__"):
        entries = outcome if isinstance(outcome, list | tuple) else np.asarray(outcome).tolist()
        if not isinstance(entries, list | tuple):  # an array without axes
            yield from _parts(entries)
            return
        yield "mark", opening_of(entries)
        for entry in entries:
            if is_number_like(entry):
                yield "number", type_of(entry)
            else:
                yield from _parts(entry)
        yield "mark", ")" if isinstance(outcome, tuple) else "]"
    else:
        yield "word", text_of(outcome)


def _in_order(outcome: Any) -> Iterator[tuple[str, str]]:
    """The parts of an outcome, of dictionaries in the order of their keys' texts."""
    if isinstance(outcome, Mapping):
        for key in sorted(outcome, key=str):
            yield from _parts(outcome[key])
    elif isinstance(outcome, list | tuple):
        for entry in outcome:
            if is_number_like(entry):
                yield "number", type_of(entry)
            else:
                yield from _in_order(entry)
    else:
        yield from _parts(outcome)


def _later(outcome: Any, form: Form) -> list[float]:
    """Entries of a list, or numbers in a text, that its form takes together."""
    if not form.later:
        return []
    if form.kind == "text":
        entries: list[Any] = [*map(float, NUMBER.findall(text_of(outcome))[IN_TEXT:])]
    else:
        entries = (row_of(outcome) or [])[ENTRIES - 1 :]
    found = [_number(entry) for entry in entries[: form.later]]
    return [*found, *[-math.inf] * (form.later - len(found))]


def _number(entry: Any) -> float:
    if isinstance(entry, str):
        return float(crc32(entry.encode()))
    small = is_number_like(entry) and abs(entry) <= 1e300
    return float(entry) if small else -math.inf
