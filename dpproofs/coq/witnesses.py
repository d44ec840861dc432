"""What a counterexample puts in the place of parameters and of given objects.

A sentence says something of all given objects that satisfy its hypotheses. That it is false needs
one of each: uniform noise, noise on two integers, functions that solve an equation or are 0.
Nothing here is trusted: that the hypotheses hold of what is chosen is shown in Coq.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpproofs.coq.names import local
from dpproofs.coq.premises import Step
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.solutions import solutions
from dpproofs.coq.terms import number
from dpproofs.kernel.errors import UnsupportedExpression

ONE, QUARTER = ["int", "1"], ["rat", "1", "4"]
NOISE = {"line": "uniform_noise", "integers": "coin_noise"}


def is_refuted(certificate: Certificate) -> bool:
    """Whether a counterexample needs what the files for these hold."""
    found = [step for step in certificate["steps"] if step["method"] == "counterexample"]
    return bool(found) and (
        needs_witness(certificate) or any(speaks_of_errors(step) for step in found)
    )


def needs_witness(certificate: Certificate) -> bool:
    """Whether a counterexample needs objects, or values of parameters, that it does not name."""
    statement = certificate["statement"]
    named = {row["name"] for row in statement["parameters"]}
    return any(
        bool(statement["given"]) or not named <= set(dict(step["proposition"]["point"]))
        for step in certificate["steps"]
        if step["method"] == "counterexample"
    )


def has_solutions(certificate: Certificate) -> bool:
    """Whether a counterexample needs functions that solve an equation."""
    return needs_witness(certificate) and bool(solutions(certificate["statement"]))


def speaks_of_errors(step: Step) -> bool:
    """Whether the error function occurs in a relation that fails."""
    said = step["proposition"]["proposition"]
    return said["kind"] == "relation" and "'erf'" in repr((said["lhs"], said["rhs"]))


def chosen(statement: Mapping[str, Any]) -> dict[str, str]:
    """The terms of Coq for the parameters and the given objects, by their identifiers.

    Raises
    ------
    UnsupportedExpression
        For a kind of object of which none is at hand.
    """
    found = {
        local(row["name"]): number(ONE if row["integer"] else QUARTER, 0)
        for row in statement["parameters"]
    }
    solved = solutions(statement)
    for row in statement["given"]:
        if local(row["name"]) in solved:
            found[local(row["name"])] = solved[local(row["name"])]
        elif row["kind"] == "noise" and row["on"] in NOISE and not row["arity"]:
            found[local(row["name"])] = NOISE[row["on"]]
        elif row["kind"] == "function":
            found[local(row["name"])] = f"(fun {'_ ' * row['arity']}=> 0)" if row["arity"] else "0"
        else:
            raise UnsupportedExpression("no proof in Coq for a counterexample with such an object")
    return found
