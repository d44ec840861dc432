"""Results to render: made by hand, so that no test waits for a checker."""

import importlib
import os
import pkgutil
import shutil
import warnings
from dataclasses import replace

import pytest
import sympy as sp

from dpproofs.kernel.derivation import Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Fails, that
from dpproofs.kernel.verdict import Decision, Finding, Grade, Mutation, Outcome, Verdict
from dpproofs.render.content import Result, page

x, delta = sp.symbols("x delta", positive=True)
ON = Domain((between(delta, 0, 1), positive(x)))
TRUE = Goal(that(x + x) == 2 * x, ON)
WRONG = Goal(that(x**2) == x, ON)
RIGHT = Goal(that(x**2) == x * x, ON)


def judged(statement, derivation, decision=Decision.holds, **changes):
    """A result whose every step is established."""
    finding = Finding(Outcome.established, "the difference of the sides is 0", Grade.proved)
    verdict = Verdict(
        id=statement.id,
        paper=statement.paper,
        item=statement.item,
        decision=decision,
        grade=Grade.proved,
        findings=(finding,) * len(derivation.steps),
        mutation=Mutation(3, 3),
        digits=50,
        seconds=12.5,
        erratum=None,
        note=statement.note,
        certificate={},
    )
    return Result(statement, derivation, replace(verdict, **changes))


def true_result(goal=TRUE, **changes):
    statement = Statement(
        id="additive.example",
        paper="additive",
        item="Lemma 0",
        title="twice x, for every x > 0",
        printed_latex="x+x=2x",
        printed=(goal,),
        note="An example with 50 % of a_b & c.",
    )
    proof = Proof(ON)
    proof.concludes(goal, by="identity", because="collect terms", latex=changes.pop("latex", ""))
    return judged(statement, proof.done(), **changes)


def wrong_result(*, corrected=True):
    statement = Statement(
        id="staircase.wrong",
        paper="staircase",
        item="(99)",
        title="a square that is none",
        printed_latex="x^2=x",
        printed=(WRONG,),
        corrected=(RIGHT,) if corrected else (),
        corrected_latex="x^2=x\\,x" if corrected else "",
    )
    proof = Proof(ON)
    proof.fails(WRONG, {x: 2, delta: sp.Rational(1, 2)}, because="4 is not 2")
    if corrected:
        proof.concludes(RIGHT, by="identity", because="the definition")
    erratum = {
        "printed": "x^2=x",
        "counterexample": "x = 2: 4 is not 2",
        "corrected": statement.corrected_latex,
    }
    decision = Decision.corrected if corrected else Decision.refuted
    assert isinstance(proof.done().steps[0].goal.proposition, Fails)
    return judged(statement, proof.done(), decision, erratum=erratum)


def importable():
    """Every registered claim; while some modules cannot be imported, those of the others."""
    from dpproofs import theorems
    from dpproofs.theorems.registry import in_order, registry

    try:
        return tuple(registry().values())
    except (BadInput, ImportError):
        found, broken = {}, []
        for info in pkgutil.walk_packages(theorems.__path__, f"{theorems.__name__}."):
            try:
                claims = getattr(importlib.import_module(info.name), "CLAIMS", ())
                found |= {claim.id: claim for claim in claims if claim.statement}
            except (BadInput, ImportError):
                broken.append(info.name)
        warnings.warn(f"left out, as they cannot be imported: {', '.join(broken)}", stacklevel=2)
        return tuple(found[name] for name in in_order(found))


#: Claims of which tests speak by name.
NAMED = {
    "additive.cor4.class", "additive.cor5.class", "additive.tables", "additive.thm2",
    "staircase.thm3", "staircase.thm6.gamma",
}  # fmt: skip
EVERY = 8  # registered claim is looked at besides, where a sweep goes over all


@pytest.fixture(scope="session", params=["some", pytest.param("all", marks=pytest.mark.sweep)])
def registered(request):
    """Registered claims as if all their steps were established: some of them, and in sweeps all."""
    return [
        judged(
            claim.statement, claim.derivation, decision_of(claim), mutation=Mutation(), digits=None
        )
        for place, claim in enumerate(importable())
        if request.param == "all" or claim.id in NAMED or place % EVERY == 0
    ]


@pytest.fixture(scope="session")
def registered_pages(registered):
    """What is said about registered claims."""
    return [page(result) for result in registered]


def decision_of(claim):
    """The verdict that a claim has when all its steps are established."""
    if any(isinstance(step.goal.proposition, Fails) for step in claim.derivation.steps):
        return Decision.corrected if claim.statement.corrected else Decision.refuted
    return Decision.definition if claim.statement.definition else Decision.holds


@pytest.fixture(scope="session")
def tex():
    """Skip without TeX, unless it is required."""
    if not (shutil.which("latexmk") and shutil.which("pdflatex")):
        message = "latexmk and pdflatex are not installed, so nothing can be typeset"
        if os.environ.get("DPPROOFS_REQUIRE_TEX") == "1":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture
def right():
    """A function that makes the result of a true claim."""
    return true_result


@pytest.fixture
def wrong():
    """A function that makes the result of a claim that is wrong as printed."""
    return wrong_result


@pytest.fixture
def result_of():
    """A function that makes the result of a statement and its derivation."""
    return judged
