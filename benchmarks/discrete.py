"""Draws a second of the samplers of integer noise on one core, beside their peers.

    python -m benchmarks.discrete

numpy's own geometric is the yardstick. diffprivlib and opendp are measured when installed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks import arguments
from benchmarks.samplers import DRAWS, SCALAR_DRAWS, Row, rate
from dpproofs.mechanisms import (
    DiscreteGaussian,
    DiscreteStaircase,
    Geometric,
    Skellam,
    TruncatedGeometric,
)
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.randomized_response import RandomizedResponse

EXACT_DRAWS = 1_000_000
FEW_DRAWS = 20_000  # of what draws one at a time


def ours() -> Iterator[Row]:
    """Both samplers, with parameters that exercise their branches."""
    rng = np.random.default_rng(0)
    for label, noise in {
        "Geometric(1)": Geometric(1),
        "DiscreteStaircase(1, 10)": DiscreteStaircase(1, 10),
        "DiscreteStaircase(1e-8, 10**9)": DiscreteStaircase(1e-8, 10**9),
        "DiscreteGaussian(1)": DiscreteGaussian(1),
        "DiscreteGaussian(100)": DiscreteGaussian(100),
        "DiscreteGaussian(1e4)": DiscreteGaussian(1e4),
        "DiscreteGaussian(1e6)": DiscreteGaussian(1e6),
        "Skellam(4)": Skellam(4),
        "Skellam(1e4)": Skellam(1e4),
        "TruncatedGeometric(1, 1e-6)": TruncatedGeometric(1, 1e-6),
    }.items():
        yield f"dpproofs {label}", rate(partial(noise.sample, DRAWS, rng=rng), DRAWS)
        count = FEW_DRAWS if noise.scale > 1e5 else EXACT_DRAWS  # too wide for a table
        yield f"dpproofs {label}, exact", rate(partial(noise.sample_exact, count), count)
    answers = partial(RandomizedResponse(1, 4).sample_exact, 0, EXACT_DRAWS)
    yield "dpproofs RandomizedResponse(1, 4), exact", rate(answers, EXACT_DRAWS)


def one_at_a_time() -> Iterator[Row]:
    """Canonne, Kamath & Steinke's loop in plain Python, for the discrete Gaussian."""
    noise, coins = DiscreteGaussian(100), Coins(None)

    def draw() -> None:
        for _ in range(FEW_DRAWS):
            noise._draw_exactly(coins)  # noqa: SLF001  # the loop, without the table

    yield "Canonne et al. in Python, DiscreteGaussian(100)", rate(draw, FEW_DRAWS)


def numpy_peers() -> Iterator[Row]:
    """numpy's own generator: one-sided, so that two draws make one of the mechanism."""
    rng = np.random.default_rng(0)
    p = -np.expm1(-1.0)
    yield "numpy Generator.geometric", rate(lambda: rng.geometric(p, size=DRAWS), DRAWS)


def diffprivlib_peers() -> Iterator[Row]:
    """Its sampler draws one value a call."""
    peers = importlib.import_module("diffprivlib.mechanisms")
    mechanism = peers.Geometric(epsilon=1, sensitivity=1)

    def draw() -> None:
        for _ in range(SCALAR_DRAWS):
            mechanism.randomise(0)

    yield "diffprivlib Geometric (scalar)", rate(draw, SCALAR_DRAWS)


def opendp_peers() -> Iterator[Row]:
    """Its sampler is exact, and takes vectors."""
    dp = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T=int))
    zeros = [0] * SCALAR_DRAWS
    geometric = dp.m.make_geometric(domain, dp.l1_distance(T=int), scale=1.0)
    yield "opendp make_geometric (vector)", rate(lambda: geometric(zeros), SCALAR_DRAWS)
    normal = dp.m.make_gaussian(domain, dp.l2_distance(T=float), scale=100.0)
    yield "opendp make_gaussian (vector), 100", rate(lambda: normal(zeros), SCALAR_DRAWS)


def main() -> None:
    """Print one table: draws a second, and the ratio to numpy's geometric."""
    rows = [*numpy_peers(), *ours(), *one_at_a_time()]
    missing = []
    for name, peers in {"diffprivlib": diffprivlib_peers, "opendp": opendp_peers}.items():
        try:
            rows += peers()
        except ImportError as error:
            missing.append(f"{name} skipped: it cannot be imported ({error})")
    yardstick = rows[0][1]
    width = max(len(name) for name, _ in rows)
    print(f"{'sampler':{width}}  {'million draws/s':>15}  {'vs numpy geometric':>18}")
    for name, speed in rows:
        print(f"{name:{width}}  {speed / 1e6:15.3f}  {speed / yardstick:17.4f}x")
    print(*missing, sep="\n", end="\n" if missing else "")


if __name__ == "__main__":
    arguments.none(__doc__)
    main()
