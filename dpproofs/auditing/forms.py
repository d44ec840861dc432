"""Forms: what the outcomes of a sampler look like, told from the first ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Literal

import numpy as np

from dpproofs.auditing.kinds import (
    is_fraction,
    is_huge,
    is_nested,
    is_number_like,
    is_small,
    type_of,
)
from dpproofs.auditing.labels import Failure
from dpproofs.auditing.target import Draws
from dpproofs.auditing.texts import NUMBER, opening_of, text_of

ENTRIES = 8  # of a list whose length varies: the first ones, and the sum of those left
LATER, MOST_LATER = 56, 1 << 14  # entries behind them that are looked at, at least and at most
IN_TEXT = 7  # numbers in a text that are looked at
FEW = 12  # outcomes from which on it is told whether labels come twice


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
    later
        How many entries of a list, or numbers in a text, are looked at behind the first ones.

    What an outcome becomes depends on the form and on nothing else. If it depended on outcomes
    that were drawn with it, a private sampler could be called a violation.
    """

    kind: Literal["number", "huge", "vector", "list", "record", "text", "label"]
    width: int = 1
    keys: tuple[str, ...] = ()
    later: int = 0

    def said(self, column: int) -> str | None:
        """What a column of the rows is, y being the outcome; None where it is that entry."""
        if self.kind == "record":
            return f"y[{self.keys[column]!r}]"
        if self.kind == "huge":
            return ("float(y)", "y - int(float(y))")[column]
        if self.kind == "text":
            if column >= self.width:
                return f"numbers(str(y))[{column - self.width + IN_TEXT}]"
            whole = {0: "len(str(y))", 1 + IN_TEXT: "crc32(str(y))"}
            return whole.get(column, f"numbers(str(y))[{column - 1}]")
        if self.kind != "list":
            return None
        if column == 0:
            return "len(y)"
        if column >= self.width:
            return f"y[{column - self.width + ENTRIES - 1}]"
        return f"y[{column - 1}]" if column < ENTRIES else f"sum(y[{ENTRIES - 1}:])"


def form_of(outcomes: Sequence[Any]) -> Form | None:
    """The form that outcomes have, failures apart; labels where they have nothing in common.

    None where all are failures.
    """
    proper = [x for x in outcomes if x is not None and not isinstance(x, Failure)]
    if not proper:
        return None
    if all(map(is_number_like, proper)):
        if any(isinstance(x, Integral) and not is_small(x) for x in proper):
            return Form("label")  # as doubles, they would be the same
        return Form("huge", 2) if any(map(is_huge, proper)) else Form("number")
    rows = [row_of(outcome) for outcome in proper]
    entries = [entry for row in rows for entry in row or ()]
    simple = all(isinstance(x, Mapping) and not any(map(is_nested, x.values())) for x in proper)
    if simple:
        entries = [value for outcome in proper for value in outcome.values()]
    if None in rows or (not all(map(is_number_like, entries)) and not _by_entries(proper, entries)):
        return Form("label")
    if simple:
        keys = sorted({str(key) for outcome in proper for key in outcome})
        return Form("record", len(keys), tuple(keys)) if keys else Form("label")
    lengths = {len(row) for row in rows if row is not None}
    if lengths == {0}:
        return Form("label")
    if lengths == {1}:
        return Form("number")
    return Form("vector", lengths.pop()) if len(lengths) == 1 else list_form(max(lengths))


def list_form(longest: int) -> Form:
    """The form of lists of which the longest so far has so many entries."""
    return Form("list", 1 + ENTRIES, later=_later(longest - ENTRIES + 1))


