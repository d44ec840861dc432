"""``dpproofs optimum --sweep``: brackets over a grid, a row of a table each, resumable."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpproofs.commands import optimum_table, options, output
from dpproofs.commands.optimum_table import ASKED
from dpproofs.kernel.drafts import alone
from dpproofs.mechanisms.formulas.enclosure import Enclosure, exactly
from dpproofs.mechanisms.staircase_optimum import (
    compared,
    domain_of_staircases,
    staircase_optimum,
)
from dpproofs.optima.width import digits_wanted, gap_wanted

if TYPE_CHECKING:
    from dpproofs.optima.bracket.search import Bracket
    from dpproofs.optima.rivals.calibrated import Bracketed

Cell = tuple[str, ...]


def sweep(
    path: Path,
    lists: Sequence[str],
    width: tuple[str | None, int | None],
    certificates: Path | None = None,
    picture: Path | None = None,
) -> list[dict[str, object]]:
    """Bracket every cell of a grid that the file does not hold yet; append a row for each.

    Parameters
    ----------
    path
        The file.
    lists
        Lists of epsilon, delta, sensitivity and cost.
    width
        A gap, or a number of digits.
    certificates
        A directory for a certificate of each cell, if wanted; for delta = 0 there is none.
    picture
        A file for a heat map of all that the table then holds, if wanted.

    Returns
    -------
    list
        The rows of the grid, numbers as such.

    Raises
    ------
    BadInput
        When the file is not one that a sweep has written, another process is writing it, or a
        number is outside its domain.
    """
    if picture is not None:
        options.expect_picture(picture)
    grid = [(*cell, _wanted(cell, *width)) for cell in itertools.product(*map(listed, lists))]
    with alone(path, "--sweep"):
        _fill(path, grid, certificates)
    if picture is not None:
        from dpproofs.render.figures.waste import waste

        figure = waste(optimum_table.wastes(path))
        output.write(picture, figure.render(options.kind_of_picture(picture)))
    rows = {tuple(row[name] for name in ASKED): row for row in optimum_table.rows_of(path)}
    return [optimum_table.typed(rows[cell]) for cell in grid]


def _fill(path: Path, grid: Sequence[Cell], certificates: Path | None) -> None:
    """Bracket the cells that the file does not hold yet."""
    done = finished(path)
    cells = [cell for cell in grid if cell not in done]
    for cell in cells:
        _expect(cell)
    if certificates is not None:
        output.make_directory(certificates)
    for place, cell in enumerate(cells, len(grid) - len(cells) + 1):
        found, row = bracketed(cell)
        if certificates is not None and found is not None:
            output.write(certificates / file_name(cell), output.json_bytes(found.certificate()))
        optimum_table.add(path, row)
        progress = f"{place} of {len(grid)}: epsilon {cell[0]}, delta {cell[1]}, cost {cell[3]}"
        click.echo(f"{progress}: gap {float(str(row['gap'])):.2g}", err=True)


def listed(numbers: str) -> list[str]:
    """The numbers of a list with commas, as they are written."""
    return [number.strip() for number in numbers.split(",")]


def finished(path: Path) -> set[Cell]:
    """The cells of which a file has a row."""
    return {tuple(row[name] for name in ASKED) for row in optimum_table.rows_of(path)}


def file_name(cell: Sequence[str]) -> str:
    """That of a cell's certificate."""
    return "-".join(["bracket", *(part.replace("/", "over") for part in cell[:4])]) + ".json"


def bracketed(cell: Cell) -> tuple[Bracket | None, dict[str, object]]:
    """The bracket of a cell, which a formula makes superfluous for delta = 0, and its row."""
    from dpproofs.optima.bracket.everywhere import bracket_anywhere

    start = time.process_time()
    if _is_pure(cell):
        least, known = _formula(cell)
        return None, _row(cell, least, 0, time.process_time() - start) | known | {"digest": ""}
    found = bracket_anywhere(*cell[:4], gap=cell[4])
    seconds = time.process_time() - start
    least = Enclosure(found.lower, found.upper)
    row = _row(cell, least, found.n, seconds) | best_known(found)
    return found, row | {"digest": found.certificate()["digest"]}


def _row(cell: Cell, least: Enclosure, n: int, seconds: float) -> dict[str, object]:
    lower, upper = least.floats
    lower_exact, upper_exact = least.fractions
    return dict(zip(ASKED, cell, strict=True)) | {
        "lower": lower,
        "upper": upper,
        "lower_exact": lower_exact.removesuffix("/1"),
        "upper_exact": upper_exact.removesuffix("/1"),
        "gap": f"{float(1 - least.lower / least.upper):.3g}",
        "n": n,
        "seconds": f"{seconds:.2f}",
    }


# -- delta = 0 ------------------------------------------------------------------------------------


def _is_pure(cell: Cell) -> bool:
    return exactly("delta", cell[1], "0", "1") == 0


def _wanted(cell: Cell, gap: str | None, digits: int | None) -> str:
    """The gap of a cell, as its row has it."""
    if _is_pure(cell) and digits is not None:
        return f"1e-{digits}"
    return str(gap_wanted(gap, digits))


def _expect(cell: Cell) -> None:
    """Complain of numbers outside their domains before any work.

    Raises
    ------
    BadInput
        When there is one.
    """
    from dpproofs.optima.bracket.everywhere import expected

    if _is_pure(cell):
        domain_of_staircases(cell[0], cell[3], cell[2])
        digits_wanted(cell[4], None)
    else:
        expected(*cell)


def _formula(cell: Cell) -> tuple[Enclosure, dict[str, object]]:
    """The least cost at delta = 0, and the staircase that has it as columns of a row."""
    epsilon, _, sensitivity, cost, gap = cell
    digits = digits_wanted(gap, None)
    found = staircase_optimum(epsilon, cost, sensitivity, digits=digits)
    best = compared(found)[0]
    return found.least_cost, {
        "best_known": best.name,
        "best_known_cost": best.cost,
        "waste": best.excess,
        "waste_most": best.excess,
    }


# -- delta > 0 ------------------------------------------------------------------------------------


def best_known(found: Bracketed) -> dict[str, object]:
    """The cheapest known mechanism beside a bracket, as columns of its row."""
    from dpproofs.optima.rivals.calibrated import standings

    best = standings(found)[1]
    return {
        "best_known": best.name,
        "best_known_cost": best.cost.middle,
        "waste": best.excess.floats[0],
        "waste_most": best.excess.floats[1],
    }
