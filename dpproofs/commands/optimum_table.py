"""The table that ``dpproofs optimum --sweep`` fills: a CSV or a Parquet file, a row for a cell."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from dpproofs.audit.targets.libraries import load
from dpproofs.commands import output
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.render.figures.waste import Cell

PARQUET = ".parquet"
ASKED = ("epsilon", "delta", "sensitivity", "cost", "wanted")
COLUMNS = (
    *ASKED, "lower", "upper", "lower_exact", "upper_exact", "gap", "n", "seconds",
    "best_known", "best_known_cost", "waste", "waste_most", "digest",
)  # fmt: skip
TEXTS = {*ASKED, "lower_exact", "upper_exact", "best_known", "digest"}
KINDS: dict[str, Callable[[str], object]] = {
    name: str if name in TEXTS else int if name == "n" else float for name in COLUMNS
}

Row = Mapping[str, object]


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a file that a sweep has written; none when there is no such file.

    Raises
    ------
    BadInput
        When something else has written it, or pyarrow is missing for a Parquet file.
    """
    if path.suffix == PARQUET:
        yield from _parquet_rows(path)
    elif path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            _expect(path, rows.fieldnames or ())
            yield from rows


def add(path: Path, row: Row) -> None:
    """Add a row to a file; Parquet files are written anew, whole or not at all."""
    if path.suffix == PARQUET:
        _write_parquet(path, [*rows_of(path), row])
        return
    fresh = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        _append(file, [row], fresh=fresh)


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write a whole table."""
    if path.suffix == PARQUET:
        _write_parquet(path, rows)
        return
    text = io.StringIO()
    _append(text, rows, fresh=True)
    output.write(path, text.getvalue().encode())


def typed(row: Row) -> dict[str, object]:
    """A row as JSON has it: numbers in the place of their texts, null where no double is one."""
    values = {name: KINDS[name](str(row[name])) for name in COLUMNS}
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in values.items()
    }


def wastes(path: Path) -> list[Cell]:
    """What the heat map of a table shows, cell by cell."""
    from fractions import Fraction

    from dpproofs.render.figures.waste import Cell

    def number(text: str) -> float:
        return float(Fraction(text))

    return [
        Cell(
            number(row["epsilon"]), number(row["delta"]), number(row["cost"]),
            float(row["waste"]), row["best_known"],
        )
        for row in rows_of(path)
    ]  # fmt: skip


def _append(file: TextIO, rows: Iterable[Row], *, fresh: bool) -> None:
    table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    if fresh:
        table.writeheader()
    table.writerows(rows)


def _parquet_rows(path: Path) -> Iterator[dict[str, str]]:
    parquet = load("pyarrow.parquet", "parquet")
    if not path.exists():
        return
    try:
        table = parquet.read_table(path)
    except (OSError, ValueError):  # pyarrow's own errors are among these
        _expect(path, ())
        raise
    _expect(path, table.column_names)
    for row in table.to_pylist():
        yield {name: str(value) for name, value in row.items()}


def _write_parquet(path: Path, rows: Iterable[Row]) -> None:
    arrow, parquet = load("pyarrow", "parquet"), load("pyarrow.parquet", "parquet")
    found = list(rows)
    columns = {name: [KINDS[name](str(row[name])) for row in found] for name in COLUMNS}
    content = io.BytesIO()
    parquet.write_table(arrow.table(columns), content)
    output.write(path, content.getvalue())


def _expect(path: Path, names: Iterable[str]) -> None:
    if tuple(names) != COLUMNS:
        raise BadInput("--sweep", str(path), "a new file, or one that a sweep has written")
