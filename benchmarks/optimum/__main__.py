"""Brackets over a grid: how narrow, how fast, and what the truncated Laplacian wastes.

    python -m benchmarks.optimum                  # tables of the stored brackets
    python -m benchmarks.optimum --sweep CSV      # brackets what the file lacks: some ten minutes
    python -m benchmarks.optimum --anew FOLDER    # all again, certificates into the folder, and...
    python -m benchmarks.optimum --check FOLDER   # ... whether they prove what the table says
    python -m benchmarks.optimum --known CSV      # the same brackets beside the mechanisms anew
    python -m benchmarks.optimum --plot SVG       # a heat map of what the best of these wastes

The grid is that of Selvi, Liu & Wiesemann, "Differential Privacy via Distributionally Robust
Optimization" (arXiv 2304.12681), who report relative gaps below 1 %, .28 % in the median.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks import arguments
from dpproofs.commands.optimum_sweep import best_known, file_name, sweep
from dpproofs.commands.optimum_table import ASKED, rows_of, wastes, write
from dpproofs.mechanisms import TruncatedLaplace
from dpproofs.render.drawing import compact
from dpproofs.render.figures.waste import waste
from dpproofs.replaying import Rejected, replay

STORED = Path(__file__).parent / "brackets.csv"
EPSILONS = (".005", ".01", ".02", ".05", ".1", ".2", ".5", "1", "2", "5")
DELTAS = (".005", ".01", ".02", ".05", ".1", ".2", ".25", ".3", ".5", ".75")
WIDE = {".5", ".75"}  # deltas at which a gap of 1e-3 is asked for, as at epsilon = 5

Row: TypeAlias = Mapping[str, str]
Rows: TypeAlias = Mapping[tuple[str, str, str], Row]


def swept(path: Path, certificates: Path | None = None) -> None:
    """Bracket all cells, at a gap of 1e-4, or 1e-3 where delta or epsilon is large."""
    narrow = ",".join(delta for delta in DELTAS if delta not in WIDE)
    below = ",".join(EPSILONS[:-1])
    for epsilons, deltas, gap in (
        (below, narrow, "1e-4"),
        (below, ",".join(sorted(WIDE)), "1e-3"),
        (EPSILONS[-1], ",".join(DELTAS), "1e-3"),
    ):
        sweep(path, (epsilons, deltas, "1", "1,2"), (gap, None), certificates)


@dataclass(frozen=True)
class Stored:
    """What a row says of a bracket."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    lower: Fraction
    upper: Fraction


def compared_anew(path: Path) -> None:
    """Calibrate the known mechanisms again, and put the best one beside every bracket of a file."""
    rows: list[dict[str, object]] = []
    for row in rows_of(path):
        asked = (Fraction(row[name]) for name in ("epsilon", "delta", "sensitivity", "cost"))
        stored = Stored(*asked, Fraction(row["lower_exact"]), Fraction(row["upper_exact"]))
        rows.append(row | best_known(stored))
    write(path, rows)


def certified(rows: Iterable[Row], folder: Path) -> list[str]:
    """How many certificates prove what the rows say, how many are those of the rows, and which no.

    Linear algebra is not the same on every processor, nor then are the last bits of what is solved,
    and the digest; a certificate of another machine has ends of its own, which are the row's but
    for the gap.
    """
    accepted, same, wrong = 0, 0, []
    for row in rows:
        name = file_name([row[each] for each in ASKED])
        document = json.loads((folder / name).read_text("ascii"))
        if proves(document, row):
            accepted += 1
            same += document["digest"] == row["digest"]
        else:
            wrong.append(f"wrong: {name}")
    return [*wrong, f"{accepted} accepted, {same} of them with the digest of the table"]


def proves(document: Mapping[str, Any], row: Row) -> bool:
    """Whether a certificate is accepted, about the row's numbers, and no wider than was asked."""
    numbers = [(document[each], row[each]) for each in ASKED[:4]]
    about = all(Fraction(asked) == Fraction(said) for asked, said in numbers)
    lower, upper = (Fraction(document[end]["bound"]) for end in ("lower", "upper"))
    ends = Fraction(row["lower_exact"]), Fraction(row["upper_exact"])
    if document["digest"] == row["digest"]:
        fits = (lower, upper) == ends
    else:
        fits = lower <= ends[1] and ends[0] <= upper
    narrow = upper - lower <= Fraction(row["wanted"]) * upper
    try:
        return about and fits and narrow and replay(document).accepted
    except Rejected:
        return False


def summary(rows: Rows) -> list[str]:
    """How narrow the brackets are and how long they took, beside the peer's gaps."""
    lines = [
        "| | cells | median gap | worst gap | median s | worst s |",
        "| --- " + "| ---: " * 5 + "|",
    ]
    groups = {
        "gap 1e-4 asked": [r for r in rows.values() if r["wanted"] == "1e-4"],
        "gap 1e-3 asked": [r for r in rows.values() if r["wanted"] == "1e-3"],
        "all": list(rows.values()),
    }
    for name, group in groups.items():
        if not group:
            continue
        gaps, seconds = ([float(row[key]) for row in group] for key in ("gap", "seconds"))
        numbers = [f"{len(group)}", f"{statistics.median(gaps):.2g}", f"{max(gaps):.2g}"]
        numbers += [f"{statistics.median(seconds):.1f}", f"{max(seconds):.0f}"]
        lines.append(f"| {name} | {' | '.join(numbers)} |")
    return lines


def wasted(rows: Rows, cost: str) -> list[str]:
    """By how many per cent the truncated Laplacian is above the optimum, at least."""
    deltas = [delta for delta in DELTAS if float(delta) < 0.5]
    lines = [f"| epsilon, delta | {' | '.join(deltas)} |", "| ---: " * (len(deltas) + 1) + "|"]
    for epsilon in EPSILONS:
        found = []
        for delta in deltas:
            row = rows.get((epsilon, delta, cost))
            noise = TruncatedLaplace(float(epsilon), float(delta))
            above = row and max(noise.expected_cost(float(cost)) / float(row["upper"]) - 1, 0)
            found.append("" if above is None else f"{100 * above:.2f}")
        lines.append(f"| {epsilon} | {' | '.join(found)} |")
    return lines


def main() -> None:
    """Sweep if asked to, then print the tables."""
    options = arguments.parser(__doc__)
    one = options.add_mutually_exclusive_group()
    for name in ("sweep", "anew", "check", "known", "plot"):
        shown = "FOLDER" if name in ("anew", "check") else "SVG" if name == "plot" else "CSV"
        one.add_argument(f"--{name}", type=Path, metavar=shown)
    given, path = options.parse_args(), STORED
    if given.plot:
        given.plot.write_bytes(compact(waste(wastes(path)).render("svg")))
    if given.anew:
        swept(given.anew / "brackets.csv", given.anew)
    if folder := given.anew or given.check:
        print("\n".join(certified(rows_of(STORED), folder)))
        return
    if given.known or given.sweep:
        path = given.known or given.sweep
        (compared_anew if given.known else swept)(path)
    rows = {(row["epsilon"], row["delta"], row["cost"]): row for row in rows_of(path)}
    print("\n".join(summary(rows)))
    for cost in ("1", "2"):
        print(f"\nTruncated Laplacian above the least E|X|^{cost}, per cent:\n")
        print("\n".join(wasted(rows, cost)))


if __name__ == "__main__":
    main()
