"""Laplace noise drawn again until the output falls into an interval."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import Exact, KnownNoise, require

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


@dataclass(frozen=True)
class BoundedLaplaceNoise(KnownNoise):
    """At x in [l, u] the output y has density e^{-|y - x|/b}/(2 b C(x)) on [l, u].

    C(x) = 1 - (e^{-(x - l)/b} + e^{-(u - x)/b})/2 is the probability that Laplace noise stays in
    the interval. Here b = scale > 0, l = lower < u = upper.

    The mechanism is that of Holohan, Antonatos, Braghin & Mac Aonghusa, "The Bounded Laplace
    Mechanism in Differential Privacy", 2018. Its least epsilon is exactly

        epsilon* = D/b + log(C(l + D)/C(l)),  D = min(sensitivity, u - l).

    Proof. Let d = |x - x'|. The privacy loss (|y - x'| - |y - x|)/b + log(C(x')/C(x)) is largest
    at y = x, where the first term is d/b. Turning the interval round does not change C, so let
    x' = x + d. C is concave, hence log-concave, and C(x + d)/C(x) falls in x: x = l is worst.
    Finally d/b + log C(l + d) does not fall in d, for C'/C >= -1/b: in fact
    b C'(x) + C(x) = 1 - e^{-(u - x)/b} >= 0.

    The least delta is enclosed, not known. It is at most 1 - e^{epsilon - epsilon*}, for a density
    f and a neighbour's g satisfy f - e^epsilon g <= f (1 - e^{epsilon - epsilon*}). It is at least
    what the inputs l and l + D show, which `divergence` has.
    """

    FAMILY: ClassVar = "bounded_laplace"
    LENGTHS: ClassVar = ("scale", "lower", "upper")
    ADDITIVE: ClassVar = False
    scale: Fraction
    lower: Fraction
    upper: Fraction

    @classmethod
    def of(cls, scale: Fraction, lower: Fraction, upper: Fraction) -> Self:
        require("scale", scale, "a number in [0, inf)", when=scale >= 0)
        require("upper", upper, "a number above lower", when=lower < upper)
        return cls(scale, lower, upper)

    @property
    def degenerate(self) -> bool:
        return self.scale == 0

    def pure_loss(self, shift: Fraction) -> Ball:
        """epsilon* of the class."""
        a, _ = self._units(shift)
        return ball(a) + self._gain(shift)

    def divergence(self, epsilon: Fraction, shift: Fraction) -> Ball:
        """The larger divergence of the two between the inputs l and l + D: a lower bound.

        Let A = D/b, W = (u - l)/b and G = log(C(l + D)/C(l)), which is in [0, A]. At l + b y the
        loss from l to l + D is A + G - 2 y for y <= A, and then G - A. It exceeds epsilon on
        [0, t), t = (A + G - epsilon)/2 <= A, and the integral of the densities over it is
        (1 - e^{-t})^2/(1 - e^{-W}). The other way it exceeds epsilon for y > A - r,
        r = (A - G - epsilon)/2, where the integral is
        (1 - e^{-r}) (2 - e^{A - W} (1 + e^{-r}))/(2 C(l + D)). Where t or r is <= 0 it is 0.
        """
        from flint import arb

        a, w = self._units(shift)
        gain = self._gain(shift)
        t, r = ((ball(a - epsilon) + sign * gain) / 2 for sign in (1, -1))
        away, back = arb(0), arb(0)
        if not t <= 0:
            away = (-t).expm1() ** 2 / -ball(-w).expm1()
        if not r <= 0:
            twice = -ball(-a).expm1() - ball(a - w).expm1()  # 2 C(l + D)
            back = -(-r).expm1() * (2 - ball(a - w).exp() * (1 + (-r).exp())) / twice
        told = (t <= 0 or t > 0) and (r <= 0 or r > 0)
        return away.max(back) if told else arb(0, 1)  # the precision does not tell

    def bounds(self, epsilon: Exact, sensitivity: Exact) -> tuple[Ball, Ball]:
        """The divergence of two inputs, and 1 - e^{epsilon - epsilon*} where that is positive."""
        low = super().profile(epsilon, sensitivity)
        if self.degenerate:
            return low, low
        e, d = Fraction(epsilon), self._shift(sensitivity)
        return low, self._accurate(lambda: self._most(e, d))

    def profile(self, epsilon: Exact, sensitivity: Exact) -> Ball:
        """A ball around both bounds."""
        low, high = self.bounds(epsilon, sensitivity)
        return low.union(high)

    def moment(self, p: int) -> Ball:
        """None: it depends on the input."""
        raise BadInput("p", p, "asked of noise that does not depend on the input")

    def _most(self, epsilon: Fraction, shift: Fraction) -> Ball:
        from flint import arb

        a, _ = self._units(shift)
        left = ball(a - epsilon) + self._gain(shift)
        if left <= 0:
            return arb(0)
        return -(-left).expm1() if left > 0 else arb(0, 1)  # the precision does not tell

    def _units(self, shift: Fraction) -> tuple[Fraction, Fraction]:
        """D and u - l over the scale."""
        width = self.upper - self.lower
        return min(shift, width) / self.scale, width / self.scale

    def _gain(self, shift: Fraction) -> Ball:
        """log(C(l + D)/C(l)), from C(l + D) - C(l) = (1 - e^{-A}) (1 - e^{A - W})/2."""
        a, w = self._units(shift)
        more = ball(-a).expm1() * ball(a - w).expm1() / -ball(-w).expm1()
        return more.log1p()
