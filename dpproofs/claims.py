"""The claims of the papers as Python objects."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.deriving import printed
from dpproofs.kernel import derivation
from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.verdict import Verdict
from dpproofs.theorems.registry import find
from dpproofs.verify import verify


@dataclass(frozen=True)
class Claim:
    """A formalised claim.

    Attributes
    ----------
    formal
        The sentence and the function that derives it.
    """

    formal: derivation.Claim

    @property
    def id(self) -> str:
        """The permanent identifier."""
        return self.formal.id

    @property
    def statement(self) -> Statement:
        """The closed sentence."""
        return self.formal.statement

    @property
    def derivation(self) -> Derivation:
        """The steps that lead to it."""
        return self.formal.derivation

    def verify(self, *, digits: int = 50) -> Verdict:
        """Check the claim and its twins."""
        return verify(self.formal, digits=digits)

    @property
    def printed_formula(self) -> sp.Expr:
        """What the paper prints, of a claim about a formula; otherwise :class:`BadInput`."""
        return printed.printed_formula(self.formal)

    @property
    def printed_formulas(self) -> tuple[sp.Expr, ...]:
        """All formulas of the claim, the one that is meant by default first."""
        return tuple(slot.printed for slot in printed.slots(self.formal.printed))

    def with_printed(self, formula: sp.Expr, number: int = 0) -> printed.Reprint:
        """The claim as it would be had the paper printed another formula.

        The formula is no input to the derivation: ``verify()`` derives it from the definition, and
        says ``holds`` or ``corrected``.
        """
        return printed.with_printed(self.formal, formula, number)


def claim(name: str) -> Claim:
    """The formalised claim of that id.

    Raises
    ------
    BadInput
        When there is none.
    """
    return Claim(find(name))
