"""Costs of the discrete staircase, and its best r, in ball arithmetic.

With b = e^{-epsilon}, a cost L and W(j) = sum_{k >= 0} b^k L(j + k Delta), the expected cost of
P_r is (1 - b) N(r)/D(r), where D(r) = (1 - b)(2 r - 1) + 2 b Delta and N(r + 1) - N(r) =
2 (1 - b) W(r). From r to r + 1 it changes with the sign of W(r) D(r) - N(r), which increases.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import WANTED, at_rising_precision, ball

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb


def discrete_cost(epsilon: float, sensitivity: int, r: int, p: float) -> float:
    """E|X|^p; infinite where a double overflows."""
    sums = Sums(epsilon, sensitivity, p)

    def accurate(value: Ball) -> bool:
        return value.rel_accuracy_bits() > WANTED

    return float(at_rising_precision(lambda: sums.cost(r), accurate))


def best_r(epsilon: float, sensitivity: int, p: float) -> int:
    """The least r in 1..sensitivity that minimises E|X|^p.

    For p = 1 and 2 the least integer that is not below a root in closed form; otherwise by
    bisection.
    """
    if p in (1, 2):
        root = _root_of_power if p == 2 else _root_of_amplitude
        return integer_above(lambda: root(epsilon, sensitivity))
    sums = Sums(epsilon, sensitivity, p)
    low, high = 0, sensitivity  # the change is negative at low and not at high
    while high - low > 1:
        middle = (low + high) // 2
        change = at_rising_precision(partial(sums.change, middle), lambda x: 0 not in x)
        low, high = (middle, high) if change < 0 else (low, middle)
    return high


def integer_above(root: Callable[[], Ball]) -> int:
    """The least integer >= the root."""
    from flint import fmpz

    above = at_rising_precision(lambda: root().ceil(), lambda x: x.is_integer())
    return int(fmpz(str(above.unique_fmpz())))


def _root_of_amplitude(epsilon: float, sensitivity: int) -> Ball:
    """The positive zero Delta/(1 + e^{epsilon/2}) of (1-b) r^2 + 2 b Delta r - b Delta^2."""
    from flint import arb

    return sensitivity / (1 + (arb(epsilon) / 2).exp())


def _root_of_power(epsilon: float, sensitivity: int) -> Ball:
    """The zero with the largest w = (1-b) r + b Delta of 4 w^3 - (1-b)^2 w - 2 Delta^3 b (1+b).

    In units of c = (1-b)/sqrt(3) that is 4 t^3 - 3 t = h: the cosine of a triple angle.
    """
    from flint import arb

    b, rest = (-arb(epsilon)).exp(), -(-arb(epsilon)).expm1()
    unit = rest / arb(3).sqrt()
    h = 2 * b * (1 + b) * (sensitivity / unit) ** 3
    t = (h.acosh() / 3).cosh() if h >= 1 else (h.acos() / 3).cos()
    return (unit * t - b * sensitivity) / rest


class Sums:
    """The sums that costs |x|^p are made of, at the working precision.

    With Hurwitz's zeta function the cost telescopes: N(r)/2 is zeta(-p) - (1 - b) Z(r), where
    Z(r) = sum_k b^k zeta(-p, k Delta + r).
    """

    def __init__(self, epsilon: float | Fraction, sensitivity: int, p: float) -> None:
        self.epsilon, self.sensitivity, self.p = epsilon, sensitivity, p

    def cost(self, r: int) -> Ball:
        """(1 - b) N(r)/D(r)."""
        return self._rest() * self._numerator(r) / self._denominator(r)

    def powers(self, r: int) -> Ball:
        """W(r)."""
        from flint import arb, fmpq

        return arb(self.sensitivity) ** arb(self.p) * self._lerch(fmpq(r, self.sensitivity))

    def change(self, r: int) -> Ball:
        """W(r) D(r) - N(r)."""
        return self.powers(r) * self._denominator(r) - self._numerator(r)

    def _b(self) -> Ball:

        return (-ball(self.epsilon)).exp()

    def _rest(self) -> Ball:

        return -(-ball(self.epsilon)).expm1()

    def _denominator(self, r: int) -> Ball:
        return self._rest() * (2 * r - 1) + 2 * self._b() * self.sensitivity

    def _numerator(self, r: int) -> Ball:
        from flint import arb

        return 2 * ((-arb(self.p)).zeta() - self._rest() * self._zetas(r))

    def _zetas(self, r: int) -> Ball:
        """Z(r): some terms as they are, the others by the expansion of zeta for large arguments."""
        from flint import arb, ctx, fmpq

        s = -arb(self.p)
        enough = 48 + ctx.prec // 6 + 2 * math.ceil(self.p)
        first = max(0, -((r - enough) // self.sensitivity))
        if self.epsilon * (first + 1) > 4 or self.epsilon > 1:
            return self._sum(lambda k: s.zeta(arb(k * self.sensitivity + r)), self.p + 1)
        b, total, weight = self._b(), arb(0), arb(1)
        for k in range(first):
            total += weight * s.zeta(arb(k * self.sensitivity + r))
            weight *= b
        return total + weight * self._expanded(fmpq(r, self.sensitivity) + first)

    def _expanded(self, start: flint.fmpq) -> Ball:
        """sum_k b^k zeta(-p, (start + k) Delta), start Delta large.

        zeta(-p, x) = -x^{p+1}/(p+1) + x^p/2 - sum_j B_{2j}/(2j)! p (p-1)...(p-2j+2) x^{p+1-2j}:
        NIST Digital Library of Mathematical Functions, 25.11.43.
        """
        from flint import arb, ctx, fmpq

        p, size = arb(self.p), arb(self.sensitivity)
        zetas: dict[int, Ball] = {}
        total = -(size ** (p + 1)) * self._series(1, start, zetas) / (p + 1)
        least = abs(total) * arb(2) ** -ctx.prec
        total += size**p * self._series(0, start, zetas, least / size**p) / 2
        factor, j = p / 2, 1  # p (p-1)...(p-2j+2)/(2j)!
        while factor != 0:
            scale = arb(fmpq.bernoulli(2 * j)) * factor * size ** (p + 1 - 2 * j)
            term = scale * self._series(1 - 2 * j, start, zetas, abs(least / scale))
            total -= term
            if abs(term) < least:
                break
            factor *= (p - 2 * j + 1) * (p - 2 * j) / ((2 * j + 1) * (2 * j + 2))
            j += 1
        return total

    def _lerch(self, start: flint.fmpq) -> Ball:
        """sum_k b^k (k + start)^p."""
        from flint import arb

        if self.epsilon > 1:
            return self._sum(lambda k: arb(start + k) ** arb(self.p), self.p)
        return self._series(0, start, {})

    def _series(
        self, more: int, start: flint.fmpq, zetas: dict[int, Ball], least: Ball | None = None
    ) -> Ball:
        """sum_k b^k (k + start)^s, s = p + more, by powers of epsilon.

        It is e^{epsilon start} (Gamma(s+1)/epsilon^{s+1} + sum_n zeta(-s-n, start) (-epsilon)^n/n!)
        for epsilon < 2 pi: Erdelyi et al., "Higher Transcendental Functions" I, 1.11 (8). What was
        worked out of zeta(-p-i, start) is kept under i. Terms below ``least`` are negligible; by
        default those below the precision of the sum.
        """
        from flint import arb, ctx

        epsilon, s = ball(self.epsilon), arb(self.p) + more
        total = (s + 1).gamma() / epsilon ** (s + 1)
        weight, n, small = arb(1), 0, 0
        while small < 4:  # every other term may vanish
            if more + n not in zetas:
                with ctx.workprec(ctx.prec + 6 * n + 48):  # what the zeta function loses
                    zetas[more + n] = (-s - n).zeta(arb(start))
            term = weight * zetas[more + n]
            total += term
            enough = abs(total) * arb(2) ** -ctx.prec if least is None else least
            small = small + 1 if abs(term) < enough else 0
            n += 1
            weight *= -epsilon / n
        return (epsilon * arb(start)).exp() * total

    def _sum(self, term: Callable[[int], Ball], degree: float) -> Ball:
        """sum_k b^k term(k), until a geometric bound on what is left is negligible."""
        from flint import arb, ctx

        b, total, weight, k = self._b(), arb(0), arb(1), 0
        while True:
            part = weight * term(k)
            total += part
            weight *= b
            k += 1
            # From here on terms shrink at least by e^{log_ratio}.
            log_ratio = degree * math.log1p(1 / k) - self.epsilon
            if log_ratio < -self.epsilon / 2 and abs(part) < abs(total) * arb(2) ** -ctx.prec:
                return total
