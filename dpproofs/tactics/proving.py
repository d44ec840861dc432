"""Proofs whose author leaves out what is forced."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.kernel import proof
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proof import Said, Values
from dpproofs.tactics import kept
from dpproofs.tactics.consequences import Fact


class Proof(proof.Proof):
    """Collects the steps of a derivation; what consequences leave out is found.

    >>> proof = Proof(domain)
    >>> first = proof.shows(that(f(x)) <= 1, by="sign", because="f is bounded")
    >>> second = proof.follows(that(b * f(2 * x)) <= b, first, because="at 2 x, b times")
    """

    def completed(self, goal: Goal, facts: Sequence[Said]) -> list[tuple[str, Values, sp.Expr]]:
        """The facts in full: what is not said of one is found where matching and linear algebra
        force it; where they do not, it is used as it stands, and once.
        """
        asked = [Fact(self.goal(name), values, times) for name, values, times in facts]
        found = zip(facts, kept.completed(goal, asked), strict=True)
        rows = [(name, fact.values, fact.times) for (name, _, _), fact in found]
        return super().completed(goal, rows)
