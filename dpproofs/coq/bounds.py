"""Upper bounds that hold exponentials, as fractions of the variables that stand for these.

An entailment may need the bound of a variable for a sign. Coq sees it by linear arithmetic where
the bound has no denominator.
"""

from __future__ import annotations

from collections.abc import Mapping

from dpproofs.coq.fractions import Quotient, Variables
from dpproofs.coq.names import local
from dpproofs.coq.powers import has_power
from dpproofs.coq.premises import Step
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, number


def of_exponentials(step: Step) -> Mapping[str, Tree]:
    """The upper bounds of a step's own variables in which exponentials stand."""
    return {row["name"]: row["upper"] for row in step["domain"] if "'exp'" in repr(row["upper"])}


def of_powers(step: Step) -> Mapping[str, Tree]:
    """The upper bounds in which powers stand whose exponent is no number."""
    return {row["name"]: row["upper"] for row in step["domain"] if has_power(row["upper"])}


def has_bounds(certificate: Certificate) -> bool:
    """Whether a claim has an entailment with such bounds, where all is tried."""
    return bool(certificate.get("everywhere")) and any(
        step["method"] == "entailment"
        and (of_exponentials(step) or (certificate.get("powers") and of_powers(step)))
        for step in certificate["steps"]
    )


def cleared(name: str, bound: Quotient, variables: Variables) -> str:
    """That a variable times the denominator of its bound lies below the numerator."""
    above, below = (number(variables.tree(part), 0) for part in (bound.above, bound.below))
    return f"below_its_bound {local(name)} {above} {below}"
