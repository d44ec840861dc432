"""There is ...: values for which earlier steps say what is promised."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, same_goal
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "witness"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the values lie in their ranges, and the steps used say the rest, in order;
    further steps used may show the ranges.
    """
    claim = step.goal.proposition
    if not isinstance(claim, Exists) or set(step.hints["values"]) != {
        symbol.name for symbol in claim.bound()
    }:
        return unknown("a value for each variable is needed")
    values = {v.symbol: sp.S(step.hints["values"][v.symbol.name]) for v in claim.variables}
    at = known(step, derivation)
    try:
        for variable in claim.variables:
            lies_in(variable, values, at)
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
    if len(step.uses) < len(claim.all):
        return unknown("a step is needed for each thing that is promised")
    for name, promised in zip(step.uses, claim.all, strict=False):
        if promised.bound() & claim.bound():
            return unknown("a variable is bound twice")
        wanted = Goal(promised.map(lambda e: e.xreplace(values)), step.goal.domain)
        if not same_goal(derivation.step(name).goal, wanted):
            return unknown(f"step {name} does not say what is promised")
    trees = {symbol.name: to_tree(value) for symbol, value in values.items()}
    return established(Grade.proved, "earlier steps say so for these values", values=trees)
