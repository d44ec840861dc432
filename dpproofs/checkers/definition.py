"""What a definition says, at every point of its domain or of a part of it."""

from __future__ import annotations

from dpproofs.checkers.define import undefined
from dpproofs.checkers.entailment import lies_in
from dpproofs.checkers.matching import known
from dpproofs.checkers.normal import Undecided, require_value
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Variable, index, real
from dpproofs.kernel.objects import Definition, Pieces, Value
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "definition"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the step is a defining equation, where it says so and has values."""
    name, piece = step.hints["name"], step.hints["piece"]
    found = derivation.definition(name)
    if found is None:
        return unknown(f"{name} is not defined")
    wanted = _equation(found, piece)
    if wanted is None or step.goal.proposition != wanted:
        return unknown("not the defining equation")
    if problem := undefined(found):
        return unknown(problem)
    try:
        _placed(found, piece, step, derivation)
        for side in (wanted.lhs, wanted.rhs):
            require_value(side, step.goal.domain)
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
    return established(Grade.proved, f"by the definition of {name}", name=name, piece=piece)


def _equation(found: Definition, piece: int | str | None) -> Relation | None:
    if isinstance(found, Value) and piece is None:
        return Relation(found(*found.arguments), "==", found.value)
    if not isinstance(found, Pieces):
        return None
    x = found.variable
    here = found(*found.arguments, x)
    if piece == "even":
        return Relation(found(*found.arguments, -x), "==", here)
    if isinstance(piece, int) and 0 <= piece < len(found.pieces):
        return Relation(here, "==", found.pieces[piece].value)
    return None


def _placed(found: Definition, piece: int | str | None, step: Step, derivation: Derivation) -> None:
    """Show that the step's domain lies in that of the equation.

    Raises
    ------
    Undecided
        When it is not shown.
    """
    own = () if not isinstance(found, Pieces) else _own(found, piece)
    rows = [v.to_json() for v in step.goal.domain]
    for variable in own:
        if variable.to_json() not in rows:
            raise Undecided(f"{variable.symbol} does not range over the piece")
    at = known(step, derivation)
    for variable in found.domain:
        lies_in(variable, {}, at)


def _own(found: Pieces, piece: int | str | None) -> tuple[Variable, ...]:
    """The place of a piece: the period, and where in it."""
    if not isinstance(piece, int):
        return (real(found.variable),)
    lower, upper = found.ends(piece)
    counted = () if found.index is None else (index(found.index, 0),)
    return (*counted, Variable(found.variable, lower, upper, "[)", hollow=True))
