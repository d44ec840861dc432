"""Sums and derivatives of which exponentials are products of powers of a few variables.

A power of an exponential with the index as its exponent is an exponential too. That a telescoper
has the terms for its differences, and the sum for the difference of its ends, are equations of
fractions then; and so is the derivative that the shape of a function gives.
"""

from __future__ import annotations

from collections.abc import Mapping

from dpproofs.coq.factors import Factors
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, intros, minus
from dpproofs.coq.propositions import function
from dpproofs.coq.roots import Roots, about, has_roots, point
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, is_infinite, put
from dpproofs.kernel.errors import UnsupportedExpression


def about_differences(certificate: Certificate) -> bool:
    """Whether a claim has such sums or derivatives."""
    return any(applies(step, certificate) for step in certificate["steps"])


def applies(step: Step, certificate: Certificate) -> bool:
    """Whether a step is one of fractions of exponentials, where all is tried."""
    if not certificate.get("everywhere") or step["method"] not in METHODS:
        return False
    try:
        METHODS[step["method"]](step, certificate)
    except UnsupportedExpression:
        return False
    return True


def _sum(step: Step, certificate: Certificate) -> str:
    """The differences of the telescoper, and the difference of its ends."""
    said, evidence = step["proposition"], step["evidence"]
    index, ratio = said["index"], evidence.get("ratio", [""])
    if ratio[0] != "exp" or is_infinite(said["upper"]):
        raise UnsupportedExpression("no telescoper of fractions of exponentials")
    power = ["exp", ["mul", *ratio[1:], ["sym", index]]]
    term = ["mul", evidence["quotient"], power]
    place = point(step, certificate)
    place |= {index: about(said["lower"], place) + 1}
    after = put(term, {index: _next(["sym", index])})
    differs = _equal(minus(after, term), said["term"], place)
    ends = minus(put(term, {index: _next(said["upper"])}), put(term, {index: said["lower"]}))
    telescoper, terms = function(index, term), function(index, said["term"])
    of_terms = f"eapply (finite_sum_of {terms} {telescoper})"
    return (
        f"{intros(step, certificate)}eapply finite_sum_value; [{of_terms}; "
        f"[integers | integers | condition | intros {local(index)} ? ?; cbv beta; {differs}] "
        f"| cbv beta; {_equal(ends, said['value'], place)}]."
    )


def _next(tree: Tree) -> Tree:
    return ["add", tree, ["int", "1"]]


def _equal(left: Tree, right: Tree, place: Mapping[str, float]) -> str:
    """An equation of fractions, in exponentials and roots."""
    if has_roots([left, right]):
        roots = Roots([left, right], place)
        text = f"{roots.text()}to_roots. {roots.cleared()}modulo {roots.equations}"
        return text.replace(". ", "; ")
    found = Factors([left, right], place)
    if found.atoms:
        raise UnsupportedExpression("no fraction of exponentials")
    return (found.text() + f"to_powers. {found.cleared()}modulo []").replace(". ", "; ")


def _derivative(step: Step, certificate: Certificate) -> str:
    """What the shape of the function gives is the derivative."""
    said = step["proposition"]
    same = _equal(said["function"], said["value"], point(step, certificate))
    shown = f"exponentials; eapply derive_as; [derive | cbv beta; simpl INR; simpl pred; {same}]"
    return f"{intros(step, certificate)}first [solve [{shown}] | by_derivative]."


METHODS: dict[str, Write] = {"derivative": _derivative, "sum": _sum}
