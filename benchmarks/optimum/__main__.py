"""Brackets over a grid: how narrow, how fast, and what the truncated Laplacian wastes.

    python -m benchmarks.optimum                  # tables of the stored brackets
    python -m benchmarks.optimum --sweep CSV      # brackets what the file lacks: about an hour
    python -m benchmarks.optimum --known CSV      # the same brackets beside the mechanisms anew
    python -m benchmarks.optimum --plot SVG       # a heat map of what the best of these wastes

The grid is that of Selvi, Liu & Wiesemann, "Differential Privacy via Distributionally Robust
Optimization" (arXiv 2304.12681), who report relative gaps below 1 %, .28 % in the median.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpproofs.commands.optimum_sweep import best_known, sweep
from dpproofs.commands.optimum_table import rows_of, wastes, write
from dpproofs.mechanisms import TruncatedLaplace
from dpproofs.render.figures.waste import waste

STORED = Path(__file__).parent / "brackets.csv"
EPSILONS = (".005", ".01", ".02", ".05", ".1", ".2", ".5", "1", "2", "5")
DELTAS = (".005", ".01", ".02", ".05", ".1", ".2", ".25", ".3", ".5", ".75")
VANISHING = 1e-9  # a lower bound that says nothing
PEER_WORST, PEER_MEDIAN = 0.01, 0.0028
WIDE = {".5", ".75"}  # deltas at which a gap of 1e-3 is asked for, as at epsilon = 5

Rows = dict[tuple[str, str, str], dict[str, str]]


def swept(path: Path) -> None:
    """Bracket all cells, at a gap of 1e-4, or 1e-3 where delta or epsilon is large."""
    narrow = ",".join(delta for delta in DELTAS if delta not in WIDE)
    below = ",".join(EPSILONS[:-1])
    for epsilons, deltas, gap in (
        (below, narrow, "1e-4"),
        (below, ",".join(sorted(WIDE)), "1e-3"),
        (EPSILONS[-1], ",".join(DELTAS), "1e-3"),
    ):
        sweep(path, (epsilons, deltas, "1", "1,2", gap), None)


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
    gaps = [float(row["gap"]) for row in rows.values()]
    lines.append(
        f"\nThe peer's median gap is {PEER_MEDIAN / statistics.median(gaps):.0f} times ours, "
        f"its bound on the worst {PEER_WORST / max(gaps):.1f} times our worst."
    )
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
            above = row and noise.expected_cost(float(cost)) / float(row["upper"]) - 1
            found.append("" if above is None else f"{100 * above:.2f}")
        lines.append(f"| {epsilon} | {' | '.join(found)} |")
    return lines


def paper_bound(epsilon: float, delta: float, cost: int) -> float:
    """The lower bound of the paper on the truncated Laplacian, (11) and (12), for any real n."""
    b = math.exp(-epsilon)
    a = (delta + math.expm1(epsilon) / 2) * b
    n = math.log1p((b - 1) / (2 * a)) / -epsilon  # a (1 + b + ... + b^(n-1)) = 1/2
    tail, rest = (n - 1) * b**n / (1 - b), 1 - b
    if cost == 1:
        return 2 * a * ((b - b**n) / rest**2 - tail)
    inner = 2 * ((b - b**n) / rest**2 - tail) - (b**2 - b**n) / rest
    return 2 * a / rest * (inner - b - (n - 1) ** 2 * b**n)


def missed(rows: Rows, cost: str) -> list[str]:
    """By how many per cent the optimum is above the lower bound of the paper, at least."""
    lines = [f"| epsilon, delta | {' | '.join(DELTAS)} |", "| ---: " * (len(DELTAS) + 1) + "|"]
    for epsilon in EPSILONS:
        found = []
        for delta in DELTAS:
            row = rows.get((epsilon, delta, cost))
            bound = paper_bound(float(epsilon), float(delta), int(cost))
            if row is None:
                found.append("")
            elif bound < VANISHING:
                found.append("none")
            else:
                found.append(f"{100 * (float(row['lower']) / bound - 1):.2f}")
        lines.append(f"| {epsilon} | {' | '.join(found)} |")
    return lines


def main(arguments: Sequence[str]) -> None:
    """Sweep if asked to, then print the tables."""
    path = STORED
    if arguments[:1] == ["--plot"]:
        Path(arguments[-1]).write_bytes(waste(wastes(path)).render("svg"))
    elif arguments:
        path = Path(arguments[-1])
        (compared_anew if arguments[0] == "--known" else swept)(path)
    rows = {(row["epsilon"], row["delta"], row["cost"]): row for row in rows_of(path)}
    print("\n".join(summary(rows)))
    for cost in ("1", "2"):
        print(f"\nTruncated Laplacian above the least E|X|^{cost}, per cent:\n")
        print("\n".join(wasted(rows, cost)))
    for cost in ("1", "2"):
        print(f"\nLeast E|X|^{cost} above the paper's lower bound, per cent:\n")
        print("\n".join(missed(rows, cost)))


if __name__ == "__main__":
    main(sys.argv[1:])
