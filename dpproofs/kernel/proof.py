"""Proofs as they are written: steps are collected in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.assertions import Define, Fact, Obtain
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Definition, Law, Pieces, Value, dimensions
from dpproofs.kernel.proposition import Fails, Proposition, Relation
from dpproofs.kernel.rules import instance


@dataclass(frozen=True)
class Obtained:
    """A number that a rule finds: the step, the number, and what is known of it."""

    step: str
    term: sp.Expr
    facts: tuple[Fact, ...]


Values: TypeAlias = Mapping[sp.Symbol, Any]
#: A step that a consequence uses; at which values of its variables, and how many times.
Use: TypeAlias = str | tuple[str, Any] | tuple[str, Values, Any]
#: The same, with None where nothing is said of the values or of the multiplier.
Said: TypeAlias = tuple[str, Values | None, sp.Expr | None]


def _said(use: Use) -> Said:
    """A step with what its author says of the values of its variables and of its multiplier."""
    if isinstance(use, str):
        return use, None, None
    if len(use) == 3:
        return use[0], use[1], sp.S(use[2])
    name, how = use
    return (name, how, None) if isinstance(how, Mapping) else (name, None, sp.S(how))


class Proof:
    """Collects the steps of a derivation in the order in which they are shown.

    ``domain`` is where steps are shown that do not say otherwise; ``statement`` is needed where its
    parameters or definitions play a role: when rules find numbers, or speak of densities.

    >>> proof = Proof(domain)
    >>> first = proof.shows(that(x + x) == 2 * x, by="identity", because="collect terms")
    >>> derivation = proof.done()
    """

    def __init__(self, domain: Domain, statement: Statement | None = None) -> None:
        self.domain = domain
        self.fixed = () if statement is None else tuple(v.symbol.name for v in statement.parameters)
        self._definitions = [] if statement is None else list(statement.definitions)
        self._dimensions = {} if statement is None else dimensions(statement.given)
        self._steps: list[Step] = []
        self._letters: list[tuple[sp.Symbol, sp.Expr]] = []
        self._part = ""
        self._idea = ""
        self._pages = Derivation(()).pages

    @property
    def _densities(self) -> dict[str, str]:
        return {
            definition.name: definition.density
            for definition in self._definitions
            if isinstance(definition, Law)
        }

    def goal(self, name: str) -> Goal:
        """What an earlier step says, and where."""
        return self._steps[int(name) - 1].goal

    def assumed(self, goal: Goal) -> str:
        """The step that assumes a hypothesis."""
        return next(step.name for step in self._steps if step.goal == goal)

    def shows(
        self,
        proposition: Proposition,
        *,
        by: str,
        because: str,
        on: Domain | None = None,
        uses: Sequence[str] = (),
        latex: str = "",
        besides: bool = False,
        **hints: Any,
    ) -> str:
        """Append a step and return its name; one that is shown ``besides`` is part of the
        sentence.

        Raises
        ------
        BadInput
            When ``uses`` names a step that does not come earlier.
        """
        for name in uses:
            if not (name.isdigit() and 1 <= int(name) <= len(self._steps)):
                raise BadInput("uses", name, "the name of an earlier step")
        goal = Goal(proposition, self.domain if on is None else on)
        name = str(len(self._steps) + 1)
        self._steps.append(
            Step(name, goal, by, because, hints, tuple(uses), latex, besides, part=self._part)
        )
        return name

    def idea(self, text: str | None) -> None:
        """Say what the proof does, before it begins: of a docstring its last paragraph."""
        *_, last = (text or "").strip().split("\n\n")
        self._idea = " ".join(last.split())

    def is_long(self, pages: int) -> None:
        """Let the proof take so many pages of an article."""
        self._pages = pages

    def part(self, title: str) -> None:
        """Begin a part of the proof on paper: the steps that are appended from here on."""
        self._part = title

    def key(self, *names: str) -> None:
        """Mark steps that a proof on paper displays, whatever their methods."""
        for name in names:
            place = int(name) - 1
            self._steps[place] = replace(self._steps[place], key=True)

    def letter(self, symbol: sp.Symbol, meaning: Any) -> None:
        """Declare a letter by which a proof on paper abbreviates an expression."""
        self._letters.append((symbol, sp.S(meaning)))

    def concludes(self, goal: Goal, *, by: str, because: str, **rest: Any) -> str:
        """Append a goal of the statement as a step."""
        return self.shows(goal.proposition, on=goal.domain, by=by, because=because, **rest)

    def follows(
        self,
        what: Goal | Proposition,
        *facts: Use,
        because: str,
        on: Domain | None = None,
        also: Sequence[str] = (),
        latex: str = "",
        besides: bool = False,
    ) -> str:
        """Append a linear consequence of earlier steps, or a goal of the statement that is one.

        Each fact is a step, which may have values of its variables and a multiplier after it:
        ``first, (second, {x: 0}), (third, 1 - b), (fourth, {x: 1}, -b)``. What is left out is
        ``completed``. Steps that are used ``also`` have no multiplier: they say that one has its
        sign, or that noise exists.
        """
        goal = what if isinstance(what, Goal) else Goal(what, self.domain if on is None else on)
        full = self.completed(goal, [_said(fact) for fact in facts])
        return self.concludes(
            goal, by="entailment", because=because, latex=latex, besides=besides, facts=full,
            uses=tuple(dict.fromkeys((*(name for name, *_ in full), *also))),
        )  # fmt: skip

    def completed(self, goal: Goal, facts: Sequence[Said]) -> list[tuple[str, Values, sp.Expr]]:  # noqa: ARG002  # for subclasses
        """The facts in full: one of which nothing is said is used as it stands, and once."""
        return [
            (name, values or {}, sp.S.One if times is None else times)
            for name, values, times in facts
        ]

    def assumes(self, goal: Goal, *, because: str, latex: str = "") -> str:
        """Append a hypothesis of the statement."""
        return self.concludes(goal, by="assume", because=because, latex=latex)

    def supposes(self, *hypotheses: tuple[Goal, str] | tuple[Goal, str, str]) -> list[str]:
        """Append hypotheses of the statement, each with its reason, and LaTeX where it has any."""
        return [
            self.assumes(goal, because=why, latex="".join(latex))
            for goal, why, *latex in hypotheses
        ]

    def at(
        self,
        step: str,
        values: Mapping[sp.Symbol, Any],
        *,
        because: str,
        on: Domain | None = None,
        latex: str = "",
    ) -> str:
        """Append what an earlier step says at values of its variables."""
        moved = {symbol: sp.S(value) for symbol, value in values.items()}
        claim = self.goal(step).proposition.map(lambda expression: expression.xreplace(moved))
        return self.shows(
            claim, on=on, by="instance", uses=(step,), because=because, latex=latex, at=values
        )

    def defines(self, definition: Definition, *, because: str, latex: str = "") -> str:
        """Append a definition of the derivation's own."""
        self._definitions.append(definition)
        return self.shows(
            Define(definition), on=Domain(), by="define", because=because, latex=latex
        )

    def unfolds(
        self,
        definition: Value,
        *,
        because: str,
        on: Domain | None = None,
        uses: Sequence[str] = (),
        latex: str = "",
    ) -> str:
        """Append the equation ``name(arguments) == value``, on a smaller domain if one is given."""
        return self.shows(
            Relation(definition(*definition.arguments), "==", definition.value),
            on=definition.domain if on is None else on,
            by="definition", because=because, uses=uses, latex=latex, name=definition.name,
            piece=None,
        )  # fmt: skip

    def on_piece(
        self,
        definition: Pieces,
        piece: int,
        *,
        because: str,
        on: Domain | None = None,
        uses: Sequence[str] = (),
        latex: str = "",
    ) -> str:
        """Append what a function in pieces is on one of them; ``on`` has narrower conditions on
        the definition's domain, such as those under which the piece is not empty.
        """
        x = definition.variable
        where = definition.domain if on is None else on
        if definition.index is not None:
            where = where & index(definition.index, 0)
        lower, upper = definition.ends(piece)
        return self.shows(
            Relation(definition(*definition.arguments, x), "==", definition.pieces[piece].value),
            on=where & Variable(x, lower, upper, "[)", hollow=True),
            by="definition", because=because, uses=uses, latex=latex, name=definition.name,
            piece=piece,
        )  # fmt: skip

    def applies(
        self,
        rule: str,
        *,
        because: str,
        uses: Sequence[str],
        on: Domain | None = None,
        latex: str = "",
        **bindings: Any,
    ) -> str:
        """Append what a textbook rule concludes from earlier steps: its premises, in order, and
        then the steps that say that noise defined here exists.
        """
        where = self.domain if on is None else on
        applied = instance(
            rule, bindings, where, densities=self._densities, dimensions=self._dimensions
        )
        return self.shows(
            applied.conclusion.proposition, on=applied.conclusion.domain, by="rule",
            because=because, uses=uses, latex=latex, rule=rule, bindings=bindings,
        )  # fmt: skip

    def obtains(
        self,
        rule: str,
        called: str,
        *,
        because: str,
        uses: Sequence[str],
        on: Domain | None = None,
        latex: str = "",
        **bindings: Any,
    ) -> Obtained:
        """Append a number that a textbook rule finds, under a name that is new."""
        where = self.domain if on is None else on
        applied = instance(rule, bindings, where, called=called, parameters=self.fixed)
        arguments = tuple(v.symbol for v in where if v.symbol.name not in self.fixed)
        step = self.shows(
            Obtain(called, arguments, applied.facts), on=where, by="rule", because=because,
            uses=uses, latex=latex, rule=rule, bindings=bindings,
        )  # fmt: skip
        return Obtained(step, sp.Function(called)(*arguments), applied.facts)

    def knows(self, obtained: Obtained, fact: int, *, because: str, latex: str = "") -> str:
        """Append one of the facts about a number that was obtained."""
        what = obtained.facts[fact]
        return self.shows(
            what.claim, on=what.domain, by="obtained", because=because, uses=(obtained.step,),
            latex=latex, fact=fact,
        )  # fmt: skip

    def exists(
        self,
        goal: Goal,
        values: Mapping[sp.Symbol, Any],
        *,
        because: str,
        uses: Sequence[str],
        latex: str = "",
    ) -> str:
        """Append a promise that earlier steps keep for some values."""
        at = {symbol.name: sp.S(value) for symbol, value in values.items()}
        return self.concludes(
            goal, by="witness", because=because, uses=uses, latex=latex, values=at
        )

    def cites(self, statement: Statement, goal: Goal, *, because: str, latex: str = "") -> str:
        """Append a goal that another claim establishes."""
        return self.concludes(goal, by="cite", because=because, latex=latex, statement=statement)

    def fails(
        self,
        goal: Goal,
        at: Mapping[sp.Symbol, Any],
        *,
        because: str,
        objects: Mapping[str, sp.Expr] = MappingProxyType({}),
        latex: str = "",
        **hints: Any,
    ) -> str:
        """Append a counterexample to a printed goal: a point, and for given noise the noise for
        which it fails, with the steps (``uses``) that say so.
        """
        point = tuple(sorted(((k, sp.S(v)) for k, v in at.items()), key=lambda kv: kv[0].name))
        return self.shows(
            Fails(goal.proposition, point, tuple(sorted(objects.items()))),
            on=goal.domain, by="refutation" if objects else "counterexample", because=because,
            latex=latex, **hints,
        )  # fmt: skip

    def done(self) -> Derivation:
        """The derivation."""
        return Derivation(
            tuple(self._steps), letters=tuple(self._letters), idea=self._idea, pages=self._pages
        )
