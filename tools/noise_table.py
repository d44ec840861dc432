"""Write docs/assets/which-noise.json: the least cost of private noise on a grid, enclosed.

    python tools/noise_table.py    # brackets what the file lacks: half an hour for all of it

Both ends of every bracket are those of `dp.optimum` at sensitivity 1, and proved; replay has
accepted the certificate before they are written. The page "Which noise?" reads the table.
"""

import json
import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from pathlib import Path

from dpproofs.optima.bracket.everywhere import bracket_anywhere
from dpproofs.replaying import replay

FILE = Path(__file__).resolve().parent.parent / "docs" / "assets" / "which-noise.json"
GAP = "0.01"
DELTAS = ["1e-9", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "0.01", "0.02", "0.05", "0.1", "0.2"]
COSTS = ["1", "2"]
#: First, last and step of stretches of epsilon, in thousandths, coarse before fine.
STRETCHES = (
    (100, 1000, 100), (1000, 6000, 500), (250, 1000, 50), (1000, 2000, 50), (1000, 3800, 100),
)  # fmt: skip
DIGITS = 6


def epsilons() -> list[str]:
    """The grid's epsilons as decimal numbers, in the order in which they are bracketed."""
    found = (n for first, last, step in STRETCHES for n in range(first, last + 1, step))
    return [f"{Decimal(n) / 1000:f}" for n in dict.fromkeys(found)]


def enclosed(epsilon: str, delta: str, cost: str) -> list[float]:
    """The least E|X|^cost at sensitivity 1: two decimal numbers between which it lies."""
    found = bracket_anywhere(epsilon, delta, 1, cost, gap=GAP)
    if not replay(found.certificate()).accepted:
        raise SystemExit(f"the certificate at ({epsilon}, {delta}) for the cost {cost} is refused")
    return [decimal(found.lower, ROUND_FLOOR), decimal(found.upper, ROUND_CEILING)]


def decimal(end: Fraction, rounding: str) -> float:
    """A number of few digits on the safe side of an end."""
    return float(Context(DIGITS, rounding).divide(Decimal(end.numerator), end.denominator))


if __name__ == "__main__":
    table = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for epsilon in epsilons():
        if epsilon not in table:
            print(epsilon, file=sys.stderr, flush=True)
            table[epsilon] = [[enclosed(epsilon, d, p) for d in DELTAS] for p in COSTS]
            FILE.write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")
