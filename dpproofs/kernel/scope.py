"""Which names a sentence has, and that it is closed: nothing is applied that is not declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.losses import Loss, Promise
from dpproofs.kernel.objects import Definition, Given, Law, Named, Pieces
from dpproofs.kernel.proposition import Integral, Relation, Sum
from dpproofs.kernel.terms import Use, uses_of
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase

#: What a name stands for, and how many arguments it takes.
Scope: TypeAlias = Mapping[str, tuple[str, int]]

#: Names of functions and numbers that expressions have anyway.
RESERVED = frozenset(
    [
        "exp",
        "log",
        "erf",
        "pi",
        "oo",
        "Abs",
        "Max",
        "Min",
        "sqrt",
        "gamma",
        "lowergamma",
        "betainc",
        "Mass",
        "Between",
        "Moved",
        "Mirror",
        "Meet",
        "Join",
        "Outside",
    ]
)
#: What may be assumed.
ASSUMABLE = (
    Relation, Sum, Integral, Private, Even, Cheaper, Expected, Loss, PrivateVector, ExpectedNorm,
    Staircase, Levels,
)  # fmt: skip


class Sentence(Protocol):
    """What of a statement says which names it has, and where they are applied."""

    @property
    def id(self) -> str:
        """Its permanent identifier."""
        ...

    @property
    def parameters(self) -> Domain:
        """The numbers that come first."""
        ...

    @property
    def given(self) -> Sequence[Given]:
        """The objects of which it speaks."""
        ...

    @property
    def definitions(self) -> Sequence[Definition]:
        """What is defined, each of earlier names."""
        ...

    @property
    def hypotheses(self) -> Sequence[Goal]:
        """What is assumed of the given objects."""
        ...

    @property
    def goals(self) -> Sequence[Goal]:
        """Everything that is claimed."""
        ...


def role(named: Named) -> tuple[str, int]:
    """What a declared name stands for."""
    return (named.kind if isinstance(named, Given) else named.role), named.arity


def scope(statement: Sentence) -> Scope:
    """The names that a sentence declares."""
    return {named.name: role(named) for named in (*statement.given, *statement.definitions)}


def uses(goal: Goal) -> Iterator[Use]:
    """Every name that a goal and the ends of its domain apply."""
    yield from goal.proposition.uses()
    yield from _ends(goal.domain)


def applied(definition: Definition) -> Iterator[Use]:
    """Every name that a definition and the ends of its domain apply."""
    for expression in definition.expressions():
        yield from uses_of(expression)
    yield from _ends(definition.domain)


def _ends(domain: Domain) -> Iterator[Use]:
    for variable in domain:
        root = () if variable.root is None else (variable.root[1],)
        for end in (variable.lower, variable.upper, *root):
            yield from uses_of(end)


def misused(applied: Iterable[Use], names: Scope) -> str:
    """What is wrong with the names that something applies; empty when nothing is.

    A set that is not declared is meant for all sets, but within a promise.
    """
    for name, kind, arity in applied:
        if kind == "new" and name in names:
            return f"{name} is promised, and stands for something else already"
        if kind == "new" or (name not in names and kind == "set"):
            continue
        if name not in names:
            return f"{name} is not declared"
        if names[name] != (kind.removeprefix("given "), arity):
            what, many = names[name]
            return f"{name} is a {what} of {many} arguments, not a {kind} of {arity}"
    return ""


def floating(domain: Domain, names: Scope) -> str:
    """The set that is not declared on which a range depends; empty when there is none.

    Such a set is any set: another one would take its place in what is said, and not where it is
    said.
    """
    loose = {name for name, kind, _ in _ends(domain) if kind == "set"} - names.keys()
    return f"a range depends on the set {min(loose)}, which is any set" if loose else ""


def closed(statement: Sentence) -> None:
    """Refuse a sentence that is not closed.

    Raises
    ------
    BadInput
        When a name is declared twice, applied but not declared, or applied as what it is not,
        when a hypothesis quantifies over a parameter, or when a range depends on what comes after
        it.
    """
    _chosen_first(statement.parameters, statement.id)
    names = [variable.symbol.name for variable in statement.parameters]
    objects = [named.name for named in (*statement.given, *statement.definitions)]
    if taken := RESERVED & set(objects):
        raise BadInput("names", sorted(taken), f"names in {statement.id} that mean nothing yet")
    names += objects
    if len(set(names)) < len(names):
        raise BadInput("names", sorted(names), f"names of {statement.id} that are all different")
    _spaces(statement.given, statement.parameters, statement.id)
    declared: dict[str, tuple[str, int]] = {given.name: role(given) for given in statement.given}
    for definition in statement.definitions:
        problem = ill_defined(definition, declared, statement.parameters)
        if problem:
            raise BadInput(
                "definitions", definition.name, f"well formed in {statement.id}: {problem}"
            )
        declared[definition.name] = role(definition)
    given = {named.name for named in statement.given}
    for goal in statement.hypotheses:
        if problem := _not_assumable(goal, declared, given, statement.parameters):
            reason = f"closed in {statement.id}: {problem}"
            raise BadInput("hypotheses", goal.proposition, reason)
    numbers = {variable.symbol.name: ("number", 0) for variable in statement.parameters}
    for goal in statement.goals:
        problem = "a range in it may be empty" if goal.domain.hollow else ""
        problem = problem or floating(goal.domain, declared)
        problem = problem or misused(uses(goal), {**declared, **numbers}) or _elsewhere(goal)
        if problem:
            raise BadInput("goals", goal.proposition, f"closed in {statement.id}: {problem}")


def _chosen_first(parameters: Domain, where: str) -> None:
    """Refuse parameters that may have no value, or that are chosen after an object."""
    if parameters.hollow:
        raise BadInput("parameters", parameters, f"a domain with points in {where}")
    if spoken := sorted(name for name, _, _ in _ends(parameters)):
        raise BadInput("parameters", spoken, f"bounds that speak of no object in {where}")


def _spaces(given: Iterable[Given], parameters: Domain, where: str) -> None:
    """Refuse a norm without a dimension d >= 1, and vectors without a norm that comes first."""
    whole = {v.symbol for v in parameters if v.integer and v.lower.is_Integer and v.lower >= 1}
    norms: set[str] = set()
    for one in given:
        if one.kind == "norm" and (one.arity or one.dimension not in whole):
            raise BadInput("dimension", one.dimension, f"a parameter d = 1, 2, ... of {where}")
        if one.kind == "vector" and one.on not in norms:
            raise BadInput("on", one.on, f"a norm that is given before {one.name} in {where}")
        norms |= {one.name} if one.kind == "norm" else set()


def _elsewhere(goal: Goal) -> str:
    """Whether a promise is made over another domain than that of its goal."""
    claim = goal.proposition
    apart = isinstance(claim, Promise) and claim.outer != goal.domain
    return "it promises something over another domain" if apart else ""


def ill_defined(definition: Definition, names: Scope, parameters: Domain) -> str:
    """What is wrong with the form of a definition; empty when nothing is."""
    symbols = {variable.symbol for variable in definition.domain}
    fixed = {variable.symbol.name for variable in parameters}
    arguments = set(definition.arguments)
    if not arguments <= symbols or {s.name for s in symbols - arguments} - fixed:
        return "its domain is that of its arguments, and of parameters"
    if {symbol.name for symbol in arguments} & fixed:
        return "an argument has the name of a parameter"
    inner: set[sp.Symbol] = set()
    if isinstance(definition, Pieces):
        inner = {definition.variable} | ({definition.index} if definition.index else set())
        if {symbol.name for symbol in inner} & ({s.name for s in symbols} | fixed):
            return "its variable or index has a name that is taken"
        ends = sp.Tuple(*(p.upper for p in definition.pieces), definition.period or sp.S.Zero)
        if ends.free_symbols & inner:
            return "its pieces have moving ends"
    spoken = sp.Tuple(*definition.expressions()).free_symbols
    if not spoken <= symbols | inner:
        return f"it speaks of {sorted(map(str, spoken - symbols - inner))}"
    if isinstance(definition, Law) and names.get(definition.density, ("", 0))[0] != "function":
        return f"{definition.density} is not a function"
    if free := {name for name, kind, _ in applied(definition) if kind == "set"} - names.keys():
        return f"it would depend on the set {min(free)}, which is not given"
    return misused(applied(definition), names)


def _not_assumable(goal: Goal, names: Scope, given: set[str], parameters: Domain) -> str:
    """Why something is no hypothesis; empty when it may be one."""
    problem = misused(uses(goal), names) or floating(goal.domain, names)
    if problem := problem or _quantifies(goal, parameters):
        return problem
    if not given & {name for name, _, _ in uses(goal)}:
        return "it is about no given object, so that it belongs to a domain"
    assumable = isinstance(goal.proposition, ASSUMABLE)
    return "" if assumable else "it is of no kind that can be assumed"


def _quantifies(goal: Goal, parameters: Domain) -> str:
    """Whether a hypothesis is about other values of a parameter than the one that was chosen."""
    chosen: dict[str, Variable] = {v.symbol.name: v for v in parameters}
    for variable in goal.domain:
        if chosen.get(variable.symbol.name, variable) != variable:
            return f"it quantifies over the parameter {variable.symbol}"
    return ""
