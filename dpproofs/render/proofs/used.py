"""What a step puts together: relations with their multipliers, or a rule with its letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import sympy as sp

from dpproofs.kernel import rules
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Relation
from dpproofs.render import formula, layout, notation
from dpproofs.render.proofs.choice import is_void
from dpproofs.render.proofs.form import Words
from dpproofs.render.proofs.reading import Reading
from dpproofs.render.proofs.words import dollars, joined, plain, rule_named
from dpproofs.render.prose import Stretch

MOST_FACTS = 6
INLINE = 16.0  # em of a formula that stands in a sentence
#: Letters of rules that stand in the claim itself, or are what it is about.
_SEEN = frozenset(("left", "right", "less", "more", "noise", "cheap", "dear", "cost", "value"))

#: What a rule allows to conclude, in letters of its own; a step displays its own conclusion.
_LETTERED = re.compile(r" Here it is that [^.]*\.$")

#: What letters of rules are called in a sentence, where their names are no nouns.
_CALLED = {"at": "place", "above": "upper bound", "last": "last index", "mixed": "mixture"}


def added(
    step: Step, derivation: Derivation, reading: Reading, refer: Callable[[str], Words]
) -> Words:
    """The sentence that says of which relations an inequality is the sum.

    Parameters
    ----------
    step
        With the facts that it combines, if it does.
    derivation
        Of the step.
    reading
        How formulas are shortened.
    refer
        What stands for a step in a sentence, or nothing where it has no number.

    Returns
    -------
    Words
        Nothing, where there is one fact only, there are many, or one is too wide for a sentence.
    """
    facts = step.hints.get("facts", ())
    if step.method != "entailment" or not 2 <= len(facts) <= MOST_FACTS:
        return ()
    if not isinstance(step.goal.proposition, Relation):
        return ()
    told = [
        _fact(name, values, sp.S(times), derivation, reading, refer)
        for name, values, times in facts
        if not _is_void(name, derivation, reading)
    ]
    if len(told) < 2 or not all(told):
        return ()
    return (Stretch("We have added "), *joined([one for one in told if one]), Stretch("."))


def _is_void(name: str, derivation: Derivation, reading: Reading) -> bool:
    return is_void(reading.proposition(derivation.step(name).goal.proposition))


def _fact(
    name: str,
    values: Mapping[sp.Symbol, object],
    times: sp.Expr,
    derivation: Derivation,
    reading: Reading,
    refer: Callable[[str], Words],
) -> Words:
    """One of the relations, with what is put into it and its multiplier."""
    claim = derivation.step(name).goal.proposition
    what = refer(name)
    if what:
        moved = {s: sp.S(v) for s, v in values.items() if sp.S(v) != s and s in claim.free()}
        puts = [f"${_inline(v, reading)}$ for ${_inline(s, reading)}$" for s, v in moved.items()]
        what = (*what, *dollars(f" (with {' and '.join(puts)})")) if puts else what
    elif isinstance(claim, Relation):
        at = {s: sp.S(v) for s, v in values.items()}
        lhs, rhs = (sp.S(side).xreplace(at) for side in (claim.lhs, claim.rhs))
        if claim.op == "==" and times.could_extract_minus_sign():
            lhs, rhs, times = rhs, lhs, -times
        text = formula.proposition(reading.proposition(Relation(lhs, claim.op, rhs)))
        what = dollars(f"${text}$") if layout.width(text) <= INLINE else ()
    factor = _inline(times, reading)
    if not what or layout.width(factor) > INLINE:
        return ()
    return what if times == 1 else (*dollars(f"${factor}$ times "), *what)


def _inline(value: sp.Basic, reading: Reading) -> str:
    return notation.expression(reading.expression(value))


def said(name: str) -> Words:
    """What a rule of the table says, as a sentence; nothing for a rule that is not there."""
    rule = rules.rules().get(name)
    if rule is None:
        return ()
    told, text = rule_named(name), _LETTERED.sub("", rule.text)
    if text[1:2].isalpha():  # a word, and not the E of an expectation
        text = text[:1].lower() + text[1:]
    return plain(f"{told[:1].upper()}{told[1:]}: {text}")


def bindings(step: Step, reading: Reading, *, is_new: bool) -> Words:
    """The sentence that says what is put into the rule of a step, as far as it is short; the rule
    itself comes just before where it ``is_new`` to the reader.
    """
    told = []
    for letter, value in step.hints.get("bindings", {}).items():
        if letter in _SEEN or not isinstance(value, sp.Expr):
            continue
        text = _inline(value, reading)
        if layout.width(text) <= INLINE:
            verb = "are" if letter.endswith("s") else "is"
            called = _CALLED.get(letter, letter.replace("_", " "))
            told.append(dollars(f"the {called} {verb} ${text}$"))
    head = "Here " if is_new else f"In {rule_named(str(step.hints['rule']))}, "
    return (Stretch(head), *joined(told), Stretch(".")) if told else ()
