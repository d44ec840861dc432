"""Textbook rules: the steps used are the premises, and the step is the conclusion.

After the premises come steps that say that the noise to which the rule is applied exists.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers.entailment import Premises
from dpproofs.checkers.integers import integral
from dpproofs.checkers.matching import all_exist, exists, law, same_claim, same_goal
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.valued import valueless
from dpproofs.kernel.assertions import Fact, Obtain
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.expression import Tree, noise_tree, set_tree, to_tree
from dpproofs.kernel.objects import Given, dimensions
from dpproofs.kernel.proposition import Proposition
from dpproofs.kernel.rules import Instance, Rule, instance, rules
from dpproofs.kernel.terms import uses_of
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "rule"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the steps used are the premises, in order, and the step the conclusion."""
    name, bindings = step.hints["rule"], step.hints["bindings"]
    try:
        rule = rules()[name]
        found = _instance(step, derivation)
        problem = (
            _captured(rule, bindings, derivation)
            or _conditions(rule, bindings, step, derivation)
            or _families(rule, bindings, found, step, derivation)
            or _fresh(step, derivation)
        )
    except (BadInput, Undecided, KeyError) as error:
        return unknown(str(error))
    if problem:
        return unknown(problem)
    given = [derivation.step(used).goal for used in step.uses[: len(found.premises)]]
    if len(given) < len(found.premises) or not all(map(same_goal, given, found.premises)):
        return unknown(f"the steps used are not the premises of the rule '{name}'")
    if not _concludes(step, found, derivation.fixed):
        return unknown(f"the step is not the conclusion of the rule '{name}'")
    said = found.facts or (Fact(found.conclusion.proposition, found.conclusion.domain),)
    if problem := next(filter(None, (valueless(fact.claim, fact.domain) for fact in said)), ""):
        return unknown(problem)
    trees = {letter: _tree(rule, letter, value) for letter, value in bindings.items()}
    return established(Grade.proved, f"by the rule '{name}'", rule=name, bindings=trees)


def _instance(step: Step, derivation: Derivation) -> Instance:
    claim = step.goal.proposition
    noises = [value for value in step.hints["bindings"].values() if isinstance(value, sp.Expr)]
    densities = {
        found.name: found.density
        for noise in noises
        if (found := law(noise, derivation)) is not None and found.atom == 0
    }
    called = claim.name if isinstance(claim, Obtain) else ""
    return instance(
        step.hints["rule"], step.hints["bindings"], step.goal.domain,
        called=called, densities=densities, dimensions=dimensions(_given(derivation)),
        parameters=derivation.fixed,
    )  # fmt: skip


def _given(derivation: Derivation) -> tuple[Given, ...]:
    return derivation.statement.given if derivation.statement else ()


def _concludes(step: Step, found: Instance, fixed: tuple[str, ...]) -> bool:
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Obtain):
        same_place = found.conclusion.domain.to_json() == domain.to_json()
        return (
            not found.facts
            and same_place
            and same_claim(found.conclusion.proposition, claim, domain)
        )
    free = tuple(v.symbol for v in domain if v.symbol.name not in fixed)
    return bool(found.facts) and claim.arguments == free and claim.facts == found.facts


def _conditions(rule: Rule, bindings: Mapping[str, Any], step: Step, derivation: Derivation) -> str:
    """Which of the rule's conditions on what is put in is not shown; nothing when all are."""
    own = () if rule.new else rule.own
    ambient = Domain(tuple(v for v in step.goal.domain if v.symbol.name not in own))
    said = Premises(ambient, tuple(derivation.step(name).goal for name in step.uses))
    for letter, needs in rule.letters.items():
        value = bindings[letter]
        if needs["kind"] == "noise":
            if problem := _noise(value, str(needs.get("on", "")), derivation):
                return problem
            continue
        if needs["kind"] == "vector":
            if str(value.func) not in dimensions(_given(derivation)):
                return f"{value.func} is no noise for vectors"
            continue
        for word in ("positive", "nonnegative"):
            if needs.get(word) and not said.positive(sp.S(value), strictly=word == "positive"):
                return f"{letter} = {value} is not shown to be {word}"
        if needs.get("integer") and not integral(sp.S(value), ambient):
            return f"{letter} = {value} is not shown to be an integer"
    noises = [
        bindings[key]
        for key, needs in rule.letters.items()
        if needs["kind"] == "noise" and not needs.get("in")
    ]
    missing = all_exist(noises, step, derivation)
    return f"no step used says that {missing} exists" if missing else ""


def _families(
    rule: Rule, bindings: Mapping[str, Any], found: Instance, step: Step, derivation: Derivation
) -> str:
    """Which family of noise is not shown to exist wherever the premises and the conclusion speak of
    it; what is said of it at a number that the rule finds is the rule's to say.
    """
    families = {
        bindings[key].func
        for key, needs in rule.letters.items()
        if needs["kind"] == "noise" and needs.get("in")
    }
    goals = (*found.premises, *(() if rule.new else (found.conclusion,)))
    for goal in goals:
        for noise in sorted(_spoken(goal.proposition, families), key=str):
            if not exists(noise, step, derivation, goal.domain):
                return f"no step used says that {noise.func} exists"
    return ""


def _spoken(claim: Proposition, families: set[Any]) -> set[sp.Expr]:
    """The noise of some families of which a claim speaks."""
    parts = (getattr(claim, item.name) for item in fields(claim))
    return {
        noise
        for part in parts
        if isinstance(part, sp.Basic)
        for noise in part.atoms(AppliedUndef)
        if noise.func in families
    }


def _captured(rule: Rule, bindings: Mapping[str, Any], derivation: Derivation) -> str:
    """The set of which a rule speaks stands for all sets: it is not given, and what is put in does
    not depend on it.
    """
    own = {"S"} if '["set", "S"]' in json.dumps([rule.premises, rule.conclusion]) else set()
    given = {found.name for found in _given(derivation)}
    spoken = {
        name
        for value in bindings.values()
        if isinstance(value, sp.Basic)
        for name, kind, _ in uses_of(value)
        if kind == "set"
    }
    return "the rule is about every set S, and S is spoken of" if own & (given | spoken) else ""


def _noise(noise: Any, on: str, derivation: Derivation) -> str:
    """What is wrong with a noise that is put in."""
    name = str(noise.func)
    found: Any = law(noise, derivation)
    if found is None:
        found = next((g for g in _given(derivation) if (g.name, g.kind) == (name, "noise")), None)
    if found is None:
        return f"{name} is not a noise"
    return f"{name} is not on the {on}" if on and found.on != on else ""


def _fresh(step: Step, derivation: Derivation) -> str:
    """A number that a rule finds may not depend on a set that stands for all sets."""
    if not isinstance(step.goal.proposition, Obtain):
        return ""
    given = {g.name for g in _given(derivation)}
    sets = {
        name
        for used in step.uses
        for name, kind, _ in derivation.step(used).goal.proposition.uses()
        if kind == "set" and name not in given
    }
    return f"the number would depend on the set {min(sets)}" if sets else ""


def _tree(rule: Rule, letter: str, value: Any) -> Tree | str:
    kind = rule.letters[letter]["kind"]
    if kind == "cost":
        return str(value)
    if kind == "set":
        return set_tree(value)
    return noise_tree(value, kind) if kind in ("noise", "vector") else to_tree(sp.S(value))
