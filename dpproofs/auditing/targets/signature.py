"""Which arguments a callable takes, and which of them are given by the claim and the user."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from inspect import Parameter
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Argument
from dpproofs.kernel.errors import BadInput

SUPPLIED = ("size", "rng")  # given at every call, where the signature has them
VARIADIC = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def parameters_of(function: Any) -> dict[str, Parameter]:
    """The parameters by name; those of ``f(*args, **kwargs)`` where there is no signature."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {kind.name: Parameter(kind.name, kind) for kind in VARIADIC}


def by_name(parameters: Mapping[str, Parameter]) -> list[str]:
    """The parameters that can be passed by name."""
    kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return [name for name, parameter in parameters.items() if parameter.kind in kinds]


def given(
    parameters: Mapping[str, Parameter],
    claim: PrivacyClaim,
    arguments: Mapping[str, Argument],
    whose: str,
) -> dict[str, Argument]:
    """The claim's numbers that the signature names, and the arguments, which override them.

    Raises
    ------
    BadInput
        For an argument that the signature does not take.
    """
    names = by_name(parameters)
    anything = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters.values())
    free = [name for name in names if name not in SUPPLIED]
    for name, value in arguments.items():
        if name not in free and not anything:
            accepted = f"one of those that {whose} takes: {', '.join(free) or 'none'}"
            raise BadInput("--arg", f"{name}={value}", accepted)
    numbers = {name: value for name, value in claim.arguments.items() if name in names}
    return numbers | dict(arguments)


def value_parameter(
    parameters: Mapping[str, Parameter], passed: Mapping[str, Any]
) -> Parameter | None:
    """The parameter for the input: the first one not given otherwise; None where all are given.

    One with a default is passed over, unless it is the very first.
    """
    for place, (name, parameter) in enumerate(parameters.items()):
        if name in passed or name in SUPPLIED or parameter.kind is Parameter.VAR_KEYWORD:
            continue
        if place == 0 or parameter.default is Parameter.empty:
            return parameter
    return None


def require(
    parameters: Mapping[str, Parameter], passed: Mapping[str, Any], whose: str, *supplied: str
) -> None:
    """Check that no parameter is left without a value; ``supplied`` are given at the call.

    Raises
    ------
    BadInput
        For a parameter without default that is not given.
    """
    for name, parameter in parameters.items():
        optional = parameter.kind in VARIADIC or parameter.default is not Parameter.empty
        if not optional and name not in passed and name not in supplied:
            raise BadInput(f"--arg {name}", None, f"given, since {whose} needs it")
