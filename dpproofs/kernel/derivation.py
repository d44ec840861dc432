"""Statements, and the derivations that lead to them: ordered steps, each with its method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Derivative, Fails, Proposition, Relation


@dataclass(frozen=True)
class Goal:
    """A proposition together with the domain over which it is claimed.

    Raises
    ------
    BadInput
        When the proposition speaks of a variable that the domain lacks, or binds one that the
        domain has. Certificates know variables by name only, so names must tell them apart.
    """

    proposition: Proposition
    domain: Domain

    def __post_init__(self) -> None:
        free, bound = self.proposition.free(), self.proposition.bound()
        known = {variable.symbol for variable in self.domain}
        if not free <= known:
            accepted = f"variables of the domain {sorted(s.name for s in known)}"
            raise BadInput("proposition", sorted(map(str, free - known)), accepted)
        if {symbol.name for symbol in bound} & {symbol.name for symbol in known}:
            raise BadInput("variable", sorted(map(str, bound)), "a name that the domain lacks")
        if isinstance(self.proposition, Derivative) and self.proposition.variable not in known:
            raise BadInput("variable", self.proposition.variable, "a variable of the domain")

    def to_json(self) -> dict[str, Any]:
        """The goal as it stands in a certificate."""
        return {"proposition": self.proposition.to_json(), "domain": self.domain.to_json()}


@dataclass(frozen=True)
class Statement:
    """Something that a paper prints, made formal.

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
        What the paper claims, formally. Empty for a definition.
    corrected
        What is true instead, when some of ``printed`` is false.
    corrected_latex
        The corrected statement as LaTeX text.
    printed_text, corrected_text
        Both for a terminal, where LaTeX reads badly; the LaTeX serves when they are empty.
    hypotheses
        What a derivation may assume (relations about functions of which nothing else is known).
    definition
        True when the item introduces an object; ``corrected`` must then be empty.
    note
        How the sentence was read, what it hides, what is left out and why.
    models
        Examples that satisfy the hypotheses: for each function of which nothing is known, a
        concrete one. They show that the hypotheses are not contradictory, and refute twins. They
        may speak of variables of the domain; see :attr:`parameters`.
    """

    id: str
    paper: str
    item: str
    title: str
    printed_latex: str
    printed: tuple[Goal, ...]
    corrected: tuple[Goal, ...] = ()
    corrected_latex: str = ""
    printed_text: str = ""
    corrected_text: str = ""
    hypotheses: tuple[Goal, ...] = ()
    definition: bool = False
    note: str = ""
    models: tuple[Mapping[str, sp.Lambda], ...] = ()

    def __post_init__(self) -> None:
        if self.hypotheses and not self.models:
            raise BadInput("models", self.models, f"a model of the hypotheses of {self.id}")
        if set(self.hypotheses) & set(self.printed + self.corrected):
            raise BadInput("hypotheses", self.id, "hypotheses that are not what is to be shown")
        if not self.printed and not self.definition:
            raise BadInput("printed", self.printed, f"at least one goal for {self.id}")
        if bool(self.corrected) != bool(self.corrected_latex):
            raise BadInput("corrected_latex", self.corrected_latex, "given iff corrected is")

    @property
    def parameters(self) -> dict[str, tuple[str, ...]]:
        """For each unknown function the variables on which it may depend beside its arguments.

        They are those of which a model of it speaks. What is known of the function holds for each
        value of them, and may not be used at another value.
        """
        found: dict[str, set[str]] = {}
        for model in self.models:
            for name, body in model.items():
                free = body.expr.free_symbols - set(body.variables)
                found.setdefault(name, set()).update(symbol.name for symbol in free)
        return {name: tuple(sorted(free)) for name, free in sorted(found.items())}

    def to_json(self) -> dict[str, Any]:
        """The formal part, as it stands in a certificate."""
        return {
            "id": self.id,
            "paper": self.paper,
            "item": self.item,
            "definition": self.definition,
            "printed": [goal.to_json() for goal in self.printed],
            "corrected": [goal.to_json() for goal in self.corrected],
            "hypotheses": [goal.to_json() for goal in self.hypotheses],
            "parameters": {name: list(free) for name, free in self.parameters.items()},
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
    """

    name: str
    goal: Goal
    method: str
    reason: str
    hints: Mapping[str, Any] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    latex: str = ""


@dataclass(frozen=True)
class Derivation:
    """Steps in order; each may use only earlier ones.

    Raises
    ------
    BadInput
        When steps are not numbered in order, or one uses a later one or itself.
    """

    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        for place, step in enumerate(self.steps):
            if step.name != str(place + 1):
                raise BadInput("name", step.name, f"{place + 1}, the place of the step")
            earlier = {str(number + 1) for number in range(place)}
            if not set(step.uses) <= earlier:
                raise BadInput("uses", step.uses, "names of earlier steps")

    def step(self, name: str) -> Step:
        """The step of that name."""
        return self.steps[int(name) - 1]


@dataclass(frozen=True)
class Claim:
    """A statement with the function that derives it, found in the theorem's own file."""

    statement: Statement
    derive: Callable[[], Derivation]

    @property
    def id(self) -> str:
        """The permanent identifier."""
        return self.statement.id

    @property
    def module(self) -> str:
        """The module in which the derivation is written."""
        return self.derive.__module__


class Proof:
    """Collects the steps of a derivation in the order in which they are shown.

    >>> proof = Proof(domain)
    >>> first = proof.shows(equal(x + x, 2 * x), by="identity", because="collect terms")
    >>> derivation = proof.done()
    """

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._steps: list[Step] = []

    def shows(
        self,
        proposition: Proposition,
        *,
        by: str,
        because: str,
        on: Domain | None = None,
        uses: Sequence[str] = (),
        latex: str = "",
        **hints: Any,
    ) -> str:
        """Append a step and return its name.

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
        self._steps.append(Step(name, goal, by, because, hints, tuple(uses), latex))
        return name

    def concludes(self, goal: Goal, *, by: str, because: str, **rest: Any) -> str:
        """Append a goal of the statement as a step."""
        return self.shows(goal.proposition, on=goal.domain, by=by, because=because, **rest)

    def assumes(self, goal: Goal, *, because: str, latex: str = "") -> str:
        """Append a hypothesis of the statement."""
        return self.concludes(goal, by="assume", because=because, latex=latex)

    def fails(
        self,
        goal: Goal,
        at: Mapping[sp.Symbol, Any],
        *,
        because: str,
        latex: str = "",
        **hints: Any,
    ) -> str:
        """Append a counterexample to a printed goal."""
        point = tuple(sorted(((k, sp.S(v)) for k, v in at.items()), key=lambda kv: kv[0].name))
        return self.shows(
            Fails(goal.proposition, point),
            on=goal.domain, by="counterexample", because=because, latex=latex, **hints,
        )  # fmt: skip

    def done(self) -> Derivation:
        """The derivation."""
        return Derivation(tuple(self._steps))


def relation_goal(lhs: Any, op: str, rhs: Any, domain: Domain) -> Goal:
    """A goal that is a relation, the most common kind."""
    return Goal(Relation(sp.S(lhs), op, sp.S(rhs)), domain)
