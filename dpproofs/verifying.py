"""The one place where theorems, checkers and replay meet: from a claim to verdict and certificate.

A step is believed when its checker establishes it and replay, given the evidence, accepts it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from dpproofs.checkers import check
from dpproofs.checkers.define import undefined
from dpproofs.checkers.evaluation import compared
from dpproofs.checkers.laws import breaks
from dpproofs.checkers.models import everywhere, falls_slowly, in_model, misfit
from dpproofs.checkers.points import falsify
from dpproofs.checkers.scoping import Context
from dpproofs.kernel.assertions import Exists, Private
from dpproofs.kernel.certificate import certificate, digest
from dpproofs.kernel.derivation import SAYS_SOMETHING, Claim, Derivation, Statement, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.erratum import apart
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.mutation import Twin, twins
from dpproofs.kernel.proposition import Fails, Minimum, Proposition, Relation, Series, Sum, that
from dpproofs.kernel.vectors import ExpectedNorm, PrivateVector
from dpproofs.kernel.verdict import (
    Decision,
    Finding,
    Grade,
    Mutation,
    Numbers,
    Verdict,
    established,
    unknown,
)
from dpproofs.replaying.program import replay
from dpproofs.replaying.reader import Rejected
from dpproofs.theorems.registry import find

TWINS = 8  # a goal's twins that are tried
DIGITS = (1, 1000)
EXACT = {"relation", "derivative", "integral", "sum", "noise", "expected"}  # not estimates


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
        For an unknown id, digits out of range, or a claim written by hand with a goal E == E.
    """
    if not DIGITS[0] <= digits <= DIGITS[1]:
        raise BadInput("digits", digits, f"an integer from {DIGITS[0]} to {DIGITS[1]}")
    decided = claim if isinstance(claim, Claim) else find(claim)
    if (empty := decided.says_nothing) is not None:
        raise BadInput("claim", empty, SAYS_SOMETHING)
    start = time.process_time()
    statement, derivation = decided.statement, decided.derivation
    outcome = settle(statement, derivation)
    findings, decision, grade, reason = vars(outcome).values()
    numbers = _numbers(statement, decision, digits)
    exact = (kind.digits for kind in numbers.kinds if kind.kind in EXACT)
    agreed = min((digits for digits in exact if digits is not None), default=None)
    if numbers.against:
        kinds = ", ".join(kind.kind for kind in numbers.against)
        decision, grade = Decision.open, None
        reason = f"Numbers speak against what was proved: {kinds}."
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
        findings=findings,
        mutation=mutation,
        digits=agreed,
        seconds=time.process_time() - start,
        erratum=_erratum(statement, derivation, decision),
        note=" ".join(filter(None, (reason, statement.note))),
        certificate=certificate(statement, derivation, findings, decision, grade),
        numbers=numbers,
    )


@dataclass(frozen=True)
class Outcome:
    """The findings that checkers and replay share, what follows, and why it is open if it is."""

    findings: tuple[Finding, ...]
    decision: Decision
    grade: Grade | None
    reason: str


def settle(statement: Statement, derivation: Derivation) -> Outcome:
    """Decide a claim: a step that replay refuses is not established, whatever its checker says."""
    findings = check_steps(statement, derivation)
    while True:
        decision, grade, reason = decide(statement, derivation, findings)
        refusal = _refusal(certificate(statement, derivation, findings, decision, grade))
        if refusal is None:
            return Outcome(tuple(findings), decision, grade, reason)
        step, problem = refusal
        if step is None:
            why = reason or f"Replay refuses the sentence: {problem}."
            return Outcome(tuple(findings), Decision.open, None, why)
        findings[int(step) - 1] = unknown(f"replay refuses it: {problem}")
        _drop_dependents(derivation, findings)


def _refusal(document: dict[str, Any]) -> tuple[str | None, str] | None:
    """The step at which replay refuses a certificate, if it is one, and why; None if it accepts."""
    try:
        report = replay(document, any_statement=True, cited=_CITED)
    except Rejected as problem:
        return None, str(problem)
    return None if report.accepted else (report.failing, report.reason)


