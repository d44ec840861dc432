"""Consequences: the conclusion is a nonnegative combination of earlier facts (Farkas).

Each earlier fact is a relation that holds for all values of its variables. It is used at values
given by expressions and with a multiplier. That the values lie in the fact's domain, and that the
multiplier is nonnegative, is shown by signs or is what another step used says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpproofs.checkers import identity, sign
from dpproofs.checkers.integers import integral
from dpproofs.checkers.normal import Undecided, require_value
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "entailment"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when slack = sum of multiplier * slack of facts + something nonnegative.

    The hint ``facts`` is a list of ``(step name, {variable: value}, multiplier)``.
    """
    conclusion = step.goal.proposition
    if not isinstance(conclusion, Relation) or conclusion.op == "!=":
        return unknown("a consequence is a relation other than !=")
    domain = step.goal.domain
    known = Premises(domain, tuple(derivation.step(name).goal for name in step.uses))
    parts, strict = [slack(conclusion)], False
    used: list[dict[str, Any]] = []
    try:
        for side in (conclusion.lhs, conclusion.rhs):  # before anything cancels between them
            require_value(side, domain)
        for name, values, multiplier in step.hints.get("facts", ()):
            fact = derivation.step(name).goal
            if name not in step.uses:
                return unknown(f"fact {name} is not among the steps used")
            relation = fact.proposition
            if not isinstance(relation, Relation) or relation.op == "!=":
                return unknown("a fact must be a relation other than !=")
            strict |= _used(relation, fact.domain, values, sp.S(multiplier), conclusion, known)
            moved = slack(relation).xreplace(dict(values))
            parts.append(-multiplier * moved)
            used.append(
                {
                    "fact": name,
                    "at": {str(key): to_tree(sp.S(value)) for key, value in values.items()},
                    "times": to_tree(sp.S(multiplier)),
                }
            )
    except Undecided as problem:
        return unknown(str(problem))
    return _closing(conclusion, sp.Add(*parts), strict, domain, used)


@dataclass(frozen=True)
class Premises:
    """What is known over the domain of a conclusion: signs, and what the steps used say."""

    domain: Domain
    goals: tuple[Goal, ...]

    def positive(self, expression: sp.Expr, *, strictly: bool = True) -> bool:
        """Whether an expression is shown to be positive, or not negative."""
        op = ">" if strictly else ">="
        if sign.shown(Relation(expression, op, sp.Integer(0)), self.domain).established:
            return True
        return any(self._says(goal, expression, strictly) for goal in self.goals)

    def _says(self, goal: Goal, expression: sp.Expr, strictly: bool) -> bool:
        relation = goal.proposition
        if not set(goal.domain) <= set(self.domain) or not isinstance(relation, Relation):
            return False
        if relation.op not in (("<", ">") if strictly else ("<", ">", "<=", ">=")):
            return False
        return identity.shown(that(slack(relation)) == expression, self.domain).established


def slack(relation: Relation) -> sp.Expr:
    """What is >= 0 (> 0, or == 0) according to a relation."""
    if relation.op in ("<", "<="):
        return relation.rhs - relation.lhs
    return relation.lhs - relation.rhs


def _used(
    relation: Relation,
    on: Domain,
    values: Mapping[sp.Symbol, sp.Expr],
    multiplier: sp.Expr,
    conclusion: Relation,
    known: Premises,
) -> bool:
    """Show that a fact may be used so; True when it makes the conclusion strict.

    Raises
    ------
    Undecided
        When a value may leave the fact's domain, or a multiplier be negative.
    """
    if not values.keys() <= {variable.symbol for variable in on}:
        raise Undecided("only variables of the fact's domain can be given values")
    for variable in on:
        lies_in(variable, values, known)
    require_value(multiplier, known.domain)  # defined, whatever its sign
    if relation.op == "==":
        return False
    if conclusion.op == "==":
        raise Undecided("an equality follows from equalities only")
    if not known.positive(multiplier, strictly=False):
        raise Undecided(f"cannot show that the multiplier {multiplier} is nonnegative")
    return relation.op in ("<", ">") and known.positive(multiplier)


def lies_in(variable: Variable, values: Mapping[sp.Symbol, sp.Expr], known: Premises) -> None:
    """Show that the value given to a variable of a fact is one that the variable may take.

    Raises
    ------
    Undecided
        When it is not shown.
    """
    value, domain = sp.S(values.get(variable.symbol, variable.symbol)), known.domain
    if value == variable.symbol and _ranges_there(variable, values, domain):
        return
    require_value(value, domain)  # it must be a real number
    if variable.root is not None:
        raise Undecided(f"{variable.symbol} must be the same variable in both places")
    if variable.integer and not integral(value, domain):
        raise Undecided(f"cannot show that {value} is an integer")
    for bound, closed, toward in (
        (variable.lower, variable.ends[0] == "[", 1),
        (variable.upper, variable.ends[1] == "]", -1),
    ):
        room = toward * (value - bound.xreplace(dict(values)))
        if not bound.is_infinite and not known.positive(room, strictly=not closed):
            raise Undecided(f"cannot show that {value} lies in the domain of the fact used")


def _ranges_there(variable: Variable, values: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> bool:
    """Whether a variable of the step's own domain has just the range that is wanted of it."""
    own = next((v for v in domain if v.symbol == variable.symbol), None)
    if own is None or (own.ends, own.integer) != (variable.ends, variable.integer):
        return False
    if (own.root is None) != (variable.root is None):
        return False
    bounds = [(own.lower, variable.lower), (own.upper, variable.upper)]
    if own.root is not None and variable.root is not None:
        if own.root[0] != variable.root[0]:
            return False
        bounds.append((own.root[1], variable.root[1]))
    return all(_same(here, there.xreplace(dict(values)), domain) for here, there in bounds)


def _same(a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    if a == b or a.is_infinite or b.is_infinite:
        return bool(a == b)
    return identity.shown(that(a) == b, domain).established


def _closing(
    conclusion: Relation, rest: sp.Expr, strict: bool, domain: Domain, used: list[dict[str, Any]]
) -> Finding:
    message = "a combination of the facts used, with multipliers of the right sign"
    zero, nothing = sp.S(0), Relation(rest, "==", sp.S(0))
    if (identity if conclusion.op == "==" else sign).shown(nothing, domain).established:
        if conclusion.op in ("<", ">") and not strict:
            return unknown("the facts used give only a weak inequality")
        return established(Grade.proved, message, facts=used)
    if conclusion.op == "==":
        return unknown("the combination of the facts is not the conclusion")
    weak = strict or conclusion.op in ("<=", ">=")
    remainder = sign.shown(Relation(rest, ">=" if weak else ">", zero), domain)
    if remainder.established:
        return established(Grade.proved, message, facts=used)
    return unknown("what remains after the facts used is not shown to be nonnegative")
