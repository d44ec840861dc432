"""The claims of the papers as Python objects."""

from __future__ import annotations

from dataclasses import dataclass

from dpproofs.deriving.printed import OfFormula
from dpproofs.kernel import derivation
from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.verdict import Verdict
from dpproofs.theorems.registry import find
from dpproofs.verify import verify


@dataclass(frozen=True)
class Claim(OfFormula):
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


def claim(name: str) -> Claim:
    """The formalised claim of that id.

    Raises
    ------
    BadInput
        When there is none.
    """
    return Claim(find(name))