def _drop_dependents(derivation: Derivation, findings: list[Finding]) -> None:
    """Take back what was established from a step that no longer is."""
    for place, step in enumerate(derivation.steps):
        if missing := _missing(step, findings):
            findings[place] = unknown(missing)


def _missing(step: Step, findings: Sequence[Finding]) -> str:
    """Which of the steps that a step uses is not established, in words; empty if all are."""
    for name in step.uses:
        if not findings[int(name) - 1].established:
            return f"rests on step {name}, which is not established"
    return ""


def check_steps(statement: Statement, derivation: Derivation) -> list[Finding]:
    """What the checkers find for each step; one that rests on a step not established is not."""
    derivation = replace(derivation, statement=statement)
    context = Context.of(statement)
    findings: list[Finding] = []
    for step in derivation.steps:
        if missing := _missing(step, findings):
            finding = unknown(missing)
        elif problem := context.admit(step, derivation):
            finding = unknown(problem)
        elif step.method == "cite":
            finding = _cited(step)
        else:
            finding = check(step, derivation)
        findings.append(finding)
    return findings


def enclosures(derivation: Derivation) -> dict[str, str]:
    """How the steps of a derivation that ball arithmetic decides are enclosed, by their names."""
    steps = (step for step in derivation.steps if step.method == "region")
    enclosed = {step.name: check(step, derivation) for step in steps}
    return {name: one.message for name, one in enclosed.items() if one.established}


def _cited(step: Step) -> Finding:
    """A goal that another claim establishes, with the grade of that claim."""
    cited: Statement = step.hints["statement"]
    claim = find(cited.id)
    outcome = _outcome(claim.id)
    decision, grade = outcome.decision, outcome.grade
    statement = claim.statement
    objects = (*statement.given, *statement.definitions, *statement.hypotheses)
    if statement.parameters.variables or objects:
        return unknown(f"{cited.id} speaks of given objects, and cannot be cited")
    for which, allowed in (
        ("printed", (Decision.holds, Decision.definition)),
        ("corrected", (Decision.corrected,)),
    ):
        goals: tuple[Goal, ...] = getattr(statement, which)
        if decision in allowed and grade is not None and step.goal in goals:
            evidence = {
                "claim": cited.id,
                "goal": [which, goals.index(step.goal)],
                "digest": digest(statement.to_json()),
            }
            return established(grade, f"established as {cited.id}", **evidence)
    return unknown(f"{cited.id} does not establish this")


_deciding: list[str] = []  # the claims under way, so that a circle of citations is seen


@cache
def _outcome(name: str) -> Outcome:
    """What follows of another claim, without its twins."""
    if name in _deciding:
        raise BadInput("cites", name, "a claim that does not rest on the one that cites it")
    _deciding.append(name)
    try:
        claim = find(name)
        return settle(claim.statement, claim.derivation)
    finally:
        _deciding.pop()


class _Certificates(Mapping[str, Any]):
    """The certificates of claims that are cited, by their ids, each made when it is asked for."""

    def __getitem__(self, name: str) -> dict[str, Any]:
        try:
            claim = find(name)
        except BadInput:
            raise KeyError(name) from None
        outcome = _outcome(name)
        parts = outcome.findings, outcome.decision, outcome.grade
        return certificate(claim.statement, claim.derivation, *parts)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


_CITED = _Certificates()


def decide(
    statement: Statement, derivation: Derivation, findings: Sequence[Finding]
) -> tuple[Decision, Grade | None, str]:
    """The verdict that follows from the findings, its grade, and why it is open if it is."""
    if reason := _unsound(statement, derivation, findings):
        return Decision.open, None, reason
    grade = Grade.weakest(f.grade for f in findings if f.grade is not None)
    shown = [step.goal for step in derivation.steps if step.method not in ("assume", "define")]
    refuted = {
        Goal(goal.proposition.proposition, goal.domain)
        for goal in shown
        if isinstance(goal.proposition, Fails)
    }
    failing = [goal for goal in statement.printed if goal in refuted]
    if any(goal in shown for goal in failing):
        return Decision.open, None, "A goal is both established and refuted."
    if failing and all(goal in shown for goal in statement.corrected + statement.also):
        kind = Decision.corrected if statement.corrected else Decision.refuted
        return kind, grade, ""
    if any(goal not in shown for goal in statement.goals):
        return Decision.open, None, "A goal of the statement is not among the steps."
    if not statement.goals:
        return Decision.open, None, "Nothing is shown."
    return (Decision.definition if statement.definition else Decision.holds), grade, ""


