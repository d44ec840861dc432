"""Statements, and the derivations that lead to them: ordered steps, each with its method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.assertions import Define, Fact, Obtain
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.examples import Example
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Definition, Given, Law, Pieces, Value, dimensions
from dpproofs.kernel.proposition import Fails, Proposition, Relation
from dpproofs.kernel.rules import instance
from dpproofs.kernel.scope import closed, floating, misused, scope, uses

__all__ = [
    "LOCAL", "Claim", "Derivation", "Goal", "Obtained", "Proof", "Statement", "Step", "Use",
    "introduced",
]  # fmt: skip

NOWHERE = Domain()
#: Methods that decide a step by itself; the steps that such a step names are for the reader.
ALONE = frozenset(
    (
        "assume", "define", "derivative", "duality", "identity", "integral", "ladder", "limit",
        "minimum", "series", "sign", "sum",
    )
)  # fmt: skip
LOCAL = (Define, Obtain)  # propositions that speak of a derivation only


@dataclass(frozen=True, repr=False)
class Statement:
    """A closed sentence: something that a paper prints, made formal.

    It reads: for all ``parameters``, for all ``given`` objects, with the ``definitions``, if the
    ``hypotheses`` hold, then so do the goals. A variable with the name of a parameter is that
    parameter, and its bounds in a goal are a condition on it; every other variable of a goal is
    quantified there. Names of sets that are not given are quantified as well.

    Attributes
    ----------
    id
        Permanent identifier, such as ``additive.thm3.cost``.
    paper, item
        Slug of the paper, and where in it ("Theorem 3, (8)").
    title
        What it says, in a few words of ours.
    printed_latex
        The statement as LaTeX text, in our notation.
    printed
        What the paper claims, formally.
    parameters
        The numbers that come first.
    given
        The objects of which the sentence speaks, chosen after the parameters.
    definitions
        What is defined, in an order in which each speaks of earlier names only.
    hypotheses
        What is assumed of the given objects.
    corrected
        What is true instead, when some of ``printed`` is false.
    corrected_latex
        The corrected statement as LaTeX text.
    also
        What the derivation shows besides; see :meth:`Claim.statement`.
    printed_text, corrected_text
        Both for a terminal, where LaTeX reads badly; the LaTeX serves when they are empty.
    definition
        True when the item introduces an object, whose goals say that it is there and what it is;
        ``corrected`` must then be empty.
    note
        How the sentence was read, what it hides, what is left out and why.
    examples
        Objects that satisfy the hypotheses. They show that the hypotheses are not contradictory,
        and refute twins.

    Raises
    ------
    BadInput
        When the sentence is not closed: a name is not declared, or twice, or applied as what it
        is not; a hypothesis quantifies over a parameter; nothing is claimed.
    """

    id: str
    paper: str
    item: str
    title: str
    printed_latex: str
    printed: tuple[Goal, ...]
    parameters: Domain = NOWHERE
    given: tuple[Given, ...] = ()
    definitions: tuple[Definition, ...] = ()
    hypotheses: tuple[Goal, ...] = ()
    corrected: tuple[Goal, ...] = ()
    corrected_latex: str = ""
    also: tuple[Goal, ...] = ()
    printed_text: str = ""
    corrected_text: str = ""
    definition: bool = False
    note: str = ""
    examples: tuple[Example, ...] = ()

    def __post_init__(self) -> None:
        if self.hypotheses and not self.examples:
            raise BadInput("examples", self.examples, f"an example for the hypotheses of {self.id}")
        if set(self.hypotheses) & set(self.printed + self.corrected):
            raise BadInput("hypotheses", self.id, "hypotheses that are not what is to be shown")
        if not self.printed and not self.definition:
            raise BadInput("printed", self.printed, f"at least one goal for {self.id}")
        if bool(self.corrected) != bool(self.corrected_latex):
            raise BadInput("corrected_latex", self.corrected_latex, "given iff corrected is")
        closed(self)

    def __repr__(self) -> str:
        return f"<Statement {self.id}: {self.title}>"

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Everything that is claimed, printed or not."""
        return self.printed + self.corrected + self.also

    def to_json(self) -> dict[str, Any]:
        """The formal part, as it stands in a certificate."""
        return {
            "id": self.id,
            "paper": self.paper,
            "item": self.item,
            "definition": self.definition,
            "parameters": self.parameters.to_json(),
            "given": [given.to_json() for given in self.given],
            "definitions": [definition.to_json() for definition in self.definitions],
            "hypotheses": [goal.to_json() for goal in self.hypotheses],
            "printed": [goal.to_json() for goal in self.printed],
            "corrected": [goal.to_json() for goal in self.corrected],
            "also": [goal.to_json() for goal in self.also],
        }


@dataclass(frozen=True)
class Step:
    """One step of a derivation.

    Attributes
    ----------
    name
        Number within the derivation, "1", "2", ...
    goal
        What is shown, and where.
    method
        The checker that decides it.
    reason
        Why it is so, for the reader.
    hints
        What the checker is told (an antiderivative, multipliers, ...); never trusted.
    uses
        Names of the earlier steps on which it rests.
    latex
        How the proposition is displayed, when the canonical form would read badly.
    besides
        True when the step is part of the sentence although others use it, since they would stand
        without it.
    """

    name: str
    goal: Goal
    method: str
    reason: str
    hints: Mapping[str, Any] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    latex: str = ""
    besides: bool = False


