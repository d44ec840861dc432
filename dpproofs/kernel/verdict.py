"""Grades, findings and verdicts: how a thing is known, and what follows for a claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from dpproofs.notebook import shown


class Grade(IntEnum):
    """How a thing is known; a larger value is stronger."""

    cited = 0
    statistical = 1
    computed = 2
    enclosed = 3
    certified = 4
    proved = 5

    @staticmethod
    def weakest(grades: Iterable[Grade]) -> Grade | None:
        """The weakest of some grades, or None when there are none."""
        return min(grades, default=None)


class Outcome(StrEnum):
    """What a checker found. ``unknown`` is a result, and never a pass."""

    established = "established"
    refuted = "refuted"
    unknown = "unknown"


class Decision(StrEnum):
    """The verdict on a claim."""

    holds = "holds"
    corrected = "corrected"
    refuted = "refuted"
    open = "open"
    definition = "definition"


@dataclass(frozen=True)
class Finding:
    """What a checker found about one step.

    Attributes
    ----------
    outcome
        Established, refuted or unknown.
    grade
        How it is known; None unless established.
    message
        The check that was run, or why it did not succeed, in one sentence.
    evidence
        What an independent checker needs to repeat the check, as certificate JSON.
    """

    outcome: Outcome
    message: str
    grade: Grade | None = None
    evidence: dict[str, Any] = field(default_factory=dict)

    @property
    def established(self) -> bool:
        """True only for an established step."""
        return self.outcome is Outcome.established


def established(grade: Grade, message: str, **evidence: Any) -> Finding:
    """A finding that a step is established."""
    return Finding(Outcome.established, message, grade, evidence)


def refuted(message: str) -> Finding:
    """A finding that a step is false."""
    return Finding(Outcome.refuted, message)


def unknown(message: str) -> Finding:
    """A finding that the method does not decide the step."""
    return Finding(Outcome.unknown, message)


@dataclass(frozen=True)
class Mutation:
    """How many perturbed twins of a claim were tried, and how many the checkers rejected."""

    tried: int = 0
    killed: int = 0
    survivors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Compared:
    """What mpmath says of the goals of one kind, at a few points and beside their proof.

    Attributes
    ----------
    kind
        Kind of proposition.
    goals
        How many of them could be evaluated.
    fits
        Whether nothing speaks against any of them.
    digits
        To how many digits the worst of them agrees with what is stated; None for inequalities.
    slack
        The least difference of the sides of an inequality, relative to the larger one, to two
        digits.
    """

    kind: str
    goals: int
    fits: bool
    digits: int | None
    slack: float | None


@dataclass(frozen=True)
class Numbers:
    """What was compared numerically, and of how much of the claim.

    Attributes
    ----------
    goals
        How many goals the sentence has that was established.
    kinds
        What was seen of those that could be evaluated, by kind of proposition.
    """

    goals: int = 0
    kinds: tuple[Compared, ...] = ()

    @property
    def evaluated(self) -> int:
        """How many goals could be evaluated."""
        return sum(kind.goals for kind in self.kinds)

    @property
    def against(self) -> tuple[Compared, ...]:
        """The kinds of which some goal does not fit."""
        return tuple(kind for kind in self.kinds if not kind.fits)

    def to_json(self) -> dict[str, Any]:
        """The comparison as ``show --json`` prints it."""
        return {
            "goals": self.goals,
            "evaluated": self.evaluated,
            "kinds": [asdict(kind) for kind in self.kinds],
        }

    @classmethod
    def from_json(cls, printed: Mapping[str, Any]) -> Numbers:
        """The comparison that was printed."""
        return cls(printed["goals"], tuple(Compared(**kind) for kind in printed["kinds"]))


@dataclass(frozen=True, repr=False)
class Verdict:
    """What is known about a claim, and how.

    Attributes
    ----------
    id, paper, item
        Which claim.
    decision
        holds, corrected, refuted, open or definition.
    grade
        The weakest grade among the steps; None when the claim is open.
    findings
        One for each step of the derivation, in order.
    mutation
        The twins tried and killed.
    digits
        To how many digits the values that the goals state agree at random points with what they
        are values of; None when no goal states a value that can be evaluated.
    seconds
        Processor time.
    erratum
        For a claim that fails: what is printed, the counterexample, what is true instead, and,
        where it is known, the ``severity``, ``changes`` and ``patches`` of the erratum.
    note
        What a reader must know beside the verdict.
    certificate
        The JSON document that ``replay`` checks.
    numbers
        What mpmath found beside the proof, of each kind of goal.

    Examples
    --------
    >>> import dpproofs as dp
    >>> verdict = dp.verify("additive.lem2")
    >>> verdict.decision.value, verdict.grade.name
    ('holds', 'proved')
    """

    id: str
    paper: str
    item: str
    decision: Decision
    grade: Grade | None
    findings: tuple[Finding, ...]
    mutation: Mutation
    digits: int | None
    seconds: float
    erratum: dict[str, Any] | None
    note: str
    certificate: dict[str, Any]
    numbers: Numbers = Numbers()

    def __repr__(self) -> str:
        decision = self.decision.value + ("" if self.grade is None else f", {self.grade.name}")
        twins = f"{self.mutation.killed} of {self.mutation.tried} twins rejected"
        return f"<Verdict {self.id}: {decision}; {len(self.findings)} steps, {twins}>"

    def _repr_html_(self) -> str:
        rows = [
            (number, finding.outcome.value, "" if finding.grade is None else finding.grade.name)
            for number, finding in enumerate(self.findings, 1)
        ]
        return shown(repr(self)[1:-1], ("step", "outcome", "grade"), rows)

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``verify --json`` prints it.

        >>> import dpproofs as dp
        >>> verdict = dp.verify("additive.lem2")
        >>> verdict.to_json()["verdict"]
        'holds'
        """
        return {
            "id": self.id,
            "paper": self.paper,
            "item": self.item,
            "verdict": self.decision.value,
            "grade": None if self.grade is None else self.grade.name,
            "steps": len(self.findings),
            "mutants": {"tried": self.mutation.tried, "killed": self.mutation.killed},
            "digits": self.digits,
            "seconds": round(self.seconds, 3),
            "erratum": self.erratum,
            "note": self.note,
        }
