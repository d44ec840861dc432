"""Power series."""

from __future__ import annotations

from dpproofs.replaying.calculus import series
from dpproofs.replaying.reader import Proposition, need, symbols
from dpproofs.replaying.task import Evidence, Task, method

LOST = 12


@method("series", "series")
def power_series(task: Task, claim: Proposition, _: Evidence) -> None:
    """Exact arithmetic with truncated power series."""
    stated = claim["coefficients"]
    need(all(c[0] == "num" for c in stated), "the coefficients are not rational numbers")
    need(symbols(claim["expression"]) <= {claim["variable"]}, "the series has parameters")
    found = series(task.algebra, claim["expression"], len(stated) + LOST)
    enough = found.end >= len(stated) and (found.start >= 0 or not found.c)
    need(enough, "the expression has a pole, or too many coefficients are lost to division")
    need([found.at(n) for n in range(len(stated))] == [c[1] for c in stated], "other coefficients")
