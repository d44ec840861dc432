"""What a page says about a claim, before any format: formulas as LaTeX, sentences as stretches."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import sympy as sp

from dpproofs.coq.record import checked, trusted, unproved
from dpproofs.kernel import rules
from dpproofs.kernel.assertions import Define, Obtain
from dpproofs.kernel.certificate import digest
from dpproofs.kernel.derivation import Derivation, Statement, Step
from dpproofs.kernel.erratum import Patch, Severity
from dpproofs.kernel.examples import Example
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.paper import Heading, described
from dpproofs.kernel.proposition import Fails
from dpproofs.kernel.scope import uses
from dpproofs.kernel.verdict import Compared, Decision, Finding, Grade, Numbers, Verdict
from dpproofs.render import formula, layout, naming, notation, sentence
from dpproofs.render.definitions import example
from dpproofs.render.methods import explained, used
from dpproofs.render.proofs.form import ClaimStatus, Written
from dpproofs.render.proofs.writer import written
from dpproofs.render.prose import Stretch, stretches

Prose: TypeAlias = tuple[Stretch, ...]

VERDICTS: Mapping[str, str] = {
    "holds": "the statement is established as printed.",
    "corrected": "the statement is false or incomplete as printed; a counterexample is recorded, "
    "and the corrected statement is established.",
    "refuted": "the statement is false, and no true version of it is known to us.",
    "open": "not decided; the note says why.",
    "definition": "the item introduces an object; what is stated of it is established.",
}
GRADES: Mapping[str, str] = {
    "proved": "exact algebra or an exact symbolic argument, side conditions included.",
    "certified": "an exact rational certificate, such as the dual of a linear program.",
    "enclosed": "ball arithmetic over the whole stated region.",
    "computed": "agreement to many digits at points.",
    "statistical": "a test at a stated level.",
    "cited": "taken from a reference; never counted as established.",
}


#: What stands above the quantified sentence.
MEANING: Mapping[str, str] = {
    "holds": "What is proved",
    "corrected": "What is refuted, and what is proved instead",
    "refuted": "What is refuted",
    "open": "What is claimed, and not decided",
    "definition": "What is proved",
}

#: The kinds of goals, as is said of them what numbers show.
SEEN: Mapping[str, str] = {
    "relation": "relations",
    "derivative": "derivatives",
    "integral": "integrals",
    "sum": "sums",
    "limit": "limits, extrapolated,",
    "series": "expansions, extrapolated,",
    "minimum": "minima, against neighbours and the root of the derivative,",
    "program": "linear programs",
    "noise": "total masses",
    "expected": "expected costs",
    "private": "privacy on half lines,",
    "even": "symmetry",
    "cheaper": "costs of the examples,",
}


_WORDS: Mapping[str, str] = {
    "noise": "a probability measure on the Borel sets of the line, atoms allowed; on the integers, "
    "one with P(X in Z) = 1. P(X in S) is the mass of S.",
    "private": "X is (epsilon, delta)-private for shifts up to Delta if P(X in S) <= e^epsilon "
    "P(X in S + d) + delta for all Borel sets S and all shifts |d| <= Delta; for noise on the "
    "integers the shifts are integers.",
    "vectors": "noise for vectors is a probability measure on the Borel sets of R^d, where a norm "
    "is given. It is (epsilon, delta)-private for shifts of norm up to Delta if P(X in S) <= "
    "e^epsilon P(X in S + v) + delta for all Borel sets S and all vectors v of such a norm. Its "
    "density f is that of the part that has one, in units of the volume of the unit ball B; |S| is "
    "the volume of S. A density that falls at some radii depends on the norm alone and is level in "
    "between.",
    "symmetric": "X is symmetric if P(X in -S) = P(X in S) for all Borel sets S.",
    "E": "an expected cost, which is a number of [0, oo], and may be infinite.",
    "D": "of two noises is the divergence, the mean of the loss log dP/dQ under P in [0, oo]; X + "
    "a is X moved by a. The loss of n rounds is that of n independent outputs of each; it is oo "
    "where Q has no mass, and a function of it is there what it tends to.",
    "sup": "over S is over the Borel sets of outputs of all rounds, of which there may be many.",
    "given": "objects come after the parameters and may depend on all of them; nothing is known of "
    "them but their kind and the hypotheses.",
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
class SentenceLine:
    """A line of the quantified sentence: words, and the formula that they introduce.

    ``tall`` formulas are displayed, the others stand in the line.
    """

    words: Prose
    latex: str
    tall: bool
    step: str
    depth: int


@dataclass(frozen=True)
class StepPage:
    """One step: what it shows, why, and how that was checked.

    ``checked`` is the formula that was decided, when the display in ``shown`` is another. ``kind``
    is empty for what is shown; a step can also be a hypothesis, a counterexample, a definition, or
    say that something is found. ``like`` names the step that has told a reason which many share.
    """

    name: str
    shown: Shown
    checked: str | None
    reason: Prose
    uses: tuple[str, ...]
    method: str
    explained: str
    rule: str
    finding: Prose
    established: bool
    grade: str
    kind: str
    like: str = ""

    @property
    def assumed(self) -> bool:
        """Whether nothing was checked, as the statement assumes it."""
        return self.kind == "hypothesis"

    @property
    def checking(self) -> str:
        """The method, with the rule that it applied or the claim that it cites."""
        return f"{self.method}, {self.rule}" if self.rule else self.method


@dataclass(frozen=True)
class Erratum:
    """Where a paper is wrong, what it changes for a reader, and how its lines are mended."""

    printed: str
    counterexample: Prose
    corrected: str
    severity: Severity | None = None
    changes: Prose = ()
    patches: tuple[Patch, ...] = ()


@dataclass(frozen=True)
class Page:
    """Everything that is said about a claim.

    ``sentence`` is the statement with all its quantifiers, a line each; ``examples`` are objects
    that satisfy its hypotheses.
    """

    id: str
    paper: str
    item: str
    title: Prose
    printed: str
    sentence: tuple[SentenceLine, ...]
    examples: tuple[tuple[str, ...], ...]
    steps: tuple[StepPage, ...]
    verdict: str
    grade: str
    note: Prose
    erratum: Erratum | None
    tried: int
    killed: int
    survivors: tuple[Prose, ...]
    numbers: Numbers
    rules: tuple[tuple[str, Prose, Prose], ...]
    digest: str
    checked_by_coq: bool
    by_coq: str  # what Coq says of it, in a sentence; empty where it was never asked
    written: Written

    @property
    def anchor(self) -> str:
        """Name of the place of this claim in a document."""
        return self.id

    @property
    def heading(self) -> str:
        """What stands above the statement: theorems of our own are not printed in a paper."""
        return "Statement" if self.item.startswith("ours") else "Statement, as printed"

    @property
    def meaning(self) -> str:
        """What stands above the quantified sentence."""
        return MEANING[self.verdict]

    @property
    def evidence(self) -> str:
        """What speaks for the verdict beside the steps."""
        return " ".join(filter(None, (self.tried_otherwise, self.compared)))

    @property
    def tried_otherwise(self) -> str:
        """What Coq and the false twins say."""
        twins = f"{self.killed} of {self.tried} perturbed twins were rejected."
        return " ".join(filter(None, (self.by_coq, twins if self.tried else "")))

    @property
    def compared(self) -> str:
        """How far the goals were compared with numbers; empty when none was."""
        if not self.numbers.kinds:
            return ""
        kinds = "; ".join(map(_seen, self.numbers.kinds))
        evaluated = f"{self.numbers.evaluated} of {self.numbers.goals}"
        return f"Goals evaluated at random points: {evaluated} ({kinds})."

    def step_anchor(self, name: str) -> str:
        """Name of the place of one of its steps."""
        return f"{self.id}.{name}"


def _seen(found: Compared) -> str:
    """A kind of goal in numbers."""
    said = [SEEN.get(found.kind, found.kind)]
    if found.digits is not None:
        said.append(f"to {found.digits} digits")
    if found.slack is not None:
        least = f"a relative slack of at least {found.slack:.2g}"
        said.append(f"with {least if found.slack else 'equality somewhere'}")
    return " ".join(said)


def page(result: Result) -> Page:
    """The page of a claim."""
    statement, verdict = result.statement, result.verdict
    steps = _told_once(
        _step(step, finding, {found.name for found in statement.given})
        for step, finding in zip(result.derivation.steps, verdict.findings, strict=True)
    )
    decided = verdict.decision is not Decision.open
    said = digest(statement.to_json())
    digests = said, verdict.certificate.get("digest")
    done = checked(statement.id, *digests)
    by_coq = told_by_coq(done, trusted(statement.id), unproved(statement.id, *digests))
    return Page(
        id=statement.id,
        paper=statement.paper,
        item=statement.item,
        title=stretches(_sentence(statement.title)),
        printed=statement.printed_latex,
        sentence=tuple(_lines(statement, result.derivation if decided else None)),
        examples=tuple(_example(example) for example in statement.examples),
        steps=steps,
        verdict=verdict.decision.value,
        grade="" if verdict.grade is None else verdict.grade.name,
        note=stretches(verdict.note),
        erratum=_erratum(statement, verdict),
        tried=verdict.mutation.tried,
        killed=verdict.mutation.killed,
        survivors=tuple(stretches(text) for text in verdict.mutation.survivors),
        numbers=verdict.numbers,
        rules=_rules(result.derivation),
        digest=said,
        checked_by_coq=done,
        by_coq=by_coq,
        written=written(statement, result.derivation, known(verdict, coq=by_coq)),
    )


def told_by_coq(done: bool, given: Sequence[str], why: str) -> str:
    """What Coq says of a claim, in a sentence: that it proved it, given which rules, or why not."""
    if done:
        rules = f", given what it has not proved: {', '.join(given)}" if given else ""
        return f"Every step is checked by Coq as well{rules}."
    if not why:
        return ""
    told = re.sub("^refused", "the proof that was tried is refused", why)
    told = told.removeprefix("not written: ").replace("or too slow", "or takes too long")
    return f"Coq has not proved it: {told}."


def known(verdict: Verdict, *, coq: str) -> ClaimStatus:
    """What a proof on paper says of how a claim is known."""
    return ClaimStatus(
        verdict=verdict.decision.value,
        grade="" if verdict.grade is None else verdict.grade.name,
        rejected=verdict.mutation.killed,
        twins=verdict.mutation.tried,
        coq=coq,
        counterexample=verdict.erratum["counterexample"] if verdict.erratum else "",
        survivors=verdict.mutation.survivors,
        enclosed={
            str(place): finding.message
            for place, finding in enumerate(verdict.findings, 1)
            if finding.grade is Grade.enclosed
        },
    )


MOST_TOLD = 3  # times that a reason is told; one that more steps share is told by the first of them


def _told_once(steps: Iterable[StepPage]) -> tuple[StepPage, ...]:
    """The steps, where those that share a reason with many refer to the first of them."""
    alike: dict[Prose, list[StepPage]] = {}
    for step in (found := tuple(steps)):
        alike.setdefault(step.reason, []).append(step)
    first = {step.name: same[0].name for same in alike.values() for step in same[1:]
             if len(same) > MOST_TOLD}  # fmt: skip
    return tuple(replace(step, like=first.get(step.name, "")) for step in found)


TALL = (r"\frac", r"\begin", r"\int", r"\sum", r"\lim", r"\underset", r"\quad")
TOO_LONG = r"\text{(a formula too long to print; the certificate has it)}"


def _legible(latex: str) -> str:
    """A formula; parts of it have names when it cannot be read as it is."""
    return naming.legible(latex) or TOO_LONG


def _flat(latex: str) -> str:
    """A formula whose fractions hold no fractions, as far as letters go."""
    return naming.named(latex, flat=True) or _legible(latex)


def shown(goal: Goal, given: Collection[str]) -> Shown:
    """A goal, and the variables and sets that are quantified there."""
    names = dict.fromkeys(n for n, kind, _ in uses(goal) if kind == "set" and n not in given)
    sets = (rf"\text{{every Borel set }} {notation.name_latex(name)}" for name in names)
    return Shown(_legible(formula.goal(goal)), (*notation.domain(goal.domain), *sets))


def _lines(statement: Statement, derivation: Derivation | None) -> Iterator[SentenceLine]:
    """The quantified sentence; with a derivation, what of it is shown and what is refuted."""
    for place, row in enumerate(sentence.sentence(statement, derivation)):
        words = tuple(
            Stretch(part) if isinstance(part, str) else Stretch(part.latex, math=True)
            for part in row.words
        )
        if place == 0 and words:
            words = (Stretch(_capital(words[0].text)), *words[1:])
        latex = _legible(row.shown.latex) if row.shown else ""
        wide = layout.width(latex) > layout.LINE / 2 or _width(words) > layout.LINE / 2
        tall = bool(latex) and (wide or any(mark in latex for mark in TALL))
        yield SentenceLine(words, latex, tall, row.step, row.depth)


def _width(words: Prose) -> float:
    """How wide some words are, in em."""
    return sum(layout.width(p.text) if p.math else 0.47 * len(p.text) for p in words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _example(objects: Example) -> tuple[str, ...]:
    """An example, each object on at most a line; one that is longer, that could not be read, or
    that has no closed form (a number that a rule finds), is not spelled out.
    """
    return tuple(
        text.split("=", 1)[0] + r"= \ldots"
        if layout.width(text) > layout.LINE
        or naming.is_deep(text)
        or getattr(found, "expr", None) is sp.nan
        else text
        for text, found in zip(example(objects), objects.values(), strict=True)
    )


def _step(step: Step, finding: Finding, given: Collection[str]) -> StepPage:
    checked = shown(step.goal, given)
    return StepPage(
        name=step.name,
        shown=Shown(step.latex or checked.latex, checked.domain),
        checked=_flat(formula.goal(step.goal)) if step.latex else None,
        reason=stretches(_sentence(step.reason)),
        uses=tuple(step.uses),
        method=step.method,
        explained=explained(step.method),
        rule=_rule(step),
        finding=stretches(finding.message),
        established=finding.established,
        grade=finding.outcome.value if finding.grade is None else finding.grade.name,
        kind=_kind(step),
    )


def _rule(step: Step) -> str:
    """The rule that a step applies, or the claim that it cites."""
    if step.method == "cite":
        return str(step.hints["statement"].id)
    return str(step.hints["rule"]) if step.method == "rule" else ""


def _kind(step: Step) -> str:
    """What a step is beside something that is shown."""
    if step.method == "assume":
        return "hypothesis"
    kinds = {Fails: "counterexample", Define: "definition", Obtain: "found"}
    return kinds.get(type(step.goal.proposition), "")


def _erratum(statement: Statement, verdict: Verdict) -> Erratum | None:
    if verdict.erratum is None:
        return None
    counterexample = stretches(_sentence(verdict.erratum["counterexample"]))
    known, said = statement.erratum, (statement.printed_latex, counterexample)
    if known is None:
        return Erratum(*said, statement.corrected_latex)
    changes = stretches(known.changes)
    return Erratum(*said, statement.corrected_latex, known.severity, changes, known.patches)


def _rules(derivation: Derivation) -> tuple[tuple[str, Prose, Prose], ...]:
    used = {str(s.hints["rule"]) for s in derivation.steps if s.method == "rule"}
    table = rules.rules()
    known = (table[name] for name in sorted(used) if name in table)
    return tuple((r.name, stretches(r.text), (Stretch(r.reference),)) for r in known)


def _sentence(text: str) -> str:
    """The same with a capital letter, unless it begins with a formula or a name."""
    word = text.split(" ", 1)[0]
    starts_formula = bool(word) and any(part.math for part in stretches(text)[:1])
    return text if starts_formula or not word.isalpha() else text[0].upper() + text[1:]


def glossary() -> tuple[tuple[str, Prose], ...]:
    """The words of the quantified sentences, with what they mean."""
    return tuple((name, stretches(told)) for name, told in _WORDS.items())


def ranked(claims: Iterable[Page]) -> list[tuple[str, tuple[Page, ...]]]:
    """The claims that have an erratum below what is said of its severity, the farthest first."""
    wrong = [claim for claim in claims if claim.erratum]
    by_severity = {
        severity: tuple(c for c in wrong if c.erratum and c.erratum.severity is severity)
        for severity in (*Severity, None)
    }
    told = {severity: severity.told for severity in Severity} | {None: "Not ranked"}
    return [(told[severity], found) for severity, found in by_severity.items() if found]


def methods_of(claims: Iterable[Page]) -> tuple[tuple[str, str], ...]:
    """The methods by which the steps of some claims were checked, with what they do."""
    return used(step.method for claim in claims for step in claim.steps)


def listed(links: Sequence[str]) -> str:
    """Some links as a phrase: a, b and c."""
    return links[0] if len(links) == 1 else ", ".join(links[:-1]) + " and " + links[-1]


def by_paper(results: tuple[Page, ...]) -> dict[str, tuple[Page, ...]]:
    """Pages by paper, both in the order given."""
    papers = dict.fromkeys(p.paper for p in results)
    return {paper: tuple(p for p in results if p.paper == paper) for paper in papers}


NONE: Mapping[str, Heading] = MappingProxyType({})


def heading(paper: str, own: Mapping[str, Heading] = NONE) -> Heading:
    """The head of a paper of somebody's own or of ours; its slug alone when it is not known."""
    if paper in own:
        return own[paper]
    known = described().get(paper)
    if known is None:
        return Heading(paper)
    return Heading(known.title, "" if known.own else known.people)
