"""Formulas as a reader wants them: without arguments that never change, and with letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.assertions import Define, Exists, Fact, Obtain
from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Definition, Law, Pieces, Value
from dpproofs.kernel.proposition import Limit, Proposition
from dpproofs.kernel.terms import ENDS, Between, Mass
from dpproofs.render.proofs.choice import is_reciprocal


@dataclass
class Reading:
    """How the formulas of a claim are shortened.

    Attributes
    ----------
    fixed
        For a name that is applied: the places of its arguments that are the same everywhere.
    letters
        Letters that the author declared, with what they stand for: also in multiples of it.
    saved
        Letters for expressions that are long, with what they stand for.
    inverses
        By their names, numbers that are 1 over something, as functions of their arguments.
    has_profiles
        Whether error functions are read as the normal distribution function, as in the profile of
        Gaussian noise.
    """

    fixed: dict[str, frozenset[int]]
    letters: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()
    saved: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()
    inverses: dict[str, sp.Lambda] = field(default_factory=dict)
    has_profiles: bool = False
    _known: dict[sp.Basic, sp.Basic] = field(default_factory=dict)
    _read: dict[Proposition, Proposition] = field(default_factory=dict)

    def expression(self, value: Any) -> Any:
        """An expression as it is read."""
        if not isinstance(value, sp.Basic):
            return value
        if value not in self._known:
            plain = value.replace(_is_nothing, lambda _: sp.S.Zero)
            if self.has_profiles:
                plain = plain.replace(sp.erf, lambda w: 1 - 2 * PHI(-sp.sqrt(2) * w))
                plain = plain.replace(lambda e: e.is_Mul and e.has(PHI), sp.expand_mul)
            self._known[value] = self._lettered(self._short(self._inverted(plain)))
        return self._known[value]

    def proposition(self, claim: Proposition) -> Proposition:
        """A proposition as it is read: no letter hides a variable that is bound in it, but for that
        of a limit, on which the letter is known to depend.
        """
        if claim not in self._read:
            self._read[claim] = self._shortened(claim)
        return self._read[claim]

    def _shortened(self, claim: Proposition) -> Proposition:
        bound = frozenset() if isinstance(claim, Limit) else claim.bound()
        plain = tuple(each for each in self.saved if not self._speaks[each[0]] & bound)
        if len(plain) < len(self.saved):
            return self.saving(plain).proposition(claim)
        changed = {
            item.name: new
            for item in fields(claim)
            if (new := self._inside(getattr(claim, item.name))) is not getattr(claim, item.name)
        }
        return replace(claim, **changed) if changed else claim

    @cached_property
    def _speaks(self) -> dict[sp.Symbol, set[sp.Basic]]:
        """Of which symbols each letter speaks, by way of other letters too."""
        found = {letter: set(meaning.free_symbols) for letter, meaning in self.letters}
        for letter, meaning in self.saved:
            inside = meaning.free_symbols
            found[letter] = inside.union(*(found.get(symbol, ()) for symbol in inside))
        return found

    def variable(self, variable: Variable) -> Variable:
        """A variable with its bounds as they are read."""
        lower, upper = map(self.expression, (variable.lower, variable.upper))
        root = variable.root and (variable.root[0], self.expression(variable.root[1]))
        return replace(variable, lower=lower, upper=upper, root=root)

    def definition(self, found: Definition) -> Definition:
        """A definition whose name keeps the arguments that change; no letter hides one of them."""
        own = set(found.arguments)
        if isinstance(found, Pieces):
            own |= {found.variable, found.index}
        plain = tuple(each for each in self.saved if not self._speaks[each[0]] & own)
        if len(plain) < len(self.saved):
            return self.saving(plain).definition(found)
        gone = self.fixed.get(found.name, frozenset())
        arguments = tuple(a for i, a in enumerate(found.arguments) if i not in gone)
        if isinstance(found, Value):
            return replace(found, arguments=arguments, value=self.expression(found.value))
        if isinstance(found, Law):
            return replace(found, arguments=arguments, atom=self.expression(found.atom))
        pieces = tuple(
            replace(p, value=self.expression(p.value), upper=self.expression(p.upper))
            for p in found.pieces
        )
        period = found.period if found.period is None else self.expression(found.period)
        return replace(found, arguments=arguments, pieces=pieces, period=period)

    def _inside(self, value: Any) -> Any:
        if isinstance(value, sp.Basic):
            new = self.expression(value)
            return value if new == value else new
        if isinstance(value, Proposition):
            return self.proposition(value)
        if isinstance(value, Fact):
            return Fact(self.proposition(value.claim), value.domain)
        if isinstance(value, Value | Pieces | Law):
            return self.definition(value)
        if isinstance(value, Goal):
            return Goal(self.proposition(value.proposition), value.domain)
        if isinstance(value, tuple) and not isinstance(value, Domain):
            return tuple(map(self._inside, value))
        return value

    def _inverted(self, value: sp.Basic) -> sp.Basic:
        return value.replace(
            lambda e: isinstance(e, AppliedUndef) and e.func.__name__ in self.inverses,
            lambda e: self.inverses[e.func.__name__](*e.args),
        )

    def _short(self, value: sp.Basic) -> sp.Basic:
        def shortened(found: sp.Basic) -> sp.Basic:
            gone = self.fixed[found.func.__name__]
            return found.func(*(a for i, a in enumerate(found.args) if i not in gone))

        return value.replace(
            lambda e: isinstance(e, AppliedUndef) and bool(self.fixed.get(e.func.__name__)),
            shortened,
        )

    def _lettered(self, value: sp.Basic) -> sp.Basic:
        for letter, meaning in self.letters:
            value = with_letter(value, letter, meaning)
        for letter, meaning in self.saved:
            value = value.xreplace({meaning: letter, -meaning: -letter})
        return value

    def saving(self, found: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> Reading:
        """The same with letters for expressions that are long."""
        return Reading(self.fixed, self.letters, found, self.inverses, self.has_profiles)

    def value_of(self, letter: sp.Symbol) -> tuple[sp.Symbol, sp.Symbol, sp.Symbol] | None:
        """For a letter of the author: another whose value it is, the variable, and the letter for
        the place; None for one that stands for something else.
        """
        author = dict(self.letters)
        for other, meaning in author.items():
            for place, at in author.items():
                for symbol in meaning.free_symbols if letter in author else ():
                    if other != letter and meaning.subs(symbol, at) == author[letter]:
                        return other, symbol, place
        return None

    @cached_property
    def meanings(self) -> dict[sp.Symbol, sp.Expr]:
        """All letters with what they stand for, in which others may occur."""
        found = {}
        for letter, meaning in self.letters:
            for other, inside in self.letters:
                if inside != meaning and inside.free_symbols <= meaning.free_symbols:
                    meaning = with_letter(meaning, other, inside)  # noqa: PLW2901
            found[letter] = meaning
        for place, (letter, meaning) in enumerate(self.saved):
            for other, inside in self.saved[place + 1 :]:
                meaning = meaning.xreplace({inside: other})  # noqa: PLW2901
            found[letter] = meaning
        return found


def _is_nothing(value: sp.Basic) -> bool:
    """Whether something is the mass of an interval without a point."""
    if not (isinstance(value, Mass) and isinstance(value.args[1], Between)):
        return False
    ends, lower, upper = value.args[1].args
    return bool(lower == upper and ENDS[int(ends)] != "[]")


def with_letter(value: sp.Basic, letter: sp.Symbol, meaning: sp.Expr) -> sp.Basic:
    """An expression with a letter for what it stands for, and for sums that are a multiple."""
    value = value.xreplace({meaning: letter, -meaning: -letter})
    symbols = meaning.free_symbols
    if not symbols <= value.free_symbols:
        return value
    changed = {}
    for found in value.atoms(sp.Add):
        if symbols == found.free_symbols and not found.has(sp.Function):
            ratio = sp.cancel(found / meaning)
            if ratio.is_number:
                changed[found] = ratio * letter
    return value.xreplace(changed) if changed else value


def reading(statement: Statement, derivation: Derivation) -> Reading:
    """How the formulas of a claim are shortened."""
    seen: dict[str, dict[int, set[sp.Basic]]] = {}
    applied = {
        found
        for expression in _expressions(statement, derivation)
        for found in expression.atoms(AppliedUndef)
    }
    for found in applied:
        places = seen.setdefault(found.func.__name__, {})
        for place, argument in enumerate(found.args):
            places.setdefault(place, set()).add(argument)
    for definition in _definitions(statement, derivation):
        places = seen.setdefault(definition.name, {})
        for place, argument in enumerate(definition.arguments):
            places.setdefault(place, set()).add(argument)
    moving = _moving(statement, derivation)
    fixed = {
        name: frozenset(
            place
            for place, values in places.items()
            if len(values) == 1 and next(iter(values)).is_Symbol and not values & moving
        )
        for name, places in seen.items()
    }
    fixed |= {given.name: frozenset() for given in statement.given}
    fixed |= {
        step.goal.proposition.name: frozenset()
        for step in derivation.steps
        if isinstance(step.goal.proposition, Obtain)
    }
    for definition in _definitions(statement, derivation):
        if isinstance(definition, Law):  # a law and its density are families of the same numbers
            both = fixed[definition.name] & fixed[definition.density]
            fixed |= {definition.name: both, definition.density: both}
    inverses = {
        claim.name: sp.Lambda(claim.arguments, 1 / sp.S(step.hints["bindings"]["value"]))
        for step in derivation.steps
        if is_reciprocal(step) and isinstance(claim := step.goal.proposition, Obtain)
    }
    profiles = any(
        len(found.atoms(sp.erf)) > 1
        for goal in (*statement.goals, *statement.hypotheses)
        for found in _parts(goal.proposition)
    )
    return Reading(fixed, derivation.letters, inverses=inverses, has_profiles=profiles)


PHI = sp.Function("Phi")


def _moving(statement: Statement, derivation: Derivation) -> set[sp.Basic]:
    """The symbols that are not the same throughout: those that are bound somewhere, or that do not
    have one and the same range in all that is claimed.
    """
    throughout = set(common(statement))
    bound = set().union(*(step.goal.proposition.bound() for step in derivation.steps))
    expressions = _expressions(statement, derivation)
    every = set().union(*(found.free_symbols for found in expressions))
    return every - {variable.symbol for variable in throughout} | bound


def common(statement: Statement) -> tuple[Variable, ...]:
    """The parameters, and the variables that have one range wherever the statement has them.

    They count where half of the goals and definitions have them; integers, which may be indices of
    formulas, only where every goal does.
    """
    goals = (*statement.printed, *statement.corrected)
    domains = [goal.domain for goal in goals]
    domains += [found.domain for found in statement.definitions]
    ranges: dict[str, set[Variable]] = {}
    for domain in domains:
        for variable in domain:
            ranges.setdefault(variable.symbol.name, set()).add(variable)
    bound = set().union(*(goal.proposition.bound() for goal in goals))
    often = [v for domain in domains for v in domain if len(ranges[v.symbol.name]) == 1]
    everywhere = set.intersection(*(set(goal.domain) for goal in goals)) if goals else set()
    kept: dict[Variable, None] = dict.fromkeys(statement.parameters)
    for variable in often:
        often_told = 2 * sum(variable in domain for domain in domains) >= len(domains)
        alone = not variable.integer and variable.symbol not in bound and often_told
        spoken = {s for end in (variable.lower, variable.upper) for s in end.free_symbols}
        known = {v.symbol for v in kept}
        told = variable not in kept and variable.symbol.name in {v.symbol.name for v in kept}
        fits = spoken <= known and not variable.hollow and not told
        if (variable in everywhere or alone) and fits:
            kept[variable] = None
    return tuple(kept)


def _definitions(statement: Statement, derivation: Derivation) -> Iterable[Definition]:
    yield from statement.definitions
    for step in derivation.steps:
        if isinstance(step.goal.proposition, Define):
            yield step.goal.proposition.definition


def _expressions(statement: Statement, derivation: Derivation) -> Iterable[sp.Basic]:
    for definition in _definitions(statement, derivation):
        yield from definition.expressions()
    goals = [*statement.goals, *statement.hypotheses, *(step.goal for step in derivation.steps)]
    for goal in goals:
        yield from _parts(goal.proposition)


def _parts(value: Any) -> Iterable[sp.Basic]:
    if isinstance(value, sp.Basic):
        yield value
    elif isinstance(value, Exists):
        for claim in value.all:
            yield from _parts(claim)
    elif isinstance(value, Fact):
        yield from _parts(value.claim)
    elif isinstance(value, Goal):
        yield from _parts(value.proposition)
    elif isinstance(value, Proposition):
        for item in fields(value):
            yield from _parts(getattr(value, item.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
