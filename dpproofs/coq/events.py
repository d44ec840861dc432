"""Proofs of steps about masses of sets: measures, privacy and evenness at one set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dpproofs.coq.context import standing
from dpproofs.coq.laws import ATOM, ways
from dpproofs.coq.names import local
from dpproofs.coq.premises import HERE, Step, Write, earlier, intros, used
from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate, introduced
from dpproofs.coq.terms import Tree, borel_set, negated, noise, number


def about_noise(certificate: Certificate) -> bool:
    """Whether a claim speaks of noise or of sets."""
    statement = certificate["statement"]
    rows = (*statement["given"], *statement["definitions"])
    return any(row["kind"] in ("noise", "set", "cost") for row in rows)


def about_losses(certificate: Certificate) -> bool:
    """Whether a claim speaks of losses."""
    rows = (*certificate["statement"]["hypotheses"], *certificate["steps"])
    return any(row["proposition"]["kind"] == "loss" for row in rows)


def known_noise(step: Step, certificate: Certificate) -> str:
    """Earlier steps that say of a defined noise that it is noise."""
    nothing: Row = {"domain": [], "proposition": {}}
    leads = {
        name: introduced(standing(earlier(name, certificate), certificate), nothing)
        for name in step["uses"]
    }
    return "".join(
        f"pose proof (step_{name} {leads[name].replace('?', 'ltac:(condition)')}) as N{name}_. "
        for name in step["uses"]
        if earlier(name, certificate)["proposition"]["kind"] == "noise"
    )


def _measure(step: Step, certificate: Certificate) -> str:
    """The relation holds for the indicators at every point, in each cell of the line."""
    evidence, said = step["evidence"], step["proposition"]
    order = [f"({number(point)})" for point in evidence["order"]]
    ranked = "".join(f"as_end {point}. " for point in order) if ATOM in ways(certificate) else ""
    ranked += "".join(f"in_order {low} {high}. " for low, high in pairwise(order))
    cells = "".join(f"apart {HERE} {point}; " for point in order)
    unknown = dict.fromkeys(
        place for _, tree in evidence["terms"] for place in _unknown(tree, HERE)
    )
    cells += "".join(f"unknown {name} ({place}); " for name, place in unknown)
    tries = []
    lemma = "masses_0" if said["op"] == "==" else "masses_ge0"
    for sign in (False, True)[: 1 if said["op"] == "==" else 2]:
        terms = " :: ".join(
            f"({number(_signed(factor, sign))}, {borel_set(tree)})"
            for factor, tree in evidence["terms"]
        )
        constant = number(_signed(evidence["constant"], sign), 0)
        applied = (
            f"@{lemma} {noise(evidence['noise'])} {constant} ({terms} :: nil)%list "
            "ltac:(condition) ltac:(all_borels)"
        )
        tries.append(
            f"solve [let M_ := fresh in pose proof ({applied}) as M_; "
            f"match type of M_ with ?P_ -> _ => assert (Q_ : P_); "
            f"[intros {HERE}; cbn [at_point]; {cells}in_or_out | specialize (M_ Q_); by_masses M_] "
            "end]"
        )
    text = intros(step, certificate) + known_noise(step, certificate) + ranked
    return f"{text}first [{' | '.join(tries)}]."


def _signed(factor: Tree, negative: bool) -> Tree:
    if not negative:
        return factor
    return negated(factor) or ["mul", ["int", "-1"], factor]


def _unknown(tree: Tree, place: str) -> Iterator[tuple[str, str]]:
    """The unknown sets in a set, each with the point that may lie inside."""
    tag, *parts = tree
    if tag == "set":
        yield local(parts[0]), place
    elif tag == "moved":
        yield from _unknown(parts[0], f"({place} - {number(parts[1], 35)})")
    elif tag == "mirror":
        yield from _unknown(parts[0], f"(- {place})")
    elif tag != "between":
        for part in parts:
            yield from _unknown(part, place)


def _privacy(step: Step, certificate: Certificate) -> str:
    """What an earlier step says of one set and one shift."""
    evidence = step["evidence"]
    fact = earlier(evidence["private"], certificate)
    said = fact["proposition"]
    statement = certificate["statement"]
    rows = (*statement["given"], *statement["definitions"])
    integers = any(row["name"] == said["noise"][1] and row.get("on") == "integers" for row in rows)
    lemma = "private_on_integers_at" if integers else "private_at"
    shown = used(evidence["private"], evidence.get("at", {}), certificate)
    conditions = " ".join(["ltac:(condition)"] * (4 if integers else 3))
    shift, event = number(evidence["shift"], 0), borel_set(evidence["set"])
    return (
        f"{intros(step, certificate)}pose proof ({shown}) as P_. "
        f"pose proof (@{lemma} _ _ _ _ {event} {shift} P_ {conditions}) as F_. by_privacy F_."
    )


def _mirror(step: Step, certificate: Certificate) -> str:
    """What evenness says of one set."""
    evidence = step["evidence"]
    shown = used(evidence["even"], {}, certificate)
    event = borel_set(evidence["set"])
    return (
        f"{intros(step, certificate)}"
        f"pose proof (mirrored (S:={event}) ({shown}) ltac:(condition)) as F_. by_instance F_."
    )


def _weaken(step: Step, certificate: Certificate) -> str:
    """An expectation with another bound, which a second step compares."""
    first, *others = step["uses"]
    bound = used(others[0], {}, certificate) if others else "Rle_refl 0"
    return (
        f"{intros(step, certificate)}pose proof ({used(first, {}, certificate)}) as E_. "
        f"pose proof ({bound}) as B_. weakened E_ B_."
    )


METHODS: dict[str, Write] = {
    "measure": _measure,
    "mirror": _mirror,
    "privacy": _privacy,
    "weaken": _weaken,
}
