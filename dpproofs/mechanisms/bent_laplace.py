"""What the truncated Laplace mechanism and its variant with light tails have in common."""

from __future__ import annotations

import math
from abc import abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import Array, Symmetric
from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

WIDEST = 1e200  # ratio of bound and scale, either way: beyond it doubles over- or underflow


class BentLaplace(Symmetric):
    """Noise whose density falls like e^{-|x|/scale} up to a bound, and faster beyond it.

    Beyond the bound it falls like e^{-|x|/(t scale)} with 0 <= t <= 1; for t = 0 it vanishes there.
    In units of the scale, with L the bound and N = 1 - (1 - t) e^{-L}, the noise has the density
    e^{-y}/(2 N) and the tail P(X > y) = (e^{-y} - (1 - t) e^{-L})/(2 N) for 0 <= y <= L.
    """

    scale: float
    bound: float
    epsilon: float | None
    delta: float | None

    @property
    @abstractmethod
    def _bend(self) -> float:
        """t: the scale beyond the bound over the scale within."""

    def _calibrate(self) -> None:
        """Set scale and bound by epsilon and delta: u = (e^epsilon - 1)/(2 delta) as in (4).

        scale = sensitivity/epsilon and bound = scale log((1 - t) (1 + u)): the density is that of
        t = 0 up to the bound.
        """
        lengths = 1 + self._spare / self._shift
        self._set(scale=self.sensitivity / self._shift, bound=self.sensitivity * lengths)

    def _refuse_extremes(self) -> None:
        if not 1 / WIDEST <= self.bound / self.scale <= WIDEST:
            accepted = f"between {1 / WIDEST:g} and {WIDEST:g} times the scale {self.scale!r}"
            raise BadInput("bound", self.bound, accepted)

    # With a known epsilon, lengths in units of the scale come from it and not from rounded bounds.

    @property
    def _shift(self) -> float:
        """The sensitivity in units of the scale."""
        return self.sensitivity / self.scale if self.epsilon is None else self.epsilon

    @property
    def _spare(self) -> float:
        """The bound less the sensitivity, in units of the scale."""
        if self.epsilon is None or self.delta is None:
            return (self.bound - self.sensitivity) / self.scale
        return max(spare_length(self.epsilon, self.delta) + math.log1p(-self._bend), 0.0)

    @property
    def _length(self) -> float:
        """L."""
        return self.bound / self.scale if self.epsilon is None else self._shift + self._spare

    @property
    def _total(self) -> float:
        """N."""
        return self._bend * math.exp(-self._length) - math.expm1(-self._length)

    @property
    def _outside(self) -> float:
        """P(|X| > bound)."""
        return self._bend * math.exp(-self._length) / self._total

    def _logpdf(self, x: Array) -> Array:
        """-|x|/scale and a constant up to the bound; exact also where the density underflows."""
        constant = math.log(self.scale) + math.log(2 * self._total)
        return -self._fall(np.abs(x)) - constant

    def knots(self, limit: float) -> Array:
        """0 and the bound on both sides, as far as they lie within ``limit`` of 0; shape (n,).

        >>> import dpproofs as dp
        >>> dp.TruncatedLaplace.from_bounds(scale=1, bound=3).knots(10).tolist()
        [-3.0, 0.0, 3.0]
        """
        return np.array([x for x in (-self.bound, 0.0, self.bound) if abs(x) <= limit])

    def _absolute_moment(self, p: float) -> float:
        """scale^p (gamma(p + 1, L) + t^{p + 1} e^{L/t - L} Gamma(p + 1, L/t))/N.

        The lower and the upper incomplete gamma function; at t = 0 the second term is absent. In
        ball arithmetic, and so accurate for all parameters; infinite where a double overflows.
        """
        from flint import ctx

        bits = 96
        while True:
            with ctx.workprec(bits):
                cost = self._cost(ball(p))
                if cost.rel_accuracy_bits() > 60:
                    return float(cost)
            bits *= 2

    def _profile(self, epsilon: Array) -> Array:
        """P(X > x*) - e^epsilon P(X > x* + sensitivity), f(x*) = e^epsilon f(x* + sensitivity).

        The density f is log-concave. So the loss log f(x)/f(x + d) increases with x for each d > 0,
        the worst set is a half line, and its gain P(X > x) - e^epsilon P(X > x + d) increases with
        d. At t = 0 and for epsilon >= sensitivity/scale it is the strip that the shift uncovers.
        """
        return self._gain(epsilon)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        x, B = sp.Symbol("x", real=True), sp.Symbol("B", positive=True)
        scale, bound = symbol("scale"), symbol("bound")
        bend = symbol("bend") if self._bend else sp.Integer(0)
        height = 1 / (2 * scale * (1 - (1 - bend) * sp.exp(-bound / scale)))
        names, definitions = ["scale", "bound"], [(B, height)]
        if self.epsilon is not None:
            epsilon, delta, sensitivity = map(symbol, ("epsilon", "delta", "sensitivity"))
            growth = sp.log((1 - bend) * (1 + (sp.exp(epsilon) - 1) / (2 * delta)))
            names = ["epsilon", "delta", "sensitivity"]
            definitions = [(scale, sensitivity / epsilon), (bound, scale * growth), *definitions]
        pieces = [Piece(B * sp.exp(-x / scale), sp.Integer(0), bound)]
        if self._bend:
            beyond = B * sp.exp(-bound / scale - (x - bound) / (bend * scale))
            names, pieces = [*names, "bend"], [*pieces, Piece(beyond, bound, sp.oo)]
        return self._description(names, pieces=pieces, definitions=definitions)

    def _gain(self, e: Array) -> Array:
        """The profile, without a difference of close numbers.

        In units of the scale the shift is s and x* = L - back, -place or -(L + depth t): the loss
        has a slope on up to four stretches, on which x*, x* + s are in the central part or beyond.
        """
        t, s, length, spare = self._bend, self._shift, self._length, self._spare
        lead = self._lead(e)
        te = t * e if t else np.zeros_like(e)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            drop = (1 - t) * np.exp(e - length) * -np.expm1(-e)
            both_central = -2 * np.expm1(-lead / 2) + drop
            back = np.minimum((s - te) / np.float64(1 - t), s)
            inset = spare + (t * np.maximum(-lead, 0) / np.float64(1 - t) if t else 0)
            right = (1 - t) * np.exp(-inset) * -np.expm1(-back)
            place = (-spare - te + t * length) / (1 + t)
            left = -(1 + t) * np.expm1(-place) - (1 - t) * math.expm1(-length)
            depth = (-spare - length - te) / (2 * np.float64(t))
            tail = t * math.exp(-length) * -np.expm1(-np.maximum(depth, 0)) if t else 0
            both_beyond = -2 * math.expm1(-length) + 2 * tail
        where = [
            te >= s,
            (lead > 0) & (e < length + spare),
            te < -spare - length if t else np.full(e.shape, spare <= -length),
            (spare < 0) & (te < t * length - spare),
        ]
        values = [np.zeros_like(e), both_central, np.zeros_like(e) + both_beyond, left]
        return np.asarray(np.select(where, values, default=right) / (2 * self._total))

    def _lead(self, e: Array) -> Array:
        """sensitivity/scale - e, also where both are close."""
        lead = np.asarray(self._shift - e)
        close = np.abs(lead) <= self._shift / 4
        if self.epsilon is None and close.any():
            exact = Fraction(self.sensitivity) / Fraction(self.scale)
            lead[close] = [float(exact - Fraction(value)) for value in e[close].tolist()]
        return lead

    def _cost(self, p: Ball) -> Ball:
        """E|X|^p at the working precision."""
        scale, length, bend = self._exact()
        inner = lower_gamma(p + 1, length)
        total = -(-length).expm1() + bend * (-length).exp()
        if bend > 0:
            steep = length / bend
            inner += bend ** (p + 1) * (steep - length).exp() * upper_gamma(p + 1, steep)
        return scale**p * inner / total

    def _exact(self) -> tuple[Ball, Ball, Ball]:
        """The scale, L and t as balls."""
        bend = ball(self._bend)
        if self.epsilon is None or self.delta is None:
            scale = ball(self.scale)
            return scale, ball(self.bound) / scale, bend
        epsilon = ball(self.epsilon)
        u = epsilon.expm1() / (2 * ball(self.delta))
        return ball(self.sensitivity) / epsilon, u.log1p() + (-bend).log1p(), bend

    def _fall(self, x: Array) -> Array:
        """log f(0)/f(x) at x >= 0."""
        past = np.maximum(x - self.bound, 0)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            steeper = past / np.float64(self._bend * self.scale)
        steeper = np.where(past == 0, 0.0, steeper)
        return np.minimum(x, self.bound) / self.scale + steeper

    def _density(self, x: Array) -> Array:
        return np.exp(-self._fall(x)) / (2 * self.scale * self._total)

    def _tail(self, x: Array) -> Array:
        room = np.maximum(self.bound - x, 0) / self.scale
        share = self._bend * np.exp(-room) - np.expm1(-room)
        return np.exp(-self._fall(x)) * share / (2 * self._total)

    def _tail_quantile(self, q: Array) -> Array:
        t, total, outside = self._bend, self._total, self._outside
        with np.errstate(divide="ignore", invalid="ignore"):
            # 1 - 2q is exact near the centre.
            near = -np.log1p(-total * (1 - 2 * q))
            rest = np.log1p(-np.float64(t)) - self._length
            far = -np.logaddexp(np.log(2 * q) + math.log(total), rest)
            past = t * self.scale * (np.log(outside / 2) - np.log(q)) if outside else 0.0
        central = self.scale * np.where((q > 0.25) | (total < 0.5), near, far)
        inside = np.minimum(central, self.bound) + 0.0
        return np.where(q <= outside / 2, self.bound + past, inside)

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        """By the formulas of scale and bound where epsilon and delta are known, not rounded."""
        known: dict[int, tuple[Ball, Ball, Ball]] = {}

        def tail(x: Fraction) -> Ball:
            from flint import arb, ctx

            if ctx.prec not in known:
                known[ctx.prec] = self._exact()
            scale, length, bend = known[ctx.prec]
            y, edge = ball(x) / scale, (-length).exp()
            doubled = 2 * (1 - (1 - bend) * edge)
            within = ((-y).exp() - (1 - bend) * edge) / doubled
            beyond = bend * edge * ((length - y) / bend).exp() / doubled if self._bend else arb(0)
            if y <= length or y >= length:
                return within if y <= length else beyond
            return within.union(beyond)

        return tail

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        if self._length >= 1:
            # An exponential variable modulo L has the conditional distribution given <= L.
            rng.standard_exponential(out=out)
            np.divide(out, self._length, out=spare)
            np.floor(spare, out=spare)
            spare *= self._length
            out -= spare
            np.abs(out, out=out)  # rounding
            out *= self.scale
        else:
            rng.random(out=out)
            out *= math.expm1(-self._length)
            np.log1p(out, out=out)
            out *= -self.scale
        np.minimum(out, self.bound, out=out)
        if self._outside > 0:
            # Exp > -log(outside) with probability outside, and what it exceeds by is Exp again.
            past = rng.standard_exponential(out.size)
            past += math.log(self._outside)
            far = np.flatnonzero(past > 0)
            out[far] = self.bound + self._bend * self.scale * past[far]
        rng.random(out=spare)
        spare -= 0.5
        np.copysign(out, spare, out=out)


