"""A quantity that depends on parameters: its formula, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy as sp

from dpproofs.deriving.values import Measured
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.domain import Domain


@dataclass(frozen=True)
class Quantity:
    """A formula with where it comes from; `Derived` says what each part is."""

    name: str
    domain: Domain
    value: sp.Expr | None
    path: tuple[str, ...] = ()
    claim: Claim | None = field(default=None, compare=False, repr=False)
    definition: Measured | None = field(default=None, compare=False, repr=False)
    note: str = field(default="", compare=False, repr=False)
