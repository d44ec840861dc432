"""Whether audits that found nothing would have found what they say they would.

    python -m benchmarks.power [--seeds 60] [--first 0] [--jobs 1] [--only WORD]

Each row is an honest sampler, audited with so many pairs of draws. Noise of exactly the share that
its report says would have shown, and leaks of exactly the probability, of several kinds, are then
planted in it, and audited as often as there are seeds, with as many pairs. Each figure is said to
be one of probability .95: the share of audits that find the fault should be no less.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

import dpproofs as dp
from dpproofs.auditing.sampler import VIOLATION, SamplerReport

SEEDS = 60
LEAKS = ("its input", "one value", "far away", "NaN")
AT = 12345.678  # the value that leaks


@dataclass(frozen=True)
class Case:
    """An honest sampler.

    Attributes
    ----------
    name
        Of its noise and its inputs.
    noise
        "laplace" or "normal".
    width
        Of the noise that is just enough.
    claim
        Arguments of an audit.
    pairs
        Of draws.
    """

    name: str
    noise: str
    width: float
    claim: dict[str, Any]
    pairs: int
    where: dict[str, Any] = field(default_factory=dict)

    def audit(self, sampler: Callable[..., Any], seed: int) -> SamplerReport:
        """An audit of a sampler with the claim and the draws of this case."""
        own = {**self.claim, **self.where}
        found: SamplerReport = dp.audit(sampler, max_draws=self.pairs, seed=seed, **own)
        return found

    def found(self, fault: str, size: float, seed: int) -> bool:
        """Whether an audit finds a fault of a size."""
        return self.audit(partial(faulty, self, fault, size), seed).verdict == VIOLATION


def faulty(
    case: Case, fault: str, fault_size: float, value: Any, size: int, rng: np.random.Generator
) -> Any:
    """Draws of a sampler that has too little noise, or leaks at the first of two inputs."""
    x = float(np.sum(value))
    width = case.width * (fault_size if fault == "noise" else 1)
    drawn = x + getattr(rng, case.noise)(scale=width, size=size)
    if fault == "noise":
        return drawn
    leaks = rng.random(size) < fault_size
    if fault == "its input":
        return np.where(leaks, x, drawn)
    told = {"one value": AT, "far away": 1e9 + drawn, "NaN": np.nan}[fault]
    return np.where(leaks & (x <= 0), told, drawn)


def cases() -> Iterator[Case]:
    """Claims, and numbers of draws."""
    for pairs in (300, 3000, 30_000):
        for epsilon in (0.1, 1.0, 3.0):
            yield Case(f"Laplace, epsilon {epsilon:g}", "laplace", 1 / epsilon,
                       {"epsilon": epsilon}, pairs)  # fmt: skip
        records = {"pairs": [([0.0], [1.0])]}
        yield Case("Laplace on records", "laplace", 1.0, {"epsilon": 1.0}, pairs, records)
        small = {"epsilon": 1.0, "alpha": 0.001}
        yield Case("Laplace, alpha 0.001", "laplace", 1.0, small, pairs)
        sigma = float(dp.Gaussian(1, 1e-3).sigma)
        normal = {"epsilon": 1.0, "delta": 1e-3}
        yield Case("normal, delta 0.001", "normal", sigma, normal, pairs)


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.seeds)
    print("| sampler | pairs | fault | size | found |\n| --- | ---: | --- | ---: | ---: |")
    with ProcessPoolExecutor(given.jobs) as pool:
        for case in cases():
            if given.only not in case.name:
                continue
            power = case.audit(partial(faulty, case, "noise", 1.0), 0).power
            sizes = {"noise": power.scale, **dict.fromkeys(LEAKS, power.leak)}
            for fault, size in sizes.items():
                if size is not None:
                    found = sum(pool.map(partial(case.found, fault, size), seeds))
                    row = case.name, f"{case.pairs:,}", fault, f"{size:g}", f"{found}/{len(seeds)}"
                    print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
