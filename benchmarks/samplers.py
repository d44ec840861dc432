"""Draws a second of each sampler on one core, beside its peers, all measured in one run.

    python -m benchmarks.samplers

numpy's own Laplace is the yardstick. diffprivlib and opendp are measured when installed.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks import arguments
from dpproofs.mechanisms import Gaussian, Laplace, Staircase, UniformWithAtom

DRAWS = 4_000_000
SCALAR_DRAWS = 4_000
REPEATS = 5

Row = tuple[str, float]


def rate(draw: Callable[[], object], draws: int) -> float:
    """Draws per second of CPU time, the best of a few repeats."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        draw()
        best = min(best, time.process_time() - start)
    return draws / best


def ours() -> Iterator[Row]:
    """Every sampler of the package, with parameters that exercise its branches."""
    rng = np.random.default_rng(0)
    for label, noise in {
        "Laplace(1)": Laplace(1),
        "Gaussian(1, 1e-5)": Gaussian(1, 1e-5),
        "Staircase(1)": Staircase(1),
        "Staircase(1e-8)": Staircase(1e-8),
        "Staircase(1000, cost=2)": Staircase(1000, cost=2),
        "UniformWithAtom(0.1)": UniformWithAtom(0.1),
        "UniformWithAtom(0.9)": UniformWithAtom(0.9),
    }.items():
        yield f"dpproofs {label}", rate(lambda noise=noise: noise.sample(DRAWS, rng=rng), DRAWS)


def numpy_peers() -> Iterator[Row]:
    """numpy's own generators."""
    rng = np.random.default_rng(0)
    yield "numpy Generator.laplace", rate(lambda: rng.laplace(size=DRAWS), DRAWS)
    yield "numpy Generator.normal", rate(lambda: rng.normal(size=DRAWS), DRAWS)


def diffprivlib_peers() -> Iterator[Row]:
    """Its samplers draw one value a call."""
    peers = importlib.import_module("diffprivlib.mechanisms")
    for mechanism in (
        peers.Laplace(epsilon=1, sensitivity=1),
        peers.Staircase(epsilon=1, sensitivity=1),
        peers.GaussianAnalytic(epsilon=1, delta=1e-5, sensitivity=1),
    ):

        def draw(mechanism: object = mechanism) -> None:
            for _ in range(SCALAR_DRAWS):
                mechanism.randomise(0.0)

        yield f"diffprivlib {type(mechanism).__name__} (scalar)", rate(draw, SCALAR_DRAWS)


def opendp_peers() -> Iterator[Row]:
    """Its samplers are exact on a fine lattice, and take vectors."""
    dp = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T=float, nan=False))
    zeros = [0.0] * SCALAR_DRAWS
    laplace = dp.m.make_laplace(domain, dp.l1_distance(T=float), scale=1.0)
    yield "opendp make_laplace (vector)", rate(lambda: laplace(zeros), SCALAR_DRAWS)
    gaussian = dp.m.make_gaussian(domain, dp.l2_distance(T=float), scale=1.0)
    yield "opendp make_gaussian (vector)", rate(lambda: gaussian(zeros), SCALAR_DRAWS)


def main() -> None:
    """Print one table: draws a second, and the ratio to numpy's Laplace."""
    rows = [*numpy_peers(), *ours()]
    missing = []
    for name, peers in {"diffprivlib": diffprivlib_peers, "opendp": opendp_peers}.items():
        try:
            rows += peers()
        except ImportError as error:
            missing.append(f"{name} skipped: it cannot be imported ({error})")
    yardstick = rows[0][1]
    width = max(len(name) for name, _ in rows)
    print(f"{'sampler':{width}}  {'million draws/s':>15}  {'vs numpy laplace':>16}")
    for name, speed in rows:
        print(f"{name:{width}}  {speed / 1e6:15.3f}  {speed / yardstick:15.4f}x")
    print(*missing, sep="\n", end="\n" if missing else "")


if __name__ == "__main__":
    arguments.none(__doc__)
    main()
