"""Draws until a violation is detected, beside the information-theoretic need.

    python -m benchmarks.detection [--seeds 40] [--first 0] [--quick] [--jobs 1] [--only WORD]
                                   [--landmarks]

Each row is a sampler that does not keep its claim, audited as a black box until the evidence
reaches 1/alpha: the median number of pairs of draws and its quartiles over seeds, and the ratio to
the need, which `benchmarks.needs` defines, of the best half-line, of the best set of any kind at
inputs as far apart as neighbours can be, where most is drawn, and of that at the best inputs.
Three rows at the end are samplers whose fault costs accuracy, not privacy: nothing is to be found.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.needs import Distribution, Need, divergence, need
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import About, Target
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.mechanisms import (
    DiscreteStaircase,
    Gaussian,
    Geometric,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
)

ALPHA = 0.05
SEEDS = 40
MOST = 30  # times the need that is drawn at most
KEPT = 100_000  # pairs, where there is nothing to be found
BAR = 3  # ratio to the need of any set
QUICK = (9, 50_000)  # seeds and the largest need of a quick run

Sampler = Callable[[int, np.random.Generator], NDArray[Any]]


@dataclass(frozen=True)
class Case:
    """A sampler and what it claims to be.

    Attributes
    ----------
    name
        Of the sampler, with its fault.
    claim
        That it is said to keep.
    sampler
        Draws noise.
    noise
        Its distribution, for the need.
    marks
        Steps, edges and atoms of the noise.
    integers
        Whether inputs and noise are integers.
    inputs
        Where it is audited; empty for where the audit chooses to.
    """

    name: str
    claim: PrivacyClaim
    sampler: Sampler
    noise: Distribution
    marks: tuple[float, ...] = ()
    integers: bool = False
    inputs: tuple[float, ...] = ()

    def target(self, *, landmarks: bool) -> Target:
        """The sampler added to numbers, with or without its marks."""
        marks = self.marks if landmarks else ()
        return AdditiveTarget(About(self.name), self.sampler, integers=self.integers, steps=marks)

    def need(self) -> Need:
        """Pairs of draws that detection takes at least, about."""
        return need(self.noise, self.claim, ALPHA, marks=(0.0, *self.marks))


@dataclass(frozen=True)
class Leak(Case):
    """Laplace noise of the right scale, and now and then an outcome that gives the input away.

    Attributes
    ----------
    probability
        Of such an outcome.
    outcome
        From inputs to what is returned instead, at those inputs.
    at
        The only input at which it happens; None for all of them.
    digits
        To which all outputs are rounded.
    """

    probability: float = 0.01
    outcome: Callable[[float], float] = float
    at: float | None = 0.0
    digits: int | None = None

    def target(self, *, landmarks: bool) -> Target:
        del landmarks
        return Leaking(self)

    def need(self) -> Need:
        """Of the best set: the outcome at the input, which the neighbour never has."""
        p, q = np.array([self.probability]), np.zeros(1)
        draws = -math.log(ALPHA) / float(divergence(p, q, self.claim)[0])
        return Need(draws, draws, self.claim.sensitivity, draws)


class Leaking(Target):
    """A leak as a target."""

    seeded = True

    def __init__(self, leak: Leak) -> None:
        self.about, self.leak = About(leak.name), leak

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> NDArray[Any]:
        leak = self.leak
        noisy = value + leak.sampler(count, rng)
        if leak.digits is not None:
            noisy = np.round(noisy, leak.digits)
        if leak.at is not None and value != leak.at:
            return noisy
        return np.where(rng.random(count) < leak.probability, leak.outcome(value), noisy)


def numpy_noise(name: str, scale: float) -> tuple[Sampler, Distribution]:
    """A method of NumPy's generator, and its distribution."""

    def draw(count: int, rng: np.random.Generator) -> NDArray[Any]:
        return getattr(rng, name)(scale=scale, size=count)

    families = {"laplace": stats.laplace, "normal": stats.norm}
    return draw, families[name](scale=scale)


def own(noise: Any) -> tuple[Sampler, Distribution]:
    """One of our mechanisms, with the parameters of a faulty one."""
    return lambda count, rng: noise.sample(count, rng=rng), noise


