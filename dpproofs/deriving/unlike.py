"""Two formulas in given functions, told apart by values that an example of these takes.

No certificate names an example of a given function. But a formula that is right of every such
function is right of an example's values; so letters stand for the values, and the example gives a
point at which the two formulas are other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.deriving.strips import points
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, real
from dpproofs.kernel.errors import shortened
from dpproofs.kernel.examples import Example, in_example
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Value
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass
from dpproofs.tactics.budget import within

TRIES, DIGITS = 12, 40
SECONDS = 2.0  # for the values at a point
FAR = sp.Float("1e-20")  # numbers that are closer are not told apart

Point = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Unlike:
    """An equality in letters for values, a point at which it fails, and which values these are."""

    goal: Goal
    point: Point
    told: str


def unlike(same: Goal, statement: Statement) -> Unlike | None:
    """An equality of formulas in given functions as one of numbers, and where it fails.

    Parameters
    ----------
    same
        That one formula is the other.
    statement
        With the examples of what is given, which satisfy its hypotheses; where it supposes nothing
        any values will do.

    Returns
    -------
    Unlike or None
        None where no example tells the formulas apart.
    """
    claim = same.proposition
    if not isinstance(claim, Relation) or claim.lhs.has(Mass) or claim.rhs.has(Mass):
        return None
    values = tuple(found for found in statement.definitions if isinstance(found, Value))
    plain = claim.map(lambda side: in_example(side, {}, values))
    names = {v.symbol.name for v in (*same.domain, *statement.parameters)}
    letters = _letters(plain, names | {found.name for found in statement.given})
    functions = {found.name for found in statement.given if found.kind == "function"}
    if not {application.func.__name__ for application in letters} <= functions:
        return None  # what is defined, or a cost, does not take any value
    lettered = plain.map(lambda side: side.xreplace(letters))
    goal = Goal(lettered, Domain((*same.domain, *map(real, letters.values()))))
    own = {v.symbol.name for v in same.domain}
    others = (v for v in statement.parameters if v.symbol.name not in own)
    everywhere = Domain((*others, *same.domain))
    for example in statement.examples or ({},):
        for at in sorted(_whole(everywhere, TRIES), key=_size):
            found = within(SECONDS, partial(_values, letters, example, at))
            if found is None:
                continue
            point = {v.symbol: at[v.symbol] for v in same.domain} | found
            gap = sp.N((lettered.lhs - lettered.rhs).subs(point), DIGITS)
            if gap.is_real and abs(gap) > FAR:
                return Unlike(goal, point, _told(letters, example))
    return None


def _whole(domain: Domain, tries: int) -> list[Point]:
    """Points of a domain, with whole numbers for what has no upper bound and bounds nothing."""
    ends = [end for v in domain for end in (v.lower, v.upper, *(v.root or ())[1:])]
    bounds = {symbol for end in ends for symbol in end.free_symbols}
    free = {v.symbol for v in domain if v.upper is sp.oo and not v.root} - bounds
    return [
        {s: sp.ceiling(value) if s in free else value for s, value in at.items()}
        for at in points(domain, tries=tries)
    ]


def _size(point: Point) -> int:
    """How large the numbers of a point are: sums over small ranges are added up sooner."""
    return int(sum(abs(value) for value in point.values() if value.is_Integer))


def _letters(claim: Relation, taken: set[str]) -> dict[sp.Expr, sp.Symbol]:
    """A letter for every value of a given function that is in no other's argument."""
    found: dict[sp.Expr, sp.Symbol] = {}
    for side in (claim.lhs, claim.rhs):
        walk = sp.preorder_traversal(side)
        for node in walk:
            if isinstance(node, AppliedUndef):
                walk.skip()
                if node not in found:
                    name = f"{node.func.__name__}_{len(found) + 1}"
                    while name in taken:
                        name += "_"
                    found[node] = sp.Symbol(name, real=True)
    return found


def _values(
    letters: Mapping[sp.Expr, sp.Symbol], example: Example, at: Point
) -> dict[sp.Symbol, sp.Expr] | None:
    """What the letters are at a point; None when one of them is no number that can be written."""
    found: dict[sp.Symbol, sp.Expr] = {}
    any_number: dict[sp.Expr, sp.Expr] = {}  # of functions of which nothing is known
    for application, letter in letters.items():
        value = in_example(application, example).subs(at)
        if not example:
            value = any_number.setdefault(value, sp.Integer(len(any_number) + 2))
        value = sp.expand_func(value)
        if not _is_plain(value):
            return None
        found[letter] = value
    return found


def _is_plain(value: sp.Expr) -> bool:
    """Whether a value is a real number made of rationals, powers, exponentials and logarithms."""
    functions = value.atoms(sp.Function) - value.atoms(sp.exp, sp.log)
    return bool(value.is_number and value.is_real and not functions)


def _told(letters: Mapping[sp.Expr, sp.Symbol], example: Example) -> str:
    """Of which functions the letters are values, in words."""
    if not letters:
        return "those of what is defined"
    if not example:
        return "any numbers, as nothing is supposed of the functions"
    names = dict.fromkeys(application.func.__name__ for application in letters)
    told = (example[name] for name in names)
    return "those of " + ", ".join(
        f"{name}({', '.join(map(str, one.variables))}) = {shortened(str(one.expr))}"
        for name, one in zip(names, told, strict=True)
        if isinstance(one, sp.Lambda)
    )
