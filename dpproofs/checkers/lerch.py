"""Lerch's transcendent in balls, each value once: it takes milliseconds, and is asked for often."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import flint
from flint import acb, arb

TERMS = 20_000
Ends: TypeAlias = tuple[tuple[Any, Any], tuple[Any, Any]]


def lerch(z: arb, s: arb, a: arb) -> arb:
    """The sum of z^n (n + a)^-s over n >= 0, for real numbers, at the working precision."""
    return _at(flint.ctx.prec, *(_ends(number) for number in (z, s, a)))


def lerch_digits(context: Any, z: Any, s: Any, a: Any) -> Any:
    """The same in mpmath, whose own loses all digits where s is far below 0: term by term, if few
    terms are enough.
    """
    total = last = a**-s
    power = context.mpf(1)
    for n in range(1, TERMS):
        power *= z
        term = power * (n + a) ** -s
        total += term
        if term < last / 2 + last * z / 2 and term < total * (1 - z) * context.eps / 8:
            return total
        last = term
    return context.lerchphi(z, s, a)


def _ends(number: arb) -> Ends:
    """Centre and radius, which can be compared and kept."""
    return number.mid().man_exp(), number.rad().man_exp()


@lru_cache(maxsize=10_000)
def _at(_: int, *numbers: Ends) -> arb:
    z, s, a = (arb(*ends) for ends in numbers)
    return acb(z).lerch_phi(s, a).real
