"""The quantified sentence: what a statement says, with nothing left outside it.

For all parameters, for all given objects, with the definitions, if the hypotheses hold, then so do
the goals. The same rows are printed on the page, in the book and on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.domain import Domain, Variable, real
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Pieces
from dpproofs.kernel.proposition import Fails
from dpproofs.kernel.scope import scope, uses
from dpproofs.render import formula, notation, plain
from dpproofs.render.definitions import definition
from dpproofs.render.events import own
from dpproofs.render.symbols import Meaning, meanings


@dataclass(frozen=True)
class Formula:
    """A formula as LaTeX and as plain text."""

    latex: str
    plain: str


Phrase: TypeAlias = tuple[str | Formula, ...]


@dataclass(frozen=True)
class Row:
    """A line of a sentence: words, and what is claimed after them.

    Attributes
    ----------
    words
        Words with formulas in them; may be empty.
    shown
        The formula that the words introduce, if they do.
    step
        The step that shows it, or refutes it.
    depth
        How far it stands to the right.
    """

    words: Phrase
    shown: Formula | None = None
    step: str = ""
    depth: int = 0


# What stands above the goals of a sentence, in order: printed goals that are refuted, established
# or neither, what holds instead, and what is shown besides.
REFUTED = "it is not always so that"
REFUTED_ALL = "none of the following is always so:"
INSTEAD = "instead it is shown that"
AS_PRINTED = "and, as printed, that"
THEN = "then"
BESIDES = "besides, it is shown that"
UNDECIDED = "it is neither shown nor refuted, by a step of its own, that"
PRINTED, CORRECTED, ALSO = "as printed:", "as corrected:", "besides:"


def text(statement: Statement, derivation: Derivation | None = None) -> str:
    """A sentence in plain text, in as many lines as it takes.

    Parameters
    ----------
    statement
        What is claimed.
    derivation
        Tells which goals are shown and which are refuted; without it, the sentence only says what
        is claimed.
    """
    lines = []
    rows = sentence(statement, derivation)
    for row in rows:
        words = "".join(part if isinstance(part, str) else part.plain for part in row.words)
        told = " ".join(filter(None, (words, row.shown.plain if row.shown else "")))
        lines.append("  " * row.depth + told)
    whole = "\n".join(lines)
    return whole[0].upper() + whole[1:] if rows[0].words else whole


def sentence(statement: Statement, derivation: Derivation | None = None) -> tuple[Row, ...]:
    """The rows of a sentence; see :func:`text`."""
    steps = {} if derivation is None else _steps(derivation)
    rows = [*_lead(statement), *_definitions(statement)]
    if statement.hypotheses:
        rows.append(Row(("if",)))
        rows += _clauses(statement.hypotheses, statement, steps)
    groups = _groups(statement, derivation, steps)
    for place, (label, goals) in enumerate(groups):
        alone = place == 0 and label == THEN
        if not alone or statement.hypotheses or statement.definitions:
            rows.append(Row((label,)))
        rows += _clauses(goals, statement, steps, 0 if alone and not rows else 1)
    if known := meanings(statement):
        rows.append(Row(_meaning(known)))
    return tuple(rows)


# -- what comes first ------------------------------------------------------------------------------


def _lead(statement: Statement) -> Iterator[Row]:
    """For all parameters and given objects."""
    parts: list[Phrase] = []
    if statement.parameters.variables:
        parts.append(("all ", *_listed(_ranges(statement.parameters))))
    alike = attrgetter("kind", "arity", "on", "dimension")
    groups = groupby(statement.given, key=alike)
    parts += [_given(tuple(members)) for _, members in groups]
    if parts:
        joined: list[str | Formula] = ["for "]
        for place, part in enumerate(parts):
            last = place == len(parts) - 1
            joined += [", and " if last else ", "] * bool(place) + list(part)
        yield Row((*joined, ":"))


def _given(members: Sequence[Given]) -> Phrase:
    """Given objects of one kind, as what they are."""
    names = [Formula(notation.name_latex(found.name), found.name) for found in members]
    kind, arity, one = members[0].kind, members[0].arity, len(members) == 1
    if kind == "noise":
        where = f" on the {members[0].on}"
        if arity:
            head = "every family " if one else "all families "
            return (head, *_listed(names), f" of noise{where} with {_many(arity, 'real index')}")
        return ("all noise ", *_listed(names), where)
    if kind == "norm":
        d = members[0].dimension
        space = Formula(rf"\mathbb{{R}}^{{{notation.expression(d)}}}", f"R^{d}")
        return ("every norm " if one else "all norms ", *_listed(names), " on ", space)
    if kind == "vector":
        norm = Formula(notation.name_latex(members[0].on), members[0].on)
        of = (" of noise for vectors with the norm ", norm)
        if arity:
            head = "every family " if one else "all families "
            return (head, *_listed(names), *of, f", with {_many(arity, 'real index')}")
        return ("all noise ", *_listed(names), " for vectors with the norm ", norm)
    if kind == "cost":
        costs = [
            Formula(rf"{name.latex} : \mathbb{{R}} \to [0, \infty]", f"{name.plain}: R -> [0, oo]")
            for name in names
        ]
        verb = " that does not decrease on " if one else " that do not decrease on "
        ahead = Formula(r"[0, \infty)", "[0, oo)")
        return ("every even " if one else "all even ", *_listed(costs), verb, ahead)
    if kind == "set":
        return ("every Borel set " if one else "all Borel sets ", *_listed(names))
    if not arity:
        return ("every real number " if one else "all real numbers ", *_listed(names))
    head = "every function " if one else "all functions "
    return (head, *_listed(names), f" of {_many(arity, 'real variable')}")


def _many(count: int, what: str) -> str:
    if count == 1:
        return f"one {what}"
    return f"{count} {what.replace('index', 'indices') if 'index' in what else what + 's'}"


def _definitions(statement: Statement) -> Iterator[Row]:
    if statement.definitions:
        yield Row(("with",))
    for found in statement.definitions:
        where = found.domain
        if isinstance(found, Pieces):
            where = where & real(found.variable)
        words = _where(where, statement.parameters, ())
        shown = Formula(definition(found), plain.definition(found))
        yield Row((*words, ":") if words else (), shown, depth=1)


# -- goals -----------------------------------------------------------------------------------------


def _steps(derivation: Derivation) -> dict[Goal, str]:
    """The step that says a goal, assumes it or refutes it."""
    found: dict[Goal, str] = {}
    for step in derivation.steps:
        claim = step.goal.proposition
        told = Goal(claim.proposition, step.goal.domain) if isinstance(claim, Fails) else step.goal
        found.setdefault(told, step.name)
    return found


def _groups(
    statement: Statement, derivation: Derivation | None, steps: dict[Goal, str]
) -> list[tuple[str, tuple[Goal, ...]]]:
    """The goals under what is said of them."""
    if derivation is None:
        first = PRINTED if statement.corrected else THEN
        groups = [
            (first, statement.printed), (CORRECTED, statement.corrected), (ALSO, statement.also),
        ]  # fmt: skip
        return [(label, goals) for label, goals in groups if goals]
    refuted = tuple(goal for goal in statement.printed if _fails(goal, derivation))
    left = tuple(goal for goal in statement.printed if goal not in refuted)
    groups = [
        (REFUTED if len(refuted) == 1 else REFUTED_ALL, refuted),
        (INSTEAD, tuple(goal for goal in statement.corrected if goal not in left)),
        (AS_PRINTED if refuted else THEN, tuple(goal for goal in left if goal in steps)),
        (BESIDES, statement.also),
        (UNDECIDED, tuple(goal for goal in left if goal not in steps)),
    ]
    return [(label, goals) for label, goals in groups if goals]


def _fails(goal: Goal, derivation: Derivation) -> bool:
    return any(
        isinstance(claim := step.goal.proposition, Fails)
        and Goal(claim.proposition, step.goal.domain) == goal
        for step in derivation.steps
    )


def _clauses(
    goals: Iterable[Goal], statement: Statement, steps: dict[Goal, str], depth: int = 1
) -> Iterator[Row]:
    """Goals, those one after the other that are about the same values under one head."""
    known = scope(statement)

    def about(goal: Goal) -> tuple[Domain, tuple[str, ...]]:
        names = (name for name, kind, _ in uses(goal) if kind == "set" and name not in known)
        return goal.domain, tuple(dict.fromkeys(names))

    for (domain, sets), members in groupby(goals, key=about):
        words = _where(domain, statement.parameters, sets)
        claims = [(_formula(goal), steps.get(goal, "")) for goal in members]
        if len(claims) == 1:
            ((shown, step),) = claims
            yield Row((*words, ":") if words else (), shown, step, depth)
            continue
        if words:
            yield Row((*words, ":"), depth=depth)
        yield from (Row((), shown, step, depth + bool(words)) for shown, step in claims)


def _formula(goal: Goal) -> Formula:
    return Formula(formula.goal(goal), plain.proposition(goal.proposition))


def _where(domain: Domain, parameters: Domain, sets: Sequence[str]) -> Phrase:
    """Over which variables something is claimed, and under which conditions on parameters."""
    fixed = {variable.symbol.name for variable in parameters}
    rest = own(domain, parameters)
    conditions = [variable for variable in rest if variable.symbol.name in fixed]
    moving = [variable for variable in rest if variable.symbol.name not in fixed]
    words: list[str | Formula] = []
    if conditions:
        words += ["when ", *_listed(_ranges(conditions))]
    if moving:
        words += [", for all " if words else "for all ", *_listed(_ranges(moving))]
    if sets:
        names = [Formula(notation.name_latex(name), name) for name in sets]
        head = "all Borel sets " if len(sets) > 1 else "every Borel set "
        words += [" and " if moving else ", for " if words else "for ", head, *_listed(names)]
    return tuple(words)


def _ranges(variables: Iterable[Variable]) -> list[Formula]:
    return [Formula(notation.domain((one,))[0], plain.domain((one,))) for one in variables]


def _listed(parts: Sequence[Formula]) -> Phrase:
    """Formulas as a phrase: a, b and c."""
    words: list[str | Formula] = []
    for place, part in enumerate(parts):
        between = " and " if place == len(parts) - 1 else ", "
        words += [between] * bool(place) + [part]
    return tuple(words)


def _meaning(known: Sequence[tuple[sp.Symbol, Meaning]]) -> Phrase:
    """What the letters stand for."""
    words: list[str | Formula] = ["Here "]
    for place, (symbol, meaning) in enumerate(known):
        between = " and " if place == len(known) - 1 else ", "
        verb = " stands for " if not place else " for "
        words += [between] * bool(place)
        words += [Formula(notation.expression(symbol), symbol.name), verb]
        words.append(Formula(meaning.latex, meaning.plain))
    return (*words, ".")