@dataclass(frozen=True, repr=False)
class Derivation:
    """Steps in order; each may use only earlier ones.

    Attributes
    ----------
    steps
        The steps.
    statement
        The sentence that they are to establish, once it is known; checkers read its definitions
        and hypotheses.

    Raises
    ------
    BadInput
        When steps are not numbered in order, or one uses a later one or itself.
    """

    steps: tuple[Step, ...]
    statement: Statement | None = None

    def __post_init__(self) -> None:
        earlier: set[str] = set()
        for place, step in enumerate(self.steps):
            if step.name != str(place + 1):
                raise BadInput("name", step.name, f"{place + 1}, the place of the step")
            if not earlier.issuperset(step.uses):
                raise BadInput("uses", step.uses, "names of earlier steps")
            earlier.add(step.name)

    def __repr__(self) -> str:
        return f"<Derivation of {len(self.steps)} steps>"

    def step(self, name: str) -> Step:
        """The step of that name."""
        return self.steps[int(name) - 1]

    @property
    def fixed(self) -> tuple[str, ...]:
        """The names of the parameters."""
        parameters = self.statement.parameters if self.statement else Domain()
        return tuple(variable.symbol.name for variable in parameters)

    def definition(self, name: str) -> Definition | None:
        """The definition of that name, of the sentence or the derivation's own."""
        own = (s.goal.proposition for s in self.steps if isinstance(s.goal.proposition, Define))
        known = (
            *(self.statement.definitions if self.statement else ()),
            *(d.definition for d in own),
        )
        return next((found for found in known if found.name == name), None)

    def idle(self, statement: Statement) -> tuple[Step, ...]:
        """Steps that conclude nothing of a statement, that no other step uses, and whose name, if
        they introduce one, no other step applies.
        """
        used = {name for step in self.steps if step.method not in ALONE for name in step.uses}
        applied = {
            name
            for step in self.steps
            if not isinstance(step.goal.proposition, LOCAL)
            for name, _, _ in uses(step.goal)
        }
        wanted = set(statement.goals)
        return tuple(
            step
            for step in self.steps
            if step.name not in used
            and step.goal not in wanted
            and not isinstance(step.goal.proposition, Fails)
            and introduced(step) not in applied
        )


def introduced(step: Step) -> str:
    """The name that a step introduces, or nothing."""
    claim = step.goal.proposition
    if isinstance(claim, Define):
        return claim.definition.name
    return claim.name if isinstance(claim, Obtain) else ""


@dataclass(frozen=True)
class Claim:
    """A statement with the function that derives it, found in the theorem's own file.

    Attributes
    ----------
    printed
        The statement as its author writes it.
    derive
        Makes the derivation.
    """

    printed: Statement
    derive: Callable[[], Derivation]

    @cached_property
    def _derived(self) -> Derivation:
        return self.derive()

    @cached_property
    def derivation(self) -> Derivation:
        """The derivation of the statement."""
        return replace(self._derived, statement=self.statement)

    @cached_property
    def statement(self) -> Statement:
        """The sentence, with everything that its derivation shows besides: what no other step
        uses is claimed, so that no step can be left out without being missed.
        """
        known = scope(self.printed)
        idle = self._derived.idle(self.printed)
        besides = tuple(
            dict.fromkeys(
                step.goal
                for step in self._derived.steps
                if (step.besides or step in idle)
                and step.goal not in self.printed.goals
                and step.method != "assume"
                and not isinstance(step.goal.proposition, LOCAL)
                and not step.goal.domain.hollow
                and not misused(uses(step.goal), known)
                and not floating(step.goal.domain, known)
            )
        )
        return replace(self.printed, also=besides) if besides else self.printed

    @property
    def id(self) -> str:
        """The permanent identifier."""
        return self.printed.id

    @property
    def module(self) -> str:
        """The module in which the derivation is written."""
        return self.derive.__module__


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

    @property
    def _densities(self) -> dict[str, str]:
        return {found.name: found.density for found in self._definitions if isinstance(found, Law)}

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
        self._steps.append(Step(name, goal, by, because, hints, tuple(uses), latex, besides))
        return name

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
        found = instance(
            rule, bindings, where, densities=self._densities, dimensions=self._dimensions
        )
        return self.shows(
            found.conclusion.proposition, on=found.conclusion.domain, by="rule", because=because,
            uses=uses, latex=latex, rule=rule, bindings=bindings,
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
        found = instance(rule, bindings, where, called=called, parameters=self.fixed)
        arguments = tuple(v.symbol for v in where if v.symbol.name not in self.fixed)
        step = self.shows(
            Obtain(called, arguments, found.facts), on=where, by="rule", because=because,
            uses=uses, latex=latex, rule=rule, bindings=bindings,
        )  # fmt: skip
        return Obtained(step, sp.Function(called)(*arguments), found.facts)

    def knows(self, found: Obtained, fact: int, *, because: str, latex: str = "") -> str:
        """Append one of the facts about a number that was obtained."""
        what = found.facts[fact]
        return self.shows(
            what.claim, on=what.domain, by="obtained", because=because, uses=(found.step,),
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
        return Derivation(tuple(self._steps))
