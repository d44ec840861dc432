"""Solved mechanisms as text, with what proves them optimal, and those that are shipped."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import resources
from typing import TYPE_CHECKING, Any

from dpproofs.kernel.errors import BadInput
from dpproofs.optima.cactus.problem import Problem
from dpproofs.replaying.divergence import check
from dpproofs.replaying.reader import Rejected

if TYPE_CHECKING:
    from dpproofs.mechanisms.base import Array

STORED = ("0.05", "0.1", "0.25", "0.5", "1", "2")  # variances that are shipped
#: What is raised when a text is not one that was written here.
UNREADABLE = (KeyError, TypeError, ValueError, ZeroDivisionError, Rejected)


def written(problem: Problem, masses: Array, *, certificate: bool) -> str:
    """A problem and the masses found for it as JSON; with a certificate, of their bounds.

    Raises
    ------
    NotConverged
        When a certificate is wanted and the program was not solved.
    """
    document: dict[str, Any] = {
        "mechanism": "Cactus",
        "sensitivity": str(problem.sensitivity),
        "budget": str(problem.budget),
        "N": problem.N,
    }
    if certificate:
        proof = problem.certificate(problem.solution(), None)
    else:
        proof = {
            "cost": str(problem.cost),
            "order": str(problem.order),
            "n": problem.n,
            "r": str(problem.r),
            "masses": [float(mass).hex() for mass in masses],
        }
    return json.dumps({**document, "certificate": proof})


def read(text: str) -> tuple[Problem, list[float]]:
    """The problem and the masses of a text; a certificate in it is checked.

    Raises
    ------
    Rejected
        When the certificate proves less than it says, or is that of another budget.
    """
    document = json.loads(text)
    proof = document["certificate"]
    if "upper" in proof:
        check(proof)
    problem = Problem.of(
        sensitivity=Fraction(document["sensitivity"]),
        budget=Fraction(document["budget"]),
        cost=Fraction(proof["cost"]),
        n=proof["n"],
        N=document["N"],
        r=Fraction(proof["r"]),
        order=Fraction(proof["order"]),
    )
    if "upper" in proof and Fraction(proof["budget"]) != problem.unit_budget:
        raise Rejected("its budget is not that of its certificate")
    return problem, [float.fromhex(mass) for mass in proof["masses"]]


def library(variance: str) -> str:
    """The text of a mechanism that was solved before, for the sensitivity 1.

    Raises
    ------
    BadInput
        When the variance is not among those shipped.
    """
    if variance not in STORED:
        raise BadInput("variance", variance, "one of " + ", ".join(STORED))
    folder = resources.files("dpproofs.optima.cactus") / "library"
    return (folder / f"variance-{variance}.json").read_text("utf-8")
