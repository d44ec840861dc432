"""Tables 1 and 2 of the (0, delta) paper, with the values that were established.

They are read off the checked goals: the costs of the Gaussian from the claim about the tables, the
optimal ones from the two corollaries for symmetric, decreasing noise. Without these claims there
are no tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.proposition import Integral
from dpproofs.kernel.verdict import Decision
from dpproofs.render import notation
from dpproofs.render.content import Result

PAPER, GAUSSIAN = "additive", "additive.tables"
OPTIMAL = (
    ("Table 1", "amplitude", "additive.cor4.class"),
    ("Table 2", "power", "additive.cor5.class"),
)


@dataclass(frozen=True)
class Table:
    """A table: rows of a label and a formula."""

    paper: str
    item: str
    caption: str
    rows: tuple[tuple[str, str], ...]


def tables(results: Sequence[Result]) -> tuple[Table, ...]:
    """The tables whose values are all established among some results."""
    costs = {result.statement.id: _costs(result) for result in results}
    gaussian = costs.get(GAUSSIAN, ())
    found = []
    for place, (item, cost, claim) in enumerate(OPTIMAL):
        branches = [(value, where[0]) for value, where in costs.get(claim, ())]
        if branches and place < len(gaussian):
            lines = r" \\ ".join(rf"{value}, & {where}" for value, where in branches)
            optimal = rf"\begin{{cases}} {lines} \end{{cases}}"
            rows = (
                ("Gaussian", gaussian[place][0]),
                ("Optimal among symmetric, decreasing", optimal),
            )
            caption = (
                f"Expected {cost} of the noise, with sigma = Delta/(2 delta) for the Gaussian."
            )
            found.append(Table(PAPER, item, caption, rows))
    return tuple(found)


def _costs(result: Result) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The expected costs that a claim establishes, and where."""
    if result.verdict.decision in (Decision.open, Decision.refuted):
        return ()
    return tuple(
        (notation.expression(goal.proposition.value), notation.domain(goal.domain))
        for goal in result.statement.corrected or result.statement.printed
        if isinstance(goal.proposition, Integral)
        or (isinstance(goal.proposition, Expected) and goal.proposition.op == "==")
    )
