"""Proofs of steps that apply a textbook rule about numbers: the theorem that proves the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from dpproofs.coq.events import known_noise
from dpproofs.coq.names import local
from dpproofs.coq.propositions import Row
from dpproofs.coq.rules import lemma, table, tagged
from dpproofs.coq.sentence import Certificate, sets_in
from dpproofs.coq.terms import is_infinite, noise, number
from dpproofs.coq.using import Step, Write, earlier, intros, used_at
from dpproofs.kernel.errors import UnsupportedExpression


def _rule(step: Step, certificate: Certificate) -> str:
    """The rule at its letters; each premise is an earlier step."""
    evidence = step["evidence"]
    found = next(one for one in table() if one["name"] == evidence["rule"])
    bindings = evidence["bindings"]
    dense = any("density" in str(row) for row in found["premises"])
    shown, others = _parted(found, step)
    exist = all(earlier(name, certificate)["proposition"]["kind"] == "noise" for name in others)
    if found.get("new") or dense or len(found["premises"]) != len(shown) or not exist:
        raise UnsupportedExpression(f"no proof in Coq for a use of the rule {found['name']!r}")
    words = " ".join(_letters(found, bindings))
    text = intros(step, certificate) + known_noise(step, certificate)
    text += f"pose proof ({_theorem(found, bindings)} {words}) as rule_. "
    for premise, name in zip(found["premises"], shown, strict=True):
        proved = f"premise rule_ ({_premise(premise, name, certificate)})"
        seen = _plain(premise) or _numbers(earlier(name, certificate))
        text += f"try ({proved}). " if seen else f"{proved}. "
    for name in dict.fromkeys(sets_in(found["conclusion"]["claim"])):
        text += f"specialize (rule_ {local(name)} ltac:(condition)). "
    own = len(found["conclusion"]["domain"])
    for row in step["domain"][len(step["domain"]) - own :]:
        text += f"at_variable rule_ {local(row['name'])}. "
    if _is_bound(found["conclusion"]["claim"]):
        return f"{text}apply (at_least_less rule_); same_arguments; Lra.lra."
    return f"{text}by_instance rule_."


def _parted(rule: Mapping[str, Any], step: Step) -> tuple[Sequence[str], Sequence[str]]:
    """The steps that are the premises, and those that say that noise exists."""
    count = len(rule["premises"])
    return step["uses"][:count], step["uses"][count:]


def _is_bound(claim: Mapping[str, Any]) -> bool:
    """Whether a rule bounds an expectation by letters at places, which may be written otherwise."""
    letters = tagged(claim.get("value", []), "letter")
    return claim.get("op") == ">=" and any(len(letter) > 2 for letter in letters)


def _theorem(rule: Mapping[str, Any], bindings: Mapping[str, Any]) -> str:
    """The theorem, or its part for these infinite ends."""
    name = f"proved.{lemma(rule).name}_"
    ends = [letter for letter, about in rule["letters"].items() if about["kind"] == "end"]
    infinite = tuple(is_infinite(bindings[letter]) for letter in ends)
    cases = list(product((False, True), repeat=len(ends)))
    place = cases.index(infinite)
    for _ in range(place):
        name = f"(proj2 {name})"
    return name if place == len(cases) - 1 else f"(proj1 {name})"


def _letters(rule: Mapping[str, Any], bindings: Mapping[str, Any]) -> Iterator[str]:
    """What stands for each letter, and what is shown of it."""
    for letter, about in rule["letters"].items():
        tree = bindings[letter]
        if about["kind"] == "end" and is_infinite(tree):
            continue
        if about["kind"] == "cost":
            yield f"{local(tree)} ltac:(assumption)"
            continue
        own = [local(name) for name in about.get("in", ())]
        body = noise(tree) if about["kind"] == "noise" else number(tree, 0)
        yield f"(fun {' '.join(own)} => {body})" if own else body
        if about["kind"] == "noise":
            yield "ltac:(noisy)"
        for word in ("positive", "nonnegative", "integer"):
            if about.get(word):
                yield "ltac:(condition)"


def _plain(premise: Row) -> bool:
    """Whether a premise bounds a letter at a number, which Coq may see without a step."""
    claim = premise["claim"]
    if premise["domain"] or claim.get("op") not in ("<", "<="):
        return False
    sides = (claim["lhs"], claim["rhs"])
    return ["int", "0"] in sides and any(side[0] == "letter" for side in sides)


def _numbers(step: Step) -> bool:
    """Whether a step compares numbers, which Coq may see without it."""
    claim = step["proposition"]
    sides = [claim.get("lhs", [""]), claim.get("rhs", [""])]
    return claim.get("op") in ("<", "<=") and all(side[0] == "int" for side in sides)


def _premise(premise: Row, name: str, certificate: Certificate) -> str:
    """How a premise follows from a step: variables of its own, and the step at them."""
    own = [row["name"] for row in premise["domain"]]
    step = earlier(name, certificate)
    theirs = [row["name"] for row in step["domain"]][-len(own) :] if own else []
    at = {their: f"{local(mine)}_p_" for their, mine in zip(theirs, own, strict=True)}
    at |= {name: f"{local(name)}_p_" for name in dict.fromkeys(sets_in(premise["claim"]))}
    lead = " ".join(f"intros {fresh}; conditions;" for fresh in at.values())
    return f"{lead} pose proof ({used_at(name, at, certificate)}) as F_; cbv beta; by_instance F_"


METHODS: dict[str, Write] = {"rule": _rule}
