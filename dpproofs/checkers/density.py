"""The mass that defined noise gives an interval inside a piece of its density."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers.integers import integral
from dpproofs.checkers.entailment import Known
from dpproofs.checkers.matching import exists, known, law, same_number
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Proper
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.objects import Law, Pieces
from dpproofs.kernel.proposition import Integral, Relation, Sum
from dpproofs.kernel.terms import ENDS, Between, Mass
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "density"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``P(Q in interval) == value``: the steps used say that Q exists, and
    integrate the density (on the integers, sum it) between the ends; the hints are ``piece`` and
    ``period``, the number of the period in which the interval lies.
    """
    piece, period = step.hints["piece"], step.hints.get("period")
    try:
        _shown(step, derivation, piece, period)
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
    return established(
        Grade.proved,
        "the density integrated over the interval",
        existence=step.uses[0],
        integral=step.uses[1],
        piece=piece,
        period_index=None if period is None else to_tree(sp.S(period)),
    )


def _shown(step: Step, derivation: Derivation, piece: int, period: object) -> None:
    claim, domain = step.goal.proposition, step.goal.domain
    mass = claim.lhs if isinstance(claim, Relation) and claim.op == "==" else None
    if not isinstance(claim, Relation) or not isinstance(mass, Mass) or len(step.uses) < 2:
        raise Undecided("the mass of an interval, and steps that show it, are needed")
    noise, where = mass.args
    found = law(noise, derivation)
    density = None if found is None else derivation.definition(found.density)
    if found is None or not isinstance(density, Pieces) or not isinstance(where, Between):
        raise Undecided("an interval, and noise that is defined by its density, are needed")
    first, second = (derivation.step(name) for name in step.uses[:2])
    if not isinstance(first.goal.proposition, Proper) or not exists(noise, step, derivation):
        raise Undecided("the first step used does not say that the noise exists")
    lower, upper = where.args[1:]
    _integrated(second, claim, density, dict(zip(found.arguments, noise.args, strict=True)),
                piece, period, (lower, upper), domain, found)  # fmt: skip
    _inside(density, dict(zip(found.arguments, noise.args, strict=True)), piece, period,
            (lower, upper), known(step, derivation), found)  # fmt: skip
    _off_the_atom(found, ENDS[int(where.args[0])], lower, known(step, derivation))


def _at(density: Pieces, values: dict[sp.Symbol, sp.Expr], period: object) -> dict[sp.Symbol, sp.Expr]:
    """Values for the density's arguments and its period."""
    if density.index is None:
        return values
    return {**values, density.index: sp.S(period)}


def _integrated(
    step: Step, claim: Relation, density: Pieces, values: dict[sp.Symbol, sp.Expr], piece: int,
    period: object, ends: tuple[sp.Expr, sp.Expr], domain: Domain, found: Law,
) -> None:  # fmt: skip
    """The integral is that of the density's piece, between the ends of the interval."""
    total, whole = step.goal.proposition, found.on == "integers"
    kind = Sum if whole else Integral
    if not isinstance(total, kind) or not set(step.goal.domain) <= set(domain):
        raise Undecided("the second step used is no integral of the density")
    variable = total.index if isinstance(total, Sum) else total.variable
    body = total.term if isinstance(total, Sum) else total.integrand
    own = {**_at(density, values, period), density.variable: variable}
    value = density.pieces[piece].value.xreplace(own)
    inside = Variable(
        variable, ends[0], ends[1], "[]" if whole else "()", whole, hollow=not whole
    )
    same = (
        same_number(total.lower, ends[0], domain)
        and (ends[1] == total.upper or same_number(total.upper, ends[1], domain))
        and same_number(total.value, claim.rhs, domain)
        and same_number(body, value, domain & inside)
    )
    if not same:
        raise Undecided("the second step used is not the integral of the density there")


def _inside(
    density: Pieces, values: dict[sp.Symbol, sp.Expr], piece: int, period: object,
    ends: tuple[sp.Expr, sp.Expr], at: Known, found: Law,
) -> None:  # fmt: skip
    """The interval lies in the piece; on the integers its last point is before the piece's end."""
    if density.index is not None:
        number = sp.S(period)
        if not integral(number, at.domain) or not at.positive(number, strictly=False):
            raise Undecided(f"{number} is not shown to be the number of a period")
    lower, upper = (
        end if end is sp.oo else end.xreplace(_at(density, values, period))
        for end in density.ends(piece)
    )
    last = 1 if found.on == "integers" else 0
    rooms = [ends[0] - lower] + ([] if upper is sp.oo else [upper - last - ends[1]])
    if (ends[1] is sp.oo and upper is not sp.oo) or not all(
        at.positive(sp.expand(room), strictly=False) for room in rooms
    ):
        raise Undecided("the interval is not shown to lie in the piece")


def _off_the_atom(found: Law, ends: str, lower: sp.Expr, at: Known) -> None:
    if found.on == "integers":
        if ends != "[]":
            raise Undecided("on the integers, intervals with both ends are needed")
    elif found.atom != 0 and not at.positive(lower) and not (
        ends[0] == "(" and at.positive(lower, strictly=False)
    ):
        raise Undecided("the interval is not shown to leave out the origin")
