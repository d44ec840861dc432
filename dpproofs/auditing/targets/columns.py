"""Columns of numbers from files: CSV, NumPy's formats, Parquet."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.targets.libraries import load
from dpproofs.auditing.targets.numerals import is_number
from dpproofs.kernel.errors import BadInput

Columns = dict[str, NDArray[Any]]

BLOCK = 1 << 20  # numbers looked at together
NAMES = ("input", "neighbour")  # of two columns without names
LOOKED_AT = 64  # rows in which draws are told from inputs
SEPARATORS = (",", ";", "\t")


def columns(path: Path) -> Columns:
    """The columns of a file by name, in order; two without names are the draws at NAMES.

    Raises
    ------
    BadInput
        When there is no such file, its ending is not known, or it does not hold columns of numbers.
    """
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise BadInput("FILE", str(path), "a file ending in " + ", ".join(READERS))
    if not path.is_file():
        accepted = "a file, not a directory" if path.is_dir() else "a file that exists"
        raise BadInput("FILE", str(path), accepted)
    try:
        found = read(path)
    except OSError as error:
        raise BadInput("FILE", str(path), f"a file that can be read: {error}") from error
    for name, column in found.items():
        _check(path, name, column)
    return found


def _check(path: Path, name: str, column: NDArray[Any]) -> None:
    if column.ndim != 1 or column.dtype.kind not in "fiub":
        accepted = f"a file of numbers; {name!r} is {column.dtype} of shape {column.shape}"
        raise BadInput("FILE", str(path), accepted)
    if not len(column):
        raise BadInput("FILE", str(path), f"a file of draws; {name!r} is empty")
    for start in range(0, len(column), BLOCK):
        absent = np.isnan(column[start : start + BLOCK])
        if absent.any():
            place = start + int(absent.argmax()) + 1
            accepted = f"a file of numbers; draw {place} in {name!r} is NaN"
            raise BadInput("FILE", str(path), accepted)


def _csv(path: Path) -> Columns:
    """Two columns, with or without a line of names."""
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        first = next((line for line in lines if line.strip()), "")
    separator = next((mark for mark in SEPARATORS if mark in first), ",")
    names = [name.strip().strip('"') for name in first.split(separator)]
    named = not all(map(is_number, names)) or _are_inputs(path, names, separator)
    if not first:
        raise BadInput("FILE", str(path), "a file of draws, but it is empty")
    if len(names) != 2:
        raise BadInput("FILE", str(path), f"a file of two columns, not {len(names)}")
    if named and names[0] == names[1]:
        raise BadInput("FILE", str(path), f"two columns of different names, not {names[0]!r} twice")
    try:
        with path.open(encoding="utf-8-sig") as lines:
            rows = (line for line in lines if line.strip())
            start = list(islice(rows, 2 if named else 1))[named:]
            if not start:
                raise BadInput("FILE", str(path), "a file of draws, but it has none")
            table = np.loadtxt(chain(start, rows), delimiter=separator, ndmin=2, comments=None)
    except BadInput:
        raise
    except ValueError:
        table = None
    if table is None or table.shape[1] != 2 or np.isnan(table).any():
        raise BadInput("FILE", str(path), _first_malformed(path, separator, named))
    return dict(zip(names if named else NAMES, table.T, strict=True))


def _are_inputs(path: Path, names: list[str], separator: str) -> bool:
    """Whether two numbers in the first line name the inputs, and are no draws.

    They are written as integers there, and no draw is. Where draws are integers themselves, 0 and 1
    are taken for inputs: if they were draws, one pair is lost.
    """
    if {*names} == {"0", "1"}:
        return True
    if not all(name.lstrip("+-").isdecimal() for name in names):
        return False
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        rows = islice((line for line in lines if line.strip()), 1, 1 + LOOKED_AT)
        fields = [field.strip() for row in rows for field in row.split(separator)]
    return bool(fields) and not any(field.lstrip("+-").isdecimal() for field in fields)


def _first_malformed(path: Path, separator: str, named: bool) -> str:
    """What a file that could not be read should be, with its first line that is wrong."""
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        rows = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
        for number, line in islice(rows, int(named), None):
            fields = line.split(separator)
            if len(fields) != 2 or not all(map(is_number, fields)) or "nan" in line.lower():
                return f"a file with two numbers a line; line {number} is {line.strip()[:40]!r}"
    return "readable as CSV"  # pragma: no cover (whatever NumPy refuses is found above)


def _numpy(path: Path) -> Columns:
    """Two arrays by name; or one, structured or with two columns."""
    try:
        loaded = np.load(path, mmap_mode="r", allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            found = {"": loaded}
        else:
            with loaded:
                found = dict(loaded)
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        says = str(error)
        if "pickle" in says or "Python objects" in says:
            says = "it holds Python objects (a pickle), which could run code when read"
        raise BadInput("FILE", str(path), f"readable by NumPy: {says}") from error
    if len(found) != 1:
        return found
    (array,) = found.values()
    if array.dtype.names:
        return {name: array[name] for name in array.dtype.names}
    if array.ndim != 2 or array.shape[1] != 2:
        raise BadInput("FILE", str(path), f"an array of shape (n, 2), not {array.shape}")
    return {name: array[:, place] for place, name in enumerate(NAMES)}


def _parquet(path: Path) -> Columns:
    parquet = load("pyarrow.parquet", "parquet")
    try:
        table = parquet.read_table(path)
    except ValueError as error:  # Arrow's own are among them
        raise BadInput("FILE", str(path), f"readable as Parquet: {error}") from error
    return {name: table[name].to_numpy() for name in table.column_names}


READERS: Mapping[str, Callable[[Path], Columns]] = {
    ".csv": _csv,
    ".npy": _numpy,
    ".npz": _numpy,
    ".parquet": _parquet,
}
