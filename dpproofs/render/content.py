"""What a page says about a claim, before any format: formulas as LaTeX, sentences as stretches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel import rules
from dpproofs.kernel.certificate import digest
from dpproofs.kernel.derivation import Derivation, Goal, Statement, Step
from dpproofs.kernel.proposition import Fails
from dpproofs.kernel.verdict import Finding, Verdict
from dpproofs.render import formula, layout
from dpproofs.render.prose import Stretch, stretches

Prose: TypeAlias = tuple[Stretch, ...]

PAPERS: Mapping[str, tuple[str, str]] = {
    "staircase": (
        "The Optimal Mechanism in Differential Privacy",
        "Quan Geng and Pramod Viswanath",
    ),
    "additive": (
        "Optimal Noise-Adding Mechanism in Additive Differential Privacy",
        "Quan Geng, Wei Ding, Ruiqi Guo and Sanjiv Kumar",
    ),
    "trunclap": (
        "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy",
        "Quan Geng, Wei Ding, Ruiqi Guo and Sanjiv Kumar",
    ),
}

VERDICTS: Mapping[str, str] = {
    "holds": "the statement is established as printed.",
    "corrected": "the statement is false or incomplete as printed; a counterexample is recorded, "
    "and the corrected statement is established.",
    "refuted": "the statement is false, and no true version of it is known to us.",
    "open": "not decided; the note says why.",
    "definition": "the item introduces an object; that it is well defined, and what follows at "
    "once, is checked.",
}
GRADES: Mapping[str, str] = {
    "proved": "exact algebra or an exact symbolic argument, side conditions included.",
    "certified": "an exact rational certificate, such as the dual of a linear program.",
    "enclosed": "ball arithmetic over the whole stated region.",
    "computed": "agreement to many digits at points.",
    "statistical": "a test at a stated level.",
    "cited": "taken from a reference; never counted as established.",
}


@dataclass(frozen=True)
class Result:
    """A claim with what was found about it."""

    statement: Statement
    derivation: Derivation
    verdict: Verdict


@dataclass(frozen=True)
class Shown:
    """A formula with the region over which it is claimed, one formula a variable."""

    latex: str
    domain: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepPage:
    """One step: what it shows, why, and how that was checked.

    ``checked`` is the formula that was decided, when the display in ``shown`` is another.
    """

    name: str
    shown: Shown
    checked: str | None
    reason: Prose
    uses: tuple[str, ...]
    method: str
    rule: str
    finding: Prose
    established: bool
    grade: str
    hypothesis: bool
    counterexample: bool


@dataclass(frozen=True)
class Erratum:
    """Where a paper is wrong."""

    printed: str
    counterexample: Prose
    corrected: str


@dataclass(frozen=True)
class Page:
    """Everything that is said about a claim.

    ``conclusions`` names the steps that are the goals of the statement; ``unshown`` holds the
    goals for which there is no step.
    """

    id: str
    paper: str
    item: str
    title: Prose
    printed: str
    conclusions: tuple[str, ...]
    unshown: tuple[Shown, ...]
    models: tuple[tuple[str, ...], ...]
    steps: tuple[StepPage, ...]
    verdict: str
    grade: str
    note: Prose
    erratum: Erratum | None
    tried: int
    killed: int
    survivors: tuple[Prose, ...]
    digits: int | None
    rules: tuple[tuple[str, Prose, Prose], ...]
    digest: str

    @property
    def anchor(self) -> str:
        """Name of the place of this claim in a document."""
        return self.id

    @property
    def heading(self) -> str:
        """What stands above the statement: theorems of our own are not printed in a paper."""
        return "Statement" if self.item.startswith("ours") else "Statement, as printed"

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """Names of the steps that are assumed."""
        return tuple(step.name for step in self.steps if step.hypothesis)

    @property
    def evidence(self) -> str:
        """What speaks for the verdict beside the steps."""
        found = []
        if self.tried:
            found.append(f"{self.killed} of {self.tried} perturbed twins were rejected.")
        if self.digits is not None:
            found.append(f"Both sides agree to {self.digits} digits at random points.")
        return " ".join(found)

    def decided_by(self, references: str) -> str:
        """Where the formal statement is, given links to its steps."""
        if len(self.conclusions) == 1:
            return f"The formal statement is what step {references} below decides."
        return f"The formal statement is what steps {references} below decide."

    def assumed_in(self, references: str) -> str:
        """Where the hypotheses are, given links to them."""
        one = len(self.hypotheses) == 1
        return f"Step {references} is assumed." if one else f"Steps {references} are assumed."

    def step_anchor(self, name: str) -> str:
        """Name of the place of one of its steps."""
        return f"{self.id}.{name}"


def page(result: Result) -> Page:
    """The page of a claim."""
    statement, verdict = result.statement, result.verdict
    steps = tuple(
        _step(step, finding)
        for step, finding in zip(result.derivation.steps, verdict.findings, strict=True)
    )
    goals = statement.printed + statement.corrected
    place = {_told(step.goal): step.name for step in result.derivation.steps}
    return Page(
        id=statement.id,
        paper=statement.paper,
        item=statement.item,
        title=stretches(_sentence(statement.title)),
        printed=statement.printed_latex,
        conclusions=tuple(sorted({place[g] for g in goals if g in place}, key=int)),
        unshown=tuple(dict.fromkeys(_goal(g) for g in goals if g not in place)),
        models=tuple(_model(model) for model in statement.models),
        steps=steps,
        verdict=verdict.decision.value,
        grade="" if verdict.grade is None else verdict.grade.name,
        note=stretches(verdict.note),
        erratum=_erratum(statement, verdict),
        tried=verdict.mutation.tried,
        killed=verdict.mutation.killed,
        survivors=tuple(stretches(text) for text in verdict.mutation.survivors),
        digits=verdict.digits,
        rules=_rules(result.derivation),
        digest=digest(statement.to_json()),
    )


def _told(goal: Goal) -> Goal:
    """The goal that a step speaks about: a counterexample speaks about the goal it refutes."""
    claim = goal.proposition
    return Goal(claim.proposition, goal.domain) if isinstance(claim, Fails) else goal


TOO_LONG = r"\text{(a formula too long to print; the certificate has it)}"


def _goal(goal: Goal) -> Shown:
    latex = formula.goal(goal)
    legible = all(layout.width(row) <= 1.35 * layout.LINE for row in layout.rows(latex))
    return Shown(latex if legible else TOO_LONG, formula.domain(goal.domain))


def _model(functions: Mapping[str, sp.Lambda]) -> tuple[str, ...]:
    """A model, each function on at most a line; one that is longer, or that has no closed form
    (a number that a rule finds), is not spelled out.
    """
    return tuple(
        text.split("=", 1)[0] + r"= \ldots"
        if layout.width(text) > layout.LINE or body.expr is sp.nan
        else text
        for text, body in zip(formula.model(functions), functions.values(), strict=True)
    )


def _step(step: Step, finding: Finding) -> StepPage:
    checked = _goal(step.goal)
    return StepPage(
        name=step.name,
        shown=Shown(step.latex or checked.latex, checked.domain),
        checked=checked.latex if step.latex else None,
        reason=stretches(_sentence(step.reason)),
        uses=tuple(step.uses),
        method=step.method,
        rule=str(step.hints["rule"]) if step.method == "rule" else "",
        finding=stretches(finding.message),
        established=finding.established,
        grade=finding.outcome.value if finding.grade is None else finding.grade.name,
        hypothesis=step.method == "assume",
        counterexample=isinstance(step.goal.proposition, Fails),
    )


def _erratum(statement: Statement, verdict: Verdict) -> Erratum | None:
    if verdict.erratum is None:
        return None
    counterexample = stretches(_sentence(verdict.erratum["counterexample"]))
    return Erratum(statement.printed_latex, counterexample, statement.corrected_latex)


def _rules(derivation: Derivation) -> tuple[tuple[str, Prose, Prose], ...]:
    used = {str(s.hints["rule"]) for s in derivation.steps if s.method == "rule"}
    known = (rules.RULES[name] for name in sorted(used) if name in rules.RULES)
    return tuple((r.name, stretches(r.text), (Stretch(r.reference),)) for r in known)


def _sentence(text: str) -> str:
    """The same with a capital letter, unless it begins with a formula or a name."""
    word = text.split(" ", 1)[0]
    starts_formula = bool(word) and any(part.math for part in stretches(text)[:1])
    return text if starts_formula or not word.isalpha() else text[0].upper() + text[1:]


UNSHOWN = "Formal goals as printed that are neither shown nor refuted by a step of their own"


def listed(links: Sequence[str]) -> str:
    """Some links as a phrase: a, b and c."""
    return links[0] if len(links) == 1 else ", ".join(links[:-1]) + " and " + links[-1]


def by_paper(results: tuple[Page, ...]) -> dict[str, tuple[Page, ...]]:
    """Pages by paper, both in the order given."""
    papers = dict.fromkeys(p.paper for p in results)
    return {paper: tuple(p for p in results if p.paper == paper) for paper in papers}


def paper_title(paper: str) -> tuple[str, str]:
    """Title and authors of a paper; its slug when it is not known."""
    return PAPERS.get(paper, (paper, ""))
