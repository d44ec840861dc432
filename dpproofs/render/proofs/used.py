"""What a step puts together: relations with their multipliers, or a rule with its letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel import rules
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Relation
from dpproofs.render import formula, layout, notation
from dpproofs.render.proofs.choice import is_void
from dpproofs.render.proofs.factors import difference, factored, upright
from dpproofs.render.proofs.form import Words
from dpproofs.render.proofs.reading import Reading
from dpproofs.render.proofs.statements import solved
from dpproofs.render.proofs.words import dollars, joined, plain, rule_named
from dpproofs.render.prose import Stretch

MOST_FACTS = 6
LARGEST = 400  # operations of a sum of relations that is multiplied out
INLINE = 16.0  # em of a formula that stands in a sentence
WIDEST = 30.0  # em of what is put into a relation, and by what that is multiplied
#: What a rule allows to conclude, in letters of its own; a step displays its own conclusion.
_LETTERED = re.compile(r" Here it is that [^.]*\.$")

#: The letters that the texts of rules have for what steps put into them.
_LETTERS: Mapping[str, Mapping[str, str]] = {
    "bounds of a cost": {"less": "u", "more": "v"},
    "cheaper by way of": {"cheap": "X", "middle": "Y", "dear": "Z"},
    "commensurable": {"small": "f(x)", "great": "g(x)", "width": "w"},
    "cost of a mixture": {"share": "u", "rest": "v", "one_bound": "p", "other_bound": "q"},
    "cost of a staircase": {
        "first": "r", "step": "D", "integral": "H(x)", "volume": "T", "total": "A", "value": "v",
    },
    "costs over levels": {"radius": "r(t)", "value": "m", "potential": "G(x)", "total": "S(x)"},
    "crossing": {"terms": "a(n)", "step": "c", "level": "m"},
    "divergence of a mixture": {
        "shift": "d", "share": "u", "rest": "v", "one_bound": "p", "other_bound": "q",
    },
    "domination": {"factor": "c", "shift": "d"},
    "exhaustion": {"start": "a", "width": "w", "value": "v", "terms": "t(n)"},
    "finite divergence": {"shift": "d"},
    "intermediate value": {"curve": "f(x)", "slope": "K"},
    "larger tails": {"cheap": "X", "dear": "Y", "width": "w", "value": "v"},
    "larger tails, at places": {"cheap": "X", "dear": "Y", "places": "t(x)"},
    "layer cake": {"bound": "c", "width": "w"},
    "layer cake by pairs": {"width": "w", "value": "v(n)"},
    "least cost": {"range": "r", "width": "w", "slope": "c"},
    "logarithm": {"value": "v"},
    "masses of cells": {"start": "a", "width": "w", "terms": "t(n)", "value": "v"},
    "mixture of two, integers": {
        "first": "A", "second": "B", "dear": "X", "cheap": "Y", "first_weight": "u",
        "second_weight": "v", "width": "w",
    },
    "mixtures": {"mixed": "M_n", "part": "P_n", "weight": "w(n)", "dear": "Y", "last": "N"},
    "neighbours": {"terms": "a(n)", "value": "m", "last": "N"},
    "privacy of a staircase": {"first": "r", "sensitivity": "D"},
    "privacy, by the density on cells": {"width": "w", "cells": "m"},
    "sets of cells": {"start": "a", "width": "w", "shift": "m", "factor": "c", "value": "v"},
    "shifts of a null set": {"set": "A", "width": "w"},
    "simple functions": {
        "factor": "c", "shift": "d", "value": "v", "point": "a(n)", "lower": "b(n)",
        "upper": "b'(n)", "weight": "g(n)", "cap": "W", "total": "t(n)", "last": "N",
    },
    "stochastic order": {"cheap": "X", "dear": "Y"},
    "stochastic order by periods": {"cheap": "X", "dear": "Y", "width": "w"},
    "stochastic order by periods, integers": {"cheap": "X", "dear": "Y", "width": "w"},
    "tail sum": {"places": "p(n)", "between": "q(n)", "value": "v(n)"},
    "tails up to a factor": {"cheap": "X", "dear": "Y", "factor": "k", "value": "v"},
    "tails vanish": {"level": "c"},
    "thin windows": {"width": "w", "level": "c"},
    "weak duality": {
        "shift": "t(n)", "multiplier": "g_n(x)", "cap": "W(n)", "total": "V_n(x)", "weight": "B(n)",
        "value": "v", "last": "N",
    },
}  # fmt: skip
#: The ends of an interval of which a rule speaks.
_INTERVALS = {"domination": "()", "intermediate value": "[]"}
_ARGUMENT = re.compile(r"[(_](\w)")


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
        Nothing, where there are many facts, one is too wide for a sentence, or the only one is
        taken as it stands.
    """
    facts = step.hints.get("facts", ())
    if step.method != "entailment" or not 1 <= len(facts) <= MOST_FACTS:
        return ()
    if not isinstance(step.goal.proposition, Relation):
        return ()
    if len(facts) == 1:
        done = multiplied(step, derivation, reading, refer)
        rest = _left_over(step, derivation, reading)
        return (Stretch("We have "), *done, Stretch("."), *rest) if done else ()
    told = [
        _fact(name, values, _times(name, times, step, derivation), derivation, reading, refer)
        for name, values, times in facts
        if not _is_void(name, derivation, reading)
    ]
    if len(told) < 2 or not all(told):
        return ()
    sides = joined([one for one in told if one])
    return (Stretch("We have added "), *sides, Stretch("."), *_left_over(step, derivation, reading))


