"""Proofs of steps that apply a textbook rule about numbers: the theorem that proves the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from dpproofs.coq.events import known_noise
from dpproofs.coq.laws import ATOM, ways
from dpproofs.coq.names import local
from dpproofs.coq.premises import Step, Write, earlier, intros, used, used_at
from dpproofs.coq.propositions import Row
from dpproofs.coq.rules import lemma, table, tagged
from dpproofs.coq.sentence import Certificate, sets_in
from dpproofs.coq.terms import Tree, applied, borel_set, is_infinite, noise, number
from dpproofs.coq.values_of_rules import obtain
from dpproofs.kernel.errors import UnsupportedExpression

#: Premises that Coq sees without a step.
SEEN = (
    "repeat match type of rule_ with (_ < _) -> _ => specialize (rule_ ltac:(condition)) "
    "| (_ <= _) -> _ => specialize (rule_ ltac:(condition)) end. "
)


def _rule(step: Step, certificate: Certificate) -> str:
    """What follows from the rule at its letters."""
    found = next(one for one in table() if one["name"] == step["evidence"]["rule"])
    text = _applied(found, step, certificate)
    if found.get("new"):
        return obtain(step, certificate, text.replace(". ", "; "))
    text = intros(step, certificate) + text
    for name in dict.fromkeys(sets_in(found["conclusion"]["claim"])):
        text += f"specialize (rule_ {local(name)} ltac:(condition)). "
    for row in found["conclusion"]["domain"]:
        text += f"at_variable rule_ {local(row['name'])}. "
    claim = found["conclusion"]["claim"]
    if _is_bound(claim):
        weaker = "at_least_less" if claim["op"] == ">=" else "at_most_more"
        return f"{text}apply ({weaker} rule_); same_arguments; Lra.lra."
    if step["proposition"]["kind"] == "sum":
        return f"{text}by_sum rule_."
    return f"{text}by_instance rule_."


def of_sums(certificate: Certificate) -> bool:
    """Whether a rule says the value of a sum."""
    steps = (step for step in certificate["steps"] if step["method"] == "rule")
    return any(step["proposition"]["kind"] == "sum" for step in steps)


def at_products(certificate: Certificate) -> bool:
    """Whether hypotheses speak of given functions of three reals, and of values at products."""
    statement = certificate["statement"]
    reals = {one["name"]: one["arity"] for one in statement["given"] if one["kind"] == "function"}
    return max(reals.values(), default=0) > 2 and any(
        reals.get(name, 0) > 1 and any(part[0] == "mul" for part in parts)
        for _, name, *parts in tagged(statement["hypotheses"], "apply")
    )


def of_sequences(certificate: Certificate) -> bool:
    """Whether a rule has a premise about all integers of a range."""
    used_here = {
        step["evidence"]["rule"] for step in certificate["steps"] if step["method"] == "rule"
    }
    return any(
        row["integer"]
        for rule in table()
        if rule["name"] in used_here
        for premise in rule["premises"]
        for row in premise["domain"]
    )


def _applied(found: Mapping[str, Any], step: Step, certificate: Certificate) -> str:
    """The rule at its letters; each premise is an earlier step."""
    bindings = step["evidence"]["bindings"]
    count = len(found["premises"])
    if count > len(step["uses"]):
        raise UnsupportedExpression(f"no proof in Coq for a use of the rule {found['name']!r}")
    words = " ".join(_letters(found, bindings, certificate))
    dense = "".join(
        f"as_function {_density(bindings[letter], certificate)}; "
        for letter in sorted(_dense(found))
    )
    text = known_noise(step, certificate)
    for name in step["uses"][count:]:  # by which the letters are as the rule needs them
        if dense or earlier(name, certificate)["proposition"]["kind"] != "noise":
            text += f"try (pose proof ({used(name, {}, certificate)}) as G{name}_). "
    text += f"pose proof ({_theorem(found, bindings, certificate)} {words}) as rule_. "
    for premise, name in zip(found["premises"], step["uses"][:count], strict=True):
        shown = f"premise rule_ ({_premise(premise, name, certificate, dense)})"
        seen = _plain(premise) or _numbers(earlier(name, certificate))
        if seen and premise is found["premises"][-1]:  # no other shows it on the way
            shown = f"first [{shown} | specialize (rule_ ltac:(condition))]"
        text += f"try ({shown}). " if seen else f"{shown}. "
        if seen and found.get("new") and ATOM in ways(certificate):
            text += SEEN
    return text


def _is_bound(claim: Mapping[str, Any]) -> bool:
    """Whether a rule bounds an expectation by letters at places, which may be written otherwise."""
    letters = tagged(claim.get("value", []), "letter")
    bounds = claim["kind"] == "expected" and claim["op"] in (">=", "<=")
    return bounds and any(len(letter) > 2 for letter in letters)


def _theorem(rule: Mapping[str, Any], bindings: Mapping[str, Any], certificate: Certificate) -> str:
    """The theorem, or its part for these infinite ends; or what is taken for one."""
    name = f"proved.{lemma(rule).name}_"
    if rule in trusted(certificate):
        name = hypothesis(rule)
    ends = [letter for letter, about in rule["letters"].items() if about["kind"] == "end"]
    infinite = tuple(is_infinite(bindings[letter]) for letter in ends)
    cases = list(product((False, True), repeat=len(ends)))
    place = cases.index(infinite)
    for _ in range(place):
        name = f"(proj2 {name})"
    return name if place == len(cases) - 1 else f"(proj1 {name})"


def _letters(
    rule: Mapping[str, Any], bindings: Mapping[str, Any], certificate: Certificate
) -> Iterator[str]:
    """What stands for each letter, and what is shown of it."""
    dense = _dense(rule)
    for letter, about in rule["letters"].items():
        tree = bindings[letter]
        if about["kind"] == "end" and is_infinite(tree):
            continue
        if about["kind"] == "cost":
            yield f"{local(tree)} ltac:(assumption)"
            continue
        if about["kind"] == "set":
            yield f"{borel_set(tree)} ltac:(condition)"
            continue
        own = [local(name) for name in about.get("in", ())]
        if about["kind"] == "vector":
            yield _vectors(tree, certificate)
            continue
        body = noise(tree) if about["kind"] == "noise" else number(tree, 0)
        yield f"(fun {' '.join(own)} => {body})" if own else body
        if about["kind"] == "noise":
            yield "ltac:(noisy)"
        if letter in dense:
            yield _density(tree, certificate)
            yield "ltac:(intros; at_the_mirror) ltac:(made_by_density)"
        for word in ("positive", "nonnegative", "integer"):
            if about.get(word):
                yield "ltac:(condition)"


def _vectors(tree: Tree, certificate: Certificate) -> str:
    """The space of some noise for vectors, and the noise."""
    rows = {row["name"]: row for row in certificate["statement"]["given"]}
    norm = rows[tree[1]]["on"]
    space = f"{local(rows[norm]['dimension'])} ltac:(condition) ltac:(condition)"
    return f"{space} {local(norm)} ltac:(assumption) {noise(tree)} ltac:(solve [auto])"


def trusted(certificate: Certificate) -> list[Mapping[str, Any]]:
    """The rules that a claim uses and that the certificate calls unproved."""
    steps = (step for step in certificate["steps"] if step["method"] == "rule")
    used_ = {step["evidence"]["rule"] for step in steps}
    names = used_ & set(certificate.get("unproved", ()))
    return [rule for rule in table() if rule["name"] in names]


def stated(rule: Mapping[str, Any]) -> str:
    """The identifier of what a rule states."""
    return lemma(rule).name


def hypothesis(rule: Mapping[str, Any]) -> str:
    """What a rule is called that is taken for a theorem."""
    return f"trusted_{stated(rule)}"


def _dense(rule: Mapping[str, Any]) -> set[str]:
    """The letters for noise of whose density a rule speaks."""
    return {part[1][1] for part in tagged(rule["premises"], "density")}


def _density(tree: Tree, certificate: Certificate) -> str:
    """The density or the masses by which noise is defined."""
    for row in certificate["statement"]["definitions"]:
        if row["name"] == tree[1]:
            return applied(row["density"], tree[2:], 0)
    raise UnsupportedExpression("no proof in Coq for a rule about such noise")


def about_vectors(certificate: Certificate) -> bool:
    """Whether a claim speaks of noise for vectors."""
    return any(row["kind"] == "vector" for row in certificate["statement"]["given"])


def in_turn(certificate: Certificate) -> bool:
    """Whether a rule has premises that are to be shown in turn: one about noise for vectors, or one
    that finds a number and compares others without a variable; any, where all is to be tried.
    """
    steps = (step for step in certificate["steps"] if step["method"] == "rule")
    used_ = {step["evidence"]["rule"] for step in steps}
    if used_ and certificate.get("everywhere"):
        return True
    found = (rule for rule in table() if rule["name"] in used_ and rule.get("new"))
    compared = any(
        not premise["domain"]
        and premise["claim"].get("op") in ("<", "<=")
        and ["int", "0"] not in (premise["claim"]["lhs"], premise["claim"]["rhs"])
        for rule in found
        for premise in rule["premises"]
    )
    return compared or about_vectors(certificate)


def by_density(certificate: Certificate) -> bool:
    """Whether a rule speaks of a density."""
    steps = (step for step in certificate["steps"] if step["method"] == "rule")
    used_ = {step["evidence"]["rule"] for step in steps}
    return any(rule["name"] in used_ and bool(_dense(rule)) for rule in table())


def by_masses(certificate: Certificate) -> bool:
    """Whether a rule speaks of the masses of noise on the integers."""
    steps = (step for step in certificate["steps"] if step["method"] == "rule")
    used_ = {step["evidence"]["rule"] for step in steps}
    return any(
        rule["name"] in used_ and rule["letters"][letter].get("on") == "integers"
        for rule in table()
        for letter in _dense(rule)
    )


def _plain(premise: Row) -> bool:
    """Whether a premise bounds a letter at a number, which Coq may see without a step."""
    claim = premise["claim"]
    if claim["kind"] != "relation" or premise["domain"] or claim["op"] not in ("<", "<="):
        return False
    sides = (claim["lhs"], claim["rhs"])
    return ["int", "0"] in sides and any(side[0] == "letter" for side in sides)


def _numbers(step: Step) -> bool:
    """Whether a step compares numbers, which Coq may see without it."""
    claim = step["proposition"]
    sides = [claim.get("lhs", [""]), claim.get("rhs", [""])]
    return claim.get("op") in ("<", "<=") and all(side[0] == "int" for side in sides)


def _premise(premise: Row, name: str, certificate: Certificate, first: str) -> str:
    """How a premise follows from a step: variables of its own, and the step at them."""
    own = [row["name"] for row in premise["domain"]]
    if missing := set(own) - {row["name"] for row in earlier(name, certificate)["domain"]}:
        raise UnsupportedExpression(f"no proof in Coq for a premise without {sorted(missing)}")
    at = {variable: f"{local(variable)}_p_" for variable in own}
    at |= {name: f"{local(name)}_p_" for name in dict.fromkeys(sets_in(premise["claim"]))}
    lead = " ".join(f"intros {fresh}; conditions;" for fresh in at.values())
    fact = used_at(name, at, certificate)
    return f"{lead} pose proof ({fact}) as F_; cbv beta; {first}by_instance F_"


METHODS: dict[str, Write] = {"rule": _rule}
