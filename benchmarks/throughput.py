"""What the auditor itself costs a draw, and that its memory does not grow with the draws.

    python -m benchmarks.throughput [--long] [--quick] [--workers 1 2]

Audits of NumPy's Laplace, calibrated to its claim, so that all pairs of draws are drawn. The
sampler alone is timed in the same run, in the same blocks; the auditor's own cost is the rest. CPU
time, of worker processes as well; the largest memory of each process is that of the audit so far,
since every count of pairs is audited in a fresh interpreter. What is spent on each round of bets,
and on starting workers, weighs on small counts only. With --long also 1e9 pairs.

The second table is of the audit of the numbers, on noise that stays on a lattice and passes; with
--long also 1e7 pairs.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.numbers import audit_numbers
from dpproofs.auditing.sampler import Audit, Budget, workers
from dpproofs.auditing.sampler.tally import BLOCK
from dpproofs.auditing.target import Target
from dpproofs.auditing.targets import find

COUNTS = (10**6, 10**7, 10**8)
LONG, QUICK = 10**9, (10**5, 10**6)
OF_NUMBERS, LONG_OF_NUMBERS = (10**5, 10**6), 10**7
FINENESS = 10  # the lattice of multiples of 2^-10
BASELINE = 4 * 10**6  # draws of the sampler alone
BAR, LARGE = 50, 10**7  # ns a draw, and pairs from which the bar holds
KIBIBYTES = 1 if sys.platform == "linux" else 1024  # in a unit of ru_maxrss


def on_a_lattice(value: float, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Geometric noise on multiples of 2^-10: outputs at neighbours lie on the same lattice."""
    success = -np.expm1(-(2.0**-FINENESS))
    noise = rng.geometric(success, size) - rng.geometric(success, size)
    return np.asarray(np.ldexp(np.rint(np.ldexp(value, FINENESS)) + noise, -FINENESS))


def baseline(target: Target) -> float:
    """ns a draw of the sampler alone, the best of a few."""
    rng = np.random.default_rng(0)
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for _ in range(BASELINE // BLOCK):
            target.draw(0.0, BLOCK, rng)
        best = min(best, time.process_time() - start)
    return 1e9 * best / (BASELINE // BLOCK * BLOCK)


def measured(pairs: int, crew: int) -> dict[str, float]:
    """CPU and real seconds of one audit, and the largest memory of a process in MiB."""
    claim = PrivacyClaim(1.0)
    target = find("numpy:laplace", claim)
    alone = baseline(target)
    used, start = _cpu(), time.perf_counter()
    with workers(target, crew) as those:
        audit = Audit.of(target, claim)
        audit.run(Budget(max_draws=pairs, to_the_end=True), those)
    return _cost(used, start, alone)  # CPU time of children counts once they have ended


def measured_numbers(pairs: int) -> dict[str, float]:
    """The same of an audit of the numbers, in one process."""
    claim = PrivacyClaim(1.0)
    target = find("benchmarks.throughput:on_a_lattice", claim)
    alone = baseline(target)
    used, start = _cpu(), time.perf_counter()
    report = audit_numbers(target, claim, max_draws=pairs)
    if report.pairs < pairs:
        raise SystemExit(f"{report.verdict} after {report.pairs} pairs")
    return _cost(used, start, alone)


def _cost(used: float, start: float, alone: float) -> dict[str, float]:
    real = time.perf_counter() - start
    memory = max(_usage(who).ru_maxrss for who in _WHO) / 1024 / KIBIBYTES
    return {"cpu": _cpu() - used, "real": real, "memory": memory, "baseline": alone}


_WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def _usage(who: int) -> resource.struct_rusage:
    return resource.getrusage(who)


def _cpu() -> float:
    return sum(_usage(who).ru_utime + _usage(who).ru_stime for who in _WHO)


def row(pairs: int, crew: int) -> str:
    """One line of the table, from a fresh interpreter."""
    return _row(_fresh("--one", pairs, crew), pairs, crew, BAR if pairs >= LARGE else None)


def row_of_numbers(pairs: int) -> str:
    """One line of the table of the audit of the numbers, from a fresh interpreter."""
    return _row(_fresh("--one-of-numbers", pairs), pairs, 1, None)


def _fresh(*words: str | int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.throughput", *map(str, words)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return dict(found)


def _row(found: dict[str, float], pairs: int, crew: int, bar: float | None) -> str:
    whole = 1e9 * found["cpu"] / (2 * pairs)
    own = whole - found["baseline"]
    verdict = "" if bar is None else "ok" if own <= bar else "above"
    text = f"{pairs:>13,}{crew:>9}{found['baseline']:>15.1f}{whole:>12.1f}{own:>12.1f} {verdict:6}"
    return f"{text}{found['real']:>9.1f}{found['memory']:>8.0f}"


HEADER = f"{'pairs':>13}{'workers':>9}{'sampler ns':>15}{'audit ns':>12}{'its own':>12} {'':6}"
HEADER += f"{'real s':>9}{'MiB':>8}"


def main() -> None:
    """Print the table, a line as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--long", action="store_true", help="also 1e9 pairs (of the numbers: 1e7)")
    options.add_argument("--quick", action="store_true", help="small counts only")
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    options.add_argument("--one", type=int, nargs=2, help=argparse.SUPPRESS)
    options.add_argument("--one-of-numbers", type=int, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.one:
        print(json.dumps(measured(*given.one)))
        return
    if given.one_of_numbers:
        print(json.dumps(measured_numbers(given.one_of_numbers)))
        return
    print(HEADER, flush=True)
    for crew in given.workers:
        for pairs in QUICK if given.quick else (*COUNTS, *[LONG] * given.long):
            print(row(pairs, crew), flush=True)
    print(f"\nThe audit of the numbers\n{HEADER}", flush=True)
    for pairs in (*OF_NUMBERS, *[LONG_OF_NUMBERS] * given.long):
        print(row_of_numbers(pairs), flush=True)


if __name__ == "__main__":
    main()
