"""Proofs that something printed is false: the sentence at a point, and what holds there instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, spoken_of, written_at
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.quotients import tactic
from dpproofs.coq.sentence import Certificate, fails_or_says, introduced
from dpproofs.coq.terms import Tree, is_infinite, number, put
from dpproofs.coq.witnesses import chosen, needs_witness, speaks_of_errors
from dpproofs.kernel.errors import UnsupportedExpression

KINDS = ("relation", "integral", "limit")


def _counterexample(step: Step, certificate: Certificate) -> str:
    """What is printed, at the point; the functions that are defined are as they are defined."""
    said = step["proposition"]
    if said["objects"] or said["proposition"]["kind"] not in KINDS:
        raise UnsupportedExpression("no proof in Coq for a counterexample of this kind")
    point = dict(said["point"])
    values = chosen(certificate["statement"]) if needs_witness(certificate) else {}
    values |= {local(name): number(value, 0) for name, value in point.items()}
    values |= dict(_objects(certificate, values))
    words = introduced(certificate["statement"], fails_or_says(step)).split()
    if not set(words) <= {"?", *values}:
        raise UnsupportedExpression("no proof in Coq for a counterexample at any parameter")
    shown = "ltac:(as_chosen)" if needs_witness(certificate) else "ltac:(as_defined)"
    filled = [shown if word == "?" else values[word] for word in words]
    at_point = f"pose proof ({' '.join(['H', *filled])}) as K. cbv beta in K."
    return f"intros H. {at_point} {_contradiction(step, point)}"


def _objects(certificate: Certificate, values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The functions and noise that are defined, written out for these parameters."""
    statement = certificate["statement"]
    for found in statement["definitions"]:
        at = {name: values[name] for name in spoken_of(found, statement) if name in values}
        yield local(found["name"]), written_at(found, at, statement)


def _contradiction(step: Step, point: Mapping[str, Tree]) -> str:
    """With another value, or with what is known of numbers."""
    said = step["proposition"]["proposition"]
    if said["kind"] == "relation":
        return "by_enclosure K." if speaks_of_errors(step) else "by_contradiction K."
    evidence: Mapping[str, Any] = step["evidence"]
    instead = number(put(evidence["instead"], point), 0)
    if said["kind"] == "integral":
        shown = _integral(said, evidence, point)
    else:
        shown = tactic({key: put(part, point) for key, part in said.items()})
    return f"other_value K {instead} ({shown}) E. by_contradiction E."


def _integral(said: Row, evidence: Mapping[str, Any], point: Mapping[str, Tree]) -> str:
    primitive = evidence["shown"].get("antiderivative")
    if primitive is None:
        raise UnsupportedExpression("no proof in Coq for an integral without an antiderivative")
    free = {name: value for name, value in point.items() if name != said["variable"]}
    inside = function(said["variable"], put(primitive, free))
    improper = is_infinite(said["lower"]) or is_infinite(said["upper"])
    return f"{'by_improper_integral' if improper else 'by_integral'} {inside}"


METHODS: dict[str, Write] = {"counterexample": _counterexample}
