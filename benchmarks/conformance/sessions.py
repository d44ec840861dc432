"""How often a session of tests fails on correct samplers: thousands of seeded sessions.

    python -m benchmarks.conformance.sessions [--sessions 3000] [--ledger 20000] [--part 1]
                                              [--processor]

First the division of the budget alone, where it is tightest: every check has an exactly uniform
p-value, and sessions differ in how many checks were planned and made, and how. Then sessions of
real checks on samplers that are calibrated to their claim, where false alarms are most likely: what
a session fails with is what `assert_private` and the suite's checks raise. Each session has a seed
of its own; how far the clock lets a check go differs between runs.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Any

import numpy as np
from scipy import stats

from benchmarks.conformance.clock import by_processor
from dpproofs.auditing.sampler.confirmation import lower_limit, upper_limit
from dpproofs.mechanisms import (
    Gaussian,
    Geometric,
    Laplace,
    Staircase,
    TruncatedLaplace,
    UniformWithAtom,
)
from dpproofs.testing import ConformanceFailure, NotAudited, assert_private
from dpproofs.testing.budget import Ledger, share_of_worker
from dpproofs.testing.sampler import Sampler, sampler_of
from dpproofs.testing.session import ALPHA, Session, enter, leave
from dpproofs.testing.suite import named_checks

CONFIDENCE = 0.95
EVERY = 250  # sessions that are told of at a time


def plain(planned: int, made: int) -> Callable[[np.random.Generator], bool]:
    """A session that makes so many checks, whatever was planned."""

    def fails(rng: np.random.Generator) -> bool:
        ledger = Ledger(ALPHA, planned)
        return any(rng.random() <= ledger.next() for _ in range(made))

    return fails


def workers(count: int, made: int, crashed: int) -> Callable[[np.random.Generator], bool]:
    """Workers that share the checks evenly; some crash after half of theirs and are replaced."""

    def fails(rng: np.random.Generator) -> bool:
        each = math.ceil(made / count)
        for number in range(count + crashed):
            ledger = Ledger(ALPHA * share_of_worker(number, count), each)
            if any(rng.random() <= ledger.next() for _ in range(each)):
                return True
        return False

    return fails


def until_failure(most: int) -> Callable[[np.random.Generator], bool]:
    """Somebody who runs the same test again until it fails; one check was planned."""
    return plain(1, most)


def reruns(made: int, times: int) -> Callable[[np.random.Generator], bool]:
    """Each failing test is run again, and a session fails when any run of any test fails."""

    def fails(rng: np.random.Generator) -> bool:
        ledger = Ledger(ALPHA, made)
        return any(rng.random() <= ledger.next() for _ in range(made * times))

    return fails


DIVISIONS: dict[str, Callable[[np.random.Generator], bool]] = {
    "10 planned, 10 made": plain(10, 10),
    "1,000 planned, 1,000 made": plain(1000, 1000),
    "1,000 planned, 30 made (-k)": plain(1000, 30),
    "1 planned, 1,000 made": plain(1, 1000),
    "xdist, 4 workers, 200 checks": workers(4, 200, 0),
    "xdist, 4 workers, 3 crashes": workers(4, 200, 3),
    "again until it fails, 2,000 times": until_failure(2000),
    "reruns, 100 tests three times each": reruns(100, 3),
}


def bounded(name: str, seed: int, count: int) -> tuple[str, int]:
    """How many of the sessions fail, by an exactly uniform p-value at each check."""
    rng = np.random.default_rng((seed, len(name)))
    return name, sum(DIVISIONS[name](rng) for _ in range(count))


@cache
def samplers() -> list[Sampler]:
    """Calibrated to their claims; the last two without a generator of their own."""
    b = math.exp(-1)
    state = np.random.default_rng(17)

    def python(value: float, size: int) -> Any:
        return value + state.laplace(size=size)

    def integers(value: int, size: int, rng: np.random.Generator) -> Any:
        return value + rng.geometric(1 - b, size) - rng.geometric(1 - b, size)

    noises = [Laplace(1), Laplace(0.2), Gaussian(1, 1e-2), Staircase(1), TruncatedLaplace(1, 0.01)]
    made = [sampler_of(noise) for noise in (*noises, UniformWithAtom(0.5), Geometric(1))]
    made.append(sampler_of(python, epsilon=1, law=stats.laplace()))
    return [*made, sampler_of(integers, epsilon=1, law=Geometric(1))]


CHECKS = (
    "draws_are_independent",
    "is_private_on_random_sets",
    "distribution_is_as_claimed",
    "tails_are_as_claimed",
    "support_is_as_claimed",
    "moments_are_as_claimed",
    "noise_is_the_same_at_every_input",
    "draws_do_not_repeat",
)
PAIRS = 300
SECONDS = 0.0002


def tests(seed: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The tests of a session, by name: three checks of each sampler, of one its privacy too."""
    checks = named_checks(CHECKS, "checks")
    for number, sampler in enumerate(samplers()):
        if (number + seed) % 9 == 0:  # it takes most of the time
            yield f"{sampler.name}[{number}]", lambda s=sampler: _private(s)
        for check in (checks[number % 8], checks[(number + 3) % 8], checks[(number + 5) % 8]):
            if not check.missing(sampler):
                yield f"{sampler.name}[{number}-{check.name}]", lambda s=sampler, c=check: c(s)


