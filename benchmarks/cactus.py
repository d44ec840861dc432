"""The cactus program beside cvxpy with Clarabel: time and accuracy; and the sizes of the paper.

    python -m benchmarks.cactus            # --all for Clarabel at n = 50 as well

Clarabel is left out when it is not installed: pip install cvxpy clarabel.
"""

from __future__ import annotations

import importlib
import resource
import time
from fractions import Fraction
from typing import Any

import numpy as np

from benchmarks import arguments
from dpproofs.optima.cactus.problem import Problem
from dpproofs.replaying.divergence import check

VARIANCE = Fraction(1, 4)


def by_clarabel(problem: Problem) -> tuple[str, np.ndarray[Any, Any] | None, float]:
    """Status, masses and seconds of the same program, written for a general conic solver."""
    cp = importlib.import_module("cvxpy")
    grid = problem.solution().program.grid
    n, N = grid.n, grid.N
    p = cp.Variable(N + 1, nonneg=True)
    line = cp.hstack([p[:N], p[N] * grid.fall])
    tail = [(1 - grid.r**k) / (1 - grid.r) * k * -np.log(grid.r) for k in range(1, n + 1)]

    def pairs(x: Any, y: Any) -> Any:
        return cp.sum(cp.rel_entr(x, y) + cp.rel_entr(y, x))

    level, limits = cp.Variable(), []
    for k in range(1, n + 1):
        value = pairs(line[:N], line[k : k + N]) + p[N] * tail[k - 1]
        half = np.arange(1, (k + 1) // 2)  # across the origin
        if half.size:
            value += pairs(p[half], p[k - half])
        limits.append(value <= level)
    limits += [grid.masses @ p == 1, grid.costs @ p <= float(problem.unit_budget)]
    start = time.process_time()
    program = cp.Problem(cp.Minimize(level), limits)
    try:
        program.solve(solver=cp.CLARABEL)
    except cp.error.SolverError:
        return "failed", None, time.process_time() - start
    return program.status, p.value, time.process_time() - start


def side_by_side(sizes: tuple[int, ...]) -> None:
    """Both solvers on the same program; errors are against our certified lower bound."""
    print(f"{'n':>4}{'ours, s':>9}{'gap':>10}{'Clarabel, s':>13}{'error':>10}{'ratio':>8}  status")
    for n in sizes:
        problem = Problem.of(variance=VARIANCE, n=n)
        start = time.process_time()
        solution = problem.solution()
        ours = time.process_time() - start
        bounds = check(problem.certificate(solution, None))
        gap = float(bounds.upper - (bounds.lower or 0))
        try:
            status, masses, theirs = by_clarabel(problem)
        except ImportError as error:
            print(f"{n:>4}{ours:>9.2f}{gap:>10.1e}  Clarabel skipped ({error})")
            continue
        distance = float("inf")  # some mass is not positive
        if masses is not None and (masses > 0).all():
            found = masses / (solution.program.grid.masses @ masses)
            distance = float(solution.program.objectives(found).max()) - float(bounds.lower or 0)
        print(f"{n:>4}{ours:>9.2f}{gap:>10.1e}{theirs:>13.1f}{distance:>10.1e}"
              f"{theirs / ours:>8.0f}  {status}")  # fmt: skip


def papers_sizes() -> None:
    """Figure 1's program and the variances of Figure 2a, with everything proved."""
    print(f"{'n':>4}{'C':>7}{'solve, s':>10}{'dual, s':>9}{'proof, s':>10}", end="")
    print(f"{'gap':>10}{'bracket':>10}{'MB':>6}")
    variances = ("1/20", "1/10", "1/4", "1/2", "1", "2")
    cases = [(50, "1/4"), *((n, c) for n in (100, 200) for c in variances)]
    for n, variance in cases:
        problem = Problem.of(variance=variance, n=n)
        marks = [time.process_time()]
        solution = problem.solution()
        marks.append(time.process_time())
        everything = problem.dual()
        marks.append(time.process_time())
        bounds = check(problem.certificate(solution, everything))
        marks.append(time.process_time())
        upper = bounds.upper
        gap, width = (float(upper - (b or 0)) for b in (bounds.lower, bounds.global_lower))
        times = "".join(f"{t:>{w}.2f}" for t, w in zip(np.diff(marks), (10, 9, 10), strict=True))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{n:>4}{variance:>7}{times}{gap:>10.1e}{width / float(upper):>10.1e}{memory:>6}")


def main() -> None:
    """Print two tables."""
    options = arguments.parser(__doc__)
    options.add_argument("--all", action="store_true", dest="everything", help="n = 50 as well")
    sizes = (10, 20, 50) if options.parse_args().everything else (10, 20)
    papers_sizes()
    print()
    side_by_side(sizes)


if __name__ == "__main__":
    main()
