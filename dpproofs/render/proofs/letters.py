"""Letters for long expressions that occur again and again, or are too wide to be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.derivation import Derivation, Statement, introduced
from dpproofs.kernel.terms import Mass
from dpproofs.render import layout
from dpproofs.render.notation import expression
from dpproofs.render.proofs.reading import Reading
from dpproofs.render.prose import LETTERS

POOL = (
    "V",
    "W",
    "U",
    "K",
    "M",
    "H",
    "A",
    "B",
    "C",
    "N",
    "J",
    "L",
    "Z",
    "a",
    "c",
    "u",
    "v",
    "q",
    "p",
)
MOST = 5  # letters that save writing; those that are needed to fit come on top
SHORTEST = 8  # operations
SAVED = 24  # operations that a letter has to save
WIDEST = 31.0  # em of a line of an article

SPARE = ("A", "B", "C", "D", "F", "H", "I", "J", "K", "L", "M", "N", "R", "U", "V", "W", "Y", "Z")

Letter = tuple[sp.Symbol, sp.Expr]


def automatic(
    spoken: Sequence[tuple[sp.Basic, frozenset[sp.Basic]]], taken: Iterable[str]
) -> tuple[Letter, ...]:
    """Letters for what is written often, and for what does not fit.

    Parameters
    ----------
    spoken
        The expressions that are displayed, each with the variables that are bound in it.
    taken
        Names that mean something already.
    """
    names = iter([name for name in POOL if name not in set(taken)])
    found: list[Letter] = []
    left = list(spoken)
    for _ in range(MOST):
        best = _most_saving(left)
        name = next(names, None)
        if best is None or name is None:
            break
        left = _put(left, letter := (sp.Symbol(name, real=True), _with_plus(best)))
        found.append(letter)
    for _ in range(2 * MOST):
        wide = _widest_part(left)
        name = next(names, None)
        if wide is None or name is None:
            break
        left = _put(left, letter := (sp.Symbol(name, real=True), wide))
        found.append(letter)
        left.append((wide, frozenset()))
    return tuple(found)


def _put(
    spoken: Sequence[tuple[sp.Basic, frozenset[sp.Basic]]], letter: Letter
) -> list[tuple[sp.Basic, frozenset[sp.Basic]]]:
    symbol, meaning = letter
    replaced = {meaning: symbol, -meaning: -symbol}
    return [(found.xreplace(replaced), bound) for found, bound in spoken]


def _with_plus(meaning: sp.Expr) -> sp.Expr:
    """A product with the sign with which it is written without a minus."""
    return -meaning if meaning.is_Mul and meaning.could_extract_minus_sign() else meaning


def _candidates(found: sp.Basic, bound: frozenset[sp.Basic]) -> Iterator[sp.Basic]:
    walk = sp.preorder_traversal(found)
    for node in walk:
        if isinstance(node, Mass):
            walk.skip()
        elif (
            isinstance(node, sp.Add | sp.Mul | sp.Pow)
            and node.free_symbols
            and not (node.free_symbols & bound or node.has(Mass) or node.atoms(AppliedUndef))
        ):
            yield node


def _most_saving(spoken: Sequence[tuple[sp.Basic, frozenset[sp.Basic]]]) -> sp.Expr | None:
    """The expression for which a letter saves most, if any saves enough."""
    counts: Counter[sp.Basic] = Counter()
    for found, bound in spoken:
        counts.update(_candidates(found, bound))
    worth = [
        ((count - 1) * (size - 1), str(node), node)
        for node, count in counts.items()
        if count >= 3 and (size := sp.count_ops(node)) >= SHORTEST
    ]
    if not worth:
        return None
    saved, _, node = max(worth, key=lambda one: (one[0], one[1]))
    return node if saved >= SAVED else None


def _widest_part(spoken: Sequence[tuple[sp.Basic, frozenset[sp.Basic]]]) -> sp.Expr | None:
    """A sum in a fraction, or inside brackets, of an expression that is too wide for a line."""
    for found, bound in spoken:
        if max(map(layout.width, layout.rows(expression(found), WIDEST)), default=0) <= WIDEST:
            continue
        parts = [
            (layout.width(expression(node)), str(node), node)
            for node in set(_candidates(found, bound))
            if isinstance(node, sp.Add) and node != found
        ]
        fitting = [part for part in parts if part[0] > WIDEST / 6]
        if fitting:
            return max(fitting, key=lambda one: (one[0] <= WIDEST, one[0], one[1]))[2]
    return None


def spoken(
    statement: Statement, derivation: Derivation, read: Reading, names: frozenset[str]
) -> Iterator[tuple[sp.Basic, frozenset[sp.Basic]]]:
    """The expressions of the statement and of displayed steps, each with what is bound in it."""
    claims = [goal.proposition for goal in (*statement.printed, *statement.corrected)]
    claims += [step.goal.proposition for step in derivation.steps if step.name in names]
    for claim in claims:
        short = read.proposition(claim)
        bound = frozenset(short.bound())
        for item in fields(short):
            value = getattr(short, item.name)
            if isinstance(value, sp.Expr) and not value.is_Symbol:
                yield value, bound


def names_taken(statement: Statement, derivation: Derivation) -> set[str]:
    """The names that mean something in a claim."""
    names = {found.name for found in (*statement.given, *statement.definitions)}
    names |= {introduced(step) for step in derivation.steps}
    goals = [*statement.goals, *statement.hypotheses, *(step.goal for step in derivation.steps)]
    for goal in goals:
        names |= {v.symbol.name for v in goal.domain}
        names |= {symbol.name for symbol in goal.proposition.free() | goal.proposition.bound()}
    names |= {LETTERS[name] for name in names & LETTERS.keys()}
    return names | {"P", "E", "S", "T", "X"}
