"""Totals over the pieces of a density: of mass, or of cost, from the integrals that steps show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
    """

    law: Law
    density: Pieces
    domain: Domain
    steps: Iterator[Step]

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

    def total(self, weight: sp.Expr, *, signs: bool) -> sp.Expr:
        """The integral (on the integers the sum) of weight times density over x >= 0; with
        ``signs`` a step before each integral says that the density is not negative there.

        Raises
        ------
        Undecided
            When a step does not say what is needed.
        """
        found = sp.Integer(0)
        for place in range(len(self.density.pieces)):
            if signs:
                self._nonnegative(place)
            found += self._piece(weight, place)
        if self.density.period is None:
            return found
        summed = self.next()
        claim, counter = summed.goal.proposition, self.density.index
        if not isinstance(claim, Sum) or summed.goal.domain != self.domain:
            raise Undecided("the sum over all periods is needed")
        ends = (claim.index.name, claim.lower, claim.upper)
        if ends != (str(counter), sp.Integer(0), sp.oo) or not same_number(
            claim.term.xreplace({claim.index: counter}), found, self._periods()
        ):
            raise Undecided("the sum is not over what the pieces of a period add up to")
        return claim.value

    def _periods(self) -> Domain:
        counter = self.density.index
        return self.domain if counter is None else self.domain & index(counter, 0)

    def _inside(self, place: int, *, whole: bool) -> Domain:
        """The points of a piece."""
        lower, upper = self.density.ends(place)
        x = self.density.variable
        if whole:
            return self._periods() & Variable(x, lower, upper - 1, "[]", integer=True)
        return self._periods() & Variable(x, lower, upper, "[)", hollow=True)

    def _nonnegative(self, place: int) -> None:
        step, value = self.next(), self.density.pieces[place].value
        if (step.goal.proposition, step.goal.domain) != (
            Relation(sp.Integer(0), "<=", value), self._inside(place, whole=False),
        ):  # fmt: skip
            raise Undecided(f"step {step.name} does not say that piece {place + 1} is not negative")

    def _piece(self, weight: sp.Expr, place: int) -> sp.Expr:
        step, value = self.next(), self.density.pieces[place].value
        claim, on, whole = step.goal.proposition, self._periods(), self.law.on == "integers"
        lower, upper = self.density.ends(place)
        if whole and not all(integral(end, on) for end in (lower, upper) if end is not sp.oo):
            raise Undecided("the pieces of noise on the integers end at integers")
        last = upper - 1 if whole else upper
        if not isinstance(claim, Sum if whole else Integral) or step.goal.domain != on:
            raise Undecided(f"step {step.name} is not the total over piece {place + 1}")
        variable = claim.index if isinstance(claim, Sum) else claim.variable
        term = claim.term if isinstance(claim, Sum) else claim.integrand
        same = (
            same_number(claim.lower, lower, on)
            and (claim.upper is sp.oo if last is sp.oo else same_number(claim.upper, last, on))
            and same_number(
                term.xreplace({variable: self.density.variable}),
                weight * value,
                self._inside(place, whole=whole),
            )
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
        x = self.density.variable
        cost = weight.xreplace({x: sp.Integer(0)})
        if self.law.on == "line":
            return cost * self.law.atom
        start = {x: sp.Integer(0)}
        if self.density.index is not None:
            start[self.density.index] = sp.Integer(0)
        _, upper = self.density.ends(0)
        first = Relation(sp.Integer(0), "<", upper.xreplace(start))
        if upper is not sp.oo and not sign.shown(first, self.domain).established:
            raise Undecided(f"the first piece, up to {upper}, is not shown to hold 0")
        return -cost * self.density.pieces[0].value.xreplace(start)