def lower_gamma(s: Ball, x: Ball) -> Ball:
    """The lower incomplete gamma function, also for a huge s.

    x^s e^{-x} sum_k x^k/(s (s + 1) ... (s + k)): Abramowitz & Stegun, 6.5.29. For s > 2x the terms
    shrink by more than half.
    """
    from flint import arb, ctx

    if not s > 2 * x:
        return x.gamma_lower(s)
    term = 1 / s
    total = arb(0)
    for k in range(ctx.prec):
        total += term
        term *= x / (s + k + 1)
    return x**s * (-x).exp() * (total + arb(0, (2 * term).upper()))


def upper_gamma(s: Ball, x: Ball) -> Ball:
    """The upper incomplete gamma function, also for a huge s."""
    return s.gamma() - lower_gamma(s, x) if s > 2 * x else x.gamma_upper(s)


def spare_length(epsilon: float, delta: float) -> float:
    """A/scale - epsilon = log(1 + (1 - e^{-epsilon}) (1 - 2 delta)/(2 delta)), for t = 0.

    It is positive: A exceeds the sensitivity whenever delta < 1/2.
    """
    room = -math.expm1(-epsilon) * (1 - 2 * delta)
    odds = room / (2 * delta)
    return math.log1p(odds) if odds < math.inf else math.log(room) - math.log(2 * delta)
