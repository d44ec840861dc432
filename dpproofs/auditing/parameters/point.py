"""One claim beside the noise that an implementation computes for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import ComputedRecord, PointRecord, Recorded
from dpproofs.auditing.target import Computed, Target
from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.enclosed import KnownNoise, known_noise
from dpproofs.privacy.enclosed.base import decimals
from dpproofs.privacy.enclosed.claims import at_most, epsilon_bounds, exceeds

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

Builder: TypeAlias = Callable[[PrivacyClaim], "Computed | Target | KnownNoise"]
Outcome: TypeAlias = Literal["holds", "rounding", "violation", "unknown"]
Measure: TypeAlias = Literal["delta", "epsilon"]

SLACK = Fraction(1, 10**12)  # a relative change of the parameters that counts as rounding


class RefusedClaim(Exception):
    """The implementation, or its description, has no noise for a claim; the text says why."""


@dataclass(frozen=True)
class Point(Recorded):
    """What is true of the noise that is computed for one claim.

    Attributes
    ----------
    outcome
        "violation" when the claim certainly fails and rounding does not explain it; "rounding" when
        it fails, or may fail, but would hold if epsilon, delta and the unit of the noise were
        1 + 10^-12 times as large. "unknown" also when noise fails that is processed further.
    measure
        What is compared: "delta", the privacy profile at the claimed epsilon, or, where the claim
        is pure, "epsilon".
    true
        A ball that contains it; unless the claim holds, with epsilon and the unit of the noise
        1 + 10^-12 times as large, so that it is no larger than what rounding cannot explain. Where
        it is only bounded, the lower bound.
    """

    claim: PrivacyClaim
    noise: KnownNoise
    computed: Computed | None
    outcome: Outcome
    measure: Measure
    true: Ball

    @property
    def claimed(self) -> float:
        """The claimed delta or epsilon."""
        return self.claim.delta if self.measure == "delta" else self.claim.epsilon

    @property
    def ratio(self) -> float:
        """`true` over claimed, to a double; may be infinite."""
        if self.claimed == 0 or not self.true.is_finite():
            return math.inf if self.true > 0 else 0.0
        return float(self.true / self.claimed)

    def record(self) -> PointRecord:
        """As data. True values are exactly those of the claim: decimal bounds below and above.

        An epsilon that is out of reach is bounded by 0 and inf.
        """
        claim = self.claim
        try:
            ends = epsilon_bounds(self.noise, claim.delta, claim.sensitivity)
            epsilon = decimals(ends[0])[0], decimals(ends[1])[1]
        except ArithmeticError:
            epsilon = "0", "inf"
        low, high = self.noise.bounds(claim.epsilon, claim.sensitivity)
        return PointRecord(
            claim=claim,
            computed=None if self.computed is None else computed_record(self.computed),
            outcome=self.outcome,
            measure=self.measure,
            ratio=self.ratio if math.isfinite(self.ratio) else "inf",
            true_delta=(decimals(low)[0], decimals(high)[1]),
            true_epsilon=epsilon,
        )


def computed_record(computed: Computed) -> ComputedRecord:
    """Family and parameters, and whether it is the noise before processing."""
    parameters = dict(computed.parameters)
    return ComputedRecord(computed.family, parameters, computed.processed or None)


def point_at(build: Builder, claim: PrivacyClaim) -> Point:
    """Build for one claim, and compare.

    Raises
    ------
    RefusedClaim
        When the builder raises, or what it computes cannot be read, is not known, or is not finite.
    """
    noise, computed = _noise_for(build, claim)
    try:
        return _compared(noise, computed, claim)
    except BadInput as error:
        raise RefusedClaim(f"outside the family's domain: {error}") from error
    except ArithmeticError as error:
        raise RefusedClaim(f"not decided: {error}") from error


def _compared(noise: KnownNoise, computed: Computed | None, claim: PrivacyClaim) -> Point:
    measure: Measure = "delta" if claim.delta else "epsilon"
    low, high = _true(noise, claim)
    claimed = Fraction(getattr(claim, measure))
    if at_most(high, claimed):
        return Point(claim, noise, computed, "holds", measure, low)
    (low, high), grown = _true(noise, claim, 1 + SLACK), (1 + SLACK) * claimed
    outcome: Outcome = "unknown"
    if at_most(high, grown):
        outcome = "rounding"
    elif exceeds(low, grown) and not (computed is not None and computed.processed):
        outcome = "violation"
    return Point(claim, noise, computed, outcome, measure, low)


def _true(
    noise: KnownNoise, claim: PrivacyClaim, grown: Fraction = Fraction(1)
) -> tuple[Ball, Ball]:
    """Bounds on delta, or epsilon where the claim is pure, with the units and epsilon grown."""
    scaled = noise.scaled(grown) if grown > 1 else noise
    if claim.delta == 0:
        pure = scaled.pure_epsilon(claim.sensitivity)
        return pure, pure
    return scaled.bounds(grown * Fraction(claim.epsilon), claim.sensitivity)


def _noise_for(build: Builder, claim: PrivacyClaim) -> tuple[KnownNoise, Computed | None]:
    try:
        computed = _read(build(claim))
    except Exception as error:  # a library may raise anything; it is counted, not swallowed
        raise RefusedClaim(f"{type(error).__name__}: {error}") from error
    if isinstance(computed, KnownNoise):
        return computed, None
    if not isinstance(computed, Computed):
        raise RefusedClaim("the target does not tell what it computes")
    try:
        return known_noise(computed.family, computed.parameters), computed
    except BadInput as error:
        raise RefusedClaim(f"computed noise is not known: {error}") from error


def _read(built: Computed | Target | KnownNoise) -> Computed | KnownNoise | None:
    if not isinstance(built, Target):
        return built
    computed = built.computed()
    built.close()
    return computed
