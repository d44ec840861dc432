"""Goals: what is claimed, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Derivative, Proposition, Relation


@dataclass(frozen=True)
class Goal:
    """A proposition together with the domain over which it is claimed.

    Raises
    ------
    BadInput
        When the proposition speaks of a variable that the domain lacks, or binds one that the
        domain has. Certificates know variables by name only, so names must tell them apart.
    """

    proposition: Proposition
    domain: Domain

    def __post_init__(self) -> None:
        free, bound = self.proposition.free(), self.proposition.bound()
        variables = {variable.symbol for variable in self.domain}
        if not free <= variables:
            accepted = f"variables of the domain {sorted(s.name for s in variables)}"
            raise BadInput("proposition", sorted(map(str, free - variables)), accepted)
        if {symbol.name for symbol in bound} & {symbol.name for symbol in variables}:
            raise BadInput("variable", sorted(map(str, bound)), "a name that the domain lacks")
        if isinstance(self.proposition, Derivative) and self.proposition.variable not in variables:
            raise BadInput("variable", self.proposition.variable, "a variable of the domain")

    @property
    def is_empty(self) -> bool:
        """Whether it is an equation of something with itself, which says nothing."""
        claim = self.proposition
        return isinstance(claim, Relation) and claim.op == "==" and bool(claim.lhs == claim.rhs)

    def to_json(self) -> dict[str, Any]:
        """The goal as it stands in a certificate."""
        return {"proposition": self.proposition.to_json(), "domain": self.domain.to_json()}
