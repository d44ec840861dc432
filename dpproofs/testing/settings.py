"""What a session of tests may spend: options of the command line, of the ini file, and profiles."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pytest

from dpproofs.testing.session import ALPHA, SECONDS

PROFILES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "default": {},
        "quick": {"budget": 1.0},
        "ci": {"alpha": 0.01, "budget": 10.0},
        "nightly": {"alpha": 0.001, "budget": 60.0},
    }
)
NUMBERS = {
    "alpha": (1.0, "probability, at most, that a session fails on correct samplers", ALPHA),
    "budget": (math.inf, "processor seconds for a check, about", SECONDS),
    "power": (1.0, "share of the noise needed that every check of privacy has to show", None),
}


@dataclass(frozen=True)
class Settings:
    """What was asked for, by the command line, the ini file or the profile, in this order.

    Attributes
    ----------
    alpha, budget, power
        The error budget of the session, seconds for a check, and the power demanded of each.
    given
        Whether anything was said on the command line.
    options
        That ask for the same again.
    """

    alpha: float
    budget: float
    power: float | None
    given: bool
    options: str


def add_options(parser: pytest.Parser) -> None:
    """The options, each also one of the ini file."""
    group = parser.getgroup("dpproofs", "privacy of samplers (dpproofs)")
    for name, (below, told, default) in NUMBERS.items():
        words = f"{told} (default: {'any' if default is None else f'{default:g}'})"
        kind = _number(name, below)
        group.addoption(f"--dpproofs-{name}", type=kind, default=None, metavar="X", help=words)
        parser.addini(f"dpproofs_{name}", words)
    words = f"numbers for a purpose: {', '.join(PROFILES)}"
    group.addoption("--dpproofs-profile", choices=[*PROFILES], default=None, help=words)
    parser.addini("dpproofs_profile", words)
    group.addoption(
        "--dpproofs-seed",
        type=_seed,
        default=None,
        metavar="N",
        help="seed of the session (default: a fresh one, which is shown)",
    )


def read_settings(config: pytest.Config) -> Settings:
    """The settings of a session.

    Raises
    ------
    UsageError
        When the ini file says something that means nothing.
    """
    profile = _profile(config)
    found: dict[str, Any] = {}
    for name, (below, _, default) in NUMBERS.items():
        option = config.getoption(f"--dpproofs-{name}")
        text = str(config.getini(f"dpproofs_{name}") or "")
        if option is None and text:
            option = _of_ini(_number(name, below), text)
        found[name] = PROFILES[profile].get(name, default) if option is None else option
    names = (*NUMBERS, "profile", "seed")
    given = any(config.getoption(f"--dpproofs-{name}") is not None for name in names)
    usual = {name: default for name, (_, _, default) in NUMBERS.items()}
    odd = [f" --dpproofs-{name} {x:g}" for name, x in found.items() if x != usual[name]]
    return Settings(**found, given=given, options="".join(odd))


def _profile(config: pytest.Config) -> str:
    name = config.getoption("--dpproofs-profile") or str(config.getini("dpproofs_profile") or "")
    if name and name not in PROFILES:
        accepted = f"one of {', '.join(PROFILES)}"
        raise pytest.UsageError(f"dpproofs_profile = {name}, but should be {accepted}")
    return name or "default"


def _of_ini(kind: Callable[[str], float], text: str) -> float:
    try:
        return kind(text)
    except argparse.ArgumentTypeError as error:
        raise pytest.UsageError(f"dpproofs_{error}") from error


def _number(name: str, below: float) -> Callable[[str], float]:
    accepted = "a number > 0" if math.isinf(below) else f"a number in (0, {below:g})"

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not 0 < number < below:
            raise argparse.ArgumentTypeError(f"{name} = {text}, but should be {accepted}")
        return number

    return read


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"seed = {text}, but should be an integer >= 0")
    return int(text)
