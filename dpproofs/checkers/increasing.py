"""Inequalities from monotonicity: right at the left end, and the difference increases."""

from __future__ import annotations

from dpproofs.checkers import monotone
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.verdict import Finding

METHOD = "increasing"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``lhs < rhs`` from two earlier steps on the same domain.

    The first gives the derivative g of rhs - lhs in the domain's last variable, the second says
    ``0 < g``. At the left end of that variable rhs - lhs is shown to be defined and nonnegative.
    """
    return monotone.decide(step, derivation, grows=True)
