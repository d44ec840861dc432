"""Statements, and the derivations that lead to them: ordered steps, each with its method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import sympy as sp

from dpproofs.kernel.assertions import Define, Obtain
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.erratum import Erratum
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.examples import Example
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Definition, Given
from dpproofs.kernel.proposition import Fails, Proposition
from dpproofs.kernel.scope import closed, floating, misused, scope, uses

__all__ = [
    "LOCAL", "Claim", "Derivation", "Goal", "Statement", "Step", "introduced",
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
SAYS_SOMETHING = "one that says something, not E == E"  # a goal that somebody writes


@dataclass(frozen=True)
class PrintedFormula:
    """A formula as a paper prints it, in its letters, with the goal that says it.

    Attributes
    ----------
    goal
        One of the printed goals of the statement: a relation whose right side is the formula, or
        a proposition that something (a cost, an integral, a sum, a derivative, ...) is it.
    formula
        What is printed there.
    letters
        Letters of the paper that the goal lacks, or other expressions, each with what stands for
        it in the goal; a later one may speak of earlier ones.
    """

    goal: Goal
    formula: sp.Expr
    letters: tuple[tuple[sp.Expr, sp.Expr], ...] = ()

    def spelled_out(self, formula: sp.Expr) -> sp.Expr:
        """A formula without the letters that the goal lacks."""
        for letter, meaning in reversed(self.letters):
            formula = formula.subs(letter, meaning)
        return formula


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
    paper
        Slug of the paper.
    item
        Where in it: "Theorem 3, (8)".
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
        What the derivation shows besides; see ``Claim.statement``.
    printed_text
        The printed statement for a terminal; the LaTeX serves when it is empty.
    corrected_text
        The corrected statement, likewise.
    definition
        True when the item introduces an object, whose goals say that it is there and what it is;
        ``corrected`` must then be empty.
    note
        How the sentence was read, what it hides, what is left out and why.
    examples
        Objects that satisfy the hypotheses. They show that the hypotheses are not contradictory,
        and refute twins.
    erratum
        How far the error of the paper reaches, and how its lines are mended, when some of
        ``printed`` is false.
    formulas
        What the paper prints, where a goal says it in other words; the one that is meant first.
        Nothing is decided about them: they say what the goals' formulas are called in the paper.

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
    erratum: Erratum | None = None
    formulas: tuple[PrintedFormula, ...] = ()

    def __post_init__(self) -> None:
        if self.hypotheses and not self.examples:
            raise BadInput("examples", self.examples, f"an example for the hypotheses of {self.id}")
        if set(self.hypotheses) & set(self.printed + self.corrected):
            raise BadInput("hypotheses", self.id, "hypotheses that are not what is to be shown")
        if not self.printed and not self.definition:
            raise BadInput("printed", self.printed, f"at least one goal for {self.id}")
        if bool(self.corrected) != bool(self.corrected_latex):
            raise BadInput("corrected_latex", self.corrected_latex, "given iff corrected is")
        if strange := [formula for formula in self.formulas if formula.goal not in self.printed]:
            raise BadInput("formulas", strange[0].formula, f"one of a printed goal of {self.id}")
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
    key
        True when a proof on paper displays the step, whatever its method.
    part
        The part of the proof on paper to which the step belongs; empty where nobody named it.
    """

    name: str
    goal: Goal
    method: str
    reason: str
    hints: Mapping[str, Any] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    latex: str = ""
    besides: bool = False
    key: bool = False
    part: str = ""


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
    letters
        Letters for what occurs often, each with what it stands for, with which a proof on paper
        is shortened. Nothing is decided about them.
    idea
        What the proof does, in a sentence or two before it begins; empty where nobody says it.
    pages
        How many pages of an article it may take on paper.

    Raises
    ------
    BadInput
        When steps are not numbered in order, or one uses a later one or itself.
    """

    steps: tuple[Step, ...]
    statement: Statement | None = None
    letters: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()
    idea: str = ""
    pages: int = 4

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
        definitions = (
            *(self.statement.definitions if self.statement else ()),
            *(d.definition for d in own),
        )
        return next((definition for definition in definitions if definition.name == name), None)

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

    @property
    def says_nothing(self) -> Proposition | None:
        """A goal that somebody wrote though it says E == E; what we derive may come to that."""
        by = getattr(self.derive, "__module__", None) or ""  # None of what exec has made
        if by.startswith("dpproofs."):
            return None
        goals = (*self.printed.printed, *self.printed.corrected)
        return next((goal.proposition for goal in goals if goal.is_empty), None)

    @cached_property
    def statement(self) -> Statement:
        """The sentence with all that its derivation shows besides.

        What no other step uses is claimed, so that no step can be left out without being missed.
        """
        names = scope(self.printed)
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
                and not misused(uses(step.goal), names)
                and not floating(step.goal.domain, names)
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
