"""The one place where theorems meet checkers: from a claim to its verdict and certificate."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers import check
from dpproofs.checkers.numbers import falsify
from dpproofs.checkers.numeric import agreement
from dpproofs.kernel.certificate import certificate
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement, Step
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.mutation import Twin, twins
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Minimum,
    Proposition,
    Relation,
    Series,
    Sum,
    equal,
)
from dpproofs.kernel.rules import FOUND, OWN
from dpproofs.kernel.verdict import (
    Decision,
    Finding,
    Grade,
    Mutation,
    Verdict,
    unknown,
)
from dpproofs.theorems.registry import find

TWINS = 8  # a goal's twins that are tried
DIGITS = (1, 1000)


def verify(claim: str | Claim, *, digits: int = 50) -> Verdict:
    """Check a claim and its twins.

    Parameters
    ----------
    claim
        Id of a formalised claim, or the claim itself.
    digits
        Digits to which the formulas are compared numerically, 1 to 1000.

    Raises
    ------
    BadInput
        For an unknown id or digits out of range.
    """
    if not DIGITS[0] <= digits <= DIGITS[1]:
        raise BadInput("digits", digits, f"an integer from {DIGITS[0]} to {DIGITS[1]}")
    found = find(claim) if isinstance(claim, str) else claim
    start = time.process_time()
    statement, derivation = found.statement, found.derive()
    findings = check_steps(statement, derivation)
    decision, grade, reason = decide(statement, derivation, findings)
    agreed = _agreement(statement, decision, digits)
    if agreed is not None and agreed < digits:
        decision, grade = Decision.open, None
        reason = f"numeric evaluation agrees to {agreed} of {digits} digits only"
    mutation = mutate(statement, derivation, decision)
    something = decision not in (Decision.open, Decision.refuted)
    if mutation.survivors or (something and not mutation.tried):
        decision, grade = Decision.open, None
        reason = "A false twin was accepted." if mutation.survivors else "No false twin was found."
    return Verdict(
        id=statement.id,
        paper=statement.paper,
        item=statement.item,
        decision=decision,
        grade=grade,
        findings=tuple(findings),
        mutation=mutation,
        digits=agreed,
        seconds=time.process_time() - start,
        erratum=_erratum(statement, derivation, decision),
        note=" ".join(filter(None, (reason, statement.note))),
        certificate=certificate(statement, derivation, findings, decision, grade),
    )


def check_steps(statement: Statement, derivation: Derivation) -> list[Finding]:
    """A finding for each step; a step that rests on one not established is not established."""
    findings: list[Finding] = []
    for step in derivation.steps:
        missing = [name for name in step.uses if not findings[int(name) - 1].established]
        if missing:
            findings.append(unknown(f"rests on step {missing[0]}, which is not established"))
        elif step.method == "assume" and step.goal not in statement.hypotheses:
            findings.append(unknown("assumes something that the statement does not"))
        elif moved := _moved(step, derivation, statement.parameters):
            names = ", ".join(sorted(moved))
            findings.append(unknown(f"a function it speaks of may depend on {names}, which moves"))
        else:
            findings.append(check(step, derivation))
    return findings


def _moved(
    step: Step, derivation: Derivation, parameters: Mapping[str, tuple[str, ...]]
) -> set[str]:
    """The parameters of unknown functions that a step moves in what it says or uses of them."""
    every = set().union(*parameters.values())
    claim = step.goal.proposition
    if step.method == "rule":
        return every & set(OWN) | _left_out(step, every)
    said = [(claim, claim.bound())]
    if isinstance(claim, Derivative):
        said.append((claim, {claim.variable}))
    if step.method == "entailment":
        for name, values, _ in step.hints.get("facts", ()):
            changed = {key for key, value in values.items() if value != key}
            said.append((derivation.step(name).goal.proposition, changed))
    return {
        symbol.name
        for proposition, moving in said
        for function in proposition.functions()
        for symbol in moving
        if symbol.name in parameters.get(function, every)
    }


def _left_out(step: Step, every: set[str]) -> set[str]:
    """The parameters on which a number that a rule finds may depend, beside its arguments."""
    names = {str(value) for key, value in step.hints["bindings"].items() if key in FOUND}
    claim = step.goal.proposition
    found = [
        part
        for side in (getattr(claim, "lhs", sp.S.Zero), getattr(claim, "rhs", sp.S.Zero))
        for part in side.atoms(AppliedUndef)
        if str(part.func) in names
    ]
    return set().union(*(every - {str(argument) for argument in part.args} for part in found))


def decide(
    statement: Statement, derivation: Derivation, findings: Sequence[Finding]
) -> tuple[Decision, Grade | None, str]:
    """The verdict that follows from the findings, its grade, and why it is open if it is."""
    for step, finding in zip(derivation.steps, findings, strict=True):
        if not finding.established:
            return Decision.open, None, f"Step {step.name}: {finding.message}."
    grade = Grade.weakest(f.grade for f in findings if f.grade is not None)
    shown = [step.goal for step in derivation.steps if step.method != "assume"]
    failing = [
        goal
        for goal in statement.printed
        if any(
            isinstance(g.proposition, Fails) and Goal(g.proposition.proposition, g.domain) == goal
            for g in shown
        )
    ]
    if any(goal in shown for goal in failing):
        return Decision.open, None, "A goal is both established and refuted."
    if not _models_fit(statement):
        return Decision.open, None, "The hypotheses fail in the model given."
    if failing and all(goal in shown for goal in statement.corrected):
        kind = Decision.corrected if statement.corrected else Decision.refuted
        return kind, grade, ""
    missing = [g for g in statement.printed + statement.corrected if g not in shown]
    if missing:
        return Decision.open, None, "A goal of the statement is not among the steps."
    if not shown:
        return Decision.open, None, "Nothing is shown."
    return (Decision.definition if statement.definition else Decision.holds), grade, ""


# -- the mutation gate ----------------------------------------------------------------------------


def mutate(statement: Statement, derivation: Derivation, decision: Decision) -> Mutation:
    """Try the twins of every goal that was established; a twin must be false to count."""
    if decision is Decision.open:
        return Mutation()
    goals = statement.printed if decision is Decision.holds else statement.corrected
    if decision is Decision.definition:
        goals = tuple(s.goal for s in derivation.steps if s.method != "assume")
    tried, survivors = 0, []
    for step in derivation.steps:
        if step.goal not in goals:
            continue
        false = (twin for twin in twins(step.goal) if is_false(twin, step.goal, statement))
        for twin in islice(false, TWINS):
            tried += 1
            if check(replace(step, goal=twin.goal), derivation).established:
                survivors.append(f"step {step.name}: {twin.change}")
    return Mutation(tried, tried - len(survivors), tuple(survivors))


def is_false(twin: Twin, goal: Goal, statement: Statement) -> bool:
    """Whether a twin of a true goal is false, found without the checkers.

    A relation is evaluated at random points (in a model of the hypotheses, when it speaks of
    functions of which nothing is known). For the rest the value stated is unique, so that
    another value is wrong; a sum over a longer or shorter range is, when the term is not 0.
    """
    claim, domain = twin.goal.proposition, twin.goal.domain
    if isinstance(claim, Relation):
        models = statement.models or ({},)
        return any(
            falsify(in_model(claim, model), domain, seed=5, tries=25) is not None
            for model in models
        )
    if domain != goal.domain:
        return False
    if isinstance(claim, Series):
        return True
    if isinstance(claim, Sum) and isinstance(goal.proposition, Sum):
        old = goal.proposition
        if (claim.lower, claim.upper) != (old.lower, old.upper):
            place = old.lower if claim.lower != old.lower else claim.upper
            differs = equal(old.term.subs(old.index, place), 0)
            return falsify(differs, domain, seed=5) is not None
    name = "at" if isinstance(claim, Minimum) else "value"
    other, true = getattr(claim, name, None), getattr(goal.proposition, name, None)
    if other is None or true is None or other == true:
        return False
    return falsify(equal(other, true), domain, seed=5) is not None


def in_model(claim: Relation, model: Mapping[str, sp.Lambda]) -> Relation:
    """A relation with the functions of a model put in."""

    def put(expression: sp.Expr) -> sp.Expr:
        return expression.replace(
            lambda e: isinstance(e, AppliedUndef) and str(e.func) in model,
            lambda e: model[str(e.func)](*e.args),
        )

    return claim.map(put)


def _models_fit(statement: Statement) -> bool:
    """The hypotheses are relations that every model makes sense of and none makes false."""
    for model in statement.models:
        for goal in statement.hypotheses:
            if not isinstance(goal.proposition, Relation):
                return False
            claim = in_model(goal.proposition, model)
            if claim.lhs.has(AppliedUndef) or claim.rhs.has(AppliedUndef):
                return False
            if falsify(claim, goal.domain, seed=3) is not None:
                return False
    return True


# -- numbers and errata ---------------------------------------------------------------------------


def _agreement(statement: Statement, decision: Decision, digits: int) -> int | None:
    goals = {
        Decision.holds: statement.printed,
        Decision.definition: statement.printed,
        Decision.corrected: statement.corrected,
    }.get(decision, ())
    found = (agreement(goal, digits) for goal in goals)
    return min((value for value in found if value is not None), default=None)


def _erratum(
    statement: Statement, derivation: Derivation, decision: Decision
) -> dict[str, str] | None:
    if decision not in (Decision.corrected, Decision.refuted):
        return None
    step = next(s for s in derivation.steps if isinstance(s.goal.proposition, Fails))
    return {
        "printed": statement.printed_text or statement.printed_latex,
        "counterexample": _counterexample(step, step.goal.proposition),
        "corrected": statement.corrected_text or statement.corrected_latex,
    }


def _counterexample(step: Step, claim: Proposition) -> str:
    point = ", ".join(f"{name} = {value}" for name, value in getattr(claim, "point", ()))
    return f"{point}: {step.reason}" if point else step.reason