def staircase_with(weight: float, epsilon: float, gamma: float) -> tuple[Sampler, Distribution]:
    """Algorithm 1 of Geng and Viswanath with another weight in place of gamma.

    The steps have the widths of gamma, but their inner parts are chosen as often as those of
    ``weight`` would be.
    """
    b = math.exp(-epsilon)
    inner = weight / (weight + (1 - weight) * b)

    def draw(count: int, rng: np.random.Generator) -> NDArray[Any]:
        sign = rng.choice([-1.0, 1.0], count)
        period = rng.geometric(1 - b, count) - 1
        place = rng.random(count)
        outer = rng.random(count) >= inner
        return sign * (period + np.where(outer, gamma + (1 - gamma) * place, gamma * place))

    periods = np.arange(math.ceil(40 / epsilon))
    steps = np.stack([periods, periods + gamma], axis=1).reshape(-1)[1:]
    masses = (1 - b) / 2 * np.outer(b**periods, [inner, 1 - inner]).reshape(-1)[:-1]
    edges = np.concatenate([-steps[::-1], [0.0], steps])
    mass = np.concatenate([masses[::-1], masses])
    return draw, stats.rv_histogram((mass, edges), density=False)


def violations() -> Iterator[Case]:
    """Samplers that do not keep their claims."""
    pure = PrivacyClaim(1.0)
    for factor in (0.5, 0.8, 0.9):
        yield Case(f"Laplace, scale x {factor:g}", pure, *numpy_noise("laplace", factor))
    for epsilon, factor in ((0.1, 0.5), (0.3, 0.8)):
        noise = numpy_noise("laplace", factor / epsilon)
        yield Case(f"Laplace, scale x {factor:g}", PrivacyClaim(epsilon), *noise)
    for delta, factor in ((1e-3, 0.8), (1e-5, 0.5), (1e-5, 0.8)):
        sigma = math.sqrt(Gaussian(1, delta).expected_cost(2))
        noise = numpy_noise("normal", factor * sigma)
        yield Case(f"Gaussian, sigma x {factor:g}", PrivacyClaim(1.0, delta), *noise)
    yield from _staircases()
    yield from _bounded()
    yield from _leaks()
    yield Case("geometric, epsilon x 1.25", pure, *own(Geometric(1.25)), integers=True)
    discrete = DiscreteStaircase(1, 3)
    noise = own(discrete)
    wider = PrivacyClaim(1.0, 0, 4)
    yield Case("discrete staircase, period 3 of 4", wider, *noise, integers=True)


def _staircases() -> Iterator[Case]:
    pure, gamma = PrivacyClaim(1.0), Staircase(1).gamma
    steps = tuple(s * (k + gamma) for k in range(6) for s in (-1, 1))
    for weight in (0.9, 0.5, 0.25):
        name = f"staircase, gamma {gamma:.2f}, weights of {weight:g}"
        yield Case(name, pure, *staircase_with(weight, 1, gamma), steps)
    for period in (0.5, 0.8):
        noise = Staircase(1, period)
        marks = tuple(noise.knots(6 * period).tolist())
        yield Case(f"staircase, period x {period:g}", pure, *own(noise), marks)


def _leaks() -> Iterator[Case]:
    """Atoms inside the range of the noise and far out of it, the input itself, and failures."""
    claim = PrivacyClaim(1.0)
    noise = numpy_noise("laplace", 1.0)
    for p in (0.01, 0.002, 0.001):
        yield Leak(f"leak, atom, {p:g}", claim, *noise, probability=p, outcome=lambda _: 0.375)
    for p in (0.01, 0.001):
        yield Leak(f"leak, far out, {p:g}", claim, *noise, probability=p, outcome=lambda _: 1e6)
        yield Leak(f"leak, NaN, {p:g}", claim, *noise, probability=p, outcome=lambda _: math.nan)
    yield Leak("leak, the input itself, 0.001", claim, *noise, probability=1e-3, at=None)
    for p in (0.01, 0.001):
        name = f"leak, the input among a grid, {p:g}"
        own_input = {"probability": p, "at": None, "digits": 2, "inputs": (1 / 3,)}
        yield Leak(name, claim, *noise, **own_input)  # type: ignore[arg-type]
    wider = PrivacyClaim(0.3, 1e-3)
    noise = numpy_noise("laplace", 1 / 0.3)
    yield Leak("leak, atom, 0.01", wider, *noise, probability=0.01, outcome=lambda _: 0.375)


