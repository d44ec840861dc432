"""What a derivation must not survive: a step left out or empty, another meaning of a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Claim, Derivation, Statement, Step, introduced
from dpproofs.kernel.objects import Definition, Law, Pieces, Value
from dpproofs.kernel.proposition import Fails
from dpproofs.kernel.scope import uses


def wanted(step: Step, statement: Statement) -> bool:
    """Whether a step is a goal, or refutes one."""
    claim = step.goal.proposition
    if isinstance(claim, Fails):
        return True
    return step.goal in statement.goals


def dependents(place: int, derivation: Derivation) -> Iterator[int]:
    """The steps that use a step, or the name that it introduces."""
    step = derivation.steps[place]
    name = introduced(step)
    for later in range(place + 1, len(derivation.steps)):
        other = derivation.steps[later]
        applied = {found for found, _, _ in uses(other.goal)} if name else set()
        if step.name in other.uses or name in applied:
            yield later


def without(step: Step, name: str) -> Step:
    """A step that no longer uses another one, nor facts from it."""
    hints = dict(step.hints)
    if "facts" in hints:
        hints["facts"] = [fact for fact in hints["facts"] if fact[0] != name]
    return replace(step, uses=tuple(used for used in step.uses if used != name), hints=hints)


def holds_still(step: Step, left_out: str, derivation: Derivation) -> bool:
    """Whether a step is established although a step that it used has been left out."""
    repaired = without(step, left_out)
    steps = list(derivation.steps)
    steps[int(step.name) - 1] = repaired
    changed = replace(derivation, steps=tuple(steps))
    if introduced(derivation.step(left_out)) in {name for name, _, _ in uses(step.goal)} - {""}:
        return False
    try:
        return check(repaired, changed).established
    except (IndexError, ValueError, StopIteration):
        return False


def idle(claim: Claim) -> list[str]:
    """Steps that may be left out: they are no goals, and what uses them stands without them."""
    statement, derivation = claim.statement, claim.derivation
    found = []
    for place, step in enumerate(derivation.steps):
        if wanted(step, statement):
            continue
        needed = (
            not holds_still(derivation.steps[later], step.name, derivation)
            for later in dependents(place, derivation)
        )
        if not any(needed):
            found.append(step.name)
    return found


def _other(value: sp.Expr) -> sp.Expr:
    return value * sp.Rational(101, 100) + sp.Rational(1, 1000)


def altered(definition: Definition) -> Iterator[Definition]:
    """The definition with each of its values, ends and atoms changed a little, one at a time."""
    match definition:
        case Value(value=value):
            yield replace(definition, value=_other(value))
        case Law(on="line", atom=atom):
            yield replace(definition, atom=_other(atom))
        case Pieces(pieces=pieces, period=period):
            for place, piece in enumerate(pieces):
                head, tail = pieces[:place], pieces[place + 1 :]
                yield replace(
                    definition, pieces=(*head, replace(piece, value=_other(piece.value)), *tail)
                )
                if tail:
                    longer = replace(piece, upper=_other(piece.upper))
                    yield replace(definition, pieces=(*head, longer, *tail))
            if period is not None:
                last = replace(pieces[-1], upper=_other(period))
                yield replace(definition, pieces=(*pieces[:-1], last), period=_other(period))


def survives(definition: Definition, changed: Definition, claim: Claim) -> bool:
    """Whether every step is established although a name of the sentence means something else."""
    said = claim.statement.definitions
    definitions = tuple(changed if found == definition else found for found in said)
    statement = replace(claim.statement, definitions=definitions)
    derivation = replace(claim.derivation, statement=statement)

    def speaks(step: Step) -> bool:
        return definition.name in {name for name, _, _ in uses(step.goal)}

    for step in sorted(derivation.steps, key=speaks, reverse=True):
        try:
            if not check(step, derivation).established:
                return False
        except (IndexError, ValueError, StopIteration):
            return False
    return True
