"""How often a sampler that keeps its claim is called a violation, and what its e-values average.

    python -m benchmarks.false_alarms [--seeds 100] [--draws 3000] [--alpha .05] [--jobs 2]
                                      [--only WORD]

Every sampler is calibrated to its claim, where false alarms are most likely. Audits go on to the
end of their budget of pairs of draws. An alarm is an e-value that reached 1/alpha on the way, which
happens with probability alpha at most. The mean of the e-values is at most 1, at the end as at any
stopping time: here the first at which the e-value reached 2, or the end.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.confirmation import lower_limit, upper_limit
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import About, Pair, Target
from dpproofs.auditing.targets import find
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.callables import target_of
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import (
    DiscreteStaircase,
    Gaussian,
    Geometric,
    Laplace,
    LightTailedLaplace,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
)

ALPHA = 0.05
CONFIDENCE = 0.95
SEEDS = 100
DRAWS = 3_000
STOP = math.log(2)

PURE = PrivacyClaim(1.0)
Function = Callable[[Any, int, np.random.Generator], NDArray[Any]]


@dataclass(frozen=True)
class Honest:
    """A sampler that keeps its claim; ``make`` raises BadInput when its library is missing."""

    name: str
    claim: PrivacyClaim
    make: Callable[[], Target]


@dataclass(frozen=True)
class Answers(Target):
    """Categories or vectors at one pair of inputs, drawn by a function like `Target.draw`."""

    pair: Pair
    function: Function
    about: About = About("answers")  # noqa: RUF009 (frozen)

    @property
    def seeded(self) -> bool:
        return True

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> NDArray[Any]:
        return self.function(value, count, rng)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair]:
        del claim
        return [self.pair]


def ours() -> Iterator[Honest]:
    """Every mechanism of the package."""
    for noise in (
        Laplace(0.1),
        Laplace(1),
        Laplace(5),
        Gaussian(1, 1e-3),
        Gaussian(0.2, 1e-2),
        Staircase(1),
        Staircase(3, cost=2),
        TruncatedLaplace(1, 1e-2),
        TruncatedLaplace(0.3, 0.1),
        LightTailedLaplace(1, 1e-2, bend=0.5),
        UniformWithAtom(0.1),
        UniformWithAtom(0.9),
        Geometric(1),
        DiscreteStaircase(1, 3),
    ):
        epsilon, delta = (float(getattr(noise, name, 0)) for name in ("epsilon", "delta"))
        claim = PrivacyClaim(epsilon, delta, float(noise.sensitivity))
        label = f"{type(noise).__name__} ({epsilon:g}, {delta:g})"
        yield Honest(label, claim, partial(target_of, noise, claim))


def of_numpy() -> Iterator[Honest]:
    """NumPy's generators, calibrated."""
    sigma = math.sqrt(Gaussian(1, 1e-5).expected_cost(2))
    stop = 1 - math.exp(-1.0)

    def laplace(count: int, rng: np.random.Generator) -> NDArray[Any]:
        return rng.laplace(size=count)

    def normal(count: int, rng: np.random.Generator) -> NDArray[Any]:
        return rng.normal(scale=sigma, size=count)

    def geometric(count: int, rng: np.random.Generator) -> NDArray[Any]:
        return rng.geometric(stop, count) - rng.geometric(stop, count)

    yield Honest("numpy laplace", PURE, _added(laplace))
    yield Honest("numpy normal (1, 1e-5)", PrivacyClaim(1.0, 1e-5), _added(normal))
    yield Honest("numpy geometric difference", PURE, _added(geometric, integers=True))


def _added(sampler: Callable[..., NDArray[Any]], *, integers: bool = False) -> Callable[[], Target]:
    return partial(AdditiveTarget, About("numpy"), sampler, integers=integers)


