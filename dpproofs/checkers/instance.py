"""A special case: what an earlier step says, at values that lie in its domain."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, same_claim
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Define, Obtain
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "instance"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for the first step used, with the hint ``at`` put in for its variables; other
    steps used may show where the values lie.
    """
    values = {key: sp.S(value) for key, value in step.hints["at"].items()}
    said = derivation.step(step.uses[0]).goal if step.uses else None
    if said is None or isinstance(said.proposition, Define | Obtain):
        return unknown("the first step used is to say something of variables")
    symbols = {variable.symbol for variable in said.domain}
    spoken = set().union(*(value.free_symbols for value in values.values()))
    if not values.keys() <= symbols or said.proposition.bound() & spoken:
        return unknown("values can be put in for the variables of the step's domain only")
    wanted = said.proposition.map(lambda e: e.xreplace(values))
    if not same_claim(wanted, step.goal.proposition, step.goal.domain):
        return unknown("not what the step used says at these values")
    try:
        for variable in said.domain:
            lies_in(variable, values, known(step, derivation))
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
    trees = {symbol.name: to_tree(value) for symbol, value in values.items()}
    return established(Grade.proved, f"step {step.uses[0]} at these values", at=trees)
