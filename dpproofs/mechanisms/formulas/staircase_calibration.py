"""The staircase that costs least at (epsilon, delta), delta > 0, in ball arithmetic.

A staircase of its own epsilon t, with b = e^{-t} and gamma in [0, 1], drops by the factor b at
+-(k + gamma). Its profile at epsilon, with E = e^epsilon and D = gamma + b (1 - gamma), is

    (1 - E b) (min(1, 2 gamma) (1 - b) + b)/(2 D),

which falls with b, while E|X|^p rises. So the best one keeps delta exactly. For each t that leaves
one gamma up to 1/2 and one from there on, both rational in b. On each of these two branches the
cost and its slope are enclosed between the corners of a box: every sum in them rises with b and
with gamma.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.mechanisms.formulas.staircase_cost import moments

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

BITS = 192
FAR = 30  # so far beyond epsilon, b is as good as 0
SLIVER = Fraction(1, 2**100)
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Calibrated:
    """The least E|X|^p of the staircases that are (epsilon, delta)-private, at sensitivity 1.

    Attributes
    ----------
    lower, upper
        Balls; the least cost lies between the lower end of the one and the upper end of the other.
    epsilon, gamma
        Of a staircase that keeps delta exactly and costs ``upper``, or is on the way to what does.
    """

    lower: Ball
    upper: Ball
    epsilon: Fraction
    gamma: Ball


@dataclass(frozen=True)
class _Point:
    """A staircase that keeps delta exactly."""

    cost: Ball
    epsilon: Fraction
    gamma: Ball


@dataclass(frozen=True)
class _Branch:
    """The staircases that keep delta exactly, with gamma at least 1/2, or at most."""

    epsilon: Fraction
    delta: Fraction
    p: Fraction
    wide: bool

    def interval(self) -> tuple[Fraction, Fraction, bool]:
        """The t from gamma = 1/2 to gamma = 0 or 1, reaching beyond both; whether that is far."""
        growth, delta = ball(self.epsilon).exp(), ball(self.delta)
        start = rational(((growth + delta) / (1 - delta)).log().mid()) - SLIVER
        far = self.epsilon + FAR
        if self.delta < HALF:
            end = rational((growth / (1 - 2 * delta)).log().mid()) + SLIVER
            if end < far:
                return start, end, False
        return start, far, True

    def ratio(self, t: Fraction) -> Ball:
        """gamma/b where gamma is at most 1/2; it rises with b."""
        b, delta = (-ball(t)).exp(), ball(self.delta)
        grown = ball(self.epsilon).exp() * b
        return _clipped((2 * delta - 1 + grown) / (2 * (1 - b) * (1 - grown - delta)), Fraction(0))

    def gamma(self, t: Fraction) -> Ball:
        """What keeps delta exactly: it rises with t on the wide branch, and falls on the other."""
        b, delta = (-ball(t)).exp(), ball(self.delta)
        if not self.wide:
            return _clipped(b * self.ratio(t), Fraction(0), HALF)
        growth = ball(self.epsilon).exp()
        found = (1 - (growth + 2 * delta) * b) / (2 * delta * (1 - b))
        return _clipped(found, HALF, Fraction(1))

    def at(self, t: Fraction) -> _Point:
        """The staircase with one t."""
        return _Point(self.over(t, t)[0], t, self.gamma(t))

    def over(self, low: Fraction, high: Fraction) -> tuple[Ball, Ball]:
        """Enclosures of E|X|^p, and of the slope of its logarithm in t, for low <= t <= high.

        The cost is (1 - b)^2 N_{p+1}/((p + 1) D). On the narrow branch N and D are taken over b.
        """
        first, last = self.gamma(low), self.gamma(high)
        if self.wide:
            least, most = _wide_sums(high, first, self.p), _wide_sums(low, last, self.p)
        else:
            least, most = _narrow_sums(self, high), _narrow_sums(self, low)
        enclosed = [at_least.union(at_most) for at_least, at_most in zip(least, most, strict=True)]
        b, delta = (-ball(low)).exp().union((-ball(high)).exp()), ball(self.delta)
        growth, rest, exponent = ball(self.epsilon).exp(), 1 - b, ball(self.p + 1)
        below, total, slope = enclosed
        if self.wide:
            turn = (1 - growth - 2 * delta) / (2 * delta * rest**2)  # of gamma, for a change of b
            D, tilt = (1 - growth * b) / (2 * delta), -growth / (2 * delta)
            slope += exponent * below * turn
        else:
            ratio, room = self.ratio(low).union(self.ratio(high)), 1 - growth * b - delta
            steep = growth / (2 * rest * room) + ratio * (1 / rest + growth / room)
            turn = ratio + b * steep
            D, tilt = ratio + 1 - first.union(last), steep - turn
            p = ball(self.p)
            slope += exponent * below * turn
            slope += (b * ratio) ** p * (p * ratio / b + exponent * steep)
            total += b**p * ratio**exponent
        return rest**2 * total / (exponent * D), -b * (slope / total - tilt / D - 2 / rest)

    def beyond(self, far: Fraction) -> Ball:
        """What every staircase on this branch with t >= far costs at least."""
        rest = 1 - (-ball(far)).exp()
        if self.wide:  # of N the first term, and 1 - E b <= 1
            least = 2 * ball(self.delta) * self.gamma(far) ** ball(self.p + 1)
        else:  # of N the second term
            least = 1 / (self.ratio(far) + 1)
        return rest**2 * least / ball(self.p + 1)

    def limit(self, far: Fraction) -> _Point | None:
        """What these staircases cost in the limit t -> oo: uniform noise, or that with an atom."""
        if self.delta < HALF:
            return None
        delta, exponent = ball(self.delta), ball(self.p + 1)
        if self.wide:
            cost = (2 * delta) ** -ball(self.p) / exponent
        else:
            cost = 2 * (1 - delta) / exponent
        return _Point(cost, far, self.gamma(far))


def calibrated_staircase(
    epsilon: Fraction, delta: Fraction, p: Fraction, tolerance: Fraction = Fraction(1, 10**9)
) -> Calibrated:
    """Enclose the least E|X|^p of (epsilon, delta)-private staircases, at sensitivity 1.

    Their steps are as long as the sensitivity, as in Geng & Viswanath, "The Optimal Mechanism in
    Differential Privacy"; their own epsilon and gamma are free. Where the least cost is approached
    and not attained (an atom at 0 is a limit of staircases), it is the infimum that is enclosed.

    Parameters
    ----------
    epsilon
        In [0, 16].
    delta
        In (0, 1).
    p
        The p of the cost, in (0, 16].
    tolerance
        How wide the enclosure may be, relative to the cost.
    """
    from flint import ctx

    with ctx.workprec(BITS):
        branches = [_Branch(epsilon, delta, p, wide) for wide in (False, True)]
        found, bounds, boxes = [], [], []
        for branch in branches:
            start, end, far = branch.interval()
            inside = start + 2 * SLIVER, end if far else end - 2 * SLIVER
            found += [branch.at(t) for t in inside]
            if limit := branch.limit(end):
                found.append(limit)
            bounds += [branch.over(start, inside[0])[0].lower()]
            bounds += [branch.beyond(end) if far else branch.over(inside[1], end)[0].lower()]
            boxes.append((branch, *inside))
        while boxes:
            middles = [branch.at((low + high) / 2) for branch, low, high in boxes]
            best = min([*found, *middles], key=lambda point: float(point.cost))
            found = [best]
            enough = best.cost * (1 - ball(tolerance))
            halves = []
            for (branch, low, high), middle in zip(boxes, middles, strict=True):
                cost, slope = branch.over(low, high)
                reach = abs(slope) * ball((high - low) / 2)
                least = max(cost.lower(), (middle.cost * (-reach).exp()).lower())
                if least > enough:
                    bounds.append(least)
                elif not (slope > 0 or slope < 0):
                    halves += [(branch, low, middle.epsilon), (branch, middle.epsilon, high)]
            boxes = halves
        lower = min(best.cost.lower(), *(bound.lower() for bound in bounds))
        return Calibrated(lower, best.cost, best.epsilon, best.gamma)


def _wide_sums(t: Fraction, gamma: Ball, p: Fraction) -> list[Ball]:
    """N_p, N_{p+1} and the slope of N_{p+1} in b, where N_s = sum_{k >= 0} b^k (k + gamma)^s."""
    below, total, above = moments(t, p, 3)(gamma)
    return [below, total, (above - gamma * total) / (-ball(t)).exp()]


@lru_cache(maxsize=1024)  # boxes share their ends
def _narrow_sums(branch: _Branch, t: Fraction) -> list[Ball]:
    """The same of (N_s - gamma^s)/b = sum_{k >= 0} b^k (k + 1 + gamma)^s, at the branch's gamma."""
    from flint import arb

    p, gamma = branch.p, branch.gamma(t)
    b, powers = (-ball(t)).exp(), [ball(p + i) for i in range(3)]
    if gamma == 0:
        below, total, above = moments(t, p, 3)(arb(1))
    else:
        found = moments(t, p, 3)(gamma)
        below, total, above = (
            (each - gamma**power) / b for each, power in zip(found, powers, strict=True)
        )
    return [below, total, (above - (1 + gamma) * total) / b]


def _clipped(value: Ball, least: Fraction, most: Fraction | None = None) -> Ball:
    """A ball that contains min(max(x, least), most) for every x of a ball."""
    value = value.max(ball(least))
    return value if most is None else value.min(ball(most))
