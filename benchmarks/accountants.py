"""What accountants say of the epsilon of many rounds: how narrow, how fast, in how much memory.

``python -m benchmarks.accountants [--seconds S] [--gap G]`` prints a row a case. Each accountant
runs in a process of its own, for S seconds of processor time and in 2 GB at most, and is asked for
bounds that lie within the share G of each other; where it has a grid, the coarsest one that reaches
this counts. What is not installed is left out: dp-accounting comes with ``dpproofs[oracles]``,
prv-accountant and autodp by pip with ``--no-deps``.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import multiprocessing
import resource
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from statistics import median

import dpproofs as dp

MEMORY = 2 << 30
INTERVALS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)  # of dp-accounting's grids
PATIENCE = 60  # seconds that a finer grid may take
LEAST = 0.01  # an epsilon below is bracketed to the width that this one would have


@dataclass(frozen=True)
class Case:
    """Rounds of one kind of noise, with its deviation or scale."""

    kind: str
    parameter: float
    sampling: float
    count: int
    delta: float


@dataclass(frozen=True)
class Found:
    """Bounds on an epsilon, processor seconds, and the most memory in megabytes."""

    lower: float
    upper: float
    seconds: float = 0
    megabytes: float = math.nan

    @property
    def width(self) -> float:
        """Relative to the upper bound, or to the least epsilon that counts."""
        return (self.upper - self.lower) / max(self.upper, LEAST)


def dpproofs(case: Case, gap: float) -> Found:
    """The bracket of `dp.compose`."""
    if case.kind == "gaussian":
        noise: dp.Gaussian | dp.Laplace = dp.Gaussian.of_sigma(case.parameter)
    else:
        noise = dp.Laplace(1 / case.parameter)
    dp.compose(noise, 1).epsilon(0.1)  # imports what is needed
    start = time.process_time()
    account = dp.compose(noise, case.count, sampling=case.sampling, gap=gap)
    return Found(*account.epsilon(case.delta), time.process_time() - start)


def dp_accounting(case: Case, gap: float) -> Found:
    """Optimistic and pessimistic distributions of losses, connected dots above."""
    from dp_accounting.pld import privacy_loss_distribution as pld

    make = getattr(pld, f"from_{case.kind}_mechanism")

    def bounds(interval: float) -> Found:
        start = time.process_time()
        lower, upper = (
            make(
                case.parameter,
                value_discretization_interval=interval,
                sampling_prob=case.sampling,
                pessimistic_estimate=pessimistic,
                use_connect_dots=pessimistic,
            )
            .self_compose(case.count)
            .get_epsilon_for_delta(case.delta)
            for pessimistic in (False, True)
        )
        return Found(lower, upper, time.process_time() - start)

    best = Found(0, math.inf)
    for interval in INTERVALS:
        try:
            best = bounds(interval)
        except MemoryError:
            break
        if best.width <= gap or 10 * best.seconds > PATIENCE:
            break
    return best


def prv_accountant(case: Case, gap: float) -> Found:
    """Privacy random variables on a grid that is chosen for an absolute error."""
    from prv_accountant import (
        GaussianMechanism,
        LaplaceMechanism,
        PoissonSubsampledGaussianMechanism,
        PRVAccountant,
    )

    if case.kind == "laplace" and case.sampling < 1:
        raise NotImplementedError("sampled Laplace noise")
    if case.kind == "laplace":
        round_ = LaplaceMechanism(1 / case.parameter)
    elif case.sampling < 1:
        round_ = PoissonSubsampledGaussianMechanism(
            noise_multiplier=case.parameter, sampling_probability=case.sampling
        )
    else:
        round_ = GaussianMechanism(case.parameter)
    rough = dpproofs(case, 0.1).upper
    start = time.process_time()
    account = PRVAccountant(
        prvs=[round_],
        max_self_compositions=[case.count],
        eps_error=gap / 2 * max(rough, LEAST),
        delta_error=case.delta * gap / 10,
    )
    lower, _, upper = account.compute_epsilon(case.delta, [case.count])
    return Found(lower, upper, time.process_time() - start)


def autodp(case: Case, _: float) -> Found:
    """Moments, so that there is no lower bound."""
    from autodp.mechanism_zoo import GaussianMechanism, LaplaceMechanism
    from autodp.transformer_zoo import AmplificationBySampling, Composition

    start = time.process_time()
    make = {"gaussian": GaussianMechanism, "laplace": LaplaceMechanism}[case.kind]
    noise = make(case.parameter, name="noise")
    if case.sampling < 1:
        sampled = AmplificationBySampling(PoissonSampling=True)
        noise = sampled(noise, case.sampling, improved_bound_flag=True)
    upper = float(Composition()([noise], [case.count]).get_approxDP(case.delta))
    return Found(0, upper, time.process_time() - start)


PEERS = {
    name: find
    for name, find in {
        "dpproofs": dpproofs,
        "dp_accounting": dp_accounting,
        "prv_accountant": prv_accountant,
        "autodp": autodp,
    }.items()
    if importlib.util.find_spec(name)
}

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
    """Print the table, and our time over dp-accounting's where that reached the gap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=120, help="of processor time for an answer")
    parser.add_argument("--gap", type=float, default=1e-4, help="relative width that is asked for")
    given = parser.parse_args()
    print(f"| noise | rate | rounds | δ | ε | {' | '.join(PEERS)} |")
    print(f"| --- | ---: | ---: | ---: | ---: |{' ---: |' * len(PEERS)}")
    ratios = []
    for case in CASES:
        found = {name: alone(find, case, given.gap, given.seconds) for name, find in PEERS.items()}
        ours, theirs = found["dpproofs"], found.get("dp_accounting")
        print(f"| {row(case, found)} |", flush=True)
        if isinstance(ours, Found) and isinstance(theirs, Found) and theirs.width <= given.gap:
            ratios.append(ours.seconds / theirs.seconds)
    if ratios:
        print(f"\n{len(ratios)} cases reached by dp_accounting: {median(ratios):.2f} of its time")


def row(case: Case, found: dict[str, Found | str]) -> str:
    """A line of the table."""
    ours = found["dpproofs"]
    bracket = f"{ours.lower:.6g} to {ours.upper:.6g}" if isinstance(ours, Found) else ours
    cells = [f"{case.kind} {case.parameter:g}", f"{case.sampling:g}", f"{case.count:,}"]
    cells += [f"{case.delta:g}", bracket]
    for name, bounds in found.items():
        if isinstance(bounds, str):
            cells.append(bounds)
            continue
        width = "∞" if math.isinf(bounds.upper) else f"{bounds.width:.1e}"
        width = f"ε ≤ {bounds.upper:.5g}" if name == "autodp" else width
        cells.append(f"{width}, {bounds.seconds:.2g} s, {bounds.megabytes:.0f} MB")
    return " | ".join(cells)


def alone(
    find: Callable[[Case, float], Found], case: Case, gap: float, seconds: int
) -> Found | str:
    """What an accountant answers in a process of its own, or why it does not."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    child = spawn.Process(target=answer, args=(theirs, find.__name__, case, gap, seconds))
    child.start()
    theirs.close()
    try:
        found: Found | str = ours.recv()
    except EOFError:
        found = "no answer"
    child.join()
    return found


def answer(pipe: Connection, name: str, case: Case, gap: float, seconds: int) -> None:
    """Send bounds with what they took, or the name of the exception."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        found = PEERS[name](case, gap)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        pipe.send(replace(found, megabytes=most))
    except Exception as error:  # noqa: BLE001  # of other libraries anything can be expected
        pipe.send(type(error).__name__)


if __name__ == "__main__":
    main()