def _times(name: str, times: object, step: Step, derivation: Derivation) -> sp.Expr:
    """By what both sides of a relation are multiplied: evidence takes the right side of an equation
    from the left one, and that of an inequality the other way round.
    """
    goal, claim = step.goal.proposition, derivation.step(name).goal.proposition
    is_turned = isinstance(claim, Relation) and claim.op == "==" != getattr(goal, "op", "==")
    return upright(-sp.S(times) if is_turned else sp.S(times))


def _left_over(step: Step, derivation: Derivation, reading: Reading) -> Words:
    """What an inequality leaves of the sum of relations from which it follows, if that is short."""
    goal = step.goal.proposition
    if not isinstance(goal, Relation) or goal.op == "==":
        return ()
    left = difference(goal)
    for name, values, times in step.hints.get("facts", ()):
        claim = derivation.step(name).goal.proposition
        if not isinstance(claim, Relation):
            return ()
        at = {s: sp.S(v) for s, v in values.items()}
        gap = claim.rhs - claim.lhs if claim.op == "==" else difference(claim)
        left -= _times(name, times, step, derivation) * gap.xreplace(at)
    if sp.count_ops(left) > LARGEST or sp.expand(sp.fraction(sp.together(left))[0]) == 0:
        return ()
    left = sp.expand(left)
    left = factored(left) or left
    text = _inline(left, reading)
    if layout.width(text) > INLINE:
        return ()
    sign = "positive" if left.is_positive else "not negative"
    return dollars(f" What is left over, ${text}$, is {sign}.")


def multiplied(
    step: Step,
    derivation: Derivation,
    reading: Reading,
    refer: Callable[[str], Words],
    *,
    now: bool = False,
) -> Words:
    """What was done, or is done ``now``, to the only relation from which an inequality follows:
    the values that were put into it, and the factor. Nothing where it is taken as it stands.
    """
    ((name, values, factor),) = step.hints["facts"]
    claim = derivation.step(name).goal.proposition
    times = _times(name, factor, step, derivation)
    moved = {s: sp.S(v) for s, v in values.items() if sp.S(v) != s and s in claim.free()}
    if times == 1 and not (moved and refer(name)):
        return ()
    what = refer(name)
    if what:
        what = (*what, *_without_fraction(derivation.step(name)))
    else:
        what = _fact(name, values, sp.S.One, derivation, reading, refer)
    puts = [f"${_inline(v, reading)}$ for ${_inline(s, reading)}$" for s, v in moved.items()]
    by, inside = f"${_inline(times, reading)}$", " and ".join(puts)
    if not what or layout.width(by + inside) > WIDEST:
        return ()
    multiply, put = ("multiply", "put") if now else ("multiplied", "put")
    if not (puts and refer(name)):
        return (Stretch(f"{multiply} "), *what, *dollars(f" by {by}"))
    and_times = f" and {multiply} by {by}" if times != 1 else ""
    return (*dollars(f"{put} {inside} in "), *what, *dollars(and_times))


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
        what = (*what, *_without_fraction(derivation.step(name)))
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
    if not what:
        return ()
    if layout.width(factor) > INLINE:
        return (Stretch("a multiple of "), *what)
    return what if times == 1 else (*dollars(f"${factor}$ times "), *what)


def _without_fraction(step: Step) -> Words:
    """What is said of a value that is displayed as a reciprocal, where evidence has a product."""
    claim = step.goal.proposition
    if step.method != "assume" or not isinstance(claim, Relation) or claim.op != "==":
        return ()
    is_solved = solved(claim)[0] != claim.lhs
    return (Stretch(" (multiplied by the denominator)"),) if is_solved else ()


def _inline(value: sp.Basic, reading: Reading) -> str:
    return notation.expression(reading.expression(value))


def said(name: str) -> Words:
    """What a rule of the table says, as a sentence; nothing for a rule that is not there."""
    rule = rules.rules().get(name)
    if rule is None:
        return ()
    told, text = rule_named(name), _LETTERED.sub("", rule.text)
    if text[1:2].isalpha() or text.startswith("A "):  # a word, and not the E of an expectation
        text = text[:1].lower() + text[1:]
    return plain(f"{told[:1].upper()}{told[1:]}: {text}")


def bindings(step: Step, reading: Reading, *, is_new: bool) -> Words:
    """The sentence that says what is put into the rule of a step, as far as it is short; the rule
    itself comes just before where it ``is_new`` to the reader.
    """
    name, values = str(step.hints["rule"]), step.hints.get("bindings", {})
    told: list[Words] = []
    places: list[tuple[str, str]] = []
    names: set[str] = set()
    for role, letter in _LETTERS.get(name, {}).items():
        value = sp.S(values[role]) if role in values else None
        if not isinstance(value, sp.Expr):
            continue
        text = _inline(value, reading)
        bound = set(_ARGUMENT.findall(letter))
        is_told = bound <= {symbol.name for symbol in value.free_symbols}
        if is_told and letter != text and layout.width(text) <= WIDEST:
            places.append((letter, text))
            names |= {s.name for s in value.free_symbols if s.name not in bound}
            names |= {f.func.__name__ for f in value.atoms(AppliedUndef)}
    heads = {re.split(r"[(_']", letter)[0] for letter, _ in places}
    is_swapped = bool(heads & names)  # X = Y and Y = X is no sentence, and N = 2 N + 1 is false
    told += [
        dollars(f"${text}$ in the place of ${letter}$" if is_swapped else f"${letter} = {text}$")
        for letter, text in places
    ]
    if ends := _INTERVALS.get(name):
        lower, upper = (_inline(values[role], reading) for role in ("lower", "upper"))
        told.append(dollars(f"the interval ${ends[0]}{lower}, {upper}{ends[1]}$"))
    what = "it" if is_new else rule_named(name)
    return (Stretch(f"We use {what} with "), *joined(told), Stretch(".")) if told else ()
