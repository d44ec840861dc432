"""Privacy of defined noise whose density is constant on cells of one width.

For a shift by j + t cells, 0 <= t <= 1, a part 1 - t of each cell is compared with the j-th
neighbour and a part t with the next one. So the integral of the positive part of f(x) -
e^epsilon f(x + d) lies between its values at whole cells, and there it is a finite sum. The atom at
the origin adds its mass.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import identity, sign
from dpproofs.checkers.define import undefined
from dpproofs.checkers.matching import exists, law
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Private, Proper
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.objects import Law, Pieces
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "steps"
CELLS = 200  # on either side of the origin


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the first step used says that the noise exists, and no shift by whole
    cells up to the sensitivity gains more than delta; the hint ``width`` is that of a cell.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    found = law(claim.noise, derivation) if isinstance(claim, Private) else None
    density = None if found is None else derivation.definition(found.density)
    if not isinstance(claim, Private) or found is None or not isinstance(density, Pieces):
        return unknown("privacy of noise that is defined by its density is needed")
    if found.on != "line" or claim.noise.args != found.arguments or density.period is not None:
        return unknown("noise on the line, without a period, at the arguments of its definition")
    first = derivation.step(step.uses[0]) if step.uses else None
    said = first is not None and isinstance(first.goal.proposition, Proper)
    if not said or not exists(claim.noise, step, derivation):
        return unknown("the first step used does not say that the noise exists")
    width = sp.S(step.hints["width"])
    try:
        if problem := undefined(density) or undefined(found):
            raise Undecided(problem)
        _private(claim, found, density, width, domain)
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    return established(
        Grade.proved, "no shift by whole cells gains more than delta",
        existence=step.uses[0], width=to_tree(width),
    )  # fmt: skip


def _private(claim: Private, found: Law, density: Pieces, width: sp.Expr, on: Domain) -> None:
    """Show every gain to be at most delta.

    Raises
    ------
    Undecided
        When it is not shown.
    """
    for number, name in ((width, "width"), (sp.exp(claim.epsilon) - 1, "factor less 1")):
        op = "<" if name == "width" else "<="
        _must(
            Relation(sp.Integer(0), op, number), on, f"the {name} {number} is not shown to be right"
        )
    cells = _cells(density, width, on)
    reach = _count(claim.sensitivity, width, on)
    factor = sp.exp(claim.epsilon)
    _must(Relation(found.atom, "<=", claim.delta), on, "the atom is not shown to be at most delta")
    for shift in range(1, reach + 1):
        gain = found.atom + width * sum(_gains(cells, shift, factor, on), sp.Integer(0))
        _must(
            Relation(gain, "<=", claim.delta), on, f"the gain at a shift by {shift} cells is {gain}"
        )


def _must(relation: Relation, on: Domain, problem: str) -> None:
    if not sign.shown(relation, on).established:
        raise Undecided(problem)


def _count(length: sp.Expr, width: sp.Expr, on: Domain) -> int:
    """How many cells a length has."""
    found = sp.cancel(length / width)
    if not isinstance(found, sp.Integer) or not 0 <= int(found) <= CELLS:
        raise Undecided(f"{length} is not shown to consist of up to {CELLS} cells")
    if not identity.shown(that(length) == found * width, on).established:
        raise Undecided(f"{length} is not shown to be {found} cells")
    return int(found)


def _cells(density: Pieces, width: sp.Expr, on: Domain) -> list[sp.Expr]:
    """The values in the cells right of the origin, as far as the density goes."""
    *inner, last = density.pieces
    if last.value != 0 or any(piece.value.has(density.variable) for piece in inner):
        raise Undecided("the density is to be constant on its pieces, and 0 on the last")
    found: list[sp.Expr] = []
    for piece in inner:
        found += [piece.value] * (_count(piece.upper, width, on) - len(found))
    return found


def _gains(cells: list[sp.Expr], shift: int, factor: sp.Expr, on: Domain) -> list[sp.Expr]:
    """The positive parts of ``f(cell) - factor f(cell + shift)`` over all cells."""
    size, found = len(cells), []
    for place in range(-size, size):
        here, there = (_value(cells, at) for at in (place, place + shift))
        gap = here - factor * there
        if gap == 0 or sign.shown(Relation(gap, "<=", sp.Integer(0)), on).established:
            continue
        _must(Relation(sp.Integer(0), "<=", gap), on, f"{gap} is not shown to have one sign")
        found.append(gap)
    return found


def _value(cells: list[sp.Expr], place: int) -> sp.Expr:
    distance = place if place >= 0 else -1 - place
    return cells[distance] if distance < len(cells) else sp.Integer(0)
