"""``dpproofs optimum`` for delta > 0: a bracket, what known mechanisms waste, files for both."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import optimum_text, options, output
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Enclosure, Exact

if TYPE_CHECKING:
    from dpproofs.mechanisms.base import Mechanism
    from dpproofs.optima.bracket.search import Bracket
    from dpproofs.optima.rivals.calibrated import Standing
    from dpproofs.render.figures.figure import Figure

SECONDS, PATIENCE = 60.0, 5.0  # for a bracket, and until it is said how far it has come


def enclose(
    asked: Sequence[str],
    threshold: str | None,
    gap: Exact,
    certificate: Path | None,
    picture: Path | None,
    as_json: bool,
    most: float = SECONDS,
) -> None:
    """Bracket the least cost at (epsilon, delta, sensitivity, cost), and print it.

    When the ``most`` seconds have passed, the best bracket so far is the answer.

    Raises
    ------
    BadInput
        For a picture of noise of which there is none, after the answer.
    """
    from dpproofs.optima.bracket.everywhere import bracket_anywhere
    from dpproofs.optima.rivals.calibrated import standings

    if picture is not None:
        options.expect_picture(picture)
    start = time.perf_counter()

    def told(found: Bracket) -> None:
        passed = time.perf_counter() - start
        if passed > PATIENCE and found.gap > Fraction(gap):
            line = f"after {passed:.0f} s: gap {found.gap:.2g}, {cells(found)}"
            click.echo(line, err=True)

    epsilon, delta, sensitivity, cost = asked
    found = bracket_anywhere(
        epsilon, delta, sensitivity, cost,
        threshold=threshold, gap=gap, progress=told, seconds=most,
    )  # fmt: skip
    seconds = time.perf_counter() - start
    if certificate is not None:
        output.write(certificate, output.json_bytes(found.certificate()))
    if as_json:
        output.print_json(document(found, standings(found), seconds))
    else:
        show(found, standings(found), gap)
        if seconds >= most and found.gap > Fraction(gap):
            line = f"the gap {gap} was not reached within {most:g} s; --seconds gives it longer"
            output.show(output.standard_output(), "", line)
    if picture is not None:
        if not found.noise.is_listed:  # which is known now, when the bracket has been found
            accepted = "left out where the noise is not a list of cells"
            raise BadInput("--plot", str(picture), accepted)
        output.write(picture, figure(found).render(options.kind_of_picture(picture)))


def document(found: Bracket, mechanisms: Sequence[Standing], seconds: float) -> dict[str, Any]:
    """What ``--json`` prints: excesses are proved to be at least the one, at most the other."""
    bounds = Enclosure(found.lower, found.upper)
    lower, upper = bounds.floats
    return {
        "epsilon": float(found.epsilon),
        "delta": float(found.delta),
        "sensitivity": float(found.sensitivity),
        **(
            {"cost": float(found.cost)}
            if found.threshold is None
            else {"threshold": float(found.threshold)}
        ),
        "lower": lower,
        "upper": finite(upper),
        "lower_exact": str(found.lower),
        "upper_exact": str(found.upper),
        "gap": found.gap,
        "n": found.n,
        "mechanisms": [
            {
                "name": each.name,
                "cost": finite(each.cost.middle),
                "excess": each.excess.floats[0],
                "excess_most": finite(each.excess.floats[1]),
                "cheaper": each.cheaper,
            }
            for each in mechanisms
        ],
        "seconds": seconds,
    }


def cells(found: Bracket) -> str:
    """How fine the lattice of the lower end is."""
    unit = "sensitivity" if found.proof.group == 1 else f"group of {found.proof.group:.6g}"
    return f"{found.n} cell{'' if found.n == 1 else 's'} in a {unit}"


def finite(value: float) -> float | None:
    """A number as JSON can hold it."""
    return value if math.isfinite(value) else None


# -- for people -----------------------------------------------------------------------------------


def show(found: Bracket, mechanisms: Sequence[Standing], gap: Exact) -> None:
    """Print the question, the bracket, and the mechanisms as a table; say where the gap is wide."""
    console = output.standard_output()
    cost = optimum_text.name_of_cost(found.cost, found.threshold)
    missed = f"; {gap} was asked for" if found.gap > Fraction(gap) else ""
    optimum_text.answer(
        console, cost, optimum_text.privacy(found.epsilon, found.delta), found.sensitivity,
        Enclosure(found.lower, found.upper),
        f"Both ends are proved, for all noise on the line; the gap is {found.gap:.2g} of the cost, "
        f"with {cells(found)}{missed}.",
    )  # fmt: skip
    rows = [(each.name, each.cost.middle, each.excess.floats) for each in mechanisms]
    optimum_text.mechanisms(console, cost, rows)
    if cheapest := next((each for each in mechanisms if each.cheaper), None):
        output.show(
            console,
            "",
            f"{cheapest.name} costs less than the noise that was found: the least cost is also <= "
            f"{cheapest.cost.decimals[1]}, by its formula and not by the certificate.",
        )


# -- the picture ----------------------------------------------------------------------------------


def figure(found: Bracket) -> Figure:
    """The density of the optimal noise over those of the known mechanisms."""
    from dpproofs.mechanisms import Gaussian, Laplace, Staircase, TruncatedLaplace, UniformWithAtom
    from dpproofs.optima.optimal_noise import OptimalNoise
    from dpproofs.render.figures.densities import densities

    epsilon, delta, cost = float(found.epsilon), float(found.delta), float(found.cost)
    size = float(found.sensitivity)
    at = f"epsilon {epsilon:g} and delta {delta:g}"
    if found.threshold is not None:
        at += f", for the threshold {float(found.threshold):g}"
    noises: dict[str, Mechanism] = {"optimal": OptimalNoise.from_bracket(found)}
    if epsilon and delta < 0.5:  # where truncated Laplace noise exists
        noises["truncated Laplace"] = TruncatedLaplace(epsilon, delta, size)
    if epsilon:
        if cost:
            noises["staircase, without delta"] = Staircase(epsilon, size, cost=cost)
        noises["Laplace"] = Laplace(epsilon - 2 * math.log1p(-delta), size)
    elif cost:
        noises["uniform with an atom"] = UniformWithAtom(delta, size, cost=cost)
    else:
        noises["uniform"] = UniformWithAtom(delta, size, alpha=0)
    noises["Gaussian"] = Gaussian(epsilon, delta, size)
    return densities(noises, f"Densities at {at}.")