def _unsound(statement: Statement, derivation: Derivation, findings: Sequence[Finding]) -> str:
    """Why nothing follows from a derivation: a step, a definition or an example is not right."""
    for step, finding in zip(derivation.steps, findings, strict=True):
        if not finding.established:
            return f"Step {step.name}: {finding.message}."
    for definition in statement.definitions:
        if problem := undefined(definition):
            return f"The definition of {definition.name}: {problem}."
    if idle := derivation.idle(statement):
        return f"Step {idle[0].name} is used by nothing."
    return misfit(statement)


# -- the mutation gate ----------------------------------------------------------------------------


def mutate(statement: Statement, derivation: Derivation, decision: Decision) -> Mutation:
    """Try the twins of every goal that was established; a twin must be false to count."""
    if decision is Decision.open:
        return Mutation()
    stands = decision in (Decision.holds, Decision.definition)
    goals = statement.printed if stands else statement.corrected
    goals += statement.also
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
        return _false_of_example(claim, domain, statement)
    if isinstance(claim, PrivateVector):
        falls, own = falls_slowly(claim)
        return claim.delta == 0 and _false_of_example(falls, Domain((*domain, *own)), statement)
    if isinstance(claim, ExpectedNorm) and isinstance(goal.proposition, ExpectedNorm):
        differs = that(claim.value) == goal.proposition.value
        return claim.op == "==" and _false_of_example(differs, domain, statement)
    if domain != goal.domain:
        return False
    if isinstance(claim, Private | Exists):
        return breaks(claim, domain, statement)
    if isinstance(claim, Series):
        return True
    if isinstance(claim, Sum) and isinstance(goal.proposition, Sum):
        old = goal.proposition
        if (claim.lower, claim.upper) != (old.lower, old.upper):
            place = old.lower if claim.lower != old.lower else claim.upper
            differs = that(old.term.subs(old.index, place)) == 0
            return falsify(differs, domain, seed=5) is not None
    name = "at" if isinstance(claim, Minimum) else "value"
    other, true = getattr(claim, name, None), getattr(goal.proposition, name, None)
    if other is None or true is None or other == true:
        return False
    return falsify(that(other) == true, domain, seed=5) is not None


def _false_of_example(claim: Relation, domain: Domain, statement: Statement) -> bool:
    """Whether a relation is seen to be false somewhere, of an example."""
    return any(
        falsify(seen, everywhere(domain, statement), seed=5, tries=25) is not None
        for example in statement.examples or ({},)
        if (seen := in_model(claim, statement, example)) is not None
    )


# -- numbers and errata ---------------------------------------------------------------------------


def _numbers(statement: Statement, decision: Decision, digits: int) -> Numbers:
    goals = {
        Decision.holds: statement.printed,
        Decision.definition: statement.printed,
        Decision.corrected: statement.corrected,
    }.get(decision, ())
    return Numbers(len(goals), compared(goals, statement, digits))


def _erratum(
    statement: Statement, derivation: Derivation, decision: Decision
) -> dict[str, Any] | None:
    if decision not in (Decision.corrected, Decision.refuted):
        return None
    step = next(s for s in derivation.steps if isinstance(s.goal.proposition, Fails))
    return {
        "printed": statement.printed_text or statement.printed_latex,
        "counterexample": _counterexample(step, step.goal.proposition),
        "corrected": statement.corrected_text or statement.corrected_latex,
        **(statement.erratum.to_json() if statement.erratum else {}),
    }


def _counterexample(step: Step, claim: Proposition) -> str:
    point = ", ".join(f"{name} = {value}" for name, value in getattr(claim, "point", ()))
    reason = apart(step.reason, claim)
    return f"{point}: {reason}" if point else reason
