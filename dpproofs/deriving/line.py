"""Integrals and sums of an expression along the line, in ball arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise

import sympy as sp
from flint import acb, arb, fmpz

from dpproofs.deriving.balls import NoEnclosure, along, ball, decided, quadrature
from dpproofs.deriving.hurwitz import powers_beyond
from dpproofs.deriving.near import End, bounds, singular
from dpproofs.deriving.strips import thresholds
from dpproofs.deriving.tails import Majorant, integral_beyond, sum_beyond
from dpproofs.kernel.clock import busy
from dpproofs.tactics.logarithms import unfolded

PERIODS = 20_000  # that are added up at most
EVALUATIONS = 20_000  # of an integrand on one stretch
DOUBLED = 400  # times that the end of what is integrated is doubled at most

Values = Mapping[sp.Symbol, acb]
Place = tuple[sp.Expr | None, acb]  # the formula of a place where it is an end, and its value


class Quadrature:
    """Integrals and sums in ``x``, as narrow as ``share`` says, relatively, or as time allows."""

    def __init__(self, x: sp.Symbol, share: arb, until: float) -> None:
        self.x, self.share, self.until = x, share, until

    def late(self) -> bool:
        """Whether time is over."""
        return busy() > self.until

    def integral(self, term: sp.Expr, lower: sp.Expr, upper: sp.Expr, at: Values) -> arb:
        """The integral from ``lower`` to ``upper``, either of which may be infinite.

        Raises
        ------
        NoEnclosure
            When it is not shown to be finite.
        """
        ahead = lower.is_finite is not False and bool(ball(lower, at).real >= 0)
        moved = unfolded(term, self.x, lower, upper) if ahead else None
        if moved is not None and not term.has(sp.Piecewise):
            return Quadrature(moved[1], self.share, self.until).integral(moved[0], *moved[2:], at)
        if moved is not None:
            return self._in_pieces(term, lower, upper, at)
        if lower == -sp.oo:
            back = term.subs(self.x, -self.x)
            if upper == sp.oo:
                zero = sp.Integer(0)
                return self.integral(term, zero, upper, at) + self.integral(back, zero, upper, at)
            return self.integral(back, -upper, sp.oo, at)
        low = ball(lower, at)
        cuts = [acb(place) for _, place in self._thresholds(term, at)]
        if upper is not sp.oo:
            high = ball(upper, at)
            inner = [cut for cut in cuts if low.real < cut.real and cut.real < high.real]
            places = [(lower, low), *((None, cut) for cut in inner), (upper, high)]
            return self._stretches(term, places, at)
        start = max([low.real, arb(1), *(cut.real for cut in cuts)], key=float).upper()
        inner = [cut for cut in cuts if low.real < cut.real and cut.real < start]
        places = [(lower, low), *((None, cut) for cut in inner)]
        places += [] if low.real == start else [(None, acb(start))]
        near = self._stretches(term, places, at)
        return near + self._far(self._formed(term, acb(2 * start), at), start, at)

    def _in_pieces(self, term: sp.Expr, lower: sp.Expr, upper: sp.Expr, at: Values) -> arb:
        """The integral of a term in pieces, form by form."""
        high = None if upper is sp.oo else ball(upper, at).real
        inner = [
            (cut, place)
            for cut, place in self._thresholds(term, at)
            if ball(lower, at).real < place and (high is None or place < high)
        ]
        ends = [lower, *(cut for cut, _ in inner), upper]
        whole = arb(0)
        for low, beyond in pairwise(ends):
            first = ball(low, at)
            last = first + 2 if beyond is sp.oo else ball(beyond, at)
            whole += self.integral(self._formed(term, (first + last) / 2, at), low, beyond, at)
        return whole

    def _thresholds(self, term: sp.Expr, at: Values) -> list[tuple[sp.Expr, arb]]:
        """Where the forms of a term in pieces change, and the values of these places, in order."""
        found = thresholds(term, self.x) if term.has(sp.Piecewise) else ()
        if None in found:
            raise NoEnclosure("a condition that is not linear in the place")
        pairs = [(cut, ball(cut, at).real) for cut in found if cut is not None]
        return sorted(pairs, key=lambda pair: float(pair[1]))

    def _formed(self, term: sp.Expr, place: acb, at: Values) -> sp.Expr:
        """The form of a term in pieces around a place."""
        if not term.has(sp.Piecewise):
            return term
        here = {**at, self.x: place}

        def chosen(*branches: sp.Basic) -> sp.Expr:
            for value, condition in branches:
                holds = decided(condition, here)
                if holds is None:
                    raise NoEnclosure(f"the condition {condition} is not decided")
                if holds:
                    return value
            raise NoEnclosure("no branch applies")

        return term.replace(sp.Piecewise, chosen)

    def _stretches(self, term: sp.Expr, places: list[Place], at: Values) -> arb:
        """The integral over stretches between which the term may change its form."""
        whole = arb(0)
        for low, high in pairwise(places):
            formed = self._formed(term, (low[1] + high[1]) / 2, at)
            whole += self._integrated(formed, low, high, at)
        return whole

    def _integrated(self, term: sp.Expr, low: Place, high: Place, at: Values) -> arb:
        """The integral over one stretch, halved where it is singular at an end."""
        if not term.has(self.x):
            return (ball(term, at) * (high[1] - low[1])).real
        ends = [
            End(place[0], sign)
            for place, sign in ((low, 1), (high, -1))
            if place[0] is not None and singular(term, self.x, place[0])
        ]
        left, right = low[1], high[1]
        middle = (left + right) / 2
        whole = arb(0)
        for end in ends:
            reach = (middle - left if len(ends) == 2 else right - left).real
            whole += self._from_end(term, end, reach, at)
        if ends:
            return whole
        return quadrature(along(term, self.x, at), left, right, self.share, EVALUATIONS, self.until)

    def _from_end(self, term: sp.Expr, end: End, reach: arb, at: Values) -> arb:
        """The integral from an end at which the term is singular, in s with |x - end| = h e^-s."""
        d, near = (
            sp.Symbol("d_", positive=True),
            end.term(term, self.x, sp.Symbol("d_", positive=True)),
        )
        inner, h = along(near, d, at), acb(reach)
        whole, left, step = arb(0), acb(0), 8

        def integrand(place: acb, _analytic: bool) -> acb:
            scale = h * (-place).exp()
            return inner(scale, _analytic) * scale

        for _ in range(40):
            right = left + step
            whole += quadrature(integrand, left, right, self.share, EVALUATIONS, self.until)
            left, step = right, 2 * step if float(right.real) > 64 else step
            rest = bounds(near, d, (h * (-left).exp()).real.upper(), at)
            if rest.is_finite() and (rest <= self.share * whole.abs_upper() or self.late()):
                return whole + within(rest)
        raise NoEnclosure("the integrand is not shown to be integrable at an end")

    def _far(self, term: sp.Expr, start: arb, at: Values) -> arb:
        """The integral over [start, oo), in stretches."""
        if term == 0:
            return arb(0)
        inner = along(term, self.x, at)
        whole, left, rest = arb(0), start, None
        for _ in range(DOUBLED):
            try:
                rest = integral_beyond(Majorant(self.x, left, at).of(term), left)
                if rest <= self.share * whole.abs_upper() or self.late():
                    return whole + within(rest)
            except NoEnclosure:
                if self.late() or left > 2**60:
                    raise
            right = 2 * left
            whole += quadrature(inner, acb(left), acb(right), self.share, EVALUATIONS, self.until)
            left = right
        if rest is None:
            raise NoEnclosure("what lies far out is not shown to be finite")
        return whole + within(rest)

    def sum(self, term: sp.Expr, lower: sp.Expr, upper: sp.Expr, at: Values) -> arb:
        """The sum over the integers from ``lower`` up to, and without, ``upper``.

        Raises
        ------
        NoEnclosure
            When an end is not an integer, or the sum is not shown to be finite.
        """
        if lower == -sp.oo:
            back = term.subs(self.x, -self.x)
            if upper == sp.oo:
                one = sp.Integer(1)
                return self.sum(term, one - 1, upper, at) + self.sum(back, one, upper, at)
            return self.sum(back, 1 - upper, sp.oo, at)
        first = integer(ball(lower, at).real)
        last = None if upper is sp.oo else integer(ball(upper, at).real)
        whole, n, here, rest = arb(0), first, along(term, self.x, at), arb("inf")
        for count in (256, 2048, PERIODS):
            stop = first + count if last is None else min(last, first + PERIODS)
            while n < stop:
                whole += here(acb(n), False).real
                n += 1
            if last is not None:
                if n < last:
                    raise NoEnclosure("a piece has too many integers to be added up")
                return whole
            try:
                rest = sum_beyond(Majorant(self.x, arb(n), at).of(term), n)
            except NoEnclosure:
                if count == PERIODS:
                    raise
                continue
            if rest <= self.share * whole.abs_upper():
                break
            with suppress(NoEnclosure):
                beyond = all(place < n for _, place in self._thresholds(term, at))
                last_form = self._formed(term, acb(n), at) if beyond else term
                return whole + powers_beyond(last_form, self.x, n, at, self.share)
        return whole + within(rest)


def integer(value: arb) -> int:
    """The only integer in a ball.

    Raises
    ------
    NoEnclosure
        When there is none, or more than one.
    """
    found = value.unique_fmpz()
    if found is None or not isinstance(found, fmpz):
        raise NoEnclosure("an end of a piece is not shown to be an integer")
    return int(found)


def within(bound: arb) -> arb:
    """[-bound, bound]."""
    return arb(0, bound.upper())
