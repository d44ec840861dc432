"""What a step may speak of: declared names, parameters at the one value that was chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy as sp

from dpproofs.checkers.define import introduced
from dpproofs.kernel.assertions import Define, Obtain
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.proposition import Derivative, Fails, Proposition
from dpproofs.kernel.rules import rules
from dpproofs.kernel.scope import Scope, floating, misused, scope, uses


@dataclass
class Context:
    """The names known so far, and which steps hold at every value of the parameters.

    A step is *universal* when it applies no name and rests on universal steps only. Of the others
    nothing is known at other values of the parameters than those that were chosen first. A step is
    *free* when it rests on no hypothesis.
    """

    fixed: frozenset[str]
    names: dict[str, tuple[str, int]]
    taken: set[str]
    given: bool
    universal: dict[str, bool] = field(default_factory=dict)
    free: dict[str, bool] = field(default_factory=dict)

    @staticmethod
    def of(statement: Statement) -> Context:
        """The context in which the derivation of a statement begins."""
        names: Scope = scope(statement)
        fixed = frozenset(variable.symbol.name for variable in statement.parameters)
        return Context(fixed, dict(names), set(names) | fixed, bool(statement.given))

    def admit(self, step: Step, derivation: Derivation) -> str:
        """Why a step may not say what it says; empty when it may, and its name is then known."""
        new = introduced(step)
        applied = list(uses(step.goal))
        problem = (
            self._clash(step, new)
            or misused(applied, {**self.names, **new})
            or floating(step.goal.domain, self.names)
            or self._moved(step)
            or self._assumed(step, derivation)
        )
        if problem:
            return problem
        self.names |= new
        self.taken |= set(new)
        speaks = any(name in self.names for name, _, _ in applied)
        rests = all(self.universal[name] for name in step.uses)
        self.free[step.name] = step.method != "assume" and all(map(self.free.get, step.uses))
        self.universal[step.name] = not speaks and rests and step.method != "assume"
        return ""

    def _clash(self, step: Step, new: Scope) -> str:
        """Whether a name that the step introduces, or a set that it takes for any, is taken."""
        for name in new:
            if name in self.taken or not name.isidentifier():
                return f"the name {name} is not new"
        bound = {symbol.name for symbol in step.goal.proposition.bound()}
        bound |= {variable.symbol.name for variable in step.goal.domain}
        if clash := (bound & set(self.names)):
            return f"{min(clash)} is the name of something else"
        if isinstance(step.goal.proposition, Define | Obtain) and step.method not in (
            "define",
            "rule",
        ):
            return "a name is introduced by a definition or a rule"
        return ""

    def _moved(self, step: Step) -> str:
        """Whether what depends on the parameters is looked at for another value of them."""
        moving: set[str] = set()
        if step.method == "entailment":
            for name, values, _ in step.hints.get("facts", ()):
                if name in self.universal and not self.universal[name]:
                    moving |= {str(key) for key, value in values.items() if key != value}
        if step.method == "instance" and step.uses and not self.universal.get(step.uses[0], True):
            moving |= {str(key) for key, value in step.hints["at"].items() if key != value}
        claim = step.goal.proposition
        if any(name in self.names for name, _, _ in claim.uses()):
            moving |= {symbol.name for symbol in _bound(claim)}
        if step.method == "rule":
            moving |= _local(step)
        if step.method == "multiples":
            moving |= {str(step.hints.get("index")), str(step.hints.get("variable"))}
        moved = moving & self.fixed
        return f"{min(moved)} is a parameter, which does not move" if moved else ""

    def _assumed(self, step: Step, derivation: Derivation) -> str:
        statement = derivation.statement
        if step.method == "assume" and (statement is None or step.goal not in statement.hypotheses):
            return "assumes something that the statement does not"
        if step.method == "refutation" and not all(map(self.free.get, step.uses)):
            return "a refutation rests on no hypothesis about what is given"
        if step.method == "counterexample" and self.given:
            named = {variable.symbol.name for variable in step.goal.domain}
            if named & self.fixed or any(
                n in self.names for n, _, _ in step.goal.proposition.uses()
            ):
                return "a counterexample to a goal about given objects names such objects"
        return ""


def _bound(claim: Proposition) -> set[sp.Symbol]:
    inner = claim.proposition if isinstance(claim, Fails) else claim
    return inner.bound() | ({inner.variable} if isinstance(inner, Derivative) else set())


def _local(step: Step) -> set[str]:
    """The variables of its own over which a rule speaks."""
    rule = rules().get(str(step.hints.get("rule")))
    return set(rule.own) if rule is not None else set()
