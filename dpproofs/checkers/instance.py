"""A special case: what an earlier step says, at values that lie in its domain, and for given sets.

A set that is known by name only, and is not a given object, stands for every Borel set.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, same_claim
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Define, Obtain
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import set_tree, to_tree
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "instance"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for the first step used, with the hint ``at`` put in for its variables and the
    hint ``sets`` for sets that it speaks of by name; other steps used may show where the values lie.
    """
    values = {key: sp.S(value) for key, value in step.hints["at"].items()}
    sets: dict[str, sp.Expr] = dict(step.hints.get("sets", {}))
    given = derivation.statement.given if derivation.statement else ()
    if fixed := {object_.name for object_ in given} & sets.keys():
        return unknown(f"{min(fixed)} is a given object")
    said = derivation.step(step.uses[0]).goal if step.uses else None
    if said is None or isinstance(said.proposition, Define | Obtain):
        return unknown("the first step used is to say something of variables")
    symbols = {variable.symbol for variable in said.domain}
    spoken = set().union(*(e.free_symbols for e in (*values.values(), *sets.values())))
    if not values.keys() <= symbols or said.proposition.bound() & spoken:
        return unknown("values can be put in for the variables of the step's domain only")
    put = {**values, **{sp.Function(name)(): where for name, where in sets.items()}}
    wanted = said.proposition.map(lambda e: e.xreplace(put))
    if not same_claim(wanted, step.goal.proposition, step.goal.domain):
        return unknown("not what the step used says at these values")
    try:
        for variable in said.domain:
            lies_in(variable, values, known(step, derivation))
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
    trees = {symbol.name: to_tree(value) for symbol, value in values.items()}
    where = {name: set_tree(found) for name, found in sets.items()}
    shown = {"at": trees, **({"sets": where} if where else {})}
    return established(Grade.proved, f"step {step.uses[0]} at these values", **shown)
