"""Textbook theorems that a derivation may apply: the inference rules, few and listed.

A rule is a function from its bindings to the premises it needs and the conclusion it gives, all
formal, so that its application is checked by comparison and nothing is left to the reader but
the theorem itself. A rule holds for each value of whatever parameters there are; they are the
variables of the conclusion's domain other than x, h and n. Every certificate lists the rules
that it used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Relation

Instance: TypeAlias = tuple[tuple[Goal, ...], Goal]  # premises and conclusion, all relations


@dataclass(frozen=True)
class Rule:
    """A textbook theorem with its formal shape."""

    name: str
    text: str
    reference: str
    positive: tuple[str, ...]  # bindings that must be shown to be positive
    instance: Callable[[Mapping[str, sp.Expr], Domain], Instance]


_x, _h, _n = sp.Symbol("x", real=True), sp.Symbol("h", positive=True), sp.Symbol("n", integer=True)
OWN = {_x.name, _h.name, _n.name}  # the rules' own letters
LOCAL = {"line": {_x.name}, "smaller": {_x.name, _h.name}, "larger": {_x.name, _h.name}}
_HALF_LINE = Variable(_x, sp.Integer(0), sp.oo, "[)")


def _supporting_line(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: function (a symbol naming G), at (c > 0 in the parameters)."""
    name, c = str(bindings["function"]), bindings["at"]
    tail, slope = sp.Function(name), sp.Function(f"slope_{name}")
    pair = Domain((_HALF_LINE, positive(_h)))
    midpoint = Goal(Relation(2 * tail(_x + _h), "<=", tail(_x) + tail(_x + 2 * _h)), pair)
    monotone = Goal(Relation(tail(_x + _h), "<=", tail(_x)), pair)
    line = Relation(tail(c) - slope(c) * (_x - c), "<=", tail(_x))
    return (midpoint, monotone), Goal(line, parameters & _HALF_LINE)


def _stochastic_order(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: line (l(x) in the parameters), function (a symbol naming G), smaller and
    larger (symbols naming the two costs).
    """
    line, tail = bindings["line"], sp.Function(str(bindings["function"]))
    domain = parameters & _HALF_LINE
    below = Goal(Relation(line, "<=", tail(_x)), domain)
    nonnegative = Goal(Relation(sp.Integer(0), "<=", tail(_x)), Domain((_HALF_LINE,)))
    small, large = (sp.Function(str(bindings[key]))() for key in ("smaller", "larger"))
    return (below, nonnegative), Goal(Relation(small, "<=", large), parameters)


def _interval_domination(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: smaller, larger (masses of (x, x + h] as expressions in x, h), set_smaller,
    set_larger (symbols naming the masses of a set), lower, upper (the open interval that holds
    the set).
    """
    small, large = bindings["smaller"], bindings["larger"]
    low, high = bindings["lower"], bindings["upper"]
    room = sp.oo if high is sp.oo else high - _x
    domain = parameters & between(_x, low, high) & between(_h, 0, room)
    premise = Goal(Relation(small, "<=", large), domain)
    less, more = (sp.Function(str(bindings[key]))() for key in ("set_smaller", "set_larger"))
    return (premise,), Goal(Relation(less, "<=", more), parameters)


def _induction(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: function (a symbol naming F), step (free of n)."""
    function, step = sp.Function(str(bindings["function"])), bindings["step"]
    domain = parameters & index(_n, 0)
    premise = Relation(step, "<=", function(_n + 1) - function(_n))
    conclusion = Relation(_n * step + function(0), "<=", function(_n))
    return (Goal(premise, domain),), Goal(conclusion, domain)


def _archimedes(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: value, bound (free of n)."""
    value, bound = bindings["value"], bindings["bound"]
    premise = Goal(Relation(_n * value, "<=", bound), parameters & index(_n, 0))
    return (premise,), Goal(Relation(value, "<=", sp.Integer(0)), parameters)


def _layer_cake(bindings: Mapping[str, sp.Expr], parameters: Domain) -> Instance:
    """Bindings: right, left (symbols naming R and L), bound, width (in the parameters), cost (a
    symbol naming E|X|).
    """
    right, left = (sp.Function(str(bindings[key])) for key in ("right", "left"))
    bound, width = bindings["bound"], bindings["width"]
    tails = right(_x) + left(width - _x)
    premise = Goal(Relation(bound, "<=", tails), parameters & between(_x, 0, width))
    cost = sp.Function(str(bindings["cost"]))()
    return (premise,), Goal(Relation(bound * width, "<=", cost), parameters)


RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule(
            "supporting line",
            "A nonincreasing function on [0, oo) that is midpoint convex is convex, and so lies "
            "above a line of slope -m through each of its points inside.",
            "Rockafellar, Convex Analysis, Theorem 23.4; "
            "Hardy, Littlewood, Polya, Inequalities, section 3.18",
            ("at",),
            _supporting_line,
        ),
        Rule(
            "stochastic order",
            "If P(|X| > x) = max(0, l(x)) for all x >= 0, where l(x) <= P(|Y| > x), then "
            "E L(X) <= E L(Y) for every even L that is nondecreasing on [0, oo), both possibly "
            "infinite.",
            "Shaked and Shanthikumar, Stochastic Orders, (1.A.7)",
            (),
            _stochastic_order,
        ),
        Rule(
            "interval domination",
            "If one finite Borel measure gives every interval (x, x + h] inside an open interval "
            "at most the mass that another gives, so it does for every Borel set inside.",
            "Billingsley, Probability and Measure, Theorem 12.3 (outer regularity)",
            (),
            _interval_domination,
        ),
        Rule(
            "induction",
            "If F(n + 1) - F(n) >= c for every integer n >= 0, then F(n) >= F(0) + n c.",
            "the principle of induction",
            (),
            _induction,
        ),
        Rule(
            "Archimedes",
            "If n c <= B for every integer n >= 0, then c <= 0.",
            "the Archimedean property of the reals",
            (),
            _archimedes,
        ),
        Rule(
            "layer cake",
            "With R(u) = P(X >= u) and L(u) = P(X < -u), E|X| is the integral of R + L over "
            "(0, oo); so if R(x) + L(w - x) >= c for 0 < x < w, then E|X| >= c w.",
            "Billingsley, Probability and Measure, (21.9)",
            ("width",),
            _layer_cake,
        ),
    )
}


def instance(name: str, bindings: Mapping[str, sp.Expr], on: Domain) -> Instance:
    """The premises and the conclusion of a rule for given bindings.

    Parameters
    ----------
    name
        One of :data:`RULES`.
    bindings
        What the rule's own letters stand for.
    on
        The domain of the conclusion, from which the parameters are taken.

    Raises
    ------
    BadInput
        When the rule is unknown, bindings are missing, or speak of what is no parameter.
    """
    if name not in RULES:
        raise BadInput("rule", name, "one of " + ", ".join(RULES))
    for key, value in bindings.items():
        if {s.name for s in value.free_symbols} & OWN - LOCAL.get(key, set()):
            raise BadInput(key, value, "an expression in the parameters")
    parameters = Domain(tuple(v for v in on if v.symbol.name not in OWN))
    try:
        return RULES[name].instance(bindings, parameters)
    except KeyError as missing:
        raise BadInput("bindings", sorted(bindings), f"bindings that include {missing}") from None
