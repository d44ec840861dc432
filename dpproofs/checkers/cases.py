"""Cases: a proposition that holds on each of some pieces of an interval holds on the whole."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from dpproofs.checkers.integers import integral
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "cases"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for a relation from earlier steps that state it over pieces of the domain.

    The pieces differ from the domain in the bounds of its last variable only. In the order in
    which they are used each begins where the one before ends, and one of the two has that end, or
    at the next integer.
    """
    relation, domain = step.goal.proposition, step.goal.domain
    if not (isinstance(relation, Relation) and domain.variables and step.uses):
        return unknown("a relation over a domain, from earlier steps")
    goals = [derivation.step(name).goal for name in step.uses]
    if any(goal.proposition != relation for goal in goals):
        return unknown("the steps used say something else")
    last = domain.variables[-1]
    pieces = [goal.domain.variables[-1] for goal in goals if _piece(goal.domain, domain)]
    around = Domain(domain.variables[:-1])
    if len(pieces) < len(goals) or not _cover(pieces, last, around):
        return unknown("the pieces are not shown to cover the domain")
    return established(Grade.proved, f"the domain consists of {len(pieces)} pieces")


def _piece(part: Domain, whole: Domain) -> bool:
    """Whether a domain is the whole but for the bounds of its last variable."""
    if not part.variables or part.variables[:-1] != whole.variables[:-1]:
        return False
    found, last = part.variables[-1], whole.variables[-1]
    free = found.integer == last.integer and found.root is None and last.root is None
    return free and found.symbol == last.symbol


def _cover(pieces: list[Variable], whole: Variable, around: Domain) -> bool:
    """Whether pieces follow each other without a gap from one end of an interval to the other."""
    first, last = pieces[0], pieces[-1]
    begins = first.lower == whole.lower and (first.ends[0] == "[" or whole.ends[0] == "(")
    finishes = last.upper == whole.upper and (last.ends[1] == "]" or whole.ends[1] == ")")
    joins = (
        (before.upper == after.lower and (before.ends[1] == "]" or after.ends[0] == "["))
        or (
            before.integer
            and integral(before.upper, around)
            and (before.ends[1], after.ends[0]) == ("]", "[")
            and sp.expand(after.lower - before.upper) == 1
        )
        for before, after in pairwise(pieces)
    )
    return begins and finishes and all(joins)
