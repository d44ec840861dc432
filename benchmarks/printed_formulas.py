"""Every formula that the papers print, found again from its definition, and perturbed.

For each claim about a cost, a best parameter, a limit, a series, an integral or a sum: whether the
formula is found from everything but itself, the time that takes, whether what is printed is it, and
how many perturbed formulas are told from it.

Run ``python benchmarks/printed_formulas.py [CLAIM...]``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

import sympy as sp

from dpproofs.deriving.printed import Reprint, slots
from dpproofs.kernel.mutation import perturbed
from dpproofs.theorems.registry import find, formalised

LIMIT = 12  # perturbations of one formula


def main(names: list[str]) -> None:
    """Print a line for each formula, and a summary."""
    counts: Counter[str] = Counter()
    slowest, begun = 0.0, time.process_time()
    for name in names or formalised():
        claim = find(name)
        for place, slot in enumerate(slots(claim.printed)):
            start = time.process_time()
            own = Reprint(claim, slot, slot.printed)
            found = own.found
            seconds = time.process_time() - start
            slowest = max(slowest, seconds)
            kind = type(slot.goal.proposition).__name__.lower()
            if found is None:
                counts["not found"] += 1
                print(f"{name:28} {place:2} {kind:9} not found  {seconds:5.2f} s")
                continue
            state = "as printed" if own.differs is None else "corrected"
            counts[state] += 1
            told = false = 0
            for formula, _ in perturbed(slot.printed)[:LIMIT]:
                if sp.expand(formula - found.value) == 0:
                    continue
                other = Reprint(claim, slot, formula)
                vars(other)["found"] = found  # which does not depend on what is printed
                false += 1
                told += other.differs is not None
            counts["false"] += false
            counts["told"] += told
            print(f"{name:28} {place:2} {kind:9} {state}  {seconds:5.2f} s  {told}/{false}")
    total = time.process_time() - begun
    print(dict(counts), f"slowest {slowest:.2f} s, all {total:.0f} s of processor time")


if __name__ == "__main__":
    main(sys.argv[1:])
