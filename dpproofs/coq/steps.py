"""Steps of certificates as proofs in Coq, and the theorem that a claim's sentence holds.

Each step is a lemma that says all that it rests on: parameters, given objects, definitions,
hypotheses, its own domain. The last theorem has the exported sentence as its type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dpproofs.coq.document import HEADER
from dpproofs.coq.names import local
from dpproofs.coq.propositions import Row, function
from dpproofs.coq.sentence import (
    Certificate,
    closed,
    fails_or_says,
    introduced,
    key,
    parted,
    sentence,
)
from dpproofs.coq.terms import is_infinite, negated, number
from dpproofs.kernel.errors import UnsupportedExpression

Step: TypeAlias = Mapping[str, Any]

TACTICS = "From dpproofs Require Import lemmas tactics.\n"


def proof(certificate: Certificate) -> str:
    """The file of Coq that proves a claim.

    Raises
    ------
    UnsupportedExpression
        When the claim has a step of a method for which no proof can be written, naming it.
    """
    said = sentence(certificate)
    parts = [HEADER + TACTICS, said.text]
    parts += [_lemma(step, certificate) for step in certificate["steps"]]
    parts.append(_theorem(certificate, said.name))
    return "\n\n".join(parts) + "\n"


def _lemma(step: Step, certificate: Certificate) -> str:
    write = _METHODS.get(step["method"])
    if write is None:
        raise UnsupportedExpression(f"no proof in Coq for the method {step['method']!r}")
    statement = certificate["statement"]
    body = closed(statement, [fails_or_says(step)])
    if step["proposition"]["kind"] == "fails":
        body = f"  ~ ({body.strip()})"
    return f"Lemma step_{step['name']} :\n{body}.\nProof. {write(step, certificate)} Qed."


def _intros(step: Step, certificate: Certificate) -> str:
    names = introduced(certificate["statement"], step)
    return f"intros {names}. " if names else ""


def _theorem(certificate: Certificate, name: str) -> str:
    """The sentence, from the steps that say its goals."""
    steps = {key(fails_or_says(step)): step for step in reversed(certificate["steps"])}
    wrong, right = parted(certificate)
    lines = [f"unfold {name}."]
    for place, goal in enumerate(wrong, 1):
        last = place == len(wrong) and not right
        proved = f"unfold {name}_printed_{place}; exact {_by(goal, steps)}"
        lines.append(f"{proved}." if last else f"split; [{proved}|].")
    statement = certificate["statement"]
    lead = introduced(statement, {"domain": [], "proposition": {}})
    lines += [f"intros {lead}."] if right and lead else []
    for place, goal in enumerate(right, 1):
        named = introduced(statement, goal)
        own = named.removeprefix(lead).strip()
        filled = named.replace("?", "ltac:(assumption)")
        proved = f"{f'intros {own}; ' if own else ''}exact ({_by(goal, steps)} {filled})"
        lines.append(f"{proved}." if place == len(right) else f"split; [{proved}|].")
    body = "\n  ".join(lines)
    return f"Theorem {name}_proved : {name}.\nProof.\n  {body}\nQed."


def _by(goal: Row, steps: Mapping[str, Step]) -> str:
    if key(goal) not in steps:
        raise UnsupportedExpression("a goal that no step says")
    return f"step_{steps[key(goal)]['name']}"


# -- a method each ---------------------------------------------------------------------------------


def _plain(tactic: str) -> Write:
    return lambda step, certificate: f"{_intros(step, certificate)}{tactic}."


def _assume(_: Step, certificate: Certificate) -> str:
    lead = introduced(certificate["statement"], {"domain": [], "proposition": {}})
    return f"intros {lead}. assumption."


def _integral(step: Step, certificate: Certificate) -> str:
    primitive = step["evidence"].get("antiderivative")
    if primitive is None:
        raise UnsupportedExpression("no proof in Coq for an integral without an antiderivative")
    inside = function(step["proposition"]["variable"], primitive)
    return f"{_intros(step, certificate)}by_integral {inside}."


def _sum(step: Step, certificate: Certificate) -> str:
    said, evidence = step["proposition"], step["evidence"]
    if "quotient" not in evidence:
        raise UnsupportedExpression("no proof in Coq for a sum without a quotient")
    index, ratio = ["sym", said["index"]], evidence["ratio"]
    term = evidence["quotient"]
    if is_infinite(said["upper"]):
        inside = f"({function(said['index'], term)} : R -> R) {number(ratio, 0)}"
        return f"{_intros(step, certificate)}by_infinite_sum {inside}."
    if ratio != ["int", "1"]:
        term = ["mul", term, ["pow", ratio, index]]
    return f"{_intros(step, certificate)}by_finite_sum {function(said['index'], term)}."


def _entailment(step: Step, certificate: Certificate) -> str:
    """The facts where they are used, each times its multiplier."""
    lines = []
    for place, row in enumerate(step["evidence"]["facts"]):
        name, times = f"F{place}_", row["times"]
        lines.append(f"pose proof ({_used(str(row['fact']), row['at'], certificate)}) as {name}.")
        positive = negated(times) or times
        if list(positive) != ["int", "1"]:
            lines.append(f"multiplied {number(positive, 0)} {name}.")
    return _intros(step, certificate) + " ".join(lines) + " by_entailment."


def _instance(step: Step, certificate: Certificate) -> str:
    (used, *_), at = step["uses"], dict(step["evidence"]["at"])
    if step["evidence"].get("sets"):
        raise UnsupportedExpression("no proof in Coq for an instance at other sets")
    fact = _used(used, at, certificate)
    return f"{_intros(step, certificate)}pose proof ({fact}) as F. by_entailment."


def _used(name: str, at: Mapping[str, Any], certificate: Certificate) -> str:
    """An earlier step at some values, under conditions that are shown."""
    earlier = certificate["steps"][int(name) - 1]
    words = []
    for word in introduced(certificate["statement"], earlier).split():
        value = next((tree for key, tree in at.items() if local(key) == word), None)
        filled = word if value is None else number(value, 0)
        words.append("ltac:(condition)" if word == "?" else filled)
    return " ".join([f"step_{name}", *words])


def _counterexample(step: Step, certificate: Certificate) -> str:
    said = step["proposition"]
    if said["objects"] or said["proposition"]["kind"] != "relation":
        raise UnsupportedExpression("no proof in Coq for a counterexample of this kind")
    values = {local(name): number(value, 0) for name, value in said["point"]}
    words = introduced(certificate["statement"], fails_or_says(step)).split()
    if not set(words) <= {"?", *values}:
        raise UnsupportedExpression("no proof in Coq for a counterexample at any parameter")
    filled = ["ltac:(condition)" if word == "?" else values[word] for word in words]
    return f"intros H. pose proof ({' '.join(['H', *filled])}) as K. by_contradiction K."


Write: TypeAlias = Callable[[Step, Certificate], str]
_METHODS: dict[str, Write] = {
    "assume": _assume,
    "counterexample": _counterexample,
    "derivative": _plain("by_derivative"),
    "entailment": _entailment,
    "identity": _plain("by_identity"),
    "instance": _instance,
    "integral": _integral,
    "sign": _plain("by_sign"),
    "sum": _sum,
}
