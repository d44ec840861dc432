"""What is asked of noise whose distribution is known, and balls of a wanted accuracy."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import outward

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

Exact: TypeAlias = int | float | Fraction

START, MOST = 128, 1 << 15  # bits of working precision tried
TINY = 1 << 16, "1E-19728"  # what is below 2^-65536 is not written out


@dataclasses.dataclass(frozen=True)
class KnownNoise(ABC):
    """Noise of a known distribution, added to a query.

    Subclasses are frozen dataclasses of exact numbers.
    """

    #: The name under which the family is found; absent where code has to build the noise itself.
    FAMILY: ClassVar[str]
    #: Fields that grow with the unit of the query.
    LENGTHS: ClassVar[tuple[str, ...]]
    #: Whether the noise and the query are integers.
    INTEGERS: ClassVar[bool] = False
    #: Whether the noise is the same at every input. Where not, its profile is bounded only, and it
    #: has no cost.
    ADDITIVE: ClassVar[bool] = True
    #: How the values are known; see `dpproofs.kernel.verdict`.
    GRADE: ClassVar[str] = "enclosed"
    #: Bits that balls are accurate to, relative to their values.
    ACCURACY: ClassVar[int] = 80

    @classmethod
    @abstractmethod
    def of(cls, *args: Any, **parameters: Any) -> Self:
        """The noise with the parameters an implementation holds, as fractions.

        Raises
        ------
        BadInput
            When a parameter is outside its domain.
        """

    @abstractmethod
    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """The profile at the working precision, for noise that is not degenerate."""

    @abstractmethod
    def moment(self, p: int) -> Ball:
        """E|X|^p for p = 1 or 2 at the working precision."""

    @property
    def degenerate(self) -> bool:
        """Whether there is no noise."""
        return any(getattr(self, name) == 0 for name in self.LENGTHS)

    def pure_loss(self, shift: Fraction) -> Ball:
        """`pure_epsilon` at the working precision, for noise that is not degenerate."""
        from flint import arb

        del shift
        return arb.pos_inf()

    def profile(self, epsilon: Exact, sensitivity: Exact) -> Ball:
        """The least delta with which the noise is (epsilon, delta)-private.

        sup P(X in S) - e^epsilon P(X + d in S) over all sets S and all |d| <= sensitivity, to a
        relative accuracy of `ACCURACY` bits however small it is.

        Parameters
        ----------
        epsilon
            In [0, oo).
        sensitivity
            In (0, oo); a whole number where the noise is.

        Raises
        ------
        BadInput
            When a number is outside its domain.
        ArithmeticError
            When `MOST` bits of working precision were not enough.
        """
        from flint import arb

        e, d = exact_number("epsilon", epsilon), self._shift(sensitivity)
        if e < 0:
            raise BadInput("epsilon", epsilon, "a number in [0, inf)")
        return arb(1) if self.degenerate else self._accurate(lambda: self.divergence(e, d))

    def bounds(self, epsilon: Exact, sensitivity: Exact) -> tuple[Ball, Ball]:
        """Balls that the profile is not below and not above: itself, twice, where it is known.

        A ball around two numbers far apart would have coarse ends.

        Raises
        ------
        BadInput
            As `profile` does.
        ArithmeticError
            As `profile` does.
        """
        known = self.profile(epsilon, sensitivity)
        return known, known

    def pure_epsilon(self, sensitivity: Exact) -> Ball:
        """The least epsilon at which the profile is 0, of the same accuracy; often infinite.

        Raises
        ------
        BadInput
            When the sensitivity is outside its domain.
        """
        from flint import arb

        d = self._shift(sensitivity)
        return arb.pos_inf() if self.degenerate else self._accurate(lambda: self.pure_loss(d))

    def cost(self, p: int) -> Ball:
        """E|X|^p, in units of the query to the p.

        Raises
        ------
        BadInput
            When p is neither 1 nor 2.
        """
        from flint import arb

        if p not in (1, 2):
            raise BadInput("p", p, "1 or 2")
        return arb(0) if self.degenerate else self._accurate(lambda: self.moment(p))

    def scaled(self, factor: Fraction) -> Self:
        """The same noise in units that are ``factor`` times as large.

        Integer noise stays on the integers; its parameters grow.
        """
        # A dataclass cannot say that its fields are among the names in LENGTHS.
        lengths: dict[str, Any] = {name: getattr(self, name) * factor for name in self.LENGTHS}
        return dataclasses.replace(self, **lengths)

    def _accurate(self, value: Callable[[], Ball]) -> Ball:
        """Evaluate at rising precision until the ball is exact or accurate enough."""
        from flint import ctx

        bits = START
        while bits <= MOST:
            with ctx.workprec(bits):
                found = value()
            if found.is_exact() or found.rel_accuracy_bits() >= self.ACCURACY:
                return found
            bits *= 2
        raise ArithmeticError(f"{MOST} bits do not give {self.ACCURACY} accurate ones")

    def _shift(self, sensitivity: Exact) -> Fraction:
        shift = exact_number("sensitivity", sensitivity)
        if shift <= 0 or (self.INTEGERS and shift.denominator != 1):
            accepted = "an integer >= 1" if self.INTEGERS else "a number in (0, inf)"
            raise BadInput("sensitivity", sensitivity, accepted)
        return shift


def exact_number(name: str, value: Exact) -> Fraction:
    """A finite number as exactly what it is.

    Raises
    ------
    BadInput
        When it is not finite, or no number.
    """
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError) as error:
        shown = float(value) if isinstance(value, float) else value  # not np.float64(nan)
        raise BadInput(name, shown, "a finite number") from error


def require(name: str, value: Fraction, accepted: str, *, when: bool) -> None:
    """Refuse a parameter outside its domain."""
    if not when:
        raise BadInput(name, float(value), accepted)


def decimals(value: Ball, digits: int = 17) -> tuple[str, str]:
    """Decimal numbers below and above a ball, rounded outwards; ("inf", "inf") for infinity.

    Of what may be positive and is below 2^-65536 only that is said, with 0 and 1E-19728.
    """
    if not value.is_finite():
        return "inf", "inf"
    if not value == 0 and value >= 0 and value < value.__class__(2) ** -TINY[0]:  # noqa: SIM201
        return "0", TINY[1]
    low, high = outward(value, value, digits).decimals
    return str(Decimal(low).normalize()), str(Decimal(high).normalize())
