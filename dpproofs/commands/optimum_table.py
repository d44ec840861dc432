"""The table that ``dpproofs optimum --sweep`` fills: a CSV or a Parquet file, a row for a cell."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dpproofs.auditing.targets.libraries import load
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
        When something else has written it, a row was cut off or changed, or pyarrow is missing for
        a Parquet file.
    """
    if path.suffix == PARQUET:
        yield from _parquet_rows(path)
    elif path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            _expect(path, rows.fieldnames or ())
            for row in rows:
                _expect_row(path, rows.line_num, row)
                yield row
        if not path.read_bytes().endswith(b"\n"):
            raise BadInput("--sweep", str(path), "a table whose last line is whole")


def add(path: Path, row: Row) -> None:
    """Add a row to a file, which is written anew, whole or not at all."""
    write(path, [*rows_of(path), row])


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write a whole table."""
    if path.suffix == PARQUET:
        _write_parquet(path, rows)
        return
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
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


def _expect_row(path: Path, line: int, row: Mapping[str | None, object]) -> None:
    """Every number is there, and is one."""
    try:
        if None in row:  # there are more columns than names
            raise ValueError
        for name, kind in KINDS.items():
            kind(_text(row[name]))
    except ValueError:
        accepted = f"a table of whole rows; line {line} is none"
        raise BadInput("--sweep", str(path), accepted) from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _expect(path: Path, names: Iterable[str]) -> None:
    if tuple(names) != COLUMNS:
        raise BadInput("--sweep", str(path), "a new file, or one that a sweep has written")
