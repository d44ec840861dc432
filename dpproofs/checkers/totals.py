"""Totals over the pieces of a density: of mass, or of cost, from the integrals that steps show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.checkers.integers import integral
from dpproofs.checkers.matching import same_number
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.derivation import Step
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.objects import Law, Pieces
from dpproofs.kernel.proposition import Integral, Relation, Sum


@dataclass(frozen=True)
class _Where:
    """The domain of what is said of a piece, and what the arguments and the index are there."""

    around: Domain
    at: Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Totals:
    """Reads the steps that show a total, one after the other.

    Attributes
    ----------
    law, density
        The noise and its density.
    domain
        Where the total is taken: conditions on the arguments and parameters.
    steps
        The steps used, in order.
    arguments
        What the arguments of the density are, where they are not themselves.
    """

    law: Law
    density: Pieces
    domain: Domain
    steps: Iterator[Step]
    arguments: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)

    def next(self) -> Step:
        """The next step used.

        Raises
        ------
        Undecided
            When there is none.
        """
        step = next(self.steps, None)
        if step is None:
            raise Undecided("a step is missing among those used")
        return step

    def total(self, weight: sp.Expr, *, signs: bool, apart: bool = False) -> sp.Expr:
        """The integral (on the integers the sum) of weight times density over x >= 0; with
        ``signs`` a step before each integral says that the density is not negative there.

        With the first period ``apart`` its integrals come first. Those of the later periods are
        told for period n + 1, where n >= 0 is the index, and so is their sum.

        Raises
        ------
        Undecided
            When a step does not say what is needed.
        """
        counter = self.density.index
        if counter is None:
            if apart:
                raise Undecided("without periods none is the first")
            return self._period(weight, signs, _Where(self.domain, self.arguments))
        at, around = self.arguments, self.domain & index(counter, 0)
        start = sp.Integer(0)
        if apart:
            first = _Where(self.domain, {**at, counter: sp.Integer(0)})
            start = self._period(weight, signs, first)
            at = {**at, counter: counter + 1}
        found = self._period(weight, signs, _Where(around, at))
        summed = self.next()
        claim = summed.goal.proposition
        if not isinstance(claim, Sum) or summed.goal.domain != self.domain:
            raise Undecided("the sum over all periods is needed")
        ends = (claim.index.name, claim.lower, claim.upper)
        if ends != (str(counter), sp.Integer(0), sp.oo) or not same_number(
            claim.term.xreplace({claim.index: counter}), found, around
        ):
            raise Undecided("the sum is not over what the pieces of a period add up to")
        return start + claim.value

    def _period(self, weight: sp.Expr, signs: bool, where: _Where) -> sp.Expr:
        """The total over the pieces of a period, or over all pieces where there are no periods."""
        found = sp.Integer(0)
        for place in range(len(self.density.pieces)):
            if signs:
                self._nonnegative(place, where)
            found += self._piece(weight, place, where)
        return found

    def _value(self, place: int, where: _Where) -> sp.Expr:
        return self.density.pieces[place].value.xreplace(dict(where.at))

    def _ends(self, place: int, where: _Where) -> tuple[sp.Expr, sp.Expr]:
        lower, upper = self.density.ends(place)
        return lower.xreplace(dict(where.at)), upper.xreplace(dict(where.at))

    def _nonnegative(self, place: int, where: _Where) -> None:
        step, value = self.next(), self._value(place, where)
        inside = Variable(self.density.variable, *self._ends(place, where), "[)", hollow=True)
        said = (Relation(sp.Integer(0), "<=", value), where.around & inside)
        if (step.goal.proposition, step.goal.domain) != said:
            raise Undecided(f"step {step.name} does not say that piece {place + 1} is not negative")

    def _piece(self, weight: sp.Expr, place: int, where: _Where) -> sp.Expr:
        step, value = self.next(), self._value(place, where)
        claim, on, whole = step.goal.proposition, where.around, self.law.on == "integers"
        (lower, upper), x = self._ends(place, where), self.density.variable
        if whole and not all(integral(end, on) for end in (lower, upper) if end is not sp.oo):
            raise Undecided("the pieces of noise on the integers end at integers")
        last = upper - 1 if whole else upper
        if not isinstance(claim, Sum if whole else Integral) or step.goal.domain != on:
            raise Undecided(f"step {step.name} is not the total over piece {place + 1}")
        inside = (
            Variable(x, lower, last, "[]", integer=True)
            if whole
            else Variable(x, lower, upper, hollow=True)  # no integral depends on an end
        )
        variable = claim.index if isinstance(claim, Sum) else claim.variable
        term = claim.term if isinstance(claim, Sum) else claim.integrand
        same = (
            same_number(claim.lower, lower, on)
            and (claim.upper is sp.oo if last is sp.oo else same_number(claim.upper, last, on))
            and same_number(term.xreplace({variable: x}), weight * value, on & inside)
        )
        if not same:
            raise Undecided(f"step {step.name} is not the total over piece {place + 1}")
        return claim.value

    def at_origin(self, weight: sp.Expr) -> sp.Expr:
        """What is added once, not on both sides: the atom, or less the point 0 of the integers.

        Raises
        ------
        Undecided
            When the first piece of noise on the integers may be empty, so that 0 is in another.
        """
        if self.law.on == "line" and self.law.atom == 0:
            return sp.Integer(0)
        x = self.density.variable
        cost = weight.xreplace({x: sp.Integer(0)})
        if self.law.on == "line":
            return cost * self.law.atom.xreplace(dict(self.arguments))
        start = {**self.arguments, x: sp.Integer(0)}
        if self.density.index is not None:
            start[self.density.index] = sp.Integer(0)
        _, upper = self.density.ends(0)
        first = Relation(sp.Integer(0), "<", upper.xreplace(start))
        if upper is not sp.oo and not sign.shown(first, self.domain).established:
            raise Undecided(f"the first piece, up to {upper}, is not shown to hold 0")
        return -cost * self.density.pieces[0].value.xreplace(start)
