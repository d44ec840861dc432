"""Faults that threads on GitHub tell of, each beside a twin in which it is mended.

    python -m benchmarks.conformance.threads [--seed 0] [--only WORD] [--twins 20000]

A fault is audited at the default budget, its twin with ``--twins`` pairs of draws. The table says
what was found, after how many pairs, and whether a twin was called a violation.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpproofs as dp
from benchmarks.conformance.synthesizers import of_streams, of_synthesizers
from benchmarks.conformance.told import Release, Rng, Told
from dpproofs.auditing.data_sets import DataSets
from dpproofs.auditing.sampler import VIOLATION

TWINS = 20_000


def all_cases() -> list[Told]:
    """Every fault."""
    first = (*of_sums(), *of_groups(), *of_vectors(), *of_selections(), *of_shapes())
    return [*first, *of_synthesizers(), *of_streams()]


def clipped(records: Sequence[float], low: float, high: float) -> float:
    """The sum of the records, each moved into [low, high]."""
    return float(np.clip(np.asarray(records, dtype=float), low, high).sum())


def of_sums() -> Iterator[Told]:  # noqa: C901 (a function for each fault)
    """Sums whose sensitivity is another than is thought."""

    def even(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> float:
            kept = records[: len(records) // 2 * 2] if faulty else records
            return clipped(kept, 0, 1) + rng.laplace()

        return release

    yield Told("a table is cut to an even length", "opendp/opendp, issue 2950",
               {"epsilon": 1, "records": [0.0, 0.3, 1.0]}, even)  # fmt: skip

    def squares(faulty: bool) -> Release:
        bound = max(abs(-1), abs(-1 if faulty else 3)) ** 2
        return lambda records, rng: (
            sum(min(max(x, -1), 3) ** 2 for x in records) + rng.laplace(scale=bound)
        )

    yield Told("squares: the lower bound stands for both", "IBM/differential-privacy-library, "
               "issue 105", {"epsilon": 1, "records": [-1, 0, 3]}, squares)  # fmt: skip

    def group(faulty: bool) -> Release:
        scale = 3 * 10 * (1 if faulty else 2)
        return lambda records, rng: clipped(records, -10, 10) + rng.laplace(scale=scale)

    yield Told("a group of 3 rows changes in 3 rows at most", "opendp/opendp, issue 2945",
               {"epsilon": 1, "pairs": [([10] * 3, [-10] * 3)]}, group)  # fmt: skip

    def products(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> float:
            table = np.asarray(records, dtype=float).reshape(-1, 2)
            kept = table if faulty else np.clip(table, 0, 1)
            return float((kept[:, 0] * kept[:, 1]).sum()) + rng.laplace()

        return release

    yield Told("what was clipped is not what is used", "opendp/smartnoise-sdk, issue 622",
               {"epsilon": 1, "records": [(0, 0), (1, 1), (3, 2)]}, products)  # fmt: skip

    def late(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> float:
            n = max(1, len(records))
            total = float(np.clip(sum(records) / n, -1, 1)) * n
            return (total if faulty else clipped(records, -1, 1)) + rng.laplace(scale=2)

        return release

    yield Told("clipped after the aggregation", "raptor7197/caamas, issue 36",
               {"epsilon": 1, "records": DataSets.of([-50, 0, 50], "replace")}, late)  # fmt: skip

    def shared(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> NDArray[Any]:
            table = np.clip(np.asarray(records, dtype=float).reshape(-1, 2), 0, 1)
            x, y = table[:, 0], table[:, 1]
            sums = np.array([x.sum(), y.sum(), (x * y).sum()])
            return sums + rng.laplace(scale=[2, 2, 2] if faulty else [4, 4, 2])

        return release

    yield Told("two centres have one slice of the budget", "IBM/differential-privacy-library, "
               "issue 104", {"epsilon": 1, "records": [(0, 0), (1, 1)]}, shared)  # fmt: skip


def of_groups() -> Iterator[Told]:  # noqa: C901
    """Users, groups and keys."""

    def distinct(faulty: bool) -> Release:
        def release(users: Any, rng: Rng) -> float:
            seen: set[int] = set()
            for values in users:
                new = [value for value in values if value not in seen]
                if faulty:  # what is new belongs to this user, and one of it counts
                    seen |= {-1 - value for value in new[1:]}
                    new = [value for value in new if -1 - value not in seen]
                seen |= {*new[:1]} if faulty else {*values[:1]}
            return sum(value >= 0 for value in seen) + rng.laplace()

        return release

    yield Told("distinct values are bounded after they are joined", "google/differential-privacy, "
               "pull request 84", {"epsilon": 1, "records": [(1, 2, 3), (1,), (2,), (3,)]},
               distinct)  # fmt: skip

    def keys(faulty: bool) -> Release:
        bound, stop = 5.3, 1 - math.exp(-1.0)  # P(1 + noise >= 6) = delta

        def release(records: Any, rng: Rng) -> dict[Any, int]:
            noisy = {
                key: times + int(rng.geometric(stop) - rng.geometric(stop))
                for key, times in sorted(Counter(records).items())
            }
            least = int(bound) if faulty else math.ceil(bound)
            return {key: value for key, value in noisy.items() if value >= least}

        return release

    delta = math.exp(-5.0) / (1 + math.exp(-1.0))
    yield Told("a threshold is cut to an integer", "google/differential-privacy, pull request 101",
               {"epsilon": 1, "delta": delta, "records": ["a", "b"]}, keys)  # fmt: skip

    def merged(faulty: bool) -> Release:
        def release(users: Any, rng: Rng) -> float:
            rows = sum(min(len(groups), 16) for groups in users)
            return rows + rng.normal(scale=math.sqrt(16) if faulty else 16)

        return release

    users = [(0,), tuple(range(4)), tuple(range(16))]
    yield Told("groups are merged after contributions were bounded", "opendp/opendp, issue 2949",
               {"claim": dp.PrivacyClaim(mu=1), "records": users}, merged)  # fmt: skip

    def missing(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> float:
            count = sum(x == x for x in records)  # noqa: PLR0124 (NaN is cut to nothing)
            return float(count) if faulty else count + rng.laplace()

        return release

    values = DataSets.of([1.0, 2.0, math.nan], "replace")
    yield Told("a count that is known, but for NaN", "opendp/opendp, issue 2939",
               {"epsilon": 1, "records": values}, missing)  # fmt: skip


def of_vectors() -> Iterator[Told]:
    """Vectors, and their norms."""

    def tree(faulty: bool) -> Release:
        reach = 2 * (2 if faulty else math.sqrt(5))  # of an l2 sensitivity of 2

        def release(leaves: Any, rng: Rng) -> NDArray[Any]:
            nodes = np.array([sum(leaves), *leaves], dtype=float)
            return nodes + rng.normal(scale=reach, size=5)

        return release

    zero, corners = (0, 0, 0, 0), [(1, 1, 1, 1), (2, 0, 0, 0), (1, 1, -1, -1)]
    yield Told("sums of leaves: height for sqrt(5), l2", "opendp/opendp, issue 2924",
               {"claim": dp.PrivacyClaim(rho=0.5), "pairs": [(zero, one) for one in corners]},
               tree)  # fmt: skip

    def each(faulty: bool) -> Release:
        def release(updates: Any, rng: Rng) -> NDArray[Any]:
            total = np.zeros(4)
            for update in np.asarray(updates, dtype=float).reshape(-1, 4):
                norm = max(1.0, float(np.linalg.norm(update)))
                total += np.clip(update, -1, 1) if faulty else update / norm
            return total + rng.normal(size=4)

        return release

    updates = [(0.1, 0, 0, 0), (5, 5, 5, 5), (-1, 2, 0, 3)]
    yield Told("each parameter is clipped, and not their norm", "fedbiomed/fedbiomed, issue 1443",
               {"claim": dp.PrivacyClaim(mu=1), "records": updates}, each)  # fmt: skip

    def batch(faulty: bool) -> Release:
        def release(gradients: Any, rng: Rng) -> NDArray[Any]:
            n = len(gradients) if faulty else 8
            total = np.zeros(32)
            total[0] = clipped(gradients, -1, 1)
            return (total + rng.normal(size=32)) / max(1, n // 2)

        return release

    yield Told("divided by a batch size that is secret", "meta-pytorch/opacus, issues 571 and 819",
               {"claim": dp.PrivacyClaim(mu=1), "records": [-1.0, 0.0, 1.0]}, batch)  # fmt: skip


def of_selections() -> Iterator[Told]:
    """Mechanisms that select."""

    def best(faulty: bool) -> Release:
        def release(scores: Any, rng: Rng) -> int:
            noise = rng.exponential(size=2) if faulty else rng.gumbel(size=2)
            return int(np.argmax(np.asarray(scores) + noise))

        return release

    yield Told("permute-and-flip with the rho of the exponential mechanism", "opendp/opendp, "
               "issue 2911", {"claim": dp.PrivacyClaim(rho=0.5), "pairs": [((0, 0), (1, -1))]},
               best)  # fmt: skip

    def median(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> float:
            places = np.sort([0.0, *np.clip(records, 0, 10), 10.0])
            utility = -np.abs(np.arange(len(places) - 1) - len(records) / 2)
            gaps = np.diff(places)
            if not faulty:
                utility, gaps, places = (part[np.diff(places) > 0] for part in
                                         (utility, gaps, places[:-1]))  # fmt: skip
            weights = gaps * np.exp((utility - utility.max()) / 2)
            if weights.sum() == 0:
                raise RuntimeError("no candidate")
            k = int(rng.choice(len(gaps), p=weights / weights.sum()))
            return float(places[k] + gaps[k] * rng.random())

        return release

    yield Told("a median whose weights all underflow", "IBM/differential-privacy-library, "
               "issue 107", {"epsilon": 1, "records": [1, 5, 7]}, median)  # fmt: skip

    def synthetic(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> str:
            domain = sorted({*records}) if faulty else ["a", "b", "c"]
            counts = np.array([records.count(one) + rng.laplace() for one in domain])
            return str(domain[int(np.argmax(counts))]) if domain else "none"

        return release

    yield Told("categories are those of the data", "alan-turing-institute/reprosyn, issue 38",
               {"epsilon": 1, "records": ["a", "b", "c"]}, synthetic)  # fmt: skip


def of_shapes() -> Iterator[Told]:
    """What an outcome is made of."""

    def codes(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> float:
            bins = [int(x > 1) for x in records]
            order = {each: code for code, each in enumerate(dict.fromkeys(bins))}
            found = [order[each] for each in bins] if faulty else bins
            return sum(found) + rng.laplace()

        return release

    yield Told("bins are numbered as they appear", "opendp/opendp, issue 2944",
               {"epsilon": 1, "records": [0.5, 2.0]}, codes)  # fmt: skip

    def bits(faulty: bool) -> Release:
        def release(value: Any, rng: Rng) -> bytes:
            given = np.frombuffer(value if faulty else value.ljust(2, b"\0"), dtype=np.uint8)
            flips = rng.random(8 * len(given)) < 0.25
            return bytes(given ^ np.packbits(flips))

        return release

    yield Told("bits that are flipped, as many as there are", "opendp/opendp, issue 2930",
               {"epsilon": 2 * math.log(3), "pairs": [(b"\x01", b"\x01\x00"), (b"\x01", b"\x02")]},
               bits)  # fmt: skip


def main() -> None:
    """Print a row for each fault."""
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--only", default="", help="rows whose name contains this")
    options.add_argument("--twins", type=int, default=TWINS, help="pairs of draws")
    given = options.parse_args()
    found, alarms = 0, 0
    cases = [case for case in all_cases() if given.only in case.name]
    for case in cases:
        fault = case.audit(mended=False, seed=given.seed)
        twin = case.audit(mended=True, seed=given.seed, draws=given.twins)
        found += fault.verdict == VIOLATION
        alarms += twin.verdict == VIOLATION
        print(f"{case.name:62}{fault.verdict:20}{fault.pairs:>9}   {twin.verdict}", flush=True)
    print(f"{found} of {len(cases)} found, {alarms} alarms on twins")


if __name__ == "__main__":
    main()
