"""``dpproofs compose``: what many rounds of a mechanism leak together, from both sides."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from dpproofs.commands import noise as named
from dpproofs.commands import options, output, sampled

if TYPE_CHECKING:
    from dpproofs.privacy.composition import Composition, Sampling

SIZE = (6.4, 4.2)  # of the picture, in inches


@click.command("compose", short_help="Bound what many rounds of a mechanism leak together.")
@named.arguments
@click.option("--count", type=int, default=1, show_default=True, metavar="M", help="Of rounds.")
@click.option(
    "--sampling",
    default="1",
    show_default=True,
    metavar="Q",
    help="Each record takes part in a round with probability Q; or poisson:Q,"
    " without-replacement:M/N or with-replacement:M/N for a batch of M of N records, or shuffled:B"
    " for B batches an epoch.",
)
@click.option(
    "--neighbours",
    type=click.Choice(sampled.NEIGHBOURS),
    help="How the record differs between neighbouring inputs: by default, add-or-remove for Poisson"
    " sampling, replace for the others.",
)
@click.option(
    "--epsilon", "epsilons", type=options.exact, multiple=True, metavar="E", help="Give delta."
)
@click.option(
    "--delta", "deltas", type=options.exact, multiple=True, metavar="D", help="Give epsilon."
)
@click.option(
    "--gap", type=float, default=1e-4, show_default=True, metavar="G", help="Relative width."
)
@click.option("--seconds", type=float, metavar="T", help="About how long, at most, for a bound.")
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With one --delta or --epsilon: write what proves bounds to FILE; 'dpproofs replay' checks"
    " it. For normal, Laplace, geometric and discrete normal noise; not with replacement, nor for"
    " records that are replaced under Poisson sampling.",
)
@options.plot("Draw both bounds on delta up to the largest epsilon of the answer")
@options.as_json
def command(  # noqa: PLR0913, PLR0917  # one of each option
    mechanism: str,
    parameters: Sequence[str],
    count: int,
    sampling: str,
    neighbours: str | None,
    epsilons: Sequence[Fraction],
    deltas: Sequence[Fraction],
    gap: float,
    seconds: float | None,
    certificate: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Bound delta for each epsilon and epsilon for each delta, after M rounds.

    For example: dpproofs compose gaussian sigma=1 --count 100 --sampling 0.01 --delta 1e-5. The
    upper bounds are for all shifts up to the sensitivity, also when every round has its own. With
    sampling, neighbouring inputs differ by one record; the sensitivity is how far the query moves
    when a record of a batch is added or removed (Poisson sampling) or replaced (the others). E, D
    and Q are taken exactly as they are written, as decimals or fractions such as 1/240. Bounds that
    are further apart than the share G of them say so.
    """
    from dpproofs.privacy.composition import compose

    if not epsilons and not deltas:
        raise click.UsageError("Give --epsilon or --delta, as often as you like")
    if certificate is not None:
        if len(epsilons) + len(deltas) != 1:
            raise click.UsageError("--certificate takes one --epsilon or --delta")
        output.expect_file(certificate)
    if plot is not None:
        options.expect_picture(plot)
    start = time.perf_counter()
    noise = named.build(mechanism, parameters)
    drawn = sampled.sampling(sampling, neighbours)
    account = compose(noise, count, sampling=drawn, gap=gap, seconds=seconds)
    way = account.rounds[0].way
    if certificate is not None:
        at = {"epsilon": epsilons[0]} if epsilons else {"delta": deltas[0]}
        output.write(certificate, output.json_bytes(account.certificate(**at)))
    found = {
        "mechanism": type(noise).__name__,
        "parameters": dict(text.split("=", 1) for text in parameters),
        "count": count,
        "sampling": float(way.rate),
        "scheme": way.scheme,
        "neighbours": way.neighbours,
        "delta": [delta_at(account, epsilon) for epsilon in epsilons],
        "epsilon": [epsilon_at(account, delta) for delta in deltas],
        "seconds": time.perf_counter() - start,
    }
    if as_json:
        output.print_json(found)
    else:
        show(found, way)
    if plot is not None:
        output.write(plot, picture(account, found, options.kind_of_picture(plot)))


def picture(account: Composition, found: dict[str, Any], kind: Literal["pdf", "svg"]) -> bytes:
    """Both bounds on delta, up to the largest finite epsilon that was asked for or found."""
    from dpproofs.privacy.composition.picture import draw_bounds
    from dpproofs.render.drawing import drawn

    told = [each["epsilon"] for each in found["delta"]]
    told += [each["upper"] for each in found["epsilon"]]
    last = max(filter(None, told), default=1.0)
    style = {"figure.constrained_layout.use": True}
    return drawn(
        lambda canvas: draw_bounds(canvas.subplots(), account.delta, last), SIZE, style, kind
    )


def delta_at(account: Composition, epsilon: Fraction) -> dict[str, float | bool | None]:
    """The bounds on delta at an epsilon, and whether they are as close as was asked for."""
    found = account.delta(epsilon)
    bounds = {"lower": found.lower, "upper": found.upper, "reached": found.reached}
    return {"epsilon": float(epsilon), **bounds}


def epsilon_at(account: Composition, delta: Fraction) -> dict[str, float | bool | None]:
    """The bounds on epsilon at a delta, and the moments accountant's; null where infinite."""
    found = account.epsilon(delta)
    bounds = {
        "lower": found.lower,
        "upper": found.upper,
        "moments": account.moments_epsilon(delta),
    }
    finite = {name: value if math.isfinite(value) else None for name, value in bounds.items()}
    return {"delta": float(delta), **finite, "reached": found.reached}


def show(found: dict[str, Any], way: Sampling) -> None:
    """Print what is composed, and the bounds, a line each."""
    chosen = ", ".join(f"{name} = {value}" for name, value in found["parameters"].items())
    rounds = "1 round" if found["count"] == 1 else f"{found['count']:,} rounds"
    click.echo(f"{rounds} of {found['mechanism']}({chosen}){sampled.words(way)}")
    for each in found["delta"]:
        click.echo(
            f"epsilon {each['epsilon']:g}: delta from {each['lower']:.6g} to {each['upper']:.6g}"
            + further(each)
        )
    for each in found["epsilon"]:
        lower, upper, moments = (
            "infinite" if each[key] is None else f"{each[key]:.6g}"
            for key in ("lower", "upper", "moments")
        )
        click.echo(
            f"delta {each['delta']:g}: epsilon from {lower} to {upper} (moments: {moments})"
            + further(each)
        )


def further(found: dict[str, Any]) -> str:
    """What is said of bounds that are further apart than was asked for."""
    return "" if found["reached"] else "; the gap was not reached"
