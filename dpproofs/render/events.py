"""What LaTeX and plain text have in common when they speak of noise, events and sizes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.printer import Printer

from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.objects import Law
from dpproofs.kernel.terms import ENDS, Between, Join, Mass, Meet, Mirror, Moved, Outside


class Size(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """``Size(X())``: the absolute value of a noise, in a cost."""

    nargs = 1
    is_real = True


class NormOf(sp.Function):  # type: ignore[misc]  # likewise
    """``NormOf(X())``: the norm of noise for vectors, in a cost."""

    nargs = 1
    is_real = True


class Chance(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """A mass that is written Pr, where something else is called P."""

    nargs = 2
    is_real = True


def told_apart(*sides: sp.Expr) -> tuple[sp.Expr, ...]:
    """Expressions that stand together, with masses that are not taken for something called P."""
    names = {part.func.__name__ for side in sides for part in side.atoms(AppliedUndef)}
    if "P" not in names:
        return sides
    return tuple(side.replace(Mass, Chance) for side in sides)


def size_in(cost: sp.Expr, variable: sp.Symbol, noise: sp.Expr) -> sp.Expr:
    """A cost with the absolute value of a noise for its variable."""
    return cost.xreplace({variable: Size(noise)})


def norm_in(cost: sp.Expr, variable: sp.Symbol, vector: sp.Expr) -> sp.Expr:
    """A cost with the norm of noise for vectors for its variable."""
    return cost.xreplace({variable: NormOf(vector)})


def outer(where: sp.Expr) -> tuple[str, sp.Expr] | None:
    """For all x with ``abs(x) op bound``: the operator and the bound.

    A bound below 0 changes nothing: the interval that is left out is empty then.
    """
    if not (isinstance(where, Outside) and isinstance(where.args[0], Between)):
        return None
    place, lower, upper = where.args[0].args
    operators = {"()": ">=", "[]": ">"}
    ends = ENDS[int(place)]
    if lower != -upper or ends not in operators:
        return None
    return operators[ends], upper


def half_line(where: sp.Expr) -> tuple[str, sp.Expr] | None:
    """For all x with ``x op bound``, or a single point: the operator and the bound."""
    if not isinstance(where, Between):
        return None
    place, lower, upper = where.args
    ends = ENDS[int(place)]
    if upper is sp.oo and lower != -sp.oo:
        return (">=" if ends[0] == "[" else ">"), lower
    if lower == -sp.oo and upper is not sp.oo:
        return ("<=" if ends[1] == "]" else "<"), upper
    if lower == upper and ends == "[]":
        return "==", lower
    return None


def place_of(found: Law) -> sp.Symbol:
    """A letter for the place at which a density is taken."""
    taken = {symbol.name for symbol in found.arguments}
    letters = ("i", "j", "l") if found.on == "integers" else ("x", "y", "z")
    name = next((letter for letter in letters if letter not in taken), "place")
    return sp.Symbol(name, real=True)


def own(domain: Domain, ambient: Domain) -> tuple[Variable, ...]:
    """The variables of a domain, without those that have the same range in another one."""
    known = set(ambient)
    return tuple(variable for variable in domain if variable not in known)


def signed(term: str) -> str:
    """What is added to something, with its sign in front: "+ a", "- a"."""
    return f"- {term[1:].lstrip()}" if term.startswith("-") else f"+ {term}"


class EventPrinter(Printer, ABC):  # type: ignore[misc]  # SymPy ships no types
    """What SymPy's printers lack: sets, events, and sums that do not begin with a minus.

    A notation has its signs; those with braces are formats.
    """

    operators: ClassVar[Mapping[str, str]]
    size: ClassVar[str]
    inside: ClassVar[str]
    not_inside: ClassVar[str]
    complement: ClassVar[str]
    meet: ClassVar[str]
    join: ClassVar[str]

    @abstractmethod
    def _interval(self, bounds: str, ends: str) -> str:
        """An interval by its bounds, with the brackets at its ends."""

    @abstractmethod
    def _point(self, place: str) -> str:
        """The set of one number."""

    @abstractmethod
    def _part(self, where: sp.Expr) -> str:
        """A set inside another one."""

    def _event(self, noise: str, where: sp.Expr) -> str:
        """That the noise lies in a set."""
        size = self.size.format(noise)
        for found, subject in ((outer(where), size), (half_line(where), noise)):
            if found is not None:
                return f"{subject} {self.operators[found[0]]} {self._print(found[1])}"
        if isinstance(where, Outside):
            return self.not_inside.format(noise, self._set(where.args[0]))
        return self.inside.format(noise, self._set(where))

    def _set(self, where: sp.Expr) -> str:
        if isinstance(where, Between):
            place, *bounds = where.args
            if bounds[0] == bounds[1]:
                return self._point(self._print(bounds[0]))
            return self._interval(", ".join(map(self._print, bounds)), ENDS[int(place)])
        if isinstance(where, Moved):
            shift = where.args[1]
            return f"{self._part(where.args[0])} {signed(self._print(shift))}"
        if isinstance(where, Mirror):
            return f"-{self._part(where.args[0])}"
        if isinstance(where, Meet | Join):
            sign = self.meet if isinstance(where, Meet) else self.join
            return f" {sign} ".join(map(self._part, where.args))
        if isinstance(where, Outside):
            return self.complement.format(self._part(where.args[0]))
        return str(self._print(where))

    def _as_ordered_terms(self, expr: sp.Expr, order: str | None = None) -> list[sp.Expr]:
        terms = list(super()._as_ordered_terms(expr, order))
        if terms[0].could_extract_minus_sign():
            first = next((t for t in terms if not t.could_extract_minus_sign()), terms[0])
            terms.remove(first)
            terms.insert(0, first)
        return terms
