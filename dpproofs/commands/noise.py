"""Noise as a command line says it: the name of a mechanism, and NAME=VALUE for its parameters."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

import dpproofs
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.nearest import nearest

if TYPE_CHECKING:
    from dpproofs.mechanisms import Mechanism

#: Other constructors of a class, tried in this order where its own does not take the parameters.
OTHER_WAYS = ("of_sigma", "from_bounds", "of_rho", "of_mu")

#: Ways that make no noise of a kind: it keeps no such claim, or none is known to be kept.
WITHOUT = {
    "Skellam": ("of_mu",),  # mu is its variance
    "MultiGaussian": ("of_rho", "of_mu"),  # which take an epsilon beside: in Python alone
    "QuasiGaussian": ("of_rho", "of_mu"),
    "TruncatedGeometric": ("of_rho", "of_mu"),
    "TruncatedLaplace": ("of_rho", "of_mu"),
    "Tulap": ("of_rho", "of_mu"),
    "UniformWithAtom": ("of_rho", "of_mu"),
}
SAID = {"normal": "gaussian", "discrete-normal": "discrete-gaussian"}  # and what it is called here


def arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments MECHANISM and NAME=VALUE, which a shell can complete, to a command."""
    parameters = click.argument(
        "parameters", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=_begun_parameters
    )
    return click.argument("mechanism", shell_complete=_begun_names)(parameters(function))


def mechanisms() -> list[str]:
    """The names of the noise distributions, as they are written on a command line."""
    return [_written(name) for name in dpproofs.__all__ if _is_noise(getattr(dpproofs, name))]


def build(mechanism: str, parameters: Sequence[str]) -> Mechanism:
    """The noise that is asked for, by the first of its constructors that takes the parameters.

    Raises
    ------
    BadInput
        For an unknown mechanism or parameter, or a value that is no number or out of its domain.
    """
    kind = _kind(mechanism)
    if kind is None:
        wanted = mechanism.lower()
        likely = _nearest(SAID.get(wanted, wanted), mechanisms())
        raise BadInput("MECHANISM", mechanism, "one of " + ", ".join(mechanisms()) + likely)
    given: dict[str, float | int | str] = {}
    for text in parameters:
        name, equals, value = text.partition("=")
        if not equals or name in given:
            raise BadInput("parameter", text, "NAME=VALUE, each name once")
        given[name] = value if _takes_words(kind, name) else number(name, value)
    for make, signature in _constructors(kind):
        if _takes(signature, given):
            made: Mechanism = make(**given)
            return made
    offered = _offered(kind)
    readable = " or ".join(f"{kind.__name__}{_readable(taken)}" for taken in offered)
    known = {name for taken in offered for name in taken.parameters}
    likely = "".join(_nearest(name, sorted(known)) for name in given if name not in known)
    raise BadInput("parameters", " ".join(parameters), f"those of {readable}{likely}")


def _nearest(name: str, known: Sequence[str]) -> str:
    """What may have been meant, at the end of a message; '' where nothing is near."""
    close = nearest(name, known)
    return f"; nearest: {', '.join(close)}" if close else ""


def number(name: str, text: str) -> float | int:
    """An integer, exactly, or a double: of a fraction such as 1/240 the nearest one.

    Raises
    ------
    BadInput
        When the text says no number.
    """
    for kind in (int, float, _quotient):
        try:
            value: float | int = kind(text)
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
        if not math.isnan(value) and "_" not in text:
            return value
    raise BadInput(name, text, "a number")


def _quotient(text: str) -> float:
    return float(Fraction(text))


def _kind(mechanism: str) -> Any:
    wanted = mechanism.replace("-", "").replace("_", "").lower()
    kinds = (getattr(dpproofs, name) for name in dpproofs.__all__ if name.lower() == wanted)
    return next(filter(_is_noise, kinds), None)


def _is_noise(value: object) -> bool:
    """Whether this is a class of noise with a profile; a family is made from formulas instead."""
    profiled = inspect.isclass(value) and hasattr(value, "privacy_profile")
    return profiled and value is not dpproofs.Family


def _written(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def _constructors(kind: Any) -> Iterator[tuple[Callable[..., Any], inspect.Signature]]:
    """The ways to make noise of a kind, and the parameters of each."""
    own = inspect.signature(kind)
    yield kind, own
    for way in OTHER_WAYS:
        if make := getattr(kind, way, None):
            signature = inspect.signature(make)
            yield make, _spelled_out(signature, own)


def _offered(kind: Any) -> list[inspect.Signature]:
    """The parameters of each way that makes noise of a kind."""
    without = WITHOUT.get(kind.__name__, ())
    return [taken for make, taken in _constructors(kind) if make.__name__ not in without]


def _spelled_out(signature: inspect.Signature, own: inspect.Signature) -> inspect.Signature:
    """A signature with what it hands on to the class, other than an epsilon, named."""
    named = {
        name: each for name, each in signature.parameters.items() if each.kind != each.VAR_KEYWORD
    }
    if len(named) < len(signature.parameters):
        for name, each in own.parameters.items():
            if name != "epsilon" and each.kind != each.VAR_KEYWORD:
                named.setdefault(name, each.replace(kind=each.KEYWORD_ONLY, default=None))
    return inspect.Signature(list(named.values()))


def _takes(signature: inspect.Signature, given: dict[str, Any]) -> bool:
    try:
        signature.bind(**given)
    except TypeError:
        return False
    return True


def _takes_words(kind: Any, name: str) -> bool:
    """Whether a parameter is a word, such as the name of a norm."""
    parameter = inspect.signature(kind).parameters.get(name)
    return parameter is not None and isinstance(parameter.default, str)


def _begun_names(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in mechanisms() if name.startswith(begun)]


def _begun_parameters(
    context: click.Context, _: click.Parameter, begun: str
) -> list[CompletionItem]:
    kind = _kind(context.params.get("mechanism") or "")
    if kind is None or "=" in begun:
        return []
    names = dict.fromkeys(name for signature in _offered(kind) for name in signature.parameters)
    return [CompletionItem(f"{name}=") for name in names if name.startswith(begun)]


def _readable(signature: inspect.Signature) -> str:
    parts = []
    for parameter in signature.parameters.values():
        default = parameter.default
        usual = "" if default is parameter.empty or default is None else f"={default}"
        optional = default is None
        parts.append(f"[{parameter.name}]" if optional else f"{parameter.name}{usual}")
    return f"({', '.join(parts)})"
