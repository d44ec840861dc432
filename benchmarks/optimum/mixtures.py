"""How much of what the Gaussian leaves open mixtures of Gaussians close, over the same grid.

    python -m benchmarks.optimum.mixtures               # tables of what is stored
    python -m benchmarks.optimum.mixtures --anew        # calibrates all again: some six minutes

Liu, Selvi & Wiesemann, "Mind the Gap: Mixtures of Gaussians in Approximate Differential Privacy"
(arXiv 2605.28078), say that their mechanisms mitigate nearly all of the optimality gap of the
analytic Gaussian mechanism where privacy is low. The share closed by noise that costs M where the
Gaussian costs G and the least cost is V is (G - M)/(G - V).
"""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

from benchmarks import arguments
from benchmarks.optimum.__main__ import DELTAS, EPSILONS, STORED, Stored
from dpproofs.commands.optimum_table import rows_of
from dpproofs.mechanisms.formulas.enclosure import Enclosure
from dpproofs.optima.rivals.calibrated import known_costs

COSTS = Path(__file__).parent / "mixtures.csv"
NAMES = ("Gaussian", "Multi-Gaussian", "Quasi-Gaussian", "Staircase", "Tulap")
KEYS = ("epsilon", "delta", "cost")

Cell = tuple[str, str, str]


def calibrated_anew(path: Path) -> None:
    """Write what the mechanisms cost at each cell, at least and at most."""
    columns = [*KEYS, *(f"{name} {end}" for name in NAMES for end in ("least", "most"))]
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns, lineterminator="\n")
        table.writeheader()
        for row in rows_of(STORED):
            costs = known_costs(stored(row))
            found: dict[str, str] = {key: row[key] for key in KEYS}
            for name in NAMES:
                least, most = costs[name].floats if name in costs else ("", "")
                found |= {f"{name} least": str(least), f"{name} most": str(most)}
            table.writerow(found)
            file.flush()


def stored(row: dict[str, str]) -> Stored:
    """The bracket of a row."""
    asked = [Fraction(row[name]) for name in ("epsilon", "delta", "sensitivity", "cost")]
    return Stored(*asked, Fraction(row["lower_exact"]), Fraction(row["upper_exact"]))


def closed(gaussian: Enclosure, mixed: Enclosure, least: Enclosure) -> Enclosure:
    """The share that is closed, at least and at most.

    It grows with G and falls with M; with V it grows where M < G, and falls elsewhere.
    """

    def end(g: Fraction, m: Fraction, ends: tuple[Fraction, Fraction]) -> Fraction:
        return (g - m) / (g - ends[m > g])

    return Enclosure(
        end(gaussian.lower, mixed.upper, (least.lower, least.upper)),
        end(gaussian.upper, mixed.lower, (least.upper, least.lower)),
    )


def shares(name: str) -> dict[Cell, Enclosure]:
    """What a mechanism closes, cell by cell."""
    brackets = {tuple(row[key] for key in KEYS): stored(row) for row in rows_of(STORED)}
    found: dict[Cell, Enclosure] = {}
    with COSTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            cell = row["epsilon"], row["delta"], row["cost"]
            if row[f"{name} least"]:
                least = Enclosure(brackets[cell].lower, brackets[cell].upper)
                found[cell] = closed(_cost(row, "Gaussian"), _cost(row, name), least)
    return found


def _cost(row: dict[str, str], name: str) -> Enclosure:
    return Enclosure(Fraction(row[f"{name} least"]), Fraction(row[f"{name} most"]))


def table(found: dict[Cell, Enclosure], cost: str) -> list[str]:
    """Per cents of the gap that are closed, at least; negative where more is left open."""
    lines = [f"| epsilon, delta | {' | '.join(DELTAS)} |", "| ---: " * (len(DELTAS) + 1) + "|"]
    for epsilon in EPSILONS:
        cells = [found.get((epsilon, delta, cost)) for delta in DELTAS]
        texts = ["" if cell is None else f"{100 * float(cell.lower):.1f}" for cell in cells]
        lines.append(f"| {epsilon} | {' | '.join(texts)} |")
    return lines


def main() -> None:
    """Calibrate again if asked to, then print the tables."""
    options = arguments.parser(__doc__)
    options.add_argument("--anew", action="store_true", help="calibrate all again")
    if options.parse_args().anew:
        calibrated_anew(COSTS)
    for name in NAMES[1:]:
        found = shares(name)
        for cost in ("1", "2"):
            print(f"\nShare of the Gaussian's gap in E|X|^{cost} that {name} noise closes, %:\n")
            print("\n".join(table(found, cost)))


if __name__ == "__main__":
    main()
