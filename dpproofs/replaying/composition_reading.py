"""The parts of a certificate of kind "composition", as they are read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from dpproofs.replaying.bracket import integer, integers, rational
from dpproofs.replaying.composition_noise import (
    DiscreteNormal,
    Geometric,
    Laplace,
    Noise,
    Normal,
    Sampled,
    shown,
)
from dpproofs.replaying.composition_sums import Sum
from dpproofs.replaying.reader import fields, many, need, one_of

MOST_COUNT, MOST_ROUNDS, MOST_BITS, MOST_SPAN = 10**6, 16, 4096, 1 << 22
WAYS = "removed", "added"
EITHER, ADD, REMOVE, REPLACE = NEIGHBOURS = "add or remove", "add", "remove", "replace"
POISSON, WITHOUT, SHUFFLED = SCHEMES = "poisson", "without replacement", "shuffled"
SIGNED = re.compile(r"-?[0-9]{1,40}( -?[0-9]{1,40})*")
NOISES: dict[str, tuple[Callable[..., Noise], tuple[str, ...]]] = {
    "normal": (Normal, ("sigma", "sensitivity")),
    "Laplace": (Laplace, ("epsilon", "sensitivity")),
    "geometric": (Geometric, ("epsilon",)),
    "discrete normal": (DiscreteNormal, ("sigma", "sensitivity")),
}


@dataclass(frozen=True)
class Round:
    """Noise, how often it is added, the probability with which a record takes part, and how."""

    noise: Noise
    count: int
    rate: Fraction
    scheme: str = POISSON

    @property
    def words(self) -> str:
        """What a reader is told."""
        drawn = {POISSON: "sampling", WITHOUT: "sampling without replacement",
                 SHUFFLED: "shuffled batches of a share"}[self.scheme]  # fmt: skip
        sampled = "" if self.rate == 1 else f" with {drawn} {shown(self.rate)}"
        return f"{self.count} round{'s' * (self.count > 1)} of {self.noise.words}{sampled}"

    @property
    def chance(self) -> Fraction:
        """With which a record takes part in each of the rounds that are composed."""
        return Fraction(1) if self.scheme == SHUFFLED else self.rate

    @property
    def composed(self) -> int:
        """How many rounds are: of shuffled batches, one an epoch that is begun."""
        return math.ceil(self.count * self.rate) if self.scheme == SHUFFLED else self.count

    def sampled(self, direction: str, neighbours: str) -> Sampled:
        """What is compared in a direction."""
        return Sampled(self.noise, self.chance, direction == "added", neighbours == REPLACE)


@dataclass(frozen=True)
class Losses:
    """Probabilities at increasing places of a lattice, in units, and that of an infinite loss.

    ``thresholds`` are the half-lines that show a lower bound, one for each place.
    """

    offset: Fraction
    places: tuple[int, ...]
    masses: tuple[int, ...]
    infinite: int = 0
    thresholds: tuple[Fraction, ...] = ()

    @property
    def falling(self) -> Iterator[tuple[int, int]]:
        """Places and masses, the largest loss first."""
        return zip(reversed(self.places), reversed(self.masses), strict=True)

    @property
    def sum(self) -> Sum:
        """The losses with all places between the first and the last."""
        first = self.places[0]
        values = [0] * (self.places[-1] - first + 1)
        for place, mass in zip(self.places, self.masses, strict=True):
            values[place - first] = mass
        return Sum(first, values, self.infinite)


def round_of(value: Any, place: str) -> Round:
    """A kind of noise with its own parameters."""
    known = value.get("noise") if isinstance(value, dict) else None
    make, names = NOISES.get(known if isinstance(known, str) else "", (Normal, ()))
    scheme = {"scheme": one_of(*SCHEMES)} if isinstance(value, dict) and "scheme" in value else {}
    read = fields(value, place, {
        "noise": one_of(*NOISES), **dict.fromkeys(names, positive), "count": _count,
        "rate": positive, **scheme,
    })  # fmt: skip
    need(read["rate"] <= 1, f"{place}.rate: above 1")
    found = Round(
        make(*(read[name] for name in names)),
        read["count"], read["rate"], read.get("scheme", POISSON),
    )  # fmt: skip
    whole = found.scheme != SHUFFLED or found.rate.numerator == 1
    need(whole, f"{place}.rate: not that of a whole number of batches")
    return found


def positive(value: Any, place: str) -> Fraction:
    """A rational number above 0."""
    number = rational(value, place)
    need(number > 0, f"{place}: not positive")
    return number


def upper(value: Any, place: str) -> dict[str, Any]:
    """A bound from above, with losses for both directions, or for one where they are alike."""
    ways = {way: _above for way in WAYS if isinstance(value, dict) and way in value}
    return fields(value, place, {"bound": rational, **ways})


def _above(value: Any, place: str) -> dict[str, Any]:
    return fields(value, place, {"step": positive, "losses": many(_losses_above, MOST_ROUNDS)})


def lower(value: Any, place: str) -> dict[str, Any]:
    """A bound from below, with losses for one direction."""
    return fields(value, place, {
        "bound": rational, "direction": one_of(*WAYS), "step": positive,
        "losses": many(_losses_below, MOST_ROUNDS),
    })  # fmt: skip


SHAPE = {"offset": rational, "gaps": integers, "masses": integers}


def _losses_above(value: Any, place: str) -> Losses:
    read = fields(value, place, {**SHAPE, "first": _first, "infinite": integer})
    return _losses(place, read)


def _losses_below(value: Any, place: str) -> Losses:
    own = {"first": _first, "unit": positive, "thresholds": _signed}
    read = fields(value, place, {**SHAPE, **own})
    unit = read.pop("unit")
    read["thresholds"] = tuple(unit * number for number in read["thresholds"])
    need(len(read["thresholds"]) == len(read["masses"]), f"{place}: not a threshold for each mass")
    return _losses(place, read)


def _losses(place: str, read: dict[str, Any]) -> Losses:
    gaps = read.pop("gaps")
    need(gaps[0] == 0 and all(gaps[1:]), f"{place}.gaps: not 0, and positive from then on")
    need(len(gaps) == len(read["masses"]), f"{place}: not a mass for each gap")
    need(sum(gaps) <= MOST_SPAN, f"{place}.gaps: beyond {MOST_SPAN} places")
    places = tuple(accumulate(gaps, initial=read.pop("first")))[1:]
    return Losses(places=places, masses=tuple(read.pop("masses")), **read)


def _count(value: Any, place: str) -> int:
    need(type(value) is int and 1 <= value <= MOST_COUNT, f"{place}: not in [1, {MOST_COUNT}]")
    return int(value)


def _first(value: Any, place: str) -> int:
    need(type(value) is int, f"{place}: not an integer")
    return int(value)


def bits(value: Any, place: str) -> int:
    """Of the numbers in which probabilities are counted."""
    need(type(value) is int and 1 <= value <= MOST_BITS, f"{place}: not in [1, {MOST_BITS}]")
    return int(value)


def _signed(value: Any, place: str) -> list[int]:
    fits = isinstance(value, str) and bool(SIGNED.fullmatch(value))
    need(fits, f"{place}: not a text of integers")
    return [int(part) for part in value.split(" ")]
