"""Sets as conditions on a point x: between which of finitely many ends it lies, and in which of the
sets that are known by name only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers.flatten import Undecided
from dpproofs.kernel.terms import ENDS, Between, Join, Meet, Mirror, Moved, Outside

#: A named set as it is seen from x: x is in it when ``turn x + shift`` is in the set.
Named: TypeAlias = tuple[str, int, sp.Expr]
#: How x compares with each end, in their order: 1 (greater), 0 or -1.
Cell: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class View:
    """How a set is seen from x: a point y = turn x + shift is asked for, turn being 1 or -1."""

    turn: int = 1
    shift: sp.Expr = sp.S.Zero

    def through(self, where: sp.Expr) -> View:
        """The view of the set inside a moved or mirrored one."""
        if isinstance(where, Moved):
            return View(self.turn, self.shift - where.args[1])
        return View(-self.turn, -self.shift)

    def place(self, end: sp.Expr) -> sp.Expr:
        """The x for which y is at an end."""
        return sp.expand(self.turn * (end - self.shift))


def ends(where: sp.Expr, view: View = View()) -> Iterator[sp.Expr]:
    """The finite ends of which a set speaks, as values of x."""
    if isinstance(where, Between):
        yield from (view.place(end) for end in where.args[1:] if not end.is_infinite)
    elif isinstance(where, Moved | Mirror):
        yield from ends(where.args[0], view.through(where))
    elif isinstance(where, Meet | Join | Outside):
        for part in where.args:
            yield from ends(part, view)


def named(where: sp.Expr, view: View = View()) -> Iterator[Named]:
    """The sets known by name, as they are seen from x."""
    if isinstance(where, Moved | Mirror):
        yield from named(where.args[0], view.through(where))
    elif isinstance(where, Meet | Join | Outside):
        for part in where.args:
            yield from named(part, view)
    elif isinstance(where, AppliedUndef):
        yield str(where.func), view.turn, sp.expand(view.shift)


def holds(
    where: sp.Expr,
    cell: Cell,
    order: Sequence[sp.Expr],
    inside: frozenset[Named],
    view: View = View(),
) -> bool:
    """Whether x is in a set, when it lies in a cell and in just these named sets."""
    if isinstance(where, Between):
        kind = ENDS[int(where.args[0])]
        lower, upper = (_compared(end, cell, order, view) for end in where.args[1:])
        above = lower > 0 or (lower == 0 and kind[0] == "[")
        return above and (upper < 0 or (upper == 0 and kind[1] == "]"))
    if isinstance(where, Moved | Mirror):
        return holds(where.args[0], cell, order, inside, view.through(where))
    if isinstance(where, Outside):
        return not holds(where.args[0], cell, order, inside, view)
    if isinstance(where, Meet):
        return all(holds(part, cell, order, inside, view) for part in where.args)
    if isinstance(where, Join):
        return any(holds(part, cell, order, inside, view) for part in where.args)
    return (str(where.func), view.turn, sp.expand(view.shift)) in inside


def _compared(end: sp.Expr, cell: Cell, order: Sequence[sp.Expr], view: View) -> int:
    """How y compares with an end of an interval."""
    if end.is_infinite:
        return -1 if end is sp.oo else 1
    place = view.place(end)
    if place not in order:
        raise Undecided(f"the end {place} is not among those that are in order")
    return view.turn * cell[list(order).index(place)]


def cells(weak: Sequence[bool]) -> Iterator[Cell]:
    """Every way in which x can lie among ends in increasing order.

    ``weak`` says of each neighbouring pair that the two may be equal.
    """
    count = len(weak) + 1
    for above in range(count + 1):
        for upto in range(above, count + 1):
            block = upto - above
            if block <= 1 or all(weak[above : upto - 1]):
                yield (1,) * above + (0,) * block + (-1,) * (count - upto)