def _later(needed: int) -> int:
    return min(max(LATER, needed + needed // 4), MOST_LATER)


def _by_entries(outcomes: Sequence[Any], entries: Sequence[Any]) -> bool:
    """Whether outcomes that hold more than numbers are looked at entry by entry.

    They are where nothing is beside numbers but holes in vectors; and where there are fractions,
    and most outcomes are other ones, so that hardly any label would come twice.
    """
    if not any(isinstance(entry, str) for entry in entries):
        return not any(isinstance(outcome, Mapping) for outcome in outcomes)
    different = len(set(map(text_of, outcomes)))
    return any(map(is_fraction, entries)) and 2 * different > len(outcomes)


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
    if form.kind in {"number", "vector"} and are_mixed(here, there):
        return list_form(form.width)
    if form.kind != "label":
        return form
    proper = [x for x in (*here, *there) if x is not None and not isinstance(x, Failure)]
    different = len({text_of(outcome) for outcome in proper})
    noisy = any(map(is_fraction, proper)) and 2 * different > len(proper)
    unlike = len(proper) >= FEW and 8 * different > 7 * len(proper)
    if not (noisy or unlike):
        return form
    most = max(len(NUMBER.findall(text_of(outcome))) for outcome in proper)
    return Form("text", 2 + IN_TEXT, later=_later(most - IN_TEXT))


def are_mixed(here: Draws | Sequence[Any], there: Draws | Sequence[Any]) -> bool:
    """Whether there are words in vectors, or types, at one place, that values do not tell; tuples.

    Values do in max(0, y), which is an integer where it is whole, and a float elsewhere.
    """
    arrays = [draws for draws in (here, there) if isinstance(draws, np.ndarray)]
    if len(arrays) == 2 and arrays[0].dtype.kind == arrays[1].dtype.kind:
        return False
    proper = [x for x in (*here, *there) if x is not None and not isinstance(x, Failure)]
    if any(draws.dtype.kind == "f" and np.isnan(draws).any() for draws in arrays):
        # Integers are floats in an array that holds failures; a hole elsewhere is no NaN.
        return any(None in (row_of(x) or ()) for x in proper if isinstance(x, list | tuple))
    if all(isinstance(x, np.ndarray) for x in proper):
        looks = {(x.shape, x.dtype.kind) for x in proper}
        if len(looks) < 2 and "O" not in {kind for _, kind in looks}:
            return False
    rows = [[x] if is_number_like(x) else row_of(x) or [] for x in proper]
    if any(isinstance(entry, str) for row in rows for entry in row):
        return True
    if len(set(map(_nesting, proper))) > 1:
        return True
    kinds: dict[tuple[int, bool], str] = {}
    entries = ((place, entry) for row in rows for place, entry in enumerate(row))
    return any(
        kinds.setdefault((place, is_fraction(entry)), kind) != kind
        for place, entry in entries
        if (entry is None or is_number_like(entry))
        and (kind := type_of(entry).removeprefix("-0.0") or "float")
    )


def _nesting(outcome: Any) -> str:
    """Where lists and tuples begin and end in an outcome."""
    if isinstance(outcome, np.ndarray):
        return _of_shape(outcome.shape)
    if isinstance(outcome, Mapping):
        outcome = list(outcome.values())
    if not isinstance(outcome, list | tuple):
        return ""
    within = [*map(_nesting, outcome)]
    inside = "".join(each or "." for each in within) if any(within) else ""
    return f"{opening_of(outcome)}{inside}{')' if isinstance(outcome, tuple) else ']'}"


def _of_shape(shape: tuple[int, ...]) -> str:
    return f"[{shape[0] * _of_shape(shape[1:])}]" if shape else ""


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
        longest = max(f.width + f.later - 2 * (f.kind == "list") for f in (first, second))
        return list_form(longest)
    if first.kind == second.kind == "record":
        keys = tuple(sorted({*first.keys, *second.keys}))
        return Form("record", len(keys), keys)
    return Form("label")


def alone(outcome: Any) -> Any:
    """The only entry of a vector of one; anything else as it is."""
    if is_number_like(outcome) or isinstance(outcome, Mapping | str):
        return outcome
    row = row_of(outcome)
    return row[0] if row is not None and len(row) == 1 else outcome


def row_of(outcome: Any) -> list[Any] | None:
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
        single = not is_nested(entry)
        inner = None if single else row_of(entry)
        if inner is None and not single:
            return None
        flat += [entry] if inner is None else inner
    return flat
