"""What processes and a Dask cluster gain an audit, and from how many draws on.

    python -m benchmarks.spread [--workers 2] [--pairs 500000]

Real seconds of whole audits that draw all their pairs, the start of workers included, that of the
cluster not: one process, several, and a local Dask cluster of as many. First NumPy's Laplace, of
which a call makes thousands of draws, then one that is called for one draw at a time, then one
that has to be waited for.
"""

from __future__ import annotations

import argparse
import random
import time

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget, workers
from dpproofs.auditing.targets import find

# And how many times the pairs.
TARGETS = {"numpy:laplace": 20, "benchmarks.spread:one": 1, "benchmarks.spread:waiting": 1}


def one(value: float) -> float:
    """Laplace noise as the difference of two exponentials, one draw a call."""
    return value + random.expovariate(1) - random.expovariate(1)


def waiting(value: float) -> float:
    """The same from elsewhere: each draw is waited for, as with a server or another program."""
    time.sleep(2e-5)
    return one(value)


def seconds(name: str, pairs: int, crew: int, dask: str | None) -> float:
    """Of one audit."""
    claim, began = PrivacyClaim(1.0), time.perf_counter()
    target = find(name, claim)
    with workers(target, crew, dask) as those:
        audit = Audit.of(target, claim)
        audit.run(Budget(max_draws=pairs, to_the_end=True), those)
    return time.perf_counter() - began


def main() -> None:
    """Print the table, a line as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--pairs", type=int, default=500_000)
    options.add_argument("--only", default="", help="samplers whose name contains this")
    given = options.parse_args()
    from distributed import LocalCluster

    print(f"{'sampler':24}{'draws':>13}{'one':>9}{'several':>9}{'Dask':>9}{'ratio':>9}{'ratio':>9}")
    with LocalCluster(
        n_workers=given.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        for name, times in TARGETS.items():
            if given.only not in name:
                continue
            pairs = times * given.pairs
            alone = seconds(name, pairs, 1, None)
            several = seconds(name, pairs, given.workers, None)
            spread = seconds(name, pairs, 1, cluster.scheduler_address)
            figures = f"{alone:>9.1f}{several:>9.1f}{spread:>9.1f}"
            ratios = f"{several / alone:>9.2f}{spread / alone:>9.2f}"
            print(f"{name:24}{2 * pairs:>13,}{figures}{ratios}", flush=True)


if __name__ == "__main__":
    main()
