"""How narrow brackets of composition are, and what they cost, beside Google's dp-accounting.

``python -m benchmarks.accountants [--interval H]`` prints a row a case: the bracket here and its
processor time, and what dp-accounting gives from both sides on a grid of the interval.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import dpproofs as dp

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Case:
    """Rounds of one kind of noise: its name in dp-accounting, with its deviation or scale."""

    kind: str
    parameter: float
    sampling: float
    count: int
    delta: float

    def ours(self) -> Bounds:
        """The bracket of an epsilon that `dp.compose` gives by default."""
        if self.kind == "gaussian":
            noise: dp.Gaussian | dp.Laplace = dp.Gaussian.of_sigma(self.parameter)
        else:
            noise = dp.Laplace(1 / self.parameter)
        lower, upper = dp.compose(noise, self.count, sampling=self.sampling).epsilon(self.delta)
        return lower, upper

    def theirs(self, interval: float) -> Bounds:
        """The optimistic and the pessimistic epsilon of dp-accounting."""
        from dp_accounting.pld import privacy_loss_distribution as pld

        make = getattr(pld, f"from_{self.kind}_mechanism")
        lower, upper = (
            make(
                self.parameter,
                value_discretization_interval=interval,
                sampling_prob=self.sampling,
                pessimistic_estimate=pessimistic,
                use_connect_dots=pessimistic,
            )
            .self_compose(self.count)
            .get_epsilon_for_delta(self.delta)
            for pessimistic in (False, True)
        )
        return lower, upper


CASES = [
    Case("laplace", 10, 1, 100, 1e-5),
    Case("gaussian", 10, 1, 100, 1e-5),
    Case("gaussian", 1, 0.01, 1000, 1e-5),
    Case("gaussian", 0.8, 0.001, 10_000, 1e-6),
    Case("gaussian", 4, 0.00033, 10_000, 1.13e-18),
    Case("gaussian", 1, 0.2, 10, 1e-5),
    Case("gaussian", 300, 1, 1, 1e-5),
    Case("gaussian", 0.6, 0.02, 5000, 1e-8),
    Case("laplace", 1, 1, 10, 1e-6),
    Case("laplace", 1, 1, 1000, 1e-6),
    Case("laplace", 2, 0.05, 100, 1e-6),
    Case("laplace", 0.5, 0.01, 1000, 1e-9),
    Case("laplace", 100, 1, 10_000, 1e-10),
    Case("gaussian", 1, 1, 1, 1e-10),
    Case("gaussian", 2, 1, 30, 1e-6),
    Case("gaussian", 50, 1, 10_000, 1e-12),
    Case("gaussian", 0.9, 0.02, 200, 1e-6),
    Case("gaussian", 2, 0.1, 300, 1e-9),
    Case("gaussian", 1.5, 0.5, 20, 1e-5),
    Case("gaussian", 5, 1, 10, 1e-40),
]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interval", type=float, default=1e-4, help="of dp-accounting's grid")
    interval = parser.parse_args().interval
    print("| noise | rate | rounds | δ | ε here | width | s | dp-accounting | width | s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for case in CASES:
        parts = [f"{case.kind} {case.parameter:g}", f"{case.sampling:g}"]
        parts += [f"{case.count:,}", f"{case.delta:g}"]
        for question in (case.ours, lambda case=case: case.theirs(interval)):
            parts += measured(question)
        print("| " + " | ".join(parts) + " |", flush=True)


def measured(question: Callable[[], Bounds]) -> list[str]:
    """Bounds, their width relative to the upper one, and the processor time they took."""
    start = time.process_time()
    lower, upper = question()
    seconds = f"{time.process_time() - start:.2f}"
    if math.isinf(upper):
        return [f"{lower:.6g} to ∞", "∞", seconds]
    return [f"{lower:.6g} to {upper:.6g}", f"{(upper - lower) / upper:.1e}", seconds]


if __name__ == "__main__":
    main()
