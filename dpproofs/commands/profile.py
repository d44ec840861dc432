"""``dpproofs profile``: how private a mechanism is, at each epsilon."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import click

from dpproofs.commands import noise as named
from dpproofs.commands import options, output

#: The family of exact profiles to which a mechanism belongs, and its parameters there.
ENCLOSED: dict[str, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    "Laplace": (
        "laplace",
        lambda noise: {"scale": Fraction(noise.sensitivity) / Fraction(noise.epsilon)},
    ),
    "Gaussian": ("gaussian", lambda noise: {"sigma": noise.sigma}),
    "Staircase": (
        "staircase",
        lambda noise: {name: getattr(noise, name) for name in ("epsilon", "sensitivity", "gamma")},
    ),
    "TruncatedLaplace": (
        "truncated_laplace",
        lambda noise: {"scale": noise.scale, "bound": noise.bound},
    ),
    "UniformWithAtom": (
        "uniform_with_atom",
        lambda noise: {"half_width": noise.half_width, "atom": noise.alpha},
    ),
}

#: Mechanisms whose profile the law of their privacy loss tells.
BY_LOSS = ("Cactus", "LightTailedLaplace", "Schroedinger")

DIGITS = 17  # of the ends of an interval
PRECISION = 128  # bits, with which the ends of an interval are rounded to decimals
EPSILONS = ("0", "0.1", "0.2", "0.5", "1", "2", "5")


@click.command("profile", short_help="The privacy profile of a mechanism: delta at each epsilon.")
@named.arguments
@click.option(
    "--epsilon",
    "epsilons",
    multiple=True,
    metavar="E[,E...]",
    help=f"Where, >= 0; may be repeated.  [default: {','.join(EPSILONS)}]",
)
@options.plot("Draw the profile up to the largest of the epsilons, beside the Renyi divergences")
@options.as_json
def command(
    mechanism: str,
    parameters: tuple[str, ...],
    epsilons: tuple[str, ...],
    plot: Path | None,
    as_json: bool,
) -> None:
    """Print the least delta with which MECHANISM is (epsilon, delta)-private, at each epsilon.

    MECHANISM is a noise distribution of this package, such as laplace or truncated-laplace, and
    NAME=VALUE its parameters, for example

        dpproofs profile staircase epsilon=1 cost=2 --epsilon 0,0.5,1

    The worst set and the worst shift are included. The values have the relative accuracy of
    doubles, however small they are. For most mechanisms they come with an interval that ball
    arithmetic guarantees, for the noise whose parameters (a scale, a bound) are these very doubles.
    """
    noise = named.build(mechanism, parameters)
    points = [
        named.number("--epsilon", part) for text in epsilons or EPSILONS for part in text.split(",")
    ]
    if plot is not None:
        options.expect_picture(plot)
    deltas = [float(delta) for delta in noise.privacy_profile(points)]
    limits = enclosed(noise, points)
    if as_json:
        output.print_json(
            {
                "mechanism": type(noise).__name__,
                "parameters": declared(noise),
                "profile": [
                    {"epsilon": finite(epsilon), "delta": delta, "enclosure": ends and list(ends)}
                    for epsilon, delta, ends in zip(points, deltas, limits, strict=True)
                ],
            }
        )
    else:
        show(noise, points, deltas, limits)
    if plot is not None:
        output.write(plot, picture(noise, points, options.kind_of_picture(plot)))


def enclosed(noise: Any, epsilons: Sequence[float]) -> list[tuple[str, str] | None]:
    """Decimal numbers below and above the profile at each epsilon; None where none are known."""
    from flint import ctx

    from dpproofs.mechanisms.formulas.enclosure import ball
    from dpproofs.privacy.enclosed import known_noise
    from dpproofs.privacy.enclosed.base import decimals

    def ends(epsilon: float) -> tuple[str, str]:
        if type(noise).__name__ in BY_LOSS:
            low, high = decimals(noise._loss().delta(ball(epsilon)), DIGITS)  # noqa: SLF001  # of our own
            return ("0" if low.startswith("-") else low), high
        if hasattr(noise, "enclosed"):
            found: tuple[str, str] = noise.enclosed(DIGITS).privacy_profile(epsilon).decimals
            return found
        family, parameters = ENCLOSED[type(noise).__name__]
        return decimals(known_noise(family, parameters(noise)).profile(epsilon, noise.sensitivity))

    if type(noise).__name__ not in (*ENCLOSED, *BY_LOSS) and not hasattr(noise, "enclosed"):
        return [None] * len(epsilons)
    with ctx.workprec(PRECISION):
        return [ends(epsilon) if math.isfinite(epsilon) else None for epsilon in epsilons]


def declared(noise: Any) -> dict[str, Any]:
    """The parameters of a mechanism, also those that it chose itself."""
    return {
        name: value
        for name, value in vars(noise).items()
        if not name.startswith("_") and isinstance(value, (int, float))
    }


def picture(noise: Any, points: Sequence[float], kind: Literal["pdf", "svg"]) -> bytes:
    """The profile up to the largest finite epsilon > 0, 1 where there is none, and divergences."""
    from dpproofs.mechanisms.pictures.curves import SIZE, draw_both
    from dpproofs.render.drawing import drawn

    last = max((point for point in points if 0 < point < math.inf), default=1.0)
    style = {"figure.constrained_layout.use": True}
    noises = {type(noise).__name__: noise}
    return drawn(lambda canvas: draw_both(canvas, noises, last), SIZE, style, kind)


def finite(value: float) -> float | None:
    """A number as JSON can hold it: none for infinity."""
    return value if math.isfinite(value) else None


def show(
    noise: Any,
    points: Sequence[float],
    deltas: Sequence[float],
    limits: Sequence[tuple[str, str] | None],
) -> None:
    """Print the profile as a table."""
    from rich.text import Text

    console = output.standard_output()
    chosen = ", ".join(f"{name} = {value:.10g}" for name, value in declared(noise).items())
    columns = [
        output.Column("epsilon", number=True),
        output.Column("delta"),
        *([output.Column("enclosed in", rank=1, wraps=True)] if any(limits) else []),
    ]
    rows = [
        [Text(f"{epsilon:.10g}"), Text(f"{delta:.15g}"), Text(_interval(ends))][: len(columns)]
        for epsilon, delta, ends in zip(points, deltas, limits, strict=True)
    ]
    output.show(console, f"{type(noise).__name__}({chosen})")
    output.show(console, output.table(columns, rows, console))


def _interval(ends: tuple[str, str] | None) -> str:
    if ends is None:
        return "-"
    return f"exactly {ends[0]}" if ends[0] == ends[1] else f"[{ends[0]}, {ends[1]}]"
