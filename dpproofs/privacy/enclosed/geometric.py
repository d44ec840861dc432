"""Two-sided geometric noise, the discrete Laplace distribution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class GeometricNoise(KnownNoise):
    """P(k) = (1 - q)/(1 + q) q^|k|, q = ratio^{1/length}.

    Either ratio is given, with length 1, or ratio is None and q = e^{-1/length}.
    """

    FAMILY: ClassVar = "geometric"
    LENGTHS: ClassVar = ("length",)
    INTEGERS: ClassVar = True
    length: Fraction
    ratio: Fraction | None = None

    @classmethod
    def of(cls, scale: Fraction | None = None, ratio: Fraction | None = None) -> Self:
        if ratio is None and scale is not None:
            require("scale", scale, "a number in [0, inf)", when=scale >= 0)
            return cls(scale)
        if ratio is None or scale is not None:
            raise BadInput("scale", scale, "given alone, or left out for ratio")
        require("ratio", ratio, "a number in [0, 1)", when=0 <= ratio < 1)
        return cls(Fraction(1), ratio)

    @property
    def degenerate(self) -> bool:
        return self.length == 0 or self.ratio == 0

    def pure_loss(self, shift: Fraction) -> Ball:
        """-shift log q."""
        return ball(shift / self.length) * self._unit_rate()

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """P(X >= n) - e^epsilon P(X >= n + d), n the first integer above (m - d)/2.

        Here m = -epsilon/log q. P(k) > e^epsilon P(k + d) means |k + d| - |k| > m. That is never
        so when m >= d, and otherwise holds on the half-line k > (m - d)/2. The worst shift is the
        whole sensitivity, as for all log-concave noise: a larger one leaves less of the shifted
        noise on a half-line.
        """
        from flint import arb

        if self._vanishes(epsilon, shift):
            return arb(0)
        d = int(shift)
        first = self._half_steps(epsilon, d)
        if first is None or first > 0:
            return arb(0, 1)  # the precision does not tell
        # first <= 0 < first + d
        below = self._power(1 - first) / self._peak_share()
        beyond = self._power(first + d) / self._peak_share()
        return 1 - below - ball(epsilon).exp() * beyond

    def moment(self, p: int) -> Ball:
        """2 q/(1 - q^2) and 2 q/(1 - q)^2."""
        rest = -(-self._rate()).expm1()
        return 2 * self._power(1) / (rest * (self._peak_share() if p == 1 else rest))

    def _rate(self) -> Ball:
        """-log q."""
        return ball(1 / self.length) * self._unit_rate()

    def _unit_rate(self) -> Ball:
        from flint import arb

        return arb(1) if self.ratio is None else -ball(self.ratio).log()

    def _power(self, k: int) -> Ball:
        """q^k."""
        return (-k * self._rate()).exp()

    def _peak_share(self) -> Ball:
        """1 + q."""
        return 1 + self._power(1)

    def _vanishes(self, epsilon: Fraction, shift: Fraction) -> bool:
        if self.ratio is None:
            return epsilon * self.length >= shift
        # -log ratio is no rational number, so that epsilon does not equal its multiple.
        return bool(ball(epsilon) > ball(shift) * self._rate())

    def _half_steps(self, epsilon: Fraction, d: int) -> int | None:
        """The least integer above (m - d)/2; None when the precision does not tell."""
        if self.ratio is None or epsilon == 0:
            m = epsilon * self.length if self.ratio is None else Fraction(0)
            return (m - d) // 2 + 1
        floor = ((ball(epsilon) / self._rate() - d) / 2).floor().unique_fmpz()
        return None if floor is None else int(floor) + 1
