"""Laws of the privacy loss at the worst shift, as balls: what Renyi divergences follow from.

The loss is L = log dP/dQ at an output drawn from P; psi(t) = log E e^{t L}. The Renyi divergence
of order a is psi(a - 1)/(a - 1), Kullback's is psi'(0), and zCDP's rho the supremum of
psi(t)/(t (t + 1)) over t > 0. All noise here is symmetric, so that P and Q may be exchanged.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

TERMS = 16  # of a sum whose terms fall like e^{-n^2} at least


class Loss(ABC):
    """The law of the loss at the worst shift; balls are at the working precision."""

    #: By which theorem the worst shift is the worst, and where the formulas are from.
    SOURCE: ClassVar[str]

    @abstractmethod
    def log_moment(self, t: Any) -> Any:
        """psi at a ball t >= 0, or at a power series of balls."""

    @abstractmethod
    def most(self) -> Ball:
        """The largest loss; infinite where there is none."""

    def last(self, value: Ball) -> Ball:
        """A t from which on psi(t)/(t (t + 1)) is below a value: psi(t) is at most t losses."""
        return self.most() / value

    @abstractmethod
    def gdp(self) -> Ball:
        """The least mu."""

    def delta(self, epsilon: Ball) -> Ball:
        """The privacy profile at an epsilon >= 0."""
        del epsilon
        raise DpproofsError("sums of masses tell this profile")

    def kullback(self) -> Any:
        """Kullback's divergence: the slope of psi at 0."""
        from flint import arb, arb_series

        return self.log_moment(arb_series([arb(0), arb(1)], 2))[1]

    def zcdp(self) -> Ball | None:
        """The least rho, where there is a formula for it."""
        return None


@dataclass(frozen=True)
class NormalLoss(Loss):
    """Of normal noise, r standard deviations being the sensitivity.

    Sources: Bun & Steinke, 2016, Proposition 1.6; Mironov, 2017, Proposition 7; Dong, Roth & Su,
    arXiv:1905.02383, Theorem 2.7; Balle & Wang, 2018, Theorem 8.

    Attributes
    ----------
    r
        In (0, oo).
    square
        In the place of r, its square.
    """

    SOURCE: ClassVar = (
        "Bun & Steinke, 2016, Proposition 1.6; Dong, Roth & Su, arXiv:1905.02383, Theorem 2.7"
    )
    r: Fraction | None = None
    square: Fraction = Fraction(0)

    def log_moment(self, t: Any) -> Any:
        return t * (t + 1) * self.zcdp()

    def most(self) -> Ball:
        from flint import arb

        return arb.pos_inf()

    def zcdp(self) -> Ball:
        return ball((self.square if self.r is None else self.r**2) / 2)

    def gdp(self) -> Ball:
        return ball(self.square).sqrt() if self.r is None else ball(self.r)

    def delta(self, epsilon: Ball) -> Ball:
        r = self.gdp()
        return _above(epsilon / r - r / 2) - epsilon.exp() * _above(epsilon / r + r / 2)


@dataclass(frozen=True)
class DiscreteNormalLoss(Loss):
    """Of discrete normal noise: that of normal noise but for a quotient of theta functions.

    With theta(c) = sum over k of e^{-(k + c)^2/(2 v)}, psi(t) is t (t + 1) d^2/(2 v) plus the log
    of theta(t d)/theta(0), and theta(0) is the largest value: rho is attained at the order 1.

    Attributes
    ----------
    variance, shift
        v, the parameter sigma^2, and d.
    """

    SOURCE: ClassVar = "Canonne, Kamath & Steinke, 2020, Proposition 5"
    variance: Fraction
    shift: int

    def log_moment(self, t: Any) -> Any:
        quotient = self._waves(t * self.shift) / self._waves(0 * t)
        return t * (t + 1) * self.kullback() + quotient.log()

    def _waves(self, place: Any) -> Any:
        """theta but for a factor: by Poisson's sum, or term by term where that is narrow."""
        from flint import arb

        if self.variance < Fraction(1, 4):
            place = place - place.mid().floor()
            rate, wave = 1 / (2 * ball(self.variance)), lambda k: (-rate * (k + place) ** 2).exp()
            far = (-rate * (TERMS - 1) ** 2).exp()  # and each later term at most half as large
            return sum(map(wave, range(-TERMS, TERMS + 1)), arb(0, (4 * far).upper()))
        rate = 2 * arb.pi() ** 2 * ball(self.variance)
        total = arb(1, (4 * (-rate * (TERMS + 1) ** 2).exp()).upper())
        for n in range(1, TERMS + 1):
            total += 2 * (-rate * n * n).exp() * (2 * n * place).cos_pi()
        return total

    def most(self) -> Ball:
        from flint import arb

        return arb.pos_inf()

    def kullback(self) -> Ball:
        return ball(Fraction(self.shift**2) / (2 * self.variance))

    def zcdp(self) -> Ball:
        return self.kullback()

    def gdp(self) -> Ball:
        from dpproofs.mechanisms.formulas.corners import DiscreteNormalTails, farthest

        return farthest(DiscreteNormalTails(self.variance), self.shift)


