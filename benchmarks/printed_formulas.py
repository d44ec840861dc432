"""Every formula that the papers print, found again from its definition, and perturbed.

For each claim about a cost, a best parameter, a limit, a series, an integral or a sum: whether the
formula is found from everything but itself, the time that takes, whether what is printed is it, and
how many perturbed formulas are told from it.

Run ``python -m benchmarks.printed_formulas [CLAIM...]``, or a part of it with ``--part 1/8``. What
is not found is compared with the list that the tests keep, ``tests/deriving/not_found.toml``.
"""

from __future__ import annotations

import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import sympy as sp

from benchmarks import arguments
from dpproofs.deriving.printed import Reprint
from dpproofs.deriving.slots import Slot, slots
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.mutation import perturbed
from dpproofs.theorems.registry import find, formalised

LIMIT = 12  # perturbations of one formula
KEPT = Path(__file__).resolve().parents[1] / "tests" / "deriving" / "not_found.toml"


def main() -> int:
    """Print a line for each formula, and a summary; 1 when the list of the tests is stale."""
    parser = arguments.parser(__doc__)
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="ids; all claims without any")
    parser.add_argument(
        "--part", default="1/1", metavar="K/N", help="every N-th claim, from the K-th"
    )
    parser.add_argument("--decide", action="store_true", help="decide what is found as well")
    parser.add_argument("--limit", type=int, default=LIMIT, help="perturbations of one formula")
    chosen = parser.parse_args()
    first, step = (int(number) for number in chosen.part.split("/"))
    kept = {
        (row["claim"], row["slot"]) for row in tomllib.loads(KEPT.read_text("utf-8"))["formula"]
    }
    counts: Counter[str] = Counter()
    slowest, begun, stale = 0.0, time.process_time(), 0
    for name in (chosen.claims or formalised())[first - 1 :: step]:
        claim = find(name)
        for place, slot in enumerate(slots(claim.printed)):
            start = time.process_time()
            state, told, false = looked_at(claim, slot, chosen.limit)
            if chosen.decide and state != "not found":
                state += f", {Reprint(claim, slot, slot.printed).verify().decision.value}"
            seconds = time.process_time() - start
            slowest = max(slowest, seconds)
            counts.update({state: 1, "false": false, "told": told})
            differs = (state == "not found") != ((name, place) in kept)
            stale += differs
            mark = "  (not as the tests say)" if differs else ""
            kind = type(slot.goal.proposition).__name__.lower()
            print(f"{name:32} {place:2} {kind:9} {state:22} {seconds:5.2f} s  {told}/{false}{mark}",
                  flush=True)  # fmt: skip
    total = time.process_time() - begun
    print(dict(counts), f"slowest {slowest:.2f} s, all {total:.0f} s of processor time")
    return int(stale > 0)


def looked_at(claim: Claim, slot: Slot, limit: int) -> tuple[str, int, int]:
    """What became of a formula, and how many of how many false ones were told from it."""
    own = Reprint(claim, slot, slot.printed)
    found = own.found
    if found is None:
        return "not found", 0, 0
    told = false = 0
    for formula in islice(false_ones(slot, found.value), limit):
        other = Reprint(claim, slot, formula)
        vars(other)["found"] = found  # which does not depend on what is printed
        false += 1
        told += other.differs is not None
    return "as printed" if own.differs is None else "corrected", told, false


def false_ones(slot: Slot, value: sp.Expr) -> Iterator[sp.Expr]:
    """Perturbed formulas that are another number than the one found."""
    for formula, _ in perturbed(slot.printed):
        if sp.expand(formula - value) != 0:
            yield formula


if __name__ == "__main__":
    raise SystemExit(main())
