"""What ``dpproofs optimum`` says of a least cost that is a formula, for programs and for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dpproofs.commands import optimum_text, output

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Enclosure
    from dpproofs.mechanisms.staircase_optimum import Comparison, StaircaseOptimum


def document(
    optimum: StaircaseOptimum, mechanisms: Sequence[Comparison], seconds: float
) -> dict[str, Any]:
    """What ``--json`` prints. Numbers too large for a double are null."""
    return {
        "epsilon": float(optimum.epsilon),
        "delta": 0.0,
        "sensitivity": float(optimum.sensitivity),
        "cost": float(optimum.cost),
        **_ends(optimum.least_cost),
        "gamma": _ends(optimum.gamma),
        "mechanisms": [
            {"name": each.name, "cost": _finite(each.cost), "excess": _finite(each.excess)}
            for each in mechanisms
        ],
        "seconds": seconds,
    }


def _ends(enclosure: Enclosure) -> dict[str, Any]:
    lower, upper = enclosure.floats
    lower_exact, upper_exact = enclosure.fractions
    return {
        "lower": lower,
        "upper": _finite(upper),
        "lower_exact": lower_exact,
        "upper_exact": upper_exact,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def show(optimum: StaircaseOptimum, mechanisms: Sequence[Comparison]) -> None:
    """Print the question, the two enclosures, and the mechanisms as a table."""
    console = output.standard_output()
    cost = optimum_text.name_of_cost(optimum.cost, norm=getattr(optimum, "norm", None))
    private = optimum_text.privacy(optimum.epsilon)
    lower, upper = optimum.gamma.decimals
    proof = f"The staircase has it, with gamma from {lower} to {upper}; no noise costs less."
    optimum_text.answer(console, cost, private, optimum.sensitivity, optimum.least_cost, proof)
    rows = [(each.name, _cost(each, optimum), [each.excess]) for each in mechanisms]
    optimum_text.mechanisms(console, cost, rows)


def _cost(each: Comparison, optimum: StaircaseOptimum) -> float | Decimal:
    """The cost of a mechanism, also where it is too large for a double."""
    if math.isfinite(each.cost) or not math.isfinite(each.excess):
        return each.cost
    least = optimum.least_cost.lower
    return Decimal(least.numerator) / Decimal(least.denominator) * (1 + Decimal(each.excess))