@dataclass(frozen=True)
class LaplaceLoss(Loss):
    """Of Laplace noise with epsilon sensitivities to the scale.

    Sources: Mironov, 2017, Proposition 6. The trade-off between errors is that of half-lines, and
    the slope of Phi^-1(F(x)), F the noise's distribution, is Mills' ratio, which falls on either
    side of 0: so mu is attained half-way between the two centres.

    Attributes
    ----------
    epsilon
        In (0, oo).
    """

    SOURCE: ClassVar = "Mironov, 2017, Proposition 6; Harrison & Manurangsi, 2026 (zCDP)"
    epsilon: Fraction

    def log_moment(self, t: Any) -> Any:
        # (t + 1)/(2t + 1) e^{t epsilon} + t/(2t + 1) e^{-(t + 1) epsilon}, where little cancels.
        e, both = ball(self.epsilon), 2 * t + 1
        return t * e + (1 - (1 - 1 / both) / 2 * (1 - (-both * e).exp())).log()

    def most(self) -> Ball:
        return ball(self.epsilon)

    def zcdp(self) -> Ball:
        """Kullback's divergence: Harrison & Manurangsi, 2026."""
        return ball(self.epsilon) + (-ball(self.epsilon)).exp() - 1

    def gdp(self) -> Ball:
        return -2 * quantile((-ball(self.epsilon) / 2).exp() / 2)

    def delta(self, epsilon: Ball) -> Ball:
        return _positive(1 - ((epsilon - ball(self.epsilon)) / 2).exp())


@dataclass(frozen=True)
class ThreeValuedLoss(Loss):
    """A loss of epsilon, 0 or -epsilon: of randomised response, and of staircases.

    With weight w it is that of randomised response between two answers, and 0 otherwise. The
    density of a staircase has one drop to a sensitivity, so that no shift within it crosses two; w
    grows with the total variation, which for symmetric unimodal noise grows with the shift. The
    errors' trade-off has two corners, mirrored, and mu is attained there.

    Attributes
    ----------
    epsilon, weight
        In (0, oo) and (0, 1]; the weight is a function, for balls at the working precision.
    """

    SOURCE: ClassVar = "randomised response: Mironov, 2017"
    epsilon: Fraction
    weight: Any = None

    def _weight(self) -> Ball:
        from flint import arb

        return arb(1) if self.weight is None else self.weight()

    def _answers(self) -> tuple[Ball, Ball]:
        """The probabilities of the losses epsilon and -epsilon."""
        low = self._weight() / (1 + ball(self.epsilon).exp())
        return self._weight() - low, low

    def log_moment(self, t: Any) -> Any:
        e, (high, low) = ball(self.epsilon), self._answers()
        return ((t * e).exp() * high + (-t * e).exp() * low + (1 - self._weight())).log()

    def most(self) -> Ball:
        return ball(self.epsilon)

    def zcdp(self) -> Ball | None:
        """Kullback's divergence epsilon tanh(epsilon/2) where the loss is never 0.

        psi''(t) is the variance of a tilted loss of +-epsilon, of which epsilon has a probability
        that grows with t from above 1/2: at most epsilon^2/cosh^2(epsilon/2), which is no more than
        2 psi'(0) as epsilon <= sinh(epsilon). So psi(t) <= psi'(0) t (t + 1).
        """
        e = ball(self.epsilon)
        return e * (e / 2).tanh() if self.weight is None else None

    def gdp(self) -> Ball:
        high, low = self._answers()
        return quantile(high) - quantile(low)

    def delta(self, epsilon: Ball) -> Ball:
        high, low = self._answers()
        return _positive(high - epsilon.exp() * low)


def quantile(probability: Ball) -> Ball:
    """Phi^-1."""
    from flint import arb

    return -arb(2).sqrt() * (2 * probability).erfcinv()


def _above(z: Ball) -> Ball:
    from flint import arb

    return (z / arb(2).sqrt()).erfc() / 2


def _positive(number: Ball) -> Ball:
    from flint import arb

    return number.max(arb(0))