def of_answers() -> Iterator[Honest]:
    """Answers that are no numbers, and draws whose randomness is the same at both inputs."""
    truth = math.e / (1 + math.e)

    def response(value: int, count: int, rng: np.random.Generator) -> NDArray[Any]:
        return np.where(rng.random(count) < truth, value, 1 - value).astype(str)

    def histogram(value: Sequence[int], count: int, rng: np.random.Generator) -> NDArray[Any]:
        return np.array(value) + rng.laplace(size=(count, len(value)))

    yield Honest("randomised response", PURE, partial(Answers, Pair(0, 1), response))
    bins = Pair((1, 2, 1), (1, 3, 1))
    yield Honest("histogram of three bins", PURE, partial(Answers, bins, histogram))
    shared = partial(Answers, Pair(0.0, 1.0), _with_shared_noise)
    yield Honest("Laplace, noise shared by both", PURE, shared)


def _with_shared_noise(value: float, count: int, rng: np.random.Generator) -> NDArray[Any]:
    """The same noise for the same number of draws whatever the value is, but new each round."""
    seed = rng.bit_generator.seed_seq.entropy[:-1]  # type: ignore[attr-defined]
    return value + np.random.default_rng(seed).laplace(size=count)


def of_opendp() -> Iterator[Honest]:
    """OpenDP's samplers, as they calibrate themselves."""
    for name, delta in (("laplace", 0.0), ("gaussian", 1e-3), ("geometric", 0.0)):
        claim = PrivacyClaim(1.0, delta)
        title = f"opendp {name} (1, {delta:g})"
        yield Honest(title, claim, partial(find, f"opendp:{name}", claim))


@cache
def honest() -> list[Honest]:
    """All of them, numbered."""
    return [*ours(), *of_numpy(), *of_answers(), *of_opendp()]


def audited(number: int, draws: int, alpha: float, seed: int) -> list[float]:
    """log of the e-value: the largest, the one at the stopping time, the last."""
    sampler = honest()[number]
    audit = Audit.of(sampler.make(), sampler.claim, seed=seed)
    audit.run(Budget(alpha, draws, to_the_end=True), Here(audit.target))
    if audit.error is not None:
        raise RuntimeError(audit.error)
    path = [log_e for _, log_e in audit.process.history]
    return [max(path), next((log_e for log_e in path if log_e >= STOP), path[-1]), path[-1]]


HEADER = f"{'sampler':34}{'audits':>8}{'alarms':>8}   {'95 % of the rate':18}"
HEADER += f"{'mean e, end':>20}{'mean e, stopped':>20}{'s':>7}"


def row(name: str, audits: Sequence[Sequence[float]], seconds: float, alpha: float) -> str:
    """One line of the table."""
    largest, stopped, last = np.array(audits).T
    alarms, count = int((largest >= -math.log(alpha)).sum()), len(largest)
    low, high = (limit(alarms, count, (1 - CONFIDENCE) / 2) for limit in (lower_limit, upper_limit))
    means = f"{_mean(last):>20}{_mean(stopped):>20}"
    return f"{name:34}{count:>8}{alarms:>8}   [{low:.4f}, {high:.4f}]  {means}{seconds:>7.0f}"


def _mean(logs: NDArray[np.float64]) -> str:
    """Mean and standard error of e-values given by their logarithms."""
    values = np.exp(logs)
    return f"{values.mean():.3f} +- {values.std(ddof=1) / math.sqrt(values.size):.3f}"


def main() -> None:
    """Print the table, a line as soon as it is known, and a last one for all together."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seeds", type=int, default=SEEDS)
    options.add_argument("--draws", type=int, default=DRAWS)
    options.add_argument("--alpha", type=float, default=ALPHA)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--only", default="", help="rows whose name contains this")
    given = options.parse_args()
    together: list[Sequence[float]] = []
    start = time.perf_counter()
    print(HEADER, flush=True)
    with ProcessPoolExecutor(given.jobs) as pool:
        for number, sampler in enumerate(honest()):
            if given.only not in sampler.name:
                continue
            began = time.perf_counter()
            work: Iterable[list[float]]
            try:
                one = partial(audited, number, given.draws, given.alpha)
                work = list(pool.map(one, range(given.seeds)))
            except BadInput as error:
                print(f"{sampler.name} skipped: {error}", flush=True)
                continue
            together += work
            print(row(sampler.name, work, time.perf_counter() - began, given.alpha), flush=True)
    if together:
        print(row("all together", together, time.perf_counter() - start, given.alpha), flush=True)


if __name__ == "__main__":
    main()
