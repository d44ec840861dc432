"""Infinite sums whose values have names: special cases, combinations, comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpproofs.kernel.proof import Use
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof

n = OWN["n"]
TERM = index(n, 0)
_zero, _one = sp.Integer(0), sp.Integer(1)


@dataclass(frozen=True)
class Series:
    """A step that says that ``value`` is the sum of ``term`` over all n >= 0."""

    step: str
    term: sp.Expr
    value: sp.Expr


@dataclass(frozen=True)
class Adding:
    """Appends sums over one domain to a proof."""

    proof: Proof
    on: Domain

    def at(self, general: Series, values: Mapping[sp.Symbol, Any],
            because: str = "one of the sums") -> Series:
        """A special case."""
        term, value = (part.xreplace(dict(values)) for part in (general.term, general.value))
        step = self.proof.shows(Sum(term, n, _zero, sp.oo, value), on=self.on, by="instance",
            uses=(general.step,), at=dict(values), because=because)
        return Series(step, term, value)

    def combined(self, first: Series, times: sp.Expr, second: Series, plus: sp.Expr,
            because: str) -> Series:
        """Multiples of two sums, added."""
        step = self.proof.applies("combination of sums", on=self.on, uses=(first.step, second.step),
            first=first.term, second=second.term, value=first.value, other=second.value,
            times=times, plus=plus, because=because)
        term = times * first.term + plus * second.term
        return Series(step, term, times * first.value + plus * second.value)

    def less(self, first: Series, second: Series, because: str) -> Series:
        """The difference of two sums."""
        return self.combined(first, _one, second, -_one, because)

    def scaled(self, series: Series, times: sp.Expr,
            because: str = "a multiple of a sum") -> Series:
        """A multiple of a sum."""
        return self.combined(series, times, series, _zero, because)

    def compared(self, small: Series, great: Series, *facts: Use, because: str,
            also: Sequence[str] = ()) -> str:
        """The order of two sums, from facts that give that of their terms."""
        each = self.proof.follows(that(small.term) <= great.term, *facts, on=self.on & TERM,
            because=because, also=also)
        return self.proof.applies("comparison of sums", on=self.on,
            uses=(small.step, great.step, each), small=small.term, great=great.term,
            less=small.value, more=great.value,
            because=f"{because}; so it is for the sums")
