"""``dpproofs cactus``: the best step noise of a budget, certified, and what none can beat."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import options, output
from dpproofs.commands.optimum_text import name_of_cost, number

if TYPE_CHECKING:
    from dpproofs.optima.cactus.problem import Problem
    from dpproofs.optima.cactus.solver import Solution
    from dpproofs.replaying.divergence import Bounds


@click.command("cactus", short_help="Find the noise that leaks least after many compositions.")
@click.option(
    "--variance",
    "--budget",
    "variance",
    required=True,
    metavar="C",
    help="The most that E|X|^P may be.",
)
@click.option("--sensitivity", default="1", show_default=True, metavar="S", help="Of the query.")
@click.option("-n", "n", type=int, metavar="n", help="Cells in a sensitivity; 100 unless needless.")
@click.option("-N", "last", type=int, metavar="N", help="Cell at which the tail begins; about 8 n.")
@click.option("-r", "r", default="0.9", show_default=True, metavar="r", help="Ratio of the tail.")
@click.option("--cost", default="2", show_default=True, metavar="P", help="From 1/8 to 16.")
@click.option(
    "--certificate",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what proves the bounds to FILE.",
)
@options.as_json
def command(
    variance: str,
    sensitivity: str,
    n: int | None,
    last: int | None,
    r: str,
    cost: str,
    path: Path | None,
    as_json: bool,
) -> None:
    """Solve the cactus program: the step noise of least worst Kullback-Leibler divergence.

    All bounds are proved in ball arithmetic from the masses found and from dual variables. That of
    the program is for step noise on the same grid; the global one is for every mechanism, additive
    or not. Numbers are taken as exactly what they say: 0.1 and 1/10 are one tenth.
    """
    from dpproofs.optima.cactus.problem import Problem

    if path is not None:
        output.expect_file(path)
    name = "variance" if cost == "2" else "budget"
    start = time.perf_counter()
    problem = Problem.of(**{name: variance}, sensitivity=sensitivity, cost=cost, n=n, N=last, r=r)
    found = answered(problem)
    seconds = time.perf_counter() - start
    if path is not None:
        output.write(path, output.json_bytes(found.certificate))
    if as_json:
        output.print_json(document(problem, found, seconds))
    else:
        show(problem, found)


@dataclass(frozen=True)
class Answer:
    """A solution with what proves it."""

    solution: Solution
    certificate: dict[str, Any]
    bounds: Bounds


def answered(problem: Problem) -> Answer:
    """Solve and certify; without a global bound, and saying so, when that one is not found."""
    from dpproofs.optima.cactus.interior_point import NotConverged
    from dpproofs.replaying.divergence import stated

    with output.doing(f"solving the program with {problem.N} cells"):
        solution = problem.solution()
    try:
        with output.doing("looking for a bound on every mechanism"):
            everything = problem.dual()
    except NotConverged as error:
        click.echo(f"no global bound: {error}", err=True)
        everything = None
    with output.doing("proving the bounds"):
        certificate = problem.certificate(solution, everything)
    return Answer(solution, certificate, stated(certificate))


def document(problem: Problem, found: Answer, seconds: float) -> dict[str, Any]:
    """What ``--json`` prints: bounds rounded outwards, shifts k of k/n sensitivities."""
    bounds = found.bounds
    lower, overall = bounds.lower, bounds.global_lower
    upper = _above(bounds.upper)
    return {
        "variance": float(problem.budget),
        "sensitivity": float(problem.sensitivity),
        "cost": float(problem.cost),
        "kl": upper,
        "kl_lower": None if lower is None else _below(lower),
        "global_lower": None if overall is None else _below(overall),
        "global_upper": upper,
        "gaussian_kl": gaussian_kl(problem),
        "active_shifts": found.solution.active_shifts,
        "n": problem.n,
        "N": problem.N,
        "r": float(problem.r),
        "seconds": seconds,
    }


def gaussian_kl(problem: Problem) -> float:
    """The divergence of normal noise that spends the same budget."""
    p, budget = float(problem.cost), float(problem.unit_budget)
    standard = 2 ** (p / 2) * math.gamma((p + 1) / 2) / math.sqrt(math.pi)
    return 0.5 * math.pow(standard / budget, 2 / p)


def _below(value: Fraction) -> float:
    nearest = float(value)
    return nearest if Fraction(nearest) <= value else math.nextafter(nearest, -math.inf)


def _above(value: Fraction) -> float:
    nearest = float(value)
    return nearest if Fraction(nearest) >= value else math.nextafter(nearest, math.inf)


# -- for people -----------------------------------------------------------------------------------


def show(problem: Problem, found: Answer) -> None:
    """Print the question, the bounds, the Gaussian beside them, and the shifts that count."""
    bounds, gaussian = found.bounds, gaussian_kl(problem)
    spent = f"{name_of_cost(problem.cost)} <= {number(problem.budget)}"
    click.echo(f"Least Kullback-Leibler divergence of noise from its shifts, with {spent} and")
    click.echo(f"sensitivity {number(problem.sensitivity)}:")
    _row("divergence", f"<= {_above(bounds.upper):.12g}")
    if bounds.lower is not None:
        _row("on this grid", f">= {_below(bounds.lower):.12g}")
    if bounds.global_lower is not None:
        width = float((bounds.upper - bounds.global_lower) / bounds.upper)
        _row("any mechanism", f">= {_below(bounds.global_lower):.12g}, {width:.2g} below")
    excess = gaussian / float(bounds.upper) - 1
    _row("Gaussian", f"{gaussian:.12g}, {abs(excess):.3g} {'above' if excess > 0 else 'below'}")
    shifts = [f"{k}/{problem.n}" for k in found.solution.active_shifts]
    _row("worst shifts", ", ".join(shifts) + " of the sensitivity")
    _row("grid", f"n = {problem.n}, N = {problem.N}, r = {float(problem.r):g}")


def _row(name: str, text: str) -> None:
    click.echo(f"{name:<15}{text}")
