"""A special case: what an earlier step says, at values that lie in its domain and for other sets.

A set that is known by name only and is not given is meant for all Borel sets, so that any set may
take its place. Values that do not speak of a bound variable are put into relations, sums, and what
is said of noise and its cost.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known, same_claim
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.valued import set_without_value
from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private, Proper
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.expression import set_tree, to_tree
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.proposition import Relation, Sum
from dpproofs.kernel.terms import with_sets
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "instance"

_KINDS = (Relation, Sum, Private, Even, Proper, Cheaper, Expected, Loss)


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for the first step used, with the hint ``at`` put in for its variables, and the
    hint ``sets`` for sets that it knows by name only; other steps used may show where the values
    lie.
    """
    values = {key: sp.S(value) for key, value in step.hints["at"].items()}
    sets: Mapping[str, sp.Expr] = step.hints.get("sets", {})
    given = {found.name for found in (derivation.statement.given if derivation.statement else ())}
    if given & set(sets):
        return unknown(f"{min(given & set(sets))} is given, and no other set takes its place")
    said = derivation.step(step.uses[0]).goal if step.uses else None
    if said is None or not isinstance(said.proposition, _KINDS):
        return unknown(
            "the first step used is to be a sum, a relation or to say something of noise"
        )
    symbols = {variable.symbol for variable in said.domain}
    spoken = set().union(*(e.free_symbols for e in (*values.values(), *sets.values())))
    if not values.keys() <= symbols or said.proposition.bound() & spoken:
        return unknown("values can be put in for the variables of the step's domain only")
    wanted = said.proposition.map(lambda e: with_sets(e.xreplace(values), sets))
    if not same_claim(wanted, step.goal.proposition, step.goal.domain):
        return unknown("not what the step used says at these values")
    for where in sets.values():
        if problem := set_without_value(where, step.goal.domain):
            return unknown(problem)
    try:
        for variable in said.domain:
            lies_in(variable, values, known(step, derivation))
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    evidence = {"at": {symbol.name: to_tree(value) for symbol, value in values.items()}}
    if sets:
        evidence["sets"] = {name: set_tree(where) for name, where in sets.items()}
    return established(Grade.proved, f"step {step.uses[0]} at these values", **evidence)
