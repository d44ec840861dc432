"""An even density as the sentences of the papers define it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from dpproofs.deriving.given import Given
from dpproofs.deriving.strips import ends_of
from dpproofs.deriving.totals import PERIODS, Share, Total, empty
from dpproofs.kernel.assertions import Even, Expected, Proper
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Integral, Proposition, Sum, that
from dpproofs.kernel.scope import RESERVED
from dpproofs.tactics.terms import is_zero

ZERO = sp.Integer(0)


def fits(family: Given) -> bool:
    """Whether the family is even, in pieces that follow one another and have values at their lower
    ends, with an atom at 0 at most.
    """
    closed = all(ends_of(strip, family.place) == "[)" for strip in family.strips)
    laid = family.layout is not None
    return laid and closed and all(is_zero(atom.place) for atom in family.points)


@dataclass(frozen=True)
class Defined:
    """The family as a definition: a density in pieces, and the noise that has it."""

    family: Given

    @cached_property
    def _names(self) -> tuple[str, str]:
        taken = {v.symbol.name for v in self.family.domain} | RESERVED
        taken |= {self.family.x.name, self.family.size.name}
        taken |= {strip.index.name for strip in self.family.strips if strip.index}

        def free(*names: str) -> str:
            return next(name for name in names if name not in taken)

        return free("f", "f_X", "f_Q", "density_of_X"), free("X", "Q", "Q_X", "noise_X")

    @cached_property
    def _real(self) -> dict[sp.Symbol, sp.Symbol]:
        """The place as any real number, of which a definition speaks."""
        return {self.family.place: sp.Symbol(self.family.place.name, real=True)}

    @cached_property
    def density(self) -> Pieces:
        """The density."""
        laid = self.family.layout
        if laid is None:
            raise ValueError(f"{self.family.name} is not laid out in pieces")
        start = {} if laid.index is None else {laid.index: ZERO}
        pieces = tuple(
            Piece(s.density.xreplace(self._real), s.upper.subs(start)) for s in laid.pieces
        )
        return Pieces(
            self._names[0], self._real[self.family.place], self._arguments, self.family.domain,
            pieces, period=laid.period, index=laid.index,
        )  # fmt: skip

    @property
    def _arguments(self) -> tuple[sp.Symbol, ...]:
        return tuple(variable.symbol for variable in self.family.domain)

    @cached_property
    def law(self) -> Law:
        """The noise."""
        atom = sp.Add(*(atom.mass for atom in self.family.points))
        on = "integers" if self.family.integers else "line"
        return Law(self._names[1], self._arguments, self.family.domain, self._names[0], atom, on)

    @property
    def definitions(self) -> tuple[Pieces, Law]:
        """Both."""
        return self.density, self.law

    @property
    def noise(self) -> sp.Expr:
        """The noise at its parameters."""
        return self.law(*self._arguments)

    @property
    def exists(self) -> Goal:
        """It is a probability."""
        return Goal(Proper(self.noise), self.family.domain)

    @property
    def even(self) -> Goal:
        """It is symmetric about the origin."""
        return Goal(Even(self.noise), self.family.domain)

    def expected(self, weight: sp.Expr, value: sp.Expr, extra: Domain, op: str = "==") -> Goal:
        """The expected weight."""
        claim = Expected(self.noise, self.family.size, weight, op, value)
        return Goal(claim, self.family.domain & extra)

    # -- the steps --------------------------------------------------------------------------------

    def show_exists(self, proof: Proof, found: Total, *, besides: bool = False) -> str:
        """Append the steps that make it a probability; return the last one. With ``besides`` the
        masses of the pieces are part of the sentence.
        """
        used = []
        domain = self.family.domain
        for place, part in enumerate(self._shares(found)):
            used.append(
                proof.shows(
                    that(0) <= self.density.pieces[place].value, on=self._inside(place), by="sign",
                    because=f"the density is not negative on {self._told(place)}",
                )
            )  # fmt: skip
            used.append(
                self._show_share(proof, place, part, sp.Integer(1), Domain(), besides=besides)
            )
        used += self._show_periods(proof, found, domain)
        return proof.concludes(
            self.exists, by="existence", uses=used,
            because="the masses of both sides and of the origin add up to 1",
        )  # fmt: skip

    def show_expected(
        self, proof: Proof, found: Total, goal: Goal, extra: Domain, exists: str
    ) -> str:
        """Append the steps that lead to an expected weight; return the last one."""
        domain, u = self.family.domain & extra, self.family.size
        used = [
            exists,
            proof.shows(
                that(0) <= found.weight, on=domain & Variable(u, ZERO, sp.oo, "[)"), by="sign",
                because="the cost is not negative",
            ),
        ]  # fmt: skip
        for place, part in enumerate(self._shares(found)):
            used.append(self._show_share(proof, place, part, found.weight, extra))
        used += self._show_periods(proof, found, domain)
        return proof.concludes(
            goal, by="expectation", uses=used,
            because="the noise is even, so that the mean is twice what one side adds, and what "
            "the origin adds",
        )  # fmt: skip

    def show_even(self, proof: Proof, exists: str) -> str:
        """Append that the noise is even."""
        return proof.concludes(
            self.even, by="evenness", uses=(exists,), because="the density is even"
        )

    def _shares(self, found: Total) -> Iterable[Share]:
        """A share for each piece of the definition, those between the strips being empty."""
        laid = self.family.layout
        given = {share.strip: share for share in found.shares}
        for strip in () if laid is None else laid.pieces:
            yield given.get(strip, empty(strip, ZERO))

    def _told(self, place: int) -> str:
        return f"piece {place + 1}" if len(self.density.pieces) > 1 else "its one piece"

    def _periods(self, extra: Domain) -> Domain:
        laid = self.family.layout
        domain = self.family.domain & extra
        return domain if laid is None or laid.index is None else domain & index(laid.index, 0)

    def _inside(self, place: int) -> Domain:
        lower, upper = self.density.ends(place)
        return self._periods(Domain()) & Variable(
            self.density.variable, lower, upper, "[)", hollow=True
        )

    def _show_share(
        self, proof: Proof, place: int, part: Share, weight: sp.Expr, extra: Domain,
        *, besides: bool = False,
    ) -> str:  # fmt: skip
        x = self.density.variable
        lower, upper = self.density.ends(place)
        term = weight.xreplace({self.family.size: x}) * self.density.pieces[place].value
        hints: dict[str, Any] = {}
        claim: Proposition
        if self.family.integers:
            counter = sp.Symbol(x.name, integer=True)
            last = upper if upper is sp.oo else upper - 1
            claim = Sum(term.xreplace({x: counter}), counter, lower, last, part.value)
            hints |= part.sum_hints
        else:
            claim = Integral(term, x, lower, upper, part.value)
            if part.antiderivative is not None:
                hints["antiderivative"] = part.antiderivative.xreplace(self._real)
        what = "the density" if weight == 1 else "the cost times the density"
        kind = "sum" if self.family.integers else "integral"
        return proof.shows(
            claim, on=self._periods(extra), by=kind, besides=besides,
            because=f"{what} has this {kind} over {self._told(place)}", **hints,
        )  # fmt: skip

    def _show_periods(self, proof: Proof, found: Total, domain: Domain) -> list[str]:
        laid = self.family.layout
        if laid is None or laid.index is None or found.periods[0] is None:
            return []
        summed = found.periods[0]
        whole = sp.Add(*(part.value for part in self._shares(found)))
        return [
            proof.shows(
                Sum(whole, laid.index, ZERO, sp.oo, summed.value), on=domain, by="sum",
                ratio=summed.ratio, because=PERIODS,
            )
        ]  # fmt: skip
