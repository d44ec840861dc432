"""``dpproofs optimum --sweep``: brackets over a grid, a row of a CSV file each, resumable."""

from __future__ import annotations

import csv
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from dpproofs.commands import output
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.optimum.bracket import Bracket
    from dpproofs.optimum.known import Bracketed

ASKED = ("epsilon", "delta", "sensitivity", "cost", "wanted")
COLUMNS = (
    *ASKED, "lower", "upper", "lower_exact", "upper_exact", "gap", "n", "seconds",
    "best_known", "best_known_cost", "waste", "waste_most",
)  # fmt: skip
Cell = tuple[str, ...]


def sweep(path: Path, lists: Sequence[str], certificates: Path | None) -> None:
    """Bracket every cell of a grid that the file does not hold yet; append a row for each.

    Parameters
    ----------
    path
        The file.
    lists
        Lists of epsilon, delta, sensitivity, cost and gap.
    certificates
        A directory for a certificate of each cell, if wanted.

    Raises
    ------
    BadInput
        When the file is not one that a sweep has written, or a number is outside its domain.
    """
    from dpproofs.optimum.bracket import checked

    done = finished(path)
    grid = list(itertools.product(*map(listed, lists)))
    cells = [cell for cell in grid if cell not in done]
    for cell in cells:
        checked(*cell)
    if certificates is not None:
        output.make_directory(certificates)
    fresh = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if fresh:
            rows.writeheader()
        for place, cell in enumerate(cells, len(grid) - len(cells) + 1):
            found, row = bracketed(cell)
            if certificates is not None:
                name = "-".join(["bracket", *(part.replace("/", "over") for part in cell[:4])])
                content = output.json_bytes(found.certificate())
                output.write(certificates / f"{name}.json", content)
            rows.writerow(row)
            file.flush()
            progress = f"{place} of {len(grid)}: epsilon {cell[0]}, delta {cell[1]}, cost {cell[3]}"
            click.echo(f"{progress}: gap {found.gap:.2g}", err=True)


def listed(numbers: str) -> list[str]:
    """The numbers of a list with commas, as they are written."""
    return [number.strip() for number in numbers.split(",")]


def finished(path: Path) -> set[Cell]:
    """The cells of which a file has a row."""
    return {tuple(row[name] for name in ASKED) for row in rows_of(path)}


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a file that a sweep has written; none when there is no such file.

    Raises
    ------
    BadInput
        When something else has written it.
    """
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise BadInput("--sweep", str(path), "a new file, or one that a sweep has written")
        yield from rows


def bracketed(cell: Sequence[str]) -> tuple[Bracket, dict[str, object]]:
    """The bracket of a cell, and its row."""
    from dpproofs.mechanisms.formulas.enclosure import Enclosure
    from dpproofs.optimum.bracket import bracket

    start = time.process_time()
    found = bracket(*cell[:4], gap=cell[4])
    seconds = time.process_time() - start
    lower, upper = Enclosure(found.lower, found.upper).floats
    return found, dict(zip(ASKED, cell, strict=True)) | {
        "lower": lower,
        "upper": upper,
        "lower_exact": str(found.lower),
        "upper_exact": str(found.upper),
        "gap": f"{found.gap:.3g}",
        "n": found.n,
        "seconds": f"{seconds:.2f}",
    } | best_known(found)


def best_known(found: Bracketed) -> dict[str, object]:
    """The cheapest known mechanism beside a bracket, as columns of its row."""
    from dpproofs.optimum.known import standings

    best = standings(found)[1]
    return {
        "best_known": best.name,
        "best_known_cost": best.cost.middle,
        "waste": best.excess.floats[0],
        "waste_most": best.excess.floats[1],
    }


def written(file: TextIO, rows: Iterable[Mapping[str, object]]) -> None:
    """Write a table as a sweep does."""
    table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