def _private(sampler: Sampler) -> None:
    assert_private(sampler, max_draws=PAIRS, seconds=5.0)


def session(seed: int, part: int = 1) -> tuple[list[str], int]:
    """The tests of one session that fail, and how many checks it makes; of each ``part`` one."""
    cases = list(tests(seed))[seed % part :: part]
    made = Session(Ledger(ALPHA, len(cases)), seed, SECONDS)
    enter(made)
    failed = []
    try:
        for name, run in cases:
            made.begin(name)
            try:
                run()
            except NotAudited as error:
                raise RuntimeError(f"{name}: {error}") from error
            except ConformanceFailure as error:
                failed.append(f"{name}: {error}")
    finally:
        leave(made)
    return failed, made.ledger.made


def line(name: str, failures: int, count: int, seconds: float) -> str:
    """One row: sessions that failed, and the limits of the rate."""
    low, high = (f(failures, count, (1 - CONFIDENCE) / 2) for f in (lower_limit, upper_limit))
    told = f"{failures:,} | {failures / count:.4f} | {low:.4f} to {high:.4f}"
    return f"| {name} | {count:,} | {told} | {seconds:.0f} |"


def main() -> None:
    """Print both tables."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--sessions", type=int, default=3000)
    options.add_argument("--ledger", type=int, default=20_000)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--part", type=int, default=1, help="make one test in so many")
    options.add_argument("--processor", action="store_true", help="seconds of processor time")
    given = options.parse_args()
    if given.processor:
        by_processor()
    print("| sessions | how many | failed | rate | 95 % limits | s |")
    print("| --- | ---: | ---: | ---: | --- | ---: |")
    for name in DIVISIONS:
        began = time.perf_counter()
        count = given.ledger if "2,000" not in name else given.ledger // 4
        _, failures = bounded(name, given.seed, count)
        print(line(name, failures, count, time.perf_counter() - began), flush=True)
    began, failures, checks = time.perf_counter(), 0, 0
    seeds = range(given.seed, given.seed + given.sessions)
    work = partial(session, part=given.part)
    with ProcessPoolExecutor(given.jobs) as pool:
        for number, (failed, made) in enumerate(pool.map(work, seeds, chunksize=8), 1):
            failures += bool(failed)
            checks += made
            for text in failed:
                print(f"    {text}".splitlines()[0], flush=True)
            if number % EVERY == 0 or number == given.sessions:
                name = f"real checks, {checks // number} a session"
                print(line(name, failures, number, time.perf_counter() - began), flush=True)


if __name__ == "__main__":
    main()
