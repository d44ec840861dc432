"""A second way to a finding about doubles: rational arithmetic on fresh draws, and an argument."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import EventRecord, NumbersWitnessRecord, SecondWay
from dpproofs.auditing.suite.second_way import ALPHA, SEED, limits_of
from dpproofs.auditing.target import Target, TargetError
from dpproofs.kernel.clock import patience

ROUNDS = (4_000, 16_000, 64_000)  # draws at each input, until they decide
PATIENCE = 20.0  # seconds after which there is no further round
OCTAVES, BITS = 64, 53
NEAR = range(-3, 4)

Member = Callable[[float], bool]


def of_numbers(
    witness: NumbersWitnessRecord, claim: PrivacyClaim, target: Target, seed: int
) -> SecondWay:
    """Count an event afresh, with membership decided in rational arithmetic on each double."""
    method = (
        "fresh draws, the event decided in rational arithmetic, limits wrong with probability "
        f"{ALPHA:g} at most"
    )
    member = membership(witness.event)
    if member is None or witness.column is not None:
        return SecondWay(False, method, f"none for an event of {witness.event.kind}")
    start = time.monotonic()
    for number, draws in enumerate(ROUNDS):
        try:
            inside = [
                _count(target, member, value, draws, (seed + SEED, number, side))
                for side, value in enumerate((witness.input, witness.neighbour))
            ]
        except TargetError as error:
            return SecondWay(False, method, f"none: {error}")
        low = limits_of(inside[0], draws, ALPHA / len(ROUNDS))[0]
        high = limits_of(inside[1], draws, ALPHA / len(ROUNDS))[1]
        delta = low - claim.ratio * high
        if delta > claim.delta or time.monotonic() - start > PATIENCE * patience():
            break
    counted = f"{inside[0]:,} against {inside[1]:,} of {draws:,} draws each"
    why = explained(witness.event, witness.neighbour)
    text = "; ".join([f"{counted}: delta >= {max(delta, 0):.4g}", *why])
    return SecondWay(delta > claim.delta, method, text)


def _count(
    target: Target, member: Member, value: Any, draws: int, seed: tuple[int, int, int]
) -> int:
    """How many fresh draws at an input are in an event."""
    return sum(map(member, target.draw(value, draws, np.random.default_rng(seed)).tolist()))


def explained(event: EventRecord, neighbour: Any) -> list[str]:
    """Why the neighbour's outputs are multiples, where they are: sums of doubles are.

    Let 2^e <= abs(x') < 2^(e+1). An output y = fl(x' + n) with abs(y) >= 2^(e-1) is a double of
    that size, so a multiple of 2^(e-53). A smaller one needs n between x'/2 and 2 x' in size; then
    x' and n are multiples of 2^(e-53), their difference is representable (Sterbenz), and y is it.
    """
    exponent = event.exponent
    if event.kind != "multiples" or event.centre != 0 or not neighbour or exponent is None:
        return []
    unit = math.frexp(abs(neighbour))[1] - 1 - BITS
    if not event.complement or exponent > unit:
        return []
    return [f"every sum of {neighbour!r} and a double is a multiple of 2^{unit}"]


def membership(event: EventRecord) -> Member | None:
    """Whether a double is in an event; None for events that their data do not tell."""
    complement = bool(event.complement)
    match event:
        case EventRecord(
            kind="multiples", centre=float() | int() as origin, exponent=int() as exponent
        ):
            unit, centre = Fraction(2) ** exponent, Fraction(origin)
            return lambda y: (((Fraction(y) - centre) / unit).denominator == 1) != complement
        case EventRecord(
            kind="residue",
            centre=float() | int() as origin,
            modulus=int() as modulus,
            residues=tuple() as residues,
        ):
            return lambda y: _significand(y - origin) % modulus in residues
        case EventRecord(kind="trailing zeros", binades=tuple() as binades):
            cells = {(b.exponent, zeros) for b in binades for zeros in b.zeros}
            return lambda y: _cell(y) in cells
        case EventRecord(
            kind="reachable",
            centre=float() | int() as centre,
            scale=float() | int() as scale,
            uniform_exponent=int() as exponent,
        ):
            reached = _reachable(centre, scale, 2 ** (BITS + exponent))
            return lambda y: reached(y) != complement
        case EventRecord(kind="values", first=tuple() as first) if event.count == len(first):
            known = {float.fromhex(text) for text in first}
            return lambda y: (y in known) != complement
    return None


def _significand(y: float) -> int:
    """The integer m in [2^52, 2^53) of abs(y) = m 2^e; 0 for 0."""
    return int(math.frexp(abs(y))[0] * 2**BITS)


def _cell(y: float) -> tuple[int, int]:
    if y == 0:
        return -OCTAVES, 0
    significand = _significand(y)
    zeros = (significand & -significand).bit_length() - 1
    binade = math.frexp(abs(y))[1] - 1
    return max(-OCTAVES, min(OCTAVES, binade)), min(zeros, BITS)


def _reachable(centre: float, scale: float, step: int) -> Member:
    """With u from 40 digits, and its logarithm from the C library.

    u is k 2^-53 for a multiple k of ``step``.
    """

    def reached(y: float) -> bool:
        with mpmath.workdps(40):
            exact = mpmath.exp(-abs(mpmath.mpf(y) - centre) / scale) * 2**BITS / step
            nearest = int(mpmath.nint(exact))
        sign = 1.0 if y >= centre else -1.0
        for k in (step * (nearest + move) for move in NEAR):
            if 1 <= k <= 2**BITS:
                size = -math.log(math.ldexp(k, -BITS))
                if y in (centre + sign * scale * size, centre + sign * (size / (1 / scale))):
                    return True
        return False

    return reached