def _bounded() -> Iterator[Case]:
    good = TruncatedLaplace(1, 0.01)
    claim = PrivacyClaim(1.0, 0.01)
    for name, scale, bound in (
        ("A x 0.5", 1.0, 0.5),
        ("A x 0.8", 1.0, 0.8),
        ("scale x 0.5", 0.5, 1.0),
        ("scale x 0.8", 0.8, 1.0),
    ):
        noise = TruncatedLaplace.from_bounds(scale * good.scale, bound * good.bound)
        marks = tuple(noise.knots(100).tolist())
        yield Case(f"truncated Laplace, {name}", claim, *own(noise), marks)
    half = UniformWithAtom(0.2, alpha=0)
    yield Case("uniform, half the width", PrivacyClaim(0, 0.1), *own(half), (-2.5, 2.5))
    wide = UniformWithAtom(0.02, alpha=0)
    yield Case("uniform, half the width", PrivacyClaim(0, 0.01), *own(wide), (-25, 25))
    large = with_atom(0.85)
    yield Case("uniform, atom 0.85 for 0.8", PrivacyClaim(0, 0.9), *own(large), (-1, 0, 1))


def with_atom(atom: float) -> UniformWithAtom:
    """The atom of another size than 0.8, the uniform part as wide as that of delta = 0.9."""
    return UniformWithAtom(atom + (1 - atom) / 2, alpha=atom)


def kept() -> Iterator[Case]:
    """Samplers that are not what they should be, and keep the claim all the same."""
    claim, marks = PrivacyClaim(0, 0.9), (-1.0, 0.0, 1.0)
    yield Case("uniform, atom 0.7 for 0.8", claim, *own(with_atom(0.7)), marks)
    yield Case("uniform, atom missing", claim, *own(with_atom(0.0)), marks)
    noise = own(Staircase(1, gamma=0.9))
    yield Case("staircase, gamma 0.9 all through", PrivacyClaim(1.0), *noise)


@cache
def cases() -> list[Case]:
    """All of them, numbered."""
    return [*violations(), *kept()]


def detected(number: int, most: float, landmarks: bool, seed: int) -> float:
    """Pairs of draws of one audit; infinite when it found nothing in ``most`` of them."""
    case = cases()[number]
    target = case.target(landmarks=landmarks)
    audit = Audit.of(target, case.claim, seed=seed, inputs=case.inputs)
    audit.run(Budget(ALPHA, int(most)), Here(target))
    return audit.process.pairs if audit.process.log_e >= -math.log(ALPHA) else math.inf


def row(number: int, wanted: Need, seeds: range, landmarks: bool, spread: Any) -> str:
    """One line of the table."""
    case, start = cases()[number], time.perf_counter()
    known = min(wanted.half_line, wanted.any_set)
    most = MOST * known if math.isfinite(known) else KEPT
    counts = list(spread(partial(detected, number, most, landmarks), seeds))
    low, median, high = np.quantile(counts, [0.25, 0.5, 0.75], method="nearest")
    claim = f"({case.claim.epsilon:g}, {case.claim.delta:g})"
    text = f"{case.name:38}{claim:>11}{wanted.half_line:>11,.0f}{wanted.any_set:>11,.0f}"
    text += f"{median:>11,.0f}{low:>11,.0f} ..{high:>11,.0f}"
    if math.isinf(known):
        alarms = sum(map(math.isfinite, counts))
        return f"{text}   {alarms} of {len(seeds)} alarms"
    ratio = median / wanted.half_line, median / wanted.farthest, median / wanted.any_set
    verdict = "ok" if ratio[2] <= BAR else "above"
    best = f"{wanted.shift:>7g}{time.perf_counter() - start:>7.0f}"
    return f"{text}{ratio[0]:>9.2f}{ratio[1]:>9.2f}{ratio[2]:>9.2f} {verdict:5}{best}"


HEADER = (
    f"{'sampler':38}{'claim':>11}{'need: half':>11}{'any set':>11}{'median':>11}{'quartiles':>25}"
    f"{'ratio':>9}{'farthest':>9}{'any set':>9}{'':6}{'shift':>7}{'s':>7}"
)


def main() -> None:
    """Print the table, a line as soon as it is known."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seeds", type=int, default=SEEDS)
    options.add_argument("--first", type=int, default=0, help="the first seed; others are fresh")
    options.add_argument("--quick", action="store_true", help="few seeds, and no large needs")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--only", default="", help="rows whose name contains this")
    options.add_argument("--landmarks", action="store_true", help="tell steps, edges and atoms")
    given = options.parse_args()
    seeds, largest = QUICK if given.quick else (given.seeds, math.inf)
    pool = ProcessPoolExecutor(given.jobs) if given.jobs > 1 else nullcontext()
    print(HEADER, flush=True)
    with pool as workers:
        for number, case in enumerate(cases()):
            if given.only not in case.name:
                continue
            wanted = case.need()
            if largest < wanted.half_line < math.inf:
                continue
            spread = map if workers is None else workers.map
            print(
                row(
                    number, wanted, range(given.first, given.first + seeds), given.landmarks, spread
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
