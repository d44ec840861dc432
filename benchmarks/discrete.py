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
from dpproofs.mechanisms import DiscreteStaircase, Geometric

EXACT_DRAWS = 20_000


def ours() -> Iterator[Row]:
    """Both samplers, with parameters that exercise their branches."""
    rng = np.random.default_rng(0)
    for label, noise in {
        "Geometric(1)": Geometric(1),
        "DiscreteStaircase(1, 10)": DiscreteStaircase(1, 10),
        "DiscreteStaircase(1e-8, 10**9)": DiscreteStaircase(1e-8, 10**9),
    }.items():
        yield f"dpproofs {label}", rate(partial(noise.sample, DRAWS, rng=rng), DRAWS)
        yield (
            f"dpproofs {label}, exact",
            rate(partial(noise.sample_exact, EXACT_DRAWS), EXACT_DRAWS),
        )


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


def main() -> None:
    """Print one table: draws a second, and the ratio to numpy's geometric."""
    rows = [*numpy_peers(), *ours()]
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
