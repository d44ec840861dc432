"""``dpproofs compose``: what many rounds of a mechanism leak together, from both sides."""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

import dpproofs
from dpproofs.commands import options, output
from dpproofs.commands.profile import build, number

if TYPE_CHECKING:
    from dpproofs.mechanisms import Mechanism
    from dpproofs.privacy.composition import Composition

ANOTHER_WAY = ("of_sigma", "from_bounds")  # constructors beside the class itself


@click.command("compose", short_help="Bound what many rounds of a mechanism leak together.")
@click.argument("mechanism")
@click.argument("parameters", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--count", type=int, default=1, show_default=True, metavar="M", help="Of rounds.")
@click.option(
    "--sampling",
    type=Fraction,
    default="1",
    show_default=True,
    metavar="Q",
    help="Each record takes part in a round with probability Q.",
)
@click.option(
    "--epsilon", "epsilons", type=Fraction, multiple=True, metavar="E", help="Give delta."
)
@click.option("--delta", "deltas", type=Fraction, multiple=True, metavar="D", help="Give epsilon.")
@click.option("--cells", type=int, default=16384, show_default=True, help="Resolution.")
@options.as_json
def command(
    mechanism: str,
    parameters: Sequence[str],
    count: int,
    sampling: Fraction,
    epsilons: Sequence[Fraction],
    deltas: Sequence[Fraction],
    cells: int,
    as_json: bool,
) -> None:
    """Bound delta for each epsilon and epsilon for each delta, after M rounds.

    For example: dpproofs compose gaussian sigma=1 --count 100 --sampling 0.01 --delta 1e-5. The
    upper bounds are for all shifts up to the sensitivity, also when every round has its own. With
    sampling, neighbouring inputs differ by one record, which one of them does not have. E, D and Q
    are taken exactly as they are written, as decimals or fractions such as 1/240.
    """
    from dpproofs.privacy.composition import compose

    if not epsilons and not deltas:
        raise click.UsageError("Give --epsilon or --delta, as often as you like")
    start = time.perf_counter()
    noise = built(mechanism, parameters)
    account = compose(noise, count, sampling=sampling, cells=cells)
    found = {
        "mechanism": type(noise).__name__,
        "parameters": dict(text.split("=", 1) for text in parameters),
        "count": count,
        "sampling": float(sampling),
        "delta": [delta_at(account, epsilon) for epsilon in epsilons],
        "epsilon": [epsilon_at(account, delta) for delta in deltas],
        "seconds": time.perf_counter() - start,
    }
    if as_json:
        output.print_json(found)
    else:
        show(found)


def delta_at(account: Composition, epsilon: Fraction) -> dict[str, float]:
    """The bounds on delta at an epsilon."""
    lower, upper = account.delta(epsilon)
    return {"epsilon": float(epsilon), "lower": lower, "upper": upper}


def epsilon_at(account: Composition, delta: Fraction) -> dict[str, float | None]:
    """The bounds on epsilon at a delta, and the moments accountant's; null where infinite."""
    lower, upper = account.epsilon(delta)
    moments = account.moments_epsilon(delta)
    found = {"delta": float(delta), "lower": lower, "upper": upper, "moments": moments}
    return {name: value if math.isfinite(value) else None for name, value in found.items()}


def built(name: str, parameters: Sequence[str]) -> Mechanism:
    """The noise that is asked for, by another constructor where that takes the parameters."""
    pairs = [text.partition("=") for text in parameters]
    for way in ANOTHER_WAY:
        make = getattr(kind_of(name), way, None)
        if make is None or not all(equals for _, equals, _ in pairs):
            continue
        values = {key: number(key, value) for key, _, value in pairs}
        try:
            inspect.signature(make).bind(**values)
        except TypeError:
            continue
        made: Mechanism = make(**values)
        return made
    return build(name, parameters)  # type: ignore[no-any-return]  # what it builds is a mechanism


def kind_of(name: str) -> object:
    """The class of a mechanism by its name on the command line, if there is one."""
    wanted = name.replace("-", "").replace("_", "").lower()
    found = [each for each in dpproofs.__all__ if each.lower() == wanted]
    return getattr(dpproofs, found[0]) if found else None


def show(found: dict[str, Any]) -> None:
    """Print the bounds, a line each."""
    for each in found["delta"]:
        click.echo(
            f"epsilon {each['epsilon']:g}: delta from {each['lower']:.6g} to {each['upper']:.6g}"
        )
    for each in found["epsilon"]:
        lower, upper, moments = (
            "infinite" if each[key] is None else f"{each[key]:.6g}"
            for key in ("lower", "upper", "moments")
        )
        click.echo(f"delta {each['delta']:g}: epsilon from {lower} to {upper} (moments: {moments})")
