"""Tables that are data sets, or answers: DataFrames of pandas and polars, arrays of NumPy.

The packages are asked for nothing but what the table itself brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpproofs.kernel.errors import BadInput


@dataclass(frozen=True)
class PandasFrame:
    """Makes a DataFrame of pandas of records.

    Attributes
    ----------
    empty
        One without rows, whose columns and types others get; a column in which values are missing
        that its type has no place for gets the type that pandas gives it.
    """

    empty: Any

    def __call__(self, records: Sequence[Mapping[str, Any]]) -> Any:
        columns = {name: [record[name] for record in records] for name in self.empty.columns}
        made = type(self.empty)(columns, columns=self.empty.columns)
        for name, kind in self.empty.dtypes.items():
            with suppress(TypeError, ValueError):
                made[name] = made[name].astype(kind)
        return made


@dataclass(frozen=True)
class PolarsFrame:
    """Makes a DataFrame of polars of records, with the columns and types of one without rows."""

    empty: Any

    def __call__(self, records: Sequence[Mapping[str, Any]]) -> Any:
        columns = {name: [record[name] for record in records] for name in self.empty.columns}
        return type(self.empty)(columns, schema=self.empty.schema)


@dataclass(frozen=True)
class Array:
    """Makes an array of records: numbers, rows, or dictionaries for an array with fields.

    Attributes
    ----------
    dtype, shape
        The type of an entry; and the shape of a record, which is () for a number.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    def __call__(self, records: Sequence[Any]) -> Any:
        names = self.dtype.names
        rows = records if names is None else [tuple(r[name] for name in names) for r in records]
        return np.array(rows, dtype=self.dtype).reshape(len(rows), *self.shape)


def plainly(answer: Any) -> Any:
    """Return an answer with what a table says beside its values, in lists and dictionaries.

    These are the names of its columns and of a series, and labels of rows other than their numbers.
    """
    library = type(answer).__module__.partition(".")[0]
    if library == "polars" and hasattr(answer, "to_dict"):
        return answer.to_dict(as_series=False)
    if library == "polars" and hasattr(answer, "to_list"):
        return {answer.name: answer.to_list()} if getattr(answer, "name", "") else answer.to_list()
    if library != "pandas" or not hasattr(answer, "iloc"):
        return answer
    rows = answer.index.tolist()
    labelled = {} if rows == [*range(len(rows))] else {"labels of rows": rows}
    if hasattr(answer, "columns"):
        each = [answer.iloc[:, place].tolist() for place in range(len(answer.columns))]
        names = [*answer.columns]
        whole = dict(zip(names, each, strict=True)) if answer.columns.is_unique else [names, each]
        return {**labelled, **whole} if isinstance(whole, dict) else [labelled, *whole]
    values = answer.tolist()
    if answer.name is None and not labelled:
        return values
    return {**labelled, "values" if answer.name is None else answer.name: values}


def kind_of_frame(given: Any) -> tuple[list[Any], Callable[[Sequence[Any]], Any]] | None:
    """Return the records of a table, and what makes such tables; None for what is no table.

    Raises
    ------
    BadInput
        When two columns have one name, or an array has no axis of records.
    """
    library = type(given).__module__.partition(".")[0]
    if library == "pandas" and hasattr(given, "iloc") and hasattr(given, "columns"):
        if not given.columns.is_unique:
            raise BadInput("records", list(given.columns), "columns of different names")
        return given.to_dict("records"), PandasFrame(given.iloc[:0])
    if library == "polars" and hasattr(given, "to_dicts"):
        return given.to_dicts(), PolarsFrame(given.clear())
    if not isinstance(given, np.ndarray):
        return None
    if not given.ndim:
        raise BadInput("records", given, "an array whose first axis is that of the records")
    names = given.dtype.names
    rows = given.tolist()
    records = rows if names is None else [dict(zip(names, row, strict=True)) for row in rows]
    return records, Array(given.dtype, given.shape[1:])
