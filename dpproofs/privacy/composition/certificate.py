"""Certificates of brackets: numbers with which `dpproofs.replay` decides them again."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpproofs.kernel.certificate import FORMAT, digest
from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms import (
    DiscreteGaussian,
    Gaussian,
    Geometric,
    IntegerMechanism,
    Laplace,
)
from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition.lattice import Losses
from dpproofs.privacy.composition.questions import LEAST, DeltaAt, EpsilonAt
from dpproofs.privacy.composition.refining import Work, fitting, losses_above, losses_below
from dpproofs.privacy.composition.rounds import Round
from dpproofs.privacy.composition.sampling import EITHER, POISSON, REPLACE, SHUFFLED, WITH
from dpproofs.privacy.composition.sides import Side
from dpproofs.privacy.composition.sums import Part
from dpproofs.privacy.composition.thinning import kept, thinned_down, thinned_up
from dpproofs.privacy.composition.tilts import Saddle

KIND, VERSION = "composition", 1
NOISES: dict[type, tuple[str, tuple[str, ...]]] = {
    Gaussian: ("normal", ("sigma", "sensitivity")),
    Laplace: ("Laplace", ("epsilon", "sensitivity")),
    Geometric: ("geometric", ("epsilon",)),
    DiscreteGaussian: ("discrete normal", ("sigma", "sensitivity")),
}
CERTIFIED = (
    "for a certificate, Poisson's of records that are added or removed, without replacement, or"
    " shuffled"
)
WAYS = ("removed", "added")
FINER = 0.9  # of the gap: fewer losses take the rest
COARSER = 8, 4, 2  # steps that may do where the other direction is the worse one
CUTS = 16  # times the rounds: more than the tails that are cut off all in all
BITS = 88  # beyond those of delta and of the number of rounds
SURE = 48  # bits of the least probability that counts for a lower bound
CLOSER = 3e-13  # share of its probability by which a half-line is smaller
HALVINGS, FINE = 100, 60  # of where a half-line begins; bits in which that is said


def certificate(
    rounds: tuple[Round, ...], work: Work, question: DeltaAt | EpsilonAt
) -> dict[str, Any]:
    """The certificate of an answer for rounds as JSON data, with the bounds that it proves.

    Raises
    ------
    BadInput
        When there are rounds of noise whose closed form certificates do not know, or of a sampling
        of which they do not.
    DpproofsError
        When the bounds are 0 and infinite, so that there is nothing to prove.
    """
    shown = [_round(each) for each in rounds]
    differ = next((each.way.neighbours for each in rounds if each.way.rate < 1), EITHER)
    shuffled = any(each.way.scheme == SHUFFLED and not each.way.is_all for each in rounds)
    epsilon = isinstance(question, EpsilonAt)
    finding = Finding.of(work, question)
    ends = {"upper": finding.upper(), "lower": None if shuffled else finding.lower()}
    if not any(ends.values()):
        raise DpproofsError("the bounds are 0 and infinite: there is nothing to certify")
    document = {
        "format": FORMAT,
        "kind": KIND,
        "version": VERSION,
        "rounds": shown,
        **({} if differ == EITHER else {"neighbours": differ}),
        "quantity": "epsilon" if epsilon else "delta",
        "at": str(question.delta if isinstance(question, EpsilonAt) else question.level),
        "bits": finding.bits,
        "cut": str(finding.cut),
        **{name: end for name, end in ends.items() if end},
    }
    return {**document, "digest": digest(document)}


def _round(each: Round) -> dict[str, Any]:
    noise = NOISES.get(type(each.mechanism))
    if noise is None:
        known = ", ".join(kind.__name__ for kind in NOISES)
        raise BadInput("mechanism", each.mechanism, f"for a certificate, one of {known}")
    way = each.way
    if way.scheme == WITH or (way.scheme == POISSON and way.neighbours == REPLACE):
        raise BadInput("sampling", way, CERTIFIED)
    numbers = {name: str(Fraction(getattr(each.mechanism, name))) for name in noise[1]}
    scheme = {} if way.scheme == POISSON else {"scheme": way.scheme}
    return {"noise": noise[0], **numbers, "count": each.count, "rate": str(way.rate), **scheme}


@dataclass(frozen=True)
class Finding:
    """The losses that prove an answer, in units of 2^-bits."""

    work: Work
    question: DeltaAt | EpsilonAt
    sides: tuple[Side, ...]
    saddles: dict[int, Saddle]
    step: float
    bits: int
    cut: int

    @classmethod
    def of(cls, work: Work, question: DeltaAt | EpsilonAt) -> Finding:
        """On a lattice that is fine enough for the gap, also when some of it is left out."""
        found = replace(work, gap=work.gap * FINER).answered(question)
        sides, saddles = work.located(question)
        if isinstance(question, DeltaAt):
            log_delta = math.log(max(found.upper, LEAST))
        else:
            asked = question.log_delta(next(iter(saddles.values())))
            log_delta = max(asked, math.log(LEAST))
        rounds = sum(each.count for each in work.rounds)
        bits = BITS + math.ceil(math.log2(rounds) - log_delta / math.log(2))
        cut = Fraction(math.exp(log_delta)) * _share(work) / (CUTS * rounds)
        return cls(work, question, sides, saddles, found.step, bits, math.floor(cut * 2**bits))

    def upper(self) -> dict[str, Any] | None:
        """The bound from above, that of the worse direction; None when it says nothing."""
        found = {each: self._above(each, 1) for each in self.saddles}
        bound = max(each for each, _ in found.values())
        for direction, (other, _) in found.items():
            coarser = (self._above(direction, times) for times in COARSER if other < bound)
            found[direction] = next((each for each in coarser if each[0] < bound), found[direction])
        if bound >= (math.inf if isinstance(self.question, EpsilonAt) else 1.0):
            return None
        ways = {WAYS[each]: shown for each, (_, shown) in found.items()}
        return {"bound": str(Fraction(bound)), **ways}

    def lower(self) -> dict[str, Any] | None:
        """The bound from below in the better direction; None when it is 0."""
        below = (self._below(each) for each in self.saddles)
        bound, shown = max(below, key=lambda each: each[0])
        return {"bound": str(Fraction(bound)), **shown} if bound > 0 else None

    def _above(self, direction: int, times: float) -> tuple[float, dict[str, Any]]:
        """A bound on a lattice so many times coarser, and the losses that show it."""
        saddle, step = self.saddles[direction], fitting(self.sides, self.step * times)[0]
        dense = [losses_above(side, step)[direction] for side in self.sides]
        losses = [thinned_up(each, kept(each, saddle.tilt)) for each in dense]
        shown = [Counted.up(each, self.bits).document() for each in losses]
        return self._bound(losses, saddle, upwards=True), _on(step, shown)

    def _below(self, direction: int) -> tuple[float, dict[str, Any]]:
        saddle, step = self.saddles[direction], fitting(self.sides, self.step)[0]
        dense = [losses_below(side, step, 1.0)[direction] for side in self.sides]
        losses = [thinned_down(each, kept(each, saddle.tilt)) for each in dense]
        counted = [Counted.down(each, self.bits) for each in losses]
        if not all(each.numbers for each in counted):
            return 0.0, {}
        shown = [
            {**each.document(), **each.half_lines(side.round, adding=direction == 1)}
            for each, side in zip(counted, self.sides, strict=True)
        ]
        bound = self._bound(losses, saddle, upwards=False)
        return bound, {"direction": WAYS[direction], **_on(step, shown)}

    def _bound(self, losses: list[Losses], saddle: Saddle, *, upwards: bool) -> float:
        """A bound that holds also when tails are cut off."""
        counts = [each.count for each in self.work.rounds]
        parts: list[Part] = list(zip(losses, counts, strict=True))
        factor = 1 + _share(self.work) * (1 if upwards else -1)
        if isinstance(self.question, EpsilonAt):
            asked = EpsilonAt(self.question.delta / factor)
            bound = self.work.bound(asked, parts, saddle, upwards=upwards)
            return min(bound, _largest(parts, self.question.delta)) if upwards else bound
        bound = self.work.bound(self.question, parts, saddle, upwards=upwards)
        return min(1.0, bound * float(factor))


def _largest(parts: list[Part], delta: Fraction) -> float:
    """The largest sum of losses, infinite when larger ones are about as likely as delta."""
    if sum(count * losses.infinite for losses, count in parts) > delta / 2:
        return math.inf
    return max(0.0, sum(count * float(losses.loss[-1]) for losses, count in parts)) * (1 + CLOSER)


def _share(work: Work) -> Fraction:
    """Of delta, what tails may take that are cut off."""
    return Fraction(work.gap) / 100


def _on(step: float, losses: list[dict[str, Any]]) -> dict[str, Any]:
    return {"step": str(Fraction(step)), "losses": losses}


@dataclass(frozen=True)
class Counted:
    """Losses with probabilities in whole units."""

    losses: Losses
    bits: int
    places: tuple[int, ...]
    numbers: tuple[int, ...]
    infinite: int | None = None

    @classmethod
    def up(cls, losses: Losses, bits: int) -> Counted:
        """Rounded up."""
        where = np.flatnonzero(losses.mass)
        numbers, (infinite,) = (
            tuple(math.ceil(Fraction(mass) * 2**bits) for mass in masses)
            for masses in (losses.mass[where].tolist(), [losses.infinite])
        )
        return cls(losses, bits, tuple((losses.first + where).tolist()), numbers, infinite)

    @classmethod
    def down(cls, losses: Losses, bits: int) -> Counted:
        """Rounded down, without probabilities of which that would take much."""
        where = np.flatnonzero(losses.mass > math.ldexp(1.0, SURE - bits))
        numbers = tuple(
            math.floor(Fraction(mass) * 2**bits) for mass in losses.mass[where].tolist()
        )
        return cls(losses, bits, tuple((losses.first + where).tolist()), numbers)

    def document(self) -> dict[str, Any]:
        """As a certificate says it."""
        infinite = {} if self.infinite is None else {"infinite": str(self.infinite)}
        return {
            "offset": str(Fraction(self.losses.lattice.offset)),
            "first": self.places[0],
            "gaps": _text([0, *np.diff(self.places).tolist()]),
            "masses": _text(self.numbers),
            **infinite,
        }

    def half_lines(self, rounds: Round, *, adding: bool) -> dict[str, Any]:
        """Where half-lines begin that have about the probabilities of the largest losses."""
        where = np.array(self.places) - self.losses.first
        light = self.losses.mass[where] * np.exp(-self.losses.loss[where])
        wanted = np.cumsum(light[::-1])[::-1] * (1 - CLOSER)
        places = _half_lines(rounds, wanted, adding=adding)
        unit = Fraction(2) ** (math.frexp(float(np.abs(places).max()))[1] - FINE)
        numbers = [math.ceil(Fraction(place) / unit) for place in places.tolist()]
        return {"unit": str(unit), "thresholds": _text(numbers)}


def _half_lines(rounds: Round, wanted: Array, *, adding: bool) -> Array:
    """By halving: the half-lines (x, oo) of these probabilities where the record is not."""
    mechanism: Any = rounds.mechanism  # one of NOISES
    rate = rounds.rates[0]
    far = float(mechanism.isf(LEAST)) + float(mechanism.sensitivity)
    low, high = np.full(wanted.size, -far), np.full(wanted.size, far)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = _beyond(mechanism, middle)
        if adding:
            found = rate * found + (1 - rate) * _beyond(mechanism, middle - mechanism.sensitivity)
        low = np.where(found > wanted, middle, low)
        high = np.where(found > wanted, high, middle)
    return high


def _beyond(mechanism: Any, x: Array) -> Array:
    """P(X > x); of noise on the integers, joined by lines between them."""
    if not isinstance(mechanism, IntegerMechanism):
        return np.asarray(mechanism.sf(x))
    place = np.floor(x)
    share = x - place
    return np.asarray((1 - share) * mechanism.sf(place) + share * mechanism.sf(place + 1))


def _text(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
