"""Proofs whose author leaves out what is forced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from dpproofs.kernel import derivation
from dpproofs.kernel.derivation import Goal, Use
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Proposition
from dpproofs.tactics.consequences import Fact
from dpproofs.tactics.kept import completed


class Proof(derivation.Proof):
    """Collects the steps of a derivation; what consequences leave out is found.

    >>> proof = Proof(domain)
    >>> first = proof.shows(that(f(x)) <= 1, by="sign", because="f is bounded")
    >>> second = proof.follows(that(b * f(2 * x)) <= b, first, because="at 2 x, b times")
    """

    def follows(
        self,
        what: Goal | Proposition,
        *facts: Use,
        because: str,
        on: Domain | None = None,
        also: Sequence[str] = (),
        latex: str = "",
        besides: bool = False,
    ) -> str:
        """Append a linear consequence of earlier steps, or a goal of the statement that is one.

        Each fact is a step. The values of its variables and its multiplier are found where matching
        and linear algebra force them; where they do not, it is used as it stands, and once. Either
        may be said after it: ``first, (second, {x: 0}), (third, 1 - b), (fourth, {x: 1}, -b)``.
        """
        goal = what if isinstance(what, Goal) else Goal(what, self.domain if on is None else on)
        named = [_said(fact) for fact in facts]
        asked = [Fact(self.goal(name), values, times) for name, values, times in named]
        full = [
            (name, fact.values or {}, fact.times)
            for (name, _, _), fact in zip(named, completed(goal, asked), strict=True)
        ]
        return super().follows(
            goal, *full, because=because, also=also, latex=latex, besides=besides
        )


def _said(use: Use) -> tuple[str, Mapping[sp.Symbol, Any] | None, sp.Expr | None]:
    """A step with what its author says of the values of its variables and of its multiplier."""
    if isinstance(use, str):
        return use, None, None
    if len(use) == 3:
        return use[0], use[1], sp.S(use[2])
    name, how = use
    return (name, how, None) if isinstance(how, Mapping) else (name, None, sp.S(how))
