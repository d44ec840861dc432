"""Costs of the staircase for real exponents, in ball arithmetic.

All rest on N_s = sum_{k >= 0} b^k (k + gamma)^s, b = e^{-epsilon}: Lerch's transcendent at -s.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

Moments: TypeAlias = "Callable[[Ball], list[Ball]]"

MOST_CLOSED = 60  # integer exponents up to here by the closed form; it takes their square in time
PRECISION = 96  # of what is rounded to a double


def staircase_cost(epsilon: float, gamma: float, p: float, sensitivity: float) -> float:
    """E|X|^p by equation (312) of Geng & Viswanath; infinite where a double overflows."""
    from flint import ctx

    # The powers of a large p lose as many bits as it has.
    with ctx.workprec(PRECISION + max(0, math.frexp(p)[1])):
        scale = ball(sensitivity) ** ball(p)
        return float(scale * unit_cost(Fraction(epsilon), Fraction(gamma), Fraction(p)))


def unit_cost(epsilon: Fraction, gamma: Ball | Fraction, p: Fraction) -> Ball:
    """E|X|^p at sensitivity 1, gamma in [0, 1]: (1 - b)^2 N_{p+1}/((p + 1) D).

    Source: Geng & Viswanath, equation (312), which holds for real p > 0; D = b + (1 - b) gamma.
    """
    b, rest = geometric(epsilon)
    # At gamma = 0 the term k = 0 vanishes: the sum is b times the one at gamma = 1, and D = b.
    if isinstance(gamma, Fraction):
        gamma = ball(gamma or 1)
    (moment,) = moments(epsilon, p + 1, 1)(gamma)
    return rest**2 * moment / ((ball(p) + 1) * (b + rest * gamma))


def geometric(epsilon: Fraction) -> tuple[Ball, Ball]:
    """b and 1 - b, both with relative accuracy."""
    exponent = -ball(epsilon)
    return exponent.exp(), -exponent.expm1()


def moments(epsilon: Fraction, s: Fraction, count: int) -> Moments:
    """N_s, N_{s+1}, ... as a function of gamma in (0, 1], at the working precision.

    For s > -1. The relative radius is about that of the working precision, except that s near -1
    loses as many bits as 1/(s + 1) has.
    """
    from flint import ctx

    largest = s + count - 1
    if s >= 0 and s.denominator == 1 and largest <= MOST_CLOSED:
        return _closed(epsilon, int(s), count)
    # How long each sum is, in units of a power: a frequency costs 5 of them, a zeta value many.
    e, low, high = float(epsilon), float(s), float(largest)
    direct = _direct_length(e, high, ctx.prec)
    waves = _waves_length(e, low, ctx.prec) if low > 0 and e * e < 16 * low else math.inf
    series = _series_length(e, low, count, ctx.prec) if e < 3 and low < 30 else math.inf
    if 5 * waves <= min(direct, series * (60 + ctx.prec / 8)):
        return _waves(epsilon, s, count, math.ceil(waves))
    if series * (60 + ctx.prec / 8) < direct:
        return _series(epsilon, s, count, math.ceil(series))
    return _direct(epsilon, s, count, math.ceil(direct))


# -- integer exponents ----------------------------------------------------------------------------


def _closed(epsilon: Fraction, s: int, count: int) -> Moments:
    """sum_i C(s, i) gamma^{s-i} c_i with c_i = sum_k b^k k^i, all terms positive.

    Source: Geng & Viswanath, (335): c_{i+1} = b/(1 - b) sum_{j <= i} C(i + 1, j) c_j.
    """
    from flint import arb_poly

    odds = 1 / ball(epsilon).expm1()
    c = [1 + odds]
    for i in range(1, s + count):
        c.append(odds * sum(c[j] * math.comb(i, j) for j in range(i)))
    polynomials = [
        arb_poly([c[t - i] * math.comb(t, i) for i in range(t + 1)]) for t in range(s, s + count)
    ]
    return lambda gamma: [polynomial(gamma) for polynomial in polynomials]


# -- the sum itself -------------------------------------------------------------------------------


def _direct(epsilon: Fraction, s: Fraction, count: int, length: int) -> Moments:
    """The first terms, and a geometric bound on the rest: its ratio only falls."""
    from flint import arb

    b, power = (-ball(epsilon)).exp(), ball(s)

    def evaluate(gamma: Ball) -> list[Ball]:
        sums, weight, x = [arb(0)] * count, arb(1), gamma
        for _ in range(length):
            term = weight * x**power
            for i in range(count):
                sums[i] += term
                term *= x
            weight *= b
            x += 1
        for i in range(count):
            ratio = b * (1 + 1 / x) ** ball(max(s + i, Fraction(0)))
            sums[i] += _geometric_rest(weight * x ** (power + i), ratio)
        return sums

    return evaluate


def _geometric_rest(first: Ball, ratio: Ball) -> Ball:
    """A ball around 0 for a sum whose terms start below ``first`` and shrink by ``ratio``."""
    from flint import arb

    return arb(0, (first / (1 - ratio)).upper() if ratio < 1 else arb.pos_inf())


def _direct_length(epsilon: float, s: float, bits: int) -> float:
    """How many terms leave out a share of 2^-bits: b^K K^s against the second term, b."""
    least = 2 + 2 * max(s, 0) / epsilon  # from here on the ratio of terms is at most e^{-epsilon/2}
    length = least
    for _ in range(50):
        length = least + (bits * math.log(2) + max(s, 0) * math.log1p(length)) / epsilon
    return length


# -- large exponents ------------------------------------------------------------------------------


def _waves(epsilon: Fraction, s: Fraction, count: int, length: int) -> Moments:
    """Gamma(s + 1) sum over integers m of e^{z gamma}/z^{s + 1}, z = epsilon + 2 pi i m.

    For s > 0: Lipschitz's formula, Erdelyi et al., "Higher Transcendental Functions" I, 1.11 (6).
    The terms of m and -m are conjugate.
    """
    from flint import acb, arb

    full_turn = 2 * arb.pi()
    z = [acb(ball(epsilon), full_turn * m) for m in range(1, length + 1)]
    inverse = [1 / root for root in z]
    powers = [root ** -ball(s + 1) for root in z]
    heads = []
    for exponent in (s + i for i in range(count)):
        # sum_{m > M} m^{-s-1} <= M^{-s}/s
        rest = 2 / full_turn ** ball(exponent + 1) / ball(exponent) / arb(length) ** ball(exponent)
        heads.append(ball(epsilon) ** -ball(exponent + 1) + arb(0, rest.upper()))
    scales = [ball(s + i + 1).gamma() for i in range(count)]

    def evaluate(gamma: Ball) -> list[Ball]:
        growth, turn = (ball(epsilon) * gamma).exp(), acb(2 * gamma).exp_pi_i()
        sums, phase = list(heads), acb(1)
        for power, step in zip(powers, inverse, strict=True):
            phase *= turn
            term = 2 * phase * power
            for i in range(count):
                sums[i] += term.real
                term *= step
        return [growth * scale * total for scale, total in zip(scales, sums, strict=True)]

    return evaluate


def _waves_length(epsilon: float, s: float, bits: int) -> float:
    """How many frequencies leave out a share of 2^-bits of the one at m = 0."""
    exponent = bits / s + (1 + 1 / s) * (math.log2(epsilon) - math.log2(2 * math.pi))
    return max(1.0, 2.0**exponent) if exponent < 60 else math.inf


# -- small epsilon --------------------------------------------------------------------------------


def _series(epsilon: Fraction, s: Fraction, count: int, length: int) -> Moments:
    """e^{epsilon gamma} (Gamma(s + 1)/epsilon^{s + 1} + sum_n zeta(-s - n, gamma) (-epsilon)^n/n!).

    Valid for epsilon < 2 pi: Erdelyi et al., "Higher Transcendental Functions" I, 1.11 (8). The
    sums share their zeta values. By Hurwitz's formula, 1.10 (6) there, |zeta(1 - t, gamma)| is at
    most 2 zeta(t) Gamma(t)/(2 pi)^t for t > 1, and zeta(t) < 2 for t >= 2.
    """
    from flint import arb

    e = ball(epsilon)
    powers = [s + i for i in range(count)]
    weights = [arb(1)]
    for n in range(1, length + 1):
        weights.append(-weights[-1] * e / n)
    full_turn = 2 * arb.pi()

    def rest(power: Fraction) -> Ball:
        t = ball(power + length + 1)
        # Bounds of consecutive terms have the ratio (1 + power/(n + 1)) epsilon/(2 pi).
        ratio = (1 + ball(max(power, Fraction(0))) / (length + 1)) * e / full_turn
        first = 4 * t.gamma() / full_turn**t * abs(weights[length])
        return _geometric_rest(first, ratio)

    heads = [ball(t + 1).gamma() / e ** ball(t + 1) + rest(t) for t in powers]

    def evaluate(gamma: Ball) -> list[Ball]:
        zeta = [ball(-s - n).zeta(gamma) for n in range(length + count - 1)]
        scale = (e * gamma).exp()
        return [
            scale * sum((weights[n] * zeta[i + n] for n in range(length)), head)
            for i, head in enumerate(heads)
        ]

    return evaluate


def _series_length(epsilon: float, s: float, count: int, bits: int) -> int:
    """How many terms leave out a share of 2^-bits of the pole."""
    share = math.log(epsilon) - math.log(2 * math.pi)
    length = 2
    for power in (max(s, math.nextafter(-1, 0)), s + count - 1):
        while (
            math.lgamma(power + length + 1)
            - math.lgamma(power + 1)
            - math.lgamma(length + 1)
            + (power + length + 1) * share
            > -bits * math.log(2)
            or (1 + max(power, 0) / (length + 1)) * math.exp(share) > 0.9
        ):
            length += 1
    return length
