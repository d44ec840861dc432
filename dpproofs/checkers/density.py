"""The mass that defined noise gives an interval inside a piece of its density."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.checkers.entailment import Premises
from dpproofs.checkers.integers import integral
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
    at = dict(zip(found.arguments, noise.args, strict=True))
    if density.index is not None:
        at[density.index] = sp.S(period)
    ends, upper = ENDS[int(where.args[0])], where.args[2]
    if found.on == "integers" and ends == "[)" and upper is not sp.oo:
        ends, upper = "[]", upper - 1  # both are integers: the step used sums between them
    place = _Place(found, density, at, piece, where.args[1], upper)
    place.integrated(second, claim, domain)
    place.inside(known(step, derivation))
    place.off_the_atom(ends, known(step, derivation))


@dataclass(frozen=True)
class _Place:
    """An interval in one piece of a density, at values of its arguments and its period."""

    law: Law
    density: Pieces
    at: dict[sp.Symbol, sp.Expr]
    piece: int
    lower: sp.Expr
    upper: sp.Expr

    @property
    def whole(self) -> bool:
        """Whether the noise is on the integers."""
        return self.law.on == "integers"

    def integrated(self, step: Step, claim: Relation, domain: Domain) -> None:
        """A step is the integral of the density's piece (or its sum) between the ends."""
        total = step.goal.proposition
        kind = Sum if self.whole else Integral
        if not isinstance(total, kind) or not set(step.goal.domain) <= set(domain):
            raise Undecided("the second step used is no integral of the density")
        variable = total.index if isinstance(total, Sum) else total.variable
        body = total.term if isinstance(total, Sum) else total.integrand
        value = self.density.pieces[self.piece].value
        ends = "[]" if self.whole else "()"
        inside = Variable(variable, self.lower, self.upper, ends, self.whole, hollow=not self.whole)
        same = (
            same_number(total.lower, self.lower, domain)
            and (self.upper == total.upper or same_number(total.upper, self.upper, domain))
            and same_number(total.value, claim.rhs, domain)
            and same_number(
                body, value.xreplace({**self.at, self.density.variable: variable}), domain & inside
            )
        )
        if not same:
            raise Undecided("the second step used is not the integral of the density there")

    def inside(self, at: Premises) -> None:
        """The interval lies in the piece; on the integers it ends before the piece does."""
        if self.density.index is not None:
            number = self.at[self.density.index]
            if not integral(number, at.domain) or not at.positive(number, strictly=False):
                raise Undecided(f"{number} is not shown to be the number of a period")
        lower, upper = (
            end if end is sp.oo else end.xreplace(self.at) for end in self.density.ends(self.piece)
        )
        rooms = [self.lower - lower]
        if upper is not sp.oo:
            rooms.append(upper - int(self.whole) - self.upper)
        endless = self.upper is sp.oo and upper is not sp.oo
        if endless or not all(at.positive(sp.expand(room), strictly=False) for room in rooms):
            raise Undecided("the interval is not shown to lie in the piece")

    def off_the_atom(self, ends: str, at: Premises) -> None:
        """The atom lies outside; on the integers both ends belong to the interval."""
        if self.whole:
            if ends != "[]":
                raise Undecided("on the integers, intervals with both ends are needed")
            return
        open_there = ends[0] == "(" and at.positive(self.lower, strictly=False)
        if self.law.atom != 0 and not open_there and not at.positive(self.lower):
            raise Undecided("the interval is not shown to leave out the origin")
