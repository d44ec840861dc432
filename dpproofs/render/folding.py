"""Which steps of a derivation a book prints: those that a reader would call the proof.

A step that shows a line of the sentence is told without its formula, which stands there already. A
step of a method that is mere calculation is told in a word; its formula is on the claim's page of
the site and in its certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dpproofs.render.content import Page, SentenceLine, StepPage

#: Methods whose steps carry an argument: a textbook theorem, a limit, a region, a counterexample.
ARGUMENTS = frozenset(
    (
        "cite", "counterexample", "define", "duality", "limit", "minimum", "refutation", "region",
        "rule", "series", "witness",
    )
)  # fmt: skip
LONG = 15  # of longer derivations only the turning points are printed
MOST = 3  # of the reasons of a folded run are told; the last one is among them
BY_PRODUCTS = 3  # lines of what is shown besides; where there are more, a book names their steps
TURNS = ARGUMENTS - {"limit", "region", "rule", "define", "witness"}


@dataclass(frozen=True)
class Run:
    """Steps that are told together, or one that is told by itself."""

    steps: tuple[StepPage, ...]
    folded: bool


def runs(claim: Page) -> Iterator[Run]:
    """The steps of a claim in order, those that are mere calculation gathered."""
    waiting: list[StepPage] = []
    for step in claim.steps:
        if step.name not in stated(claim) and not printed(claim, step):
            waiting.append(step)
            continue
        if waiting:
            yield Run(tuple(waiting), folded=True)
            waiting = []
        yield Run((step,), folded=False)
    if waiting:
        yield Run(tuple(waiting), folded=True)


def blocks(sentence: Iterable[SentenceLine]) -> Iterator[tuple[str, list[SentenceLine]]]:
    """The lines of a sentence from one that stands to the left to the next, with its words."""
    block: list[SentenceLine] = []
    for line in sentence:
        if block and line.depth == 0:
            yield _words(block[0]), block
            block = []
        block.append(line)
    if block:
        yield _words(block[0]), block


def _words(line: SentenceLine) -> str:
    return "".join(part.text for part in line.words)


def stated(claim: Page) -> frozenset[str]:
    """The steps that show a line of the sentence."""
    return frozenset(line.step for line in claim.sentence if line.step)


def printed(claim: Page, step: StepPage) -> bool:
    """Whether a step that shows no line of the sentence is printed with its formula."""
    return step.method in (TURNS if len(claim.steps) > LONG else ARGUMENTS)


def reasons(run: Run, told: set[str]) -> list[StepPage]:
    """The steps of a run whose reasons are told, each reason once in a claim.

    Parameters
    ----------
    run
        A folded one leaves out what has been told; others tell their reason whatever it is.
    told
        The reasons of the claim so far, to which those of the run are added.
    """
    found: dict[str, StepPage] = {}
    for step in run.steps:
        found.setdefault("".join(part.text for part in step.reason), step)
    fresh = [step for reason, step in found.items() if not run.folded or reason not in told]
    told.update(found)
    return fresh


def span(run: Run) -> tuple[str, str]:
    """The names of the first and the last step of a run."""
    return run.steps[0].name, run.steps[-1].name
