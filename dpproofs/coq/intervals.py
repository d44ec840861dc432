"""Proofs of what noise gives to an interval inside a piece of its density or of its masses, and to
the origin.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from dpproofs.coq.laws import MASSES, Law, law
from dpproofs.coq.premises import Step, Write, earlier, intros, used
from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import ENDS, Tree, is_infinite, number, put
from dpproofs.kernel.errors import UnsupportedExpression

KINDS = frozenset(("atom", "density"))
ZERO = ["int", "0"]


def has_intervals(certificate: Certificate) -> bool:
    """Whether a claim has a step about the mass of an interval or of the origin."""
    return any(step["method"] in KINDS for step in certificate["steps"])


def has_errors(certificate: Certificate) -> bool:
    """Whether such masses are values of the error function."""
    return has_intervals(certificate) and any(
        "'erf'" in repr(step["proposition"]) for step in certificate["steps"]
    )


def counts(step: Step, certificate: Certificate) -> bool:
    """Whether a step is about the mass of an interval under noise on the integers."""
    if step["method"] != "density":
        return False
    return law(step["proposition"]["lhs"][1], certificate).words == MASSES


def _density(step: Step, certificate: Certificate) -> str:
    """The integral of the density, or the sum of the masses, between ends that lie in one piece."""
    said, evidence = step["proposition"], step["evidence"]
    _, noise, (_, ends, *between) = said["lhs"]
    own = law(noise, certificate)
    density, at = own.density, dict(own.at)
    if density["index"] is not None:
        at[density["index"]] = evidence["period_index"]
    shown = used(evidence["integral"], {}, certificate)
    lead = (
        f"{_known(evidence['existence'], noise, step, certificate)}"
        f"{_inside(density, at, evidence['piece'], between)}"
    )
    if counts(step, certificate):
        if ends != "[)":
            raise UnsupportedExpression(f"no proof in Coq for a mass of integers between {ends}")
        return f"{lead}counted N_ ({shown}) {_on(own, at)}."
    lower, upper = (_end(end) for end in between)
    value = number(said["rhs"], 0)
    return (
        f"{lead}{_beside(noise, between[0], certificate)}"
        f"refine (@mass_{ENDS[ends]} _ _ {lower} {upper} {value} N_ _ _); "
        f"[piece ({shown}) {_on(own, at)} | off_the_atom]."
    )


def _atom(step: Step, certificate: Certificate) -> str:
    """What is defined as the mass of the origin."""
    said = step["proposition"]
    (noise,) = (side[1] for side in (said["lhs"], said["rhs"]) if side[0] == "mass")
    known = _known(step["evidence"]["existence"], noise, step, certificate)
    return f"{known}pose proof (mass_at_origin N_) as M_. by_instance M_."


def _known(name: str, noise: Tree, step: Step, certificate: Certificate) -> str:
    """That the noise exists, from an earlier step, with its definition written out."""
    own = earlier(name, certificate)["proposition"]["noise"]
    names = {tree[1]: value for tree, value in zip(own[2:], noise[2:], strict=True)}
    shown, made = used(name, names, certificate), law(noise, certificate).words.made
    return f"{intros(step, certificate)}pose proof ({shown}) as N_. revert N_. {made}. intros N_. "


def _inside(density: Row, at: Mapping[str, Tree], piece: int, between: list[Tree]) -> str:
    """The interval lies in the piece, which comes after the others."""
    period = _period(density, at)
    ends = [ZERO, *(put(row["upper"], at) for row in density["pieces"])]
    finite = [number(end, 50) for end in ends[: piece + 2] if not is_infinite(end)]
    shown = [f"{low} <= {high}" for low, high in pairwise(finite)]
    lower, upper = between
    if period:
        width, index = period
        shown += [f"0 < {width}", f"integer {index}", f"0 <= {index}", f"0 <= {index} * {width}"]
        if piece + 1 < len(density["pieces"]):
            shown.append(f"{finite[-1]} <= {width}")
    lead = f"{period[1]} * {period[0]} + " if period else ""
    shown.append(f"{lead}{finite[piece]} <= {number(lower, 50)}")
    if len(finite) > piece + 1:
        shown.append(f"{number(upper, 50)} <= {lead}{finite[-1]}")
    return "".join(f"assert ({one}) by condition. " for one in shown)


def _beside(noise: Tree, lower: Tree, certificate: Certificate) -> str:
    """The atom lies before the interval, where that is so."""
    (own,) = (row for row in certificate["statement"]["definitions"] if row["name"] == noise[1])
    return f"try assert (0 < {number(lower, 50)}) by condition. " if own["atom"] != ZERO else ""


def _on(own: Law, at: Mapping[str, Tree]) -> str:
    period, words = _period(own.density, at), own.words
    return f"({words.on_period} {period[1]} {period[0]})" if period else words.on_piece


def _period(density: Row, at: Mapping[str, Tree]) -> tuple[str, str] | None:
    """The width of a period, and the number of the one in which the interval lies."""
    if density["period"] is None:
        return None
    return number(put(density["period"], at), 0), number(at[density["index"]], 0)


def _end(tree: Tree) -> str:
    return "p_infty" if is_infinite(tree) else f"(Finite {number(tree, 0)})"


METHODS: dict[str, Write] = {"atom": _atom, "density": _density}
